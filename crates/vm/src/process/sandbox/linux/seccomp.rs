//! Filters of system calls (seccomp).
//!
//! A filter allows the calls of the lists below. All other calls fail with ENOSYS, because C libraries then
//! use older calls instead. Some calls that Java code can cause fail with EPERM or EACCES, so that the
//! messages of the exceptions have the usual form.
//!
//! The lists come from traces (`strace`) of JDK 17 and 25 on x86-64, and from the symbols that the libraries
//! of these JDKs import. The traced program was `ClassLibrary.java` of the tests. The lists also contain the
//! variants of these calls that other C libraries and other processors use.

use std::os::fd::{AsFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::sync::Mutex;

use libc::{c_int, c_long};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
};

use super::supervision::calls;
use super::transfer;

/// Calls for files and pipes.
const FILES: &[c_long] = &[
    libc::SYS_chdir,
    libc::SYS_close,
    libc::SYS_close_range,
    libc::SYS_copy_file_range,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_fadvise64,
    libc::SYS_fallocate,
    libc::SYS_fchdir,
    libc::SYS_fdatasync,
    libc::SYS_fgetxattr,
    libc::SYS_flistxattr,
    libc::SYS_fstat,
    libc::SYS_fstatfs,
    libc::SYS_fsync,
    libc::SYS_ftruncate,
    libc::SYS_getcwd,
    libc::SYS_getdents64,
    libc::SYS_getxattr,
    libc::SYS_lgetxattr,
    libc::SYS_linkat,
    libc::SYS_listxattr,
    libc::SYS_llistxattr,
    libc::SYS_lseek,
    libc::SYS_newfstatat,
    libc::SYS_pipe2,
    libc::SYS_pread64,
    libc::SYS_preadv,
    libc::SYS_preadv2,
    libc::SYS_pwrite64,
    libc::SYS_pwritev,
    libc::SYS_pwritev2,
    libc::SYS_read,
    libc::SYS_readlinkat,
    libc::SYS_readv,
    libc::SYS_renameat,
    libc::SYS_renameat2,
    libc::SYS_sendfile,
    libc::SYS_splice,
    libc::SYS_statfs,
    libc::SYS_statx,
    libc::SYS_symlinkat,
    libc::SYS_sync_file_range,
    libc::SYS_truncate,
    libc::SYS_umask,
    libc::SYS_unlinkat,
    libc::SYS_utimensat,
    libc::SYS_write,
    libc::SYS_writev,
];
/// Calls that wait for events.
const EVENTS: &[c_long] = &[
    libc::SYS_epoll_create1,
    libc::SYS_epoll_ctl,
    libc::SYS_epoll_pwait,
    libc::SYS_epoll_pwait2,
    libc::SYS_eventfd2,
    libc::SYS_inotify_add_watch,
    libc::SYS_inotify_init1,
    libc::SYS_inotify_rm_watch,
    libc::SYS_ppoll,
    libc::SYS_pselect6,
];
/// Calls for the memory of the process.
const MEMORY: &[c_long] = &[
    libc::SYS_brk,
    libc::SYS_madvise,
    libc::SYS_membarrier,
    libc::SYS_mincore,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_msync,
    libc::SYS_munmap,
];
/// Calls for threads.
const THREADS: &[c_long] = &[
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_futex,
    libc::SYS_getcpu,
    libc::SYS_getpriority,
    libc::SYS_gettid,
    libc::SYS_restart_syscall,
    libc::SYS_rseq,
    libc::SYS_sched_get_priority_max,
    libc::SYS_sched_get_priority_min,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_getparam,
    libc::SYS_sched_getscheduler,
    libc::SYS_sched_yield,
    libc::SYS_set_robust_list,
    libc::SYS_set_tid_address,
];
/// Calls for clocks, and for the timers of the process itself. The timers of `timer_create` are not allowed,
/// because all processes of the user share their maximum number.
const CLOCKS: &[c_long] = &[
    libc::SYS_clock_getres,
    libc::SYS_clock_gettime,
    libc::SYS_clock_nanosleep,
    libc::SYS_getitimer,
    libc::SYS_gettimeofday,
    libc::SYS_nanosleep,
    libc::SYS_setitimer,
    libc::SYS_times,
];
/// Calls for handlers of signals.
const SIGNALS: &[c_long] = &[
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigpending,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_rt_sigsuspend,
    libc::SYS_rt_sigtimedwait,
    libc::SYS_sigaltstack,
];
/// Calls that return facts about the process and the system, and calls that start the JVM.
const PROCESS: &[c_long] = &[
    libc::SYS_getegid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getgroups,
    libc::SYS_getpgid,
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_getrandom,
    libc::SYS_getresgid,
    libc::SYS_getresuid,
    libc::SYS_getrlimit,
    libc::SYS_getrusage,
    libc::SYS_getsid,
    libc::SYS_getuid,
    libc::SYS_sysinfo,
    libc::SYS_uname,
    // The process has no child, so these calls fail.
    libc::SYS_wait4,
    libc::SYS_waitid,
    // Installs the other filters. The last filter forbids the call.
    libc::SYS_seccomp,
];
/// Older variants of the calls above. ARM processors do not have them.
#[cfg(target_arch = "x86_64")]
const OLDER: &[c_long] = &[
    libc::SYS_access,
    libc::SYS_arch_prctl,
    libc::SYS_dup2,
    libc::SYS_epoll_create,
    libc::SYS_epoll_wait,
    libc::SYS_eventfd,
    libc::SYS_futimesat,
    libc::SYS_getdents,
    libc::SYS_getpgrp,
    libc::SYS_inotify_init,
    libc::SYS_link,
    libc::SYS_lstat,
    libc::SYS_pause,
    libc::SYS_pipe,
    libc::SYS_poll,
    libc::SYS_readlink,
    libc::SYS_rename,
    libc::SYS_rmdir,
    libc::SYS_select,
    libc::SYS_stat,
    libc::SYS_symlink,
    libc::SYS_time,
    libc::SYS_unlink,
    libc::SYS_utime,
    libc::SYS_utimes,
];
#[cfg(not(target_arch = "x86_64"))]
const OLDER: &[c_long] = &[];

