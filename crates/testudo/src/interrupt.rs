//! Ctrl-C: the first ends the search, the second the program.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::console::say;
use crate::exit::Exit;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether the search was asked to end.
pub fn requested() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Installs the handler, which removes `scratch` before it ends the program. Worker processes die with this one:
/// the kernel and their closed channel see to it.
pub fn install(scratch: PathBuf) {
    let installed = ctrlc::set_handler(move || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            let _ = std::fs::remove_dir_all(&scratch);
            std::process::exit(Exit::Interrupted as i32);
        }
        say("\nInterrupted: writing what was found. Once more to quit at once.");
    });
    if let Err(error) = installed {
        tracing::warn!("Ctrl-C will end the run at once: {error}");
    }
}
