//! The system calls that a supervised JVM reports.

use libc::{c_int, c_long};

/// A file to which a call refers.
pub struct Target {
    /// Index of the argument with a descriptor: of the folder from which a relative path starts, or of the
    /// file itself if there is no path.
    pub descriptor: Option<usize>,
    /// Index of the argument with the address of the path.
    pub path: Option<usize>,
}

/// A call that changes or opens files, or asks for facts about a file.
pub struct FileCall {
    number: c_long,
    /// What the call does, such as `deletes`.
    pub verb: &'static str,
    /// The files that the call changes.
    pub targets: &'static [Target],
    /// Whether the call can follow a symbolic link at the end of the path.
    follows_links: bool,
    /// The permissions or times that the call changes, if it changes any.
    pub metadata: Option<Metadata>,
    /// Whether the call only asks for facts about a file, for example whether it exists.
    pub asks: bool,
    /// Index of the argument with the flags of a call that opens a file.
    flags: Option<usize>,
}

/// The new permissions or times of a file, in the arguments of a call.
#[derive(Clone, Copy)]
pub enum Metadata {
    /// Index of the argument with the permissions.
    Permissions(usize),
    /// Index of the argument with the address of the times, and their unit.
    Times(usize, TimeUnit),
}

/// The unit of the second number of a time. The first number counts seconds.
#[derive(Clone, Copy)]
pub enum TimeUnit {
    /// There is no second number.
    None,
    Microseconds,
    Nanoseconds,
}

/// Flags with which a call can write to a file, create it or truncate it. `O_TMPFILE` contains the bits of
/// `O_DIRECTORY`.
const CHANGES: c_int =
    libc::O_WRONLY | libc::O_RDWR | libc::O_CREAT | libc::O_TRUNC | (libc::O_TMPFILE & !libc::O_DIRECTORY);
/// Verb of the calls that delete files. The markers of tests use such a call.
const DELETES: &str = "deletes";

impl FileCall {
    /// Returns whether the call deletes a file.
    pub fn deletes(&self) -> bool {
        self.verb == DELETES
    }

    /// Returns whether a call with these arguments follows a symbolic link at the end of the path.
    pub fn follows_links(&self, arguments: &[u64; 6]) -> bool {
        let refuses =
            self.number == libc::SYS_utimensat && arguments[3] as c_int & libc::AT_SYMLINK_NOFOLLOW != 0;
        self.follows_links && !refuses
    }

    /// Returns whether a call with these arguments changes no file: it opens a file only for reading, or asks
    /// for facts.
    pub fn only_reads(&self, arguments: &[u64; 6]) -> bool {
        self.asks || self.flags.is_some_and(|index| arguments[index] as c_int & CHANGES == 0)
    }
}

const fn path(path: usize) -> Target {
    Target { descriptor: None, path: Some(path) }
}

const fn path_at(descriptor: usize) -> Target {
    Target { descriptor: Some(descriptor), path: Some(descriptor + 1) }
}

const fn call(
    number: c_long,
    verb: &'static str,
    follows_links: bool,
    targets: &'static [Target],
) -> FileCall {
    FileCall { number, verb, targets, follows_links, metadata: None, asks: false, flags: None }
}

const fn open(number: c_long, flags: usize, target: &'static [Target]) -> FileCall {
    FileCall { flags: Some(flags), ..call(number, "writes to", true, target) }
}

const fn question(number: c_long, targets: &'static [Target]) -> FileCall {
    FileCall { asks: true, ..call(number, "asks for", true, targets) }
}

const fn permissions(number: c_long, target: &'static [Target], mode: usize) -> FileCall {
    metadata(number, target, Metadata::Permissions(mode))
}

const fn times(number: c_long, target: &'static [Target], times: usize, unit: TimeUnit) -> FileCall {
    metadata(number, target, Metadata::Times(times, unit))
}

const fn metadata(number: c_long, target: &'static [Target], metadata: Metadata) -> FileCall {
    let verb = "changes the permissions or times of";
    FileCall { metadata: Some(metadata), ..call(number, verb, true, target) }
}

