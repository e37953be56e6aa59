//! Runs the command `testudo` in a child process, and measures the processor time and memory of the command
//! and its workers.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::processes::{WorkerTimes, peak_memory, processor_seconds, workers};

/// Time between two snapshots.
const INTERVAL: Duration = Duration::from_millis(10);

/// The resources that a run has used from its start to one moment.
#[derive(Clone, Copy, Debug, Default)]
pub struct Snapshot {
    /// Seconds since the start of the run.
    pub time: f64,
    /// Processor time in seconds: of Testudo, and of all its workers.
    pub processor_time: [f64; 2],
    /// Peak memory in KB: of Testudo, and the largest sum over the workers that ran at the same time.
    pub peak_memory: [u64; 2],
}

/// The measurements of a run.
#[derive(Default)]
pub struct Run {
    /// Snapshots, in order.
    pub snapshots: Vec<Snapshot>,
    /// The report of each class, and the number of snapshots up to its arrival.
    pub reports: Vec<(Value, usize)>,
}

/// Runs the command on classes of a class path, with further options. Calls `listen` after each report.
pub fn run(class_path: &Path, classes: &[String], options: &[&str], listen: &dyn Fn(&Run)) -> Run {
    let output = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_testudo"));
    command.args(["-q", "generate", "--json", "--seed", "1", "--classpath"]).arg(class_path);
    for class in classes {
        command.args(["--class", class]);
    }
    command.env("XDG_CACHE_HOME", output.path().join("cache"));
    command.arg("--output").arg(output.path()).args(options).stdout(Stdio::piped());
    let start = Instant::now();
    let mut child = command.spawn().expect("the command");
    let lines = lines(&mut child);
    let (mut run, mut times_of_workers) = (Run::default(), WorkerTimes::default());
    loop {
        let line = lines.recv_timeout(INTERVAL);
        run.snapshots.push(snapshot(child.id(), start, run.snapshots.last(), &mut times_of_workers));
        match line {
            Ok(line) => {
                let report = serde_json::from_str(&line).expect("a report");
                run.reports.push((report, run.snapshots.len()));
                listen(&run);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    child.wait().expect("the command ends");
    run
}

fn lines(child: &mut Child) -> Receiver<String> {
    let (sender, lines) = channel();
    let output = BufReader::new(child.stdout.take().expect("a pipe"));
    std::thread::spawn(move || {
        for line in output.lines().map_while(Result::ok) {
            let _ = sender.send(line);
        }
    });
    lines
}

/// Measures a process and its workers. No value is lower than in the previous snapshot, although the
/// functions of [`crate::processes`] return 0 for an ended process.
fn snapshot(
    testudo: u32,
    start: Instant,
    previous: Option<&Snapshot>,
    times_of_workers: &mut WorkerTimes,
) -> Snapshot {
    let previous = previous.copied().unwrap_or_default();
    let mut memory_of_workers = 0;
    for worker in workers(testudo) {
        memory_of_workers += peak_memory(worker);
    }
    let [processor_time, _] = previous.processor_time;
    let [memory, peak_of_workers] = previous.peak_memory;
    Snapshot {
        time: start.elapsed().as_secs_f64(),
        processor_time: [processor_time.max(processor_seconds(testudo)), times_of_workers.update(testudo)],
        peak_memory: [memory.max(peak_memory(testudo)), peak_of_workers.max(memory_of_workers)],
    }
}

impl Run {
    /// Returns the value of a numeric field in the first report.
    pub fn number(&self, field: &str) -> f64 {
        number(&self.reports[0].0, field)
    }

    /// Returns the last snapshot.
    pub fn end(&self) -> Snapshot {
        *self.snapshots.last().expect("a run has a snapshot")
    }

    /// Returns the first snapshot after the end of the search for the first class.
    pub fn end_of_search(&self) -> Snapshot {
        let (report, snapshots_before) = &self.reports[0];
        // The report counts times from the start of the work on the class, not from the start of the process.
        // The search begins at about the time of the first test.
        let seconds_after_search = number(report, "total_seconds")
            - number(report, "first_test_seconds")
            - number(report, "search_seconds");
        let end = self.snapshots[snapshots_before - 1].time - seconds_after_search;
        let later = self.snapshots.iter().find(|snapshot| snapshot.time >= end);
        later.copied().unwrap_or_else(|| self.end())
    }
}

/// Returns the value of a numeric field in a report.
pub fn number(report: &Value, field: &str) -> f64 {
    report[field].as_f64().unwrap_or_else(|| panic!("no {field} in {report}"))
}
