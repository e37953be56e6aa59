//! The sandbox of a JVM: set between fork and exec, as far as the system offers one.
//!
//! What a worker may do: read everything; write below its scratch directory; run programs of the JDK and the system
//! libraries only; no sockets, no new processes, no signals to others; files of at most 64 MB, no core dumps.

use std::os::fd::{AsRawFd, BorrowedFd};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

use rustix::io::FdFlags;
use rustix::process::{Resource, Rlimit};

/// Largest file that a worker may write, in bytes.
const FILE_SIZE: u64 = 64 << 20;
/// Most files that a JVM may have open: javac opens every jar of the class path.
const OPEN_FILES: u64 = 4096;

/// Whether code runs in the sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sandbox {
    /// As far as this system offers one; that it does not is no reason not to run.
    On,
    /// All of it, or no JVM starts.
    Required,
    /// It may do what the user may who runs this program. It is still in a session of its own, with limits for files.
    Off,
}

impl Sandbox {
    /// Which parts of it are in force on this system.
    pub fn report(self) -> SandboxReport {
        let on = self != Sandbox::Off;
        SandboxReport {
            files: on && system::keeps_files(),
            calls: on && system::filters().is_some(),
            dies_with_parent: cfg!(target_os = "linux"),
        }
    }
}

/// Which parts of the sandbox are in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SandboxReport {
    /// No writes outside the scratch directory (Landlock).
    pub files: bool,
    /// No sockets, no new processes and no signals to others (seccomp).
    pub calls: bool,
    /// The JVM dies with the thread that started it.
    pub dies_with_parent: bool,
}

/// A command that runs `java` in the sandbox: in its own session, with an empty environment and no standard input,
/// in the directory `scratch`, which is also its home and its place for temporary files. The caller adds arguments,
/// sets where output goes and starts it, once. On Linux the JVM is killed when the thread that started it ends.
pub fn command(java: &Path, scratch: &Path, sandbox: Sandbox) -> Command {
    let mut command = Command::new(java);
    command.env_clear().env("LC_ALL", "C.UTF-8").env("HOME", scratch).env("TMPDIR", scratch);
    command.current_dir(scratch).stdin(Stdio::null());
    for (property, value) in [("java.io.tmpdir", scratch), ("user.home", scratch)] {
        command.arg(format!("-D{property}={}", value.display()));
    }
    let confine = system::prepare(java, scratch, sandbox);
    // SAFETY: between fork and exec only system calls are made, on what was prepared before.
    unsafe {
        command.pre_exec(move || {
            rustix::process::setsid()?;
            limit(Resource::Core, 0);
            limit(Resource::Fsize, FILE_SIZE);
            limit(Resource::Nofile, OPEN_FILES);
            confine.apply()
        });
    }
    command
}

/// Has a program inherit a descriptor, which must stay open until it was started; it opens it by its [path](path_of).
pub fn hand_over(command: &mut Command, descriptor: BorrowedFd) {
    let descriptor = descriptor.as_raw_fd();
    let keep = move || {
        // SAFETY: the caller keeps the descriptor open until the program was started.
        let descriptor = unsafe { BorrowedFd::borrow_raw(descriptor) };
        Ok(rustix::io::fcntl_setfd(descriptor, FdFlags::empty())?)
    };
    // SAFETY: only a system call is made.
    unsafe { command.pre_exec(keep) };
}

/// Where a program that inherits a descriptor finds it.
pub fn path_of(descriptor: BorrowedFd) -> String {
    format!("/dev/fd/{}", descriptor.as_raw_fd())
}

/// Lowers a limit; one that is lower already stays.
fn limit(resource: Resource, most: u64) {
    let most = rustix::process::getrlimit(resource).maximum.map_or(most, |now| now.min(most));
    let _ = rustix::process::setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) });
}

#[cfg(target_os = "linux")]
mod system {
    use std::io;
    use std::path::Path;
    use std::sync::Mutex;

    use landlock::{
        ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreated,
        RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, path_beneath_rules,
    };
    use seccompiler::{
        BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
        SeccompRule,
    };

    use rustix::process::{Pid, Signal};

    use super::Sandbox;

    /// Folders of the program loader and of libraries, of which the JVM's start executes.
    const LIBRARIES: [&str; 6] = ["/lib", "/lib64", "/usr/lib", "/usr/lib64", "/nix/store", "/gnu/store"];
    const DEVICES: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/full"];

    /// What is put on in the child.
    pub struct Confinement {
        parent: Pid,
        /// Taken by the child from its copy.
        ruleset: Mutex<Option<RulesetCreated>>,
        filters: Option<[BpfProgram; 3]>,
        is_required: bool,
    }

    pub fn prepare(java: &Path, scratch: &Path, sandbox: Sandbox) -> Confinement {
        let on = sandbox != Sandbox::Off;
        Confinement {
            is_required: sandbox == Sandbox::Required,
            parent: rustix::process::getpid(),
            ruleset: Mutex::new(ruleset(java, scratch).ok().filter(|_| on)),
            filters: filters().filter(|_| on),
        }
    }

