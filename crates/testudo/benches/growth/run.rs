//! One run of the command, watched from outside.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::processes::{peak, seconds, workers};

/// Between two looks.
const PAUSE: Duration = Duration::from_millis(10);

/// Where a run stands.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    /// Since its start, in seconds.
    pub time: f64,
    /// Processor time of Testudo, and of all workers so far, in seconds.
    pub used: [f64; 2],
    /// The most memory that Testudo had until now, and that workers had that lived together, in KB.
    pub memory: [u64; 2],
}

/// A run.
#[derive(Default)]
pub struct Run {
    /// What was seen, in order.
    pub looks: Vec<Look>,
    /// The report of each class, and how many looks were before it.
    pub reports: Vec<(Value, usize)>,
}

/// Runs the command on some classes of a class path with some options more; `listen` is called behind each report.
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
    let (mut run, mut used_by_workers) = (Run::default(), BTreeMap::new());
    loop {
        let line = lines.recv_timeout(PAUSE);
        run.looks.push(look(child.id(), start, run.looks.last(), &mut used_by_workers));
        match line {
            Ok(line) => {
                let report = serde_json::from_str(&line).expect("a report");
                run.reports.push((report, run.looks.len()));
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

fn look(testudo: u32, start: Instant, before: Option<&Look>, used: &mut BTreeMap<u32, f64>) -> Look {
    let before = before.copied().unwrap_or_default();
    let mut together = 0;
    for worker in workers(testudo) {
        together += peak(worker);
        let most = used.entry(worker).or_default();
        *most = most.max(seconds(worker));
    }
    Look {
        time: start.elapsed().as_secs_f64(),
        used: [before.used[0].max(seconds(testudo)), used.values().sum()],
        memory: [before.memory[0].max(peak(testudo)), before.memory[1].max(together)],
    }
}

impl Run {
    /// A number of the first report.
    pub fn number(&self, field: &str) -> f64 {
        number(&self.reports[0].0, field)
    }

    /// How it stood at the end.
    pub fn end(&self) -> Look {
        *self.looks.last().expect("it ran")
    }

    /// How it stood when the search of the first class ended.
    pub fn end_of_search(&self) -> Look {
        let (report, looks) = &self.reports[0];
        // The report counts from when the command takes up the class.
        let behind = number(report, "total_seconds")
            - number(report, "first_test_seconds")
            - number(report, "search_seconds");
        let end = self.looks[looks - 1].time - behind;
        let later = self.looks.iter().find(|look| look.time >= end);
        later.copied().unwrap_or_else(|| self.end())
    }
}

/// A number of a report.
pub fn number(report: &Value, field: &str) -> f64 {
    report[field].as_f64().unwrap_or_else(|| panic!("no {field} in {report}"))
}
