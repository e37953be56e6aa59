//! The command line: from class files to JUnit tests.
//!
//! A library only so that the benchmarks reach the search problem: no interface to build on.

pub mod actions;
pub mod adaptive;
pub mod closing;
pub mod features;
pub mod focus;
pub mod indirect;
pub mod individual;
pub mod problem;
pub mod subject;
pub mod tally;
pub mod uses;
pub mod watching;

mod casts;
mod cli;
mod configuration;
mod console;
mod constants;
mod correlation;
mod counts;
mod events;
mod existing;
mod exit;
mod explain;
mod finishing;
mod generate;
mod interrupt;
mod judging;
mod loading;
mod missed;
mod near;
mod output;
mod patience;
mod platform;
mod prepare;
mod presets;
mod reasons;
mod refusals;
mod searching;
mod session;
mod settings;
mod stale;
mod timeline;

use clap::Parser;

/// Does what the command line of this process says.
pub fn main() -> std::process::ExitCode {
    let arguments = cli::Cli::parse();
    cli::start_log(&arguments);
    let code = match &arguments.command {
        cli::Command::Generate(options) => {
            let configuration = configuration::Configuration::new(&options.settings, &options.budget)
                .unwrap_or_else(|reason| cli::refuse("generate", &reason));
            let console = console::Console::new(console::Manner::of(&arguments), options.json);
            session::run(options, &configuration, console)
        }
        cli::Command::Correlation(options) => correlation::run(options, console::Manner::of(&arguments)),
        cli::Command::Explain(options) => {
            explain::explain(options).unwrap_or_else(|reason| cli::refuse("explain", &reason))
        }
        cli::Command::Presets(options) => presets::print(options),
    };
    code.into()
}
