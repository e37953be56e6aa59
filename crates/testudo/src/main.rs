//! The program `testudo`: parses the command line, calls the engine, prints events and reports.

mod arguments;
mod commands;
mod configuration;
mod console;
mod exit;
mod interrupt;
mod memory;
mod timeline;

use std::path::Path;

use arguments::Command;
use console::Display;

/// The allocator of the program. A test consists of many small objects, and the allocator of the system is
/// slow for small objects. The feature `no_thp` turns off huge pages. Huge pages do not make searches faster.
/// To clear huge pages, the kernel would need a quarter of the time until the first test.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    let is_protected = memory::protect();
    let (arguments, matches) = arguments::parse();
    console::start_log(&arguments);
    if let Err(error) = is_protected {
        tracing::warn!("other processes of the user can read the memory of Testudo: {error}");
    }
    let display = Display::of(&arguments);
    let exit = match &arguments.command {
        Command::Generate(options) => {
            let matches = matches.subcommand_matches("generate").expect("it is the command");
            commands::generate::run(options, matches, display)
        }
        Command::Init => commands::init::run(Path::new(".")),
        Command::Completions(options) => commands::completions::run(options),
        Command::Man(options) => commands::man::run(options),
        Command::Juge(options) => commands::juge::run(options, display),
        Command::Correlation(options) => commands::correlation::run(options, display),
        Command::Explain(options) => commands::explain::run(options)
            .unwrap_or_else(|reason| arguments::refuse(Some("explain"), &reason)),
        Command::Report(options) => commands::report::run(&options.command),
        Command::Presets(options) => commands::presets::run(options),
    };
    exit.into()
}
