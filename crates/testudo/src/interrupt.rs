//! Ctrl-C: the first one ends the search, the second one ends the program.

use std::fs;
use std::path::{Path, PathBuf};

use engine::{Cancellation, Error};
use tempfile::TempDir;

use crate::console::print_error;
use crate::exit::Exit;

/// How often the removal of a folder is tried while workers may still write to it.
const ATTEMPTS: usize = 100;

/// A handler of interrupts, with the folder for temporary files that it removes before it ends the program.
pub struct Interrupt {
    temporary: TempDir,
}

impl Interrupt {
    /// Creates the folder and installs the handler. Worker processes end with this process: the kernel kills
    /// them, and their channel closes.
    ///
    /// # Errors
    /// If the folder cannot be created.
    pub fn install(cancellation: &Cancellation) -> Result<Interrupt, Error> {
        let temporary = TempDir::with_prefix("testudo-")
            .map_err(|error| Error::no_room(&std::env::temp_dir(), &error))?;
        let (cancellation, folder) = (cancellation.clone(), temporary.path().to_owned());
        let installed = ctrlc::set_handler(move || {
            if cancellation.request() {
                remove(&folder);
                let _guard = cancellation.no_file_is_incomplete();
                std::process::exit(Exit::Interrupted as i32);
            }
            print_error("\nInterrupted: writing the tests found so far. Press Ctrl-C again to quit at once.");
        });
        if let Err(error) = installed {
            tracing::warn!("Ctrl-C will end the run at once, without writing tests: {error}");
        }
        Ok(Interrupt { temporary })
    }

    /// Returns the folder for temporary files.
    pub fn temporary_folder(&self) -> &Path {
        self.temporary.path()
    }
}

/// Removes a folder while the workers may still write to it. The folder is renamed first, so that they do not
/// find it. A write that began before may add a file, so the removal is repeated.
fn remove(folder: &Path) {
    let mut away = folder.as_os_str().to_owned();
    away.push("-removed");
    let away = match fs::rename(folder, &away) {
        Ok(()) => PathBuf::from(away),
        Err(_) => folder.to_owned(),
    };
    let mut attempts = 0..ATTEMPTS;
    while away.exists() && attempts.next().is_some() {
        let _ = fs::remove_dir_all(&away);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[test]
    fn a_folder_is_removed_while_others_write_to_it() {
        let folder = tempfile::tempdir().unwrap().keep();
        fs::create_dir(folder.join("of another")).unwrap();
        let has_begun = AtomicBool::new(false);
        let write = || {
            let files = (0..10_000).map(|number| folder.join("of another").join(number.to_string()));
            for _ in files.take_while(|file| fs::write(file, "text").is_ok()) {
                has_begun.store(true, Ordering::Relaxed);
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(write);
            while !has_begun.load(Ordering::Relaxed) {
                std::hint::spin_loop();
            }
            remove(&folder);
        });
        let name = folder.file_name().unwrap().to_str().unwrap();
        let left = fs::read_dir(folder.parent().unwrap()).unwrap().map(|it| it.unwrap().file_name());
        assert!(left.into_iter().all(|it| !it.to_str().unwrap().starts_with(name)));
    }
}
