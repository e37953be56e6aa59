//! The sandbox of a JVM. It is set up between fork and exec, as far as the system offers one.
//!
//! A worker may read everything, write below its scratch folder, and execute the JDK and the libraries of the
//! system. It may not open sockets, start processes, or send signals to other processes. Its files have at
//! most 64 MB. It writes no core dumps.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod other;

use std::os::fd::{AsRawFd, BorrowedFd};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

use rustix::io::FdFlags;
use rustix::process::{Resource, Rlimit};

#[cfg(target_os = "linux")]
use linux as system;
#[cfg(not(target_os = "linux"))]
use other as system;

/// Largest file that a worker may write, in bytes.
const FILE_SIZE: u64 = 64 << 20;
/// Largest number of open files of a JVM. The compiler `javac` opens each jar of the class path.
const OPEN_FILES: u64 = 4096;

/// Whether code runs in the sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sandbox {
    /// Code runs in the parts of the sandbox that this system offers.
    On,
    /// Code runs in the whole sandbox. If this system lacks a part, no JVM starts.
    Required,
    /// Code has the rights of the user. The JVM still has its own session, and limits for files.
    Off,
}

impl Sandbox {
    /// Returns the parts of the sandbox that are in force on this system.
    pub fn report(self) -> SandboxReport {
        let on = self != Sandbox::Off;
        SandboxReport {
            files: on && system::protects_files(),
            calls: on && system::filters().is_some(),
            dies_with_parent: cfg!(target_os = "linux"),
        }
    }
}

/// The parts of the sandbox that are in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SandboxReport {
    /// The JVM cannot write outside its scratch folder (Landlock).
    pub files: bool,
    /// The JVM cannot open sockets, start processes or send signals to other processes (seccomp).
    pub calls: bool,
    /// The JVM dies with the thread that started it.
    pub dies_with_parent: bool,
}

/// Returns a command that runs `java` in the sandbox.
///
/// The JVM has its own session, an empty environment and no standard input. Its working folder, its home and
/// its folder for temporary files are `scratch`. The caller adds arguments, redirects the output, and starts
/// the command once. On Linux the JVM is killed when the thread that started it ends.
pub fn command(java: &Path, scratch: &Path, sandbox: Sandbox) -> Command {
    let mut command = Command::new(java);
    command.env_clear().env("LC_ALL", "C.UTF-8").env("HOME", scratch).env("TMPDIR", scratch);
    command.current_dir(scratch).stdin(Stdio::null());
    for (property, value) in [("java.io.tmpdir", scratch), ("user.home", scratch)] {
        command.arg(format!("-D{property}={}", value.display()));
    }
    let confinement = system::prepare(java, scratch, sandbox);
    // SAFETY: the closure runs between fork and exec. It allocates nothing and only makes system calls.
    unsafe {
        command.pre_exec(move || {
            rustix::process::setsid()?;
            limit(Resource::Core, 0);
            limit(Resource::Fsize, FILE_SIZE);
            limit(Resource::Nofile, OPEN_FILES);
            confinement.apply()
        });
    }
    command
}

/// Lets a program inherit a descriptor. The descriptor must stay open until the program has started; the
/// program opens the descriptor by its [path](descriptor_path).
pub fn inherit(command: &mut Command, descriptor: BorrowedFd) {
    let descriptor = descriptor.as_raw_fd();
    let keep_open = move || {
        // SAFETY: the caller keeps the descriptor open until the program has started.
        let descriptor = unsafe { BorrowedFd::borrow_raw(descriptor) };
        Ok(rustix::io::fcntl_setfd(descriptor, FdFlags::empty())?)
    };
    // SAFETY: the closure only makes a system call.
    unsafe { command.pre_exec(keep_open) };
}

/// Returns the path at which a program opens an inherited descriptor.
pub fn descriptor_path(descriptor: BorrowedFd) -> String {
    format!("/dev/fd/{}", descriptor.as_raw_fd())
}

/// Lowers a limit. A lower limit that is already in force stays.
fn limit(resource: Resource, most: u64) {
    let most = rustix::process::getrlimit(resource).maximum.map_or(most, |now| now.min(most));
    let _ = rustix::process::setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) });
}
