//! Runs compiled test classes in JVMs.

use std::ffi::OsString;
use std::io;
use std::os::fd::AsFd;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use tempfile::TempDir;
use vm::{FolderNames, Guard, Jvm, Restrictions};

use super::environment::{Environment, FOREIGN, ISOLATED};
use super::lines::{Line, lines};
use super::time_limit::TimeLimit;
use super::verifier::{CompiledClass, Verifier};

/// Maximum size of the heap of a JVM that runs tests, in MiB.
const HEAP_MB: u32 = 1024;
/// Time limit of a test.
const TEST_LIMIT: Duration = Duration::from_secs(3);
/// Time limit of the first test in a JVM, which also loads the libraries, for example Mockito.
const FIRST_TEST_LIMIT: Duration = Duration::from_secs(10);
/// Time limit for starting a JVM.
const START_LIMIT: Duration = Duration::from_secs(20);
/// Time limit for the end of a JVM after its last test.
const END_LIMIT: Duration = Duration::from_secs(3);
/// Maximum number of events of a test. Code under test can send events.
const MAX_EVENTS: usize = 100_000;
/// Time between two checks whether a JVM has ended.
const END_CHECK: Duration = Duration::from_millis(2);
/// Minimum time for the first group after its first test has ended, even after the deadline.
const MIN_RUN_AFTER_FIRST_TEST: Duration = Duration::from_secs(2);
/// The argument that begins another group of tests.
const NEW_GROUP: &str = "/";

/// Result of running a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The test ended.
    Ended {
        /// Lines and messages of failed assertions. The line is 0 if unknown.
        assertions: Vec<(usize, String)>,
        /// Class and message of the exception that ended the test, or `None` if no exception ended the test.
        exception: Option<String>,
        /// Description of the changes that an isolated group left in static fields. Only the last test of the
        /// group has a description. Equal changes have equal descriptions. The description is empty if there
        /// are no changes.
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
    /// Returns whether the test ended without an exception.
    pub fn has_returned(&self) -> bool {
        matches!(self, Verdict::Ended { exception: None, .. })
    }

    /// Returns whether the test ended without a failed assertion and without an exception.
    pub fn has_passed(&self) -> bool {
        matches!(self, Verdict::Ended { assertions, exception: None, .. } if assertions.is_empty())
    }
}

/// Groups of tests that run in one JVM, in the given order. The tests of a group share classes.
///
/// Each group after the first is isolated: it uses classes in whose static fields no earlier test left a
/// change that the program detects. The changes of earlier tests in system properties, locale, time zone and
/// standard streams are undone.
pub(super) struct Plan<'a> {
    /// Environment of the first group.
    pub environment: Environment,
    /// Environment of the isolated groups. Only its locale and its time zone differ from `environment`.
    pub isolated_environment: Environment,
    /// Tests of the first group.
    pub first: &'a [usize],
    /// Tests of the isolated groups.
    pub isolated: Vec<&'a [usize]>,
    /// Deadline of the first group.
    pub deadline: Instant,
    /// Deadline of the isolated groups.
    pub isolated_deadline: Instant,
    /// Whether the JVM ends as usual after the last test, and not at once.
    pub ends_as_usual: bool,
}

impl<'a> Plan<'a> {
    /// Returns a plan with one group.
    fn of(order: &'a [usize], environment: Environment, deadline: Instant) -> Plan<'a> {
        Plan {
            environment,
            isolated_environment: environment,
            first: order,
            isolated: Vec::new(),
            deadline,
            isolated_deadline: deadline,
            ends_as_usual: false,
        }
    }

    /// Returns the number of tests in all groups.
    pub fn test_count(&self) -> usize {
        self.first.len() + self.isolated.iter().map(|group| group.len()).sum::<usize>()
    }

    /// Returns the deadline of the test with a number in the order of the run.
    fn deadline(&self, number: usize) -> Instant {
        if number < self.first.len() { self.deadline } else { self.isolated_deadline }
    }

    /// Returns the plan without the first `count` tests.
    fn without(&self, count: usize) -> Plan<'a> {
        let from_first = count.min(self.first.len());
        let mut remaining = count - from_first;
        let mut isolated = Vec::new();
        for group in &self.isolated {
            let from_group = remaining.min(group.len());
            remaining -= from_group;
            isolated.extend(Some(&group[from_group..]).filter(|group| !group.is_empty()));
        }
        Plan { first: &self.first[from_first..], isolated, ..*self }
    }

