//! Compiles and runs a test class as its users will, and drops what does not hold.
//!
//! javac is the user's own. JUnit and the like are not needed: stand-ins for what tests use of them come with this crate.
//! Tests run in JVMs without any instrumentation.

mod compile;
mod javac;
mod lines;
mod pollution;
mod run;

use std::collections::BTreeSet;
use std::fmt;
use std::time::{Duration, Instant};

use emit::{Dialect, Source, Style, TestClass};
use testcase::CheckedTest;
use types::World;

use pollution::{Leaving, leaving, polluters};

pub use compile::{CompileFailure, Compiled, MOCK_MAKER, Verifier};
pub use run::{ALONE, FOREIGN, PLAIN, STRANGE, Surroundings, Verdict};

/// Compilations after which a test with an error goes whole.
const PATIENCE: usize = 2;
/// What running tests is given even past the deadline, and for each test: on a busy machine it is better to be late
/// than to lose tests.
const LEAST_RUN: Duration = Duration::from_secs(5);
const LEAST_RUN_EACH: Duration = Duration::from_millis(15);
/// The same where time does not matter.
const PATIENT_RUN_EACH: Duration = Duration::from_secs(2);
/// Shuffled orders that tests are to stand.
const SHUFFLES: u64 = 3;
/// What it may take beyond that to find out which test makes others fail.
const BLAME: Duration = Duration::from_secs(4);

/// A test class that compiles and passed twice.
#[derive(Debug)]
pub struct Verified {
    /// What is left of the class.
    pub class: TestClass,
    /// Its source.
    pub source: Source,
    /// The tests left out, by name, and why.
    pub dropped: Vec<(String, Reason)>,
    /// How many assertions were left out of tests that were kept.
    pub assertions_dropped: usize,
}

/// Why a test was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// What javac said.
    DoesNotCompile(String),
    /// An exception came out of it, or the expected one did not.
    Throws(String),
    /// It ran for seconds.
    TimesOut,
    /// The JVM ended with it.
    Crashes,
    /// There was no time to run it.
    NotRun,
    /// A check of it failed that could not be told from the rest.
    Fails(String),
    /// So many tests fail where they run after it, and pass where they do not.
    Pollutes(usize),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::DoesNotCompile(message) => write!(f, "it does not compile: {message}"),
            Reason::Throws(exception) => write!(f, "it ends with {exception}"),
            Reason::TimesOut => f.write_str("it does not end within seconds"),
            Reason::Crashes => f.write_str("the JVM ends with it"),
            Reason::NotRun => f.write_str("there was no time to run it"),
            Reason::Fails(message) => write!(f, "its outcome changes: {message}"),
            Reason::Pollutes(victims) => write!(f, "{victims} tests fail where they run after it"),
        }
    }
}

/// What has to go.
#[derive(Default)]
struct Faults {
    /// By index of the test.
    tests: Vec<(usize, Reason)>,
    /// By index of the test and of the assertion.
    assertions: BTreeSet<(usize, usize)>,
}

/// How much tests have to stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// They run in order, in the reverse order in other surroundings, each as if it were alone, and behind tests that leave something in
    /// static fields.
    #[default]
    Standard,
    /// Also in three shuffled orders, in stranger surroundings, and each in a JVM of its own, whatever time that takes.
    Thorough,
}

/// Compiles the class and runs its tests in several orders and surroundings, and drops what does not
/// compile, assertions that fail and tests that end otherwise than expected, until what is left is as it should be.
/// Past the deadline what was dropped last is not run again. What is returned has compiled. Tests that differ only in literals are
/// kept apart while they run. `name` gives them their names, and again when some check less than they did.
pub fn verify(
    world: &World,
    verifier: &Verifier,
    class: TestClass,
    name: &dyn Fn(&mut [CheckedTest]),
    effort: Effort,
    deadline: Instant,
) -> Verified {
    let style = class.dialect.style;
    let mut apart = TestClass { dialect: Dialect { style: Style::Plain, ..class.dialect }, ..class };
    name(&mut apart.tests);
    let mut job = Job {
        world,
        verifier,
        class: apart,
        name,
        deadline,
        dropped: Vec::new(),
        assertions_dropped: 0,
        assertions_loosened: 0,
    };
    let source = job.hold(effort);
    job.done(source, style)
}

struct Job<'a> {
    world: &'a World,
    verifier: &'a Verifier,
    class: TestClass,
    name: &'a dyn Fn(&mut [CheckedTest]),
    deadline: Instant,
    dropped: Vec<(String, Reason)>,
    assertions_dropped: usize,
    assertions_loosened: usize,
}

