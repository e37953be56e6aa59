//! `testudo init`: writes a configuration file in which all settings are comments.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;

use crate::configuration::{NAME, template};
use crate::console::print_error;
use crate::exit::Exit;

/// Writes the file `testudo.toml` to a folder. Refuses to replace a file.
pub fn run(folder: &Path) -> Exit {
    let write = || {
        let mut file = OpenOptions::new().write(true).create_new(true).open(folder.join(NAME))?;
        file.write_all(template().as_bytes())
    };
    match write() {
        Ok(()) => {
            print_error(&format!("wrote {NAME}: remove the # in front of the settings that you need"));
            Exit::Success
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            print_error(&format!("error: {NAME} exists; edit it, or remove it and run `testudo init` again"));
            Exit::Output
        }
        Err(error) => {
            print_error(&format!(
                "error: cannot write {NAME}: {error}; run `testudo init` in a folder that you can write to"
            ));
            Exit::Output
        }
    }
}