/// Commands of `fcntl`. Others make the kernel send signals to any process, or block other processes.
const FCNTL_COMMANDS: [c_int; 13] = [
    libc::F_DUPFD,
    libc::F_DUPFD_CLOEXEC,
    libc::F_GETFD,
    libc::F_SETFD,
    libc::F_GETFL,
    libc::F_SETFL,
    libc::F_GETLK,
    libc::F_SETLK,
    libc::F_SETLKW,
    libc::F_OFD_GETLK,
    libc::F_OFD_SETLK,
    libc::F_OFD_SETLKW,
    libc::F_GETPIPE_SZ,
];
/// Returns the size of a device. The crate libc does not define this request.
const BLKGETSIZE64: u64 = 0x8008_1272;
/// Requests of `ioctl`: whether a file is a terminal, the size of a terminal, of a device, or of unread data.
/// Others insert characters into the input of a terminal, for example.
const IOCTL_REQUESTS: [u64; 5] =
    [libc::TCGETS, libc::TCGETS2, libc::TIOCGWINSZ, libc::FIONREAD, BLKGETSIZE64];
/// Returns the length of vectors of ARM processors. The crate libc does not define this option.
const PR_SVE_GET_VL: c_int = 51;
/// Changes the length of vectors of ARM processors. The crate libc does not define this option.
const PR_SVE_SET_VL: c_int = 50;
/// Options of `prctl`: names of threads and of memory, the length of vectors, and `no_new_privs`, which is
/// set again with each filter.
const PRCTL_OPTIONS: [c_int; 6] = [
    libc::PR_SET_NAME,
    libc::PR_GET_NAME,
    libc::PR_SET_VMA,
    PR_SVE_GET_VL,
    PR_SVE_SET_VL,
    libc::PR_SET_NO_NEW_PRIVS,
];

/// Calls that fail with EPERM instead of ENOSYS.
const NOT_PERMITTED: &[c_long] = &[
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_fremovexattr,
    libc::SYS_fsetxattr,
    libc::SYS_kill,
    libc::SYS_mknodat,
    libc::SYS_pidfd_send_signal,
    libc::SYS_ptrace,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_sched_setaffinity,
    libc::SYS_seccomp,
    libc::SYS_setpriority,
    libc::SYS_setrlimit,
    libc::SYS_setsid,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_fork,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lchown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_mknod,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_vfork,
];

