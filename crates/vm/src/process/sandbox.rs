//! The sandbox of a JVM. The child process applies the sandbox between fork and exec, as far as the operating
//! system supports it.
//!
//! A JVM in the sandbox may read all files, write files below its scratch folder, and execute the JDK and the
//! libraries of the system. It cannot open sockets, start processes, or send signals to other processes. Each
//! file that it writes has at most 64 MiB. It writes no core dumps.

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

/// Maximum size of a file that a JVM may write, in bytes.
const MAX_FILE_SIZE: u64 = 64 << 20;
/// Maximum number of open files of a JVM. The number is large because the compiler `javac` opens each jar of
/// the class path.
const MAX_OPEN_FILES: u64 = 4096;

/// Whether a JVM uses the sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sandbox {
    /// The JVM uses all parts of the sandbox that this system supports.
    On,
    /// The JVM uses the whole sandbox. If this system does not support a part, no JVM starts.
    Required,
    /// The JVM has the rights of the user. Only these restrictions remain: the JVM runs in its own process
    /// session, it writes no core dumps, and the size of its files and the number of its open files are
    /// limited.
    Off,
}

impl Sandbox {
    /// Returns which parts of the sandbox are active on this system.
    pub fn report(self) -> SandboxReport {
        let on = self != Sandbox::Off;
        SandboxReport {
            files: on && system::protects_files(),
            calls: on && system::filters().is_some(),
            dies_with_parent: cfg!(target_os = "linux"),
        }
    }
}

/// The parts of the sandbox that are active.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SandboxReport {
    /// Whether the JVM cannot write outside its scratch folder (Landlock).
    pub files: bool,
    /// Whether the JVM cannot open sockets, start processes or send signals to other processes (seccomp).
    pub calls: bool,
    /// Whether the system kills the JVM when the thread that started it ends.
    pub dies_with_parent: bool,
}

/// Returns a command that runs `java` in the sandbox.
///
/// The JVM has its own process session, an empty standard input, and no environment variables except
/// `LC_ALL`, `HOME` and `TMPDIR`. The folder `scratch` is its working folder, its home and its temporary
/// folder. The caller adds arguments, redirects the output, and starts the command only once. On Linux, the
/// system kills the JVM when the thread that started it ends.
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
            lower_limit(Resource::Core, 0);
            lower_limit(Resource::Fsize, MAX_FILE_SIZE);
            lower_limit(Resource::Nofile, MAX_OPEN_FILES);
            confinement.apply()
        });
    }
    command
}

/// Limits the number of files that a program can have open at the same time.
pub fn limit_open_files(command: &mut Command, limit: u64) {
    let lower = move || {
        lower_limit(Resource::Nofile, limit);
        Ok(())
    };
    // SAFETY: the closure allocates nothing and only makes system calls.
    unsafe { command.pre_exec(lower) };
}

/// Makes a program inherit a file descriptor. The caller must keep the descriptor open until the program has
/// started. The program opens the descriptor by its [path](descriptor_path).
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

/// Lowers a resource limit of this process to `target`. Does not raise a limit that is already lower.
fn lower_limit(resource: Resource, target: u64) {
    let limit = rustix::process::getrlimit(resource).maximum.map_or(target, |now| now.min(target));
    let _ = rustix::process::setrlimit(resource, Rlimit { current: Some(limit), maximum: Some(limit) });
}
