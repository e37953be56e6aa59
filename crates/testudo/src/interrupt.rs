//! Handles Ctrl-C: the first Ctrl-C ends the search, the second Ctrl-C ends the program.
//!
//! The signals `SIGTERM` and `SIGHUP` have the same effect as Ctrl-C.

use std::fs;
use std::path::{Path, PathBuf};

use engine::{Cancellation, Error};
use tempfile::TempDir;

use crate::console::print_error;
use crate::exit::Exit;

/// Maximum number of attempts to remove a folder to which workers can still write.
const MAX_ATTEMPTS: usize = 100;

/// An installed handler of Ctrl-C, and the folder for temporary files. The handler removes the folder before
/// it ends the program.
pub struct Interrupt {
    temporary: TempDir,
}

impl Interrupt {
    /// Creates the folder and installs the handler. The handler does not stop the workers. When this process
    /// ends, the kernel kills the workers, or the workers end because their connection to this process
    /// closes.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be created.
    pub fn install(cancellation: &Cancellation) -> Result<Interrupt, Error> {
        let temporary = TempDir::with_prefix("testudo-")
            .map_err(|error| Error::unwritable_temporary_folder(&std::env::temp_dir(), &error))?;
        let (cancellation, folder) = (cancellation.clone(), temporary.path().to_owned());
        let installed = ctrlc::set_handler(move || {
            if cancellation.request() {
                remove(&folder);
                let _guard = cancellation.wait_for_complete_files();
                std::process::exit(Exit::Interrupted as i32);
            }
            print_error("\nInterrupted: writing the tests found so far. Press Ctrl-C again to quit at once.");
        });
        if let Err(error) = installed {
            tracing::warn!(
                "cannot handle Ctrl-C: {error}; Ctrl-C will end the run at once, without writing tests"
            );
        }
        Ok(Interrupt { temporary })
    }

    /// Returns the folder for temporary files.
    pub fn temporary_folder(&self) -> &Path {
        self.temporary.path()
    }
}

/// Removes a folder to which workers can still write. First renames the folder, so that the workers do not
/// find it. A write that began before the rename can still add a file, so the removal is repeated.
fn remove(folder: &Path) {
    let mut new_name = folder.as_os_str().to_owned();
    new_name.push("-removed");
    let renamed = match fs::rename(folder, &new_name) {
        Ok(()) => PathBuf::from(new_name),
        Err(_) => folder.to_owned(),
    };
    let mut attempts = 0..MAX_ATTEMPTS;
    while renamed.exists() && attempts.next().is_some() {
        let _ = fs::remove_dir_all(&renamed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[test]
    fn a_folder_is_removed_while_a_thread_writes_to_it() {
        let folder = tempfile::tempdir().unwrap().keep();
        fs::create_dir(folder.join("subfolder")).unwrap();
        let has_begun = AtomicBool::new(false);
        let write = || {
            let files = (0..10_000).map(|number| folder.join("subfolder").join(number.to_string()));
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
        let siblings = fs::read_dir(folder.parent().unwrap()).unwrap().map(|it| it.unwrap().file_name());
        assert!(siblings.into_iter().all(|it| !it.to_str().unwrap().starts_with(name)));
    }
}
