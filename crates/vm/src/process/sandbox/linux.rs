//! The sandbox on Linux: Landlock for files, seccomp for system calls, no capabilities, and namespaces.

mod landlock;
mod namespaces;
mod privileges;
mod readable;
mod seccomp;
mod supervision;
mod transfer;

use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::path::Path;
use std::process::Child;
use std::sync::OnceLock;

use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

use self::landlock::FileRules;
pub use self::landlock::protects_files;
use self::namespaces::Namespaces;
use self::readable::Readable;
use self::seccomp::CallFilters;
pub use self::supervision::supervise;
use super::program::Program;
use super::supervision::Supervision;
use super::{Restrictions, Sandbox};

/// The restrictions that the child process applies to itself. The parent prepares the restrictions before the
/// fork.
pub struct Confinement {
    /// Process that starts the child.
    parent: Pid,
    /// The restrictions of the sandbox. `None` if the sandbox is off.
    layers: Option<Layers>,
}

/// The parts of the sandbox.
struct Layers {
    /// `None` if the system does not support them.
    namespaces: Option<&'static Namespaces>,
    files: FileRules,
    /// Filters of system calls. `None` if the system does not support them.
    calls: Option<CallFilters>,
    /// Connection to the supervisor, if the child is supervised.
    supervisor: Option<RawFd>,
    /// Whether the child must not start without the rules for files.
    requires_files: bool,
    /// Whether the child must not start without the filters of system calls.
    requires_calls: bool,
}

/// Prepares the restrictions for a JVM whose program is `java` and whose folder is `scratch`. `program` is
/// the same program in the form that the child executes. The child can execute nothing else.
pub fn prepare(
    java: &Path,
    program: &Program,
    scratch: &Path,
    restrictions: &Restrictions,
    supervision: Option<&Supervision>,
) -> Confinement {
    let Restrictions { sandbox, readable, records_denials, .. } = *restrictions;
    let layers = (sandbox != Sandbox::Off).then(|| Layers {
        namespaces: Namespaces::shared(),
        files: FileRules::new(java, scratch, &Readable::new(java, scratch, readable)),
        calls: match supervision {
            Some(_) if records_denials => CallFilters::recording(program.address()),
            supervision => CallFilters::new(program.address(), supervision.is_some()),
        },
        supervisor: supervision.map(|it| it.of_child.as_raw_fd()),
        requires_files: sandbox == Sandbox::On || protects_files(),
        requires_calls: sandbox == Sandbox::On || filters_calls(),
    });
    Confinement { parent: rustix::process::getpid(), layers }
}

/// Returns whether this user can create namespaces for JVMs.
pub fn has_namespaces() -> bool {
    Namespaces::shared().is_some()
}

/// Returns whether the system can filter system calls.
pub fn filters_calls() -> bool {
    // This call fails if the system does not support seccomp.
    rustix::thread::secure_computing_mode().is_ok() && CallFilters::new(0, false).is_some()
}

/// Returns whether the system can report denied actions.
pub fn reports_denials() -> bool {
    static REPORTS: OnceLock<bool> = OnceLock::new();
    *REPORTS.get_or_init(|| {
        protects_files() && filters_calls() && supervision::can_read_children() && seccomp::reports_calls()
    })
}

/// A handle of a process. It refers to this process also after another process has got the same id.
pub struct ProcessHandle(OwnedFd);

impl ProcessHandle {
    pub fn of(child: &Child) -> io::Result<ProcessHandle> {
        Ok(ProcessHandle(pidfd_open(Pid::from_child(child), PidfdFlags::empty())?))
    }

    /// Kills the process, if it has not ended.
    pub fn kill(&self) {
        let _ = pidfd_send_signal(&self.0, Signal::KILL);
    }
}

impl Confinement {
    /// Applies the restrictions in the child. Does not allocate memory, because allocating between fork and
    /// exec is unsafe.
    ///
    /// `limit_files` lowers the limit of open files. The restrictions open files before. If this process has
    /// inherited many descriptors, the numbers of the new ones can be above the limit.
    ///
    /// # Errors
    /// If a restriction fails that the system supports, or that the caller requires. The child then does not
    /// execute the program.
    pub fn apply(&self, limit_files: &dyn Fn()) -> io::Result<()> {
        if let Some(namespaces) = self.layers.as_ref().and_then(|it| it.namespaces) {
            namespaces.enter()?;
        }
        rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
        if rustix::process::getppid() != Some(self.parent) {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        match &self.layers {
            Some(layers) => layers.apply(limit_files),
            None => {
                limit_files();
                Ok(())
            }
        }
    }
}

impl Layers {
    /// Applies the parts except the namespaces. The filters of system calls are last, because they forbid
    /// what the other parts do.
    fn apply(&self, limit_files: &dyn Fn()) -> io::Result<()> {
        privileges::drop_all()?;
        let protects_files = self.files.apply();
        let reports_calls = self.calls.as_ref().is_some_and(|it| it.start_reports(self.supervisor));
        limit_files();
        let filters_calls = reports_calls && self.calls.as_ref().is_some_and(CallFilters::apply);
        if (self.requires_files && !protects_files) || (self.requires_calls && !filters_calls) {
            return Err(io::Error::from_raw_os_error(libc::EPERM));
        }
        Ok(())
    }
}
