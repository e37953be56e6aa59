//! The program `testudo`: parses the command line, calls the engine, prints events and reports.

mod arguments;
mod commands;
mod console;
mod exit;
mod interrupt;
mod memory;
mod timeline;

use arguments::Command;
use console::{Console, Display};

/// The allocator of the program. A test consists of many small objects, and the allocator of the system is
/// slow for small objects. The feature `no_thp` turns off huge pages. Huge pages do not make searches faster.
/// To clear huge pages, the kernel would need a quarter of the time until the first test.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    let is_protected = memory::protect();
    let arguments = arguments::parse();
    console::start_log(&arguments);
    if let Err(error) = is_protected {
        tracing::warn!("other processes of the user can read the memory of Testudo: {error}");
    }
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
