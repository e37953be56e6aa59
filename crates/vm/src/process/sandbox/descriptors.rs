//! Closes the descriptors that a program would inherit.

use std::io;
use std::os::fd::{BorrowedFd, RawFd};

use rustix::io::FdFlags;
use rustix::process::Resource;

/// The first descriptor after the standard streams.
const FIRST: RawFd = 3;
/// The end of the descriptors that are marked one by one.
const LAST: RawFd = 1 << 16;

/// Closes all descriptors except the standard streams and `kept` when this process executes a program. The
/// descriptors remain open until then, because the standard library reports a failed execution through one of
/// them. Allocates nothing.
pub fn close_all_except(kept: &[RawFd]) -> io::Result<()> {
    if !close_range_on_exec() {
        close_each_on_exec();
    }
    kept.iter().try_for_each(|descriptor| set_flags(*descriptor, FdFlags::empty()))
}

/// Marks all descriptors from [`FIRST`] with one system call. Returns false if the system does not support
/// the call (before Linux 5.11).
#[cfg(target_os = "linux")]
fn close_range_on_exec() -> bool {
    // The crate rustix does not offer this system call, and the crate libc not for every C library. SAFETY:
    // the call only changes flags of descriptors.
    unsafe { libc::syscall(libc::SYS_close_range, FIRST, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC) == 0 }
}

#[cfg(not(target_os = "linux"))]
fn close_range_on_exec() -> bool {
    false
}

/// Marks each possible descriptor from [`FIRST`], up to the limit of open files or [`LAST`].
fn close_each_on_exec() {
    let limit = rustix::process::getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    for descriptor in FIRST..RawFd::try_from(limit).unwrap_or(LAST).min(LAST) {
        // A descriptor that is not open causes an error, which does not matter.
        let _ = set_flags(descriptor, FdFlags::CLOEXEC);
    }
}

fn set_flags(descriptor: RawFd, flags: FdFlags) -> io::Result<()> {
    // SAFETY: the borrowed descriptor is used only during the call. The call fails if it is not open.
    let descriptor = unsafe { BorrowedFd::borrow_raw(descriptor) };
    Ok(rustix::io::fcntl_setfd(descriptor, flags)?)
}
