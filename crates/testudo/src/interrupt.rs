//! Ctrl-C: the first ends the search, the second the program.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::exit::Exit;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether the search was asked to end.
pub fn requested() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Installs the handler. Worker processes die with this one: the kernel and their closed channel see to it.
pub fn install() {
    let installed = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(Exit::Interrupted as i32);
        }
        eprintln!("\nInterrupted: writing what was found. Once more to quit at once.");
    });
    if let Err(error) = installed {
        tracing::warn!("Ctrl-C will end the run at once: {error}");
    }
}
