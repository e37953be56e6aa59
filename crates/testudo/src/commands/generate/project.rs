//! Generates tests for the project in the working folder.

mod changes;
mod folder;
mod outcome;

use std::path::Path;
use std::time::{Duration, Instant};

use engine::report::{Report, Status};
use engine::{Cancellation, Event, Platform};
use maintain::{Plan, PlannedClass, Record, WrittenFile};
use project::Project;

use super::report_folder;
use crate::commands::open;
use crate::configuration::{Configuration, ModuleConfiguration};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::interrupt::Interrupt;
use outcome::Outcome;

/// Generates the tests of the project.
pub fn run(configuration: &Configuration, mut console: Console) -> Exit {
    let exit = generate(configuration, &mut console).unwrap_or_else(|failure| {
        console.end();
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
        let exit = match error {
            maintain::Error::Project(error) => return error.into(),
            maintain::Error::NoMatch { place: None, .. } | maintain::Error::Excluded { .. } => {
                Exit::ClassNotFound
            }
            maintain::Error::NoMatch { .. } | maintain::Error::Revision { .. } => Exit::CommandLine,
            maintain::Error::Io { .. } | maintain::Error::Syntax { .. } => Exit::Output,
        };
        Failure { exit, message: error.to_string() }
    }
}

/// The warning after an interrupt before the end of the check of the new tests.
const NOT_CHECKED: &str = "the run was interrupted, so not all new tests ran in the project's own build; the next run of Testudo runs them";
/// The check of the new tests gets at most the total time divided by this number.
const CHECK_TIME_DIVISOR: u32 = 4;
/// Minimum expected time of the check of the new tests of one module: the start of the build and of the JVM
/// of the tests.
const MODULE_CHECK_TIME: Duration = Duration::from_secs(8);

fn generate(configuration: &Configuration, console: &mut Console) -> Result<Exit, Failure> {
    let began = Instant::now();
    let options = &configuration.whole;
    let cancellation = Cancellation::default();
    let interrupt = Interrupt::install(&cancellation)?;
    if let Some(folder) = &options.report {
        report::check(folder)?;
    }
    let root = Path::new(".");
    let _lock = folder::lock(root)?;
    let sources = match &options.project.since {
        Some(revision) => Some(maintain::changed_since(root, revision)?),
        None => None,
    };
    console.step("building the project");
    let build_began = Instant::now();
    if options.project.accept {
        folder::check_committed(root)?;
    }
    let (project, mut changes) = changes::load(root, options, &cancellation, console)?;
    let build_time = build_began.elapsed();
    let _locks = folder::lock_modules(&project)?;
    let plan_options = maintain::Options { sources, ..plan_options(configuration, &project, &interrupt)? };
    let mut plan = maintain::plan(&project.modules, &plan_options)?;
    let tested_classes = plan.tested_classes();
    changes.extend(changes::find(
        &project,
        &mut plan,
        &plan_options.passed,
        options,
        &cancellation,
        console,
    )?);
    let mut outcome = Outcome::new(&project, &plan, changes, tested_classes);
    outcome.report_problems(options, console);
    let environments = plan.batch.environments.iter_mut();
    let platforms: Vec<Platform> =
        environments.map(|environment| open(environment, &interrupt)).collect::<Result<_, _>>()?;
    let check_time = match options.project.no_build_check {
        true => Duration::ZERO,
        false => build_time.max(MODULE_CHECK_TIME * plan.batch.environments.len() as u32),
    };
    plan.batch.total_time = options.total_time.map(|total| remaining_time(total, began, check_time));
    let Plan { batch, classes, .. } = &plan;
    console.begin_project(batch.tasks.len());
    batch::run(batch, platforms, &cancellation, &mut |task, update| {
        let mut event =
            update.unwrap_or_else(|error| Event::of_error(&batch.tasks[task].request.class, &error));
        if let Event::Finished(report) = &mut event {
            if let Err(error) = finish(&classes[task], report) {
                **report = Report::new(&report.class, Status::NotWritten).with_message(error.to_string());
            }
            outcome.add(task, report);
        }
        console.show(event);
    });
    if !options.project.no_build_check {
        check(&project, &mut outcome, &cancellation, console);
    }
    if !cancellation.is_requested() {
        outcome.classes_without_tests().for_each(|key| plan_options.record.insert(key));
    }
    console.end();
    outcome.print(console);
    if let Some(folder) = &options.report {
        let earlier = report::read(folder).ok();
        let content = outcome.report(earlier.as_ref());
        outcome.exit = outcome.exit.max(report_folder::write(&content, folder, &cancellation, console));
    }
    Ok(if cancellation.is_requested() { Exit::Interrupted } else { outcome.exit })
}

/// Returns the part of the total time that remains for the classes. `check_time` is the expected time of the
/// check of the new tests.
fn remaining_time(total: Duration, began: Instant, check_time: Duration) -> Duration {
    total.saturating_sub(began.elapsed() + check_time.min(total / CHECK_TIME_DIVISOR))
}

fn plan_options(
    configuration: &Configuration,
    project: &Project,
    interrupt: &Interrupt,
) -> Result<maintain::Options, Failure> {
    let whole = &configuration.whole;
    let jobs = whole.jobs.map_or_else(batch::default_jobs, usize::from);
    let names: Vec<&str> = project.modules.iter().map(|module| module.name.as_str()).collect();
    // If the build failed for a module, the project has more modules.
    let modules = configuration
        .of_modules(&names, project.failure.is_none())
        .map_err(|message| Failure { exit: Exit::CommandLine, message })?;
    Ok(maintain::Options {
        modules: modules.into_iter().map(|module| module_options(module, jobs)).collect(),
        sources: None,
        shard: whole.project.shard,
        record: record(if whole.project.no_build_check {
            "without-tests-unchecked"
        } else {
            "without-tests"
        }),
        passed: record("passed-tests"),
        scratch: interrupt.temporary_folder().join("new-tests"),
        jobs,
        total_time: whole.total_time,
    })
}

/// Returns the record with a name in the folder for caches.
fn record(name: &str) -> Record {
    engine::cache_folder().map(|folder| Record::open(folder.join(name))).unwrap_or_default()
}

fn module_options(module: ModuleConfiguration, jobs: usize) -> maintain::ModuleOptions {
    let ModuleConfiguration { options, include, exclude } = module;
    let mut platform = options.environment.platform();
    // The jobs share the cores. Each job needs at least one worker.
    platform.workers = platform.workers.or(Some((batch::default_jobs() / jobs).max(1)));
    maintain::ModuleOptions {
        include,
        exclude,
        output: options.output.clone(),
        style: options.style(),
        platform,
        request: options.request(""),
    }
}

/// Adds the new tests of a class to its tests of an earlier run, if it has such tests.
fn finish(class: &PlannedClass, report: &mut Report) -> Result<(), maintain::Error> {
    if !class.has_earlier_tests {
        return Ok(());
    }
    let new = match report.status {
        Status::Written => {
            let text = std::fs::read_to_string(&report.files[0]);
            let path = report.files[0].clone();
            Some(text.map_err(|error| maintain::Error::Io { action: "read", path, error })?)
        }
        Status::NothingToAdd => None,
        _ => return Ok(()),
    };
    maintain::merge(class, new.as_deref())?;
    if new.is_none() {
        report.message =
            Some("no new tests: none covers a goal that the earlier tests do not cover".to_owned());
    }
    report.files.iter_mut().for_each(|file| file.clone_from(&class.path));
    Ok(())
}

/// Runs the new tests of each module in the project's own build, and removes the tests that fail there.
fn check(project: &Project, outcome: &mut Outcome, cancellation: &Cancellation, console: &mut Console) {
    for (index, module) in project.modules.iter().enumerate() {
        let files: Vec<WrittenFile> = outcome.unchecked_files(index);
        if files.is_empty() {
            continue;
        }
        if cancellation.is_requested() {
            console.warn(NOT_CHECKED);
            return;
        }
        console.step(&format!("running the new tests of {} in the project's build", module.name));
        match maintain::check(project, module, &files, &|| cancellation.is_requested()) {
            Ok(checked) => outcome.add_check(checked),
            Err(_) if cancellation.is_requested() => console.warn(NOT_CHECKED),
            Err(error) => {
                let message = "the new tests did not run in the project's own build";
                console.error(&format!("{}: {message}: {error}", module.name));
                outcome.exit = outcome.exit.max(Exit::Build);
            }
        }
    }
}
