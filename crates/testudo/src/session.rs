//! One run of `testudo generate`: what its classes share.

use std::path::PathBuf;
use std::sync::Arc;

use types::{ClassPath, Jdk, World};

use crate::cli::Generate;
use crate::console::Console;
use crate::events::{Event, Report, Status};
use crate::exit::Exit;
use crate::{generate, interrupt};

/// What all classes of a run share.
pub struct Session<'a> {
    /// The command line.
    pub options: &'a Generate,
    /// Types and members of class path and JDK.
    pub world: World,
    /// Entries of the class path.
    pub entries: Vec<PathBuf>,
}

/// Generates tests for every class named; says what happens.
pub fn run(options: &Generate, quiet: bool) -> Exit {
    interrupt::install();
    let session = match open(options) {
        Ok(session) => session,
        Err((exit, message)) => {
            eprintln!("error: {message}");
            return exit;
        }
    };
    let mut console = Console::new(quiet, options.json);
    let mut exit = Exit::Success;
    for class in options.classes.iter().take_while(|_| !interrupt::requested()) {
        console.show(Event::Started { class: class.clone() });
        let report = generate::class(&session, class, &mut |event| console.show(event));
        exit = exit.max(exit_of(&report));
        console.show(Event::Finished(report));
    }
    console.close();
    exit
}

fn open(options: &Generate) -> Result<Session<'_>, (Exit, String)> {
    let jdk = Jdk::find(options.jdk.as_deref()).map_err(|error| (Exit::Environment, error.to_string()))?;
    tracing::info!("JDK {} in {}", jdk.version, jdk.home.display());
    let entries: Vec<PathBuf> =
        std::env::split_paths(&options.classpath).filter(|entry| !entry.as_os_str().is_empty()).collect();
    let class_path = ClassPath::open(&entries).map_err(|error| (Exit::Classpath, error.to_string()))?;
    let entries = class_path.entries().to_vec();
    let world = World::new(Arc::new(class_path), Arc::new(jdk));
    Ok(Session { options, world, entries })
}

fn exit_of(report: &Report) -> Exit {
    match report.status {
        Status::Written => Exit::Success,
        Status::NotFound => Exit::ClassNotFound,
        Status::NothingToTest | Status::DoesNotLoad | Status::NoTestKept => Exit::NothingGenerated,
        Status::NotWritten => Exit::Output,
        Status::NoWorker => Exit::Environment,
    }
}
