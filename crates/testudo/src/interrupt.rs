//! Ctrl-C: the first ends the search, the second the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::console::say;
use crate::exit::Exit;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Held while there is a file that must not stay as it is.
static UNFINISHED: Mutex<()> = Mutex::new(());

/// Whether the search was asked to end.
pub fn requested() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// How often it is tried to remove a folder that others may write to.
const ATTEMPTS: usize = 100;

/// Installs the handler, which removes `scratch` before it ends the program. Worker processes die with this one:
/// the kernel and their closed channel see to it.
pub fn install(scratch: PathBuf) {
    let installed = ctrlc::set_handler(move || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            remove(&scratch);
            quit(|| std::process::exit(Exit::Interrupted as i32));
        }
        say("\nInterrupted: writing what was found. Once more to quit at once.");
    });
    if let Err(error) = installed {
        tracing::warn!("Ctrl-C will end the run at once: {error}");
    }
}

/// Does something that the second interrupt lets come to its end: it takes no longer than writing a file.
pub fn finishing<T>(act: impl FnOnce() -> T) -> T {
    let _unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
    act()
}

fn quit<T>(exit: impl FnOnce() -> T) -> T {
    finishing(exit)
}

/// The search and its workers go on meanwhile: under its new name none of them finds it, to write to it or to make it
/// again. What is begun before may still add a file, and then the folder is not empty when it is to go.
fn remove(scratch: &Path) {
    let mut away = scratch.as_os_str().to_owned();
    away.push("-removed");
    let away = match fs::rename(scratch, &away) {
        Ok(()) => PathBuf::from(away),
        Err(_) => scratch.to_owned(),
    };
    let mut attempts = 0..ATTEMPTS;
    while away.exists() && attempts.next().is_some() {
        let _ = fs::remove_dir_all(&away);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_must_not_stay_half_done_is_finished_before_the_end() {
        let (begun, asked, done) = (AtomicBool::new(false), AtomicBool::new(false), AtomicBool::new(false));
        let wait = |flag: &AtomicBool| {
            while !flag.load(Ordering::SeqCst) {
                std::hint::spin_loop();
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(|| {
                finishing(|| {
                    begun.store(true, Ordering::SeqCst);
                    wait(&asked);
                    std::thread::yield_now();
                    done.store(true, Ordering::SeqCst);
                });
            });
            wait(&begun);
            asked.store(true, Ordering::SeqCst);
            assert!(quit(|| done.load(Ordering::SeqCst)));
        });
    }

    #[test]
    fn a_folder_that_others_write_to_is_removed() {
        let folder = tempfile::tempdir().unwrap().keep();
        fs::create_dir(folder.join("of another")).unwrap();
        let begun = AtomicBool::new(false);
        let write = || {
            let files = (0..10_000).map(|number| folder.join("of another").join(number.to_string()));
            for _ in files.take_while(|file| fs::write(file, "text").is_ok()) {
                begun.store(true, Ordering::Relaxed);
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(write);
            while !begun.load(Ordering::Relaxed) {
                std::hint::spin_loop();
            }
            remove(&folder);
        });
        let name = folder.file_name().unwrap().to_str().unwrap();
        let left = fs::read_dir(folder.parent().unwrap()).unwrap().map(|it| it.unwrap().file_name());
        assert!(left.into_iter().all(|it| !it.to_str().unwrap().starts_with(name)));
    }
}
