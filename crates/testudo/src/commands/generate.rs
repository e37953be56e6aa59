//! `testudo generate`: generates tests for each class of the command line.

use engine::report::{Report, Status};
use engine::{Cancellation, Error, Event, Platform};

use crate::arguments::{self, Generate};
use crate::console::Console;
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::timeline::Timeline;

/// Generates the tests of every class, and shows progress and results.
pub fn run(options: &Generate, mut console: Console) -> Exit {
    options.configuration().unwrap_or_else(|reason| arguments::refuse(Some("generate"), &reason));
    let exit = match prepare(options) {
        // The order in this pattern matters: `platform` is dropped first. It uses the folder for temporary
        // files, which is removed when `run` is dropped.
        Ok((mut run, platform)) => run.generate_all(options, &platform, &mut console),
        Err(failure) => {
            console.error(&failure.message);
            skip(&options.code.classes, &failure.message, &mut console);
            failure.exit
        }
    };
    console.close();
    exit.max(console.exit)
}

/// The reason why a run did not begin.
struct Failure {
    exit: Exit,
    message: String,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure { exit: Exit::of_error(&error), message: error.to_string() }
    }
}

/// The state of a run for all classes of the command line.
struct Run {
    cancellation: Cancellation,
    timeline: Option<Timeline>,
    /// Removes the folder for temporary files when it is dropped.
    _interrupt: Interrupt,
}

fn prepare(options: &Generate) -> Result<(Run, Platform), Failure> {
    let cancellation = Cancellation::default();
    let interrupt = Interrupt::install(&cancellation)?;
    let mut request = options.platform();
    request.temporary = Some(interrupt.temporary_folder().to_owned());
    let platform = Platform::open(&request)?;
    platform.sandbox_gaps().iter().for_each(|gap| tracing::warn!("{gap}"));
    let timeline = match &options.research.timeline {
        Some(path) => {
            Some(Timeline::create(path).map_err(|message| Failure { exit: Exit::Output, message })?)
        }
        None => None,
    };
    Ok((Run { cancellation, timeline, _interrupt: interrupt }, platform))
}

impl Run {
    fn generate_all(&mut self, options: &Generate, platform: &Platform, console: &mut Console) -> Exit {
        let classes = &options.code.classes;
        let mut exit = Exit::Success;
        for (index, class) in classes.iter().enumerate() {
            if self.cancellation.is_requested() {
                skip(&classes[index..], "the run was interrupted", console);
                return Exit::Interrupted;
            }
            exit = exit.max(self.generate(options, platform, class, console));
        }
        match self.timeline.take().and_then(Timeline::failure) {
            Some(failure) => {
                console.error(&failure);
                exit.max(Exit::Output)
            }
            None => exit,
        }
    }

    fn generate(
        &mut self,
        options: &Generate,
        platform: &Platform,
        class: &str,
        console: &mut Console,
    ) -> Exit {
        let request = options.request(class);
        let timeline = &mut self.timeline;
        let mut listener = |event: Event| {
            if let (Event::Coverage(point), Some(timeline)) = (&event, timeline.as_mut()) {
                timeline.write(point);
            }
            console.show(event);
        };
        match engine::generate(platform, &request, &self.cancellation, &mut listener) {
            Ok(report) => Exit::of_status(report.status),
            Err(error) => {
                let exit = Exit::of_error(&error);
                console.show(Event::Finished(Box::new(Report::of_error(class, &error))));
                exit
            }
        }
    }
}

/// Reports classes as skipped.
fn skip(classes: &[String], reason: &str, console: &mut Console) {
    for class in classes {
        let report = Report::new(class, Status::Skipped).with_message(reason);
        console.show(Event::Finished(Box::new(report)));
    }
}