/// Bits of a mode with which a program gets the rights of the owner of its file.
const SET_ID_BITS: u64 = (libc::S_ISUID | libc::S_ISGID) as u64;
/// Flags of `open` for which the mode matters. `O_TMPFILE` contains the bits of `O_DIRECTORY`.
const CREATES: u64 = (libc::O_CREAT | (libc::O_TMPFILE & !libc::O_DIRECTORY)) as u64;
/// Flags of `clone` that create namespaces.
const NAMESPACES: u64 = (libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET) as u64;
const THREAD: u64 = libc::CLONE_THREAD as u64;
/// Flag of `mmap` for memory without a file. Together with [`SHARED`], it is not allowed: the kernel does not
/// count such memory for the process after the process has given it back (`MADV_DONTNEED`).
const ANONYMOUS: u64 = libc::MAP_ANONYMOUS as u64;
/// Flag of `mmap` for memory that processes share.
const SHARED: u64 = libc::MAP_SHARED as u64;
/// Bits of the type of a socket without its flags.
const SOCKET_TYPE: u64 = 0xF;
/// Replaces the id of the process in the filters until the process exists. No process has this id, because
/// the kernel assigns ids below 2^22.
const UNKNOWN_PROCESS: u32 = 0x7654_3210;

/// Number that marks the instructions for reports until they are replaced.
const REPORTED: u32 = 0x7e57;

/// A call and the conditions under which it matches.
type CallRules = (c_long, Vec<SeccompRule>);

/// The filters of a process.
pub struct CallFilters {
    /// Filter that reports calls to a supervisor. `None` if the process is not supervised.
    report: Option<BpfProgram>,
    /// The child replaces [`UNKNOWN_PROCESS`] in its copy by its own id.
    filters: Mutex<Vec<BpfProgram>>,
}

impl CallFilters {
    /// Prepares the filters. They allow the process to execute only a program whose path is at the address
    /// `program`. If `reports_metadata` is true, they report the calls that change permissions or times.
    /// Returns `None` if this system has an unknown kind of processor.
    pub fn new(program: u64, reports_metadata: bool) -> Option<CallFilters> {
        let (allow, refuse) = (SeccompAction::Allow, |error: c_int| SeccompAction::Errno(error as u32));
        let filters = vec![
            filter(allowed_calls(program)?, refuse(libc::ENOSYS), allow.clone())?,
            filter(vec![(libc::SYS_socket, vec![])], allow.clone(), refuse(libc::EACCES))?,
            filter(calls_not_permitted()?, allow, refuse(libc::EPERM))?,
        ];
        let reported = || report(calls::metadata_calls().map(|call| (call, vec![])).collect());
        let report = if reports_metadata { Some(reported()?) } else { None };
        Some(CallFilters { report, filters: Mutex::new(filters) })
    }

    /// Prepares the filters of a process whose denied actions are recorded. They report these calls:
    ///
    /// - calls that change files, open files, or ask for facts about files
    /// - calls that read the standard input
    /// - calls that the filters of other processes refuse with EPERM or EACCES
    ///
    /// A call that one filter reports and another filter refuses is not reported. Therefore the other filters
    /// allow these calls: the supervisor decides.
    pub fn recording(program: u64) -> Option<CallFilters> {
        let (allow, refuse) = (SeccompAction::Allow, |error: c_int| SeccompAction::Errno(error as u32));
        let mut allowed = allowed_calls(program)?;
        let refused = || NOT_PERMITTED.iter().filter(|call| **call != libc::SYS_seccomp);
        allowed.extend(refused().chain([&libc::SYS_socket]).map(|call| (*call, vec![])));
        allowed.push((libc::SYS_clone, vec![thread()?, process()?]));
        let mut reported: Vec<CallRules> = calls::file_calls().map(|call| (call, vec![])).collect();
        reported.extend(refused().chain([&libc::SYS_socket]).map(|call| (*call, vec![])));
        reported.push((libc::SYS_clone, vec![process()?]));
        let standard_input = rule([equal(0, libc::STDIN_FILENO as u64)?])?;
        reported.extend(calls::READS.iter().map(|call| (*call, vec![standard_input.clone()])));
        let filters = vec![
            filter(allowed, refuse(libc::ENOSYS), allow.clone())?,
            filter(vec![(libc::SYS_seccomp, vec![])], allow, refuse(libc::EPERM))?,
        ];
        Some(CallFilters { report: Some(report(reported)?), filters: Mutex::new(filters) })
    }

