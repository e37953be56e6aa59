//! Changes permissions and times of files in place of a supervised JVM.
//!
//! If the kernel continued such a call of the JVM, another thread could replace the path after it was
//! checked. Therefore this module opens the file, checks what it has opened, and changes this file.

use std::fs::File;
use std::os::fd::AsFd;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, Mode, Timespec, Timestamps, UTIME_NOW};
use rustix::io::Errno;

use super::super::super::descriptor_path;
use super::super::readable::Place;
use super::calls::{Metadata, TimeUnit};
use super::listener::Call;

/// The bits of permissions that a JVM may set: all except the set-id bits.
const PERMISSIONS: u32 = 0o1777;

/// A change of the permissions or times of one file.
pub struct Change {
    place: Place,
    new: Value,
}

/// The new permissions or times.
enum Value {
    Permissions(Mode),
    Times(Timestamps),
}

impl Change {
    /// Reads the arguments of a call, and opens the file. `path` is absolute, or refers to a descriptor in
    /// `/proc`.
    ///
    /// # Errors
    /// If the file cannot be opened, or the arguments cannot be read.
    pub fn new(call: &Call, metadata: Metadata, path: &Path, follows_links: bool) -> Result<Change, Errno> {
        let new = match metadata {
            Metadata::Permissions(index) => {
                Value::Permissions(Mode::from_raw_mode(call.arguments[index] as u32 & PERMISSIONS))
            }
            Metadata::Times(index, unit) => {
                Value::Times(times(call, call.arguments[index], unit).ok_or(Errno::FAULT)?)
            }
        };
        Ok(Change { place: Place::open_with(path, follows_links)?, new })
    }

    /// Changes the file if it is inside the scratch folder.
    ///
    /// # Errors
    /// If the file is outside, or the kernel refuses the change.
    pub fn apply(&self, scratch: &Path) -> Result<(), Errno> {
        let Change { place, new } = self;
        if !place.path.starts_with(scratch) {
            return Err(Errno::PERM);
        }
        match new {
            Value::Permissions(mode) => rustix::fs::chmod(descriptor_path(place.as_fd()), *mode),
            Value::Times(times) => rustix::fs::utimensat(place, c"", times, AtFlags::EMPTY_PATH),
        }
    }
}

/// Reads the access time and the modification time at an address of the memory of a process. The address
/// zero means the current time.
fn times(call: &Call, address: u64, unit: TimeUnit) -> Option<Timestamps> {
    if address == 0 {
        let now = Timespec { tv_sec: 0, tv_nsec: UTIME_NOW };
        return Some(Timestamps { last_access: now, last_modification: now });
    }
    let memory = File::open(PathBuf::from(format!("/proc/{}/mem", call.process))).ok()?;
    let number = |index: u64| {
        let mut bytes = [0; 8];
        memory.read_exact_at(&mut bytes, address.checked_add(8 * index)?).ok()?;
        Some(i64::from_ne_bytes(bytes))
    };
    let time = |index: u64| {
        Some(match unit {
            TimeUnit::None => Timespec { tv_sec: number(index)?, tv_nsec: 0 },
            TimeUnit::Microseconds => {
                let nanoseconds = number(2 * index + 1)?.checked_mul(1000)?;
                Timespec { tv_sec: number(2 * index)?, tv_nsec: nanoseconds }
            }
            TimeUnit::Nanoseconds => Timespec { tv_sec: number(2 * index)?, tv_nsec: number(2 * index + 1)? },
        })
    };
    Some(Timestamps { last_access: time(0)?, last_modification: time(1)? })
}
