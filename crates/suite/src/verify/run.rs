//! Test classes in JVMs of their own.

use std::ffi::OsString;
use std::io;
use std::os::fd::AsFd;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::compile::{Compiled, Verifier};
use super::lines::lines;

/// The longest that a test may take.
const TEST: Duration = Duration::from_secs(5);
/// The longest that a JVM may take to begin.
const START: Duration = Duration::from_secs(20);

/// How a test went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It ended; these of its assertions did not hold, and this exception ended it, if any.
    Ended {
        /// Lines of assertions, 0 where unknown, and what they said.
        assertions: Vec<(usize, String)>,
        /// Class and message of an exception that came out of it.
        exception: Option<String>,
        /// What it left in static fields, in words that are the same for tests that leave the same; empty if nothing, or where tests
        /// share classes.
        left: String,
    },
    /// It did not end in time.
    TimedOut,
    /// The JVM ended with it.
    Crashed,
    /// There was no time, or no JVM, to run it.
    NotRun,
}

impl Verdict {
    /// Whether nothing is wrong.
    pub fn passed(&self) -> bool {
        matches!(self, Verdict::Ended { assertions, exception: None, .. } if assertions.is_empty())
    }
}

/// What differs between the machines that tests run on.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings {
    /// As in `-Duser.timezone`.
    pub timezone: &'static str,
    /// As in `-Duser.language`.
    pub language: &'static str,
    /// As in `-Duser.country`.
    pub country: &'static str,
    /// As in `-Dfile.encoding`.
    pub encoding: &'static str,
    /// How the JVM makes identity hashes, as in `-XX:hashCode`.
    pub hashes: &'static str,
    /// More options of the JVM.
    pub more: &'static [&'static str],
    /// Whether each test has classes of its own, whose static state no other test has touched.
    pub apart: bool,
}

/// As plain as it gets.
pub const PLAIN: Surroundings = Surroundings {
    timezone: "UTC",
    language: "en",
    country: "US",
    encoding: "UTF-8",
    hashes: "5",
    more: &[],
    apart: false,
};
/// Letters that change case in another way, and other words, where each test runs as if it were alone.
pub const ALONE: Surroundings = Surroundings {
    timezone: "America/St_Johns",
    language: "tr",
    country: "TR",
    encoding: "US-ASCII",
    hashes: "5",
    more: &[],
    apart: true,
};
/// Other words, other digits, other hours, other characters; and identity hashes that are numbers in sequence instead
/// of random ones, so that not only they differ but also the length of texts with them. Sines and the like are computed as on
/// machines for which the JVM has no code of its own.
pub const FOREIGN: Surroundings = Surroundings {
    timezone: "Asia/Kolkata",
    language: "ar",
    country: "EG",
    encoding: "ISO-8859-1",
    hashes: "3",
    more: &["-XX:+UnlockDiagnosticVMOptions", "-XX:-UseLibmIntrinsic"],
    apart: false,
};
/// Digits grouped in another way, and hours that are shifted by less than one; nothing is compiled.
pub const STRANGE: Surroundings = Surroundings {
    timezone: "Pacific/Chatham",
    language: "de",
    country: "DE",
    encoding: "UTF-16",
    hashes: "0",
    more: &["-Xint"],
    apart: false,
};

impl Verifier {
    /// Runs tests in a fresh JVM, in that order; the verdicts are in the same order. A test that hangs or takes the
    /// JVM down is found out, and the rest run in another one. None is begun past the deadline.
    pub fn run(
        &self,
        compiled: &Compiled,
        order: &[usize],
        surroundings: Surroundings,
        deadline: Instant,
    ) -> Vec<Verdict> {
        let mut verdicts = Vec::with_capacity(order.len());
        let mut starts_in_vain = 0;
        while verdicts.len() < order.len() && Instant::now() < deadline && starts_in_vain < 2 {
            let before = verdicts.len();
            if let Err(error) =
                self.run_rest(compiled, &order[before..], surroundings, deadline, &mut verdicts)
            {
                tracing::warn!("cannot run tests: {error}");
                break;
            }
            starts_in_vain = if verdicts.len() == before { starts_in_vain + 1 } else { 0 };
        }
        verdicts.resize(order.len(), Verdict::NotRun);
        verdicts
    }

