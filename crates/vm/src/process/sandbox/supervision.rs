//! Supervision of a JVM: changes permissions and times of files in place of the JVM, and records the actions
//! that the sandbox denies, by test.
//!
//! The JVM marks the start of each test: it tries to delete a file in the folder [`MARKERS`], which does not
//! exist. The system reports the markers and the denied actions in one order.

use std::collections::BTreeMap;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::{io, net};

use super::system;

/// The folder of the markers. The name of a marker is the number of the test: the first test of the JVM has
/// the number 0, and the number of each other test is one more than the number of the test before. The marker
/// at the end of the last test has the number of tests.
pub(super) const MARKERS: &str = "/testudo-test";

/// The connection over which a JVM sends the descriptor that reports its actions, before the JVM starts.
#[derive(Debug)]
pub(super) struct Supervision {
    own: UnixStream,
    /// The end of the JVM.
    pub of_child: UnixStream,
    files: Files,
}

impl Supervision {
    /// Prepares the supervision of a JVM that may use some files.
    ///
    /// # Errors
    /// If no connection can be created.
    pub fn new(files: Files) -> io::Result<Supervision> {
        let (own, of_child) = UnixStream::pair()?;
        Ok(Supervision { own, of_child, files })
    }

    /// Starts the supervision of a JVM that has started, on another thread.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn start(self) -> io::Result<Supervisor> {
        let Supervision { own, of_child, files } = self;
        let record = Arc::new(Mutex::new(Record::default()));
        let connection = own.try_clone()?;
        let shared = record.clone();
        let thread = std::thread::Builder::new()
            .name("testudo-supervisor".into())
            .spawn(move || system::supervise(&connection, &files, &shared))?;
        Ok(Supervisor { record, connection: own, _of_child: of_child, thread: Some(thread) })
    }
}

/// The files that a supervised JVM may use.
#[derive(Debug)]
pub(super) struct Files {
    /// The program of the JVM.
    pub java: PathBuf,
    /// The folder to which the JVM may write.
    pub scratch: PathBuf,
    /// Further files and folders that the JVM may read.
    pub readable: Vec<PathBuf>,
}

/// Decides about the actions that a JVM reports, until this value is dropped. Then these actions fail.
#[derive(Debug)]
pub struct Supervisor {
    record: Arc<Mutex<Record>>,
    connection: UnixStream,
    /// Keeps the connection open after the JVM has closed its end.
    _of_child: UnixStream,
    thread: Option<JoinHandle<()>>,
}

impl Supervisor {
    /// Returns a description of the first denied action since the marker of a test, such as `deletes /x`.
    /// Returns a reason if it is not certain that the test had no denied action. Returns `None` if nothing
    /// was denied. The answer is certain only after the last test of the JVM has ended. The denied actions
    /// are known only with [`records_denials`](super::Restrictions::records_denials).
    pub fn denied(&self, test: usize) -> Option<String> {
        lock(&self.record).denied(test)
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        // The thread ends when the connection is closed, or when the JVM has ended.
        let _ = self.connection.shutdown(net::Shutdown::Both);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn lock(record: &Mutex<Record>) -> std::sync::MutexGuard<'_, Record> {
    record.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The markers and denied actions of a JVM.
#[derive(Debug, Default)]
pub(super) struct Record {
    /// Number of markers in the correct order.
    markers: usize,
    /// Whether a marker was out of order. Then code under test has created markers.
    is_disturbed: bool,
    /// The first denied action of each test.
    denied: BTreeMap<usize, String>,
}

impl Record {
    /// Adds a marker. `test` is the name of the marker.
    pub(super) fn add_marker(&mut self, test: &[u8]) {
        if test == self.markers.to_string().as_bytes() {
            self.markers += 1;
        } else {
            self.is_disturbed = true;
        }
    }

    /// Returns whether the first test has started.
    pub(super) fn has_markers(&self) -> bool {
        self.markers > 0
    }

    /// Adds a denied action. Ignores actions before the first marker, which are actions of the JVM itself.
    pub(super) fn add_denied(&mut self, action: impl FnOnce() -> String) {
        if let Some(test) = self.markers.checked_sub(1) {
            self.denied.entry(test).or_insert_with(action);
        }
    }

    fn denied(&self, test: usize) -> Option<String> {
        let is_disturbed = self.is_disturbed || self.markers <= test;
        let disturbed = || "disturbs the detection of denied actions".to_owned();
        self.denied.get(&test).cloned().or_else(|| is_disturbed.then(disturbed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_denied_action_belongs_to_the_test_of_the_latest_marker() {
        let mut record = Record::default();
        record.add_denied(|| "starts a program".into());
        record.add_marker(b"0");
        assert_eq!(record.denied(0), None);
        record.add_marker(b"1");
        record.add_denied(|| "deletes /x".into());
        record.add_denied(|| "deletes /y".into());
        assert_eq!(record.denied(1).as_deref(), Some("deletes /x"));
        record.add_marker(b"2");
        assert_eq!(record.denied(2), None);
    }

    #[test]
    fn code_that_creates_markers_cannot_hide_a_denied_action() {
        for markers in [&["0", "1", "1"][..], &["0", "2"], &["0", "0"], &["0", "x"], &[]] {
            let mut record = Record::default();
            markers.iter().for_each(|marker| record.add_marker(marker.as_bytes()));
            assert!(record.denied(0).is_some(), "{markers:?}");
        }
    }
}
