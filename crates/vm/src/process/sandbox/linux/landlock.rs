//! Rules for files (Landlock).

use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, Ruleset, RulesetAttr,
    RulesetCreated, RulesetCreatedAttr, RulesetError, Scope, path_beneath_rules,
};
use rustix::fs::{Mode, OFlags};

use super::readable::{Place, Readable};

/// Program loaders, and folders in which some systems keep them. When the kernel executes a program, it also
/// executes the loader that the program names.
const LOADERS: [&str; 6] = [
    "/lib64/ld-linux-x86-64.so.2",
    "/lib/ld-linux-aarch64.so.1",
    "/lib/ld-musl-x86_64.so.1",
    "/lib/ld-musl-aarch64.so.1",
    "/nix/store",
    "/gnu/store",
];
/// Devices to which a JVM may write.
pub const DEVICES: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/full"];

/// Type of a rule for the files below a folder.
const RULE_PATH_BENEATH: libc::c_uint = 1;

/// The argument of the system call that adds a rule.
#[repr(C, packed)]
struct PathRule {
    allowed: u64,
    folder: RawFd,
}

/// The rules for the files of a process.
pub struct FileRules {
    /// `None` if the system does not support rules for files.
    rules: Option<OwnedFd>,
}

impl FileRules {
    /// Prepares rules that restrict reading, writing and executing files. The rules also restrict network
    /// access and signals, if the system supports these rules.
    pub fn new(java: &Path, scratch: &Path, readable: &Readable) -> FileRules {
        FileRules { rules: ruleset(java, scratch, readable).ok().and_then(Into::into) }
    }

    /// Applies the rules to this process. Returns whether they are active. Allocates nothing.
    pub fn apply(&self) -> bool {
        let Some(rules) = &self.rules else { return false };
        // The crate landlock allocates memory. SAFETY: the call has no pointers.
        let restrict = || unsafe { libc::syscall(libc::SYS_landlock_restrict_self, rules.as_raw_fd(), 0) };
        allow_own_process(rules.as_fd()) && restrict() == 0
    }
}

/// Allows this process to read its own entries in `/proc`. Only this process can open them.
fn allow_own_process(rules: BorrowedFd) -> bool {
    let flags = OFlags::PATH | OFlags::CLOEXEC;
    let Ok(folder) = rustix::fs::open(c"/proc/self", flags, Mode::empty()) else { return false };
    let rule = PathRule { allowed: read().bits(), folder: folder.as_raw_fd() };
    // SAFETY: the pointer refers to a local variable of the type that the kernel expects.
    unsafe {
        let (rules, rule) = (rules.as_raw_fd(), &raw const rule);
        libc::syscall(libc::SYS_landlock_add_rule, rules, RULE_PATH_BENEATH, rule, 0) == 0
    }
}

/// Returns the rights to read files and folders.
fn read() -> BitFlags<AccessFs> {
    AccessFs::ReadFile | AccessFs::ReadDir
}

fn ruleset(java: &Path, scratch: &Path, readable: &Readable) -> Result<RulesetCreated, RulesetError> {
    let write = AccessFs::from_write(ABI::V3);
    let readable = readable.places().map(|it| Ok::<_, RulesetError>(PathBeneath::new(it, read_of(it))));
    Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(read() | write | AccessFs::Execute)?
        .handle_access(AccessNet::from_all(ABI::V4))?
        .scope(Scope::from_all(ABI::V6))?
        .create()?
        .add_rules(path_beneath_rules(LOADERS, AccessFs::Execute))?
        .add_rules(path_beneath_rules([java], AccessFs::Execute))?
        .add_rules(path_beneath_rules(DEVICES, AccessFs::WriteFile))?
        .add_rules(path_beneath_rules([scratch], write))?
        .add_rules(readable)
}

/// Returns the rights to read a place. A file has no rights of folders.
fn read_of(place: &Place) -> BitFlags<AccessFs> {
    if place.path.is_dir() { read() } else { AccessFs::ReadFile.into() }
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