    /// Applies the filters to this process. Returns whether all filters are active. Allocates nothing. The
    /// reports must have started, because these filters forbid to send their descriptor.
    ///
    /// If several filters refuse a call, the error is from the filter that was applied last.
    pub fn apply(&self) -> bool {
        let Ok(mut filters) = self.filters.try_lock() else { return false };
        let process = rustix::process::getpid().as_raw_nonzero().get().cast_unsigned();
        for instruction in filters.iter_mut().flatten().filter(|it| it.k == UNKNOWN_PROCESS) {
            instruction.k = process;
        }
        filters.iter().all(|filter| seccompiler::apply_filter(filter).is_ok())
    }

    /// If the process is supervised, applies the filter that reports calls, and sends the descriptor of the
    /// reports over `supervisor`. Returns whether this succeeded. Allocates nothing.
    pub fn start_reports(&self, supervisor: Option<RawFd>) -> bool {
        let (Some(report), Some(supervisor)) = (&self.report, supervisor) else {
            return self.report.is_none();
        };
        // SAFETY: the caller keeps the descriptor open.
        let supervisor = unsafe { BorrowedFd::borrow_raw(supervisor) };
        apply_report(report).is_some_and(|listener| transfer::send(supervisor, listener.as_fd()))
    }
}

/// Returns whether the system can report calls. Applies the filter to a thread that ends at once.
pub fn reports_calls() -> bool {
    let Some(report) = CallFilters::recording(0).and_then(|it| it.report) else { return false };
    let apply = move || rustix::thread::set_no_new_privs(true).is_ok() && apply_report(&report).is_some();
    std::thread::Builder::new().spawn(apply).is_ok_and(|thread| thread.join().unwrap_or(false))
}

/// Applies a filter that reports calls. Returns the descriptor of the reports, which a program that this
/// process executes does not inherit. Allocates nothing.
fn apply_report(filter: &BpfProgram) -> Option<OwnedFd> {
    // The types `sock_filter` of both crates have the same definition, which is that of the kernel.
    let program =
        libc::sock_fprog { len: filter.len().try_into().ok()?, filter: filter.as_ptr().cast_mut().cast() };
    // The crate seccompiler cannot return the descriptor. SAFETY: the pointers refer to local variables, and
    // the kernel changes nothing.
    let descriptor = unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_SET_MODE_FILTER,
            libc::SECCOMP_FILTER_FLAG_NEW_LISTENER,
            &raw const program,
        )
    };
    // SAFETY: the kernel has returned a new descriptor.
    (descriptor >= 0).then(|| unsafe { OwnedFd::from_raw_fd(descriptor as RawFd) })
}

/// Returns the program of a filter that reports calls and allows the other calls.
fn report(calls: Vec<CallRules>) -> Option<BpfProgram> {
    // The crate seccompiler does not offer reports. So the program traces calls, and then each instruction
    // for tracing is replaced.
    let mut program = filter(calls, SeccompAction::Allow, SeccompAction::Trace(REPORTED))?;
    for instruction in program.iter_mut().filter(|it| it.k == libc::SECCOMP_RET_TRACE | REPORTED) {
        instruction.k = libc::SECCOMP_RET_USER_NOTIF;
    }
    Some(program)
}

/// Returns the program of a filter.
fn filter(calls: Vec<CallRules>, other: SeccompAction, matching: SeccompAction) -> Option<BpfProgram> {
    let arch = std::env::consts::ARCH.try_into().ok()?;
    SeccompFilter::new(calls.into_iter().collect(), other, matching, arch).ok()?.try_into().ok()
}

