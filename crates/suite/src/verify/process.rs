//! Runs compiled test classes in JVMs.

use std::ffi::OsString;
use std::io;
use std::os::fd::AsFd;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tempfile::TempDir;
use vm::{Restrictions, Supervision, Supervisor};

use super::environment::Environment;
use super::lines::{Line, lines};
use super::verifier::{CompiledClass, Verifier};

/// Time limit of a test.
const TEST_LIMIT: Duration = Duration::from_secs(5);
/// Time limit for starting a JVM.
const START_LIMIT: Duration = Duration::from_secs(20);
/// Time that is enough for any number of isolated tests, which each load their own classes.
const ENOUGH_TIME: Duration = Duration::from_secs(60 * 60);
/// Fraction of the time until the deadline after which all isolated tests should have ended.
const ISOLATION_SHARE: f64 = 0.7;

/// Result of running a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The test ended.
    Ended {
        /// Lines and messages of failed assertions. The line is 0 if unknown.
        assertions: Vec<(usize, String)>,
        /// Class and message of the exception that ended the test, or `None` if no exception ended the test.
        exception: Option<String>,
        /// Description of the changes that the test left in static fields. Equal changes have equal
        /// descriptions. The description is empty if there are no changes, or if tests share classes.
        leftover: String,
    },
    /// The test exceeded its time limit.
    TimedOut,
    /// The JVM ended while the test ran.
    Crashed,
    /// The sandbox denied an action of the test. Contains a description of the action, such as `deletes /x`.
    Denied(String),
    /// The test did not run before the deadline, or no JVM could be started.
    NotRun,
}

impl Verdict {
    /// Returns whether the test ended without a failed assertion and without an exception.
    pub fn has_passed(&self) -> bool {
        matches!(self, Verdict::Ended { assertions, exception: None, .. } if assertions.is_empty())
    }
}

impl Verifier {
    /// Runs tests in a new JVM, in the given order, and returns the verdicts in the same order.
    ///
    /// If a test exceeds its time limit or the JVM crashes, the remaining tests run in another JVM. No test
    /// starts after the deadline.
    pub(super) fn run(
        &self,
        compiled: &CompiledClass,
        order: &[usize],
        environment: Environment,
        deadline: Instant,
    ) -> Vec<Verdict> {
        let mut verdicts = Vec::with_capacity(order.len());
        let mut failed_starts = 0;
        while verdicts.len() < order.len() && Instant::now() < deadline && failed_starts < 2 {
            let before = verdicts.len();
            if let Err(error) =
                self.run_in_one_jvm(compiled, &order[before..], environment, deadline, &mut verdicts)
            {
                tracing::warn!(
                    "cannot start a JVM to verify tests: {error}; \
                     check the JDK and the folder for temporary files (TMPDIR)"
                );
                break;
            }
            failed_starts = if verdicts.len() == before { failed_starts + 1 } else { 0 };
        }
        verdicts.resize(order.len(), Verdict::NotRun);
        verdicts
    }

    /// Runs tests in one JVM until all tests have ended, a test exceeds its time limit, or the JVM ends. Adds
    /// the verdicts to `verdicts`.
    fn run_in_one_jvm(
        &self,
        compiled: &CompiledClass,
        order: &[usize],
        environment: Environment,
        deadline: Instant,
        verdicts: &mut Vec<Verdict>,
    ) -> io::Result<()> {
        let mut process = Process::start(self, compiled, order, environment, deadline)?;
        let mut test = Progress::default();
        let first = verdicts.len();
        for _ in order {
            let limit = if test.any_started { TEST_LIMIT } else { START_LIMIT };
            let end = process.wait_for_end(&mut test, limit, deadline);
            match end {
                WaitEnd::TestEnded => verdicts.push(test.take_verdict()),
                WaitEnd::TimedOut if test.is_running => verdicts.push(Verdict::TimedOut),
                WaitEnd::ProcessEnded if test.is_running => verdicts.push(Verdict::Crashed),
                WaitEnd::TimedOut | WaitEnd::ProcessEnded | WaitEnd::Deadline => {}
            }
            if end != WaitEnd::TestEnded {
                break;
            }
        }
        // Only now it is certain that the tests have not disturbed the detection of denied actions.
        for (number, verdict) in verdicts[first..].iter_mut().enumerate() {
            if let Some(action) = process.supervisor.as_ref().and_then(|it| it.denied(number)) {
                *verdict = Verdict::Denied(action);
            }
        }
        Ok(())
    }
}

/// Events received about the running test.
#[derive(Default)]
struct Progress {
    /// Whether the process has started any test.
    any_started: bool,
    is_running: bool,
    assertions: Vec<(usize, String)>,
    exception: Option<String>,
    leftover: String,
}

impl Progress {
    fn start(&mut self) {
        *self = Progress { any_started: true, is_running: true, ..Progress::default() };
    }

    /// Records a failure with the fields `KIND LINE CLASS MESSAGE`.
    fn add_failure(&mut self, fields: &str) {
        let mut fields = fields.splitn(4, '\t');
        let mut next = || fields.next().unwrap_or_default();
        let (kind, line, class, message) = (next(), next(), next(), next());
        if kind == "assertion" {
            self.assertions.push((line.parse().unwrap_or(0), message.to_owned()));
        } else {
            self.exception = Some(format!("{class}: {message}"));
        }
    }

