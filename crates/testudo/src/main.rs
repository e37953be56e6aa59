//! The program `testudo`: parses the command line, calls the engine, prints events and reports.

mod arguments;
mod commands;
mod console;
mod exit;
mod interrupt;
mod timeline;

use arguments::Command;
use console::{Console, Display};

/// The allocator of the program. A test consists of many small allocations, and the allocator of the system
/// is slow for them. Huge pages are off: the kernel needs a quarter of the time to the first test to clear
/// them, and they do not make searches faster.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    let arguments = arguments::parse();
    arguments::start_log(&arguments);
    let display = Display::of(&arguments);
    let exit = match &arguments.command {
        Command::Generate(options) => commands::generate::run(options, Console::new(display, options.json)),
        Command::Correlation(options) => commands::correlation::run(options, display),
        Command::Explain(options) => commands::explain::run(options)
            .unwrap_or_else(|reason| arguments::refuse(Some("explain"), &reason)),
        Command::Presets(options) => commands::presets::run(options),
    };
    exit.into()
}
