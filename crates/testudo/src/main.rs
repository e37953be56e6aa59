//! The command line: from class files to JUnit tests.

mod cli;
mod console;
mod constants;
mod events;
mod exit;
mod focus;
mod generate;
mod indirect;
mod interrupt;
mod loading;
mod near;
mod output;
mod problem;
mod session;
mod subject;

use clap::Parser;

fn main() -> std::process::ExitCode {
    let arguments = cli::Cli::parse();
    cli::start_log(&arguments);
    let code = match &arguments.command {
        cli::Command::Generate(options) => {
            let console = console::Console::new(console::Manner::of(&arguments), options.json);
            session::run(options, console)
        }
    };
    code.into()
}
