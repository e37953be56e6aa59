//! The sandbox of a JVM. The child process applies the sandbox between fork and exec, as far as the operating
//! system supports it.
//!
//! A JVM in the sandbox may read its JDK, the files that the caller names, and files of the system that JVMs
//! need. It may write files below its scratch folder, but not into its working folder and its home. It cannot
//! open sockets, start processes, or send signals to other processes. It has no capabilities. It can make
//! only the system calls that JVMs need. Each file that it writes has at most 64 MiB. It writes no core
//! dumps.

mod descriptors;
pub(crate) mod folders;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod other;
mod program;
pub mod supervision;
mod watch;

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, RawFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use rustix::process::{Resource, Rlimit};

use folders::{FolderNames, Folders};
use program::Program;
use supervision::{Files, Supervision, Supervisor};
use watch::Watch;

#[cfg(target_os = "linux")]
use linux as system;
#[cfg(not(target_os = "linux"))]
use other as system;

/// Maximum size of a file that a JVM may write, in bytes.
const MAX_FILE_SIZE: u64 = 64 << 20;
/// Maximum number of open files of a JVM. The number is large because the compiler `javac` opens each jar of
/// the class path.
const MAX_OPEN_FILES: u64 = 4096;

/// Memory of a JVM in addition to its heap and to direct buffers of the same size, in bytes: classes,
/// compiled code, and stacks of threads.
const MEMORY_BESIDE_HEAP: u64 = 1 << 30;

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
            namespaces: on && system::has_namespaces(),
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
    /// Whether the JVM has no network devices and no shared memory of other processes (namespaces). This is a
    /// second layer behind the other parts, so the sandbox is whole without it.
    pub namespaces: bool,
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
    /// Maximum size of the heap in MiB. If the memory of the JVM exceeds twice this size by more than 1 GiB,
    /// Testudo ends the JVM.
    pub heap_mb: u32,
    /// Whether the denied actions of each test are recorded, if the system supports this. The JVM must mark
    /// the start of each test: it tries to delete the file `/testudo-test/N`, where N is the number of the
    /// test. The first test has the number 0. In the same way, it marks the end of the last test with the
    /// number of tests.
    pub records_denials: bool,
    /// The names of the folders of the JVM.
    pub folder_names: FolderNames,
}

impl<'a> Restrictions<'a> {
    /// Returns the restrictions of a JVM that can open as many files as a JVM needs.
    pub fn new(
        sandbox: Sandbox,
        channels: &'a [BorrowedFd<'a>],
        readable: &'a [PathBuf],
        heap_mb: u32,
    ) -> Restrictions<'a> {
        let open_files = MAX_OPEN_FILES;
        Restrictions {
            sandbox,
            channels,
            readable,
            open_files,
            heap_mb,
            records_denials: false,
            folder_names: FolderNames::Search,
        }
    }
}

/// A JVM that has not started.
#[derive(Debug)]
pub struct Jvm {
    /// The command that starts the JVM.
    command: Command,
    program: Program,
    /// `None` if the system does not support supervision, or the sandbox is off.
    supervision: Option<Supervision>,
    scratch: PathBuf,
    /// Maximum number of bytes of memory. `None` if the sandbox is off.
    memory: Option<u64>,
}

impl Jvm {
    /// Prepares a JVM that runs `java` with restrictions.
    ///
    /// The JVM has its own process session, an empty standard input, and no environment variables except
    /// `LC_ALL`, `HOME` and `TMPDIR`. Its working folder, its home and its folder for temporary files are
    /// folders inside `scratch`, which this function creates. The JVM inherits no open file of this
    /// process, except its standard streams and the channels. On Linux, the system kills the JVM when the
    /// thread that started it ends.
    ///
    /// # Errors
    /// If the folders or a connection to the JVM cannot be created.
    pub fn new(java: &Path, scratch: &Path, restrictions: &Restrictions) -> io::Result<Jvm> {
        let is_supervised = restrictions.sandbox != Sandbox::Off && system::reports_denials();
        let (java_program, readable) = (java.to_owned(), restrictions.readable.to_owned());
        let files = Files { java: java_program, scratch: scratch.to_owned(), readable };
        let supervision = is_supervised.then(|| Supervision::new(files)).transpose()?;
        let folders = Folders::new(scratch, restrictions.folder_names);
        folders.create()?;
        let (mut command, program) = (command(java, &folders), Program::new(java)?);
        let confinement = system::prepare(java, &program, scratch, restrictions, supervision.as_ref());
        restrict(&mut command, restrictions, confinement);
        let is_limited = restrictions.sandbox != Sandbox::Off;
        let memory = MEMORY_BESIDE_HEAP + 2 * (u64::from(restrictions.heap_mb) << 20);
        Ok(Jvm {
            command,
            program,
            supervision,
            scratch: scratch.to_owned(),
            memory: is_limited.then_some(memory),
        })
    }

