//! One run of `testudo generate`: what its classes share.

use std::path::Path;

use suite::verify::Verifier;
use types::ClassPath;

use crate::cli::{Generate, Mocks};
use crate::configuration::Configuration;
use crate::console::Console;
use crate::events::{Event, Report, Status};
use crate::existing::ExistingTests;
use crate::exit::Exit;
use crate::platform::{Platform, class_path};
use crate::timeline::Timeline;
use crate::{generate, interrupt};

/// What all classes of a run share.
pub struct Session<'a> {
    /// The command line.
    pub options: &'a Generate,
    /// What steers the searches.
    pub configuration: &'a Configuration,
    /// What the code runs on.
    pub platform: Platform,
    /// Compiles and runs what is written, with the class path and behind it what only tests need.
    pub verifier: Verifier,
    /// The tests that are there already, where some were named.
    pub existing: Option<ExistingTests>,
    /// Where coverage over time goes.
    pub timeline: Option<Timeline>,
}

/// Generates tests for every class named; says what happens.
pub fn run(options: &Generate, configuration: &Configuration, mut console: Console) -> Exit {
    let exit = match open(options, configuration) {
        Ok(session) => generate_all(&session, &mut console),
        Err((exit, message)) => {
            console.error(&message);
            skip(&options.code.classes, &message, &mut console);
            exit
        }
    };
    console.close();
    exit.max(console.exit)
}

fn open<'a>(options: &'a Generate, configuration: &'a Configuration) -> Result<Session<'a>, (Exit, String)> {
    let platform = Platform::open(&options.code, options.release)?;
    tracing::info!("{configuration}");
    let tested = platform.world.class_path();
    let for_tests = class_path_for_tests(options, tested)?;
    let entries = tested.entries().iter().chain(for_tests.entries()).cloned().collect();
    let verifier = Verifier::new(
        platform.world.jdk().java(),
        entries,
        options.dialect(),
        platform.sandbox,
        &std::env::temp_dir(),
    )
    .map_err(|error| {
        (Exit::Environment, format!("cannot write temporary files: {error}; set TMPDIR to a folder for them"))
    })?;
    let open = |path: &String| ExistingTests::open(&platform.world, path, for_tests.entries());
    let existing = options.existing_tests.as_ref().map(open).transpose()?;
    let timeline = options.timeline.as_deref().map(timeline).transpose()?;
    Ok(Session { options, configuration, platform, verifier, existing, timeline })
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

fn generate_all(session: &Session, console: &mut Console) -> Exit {
    let classes = &session.options.code.classes;
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
    match session.timeline.as_ref().and_then(Timeline::failure) {
        Some(failure) => {
            console.error(&format!("--timeline: {failure}; name a file where there is room"));
            exit.max(Exit::Output)
        }
        None => exit,
    }
}

/// Reports classes whose turn does not come.
fn skip(classes: &[String], reason: &str, console: &mut Console) {
    for class in classes {
        let report = Report::new(class, Status::Skipped).saying(reason);
        console.show(Event::Finished(Box::new(report)));
    }
}
