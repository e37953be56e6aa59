//! Cancellation of a run from another thread.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A token that cancels a run. Clones share one state, so a signal handler may keep one.
///
/// A cancelled run ends its search, and then finishes and writes the tests that were found.
#[derive(Clone, Debug, Default)]
pub struct Cancellation {
    state: Arc<State>,
}

#[derive(Debug, Default)]
struct State {
    is_requested: AtomicBool,
    /// Locked while a file is incomplete.
    incomplete_files: Mutex<()>,
}

impl Cancellation {
    /// Requests the end of the run. Returns whether an earlier call requested the end already.
    pub fn request(&self) -> bool {
        self.state.is_requested.swap(true, Ordering::Relaxed)
    }

    /// Returns whether the end of the run was requested.
    pub fn is_requested(&self) -> bool {
        self.state.is_requested.load(Ordering::Relaxed)
    }

    /// Runs a short action that must not be interrupted, such as the writing of a file.
    pub(crate) fn uninterrupted<T>(&self, action: impl FnOnce() -> T) -> T {
        let _guard = self.no_file_is_incomplete();
        action()
    }

    /// Waits until no file is incomplete. As long as the guard exists, the run begins to write no file: a
    /// process that holds the guard can exit at once.
    pub fn no_file_is_incomplete(&self) -> MutexGuard<'_, ()> {
        self.state.incomplete_files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_are_cancelled_together() {
        let cancellation = Cancellation::default();
        let clone = cancellation.clone();
        assert!(!clone.request());
        assert!(cancellation.is_requested());
        assert!(cancellation.request(), "it was requested before");
    }

    #[test]
    fn an_action_that_must_not_be_interrupted_completes_before_the_process_exits() {
        let cancellation = Cancellation::default();
        let [has_begun, may_end, is_complete] = std::array::from_fn(|_| AtomicBool::new(false));
        let wait = |flag: &AtomicBool| {
            while !flag.load(Ordering::SeqCst) {
                std::hint::spin_loop();
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(|| {
                cancellation.uninterrupted(|| {
                    has_begun.store(true, Ordering::SeqCst);
                    wait(&may_end);
                    std::thread::yield_now();
                    is_complete.store(true, Ordering::SeqCst);
                });
            });
            wait(&has_begun);
            may_end.store(true, Ordering::SeqCst);
            let _guard = cancellation.no_file_is_incomplete();
            assert!(is_complete.load(Ordering::SeqCst));
        });
    }
}