    /// Returns the arguments of the program that runs tests: the names of the tests, with separators of
    /// groups.
    fn arguments<'c>(&self, compiled: &'c CompiledClass) -> Vec<&'c str> {
        let names = |group: &[usize]| group.iter().map(|&test| &*compiled.tests[test]).collect::<Vec<_>>();
        let isolated = self.isolated.iter().flat_map(|group| [vec![NEW_GROUP], names(group)]);
        names(self.first).into_iter().chain(isolated.flatten()).collect()
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
        self.run_groups(compiled, &Plan::of(order, environment, deadline))
    }

    /// Runs tests as [`Self::run`] does. Also finds the tests that leave denied actions for the end of the
    /// JVM, for example with `File.deleteOnExit`. To find such a test, runs parts of the tests again, each
    /// part with half of the tests.
    pub(super) fn run_to_end(
        &self,
        compiled: &CompiledClass,
        order: &[usize],
        environment: Environment,
        deadline: Instant,
    ) -> Vec<Verdict> {
        let plan = Plan { ends_as_usual: true, ..Plan::of(order, environment, deadline) };
        let (mut verdicts, action) = self.run_all(compiled, &plan);
        let Some(action) = action else { return verdicts };
        if order.len() > 1 {
            let run = |part: &[usize]| self.run_to_end(compiled, part, environment, deadline);
            let (first, second) = order.split_at(order.len() / 2);
            let parts = [run(first), run(second)].concat();
            if parts.iter().any(|verdict| matches!(verdict, Verdict::Denied(_))) {
                return parts;
            }
        }
        verdicts.fill(Verdict::Denied(action));
        verdicts
    }

    /// Runs tests in the environment [`FOREIGN`]. In the same JVM, then runs each test in `isolated` in
    /// isolation, in the environment [`ISOLATED`]. Returns the verdicts of both.
    pub(super) fn run_with_isolation(
        &self,
        compiled: &CompiledClass,
        order: &[usize],
        deadline: Instant,
        isolated: &[usize],
        isolated_deadline: Instant,
    ) -> (Vec<Verdict>, Vec<Verdict>) {
        let plan = Plan {
            environment: FOREIGN,
            isolated_environment: ISOLATED,
            first: order,
            isolated: isolated.chunks(1).collect(),
            deadline,
            isolated_deadline,
            ends_as_usual: false,
        };
        let mut verdicts = self.run_groups(compiled, &plan);
        let isolated_verdicts = verdicts.split_off(order.len());
        (verdicts, isolated_verdicts)
    }

    /// Runs groups of tests in a new JVM, and returns the verdicts of all tests in the order of the run.
    ///
    /// If a test exceeds its time limit or the JVM crashes, the remaining tests run in another JVM. No test
    /// starts after the deadline of its group.
    pub(super) fn run_groups(&self, compiled: &CompiledClass, plan: &Plan) -> Vec<Verdict> {
        self.run_all(compiled, plan).0
    }

    /// Runs groups of tests: see [`Self::run_groups`]. Also returns a denied action that happened after the
    /// last test of a JVM, if there was one.
    fn run_all(&self, compiled: &CompiledClass, plan: &Plan) -> (Vec<Verdict>, Option<String>) {
        let mut verdicts = Vec::with_capacity(plan.test_count());
        let mut late_action = None;
        let mut failed_starts = 0;
        while verdicts.len() < plan.test_count()
            && Instant::now() < plan.deadline(verdicts.len())
            && failed_starts < 2
        {
            let before = verdicts.len();
            match self.run_in_one_jvm(compiled, &plan.without(before), &mut verdicts) {
                Ok(action) => late_action = late_action.or(action),
                Err(error) => {
                    tracing::warn!(
                        "cannot start a JVM to verify tests: {error}; \
                         check the JDK and the folder for temporary files (TMPDIR)"
                    );
                    break;
                }
            }
            failed_starts = if verdicts.len() == before { failed_starts + 1 } else { 0 };
        }
        verdicts.resize(plan.test_count(), Verdict::NotRun);
        (verdicts, late_action)
    }

    /// Runs tests in one JVM until all tests have ended, a test exceeds its time limit, or the JVM ends. Adds
    /// the verdicts to `verdicts`. Returns a denied action that happened after the last test.
    fn run_in_one_jvm(
        &self,
        compiled: &CompiledClass,
        plan: &Plan,
        verdicts: &mut Vec<Verdict>,
    ) -> io::Result<Option<String>> {
        let mut process = Process::start(self, compiled, plan)?;
        let mut test = Progress::default();
        let first = verdicts.len();
        // On a busy machine, a late result is better than no result.
        let mut min_deadline = Instant::now() + START_LIMIT;
        for number in 0..plan.test_count() {
            let mut deadline = plan.deadline(number);
            if number < plan.first.len() {
                deadline = deadline.max(min_deadline);
            }
            let limit = if test.any_started { TEST_LIMIT } else { START_LIMIT };
            let end = process.wait_for_end(&mut test, limit, deadline);
            if number == 0 {
                min_deadline = Instant::now() + MIN_RUN_AFTER_FIRST_TEST;
            }
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
        let late_action = (plan.ends_as_usual && verdicts.len() == first + plan.test_count())
            .then(|| process.action_at_end(plan.test_count()));
        // Only now it is certain that the tests have not disturbed the detection of denied actions.
        for (number, verdict) in verdicts[first..].iter_mut().enumerate() {
            if let Some(action) = process.guard.denied(number) {
                *verdict = Verdict::Denied(action);
            }
        }
        Ok(late_action.flatten())
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
    /// Name of a thread that the test left.
    thread: Option<String>,
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
        let Progress { assertions, exception, thread, leftover, .. } = std::mem::take(self);
        self.any_started = true;
        match thread {
            Some(thread) => Verdict::Denied(format!("leaves the thread {thread}, which continues to run")),
            None => Verdict::Ended { assertions, exception, leftover },
        }
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
    /// Guards the JVM, and records denied actions of the tests if the system supports this.
    guard: Guard,
    folder: TempDir,
}

impl Process {
    fn start(verifier: &Verifier, compiled: &CompiledClass, plan: &Plan) -> io::Result<Process> {
        let environment = plan.environment;
        let folder = verifier.create_folder()?;
        // The JVM writes events to a separate pipe, because tests can close the standard output.
        let (reader, writer) = io::pipe()?;
        let channels = [writer.as_fd()];
        let (java, readable) = (verifier.java(environment), verifier.readable(compiled.folder.path()));
        let restrictions = Restrictions::new(verifier.sandbox, &channels, &readable, HEAP_MB);
        let restrictions =
            Restrictions { records_denials: true, folder_names: FolderNames::Verification, ..restrictions };
        let mut jvm = Jvm::new(java, folder.path(), &restrictions)?;
        let command = jvm.command();
        // If the JVM gets an option twice, the last one counts.
        command.args(verifier.jvm_arguments(environment));
        command.args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-ea"]);
        command.arg(format!("-Xmx{HEAP_MB}m"));
        // With the first option, all exceptions have stack traces, as in the workers.
        command.args(["-XX:-OmitStackTraceInFastThrow", "-XX:-UsePerfData", "-XX:+DisplayVMOutputToStderr"]);
        command.arg("-Djava.awt.headless=true");
        command.arg(format!("-Dfile.encoding={}", environment.encoding));
        command.arg(format!("-Duser.timezone={}", environment.timezone));
        command.arg(format!("-Duser.language={}", environment.language));
        command.arg(format!("-Duser.country={}", environment.country));
        command.args(["-XX:+IgnoreUnrecognizedVMOptions", "-XX:+UnlockExperimentalVMOptions"]);
        command.arg(format!("-XX:hashCode={}", environment.hash_codes));
        command.args(environment.options).envs(environment.variables.iter().copied());
        if plan.ends_as_usual {
            command.arg("-Dtestudo.verify.exit=true");
        }
        let classes = &[compiled.folder.path().to_owned()];
        if plan.isolated.is_empty() {
            command.arg("-cp").arg(verifier.class_path(classes));
        } else {
            let (path, rest) = verifier.split_class_path(classes);
            command.arg("-cp").arg(path).args(isolation_options(plan, rest));
        }
        command.arg("testudo.verify.Main").arg(vm::descriptor_path(writer.as_fd())).arg(&compiled.name);
        command.args(plan.arguments(compiled));
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let (child, guard) = jvm.spawn()?;
        tracing::debug!(first = plan.first.len(), isolated = plan.isolated.len(), "test JVM started");
        Ok(Process { child, events: lines(reader), guard, folder })
    }

    /// Waits until the JVM ends after its last test. Returns a denied action that happened after this test.
    fn action_at_end(&mut self, tests: usize) -> Option<String> {
        let limit = Instant::now() + END_LIMIT;
        // The JVM closes the events when it ends. Code under test can close them earlier.
        while self.wait_for_end(&mut Progress::default(), END_LIMIT, limit) == WaitEnd::TestEnded {}
        loop {
            match self.child.try_wait() {
                Ok(Some(_)) => return self.guard.denied(tests),
                _ if Instant::now() > limit => return Some("keeps the JVM from ending".to_owned()),
                _ => std::thread::sleep(END_CHECK),
            }
        }
    }

    /// Waits until the running test ends. If no test is running, waits until the next test ends. Records the
    /// events of the test.
    fn wait_for_end(&mut self, test: &mut Progress, limit: Duration, deadline: Instant) -> WaitEnd {
        let mut time = TimeLimit::start(limit, &self.child);
        for _ in 0..MAX_EVENTS {
            let now = Instant::now();
            if now >= deadline {
                return WaitEnd::Deadline;
            }
            let until = time.end.min(deadline);
            match self.events.recv_timeout(until.saturating_duration_since(now)) {
                Ok(event) => match event.text.split_once('\t') {
                    Some(("started", _)) => {
                        let limit = if test.any_started { TEST_LIMIT } else { FIRST_TEST_LIMIT };
                        test.start();
                        time = TimeLimit::start(limit, &self.child);
                    }
                    Some(("failed", fields)) => test.add_failure(fields),
                    Some(("thread", name)) => test.thread = Some(name.to_owned()),
                    Some(("leftover", changes)) => test.leftover = changes.to_owned(),
                    Some(("ended", _)) => return WaitEnd::TestEnded,
                    _ => {}
                },
                Err(RecvTimeoutError::Timeout) if Instant::now() < time.end || time.extend(&self.child) => {}
                Err(RecvTimeoutError::Timeout) => return WaitEnd::TimedOut,
                Err(RecvTimeoutError::Disconnected) => return WaitEnd::ProcessEnded,
            }
        }
        WaitEnd::TimedOut
    }
}

/// Returns the options of a JVM that runs isolated groups. `path` is the path from which tests load classes.
fn isolation_options(plan: &Plan, path: OsString) -> Vec<OsString> {
    let mut path_option = OsString::from("-Dtestudo.verify.path=");
    path_option.push(path);
    let Environment { timezone, language, country, .. } = plan.isolated_environment;
    let other_options = [
        format!("-Dtestudo.verify.timezone={timezone}"),
        format!("-Dtestudo.verify.language={language}"),
        format!("-Dtestudo.verify.country={country}"),
        // Each group defines the same classes again. To verify the bytecode of these classes for each group
        // would take a long time.
        "-XX:+UnlockDiagnosticVMOptions".to_owned(),
        "-XX:-BytecodeVerificationRemote".to_owned(),
    ];
    std::iter::once(path_option).chain(other_options.map(OsString::from)).collect()
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        vm::remove_folder(self.folder.path());
    }
}
