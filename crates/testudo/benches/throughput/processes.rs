//! Measurements of processes on Linux. On other systems all results are 0 or empty.

use std::collections::BTreeMap;
use std::fs;

/// Returns the peak memory of a process in KB; 0 if the process has ended.
pub fn peak_memory(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

fn is_worker(process: u32) -> bool {
    let line = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&line).contains("testudo.runner.Main")
}

fn children(process: u32) -> impl Iterator<Item = u32> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists = threads.map(|thread| fs::read_to_string(thread.path().join("children")).unwrap_or_default());
    let children =
        |list: String| list.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<u32>>();
    lists.flat_map(children)
}

/// Returns the process IDs of the running worker JVMs that a process has started.
pub fn workers(process: u32) -> impl Iterator<Item = u32> {
    children(process).filter(|id| is_worker(*id))
}

/// Sum of the processor times of all workers that a process has started. The sum includes the last known time
/// of each ended worker, so the sum never decreases.
#[derive(Default)]
pub struct WorkerTimes {
    /// Processor time in seconds, by process ID.
    seconds: BTreeMap<u32, f64>,
}

impl WorkerTimes {
    /// Reads the processor times of the running workers of a process. Returns the sum for all running and
    /// ended workers, in seconds.
    pub fn update(&mut self, process: u32) -> f64 {
        for worker in workers(process) {
            let time = self.seconds.entry(worker).or_default();
            *time = time.max(processor_seconds(worker));
        }
        self.seconds.values().sum()
    }
}

/// Returns the processor time of a process in seconds; 0 if the process has ended.
pub fn processor_seconds(process: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The second field is the name of the program in parentheses. The name can contain spaces and
    // parentheses.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: f64 = fields.skip(11).take(2).filter_map(|field| field.parse::<f64>().ok()).sum();
    // SAFETY: sysconf has no preconditions.
    ticks / unsafe { libc::sysconf(libc::_SC_CLK_TCK) } as f64
}