    /// One JVM, until it is through or a test brings it down.
    fn run_rest(
        &self,
        compiled: &Compiled,
        order: &[usize],
        surroundings: Surroundings,
        deadline: Instant,
        verdicts: &mut Vec<Verdict>,
    ) -> io::Result<()> {
        let mut process = Process::start(self, compiled, order, surroundings)?;
        let mut test = Progress::default();
        for _ in order {
            let limit = if test.begun_any { TEST } else { START };
            let end = process.follow(&mut test, limit, deadline);
            match end {
                End::Ended => verdicts.push(test.verdict()),
                End::TimedOut if test.running => verdicts.push(Verdict::TimedOut),
                End::Gone if test.running => verdicts.push(Verdict::Crashed),
                End::TimedOut | End::Gone | End::Late => {}
            }
            if end != End::Ended {
                break;
            }
        }
        Ok(())
    }
}

/// What was heard of the running test.
#[derive(Default)]
struct Progress {
    begun_any: bool,
    running: bool,
    assertions: Vec<(usize, String)>,
    exception: Option<String>,
    left: String,
}

impl Progress {
    fn begin(&mut self) {
        *self = Progress { begun_any: true, running: true, ..Progress::default() };
    }

    /// `KIND LINE CLASS MESSAGE`.
    fn fail(&mut self, fields: &str) {
        let mut fields = fields.splitn(4, '\t');
        let mut next = || fields.next().unwrap_or_default();
        let (kind, line, class, message) = (next(), next(), next(), next());
        if kind == "assertion" {
            self.assertions.push((line.parse().unwrap_or(0), message.to_owned()));
        } else {
            self.exception = Some(format!("{class}: {message}"));
        }
    }

    fn verdict(&mut self) -> Verdict {
        let Progress { assertions, exception, left, .. } = std::mem::take(self);
        self.begun_any = true;
        Verdict::Ended { assertions, exception, left }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum End {
    Ended,
    TimedOut,
    /// The process has ended.
    Gone,
    /// The deadline came.
    Late,
}

/// A JVM that runs tests; dropped, it is killed.
struct Process {
    child: Child,
    events: Receiver<String>,
    folder: TempDir,
}

impl Process {
    fn start(
        verifier: &Verifier,
        compiled: &Compiled,
        order: &[usize],
        surroundings: Surroundings,
    ) -> io::Result<Process> {
        let folder = verifier.folder()?;
        let mut command = vm::command(verifier.java(), folder.path(), verifier.sandbox);
        command.args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-Xmx1g", "-ea"]);
        // As the tests were found: without frames of exceptions lost to the compiler.
        command.args(["-XX:-OmitStackTraceInFastThrow", "-XX:-UsePerfData", "-XX:+DisplayVMOutputToStderr"]);
        command.arg("-Djava.awt.headless=true");
        command.arg(format!("-Dfile.encoding={}", surroundings.encoding));
        command.arg(format!("-Duser.timezone={}", surroundings.timezone));
        command.arg(format!("-Duser.language={}", surroundings.language));
        command.arg(format!("-Duser.country={}", surroundings.country));
        command.args(["-XX:+IgnoreUnrecognizedVMOptions", "-XX:+UnlockExperimentalVMOptions"]);
        command.arg(format!("-XX:hashCode={}", surroundings.hashes));
        command.args(surroundings.more);
        let classes = &[compiled.folder.path().to_owned()];
        if surroundings.apart {
            let (path, rest) = verifier.joined_apart(classes);
            let mut option = OsString::from("-Dtestudo.verify.path=");
            option.push(rest);
            // What is defined for each test again was looked at before.
            command.args(["-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote"]);
            command.arg(option).arg("-cp").arg(path);
        } else {
            command.arg("-cp").arg(verifier.joined(classes));
        }
        // Not on the standard output, which tests may close.
        let (ours, theirs) = io::pipe()?;
        vm::inherit(&mut command, theirs.as_fd());
        command.arg("testudo.verify.Main").arg(vm::descriptor_path(theirs.as_fd())).arg(&compiled.name);
        command.args(order.iter().map(|&test| &compiled.tests[test]));
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        Ok(Process { child, events: lines(ours), folder })
    }

    /// Listens until the running test has ended, or the next one if none runs.
    fn follow(&mut self, test: &mut Progress, limit: Duration, deadline: Instant) -> End {
        let mut until = Instant::now() + limit;
        loop {
            let now = Instant::now();
            if now >= until.min(deadline) {
                return if now >= until { End::TimedOut } else { End::Late };
            }
            match self.events.recv_timeout(until.min(deadline) - now) {
                Ok(event) => match event.split_once('\t') {
                    Some(("began", _)) => {
                        test.begin();
                        until = Instant::now() + TEST;
                    }
                    Some(("failed", fields)) => test.fail(fields),
                    Some(("left", what)) => test.left = what.to_owned(),
                    Some(("ended", _)) => return End::Ended,
                    _ => {}
                },
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return End::Gone,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        vm::remove_folder(self.folder.path());
    }
}
