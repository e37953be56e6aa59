//! `testudo completions`: prints a script that completes the command line in a shell.

use clap::CommandFactory;

use crate::arguments::{Cli, Completions};
use crate::console;
use crate::exit::Exit;

/// Prints the script of a shell.
pub fn run(options: &Completions) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut Cli::command(), "testudo", &mut script);
    console::print(&String::from_utf8_lossy(&script))
}
