//! `testudo generate`: generates tests for a project, or for classes of a class path.

mod class_path;
mod project;
mod report_folder;

use std::path::Path;

use clap::ArgMatches;

use crate::arguments::{self, Generate};
use crate::configuration::Configuration;
use crate::console::{Console, Display, print_error};
use crate::exit::Exit;

/// Generates the tests, and shows progress and results. `matches` is the parsed command line.
pub fn run(options: &Generate, matches: &ArgMatches, display: Display) -> Exit {
    let refuse = |reason: &str| arguments::refuse(Some("generate"), reason);
    if let Err(reason) = options.configuration() {
        refuse(&reason);
    }
    let Some(class_path) = &options.classpath else { return run_in_project(matches, display) };
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