/// The calls that change files, open files, or ask for facts about files.
const FILE_CALLS: &[FileCall] = &[
    open(libc::SYS_openat, 2, &[path_at(0)]),
    call(libc::SYS_unlinkat, DELETES, false, &[path_at(0)]),
    call(libc::SYS_renameat, "renames", false, &[path_at(0), path_at(2)]),
    call(libc::SYS_renameat2, "renames", false, &[path_at(0), path_at(2)]),
    call(libc::SYS_mkdirat, "creates", false, &[path_at(0)]),
    call(libc::SYS_linkat, "links to", false, &[path_at(0), path_at(2)]),
    call(libc::SYS_symlinkat, "creates", false, &[path_at(1)]),
    call(libc::SYS_truncate, "writes to", true, &[path(0)]),
    permissions(libc::SYS_fchmod, &[Target { descriptor: Some(0), path: None }], 1),
    permissions(libc::SYS_fchmodat, &[path_at(0)], 2),
    times(libc::SYS_utimensat, &[path_at(0)], 2, TimeUnit::Nanoseconds),
    question(libc::SYS_faccessat, &[path_at(0)]),
    question(libc::SYS_faccessat2, &[path_at(0)]),
    question(libc::SYS_newfstatat, &[path_at(0)]),
    question(libc::SYS_statx, &[path_at(0)]),
];
/// Older variants of these calls. ARM processors do not have them.
#[cfg(target_arch = "x86_64")]
const OLDER: &[FileCall] = &[
    open(libc::SYS_open, 1, &[path(0)]),
    call(libc::SYS_creat, "writes to", true, &[path(0)]),
    call(libc::SYS_unlink, DELETES, false, &[path(0)]),
    call(libc::SYS_rmdir, DELETES, false, &[path(0)]),
    call(libc::SYS_rename, "renames", false, &[path(0), path(1)]),
    call(libc::SYS_mkdir, "creates", false, &[path(0)]),
    call(libc::SYS_link, "links to", false, &[path(0), path(1)]),
    call(libc::SYS_symlink, "creates", false, &[path(1)]),
    permissions(libc::SYS_chmod, &[path(0)], 1),
    times(libc::SYS_utime, &[path(0)], 1, TimeUnit::None),
    times(libc::SYS_utimes, &[path(0)], 1, TimeUnit::Microseconds),
    times(libc::SYS_futimesat, &[path_at(0)], 2, TimeUnit::Microseconds),
    question(libc::SYS_access, &[path(0)]),
    question(libc::SYS_lstat, &[path(0)]),
    question(libc::SYS_stat, &[path(0)]),
];
#[cfg(not(target_arch = "x86_64"))]
const OLDER: &[FileCall] = &[];

/// Returns the numbers of the calls that change or open files, or ask for facts about files.
pub fn file_calls() -> impl Iterator<Item = c_long> {
    FILE_CALLS.iter().chain(OLDER).map(|call| call.number)
}

/// Returns the numbers of the calls that change permissions or times.
pub fn metadata_calls() -> impl Iterator<Item = c_long> {
    FILE_CALLS.iter().chain(OLDER).filter(|call| call.metadata.is_some()).map(|call| call.number)
}

/// Returns the call with a number, if it changes or opens files, or asks for facts about files.
pub fn file_call(number: c_long) -> Option<&'static FileCall> {
    FILE_CALLS.iter().chain(OLDER).find(|call| call.number == number)
}

/// The calls that read from a descriptor, which is their first argument. They are reported only for the
/// standard input.
pub const READS: &[c_long] =
    &[libc::SYS_read, libc::SYS_readv, libc::SYS_pread64, libc::SYS_preadv, libc::SYS_preadv2];

/// Describes what another call does.
pub fn description(number: c_long) -> &'static str {
    match number {
        number if READS.contains(&number) => "reads the standard input",
        libc::SYS_socket => "opens a socket",
        libc::SYS_clone => "starts a program",
        #[cfg(target_arch = "x86_64")]
        libc::SYS_fork | libc::SYS_vfork => "starts a program",
        libc::SYS_kill | libc::SYS_pidfd_send_signal | libc::SYS_rt_sigqueueinfo => "sends a signal",
        _ => "changes the system, or the owner or attributes of a file",
    }
}

/// Returns the error with which another call fails.
pub fn error(number: c_long) -> c_int {
    if number == libc::SYS_socket { libc::EACCES } else { libc::EPERM }
}
