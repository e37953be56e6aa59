//! Generates tests for classes of the class path that the command line names.

use std::collections::BTreeSet;
use std::path::PathBuf;

use batch::{Batch, Task};
use engine::report::{Report, Status};
use engine::{Cancellation, Cause, Error, Event, Platform};
use maintain::Pattern;
use report::Module;

use super::report_folder;
use crate::arguments::{ClassPath, Generate};
use crate::commands::open;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::timeline::Timeline;

/// Generates the tests of the classes.
pub fn run(options: &Generate, class_path: &ClassPath, mut console: Console) -> Exit {
    let prepared = classes(options, class_path).and_then(|classes| Run::prepare(options, &classes));
    let exit = match prepared {
        Ok(run) => run.generate(&mut console),
        Err(failure) => {
            console.error(&failure.message);
            for class in &options.classes {
                let report = Report::new(class, Status::Skipped).with_message(&failure.message);
                console.show(Event::Finished(Box::new(report)));
            }
            console.close();
            failure.exit
        }
    };
    exit.max(console.exit)
}

/// Returns the classes that the command line names, and the classes that its patterns select. Without names
/// and patterns, returns all classes of the first entry of the class path.
fn classes(options: &Generate, class_path: &ClassPath) -> Result<Vec<String>, Failure> {
    let mut classes = options.classes.clone();
    if options.patterns.is_empty() {
        return if classes.is_empty() { classes_of_first_entry(class_path) } else { Ok(classes) };
    }
    let names = engine::class_names(&class_path.0)?;
    for pattern in options.patterns.iter().map(|text| Pattern::new(text)) {
        let before = classes.len();
        classes.extend(names.iter().filter(|name| pattern.matches(name)).cloned());
        if classes.len() == before {
            let message = format!(
                "no class on the class path matches {}; check the pattern and --classpath",
                pattern.text()
            );
            return Err(Failure { exit: Exit::ClassNotFound, message });
        }
    }
    let mut seen = BTreeSet::new();
    classes.retain(|class| seen.insert(class.clone()));
    Ok(classes)
}

fn classes_of_first_entry(class_path: &ClassPath) -> Result<Vec<String>, Failure> {
    let first = class_path.0.get(..1).unwrap_or_default();
    let names = engine::class_names(first)?;
    if names.is_empty() {
        let message = "the first entry of --classpath contains no classes; name the classes under test, or begin \
                       --classpath with their folder or jar";
        return Err(Failure { exit: Exit::ClassNotFound, message: message.to_owned() });
    }
    Ok(names)
}

/// A run that can begin.
struct Run {
    cancellation: Cancellation,
    batch: Batch,
    // The platform uses the folder for temporary files, which is removed when `_interrupt` is dropped. So the
    // platform must be dropped first.
    platform: Platform,
    timeline: Option<Timeline>,
    /// The folder for the report.
    report: Option<PathBuf>,
    /// Number of classes that the command line names. The other classes were selected by patterns.
    named: usize,
    _interrupt: Interrupt,
}

impl Run {
    fn prepare(options: &Generate, classes: &[String]) -> Result<Run, Failure> {
        if let Some(folder) = &options.report {
            report::check(folder)?;
        }
        let cancellation = Cancellation::default();
        let interrupt = Interrupt::install(&cancellation)?;
        let mut environment = options.platform(classes.to_vec());
        let platform = open(&mut environment, &interrupt)?;
        let task = |class: &String| {
            let mut request = options.request(class);
            request.test_class = platform.test_class_name(&request.output, class);
            Task { environment: 0, request, weight: 1.0 }
        };
        let batch = Batch {
            environments: vec![environment],
            tasks: classes.iter().map(task).collect(),
            jobs: options.jobs.map_or(1, usize::from),
            total_time: options.total_time,
        };
        let timeline = match &options.research.timeline {
            Some(path) => {
                Some(Timeline::create(path).map_err(|message| Failure { exit: Exit::Output, message })?)
            }
            None => None,
        };
        Ok(Run {
            cancellation,
            batch,
            platform,
            timeline,
            report: options.report.clone(),
            named: options.classes.len(),
            _interrupt: interrupt,
        })
    }

    fn generate(self, console: &mut Console) -> Exit {
        let Run { cancellation, batch, platform, mut timeline, report, named, _interrupt } = self;
        let mut content = Module { name: "class path".to_owned(), ..Module::default() };
        console.begin(batch.tasks.len(), batch.jobs);
        let mut exit = Exit::Success;
        batch::run(&batch, vec![platform], &cancellation, &mut |task, update| {
            exit = exit.max(exit_of(&update, task < named, &cancellation));
            let event =
                update.unwrap_or_else(|error| Event::of_error(&batch.tasks[task].request.class, &error));
            if let (Event::Coverage(point), Some(timeline)) = (&event, timeline.as_mut()) {
                timeline.write(point);
            }
            if let Event::Finished(finished) = &event {
                report_folder::add(&mut content, finished);
            }
            console.show(event);
        });
        console.close();
        if let Some(folder) = &report {
            exit = exit.max(report_folder::write(&of_folder(content), folder, &cancellation, console));
        }
        match timeline.and_then(Timeline::failure) {
            Some(failure) => {
                console.error(&failure);
                exit.max(Exit::Output)
            }
            None => exit,
        }
    }
}

/// Returns the report of classes. The working folder stands for the project.
fn of_folder(classes: Module) -> report::Report {
    let folder = std::env::current_dir().unwrap_or_default();
    let project = report_folder::project_name(&folder);
    report::Report { project, modules: vec![classes], changes: Vec::new() }
}

/// Returns the exit code of an update. It is not an error if a pattern selects a class that has nothing to
/// test.
fn exit_of(update: &Result<Event, Error>, is_named: bool, cancellation: &Cancellation) -> Exit {
    match update {
        Err(error) if error.cause() == Some(Cause::NothingToTest) && !is_named => Exit::Success,
        Err(error) => Exit::of_error(error),
        Ok(Event::Finished(report)) if report.status == Status::Skipped && cancellation.is_requested() => {
            Exit::Interrupted
        }
        Ok(Event::Finished(report)) => Exit::of_status(report.status),
        Ok(_) => Exit::Success,
    }
}
