//! Rules for files (Landlock).

use std::path::Path;
use std::sync::Mutex;

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreated,
    RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, path_beneath_rules,
};

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

/// The rules for the files of a process.
pub struct FileRules {
    /// The child removes the rules from its copy when it applies them. `None` if the system does not support
    /// them.
    ruleset: Mutex<Option<RulesetCreated>>,
}

impl FileRules {
    /// Prepares rules that allow all reads, and restrict writing and executing files. The rules also restrict
    /// network access and signals, if the system supports these rules.
    pub fn new(java: &Path, scratch: &Path) -> FileRules {
        FileRules { ruleset: Mutex::new(ruleset(java, scratch).ok()) }
    }

    /// Applies the rules to this process. Returns whether they are active. Allocates nothing.
    pub fn apply(&self) -> bool {
        let ruleset = self.ruleset.try_lock().ok().and_then(|mut it| it.take());
        let status = ruleset.and_then(|ruleset| ruleset.restrict_self().ok());
        status.is_some_and(|status| status.ruleset != RulesetStatus::NotEnforced)
    }
}

fn ruleset(java: &Path, scratch: &Path) -> Result<RulesetCreated, RulesetError> {
    let write = AccessFs::from_write(ABI::V3);
    Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(write | AccessFs::Execute)?
        .handle_access(AccessNet::from_all(ABI::V4))?
        .scope(Scope::from_all(ABI::V6))?
        .create()?
        .add_rules(path_beneath_rules(LOADERS, AccessFs::Execute))?
        .add_rules(path_beneath_rules([java], AccessFs::Execute))?
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