/// Returns the calls that a JVM needs, with conditions on their arguments. `program` is the address of the
/// path of the JVM.
fn allowed_calls(program: u64) -> Option<Vec<CallRules>> {
    let always = [FILES, EVENTS, MEMORY, THREADS, CLOCKS, SIGNALS, PROCESS, OLDER].into_iter().flatten();
    let mut calls: Vec<CallRules> = always.map(|call| (*call, vec![])).collect();
    let own_limit = rule([equal(0, 0)?, is_null(2)?])?;
    let stream_pair =
        rule([equal(0, libc::AF_UNIX as u64)?, masked(1, SOCKET_TYPE, libc::SOCK_STREAM as u64)?])?;
    calls.extend([
        (libc::SYS_clone, vec![thread()?]),
        (libc::SYS_execve, vec![rule([address(0, program)?])?]),
        (libc::SYS_mmap, vec![rule([masked(3, ANONYMOUS, 0)?])?, rule([masked(3, SHARED, 0)?])?]),
        (libc::SYS_fcntl, one_of(1, FCNTL_COMMANDS.map(|it| it as u64))?),
        (libc::SYS_ioctl, one_of(1, IOCTL_REQUESTS)?),
        (libc::SYS_prctl, one_of(0, PRCTL_OPTIONS.map(|it| it as u64))?),
        (libc::SYS_prlimit64, vec![own_limit]),
        // The JDK creates a pair of connected sockets to close other descriptors.
        (libc::SYS_socketpair, vec![stream_pair]),
        (libc::SYS_tgkill, one_of(0, [UNKNOWN_PROCESS.into()])?),
    ]);
    let modes = [(libc::SYS_fchmod, 1), (libc::SYS_fchmodat, 2), (libc::SYS_mkdirat, 2)];
    #[cfg(target_arch = "x86_64")]
    let modes = modes.into_iter().chain([(libc::SYS_chmod, 1), (libc::SYS_creat, 1), (libc::SYS_mkdir, 1)]);
    for (call, mode) in modes {
        calls.push((call, vec![rule([masked(mode, SET_ID_BITS, 0)?])?]));
    }
    calls.push((libc::SYS_openat, opens(2, 3)?));
    #[cfg(target_arch = "x86_64")]
    calls.push((libc::SYS_open, opens(1, 2)?));
    Some(calls)
}

/// Returns the calls that fail with EPERM.
fn calls_not_permitted() -> Option<Vec<CallRules>> {
    let mut calls: Vec<CallRules> = NOT_PERMITTED.iter().map(|call| (*call, vec![])).collect();
    calls.push((libc::SYS_clone, vec![process()?]));
    Some(calls)
}

/// Returns a rule that matches if `clone` creates a thread without namespaces.
fn thread() -> Option<SeccompRule> {
    rule([masked(0, THREAD | NAMESPACES, THREAD)?])
}

/// Returns a rule that matches if `clone` creates a process.
fn process() -> Option<SeccompRule> {
    rule([masked(0, THREAD, 0)?])
}

/// Returns rules for a call that opens a file: it creates no file, or a file without set-id bits.
fn opens(flags: u8, mode: u8) -> Option<Vec<SeccompRule>> {
    Some(vec![rule([masked(flags, CREATES, 0)?])?, rule([masked(mode, SET_ID_BITS, 0)?])?])
}

/// Returns rules that match if an argument has one of the values.
fn one_of<const N: usize>(argument: u8, values: [u64; N]) -> Option<Vec<SeccompRule>> {
    values.into_iter().map(|value| rule([equal(argument, value)?])).collect()
}

/// Returns a rule that matches if all conditions are met.
fn rule<const N: usize>(conditions: [SeccompCondition; N]) -> Option<SeccompRule> {
    SeccompRule::new(conditions.into()).ok()
}

/// Returns a condition on the lower 32 bits of an argument. The kernel ignores the other bits of numbers.
fn equal(argument: u8, value: u64) -> Option<SeccompCondition> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, value).ok()
}

/// Returns the condition that the bits `mask` of an argument have a value.
fn masked(argument: u8, mask: u64, value: u64) -> Option<SeccompCondition> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(mask), value).ok()
}

/// Returns the condition that a pointer is null.
fn is_null(argument: u8) -> Option<SeccompCondition> {
    address(argument, 0)
}

/// Returns a condition on a pointer.
fn address(argument: u8, value: u64) -> Option<SeccompCondition> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Qword, SeccompCmpOp::Eq, value).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_filter_is_complete_and_one_instruction_names_the_process() {
        let filters = CallFilters::new(0, false).expect("the kind of processor is known");
        let filters = filters.filters.into_inner().unwrap();
        let instructions = filters.iter().flatten();
        assert_eq!(instructions.filter(|it| it.k == UNKNOWN_PROCESS).count(), 1);
    }

    #[test]
    fn the_filters_of_a_supervised_process_report_calls_and_trace_none() {
        for filters in [CallFilters::recording(0), CallFilters::new(0, true)] {
            let report = filters.expect("the kind of processor is known").report.unwrap();
            let returns = |action: u32| report.iter().filter(|it| it.k & !0xffff == action).count();
            assert!(returns(libc::SECCOMP_RET_USER_NOTIF) > 0);
            assert_eq!(returns(libc::SECCOMP_RET_TRACE), 0);
        }
    }
}
