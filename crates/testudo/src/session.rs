//! One run of `testudo generate`: what its classes share.

use std::path::{Path, PathBuf};

use tempfile::TempDir;
use types::{ClassPath, Jdk, World};

use crate::cli::{Generate, Mocks};
use crate::configuration::Configuration;
use crate::console::Console;
use crate::events::{Event, Report, Status};
use crate::exit::Exit;
use crate::features::Feature;
use crate::timeline::Timeline;
use crate::{generate, interrupt};

/// What all classes of a run share.
pub struct Session<'a> {
    /// The command line.
    pub options: &'a Generate,
    /// What steers the searches.
    pub configuration: &'a Configuration,
    /// Types and members of class path and JDK.
    pub world: World,
    /// Entries of the class path, and behind them those that only tests need.
    pub entries: Vec<PathBuf>,
    /// Where coverage over time goes.
    pub timeline: Option<Timeline>,
    /// Removed with everything in it when the run ends.
    _scratch: TempDir,
}

impl Session<'_> {
    /// Whether a part of the search is on.
    pub fn has(&self, feature: Feature) -> bool {
        !self.configuration.without.contains(&feature)
    }
}

/// Generates tests for every class named; says what happens.
pub fn run(options: &Generate, configuration: &Configuration, mut console: Console) -> Exit {
    let exit = match open(options, configuration) {
        Ok(session) => generate_all(&session, &mut console),
        Err((exit, message)) => {
            console.error(&message);
            skip(&options.classes, &message, &mut console);
            exit
        }
    };
    console.close();
    exit
}

fn open<'a>(options: &'a Generate, configuration: &'a Configuration) -> Result<Session<'a>, (Exit, String)> {
    let scratch = scratch().map_err(|message| (Exit::Environment, message))?;
    // Its programs run in other folders.
    let home = options.jdk.as_ref().map(|home| home.canonicalize().unwrap_or_else(|_| home.clone()));
    let jdk = Jdk::find(home.as_deref()).map_err(|error| (Exit::Environment, error.to_string()))?;
    tracing::info!("JDK {} in {}", jdk.version, jdk.home.display());
    let class_path = class_path(&options.classpath)?;
    let for_tests = class_path_for_tests(options, &class_path)?;
    let entries = class_path.entries().iter().chain(for_tests.entries()).cloned().collect();
    let world = World::new(class_path, jdk);
    tracing::info!("{configuration}");
    warn_of_open_sandbox();
    let timeline = options.timeline.as_deref().map(timeline).transpose()?;
    Ok(Session { options, configuration, world, entries, timeline, _scratch: scratch })
}

fn timeline(path: &Path) -> Result<Timeline, (Exit, String)> {
    Timeline::create(path).map_err(|error| {
        let message = format!(
            "--timeline: cannot write {}: {error}; name a file in a folder that is there",
            path.display()
        );
        (Exit::Output, message)
    })
}

fn class_path(entries: &str) -> Result<ClassPath, (Exit, String)> {
    let entries: Vec<PathBuf> =
        std::env::split_paths(entries).filter(|entry| !entry.as_os_str().is_empty()).collect();
    ClassPath::open(&entries).map_err(|error| (Exit::Classpath, error.to_string()))
}

/// What only the tests need.
fn class_path_for_tests(options: &Generate, tested: &ClassPath) -> Result<ClassPath, (Exit, String)> {
    let own = class_path(&options.test_classpath)?;
    let mockito = |path: &ClassPath| path.contains("org/mockito/Mockito");
    if options.mocks == Mocks::Mockito && !mockito(&own) && !mockito(tested) {
        let message = "--mocks mockito needs Mockito to compile and run the tests, and no class path has it; add \
                       the jars of mockito-core, byte-buddy and objenesis to --test-classpath";
        return Err((Exit::Classpath, message.to_owned()));
    }
    Ok(own)
}

fn warn_of_open_sandbox() {
    let sandbox = vm::SandboxReport::of_this_system();
    if !sandbox.files {
        tracing::warn!("the code under test can write wherever you can: this system has no Landlock");
    }
    if !sandbox.calls {
        tracing::warn!(
            "the code under test can use the network and start programs: this system has no seccomp"
        );
    }
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

fn generate_all(session: &Session, console: &mut Console) -> Exit {
    let classes = &session.options.classes;
    let mut exit = Exit::Success;
    for (index, class) in classes.iter().enumerate() {
        if interrupt::requested() {
            skip(&classes[index..], "the run was interrupted", console);
            return Exit::Interrupted;
        }
        console.show(Event::Started { class: class.clone() });
        let report = generate::class(session, class, &mut |event| console.show(event));
        exit = exit.max(Exit::of(report.status));
        let no_worker = report.status == Status::NoWorker;
        console.show(Event::Finished(Box::new(report)));
        if no_worker {
            skip(&classes[index + 1..], "no test can be run", console);
            break;
        }
    }
    exit
}

/// Reports classes whose turn does not come.
fn skip(classes: &[String], reason: &str, console: &mut Console) {
    for class in classes {
        let report = Report::new(class, Status::Skipped).saying(reason);
        console.show(Event::Finished(Box::new(report)));
    }
}
