//! Generates tests for the project in the working folder.

mod outcome;

use std::fs::File;
use std::path::Path;

use engine::{Cancellation, Event, Platform};
use maintain::{Checked, Pattern, Plan, WrittenFile};
use project::Project;
use rustix::fs::{FlockOperation, flock};

use super::{Failure, open};
use crate::arguments::Generate;
use crate::console::Console;
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use outcome::Outcome;

/// Generates the tests of the project.
pub fn run(options: &Generate, mut console: Console) -> Exit {
    let exit = generate(options, &mut console).unwrap_or_else(|failure| {
        console.error(&failure.message);
        failure.exit
    });
    exit.max(console.exit)
}

impl From<project::Error> for Failure {
    fn from(error: project::Error) -> Failure {
        let exit = match error {
            project::Error::NoBuildFile { .. } | project::Error::ProfileForGradle { .. } => Exit::CommandLine,
            project::Error::Cancelled => Exit::Interrupted,
            _ => Exit::Build,
        };
        Failure { exit, message: error.to_string() }
    }
}

impl From<maintain::Error> for Failure {
    fn from(error: maintain::Error) -> Failure {
        match error {
            maintain::Error::Project(error) => error.into(),
            maintain::Error::NoMatch { .. } => Failure { exit: Exit::ClassNotFound, message: error.to_string() },
            maintain::Error::Io { .. } => Failure { exit: Exit::Output, message: error.to_string() },
        }
    }
}

fn generate(options: &Generate, console: &mut Console) -> Result<Exit, Failure> {
    let cancellation = Cancellation::default();
    let interrupt = Interrupt::install(&cancellation)?;
    let _lock = lock(Path::new("."))?;
    console.step("building the project");
    let is_cancelled = || cancellation.is_requested();
    let project = project::load(Path::new("."), &options.project.load_options(), &is_cancelled)?;
    let mut plan = maintain::plan(&project.modules, &plan_options(options))?;
    let mut outcome = Outcome::new(&project, &plan);
    outcome.report_problems(console);
    let platforms = plan
        .batch
        .environments
        .iter_mut()
        .map(|environment| open(environment, &interrupt))
        .collect::<Result<Vec<Platform>, _>>()?;
    let Plan { batch, .. } = &plan;
    console.begin_project(batch.tasks.len());
    batch::run(batch, platforms, &cancellation, &mut |task, update| {
        let event = update.unwrap_or_else(|error| Event::of_error(&batch.tasks[task].request.class, &error));
        if let Event::Finished(report) = &event {
            outcome.add(task, report);
        }
        console.show(event);
    });
    if !options.project.no_build_check {
        check(&project, &mut outcome, &cancellation, console);
    }
    console.end();
    outcome.print(console);
    Ok(if cancellation.is_requested() { Exit::Interrupted } else { outcome.exit })
}

fn plan_options(options: &Generate) -> maintain::Options {
    let jobs = options.jobs.map_or_else(batch::default_jobs, usize::from);
    let mut platform = options.environment.platform();
    // The jobs share the cores. Each job needs at least one worker.
    platform.workers = platform.workers.or(Some((batch::default_jobs() / jobs).max(1)));
    maintain::Options {
        patterns: options.patterns.iter().map(|text| Pattern::new(text)).collect(),
        output: options.output.clone(),
        style: options.style(),
        platform,
        request: options.request(""),
        jobs,
        total_time: options.total_time,
    }
}

/// Locks the folder of a project until the result is dropped, so that no second run changes the same files.
fn lock(folder: &Path) -> Result<File, Failure> {
    let failure = |message| Failure { exit: Exit::Output, message };
    let file = File::open(folder)
        .map_err(|error| failure(format!("cannot read the folder {}: {error}", folder.display())))?;
    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Err(rustix::io::Errno::WOULDBLOCK) => {
            Err(failure("another run of Testudo works on this project; wait until it ends".to_owned()))
        }
        // Some file systems have no locks.
        Ok(()) | Err(_) => Ok(file),
    }
}

/// Runs the new tests of each module in the project's own build, and removes the tests that fail there.
fn check(project: &Project, outcome: &mut Outcome, cancellation: &Cancellation, console: &mut Console) {
    for (index, module) in project.modules.iter().enumerate() {
        let files: Vec<WrittenFile> = outcome.written_files(index);
        if files.is_empty() {
            continue;
        }
        if cancellation.is_requested() {
            console.warn("the new tests did not run in the project's own build, because the run was interrupted");
            return;
        }
        console.step(&format!("running the new tests of {} in the project's build", module.name));
        match maintain::check(project, module, &files, &|| cancellation.is_requested()) {
            Ok(checked) => outcome.add_check(index, &checked),
            Err(error) => {
                let message = "the new tests did not run in the project's own build";
                console.error(&format!("{}: {message}: {error}", module.name));
                outcome.exit = outcome.exit.max(Exit::Build);
                outcome.add_check(index, &Checked::default());
            }
        }
    }
}
