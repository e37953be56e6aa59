//! Cancellation of a run from another thread.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A token that cancels a run. All clones of a token share one state. So a signal handler can cancel the run
/// with its own clone.
///
/// A cancelled run ends its search. Then it finishes and writes the tests that the search found.
#[derive(Clone, Debug, Default)]
pub struct Cancellation {
    state: Arc<State>,
}

#[derive(Debug, Default)]
struct State {
    is_requested: AtomicBool,
    /// This mutex is locked while a file is incomplete.
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
    pub fn uninterrupted<T>(&self, action: impl FnOnce() -> T) -> T {
        let _guard = self.wait_for_complete_files();
        action()
    }

    /// Waits until no file is incomplete. While the returned guard exists, the run does not start to write a
    /// file. So the process can then exit without leaving an incomplete file.
    pub fn wait_for_complete_files(&self) -> MutexGuard<'_, ()> {
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
        assert!(cancellation.request(), "the clone has requested the end already");
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
            let _guard = cancellation.wait_for_complete_files();
            assert!(is_complete.load(Ordering::SeqCst));
        });
    }
}
