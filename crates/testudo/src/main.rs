//! The command line: from class files to JUnit tests.

mod cli;
mod console;
mod events;
mod exit;
mod generate;
mod interrupt;
mod output;
mod problem;
mod session;

use clap::Parser;

fn main() -> std::process::ExitCode {
    let arguments = cli::Cli::parse();
    cli::start_log(&arguments);
    let code = match arguments.command {
        cli::Command::Generate(options) => session::run(&options, arguments.quiet),
    };
    code.into()
}