impl Job<'_> {
    /// Drops what does not hold; the source of what is left, if that is what compiled last.
    fn hold(&mut self, effort: Effort) -> Option<Source> {
        loop {
            let begun = Instant::now();
            let (source, compiled) = self.compile();
            tracing::debug!(took = ?begun.elapsed(), "tests compiled");
            let Some(compiled) = compiled else { return Some(source) };
            let mut faults = self.run(&source, &compiled);
            if faults.is_empty() && effort == Effort::Thorough {
                faults = self.run_thoroughly(&source, &compiled);
            }
            let Faults { tests, assertions } = &faults;
            tracing::debug!(took = ?begun.elapsed(), tests = tests.len(), assertions = assertions.len(), "tests ran");
            if faults.is_empty() {
                return Some(source);
            }
            let is_last = Instant::now() + begun.elapsed() > self.deadline;
            if !is_last {
                self.loosen(&mut faults);
            }
            self.drop(faults);
            if is_last {
                return None;
            }
        }
    }

    /// What is left, written in a style as far as that compiles.
    fn done(mut self, apart: Option<Source>, style: Style) -> Verified {
        let renamed = self.assertions_dropped + self.assertions_loosened > 0;
        if renamed {
            (self.name)(&mut self.class.tests);
        }
        let apart = apart.filter(|_| !renamed);
        let together = (style == Style::Parameterized).then(|| self.together()).flatten();
        let source = together.or(apart).unwrap_or_else(|| self.compile().0);
        let Job { class, dropped, assertions_dropped, .. } = self;
        Verified { class, source, dropped, assertions_dropped }
    }

    /// The source where tests that differ only in literals are one, if there are such and it compiles.
    fn together(&self) -> Option<Source> {
        let dialect = Dialect { style: Style::Parameterized, ..self.class.dialect };
        let source = emit::source(self.world, &TestClass { dialect, ..self.class.clone() });
        let is_shorter = source.tests.len() < self.class.tests.len();
        let compiles = || self.verifier.compile(&self.class, &source, self.deadline).is_ok();
        (is_shorter && compiles()).then_some(source)
    }

    fn is_late(&self) -> bool {
        Instant::now() > self.deadline
    }

    /// Says less exactly what floating point numbers should be, which are not the same on every machine, instead of nothing. They are still
    /// to be verified.
    fn loosen(&mut self, faults: &mut Faults) {
        let Faults { tests, assertions } = faults;
        let is_kept = |test: usize| tests.iter().all(|(dropped, _)| *dropped != test);
        assertions.retain(|&(test, index)| {
            let assertion = self.class.tests[test].assertions.get_mut(index).filter(|_| is_kept(test));
            let nearly = assertion.as_ref().and_then(|it| it.expected.approximate());
            let (Some(assertion), Some(nearly)) = (assertion, nearly) else { return true };
            assertion.expected = nearly;
            self.assertions_loosened += 1;
            false
        });
    }

    fn drop(&mut self, mut faults: Faults) {
        for &(test, assertion) in faults.assertions.iter().rev() {
            self.class.tests[test].drop_assertion(assertion);
            self.assertions_dropped += 1;
        }
        faults.tests.sort_by_key(|(test, _)| *test);
        faults.tests.dedup_by_key(|(test, _)| *test);
        for (test, reason) in faults.tests.into_iter().rev() {
            let test = self.class.tests.remove(test);
            self.dropped.push((test.name, reason));
        }
    }

    /// Drops tests until the rest compiles; nothing compiled when no test is left.
    fn compile(&mut self) -> (Source, Option<Compiled>) {
        for attempt in 0.. {
            let source = emit::source(self.world, &self.class);
            if self.class.tests.is_empty() {
                return (source, None);
            }
            match self.verifier.compile(&self.class, &source, self.deadline) {
                Ok(compiled) => return (source, Some(compiled)),
                Err(CompileFailure::Errors(errors)) => {
                    let keep_tests = attempt < PATIENCE && !self.is_late();
                    let faults = blamed(&source, &errors, keep_tests);
                    if faults.is_empty() {
                        self.bisect(&errors[0].1);
                    } else {
                        self.drop(faults);
                    }
                }
                Err(CompileFailure::Javac(message)) => self.bisect(&message),
                Err(failure @ CompileFailure::System(_)) => self.keep(&[], &failure.to_string()),
            }
        }
        unreachable!("each attempt drops something")
    }

    /// Finds tests that compile where javac does not say which do not.
    fn bisect(&mut self, message: &str) {
        let all: Vec<usize> = (0..self.class.tests.len()).collect();
        let (first, second) = all.split_at(all.len() / 2);
        let mut kept = self.compiling(first);
        kept.extend(self.compiling(second));
        if kept.len() == all.len() {
            kept.truncate(all.len() / 2);
        }
        self.keep(&kept, message);
    }

    fn compiling(&self, tests: &[usize]) -> Vec<usize> {
        if tests.is_empty() || self.is_late() {
            return Vec::new();
        }
        let chosen = tests.iter().map(|&test| self.class.tests[test].clone()).collect();
        let class = TestClass { tests: chosen, ..self.class.clone() };
        if self.verifier.compile(&class, &emit::source(self.world, &class), self.deadline).is_ok() {
            return tests.to_vec();
        }
        let (first, second) = tests.split_at(tests.len() / 2);
        if first.is_empty() {
            return Vec::new();
        }
        [self.compiling(first), self.compiling(second)].concat()
    }

    /// Drops all tests but these.
    fn keep(&mut self, kept: &[usize], message: &str) {
        let others = (0..self.class.tests.len()).filter(|test| !kept.contains(test));
        let tests = others.map(|test| (test, Reason::DoesNotCompile(message.to_owned()))).collect();
        self.drop(Faults { tests, ..Faults::default() });
    }

    fn run(&self, source: &Source, compiled: &Compiled) -> Faults {
        let order: Vec<usize> = (0..self.class.tests.len()).collect();
        let reversed: Vec<usize> = order.iter().rev().copied().collect();
        let (first, second) = order.split_at(order.len() / 2);
        let begun = Instant::now();
        let deadline = self.deadline.max(begun + LEAST_RUN + LEAST_RUN_EACH * order.len() as u32);
        let run = |order: &[usize], surroundings| self.verifier.run(compiled, order, surroundings, deadline);
        // For this there may be no time: it takes longer than all else.
        let leisure = self.deadline.max(begun + LEAST_RUN);
        let run_alone = |order: &[usize]| self.verifier.run(compiled, order, ALONE, leisure);
        let (plain, mut foreign, alone) = std::thread::scope(|scope| {
            let others = scope.spawn(|| (run(&reversed, FOREIGN), run_alone(second)));
            let (plain, first) = (run(&order, PLAIN), run_alone(first));
            let (foreign, second) = others.join().expect("running tests does not panic");
            (plain, foreign, [first, second].concat())
        });
        foreign.reverse();
        let mut faults = Faults::default();
        for (test, verdict) in alone.iter().enumerate().filter(|(_, it)| **it != Verdict::NotRun) {
            faults.add(source, test, verdict);
        }
        for (order, verdicts, others, surroundings) in
            [(&order, &plain, &foreign, PLAIN), (&reversed, &foreign, &plain, FOREIGN)]
        {
            let victims: Vec<usize> =
                order.iter().copied().filter(|&test| is_victim(&verdicts[test], &others[test])).collect();
            let late = deadline.max(Instant::now()) + BLAME;
            let again = |order: &[usize]| self.verifier.run(compiled, order, surroundings, late);
            let blamed = polluters(order, &victims, &again);
            let spared = |test: &usize| blamed.is_some() && victims.contains(test);
            for &test in order.iter().filter(|test| !spared(test)) {
                faults.add(source, test, &verdicts[test]);
            }
            let polluters = blamed.into_iter().flatten();
            faults.tests.extend(polluters.map(|test| (test, Reason::Pollutes(victims.len()))));
        }
        self.add_victims(source, compiled, &plain, &leaving(&alone), deadline, &mut faults);
        faults.without_dropped()
    }

    /// Runs tests that leave nothing behind some that leave something in static fields. Where others fail then, those go that are fewer: they, or the
    /// tests that leave that.
    fn add_victims(
        &self,
        source: &Source,
        compiled: &Compiled,
        plain: &[Verdict],
        leaving: &[Leaving],
        deadline: Instant,
        faults: &mut Faults,
    ) {
        let run = |leaving: &[Leaving]| -> Vec<Vec<Verdict>> {
            let run = |it: &Leaving| self.verifier.run(compiled, &it.order, PLAIN, deadline);
            leaving.iter().map(run).collect()
        };
        let (first, second) = leaving.split_at(leaving.len() / 2);
        let verdicts = std::thread::scope(|scope| {
            let second = scope.spawn(|| run(second));
            [run(first), second.join().expect("running tests does not panic")].concat()
        });
        for (Leaving { tests, order }, verdicts) in leaving.iter().zip(&verdicts) {
            let fails = |(test, verdict): &(&usize, &Verdict)| {
                plain[**test].passed() && !verdict.passed() && **verdict != Verdict::NotRun
            };
            let victims: Vec<(&usize, &Verdict)> = order.iter().zip(verdicts).skip(1).filter(fails).collect();
            if victims.len() < tests.len() {
                victims.into_iter().for_each(|(&test, verdict)| faults.add(source, test, verdict));
            } else {
                let reason = Reason::Pollutes(victims.len());
                faults.tests.extend(tests.iter().map(|&test| (test, reason.clone())));
            }
        }
    }
}

