//! `testudo man`: writes a manual page for the program, and one for each command.

use std::fs;

use clap::CommandFactory;

use crate::arguments::{Cli, Man};
use crate::console::print_error;
use crate::exit::Exit;

/// Writes the pages to a folder, which is created if it does not exist.
pub fn run(options: &Man) -> Exit {
    let folder = &options.folder;
    let pages = Cli::command().disable_help_subcommand(true);
    match fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(pages, folder)) {
        Ok(()) => Exit::Success,
        Err(error) => {
            let place = folder.display();
            print_error(&format!(
                "error: cannot write manual pages to {place}: {error}; name a folder that you can write to"
            ));
            Exit::Output
        }
    }
}