    /// Returns the command, to add arguments and to redirect the output.
    pub fn command(&mut self) -> &mut Command {
        &mut self.command
    }

    /// Starts the JVM. The caller must keep the guard as long as the JVM runs.
    ///
    /// # Errors
    /// If the JVM or its guard cannot be started.
    pub fn spawn(self) -> io::Result<(Child, Guard)> {
        let Jvm { mut command, program, supervision, scratch, memory } = self;
        let execution = program.with_arguments_of(&command)?;
        // SAFETY: the closure runs between fork and exec. It allocates nothing and only makes a system call.
        unsafe { command.pre_exec(move || Err(execution.run())) };
        let mut child = command.spawn()?;
        let guard = Guard::start(&child, supervision, &scratch, memory).inspect_err(|_| {
            let _ = child.kill();
            let _ = child.wait();
        })?;
        Ok((child, guard))
    }
}

/// Guards a running JVM until this value is dropped: answers its reports, and ends it if it uses too much
/// memory, too many threads or too much disk space. Without the sandbox, does nothing.
#[derive(Debug)]
pub struct Guard {
    supervisor: Option<Supervisor>,
    _watch: Option<Watch>,
}

impl Guard {
    fn start(
        child: &Child,
        supervision: Option<Supervision>,
        scratch: &Path,
        memory: Option<u64>,
    ) -> io::Result<Guard> {
        let watch = memory.map(|memory| Watch::start(child, scratch, memory)).transpose()?;
        let supervisor = supervision.map(Supervision::start).transpose()?;
        Ok(Guard { supervisor, _watch: watch })
    }

    /// Returns a description of the first denied action of a test, such as `deletes /x`. Returns a reason if
    /// it is not certain that the test had no denied action. Returns `None` if nothing was denied.
    ///
    /// `test` is the number of the test in the JVM: see [`Restrictions::records_denials`]. The number of
    /// tests stands for the actions after the last test. The answer is certain only after the last test of
    /// the JVM has ended.
    pub fn denied(&self, test: usize) -> Option<String> {
        self.supervisor.as_ref().and_then(|it| it.denied(test))
    }
}

/// Returns a command that runs `java` without variables of the environment of this process.
fn command(java: &Path, Folders { temporary, work, home }: &Folders) -> Command {
    let mut command = Command::new(java);
    command.env_clear().env("LC_ALL", "C.UTF-8").env("HOME", home).env("TMPDIR", temporary);
    command.current_dir(work).stdin(Stdio::null());
    for (property, value) in [("java.io.tmpdir", temporary), ("user.home", home)] {
        command.arg(format!("-D{property}={}", value.display()));
    }
    command
}

/// Makes the process of a command apply restrictions before it executes the program.
fn restrict(command: &mut Command, restrictions: &Restrictions, confinement: system::Confinement) {
    let channels: Vec<RawFd> = restrictions.channels.iter().map(AsRawFd::as_raw_fd).collect();
    let open_files = restrictions.open_files;
    // SAFETY: the closure runs between fork and exec. It allocates nothing and only makes system calls.
    unsafe {
        command.pre_exec(move || {
            rustix::process::setsid()?;
            descriptors::close_all_except(&channels)?;
            lower_limit(Resource::Core, 0);
            lower_limit(Resource::Fsize, MAX_FILE_SIZE);
            confinement.apply(&|| lower_limit(Resource::Nofile, open_files))
        });
    }
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