    impl Confinement {
        /// Called in the child: allocates nothing.
        pub fn apply(&self) -> io::Result<()> {
            rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
            if rustix::process::getppid() != Some(self.parent) {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            let (keeps_files, keeps_calls) = (self.restrict(), self.filter());
            if self.is_required && !(keeps_files && keeps_calls) {
                return Err(io::Error::from_raw_os_error(libc::EPERM));
            }
            Ok(())
        }

        fn restrict(&self) -> bool {
            let ruleset = self.ruleset.try_lock().ok().and_then(|mut it| it.take());
            let status = ruleset.and_then(|ruleset| ruleset.restrict_self().ok());
            status.is_some_and(|status| status.ruleset != RulesetStatus::NotEnforced)
        }

        fn filter(&self) -> bool {
            let Some(filters) = &self.filters else { return false };
            filters.iter().all(|filter| seccompiler::apply_filter(filter).is_ok())
        }
    }

    /// Reading is free; writing and executing are not.
    fn ruleset(java: &Path, scratch: &Path) -> Result<RulesetCreated, RulesetError> {
        let write = AccessFs::from_write(ABI::V3);
        let real = java.canonicalize().unwrap_or_else(|_| java.to_path_buf());
        let home = real.ancestors().nth(2).unwrap_or(&real);
        Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(write | AccessFs::Execute)?
            .handle_access(AccessNet::from_all(ABI::V4))?
            .scope(Scope::from_all(ABI::V6))?
            .create()?
            .add_rules(path_beneath_rules(LIBRARIES, AccessFs::Execute))?
            .add_rules(path_beneath_rules([home], AccessFs::Execute))?
            .add_rules(path_beneath_rules(DEVICES, AccessFs::WriteFile))?
            .add_rules(path_beneath_rules([scratch], write))
    }

    /// Whether Landlock keeps from writing, and from cutting files short, which it does from its third version on.
    pub fn keeps_files() -> bool {
        const CREATE_RULESET_VERSION: libc::c_uint = 1;
        // rustix has no Landlock, and the crate landlock does not return the version.
        // SAFETY: with this flag the call only returns the version.
        unsafe {
            libc::syscall(
                libc::SYS_landlock_create_ruleset,
                std::ptr::null::<u8>(),
                0,
                CREATE_RULESET_VERSION,
            ) >= ABI::V3 as libc::c_long
        }
    }

    /// The filters, or `None` where the system has no seccomp.
    pub fn filters() -> Option<[BpfProgram; 3]> {
        // The call fails if the system has no filters.
        rustix::thread::secure_computing_mode().ok()?;
        Some([
            filter(vec![(libc::SYS_socket, vec![])], libc::EACCES)?,
            filter(processes()?, libc::EPERM)?,
            // Its flags are out of a filter's sight; the C library then falls back to `clone`.
            filter(vec![(libc::SYS_clone3, vec![])], libc::ENOSYS)?,
        ])
    }

    fn filter(rules: Vec<(i64, Vec<SeccompRule>)>, error: i32) -> Option<BpfProgram> {
        let arch = std::env::consts::ARCH.try_into().ok()?;
        let deny = SeccompAction::Errno(error as u32);
        SeccompFilter::new(rules.into_iter().collect(), SeccompAction::Allow, deny, arch)
            .ok()?
            .try_into()
            .ok()
    }

    /// No new ones, and no signals to others: the JVM sends its own threads theirs by other calls.
    fn processes() -> Option<Vec<(i64, Vec<SeccompRule>)>> {
        let not_a_thread = rule(SeccompCmpOp::MaskedEq(libc::CLONE_THREAD as u64), 0)?;
        let rules = vec![
            (libc::SYS_clone, vec![not_a_thread]),
            (libc::SYS_kill, vec![]),
            (libc::SYS_pidfd_send_signal, vec![]),
            (libc::SYS_rt_sigqueueinfo, vec![]),
            #[cfg(target_arch = "x86_64")]
            (libc::SYS_fork, vec![]),
            #[cfg(target_arch = "x86_64")]
            (libc::SYS_vfork, vec![]),
        ];
        Some(rules)
    }

    /// A condition on the first argument.
    fn rule(op: SeccompCmpOp, value: u64) -> Option<SeccompRule> {
        let condition = SeccompCondition::new(0, SeccompCmpArgLen::Dword, op, value).ok()?;
        SeccompRule::new(vec![condition]).ok()
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::io;
    use std::path::Path;

    use super::Sandbox;

    /// Nothing yet.
    pub struct Confinement;

    pub fn prepare(_java: &Path, _scratch: &Path, _sandbox: Sandbox) -> Confinement {
        Confinement
    }

    impl Confinement {
        pub fn apply(&self) -> io::Result<()> {
            Ok(())
        }
    }

    pub fn keeps_files() -> bool {
        false
    }

    pub fn filters() -> Option<()> {
        None
    }
}
