//! The sandbox of a JVM. The child process applies the sandbox between fork and exec, as far as the operating
//! system supports it.
//!
//! A JVM in the sandbox may read its JDK, the files that the caller names, and files of the system that JVMs
//! need. It may write files below its scratch folder. It cannot open sockets, start processes, or send
//! signals to other processes. It has no capabilities. It can make only the system calls that JVMs need. Each
//! file that it writes has at most 64 MiB. It writes no core dumps.

mod descriptors;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod other;
pub mod supervision;

use std::os::fd::{AsRawFd, BorrowedFd, RawFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rustix::process::{Resource, Rlimit};

use supervision::Supervision;

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
    /// The JVM uses the whole sandbox. If this system does not support a part, no JVM starts.
    On,
    /// The JVM uses all parts of the sandbox that this system supports.
    Weak,
    /// The JVM has the rights of the user. Only these restrictions remain: the JVM runs in its own process
    /// session, it inherits no open files, it writes no core dumps, and the size of its files and the number
    /// of its open files are limited.
    Off,
}

impl Sandbox {
    /// Returns which parts of the sandbox are active on this system.
    pub fn report(self) -> SandboxReport {
        let on = self != Sandbox::Off;
        SandboxReport {
            files: on && system::protects_files(),
            calls: on && system::filters_calls(),
            denials: on && system::reports_denials(),
            dies_with_parent: cfg!(target_os = "linux"),
        }
    }
}

/// The parts of the sandbox that are active.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SandboxReport {
    /// Whether the JVM cannot write outside its scratch folder, and can read only the files that it needs
    /// (Landlock).
    pub files: bool,
    /// Whether the JVM can make only the system calls that JVMs need (seccomp). In particular, it cannot open
    /// sockets, start processes or send signals to other processes.
    pub calls: bool,
    /// Whether the system can report the actions that the sandbox denies (seccomp user notification).
    pub denials: bool,
    /// Whether the system kills the JVM when the thread that started it ends.
    pub dies_with_parent: bool,
}

/// The restrictions of a JVM.
#[derive(Clone, Copy, Debug)]
pub struct Restrictions<'a> {
    /// Whether the JVM uses the sandbox.
    pub sandbox: Sandbox,
    /// The descriptors that the JVM inherits, in addition to its standard streams. The caller must keep these
    /// descriptors open until the JVM has started. The JVM opens a descriptor by its
    /// [path](descriptor_path).
    pub channels: &'a [BorrowedFd<'a>],
    /// Files and folders that the JVM may read, in addition to its JDK, its scratch folder, and the files of
    /// the system that JVMs need.
    pub readable: &'a [PathBuf],
    /// Maximum number of files that the JVM can have open at the same time.
    pub open_files: u64,
    /// The supervision that records the denied actions of the JVM. The caller must keep it until the JVM has
    /// started, and then call [`Supervision::start`].
    pub supervision: Option<&'a Supervision>,
}

impl<'a> Restrictions<'a> {
    /// Returns the restrictions of a JVM that can open as many files as a JVM needs.
    pub fn new(
        sandbox: Sandbox,
        channels: &'a [BorrowedFd<'a>],
        readable: &'a [PathBuf],
    ) -> Restrictions<'a> {
        Restrictions { sandbox, channels, readable, open_files: MAX_OPEN_FILES, supervision: None }
    }
}

/// Returns a command that runs `java` with restrictions.
///
/// The JVM has its own process session, an empty standard input, and no environment variables except
/// `LC_ALL`, `HOME` and `TMPDIR`. The folder `scratch` is its working folder, its home and its temporary
/// folder. The JVM inherits no open file of this process, except its standard streams and the channels. The
/// caller adds arguments, redirects the output, and starts the command only once. On Linux, the system kills
/// the JVM when the thread that started it ends.
pub fn command(java: &Path, scratch: &Path, restrictions: &Restrictions) -> Command {
    let mut command = Command::new(java);
    command.env_clear().env("LC_ALL", "C.UTF-8").env("HOME", scratch).env("TMPDIR", scratch);
    command.current_dir(scratch).stdin(Stdio::null());
    for (property, value) in [("java.io.tmpdir", scratch), ("user.home", scratch)] {
        command.arg(format!("-D{property}={}", value.display()));
    }
    let confinement = system::prepare(java, scratch, restrictions);
    let channels: Vec<RawFd> = restrictions.channels.iter().map(AsRawFd::as_raw_fd).collect();
    let open_files = restrictions.open_files;
    // SAFETY: the closure runs between fork and exec. It allocates nothing and only makes system calls.
    unsafe {
        command.pre_exec(move || {
            rustix::process::setsid()?;
            descriptors::close_all_except(&channels)?;
            lower_limit(Resource::Core, 0);
            lower_limit(Resource::Fsize, MAX_FILE_SIZE);
            lower_limit(Resource::Nofile, open_files);
            confinement.apply()
        });
    }
    command
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
