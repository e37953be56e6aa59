//! Configures the pipes between this process and a worker.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;

use rustix::fs::OFlags;

/// Requested capacity of the pipes for batches and results, in bytes.
#[cfg(target_os = "linux")]
const CAPACITY: usize = 1 << 20;

/// Returns the end of a pipe as a file.
pub fn file(pipe: impl Into<OwnedFd>) -> File {
    File::from(pipe.into())
}

/// Increases the capacity of a pipe to 1 MiB if the system permits this size. Returns the pipe.
#[cfg(target_os = "linux")]
pub fn enlarged(pipe: File) -> File {
    let _ = rustix::pipe::fcntl_setpipe_size(&pipe, CAPACITY);
    pipe
}

/// Returns the pipe unchanged, because only Linux can change the capacity.
#[cfg(not(target_os = "linux"))]
pub fn enlarged(pipe: File) -> File {
    pipe
}

/// Makes reads from an empty pipe and writes to a full pipe return at once.
pub fn set_non_blocking(pipe: &File) -> io::Result<()> {
    let flags = rustix::fs::fcntl_getfl(pipe)?;
    Ok(rustix::fs::fcntl_setfl(pipe, flags | OFlags::NONBLOCK)?)
}
