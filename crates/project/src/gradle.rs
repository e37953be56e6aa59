//! The commands that run Gradle.

use std::fs;
use std::path::Path;

use crate::process::BuildCommand;
use crate::{Error, LoadOptions};

/// The init script that adds the task `testudoFacts` to all projects.
const INIT_SCRIPT: &str = include_str!("../gradle/facts.gradle");

/// Returns the command that compiles a project and its tests, and writes the facts to `file`. The function
/// writes the init script to the folder of `file`.
pub(crate) fn facts_command(
    program: &Path,
    root: &Path,
    options: &LoadOptions,
    file: &Path,
) -> Result<BuildCommand, Error> {
    // The script writes to the file `facts` in its folder. A system property would not reach the script if
    // Gradle starts another JVM, because of `org.gradle.jvmargs`.
    let script = file.with_file_name("testudo.gradle");
    fs::write(&script, INIT_SCRIPT).map_err(Error::io(format!("write {}", script.display())))?;
    let mut command = command(program, root, options)?;
    command.hidden_argument("--init-script").hidden_argument(&script);
    command.hidden_argument("testudoFacts").shown_argument("testClasses");
    // If a module fails, Gradle continues with the modules that do not depend on it.
    command.argument("--continue");
    Ok(command)
}

/// Returns the command without tasks.
fn command(program: &Path, root: &Path, options: &LoadOptions) -> Result<BuildCommand, Error> {
    if let Some(profile) = options.profiles.first() {
        return Err(Error::ProfileForGradle { profile: profile.clone() });
    }
    let mut command = BuildCommand::new(program, root);
    // A daemon would survive a cancelled build.
    command.argument("-q").argument("--console=plain").argument("--no-daemon");
    // The task of the init script needs all projects at the time of its execution, which the configuration
    // cache does not permit. Gradle ignores these properties if it does not know them.
    for property in
        ["configuration-cache", "unsafe.configuration-cache", "unsafe.isolated-projects", "configureondemand"]
    {
        command.hidden_argument(format!("-Dorg.gradle.{property}=false"));
    }
    if options.offline {
        command.argument("--offline");
    }
    for (name, value) in &options.properties {
        command.argument(format!("-P{name}={value}"));
    }
    Ok(command)
}

/// Returns the command that runs test classes of a module. The name of a module is its path, such as `:core`.
/// Only the name of the root project does not begin with a colon.
pub(crate) fn test_command(
    program: &Path,
    root: &Path,
    options: &LoadOptions,
    module: &str,
    test_classes: &[String],
) -> Result<BuildCommand, Error> {
    let mut command = command(program, root, options)?;
    let path = if module.starts_with(':') { module } else { "" };
    let task = |name: &str| format!("{path}:{name}");
    // Without cleanTest, Gradle does not repeat the tests if nothing has changed.
    command.argument(task("cleanTest")).argument(task("test"));
    for class in test_classes {
        command.argument("--tests").argument(class);
    }
    Ok(command)
}