impl Job<'_> {
    /// Runs the tests in shuffled orders, in strange surroundings, and each in a JVM of its own.
    fn run_thoroughly(&self, source: &Source, compiled: &Compiled) -> Faults {
        let mut faults = Faults::default();
        let count = self.class.tests.len();
        let orders = (1..=SHUFFLES).map(|step| shuffled(count, step));
        let alone = (0..count).map(|test| vec![test]);
        for (number, order) in orders.chain(alone).enumerate() {
            let surroundings = if number == 0 { STRANGE } else { PLAIN };
            let deadline = Instant::now() + LEAST_RUN + PATIENT_RUN_EACH * order.len() as u32;
            let verdicts = self.verifier.run(compiled, &order, surroundings, deadline);
            for (&test, verdict) in order.iter().zip(&verdicts) {
                faults.add(source, test, verdict);
            }
        }
        faults.without_dropped()
    }
}

/// The numbers below `count` in an order that looks like none.
fn shuffled(count: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|&test| {
        let mixed = (test as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_mul(2 * seed + 1);
        mixed ^ (mixed >> 29)
    });
    order
}

impl Faults {
    /// What is said of assertions of tests that go counts for nothing.
    fn without_dropped(mut self) -> Faults {
        let Faults { tests, assertions } = &mut self;
        assertions.retain(|(test, _)| tests.iter().all(|(dropped, _)| dropped != test));
        self
    }

