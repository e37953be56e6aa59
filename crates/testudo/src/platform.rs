//! What the code under test runs on: its class path, a JDK, and a place for temporary files.

use std::path::PathBuf;

use etcetera::BaseStrategy;
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
    /// Opens what the command line names; to be done once in a run. The JDK's classes have the members that they had in the release,
    /// if there is one given, else in the newest that a class to be tested was compiled for: others might not compile where tests
    /// are to be, and tests would differ from JDK to JDK.
    ///
    /// # Errors
    /// What cannot be used and what to do, with the exit code for it.
    pub fn open(code: &Code, release: Option<u8>) -> Result<Platform, (Exit, String)> {
        let scratch = scratch().map_err(|message| (Exit::Environment, message))?;
        // Its programs run in other folders.
        let home = code.jdk.as_ref().map(|home| home.canonicalize().unwrap_or_else(|_| home.clone()));
        let jdk = Jdk::find(home.as_deref()).map_err(|error| (Exit::Environment, error.to_string()))?;
        tracing::info!("JDK {} in {}", jdk.version, jdk.home.display());
        let class_path = class_path(&code.classpath)?;
        check_release(release, &jdk)?;
        let release = release.map(u32::from).or_else(|| newest(&class_path, &code.classes));
        let jdk = match release {
            Some(release) => jdk.at(release),
            None => jdk,
        };
        let world = World::new(class_path, jdk);
        let world = match cache() {
            Some(folder) => world.cache_in(folder),
            None => world,
        };
        let sandbox = sandbox(code.sandbox).map_err(|message| (Exit::Environment, message))?;
        Ok(Platform { world, sandbox, workers: code.workers(), _scratch: scratch })
    }
}

fn check_release(release: Option<u8>, jdk: &Jdk) -> Result<(), (Exit, String)> {
    match release {
        Some(release) if u32::from(release) > jdk.version => {
            let message = format!(
                "--release {release} is more than the JDK in {} knows, which is {}; name a newer one with --jdk",
                jdk.home.display(),
                jdk.version
            );
            Err((Exit::Environment, message))
        }
        _ => Ok(()),
    }
}

/// The newest release that some classes, which have binary names, were compiled for.
fn newest(class_path: &ClassPath, classes: &[String]) -> Option<u32> {
    let bytes = classes.iter().filter_map(|class| class_path.bytes(&class.replace('.', "/")));
    bytes.filter_map(|bytes| Some(release_of(*bytes.first_chunk()?))).max()
}

/// The release that a class file is for, by how it begins: its version counts from 44.
fn release_of([.., high, low]: [u8; 8]) -> u32 {
    u32::from(u16::from_be_bytes([high, low])).saturating_sub(44)
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
        (report.files, "write wherever you can: this system has no Landlock, or an old one"),
        (report.calls, "use the network, start programs and end others: this system has no seccomp"),
    ];
    let gaps = parts.iter().filter(|(in_force, _)| !in_force);
    let gaps: Vec<String> = gaps.map(|(_, gap)| format!("the code under test can {gap}")).collect();
    match asked {
        Sandbox::Off => return Ok(vm::Sandbox::Off),
        Sandbox::On => gaps.iter().for_each(|gap| tracing::warn!("{gap}")),
        Sandbox::Require if gaps.is_empty() => return Ok(vm::Sandbox::Required),
        Sandbox::Require => return Err(format!("--sandbox require: {}", gaps.join("; "))),
    }
    Ok(vm::Sandbox::On)
}

/// Where this user's programs keep what can be made again, if that is known.
fn cache() -> Option<PathBuf> {
    let folders = etcetera::choose_base_strategy().ok()?;
    Some(folders.cache_dir().join("testudo").join("index"))
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
