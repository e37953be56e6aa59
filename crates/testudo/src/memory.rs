//! Protects the memory of this process from other processes of the user, such as code under test.

use std::io;

/// Makes this process not dumpable: other processes of the user cannot trace the process, read its memory or
/// its environment, or open its files through `/proc`. The system also writes no core dump. Does nothing on
/// other systems than Linux.
///
/// # Errors
/// If the system refuses the setting.
#[cfg(target_os = "linux")]
pub fn protect() -> io::Result<()> {
    use rustix::process::{DumpableBehavior, set_dumpable_behavior};
    Ok(set_dumpable_behavior(DumpableBehavior::NotDumpable)?)
}

#[cfg(not(target_os = "linux"))]
pub fn protect() -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use rustix::process::{DumpableBehavior, dumpable_behavior};

    #[test]
    fn the_process_is_not_dumpable_after_the_start() {
        super::protect().unwrap();
        assert_eq!(dumpable_behavior().unwrap(), DumpableBehavior::NotDumpable);
    }
}
