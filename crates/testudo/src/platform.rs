//! What the code under test runs on: its class path, a JDK, and a place for temporary files.

use std::path::PathBuf;

use tempfile::TempDir;
use types::{ClassPath, Jdk, World};

use crate::cli::{Code, Sandbox};
use crate::exit::Exit;
use crate::interrupt;

/// What all classes of a run share, whatever is done with them.
pub struct Platform {
    /// Types and members of class path and JDK.
    pub world: World,
    /// Whether code runs in the sandbox.
    pub sandbox: vm::Sandbox,
    /// How many JVMs may run tests at the same time.
    pub workers: usize,
    /// Removed with everything in it when the run ends.
    _scratch: TempDir,
}

impl Platform {
    /// Opens what the command line names; to be done once in a run.
    ///
    /// # Errors
    /// What cannot be used and what to do, with the exit code for it.
    pub fn open(code: &Code) -> Result<Platform, (Exit, String)> {
        let scratch = scratch().map_err(|message| (Exit::Environment, message))?;
        // Its programs run in other folders.
        let home = code.jdk.as_ref().map(|home| home.canonicalize().unwrap_or_else(|_| home.clone()));
        let jdk = Jdk::find(home.as_deref()).map_err(|error| (Exit::Environment, error.to_string()))?;
        tracing::info!("JDK {} in {}", jdk.version, jdk.home.display());
        let world = World::new(class_path(&code.classpath)?, jdk);
        let sandbox = sandbox(code.sandbox).map_err(|message| (Exit::Environment, message))?;
        Ok(Platform { world, sandbox, workers: code.workers(), _scratch: scratch })
    }
}

/// Opens the jars and folders of a class path as the command line has it.
pub fn class_path(entries: &str) -> Result<ClassPath, (Exit, String)> {
    let entries: Vec<PathBuf> =
        std::env::split_paths(entries).filter(|entry| !entry.as_os_str().is_empty()).collect();
    ClassPath::open(&entries).map_err(|error| (Exit::Classpath, error.to_string()))
}

/// What of the sandbox is asked for; warns of what this system does not offer.
fn sandbox(asked: Sandbox) -> Result<vm::Sandbox, String> {
    let report = vm::Sandbox::On.report();
    let parts = [
        (report.files, "write wherever you can: this system has no Landlock"),
        (report.calls, "use the network and start programs: this system has no seccomp"),
    ];
    let gaps = parts.iter().filter(|(in_force, _)| !in_force);
    let gaps: Vec<String> = gaps.map(|(_, gap)| format!("the code under test can {gap}")).collect();
    match asked {
        Sandbox::Off => return Ok(vm::Sandbox::Off),
        Sandbox::On => gaps.iter().for_each(|gap| tracing::warn!("{gap}")),
        Sandbox::Require if gaps.is_empty() => {}
        Sandbox::Require => return Err(format!("--sandbox require: {}", gaps.join("; "))),
    }
    Ok(vm::Sandbox::On)
}

/// One folder that all temporary files of the run are in, so that nothing is left however it ends.
fn scratch() -> Result<TempDir, String> {
    let scratch = TempDir::with_prefix("testudo-").map_err(|error| {
        let folder = std::env::temp_dir();
        format!("cannot write to {}: {error}; set TMPDIR to a folder for temporary files", folder.display())
    })?;
    interrupt::install(scratch.path().to_owned());
    tempfile::env::override_temp_dir(scratch.path()).expect("it is done once in a run");
    Ok(scratch)
}