    fn is_empty(&self) -> bool {
        self.tests.is_empty() && self.assertions.is_empty()
    }

    fn add(&mut self, source: &Source, test: usize, verdict: &Verdict) {
        let reason = match verdict {
            Verdict::Ended { exception: Some(exception), .. } => Reason::Throws(exception.clone()),
            Verdict::TimedOut => Reason::TimesOut,
            Verdict::Crashed => Reason::Crashes,
            Verdict::NotRun => Reason::NotRun,
            Verdict::Ended { assertions, exception: None, .. } => {
                for (line, message) in assertions {
                    match assertion_at(source, *line) {
                        Some(found) if found.0 == test => drop(self.assertions.insert(found)),
                        _ => self.tests.push((test, Reason::Fails(message.clone()))),
                    }
                }
                return;
            }
        };
        self.tests.push((test, reason));
    }
}

/// Whether a test ended with an exception in one run that it did not end with in another.
fn is_victim(verdict: &Verdict, other: &Verdict) -> bool {
    let threw = |verdict: &Verdict| match verdict {
        Verdict::Ended { exception, .. } => Some(exception.is_some()),
        _ => None,
    };
    threw(verdict) == Some(true) && threw(other) == Some(false)
}

/// The test and the assertion on a line.
fn assertion_at(source: &Source, line: usize) -> Option<(usize, usize)> {
    let found = source.assertions.iter().find(|assertion| assertion.lines.contains(&line))?;
    Some((found.test, found.assertion))
}

/// What stands on the lines of errors. With `keep_tests`, an assertion goes before its test does.
fn blamed(source: &Source, errors: &[(usize, String)], keep_tests: bool) -> Faults {
    let mut faults = Faults::default();
    for (line, message) in errors {
        let test = source.tests.iter().position(|lines| lines.contains(line));
        match (assertion_at(source, *line).filter(|_| keep_tests), test) {
            (Some(found), _) => drop(faults.assertions.insert(found)),
            (None, Some(test)) => faults.tests.push((test, Reason::DoesNotCompile(message.clone()))),
            (None, None) => {}
        }
    }
    faults.without_dropped()
}
