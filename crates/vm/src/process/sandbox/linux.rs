//! The sandbox on Linux: Landlock for files, seccomp for system calls.

use std::io;
use std::path::Path;
use std::sync::Mutex;

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreated,
    RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, path_beneath_rules,
};
use rustix::process::{Pid, Signal};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
};

use super::Sandbox;

/// Folders of the program loader and of libraries. A JVM executes files of these folders when it starts.
const LIBRARIES: [&str; 6] = ["/lib", "/lib64", "/usr/lib", "/usr/lib64", "/nix/store", "/gnu/store"];
/// Devices to which a JVM may write.
const DEVICES: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/full"];

/// The restrictions that the child process applies to itself. The parent prepares the restrictions before the
/// fork.
pub struct Confinement {
    /// Process that starts the child.
    parent: Pid,
    /// Rules of Landlock. The child removes the rules from its copy when it applies them. `None` if the
    /// sandbox is off or not supported.
    ruleset: Mutex<Option<RulesetCreated>>,
    /// Filters of system calls. `None` if the sandbox is off or not supported.
    filters: Option<[BpfProgram; 3]>,
    /// Whether the child must not start unless all restrictions are active.
    is_required: bool,
}

/// Prepares the restrictions for a JVM whose program is `java` and whose folder is `scratch`.
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
    /// Applies the restrictions in the child. Does not allocate memory, because allocating between fork and
    /// exec is unsafe.
    pub fn apply(&self) -> io::Result<()> {
        rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
        if rustix::process::getppid() != Some(self.parent) {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let (protects_files, filters_calls) = (self.restrict_files(), self.filter_calls());
        if self.is_required && !(protects_files && filters_calls) {
            return Err(io::Error::from_raw_os_error(libc::EPERM));
        }
        Ok(())
    }

    /// Applies the rules for files. Returns whether they are active.
    fn restrict_files(&self) -> bool {
        let ruleset = self.ruleset.try_lock().ok().and_then(|mut it| it.take());
        let status = ruleset.and_then(|ruleset| ruleset.restrict_self().ok());
        status.is_some_and(|status| status.ruleset != RulesetStatus::NotEnforced)
    }

    /// Applies the filters of system calls. Returns whether they are active.
    fn filter_calls(&self) -> bool {
        let Some(filters) = &self.filters else { return false };
        filters.iter().all(|filter| seccompiler::apply_filter(filter).is_ok())
    }
}

/// Returns rules that allow all reads, and restrict writing and executing files. The rules also restrict
/// network access and signals, if the system supports these rules.
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

/// Returns whether Landlock can prevent writing and truncating files. This requires version 3 or later of the
/// Landlock interface.
pub fn protects_files() -> bool {
    const CREATE_RULESET_VERSION: libc::c_uint = 1;
    // The crates rustix and landlock have no function that returns the version. SAFETY: with this flag the
    // call only returns the version.
    unsafe {
        libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<u8>(), 0, CREATE_RULESET_VERSION)
            >= ABI::V3 as libc::c_long
    }
}

/// Returns the filters of system calls, or `None` if the system does not support seccomp.
pub fn filters() -> Option<[BpfProgram; 3]> {
    // This call fails if the system does not support seccomp.
    rustix::thread::secure_computing_mode().ok()?;
    // The crate seccompiler expects the numbers of system calls that the crate libc defines.
    Some([
        filter(vec![(libc::SYS_socket, vec![])], libc::EACCES)?,
        filter(process_rules()?, libc::EPERM)?,
        // A filter cannot read the flags of `clone3`, because they are in memory. If `clone3` fails with
        // ENOSYS, the C library calls `clone` instead.
        filter(vec![(libc::SYS_clone3, vec![])], libc::ENOSYS)?,
    ])
}

/// Returns a filter that makes system calls fail with `error` if a rule matches.
fn filter(rules: Vec<(i64, Vec<SeccompRule>)>, error: i32) -> Option<BpfProgram> {
    let arch = std::env::consts::ARCH.try_into().ok()?;
    let deny = SeccompAction::Errno(error as u32);
    SeccompFilter::new(rules.into_iter().collect(), SeccompAction::Allow, deny, arch).ok()?.try_into().ok()
}

/// Returns rules that forbid new processes and signals to other processes. The JVM uses other system calls to
/// send signals to its own threads.
fn process_rules() -> Option<Vec<(i64, Vec<SeccompRule>)>> {
    let not_a_thread = first_argument(SeccompCmpOp::MaskedEq(libc::CLONE_THREAD as u64), 0)?;
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

/// Returns a rule with a condition on the first argument of a system call.
fn first_argument(op: SeccompCmpOp, value: u64) -> Option<SeccompRule> {
    let condition = SeccompCondition::new(0, SeccompCmpArgLen::Dword, op, value).ok()?;
    SeccompRule::new(vec![condition]).ok()
}
