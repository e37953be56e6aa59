//! Ends a JVM that uses too much memory, too many threads or too much disk space.
//!
//! The kernel has no limit for these amounts that every user can set for one process. So a thread measures
//! them while the JVM runs.

use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;
use std::{io, thread};

use super::MAX_FILE_SIZE;
use super::system::ProcessHandle;

/// Time between two measurements. A process can allocate about 300 MB in this time.
const INTERVAL: Duration = Duration::from_millis(100);
/// Number of measurements of memory and threads for each measurement of disk space, which takes longer.
const MEASUREMENTS_PER_SCAN: u32 = 5;
/// Maximum number of threads of a JVM.
const MAX_THREADS: u64 = 1000;
/// Maximum total size of the files in a scratch folder, in bytes.
const MAX_SCRATCH_SIZE: u64 = 256 << 20;
/// Maximum number of files in a scratch folder.
const MAX_SCRATCH_FILES: u64 = 20_000;
/// Maximum length of the path of a folder in bytes. Longer paths cannot be opened, so their files could not
/// be counted.
const MAX_PATH: usize = 4000;
/// Size of a block of [`MetadataExt::blocks`] in bytes.
const BLOCK_SIZE: u64 = 512;

/// A thread that measures a JVM until this value is dropped.
#[derive(Debug)]
pub struct Watch {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// Starts to measure a JVM. `memory` is the maximum number of bytes of its resident memory.
    ///
    /// # Errors
    /// If no thread can be started, or the system has no handles of processes.
    pub fn start(child: &Child, scratch: &Path, memory: u64) -> io::Result<Watch> {
        let (handle, process) = (ProcessHandle::of(child)?, child.id());
        let scratch = scratch.to_owned();
        let (stop, stopped) = channel();
        let thread = thread::Builder::new().name("testudo-watch".into()).spawn(move || {
            for measurement in 0_u32.. {
                let scans = measurement % MEASUREMENTS_PER_SCAN == 0;
                if exceeds_limits(process, memory) || scans && fills_disk(process, &scratch) {
                    handle.kill();
                }
                if stopped.recv_timeout(INTERVAL) != Err(RecvTimeoutError::Timeout) {
                    return;
                }
            }
        })?;
        Ok(Watch { stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Returns whether a process uses too much memory or too many threads. Returns false if the system does not
/// report these numbers.
fn exceeds_limits(process: u32, memory: u64) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let field = |name: &str| -> Option<u64> {
        let value = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
        value.split_whitespace().next()?.parse().ok()
    };
    field("VmRSS").is_some_and(|kibibytes| kibibytes * 1024 > memory)
        || field("Threads").is_some_and(|threads| threads > MAX_THREADS)
}

/// Returns whether the scratch folder, together with the deleted files that the process uses, is too large.
fn fills_disk(process: u32, scratch: &Path) -> bool {
    let (mut size, mut files) = (deleted_size(process) + mapped_size(process, scratch), 0);
    let mut folders = vec![scratch.to_owned()];
    while let Some(folder) = folders.pop() {
        if folder.as_os_str().len() > MAX_PATH {
            return true;
        }
        for (path, metadata) in entries(&folder) {
            size += metadata.blocks() * BLOCK_SIZE;
            files += 1;
            if metadata.is_dir() {
                folders.push(path);
            }
            if files > MAX_SCRATCH_FILES {
                return true;
            }
        }
    }
    size > MAX_SCRATCH_SIZE
}

/// Returns the paths of the files in a folder, with their metadata. Follows no links.
fn entries(folder: &Path) -> impl Iterator<Item = (PathBuf, Metadata)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| Some((entry.path(), entry.metadata().ok()?)))
}

/// Returns the total size of the files that the process has deleted but keeps open, in bytes.
fn deleted_size(process: u32) -> u64 {
    let open = fs::read_dir(format!("/proc/{process}/fd")).into_iter().flatten().flatten();
    let files = open.filter_map(|entry| fs::metadata(entry.path()).ok());
    files.filter(|file| file.is_file() && file.nlink() == 0).map(|file| file.blocks() * BLOCK_SIZE).sum()
}

/// Returns an upper limit for the total size of the deleted files of the scratch folder that the process maps
/// into memory, in bytes. The system does not tell the sizes of such files. The worker itself maps a small
/// file.
fn mapped_size(process: u32, scratch: &Path) -> u64 {
    let maps = fs::read_to_string(format!("/proc/{process}/maps")).unwrap_or_default();
    let scratch = scratch.to_string_lossy();
    // ADDRESSES PERMISSIONS OFFSET DEVICE INODE PATH
    let is_deleted = |line: &&str| line.ends_with(" (deleted)") && line.contains(&*scratch);
    let inodes: BTreeSet<&str> =
        maps.lines().filter(is_deleted).filter_map(|line| line.split_ascii_whitespace().nth(4)).collect();
    (inodes.len() as u64).saturating_sub(1) * MAX_FILE_SIZE
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::*;

    #[test]
    fn memory_above_the_limit_is_too_much() {
        let own = std::process::id();
        assert!(exceeds_limits(own, 1));
        assert!(!exceeds_limits(own, u64::MAX));
    }

    #[test]
    fn many_files_or_many_bytes_fill_the_disk() {
        let own = std::process::id();
        let scratch = tempfile::tempdir().unwrap();
        assert!(!fills_disk(own, scratch.path()));
        let inner = scratch.path().join("inner");
        fs::create_dir(&inner).unwrap();
        for number in 0..MAX_SCRATCH_FILES {
            File::create(inner.join(number.to_string())).unwrap();
        }
        assert!(fills_disk(own, scratch.path()));
    }
}
