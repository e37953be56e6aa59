//! What a process does: tells a process that hangs from a process that waits for the machine.

use std::fs;
use std::process::Child;
use std::time::Duration;

/// Returns the processor time that all threads of a process have used, or `None` if the system does not
/// report it.
// The crate rustix does not support the function `clock_getcpuclockid` or the clocks that it returns.
#[cfg(target_os = "linux")]
pub fn processor_time(process: &Child) -> Option<Duration> {
    let mut clock = 0;
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointers refer to local variables.
    let is_available = unsafe {
        libc::clock_getcpuclockid(process.id().cast_signed(), &mut clock) == 0
            && libc::clock_gettime(clock, &mut time) == 0
    };
    is_available.then(|| Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
}

#[cfg(not(target_os = "linux"))]
pub fn processor_time(_: &Child) -> Option<Duration> {
    None
}

/// Returns whether all threads of a process sleep until an event happens. A thread does not count as asleep
/// if it waits for the processor or the disk, or if it is stopped. Returns false if the system does not
/// report the states of threads.
pub fn is_asleep(process: &Child) -> bool {
    let Ok(threads) = fs::read_dir(format!("/proc/{}/task", process.id())) else { return false };
    threads.flatten().all(|thread| {
        // The state follows the name of the thread in parentheses. The name can contain any characters,
        // including parentheses.
        let stat = fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
        stat.rsplit_once(')').is_some_and(|(_, rest)| rest.starts_with(" S"))
    })
}