    fn take_verdict(&mut self) -> Verdict {
        let Progress { assertions, exception, leftover, .. } = std::mem::take(self);
        self.any_started = true;
        Verdict::Ended { assertions, exception, leftover }
    }
}

/// Reason why the wait for a test ended.
#[derive(Clone, Copy, PartialEq)]
enum WaitEnd {
    TestEnded,
    TimedOut,
    ProcessEnded,
    Deadline,
}

/// A JVM that runs tests. The process is killed when this value is dropped.
struct Process {
    child: Child,
    events: Receiver<Line>,
    /// Records denied actions of the tests, if the system supports this.
    supervisor: Option<Supervisor>,
    folder: TempDir,
}

impl Process {
    fn start(
        verifier: &Verifier,
        compiled: &CompiledClass,
        order: &[usize],
        environment: Environment,
        deadline: Instant,
    ) -> io::Result<Process> {
        let folder = verifier.create_folder()?;
        // The JVM writes events to a separate pipe, because tests can close the standard output.
        let (reader, writer) = io::pipe()?;
        let channels = [writer.as_fd()];
        let is_supervised = verifier.sandbox.report().denials;
        let supervision = is_supervised.then(Supervision::new).transpose()?;
        let restrictions = Restrictions {
            supervision: supervision.as_ref(),
            ..Restrictions::new(verifier.sandbox, &channels)
        };
        let mut command = vm::command(verifier.java(environment), folder.path(), &restrictions);
        command.args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-Xmx1g", "-ea"]);
        // With the first option, all exceptions have stack traces, as in the workers.
        command.args(["-XX:-OmitStackTraceInFastThrow", "-XX:-UsePerfData", "-XX:+DisplayVMOutputToStderr"]);
        command.arg("-Djava.awt.headless=true");
        command.arg(format!("-Dfile.encoding={}", environment.encoding));
        command.arg(format!("-Duser.timezone={}", environment.timezone));
        command.arg(format!("-Duser.language={}", environment.language));
        command.arg(format!("-Duser.country={}", environment.country));
        command.args(["-XX:+IgnoreUnrecognizedVMOptions", "-XX:+UnlockExperimentalVMOptions"]);
        command.arg(format!("-XX:hashCode={}", environment.hash_codes));
        command.args(environment.options);
        let classes = &[compiled.folder.path().to_owned()];
        if environment.isolates_tests {
            let (path, rest) = verifier.split_class_path(classes);
            let mut option = OsString::from("-Dtestudo.verify.path=");
            option.push(rest);
            // Each test defines the same classes again. To verify the bytecode of these classes for each test
            // would take a long time.
            command.args(["-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote"]);
            command.arg(option).arg("-cp").arg(path);
            command.args(end_of_isolation(deadline));
        } else {
            command.arg("-cp").arg(verifier.class_path(classes));
        }
        command.arg("testudo.verify.Main").arg(vm::descriptor_path(writer.as_fd())).arg(&compiled.name);
        command.args(order.iter().map(|&test| &compiled.tests[test]));
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        // If a later call fails, dropping `process` kills the child.
        let mut process = Process { child, events: lines(reader), supervisor: None, folder };
        let scratch = process.folder.path();
        process.supervisor = supervision.map(|it| it.start(scratch)).transpose()?;
        Ok(process)
    }

    /// Waits until the running test ends. If no test is running, waits until the next test ends. Records the
    /// events of the test.
    fn wait_for_end(&mut self, test: &mut Progress, limit: Duration, deadline: Instant) -> WaitEnd {
        let mut until = Instant::now() + limit;
        loop {
            let now = Instant::now();
            if now >= until.min(deadline) {
                return if now >= until { WaitEnd::TimedOut } else { WaitEnd::Deadline };
            }
            match self.events.recv_timeout(until.min(deadline) - now) {
                Ok(event) => match event.text.split_once('\t') {
                    Some(("started", _)) => {
                        test.start();
                        until = Instant::now() + TEST_LIMIT;
                    }
                    Some(("failed", fields)) => test.add_failure(fields),
                    Some(("leftover", changes)) => test.leftover = changes.to_owned(),
                    Some(("ended", _)) => return WaitEnd::TestEnded,
                    _ => {}
                },
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return WaitEnd::ProcessEnded,
            }
        }
    }
}

/// Returns the option with the time at which isolated tests should have ended: a fixed part of the time until
/// the deadline. Returns `None` if there is enough time for any number of tests.
fn end_of_isolation(deadline: Instant) -> Option<String> {
    let time = deadline.saturating_duration_since(Instant::now());
    if time > ENOUGH_TIME {
        return None;
    }
    let end = SystemTime::now() + time.mul_f64(ISOLATION_SHARE);
    let since_epoch = end.duration_since(UNIX_EPOCH).unwrap_or_default();
    Some(format!("-Dtestudo.verify.end={}", since_epoch.as_millis()))
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        vm::remove_folder(self.folder.path());
    }
}
