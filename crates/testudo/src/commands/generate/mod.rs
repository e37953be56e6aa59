//! `testudo generate`: generates tests for a project, or for classes of a class path.

mod class_path;
mod project;
mod report_folder;

use std::path::Path;

use clap::ArgMatches;
use engine::{Error, Platform, PlatformRequest};

use crate::arguments::{self, Generate};
use crate::configuration::Configuration;
use crate::console::{Console, Display, print_error};
use crate::exit::Exit;
use crate::interrupt::Interrupt;

/// Generates the tests, and shows progress and results. `matches` is the parsed command line.
pub fn run(options: &Generate, matches: &ArgMatches, display: Display) -> Exit {
    let refuse = |reason: &str| arguments::refuse(Some("generate"), reason);
    if let Err(reason) = options.configuration() {
        refuse(&reason);
    }
    let Some(class_path) = &options.classpath else { return run_in_project(matches, display) };
    if options.classes.is_empty() && options.patterns.is_empty() {
        refuse("--classpath needs the names of classes; write a name or a pattern such as 'com.acme.*'");
    }
    class_path::run(options, class_path, Console::new(display, options.json))
}

fn run_in_project(matches: &ArgMatches, display: Display) -> Exit {
    match Configuration::read(Path::new("."), matches) {
        Ok(configuration) => {
            let options = &configuration.whole;
            let console = Console::new(display, options.json).with_annotations(options.project.ci);
            project::run(&configuration, console)
        }
        Err(message) => {
            print_error(&format!("error: {message}"));
            Exit::CommandLine
        }
    }
}

/// The reason why a run did not begin.
struct Failure {
    exit: Exit,
    message: String,
}

impl From<report::Error> for Failure {
    fn from(error: report::Error) -> Failure {
        Failure { exit: Exit::of_report_error(&error), message: error.to_string() }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure { exit: Exit::of_error(&error), message: error.to_string() }
    }
}

/// Opens an environment. Temporary files go to the folder that the handler of Ctrl-C removes.
fn open(request: &mut PlatformRequest, interrupt: &Interrupt) -> Result<Platform, Error> {
    request.temporary = Some(interrupt.temporary_folder().to_owned());
    let platform = Platform::open(request)?;
    platform.sandbox_gaps().iter().for_each(|gap| tracing::warn!("{gap}"));
    Ok(platform)
}
