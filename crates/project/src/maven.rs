//! The commands that run Maven.

use std::fs;
use std::path::Path;

use crate::process::BuildCommand;
use crate::{Error, LoadOptions};

/// The extension of Maven that writes the facts.
const EXTENSION: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/maven.jar"));

/// Returns the command that compiles a project and its tests, and writes the facts to `file`. The function
/// writes the extension to the folder of `file`.
pub(crate) fn facts_command(
    program: &Path,
    root: &Path,
    options: &LoadOptions,
    file: &Path,
) -> Result<BuildCommand, Error> {
    let jar = file.with_file_name("testudo-maven.jar");
    fs::write(&jar, EXTENSION).map_err(Error::io(format!("write {}", jar.display())))?;
    let mut command = command(program, root, options);
    command.hidden_argument(format!("-Dmaven.ext.class.path={}", jar.display()));
    command.hidden_argument(format!("-Dtestudo.facts={}", file.display()));
    // If a module fails, Maven continues with the modules that do not depend on it.
    command.argument("--fail-at-end").argument("test-compile");
    Ok(command)
}

/// Returns the command without goals.
fn command(program: &Path, root: &Path, options: &LoadOptions) -> BuildCommand {
    let mut command = BuildCommand::new(program, root);
    command.argument("-q").argument("-B");
    if options.offline {
        command.argument("-o");
    }
    if !options.profiles.is_empty() {
        command.argument(format!("-P{}", options.profiles.join(",")));
    }
    for (name, value) in &options.properties {
        command.argument(format!("-D{name}={value}"));
    }
    command
}

/// Returns the command that executes a goal for a module.
pub(crate) fn goal_command(
    program: &Path,
    root: &Path,
    options: &LoadOptions,
    module: &str,
    goal: &str,
) -> BuildCommand {
    let mut command = command(program, root, options);
    command.argument("-pl").argument(module).argument(goal);
    command
}

/// Returns the command that runs test classes of a module.
pub(crate) fn test_command(
    program: &Path,
    root: &Path,
    options: &LoadOptions,
    module: &str,
    test_classes: &[String],
) -> BuildCommand {
    let mut command = command(program, root, options);
    // Maven compiles the modules that the module depends on (-am), but they contain none of the test classes.
    command.argument("-pl").argument(module).argument("-am");
    command.argument(format!("-Dtest={}", test_classes.join(",")));
    command.argument("-DfailIfNoTests=false");
    command.argument("-DfailIfNoSpecifiedTests=false");
    command.argument("-Dsurefire.failIfNoSpecifiedTests=false");
    command.argument("test");
    command
}
