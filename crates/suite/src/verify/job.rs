//! Drops failing tests and assertions until the remaining tests compile and pass.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use emit::{Dialect, PinnedSettings, Source, TestClass};
use testcase::CheckedTest;
use types::World;

use super::assertions::{drop_assertion, replace_line_separators};
use super::environment::{Environment, FOREIGN, ISOLATED, UNUSUAL};
use super::faults::Faults;
use super::process::Verdict;
use super::verifier::Verifier;
use super::{
    DropReason, DroppedTest, Effort, FailingTests, PinnedTests, SuspiciousTest, SuspiciousTests,
    VerifiedClass,
};

/// The JVM settings that a test class can set (pin) if tests fail only in unusual environments. The
/// verification tries the combinations in this order, because a class must set as few settings as possible.
const PINS: [PinnedSettings; 3] = [
    PinnedSettings { locale: true, time_zone: false },
    PinnedSettings { locale: false, time_zone: true },
    PinnedSettings { locale: true, time_zone: true },
];

/// The verification of one test class.
pub(super) struct Job<'a> {
    pub world: &'a World,
    pub verifier: &'a Verifier,
    /// The class with the remaining tests.
    pub class: TestClass,
    name_tests: &'a dyn Fn(&mut [CheckedTest]),
    pub deadline: Instant,
    /// The dropped tests, with reasons.
    dropped: Vec<DroppedTest>,
    /// Tests that pass only because the class sets the locale or time zone.
    pinned: Vec<PinnedTests>,
    /// Whether the settings in [`PINS`] were tried. They are tried at most once, because each trial compiles
    /// the class.
    has_tried_pins: bool,
    /// The verdicts of the tests that passed in isolation and have not changed since then, by name.
    pub passed_in_isolation: BTreeMap<String, Verdict>,
    /// Number of tests that fail on another JDK.
    failing_on_other_jdk: usize,
    /// Number of dropped assertions.
    assertions_dropped: usize,
    /// Whether an assertion was changed: it has a tolerance, or line separators in its text were replaced.
    has_changed_assertions: bool,
}

impl<'a> Job<'a> {
    pub fn new(
        world: &'a World,
        verifier: &'a Verifier,
        class: TestClass,
        name_tests: &'a dyn Fn(&mut [CheckedTest]),
        deadline: Instant,
    ) -> Job<'a> {
        Job {
            world,
            verifier,
            class,
            name_tests,
            deadline,
            dropped: Vec::new(),
            pinned: Vec::new(),
            has_tried_pins: false,
            passed_in_isolation: BTreeMap::new(),
            failing_on_other_jdk: 0,
            assertions_dropped: 0,
            has_changed_assertions: false,
        }
    }

    /// Drops failing tests and assertions. Returns the source of the remaining tests, or `None` if this
    /// source was not compiled.
    pub fn drop_failing(&mut self, effort: Effort) -> Option<Source> {
        self.drop_headless();
        loop {
            let start = Instant::now();
            let (source, compiled) = self.compile();
            tracing::debug!(took = ?start.elapsed(), "tests compiled");
            let Some(compiled) = compiled else { return Some(source) };
            let mut faults = self.run(&source, &compiled);
            self.failing_on_other_jdk = faults.fails_on_other_jdk.len();
            if faults.is_empty() && effort == Effort::Thorough {
                faults = self.run_thoroughly(&source, &compiled);
            }
            let Faults { tests, assertions, .. } = &faults;
            let (faulty_tests, faulty_assertions) = (tests.len(), assertions.len());
            tracing::debug!(took = ?start.elapsed(), faulty_tests, faulty_assertions, "tests ran");
            if faults.is_empty() {
                return Some(source);
            }
            let is_last = Instant::now() + start.elapsed() > self.deadline;
            if !is_last {
                faults = faults.without_possible_victims();
            }
            if self.replace_line_separators(&mut faults) && !is_last {
                continue;
            }
            if !is_last && self.pin_settings(&faults) {
                continue;
            }
            if !is_last {
                self.add_tolerances(&mut faults);
            }
            self.drop(faults);
            if is_last {
                return None;
            }
        }
    }

    /// Drops the tests that expect a `HeadlessException`. On a machine with a screen, they would open
    /// windows.
    fn drop_headless(&mut self) {
        let Some(headless) = self.world.class_named("java.awt.HeadlessException") else { return };
        let expects_it = |test: &CheckedTest| test.throws.as_ref().is_some_and(|it| it.class == headless);
        let tests = self.class.tests.iter().enumerate().filter(|(_, test)| expects_it(test));
        let reason = DropReason::Denied("needs a screen".to_owned());
        let tests = tests.map(|(index, _)| (index, reason.clone())).collect();
        self.drop(Faults { tests, ..Faults::default() });
    }

    /// Returns the remaining tests with their source in the given dialect. If the source in this dialect does
    /// not compile, returns the plain source, in which each test is a separate method of the test class.
    /// `plain_source` is the plain source, or `None` if it was not compiled.
    pub fn finish(
        mut self,
        plain_source: Option<Source>,
        dialect: Dialect,
        suspicious: SuspiciousTests,
    ) -> VerifiedClass {
        let removed = match suspicious {
            SuspiciousTests::Remove => self.remove_suspicious(),
            SuspiciousTests::Keep => Vec::new(),
        };
        let is_changed = self.assertions_dropped > 0 || self.has_changed_assertions || !removed.is_empty();
        if is_changed {
            (self.name_tests)(&mut self.class.tests);
        }
        let plain_source = plain_source.filter(|_| !is_changed);
        let styled_source = self.styled_source(dialect, plain_source.as_ref());
        let source = styled_source.or(plain_source).unwrap_or_else(|| self.compile().0);
        let suspicious = self.with_code(&removed, true);
        let kept = self.class.tests.iter().filter(|test| test.suspicion.is_some());
        let suspicious = suspicious.chain(self.with_code(kept, false)).collect();
        let Job { class, verifier, dropped, pinned, failing_on_other_jdk, assertions_dropped, .. } = self;
        let jdk = verifier.other_jdk().filter(|_| failing_on_other_jdk > 0);
        let failing_on_other_jdk =
            jdk.map(|jdk| FailingTests { tests: failing_on_other_jdk, jdk: jdk.version });
        VerifiedClass { class, source, dropped, suspicious, pinned, failing_on_other_jdk, assertions_dropped }
    }

    /// Removes the tests that show suspicious behaviour from the class, unless no other test would remain.
    /// Keeps the statements before a suspicious exception if they contain an assertion.
    fn remove_suspicious(&mut self) -> Vec<CheckedTest> {
        let (suspicious, others): (Vec<CheckedTest>, Vec<CheckedTest>) =
            self.class.tests.iter().cloned().partition(|test| test.suspicion.is_some());
        if others.is_empty() {
            return Vec::new();
        }
        self.class.tests = others;
        self.class.tests.extend(suspicious.iter().filter_map(without_crash));
        suspicious
    }

    fn with_code<'t>(
        &self,
        tests: impl IntoIterator<Item = &'t CheckedTest>,
        is_removed: bool,
    ) -> impl Iterator<Item = SuspiciousTest> {
        let with_code = move |test: &CheckedTest| SuspiciousTest {
            code: self.code(test),
            test: test.clone(),
            is_removed,
        };
        tests.into_iter().map(with_code)
    }

    /// Returns the statements of a test as Java source, without indentation.
    fn code(&self, test: &CheckedTest) -> String {
        let test = CheckedTest { name: "test".to_owned(), suspicion: None, reason: None, ..test.clone() };
        let source = emit::source(self.world, &TestClass { tests: vec![test], ..self.class.clone() });
        let lines = source.text.lines().skip(source.tests[0].start - 1).take(source.tests[0].len());
        let is_header = |line: &&str| {
            line.starts_with("  @") || line.starts_with("  void") || line.starts_with("  public")
        };
        let statements: Vec<&str> = lines.skip_while(is_header).collect();
        let statements = statements.split_last().map_or(&[][..], |(_closing_brace, statements)| statements);
        let unindented = statements.iter().map(|line| line.strip_prefix("    ").unwrap_or(line));
        unindented.collect::<Vec<_>>().join("\n")
    }

    /// Returns the source with parameterized tests and nested classes, as `dialect` requires. Returns `None`
    /// if this is the plain source, or if the source does not compile.
    fn styled_source(&self, dialect: Dialect, plain_source: Option<&Source>) -> Option<Source> {
        let source = emit::source(self.world, &TestClass { dialect, ..self.class.clone() });
        let is_plain = plain_source.is_some_and(|plain| plain.text == source.text);
        if is_plain {
            return None;
        }
        match self.verifier.compile(&self.class, &source, self.deadline) {
            Ok(_) => Some(source),
            Err(failure) => {
                tracing::debug!(%failure, "the source in the requested style does not compile");
                None
            }
        }
    }

    /// Makes the class set the locale or time zone (pins them), if this makes failing tests pass. These tests
    /// fail in some environments, but pass in the most common one. Returns whether the class was changed.
    fn pin_settings(&mut self, faults: &Faults) -> bool {
        if faults.environments.is_empty() || std::mem::replace(&mut self.has_tried_pins, true) {
            return false;
        }
        let mut best: (PinnedSettings, Vec<(usize, Environment)>) = (PinnedSettings::default(), Vec::new());
        for pins in PINS {
            let passing_tests = self.passing_with_pins(pins, &faults.environments);
            if passing_tests.len() > best.1.len() {
                best = (pins, passing_tests);
            }
            if best.1.len() == faults.environments.len() {
                break;
            }
        }
        let (pins, passing_tests) = best;
        if passing_tests.is_empty() {
            return false;
        }
        self.class.pins = pins;
        self.passed_in_isolation.clear();
        for (_, environment) in &passing_tests {
            let environment = environment.describe();
            match self.pinned.iter_mut().find(|it| it.environment == environment) {
                Some(pinned) => pinned.tests += 1,
                None => self.pinned.push(PinnedTests { tests: 1, environment }),
            }
        }
        true
    }

    /// Returns the failing tests that pass if the class sets the settings `pins`. `failing` contains the
    /// index of each test, with an environment in which the test fails.
    fn passing_with_pins(
        &self,
        pins: PinnedSettings,
        failing: &[(usize, Environment)],
    ) -> Vec<(usize, Environment)> {
        let indices: BTreeSet<usize> = failing.iter().map(|(test, _)| *test).collect();
        let tests = indices.iter().map(|&index| self.class.tests[index].clone()).collect();
        let class = TestClass { pins, tests, ..self.class.clone() };
        let source = emit::source(self.world, &class);
        let Ok(compiled) = self.verifier.compile(&class, &source, self.deadline) else { return Vec::new() };
        let indices: Vec<usize> = indices.into_iter().collect();
        let failing_in = |environment| -> Vec<usize> {
            let fails = |test: &usize| failing.contains(&(indices[*test], environment));
            (0..indices.len()).filter(fails).collect()
        };
        let [foreign, isolated, unusual] = [FOREIGN, ISOLATED, UNUSUAL].map(failing_in);
        let (in_foreign, in_isolated) =
            self.verifier.run_with_isolation(&compiled, &foreign, self.deadline, &isolated, self.deadline);
        let in_unusual = self.verifier.run(&compiled, &unusual, UNUSUAL, self.deadline);
        let verdicts = in_foreign.into_iter().chain(in_isolated).chain(in_unusual);
        let tests = foreign.into_iter().chain(isolated).chain(unusual);
        let still_failing: BTreeSet<usize> =
            tests.zip(verdicts).filter(|(_, it)| !it.has_passed()).map(|(test, _)| indices[test]).collect();
        failing.iter().filter(|(index, _)| !still_failing.contains(index)).copied().collect()
    }

    pub fn is_past_deadline(&self) -> bool {
        Instant::now() > self.deadline
    }

    /// Adds a tolerance to failed assertions on floating point numbers instead of dropping these assertions.
    /// Results of floating point functions differ between machines. The changed assertions are verified
    /// again.
    fn add_tolerances(&mut self, faults: &mut Faults) {
        let Faults { tests, assertions, .. } = faults;
        let is_kept = |test: usize| tests.iter().all(|(dropped, _)| *dropped != test);
        assertions.retain(|&(test, index)| {
            let assertion = self.class.tests[test].assertions.get_mut(index).filter(|_| is_kept(test));
            let with_tolerance = assertion.as_ref().and_then(|it| it.expected.approximate());
            let (Some(assertion), Some(expected)) = (assertion, with_tolerance) else { return true };
            assertion.expected = expected;
            self.passed_in_isolation.remove(&self.class.tests[test].name);
            self.has_changed_assertions = true;
            false
        });
    }

    /// Replaces the line separators in asserted texts, if these assertions fail only in an unusual
    /// environment. Such an environment has other line separators. Removes these assertions from the faults.
    /// Returns whether a test was changed.
    fn replace_line_separators(&mut self, faults: &mut Faults) -> bool {
        let count = faults.assertions.len();
        let Faults { assertions, assertions_elsewhere, .. } = faults;
        assertions.retain(|&(test, assertion)| {
            let passes_usually = assertions_elsewhere.contains(&(test, assertion));
            let test = &mut self.class.tests[test];
            let is_changed = passes_usually && replace_line_separators(self.world, test, assertion);
            if is_changed {
                self.passed_in_isolation.remove(&test.name);
            }
            !is_changed
        });
        let is_changed = assertions.len() < count;
        self.has_changed_assertions |= is_changed;
        is_changed
    }

    /// Drops faulty tests and assertions.
    pub fn drop(&mut self, mut faults: Faults) {
        for &(test, assertion) in faults.assertions.iter().rev() {
            tracing::debug!(test = self.class.tests[test].name, assertion, "assertion dropped");
            drop_assertion(self.world, &mut self.class.tests[test], assertion);
            self.passed_in_isolation.remove(&self.class.tests[test].name);
            self.assertions_dropped += 1;
        }
        faults.tests.sort_by_key(|(test, _)| *test);
        faults.tests.dedup_by_key(|(test, _)| *test);
        for (index, reason) in faults.tests.into_iter().rev() {
            let test = self.class.tests.remove(index);
            let environment = faults.environments.iter().find(|(test, _)| *test == index);
            let environment = environment.map(|(_, environment)| environment.describe());
            self.dropped.push(DroppedTest { test, reason, environment });
        }
    }
}

/// Returns a test with the statements before the expected exception. Returns `None` if these statements have
/// no assertion, or if the test expects no exception.
fn without_crash(test: &CheckedTest) -> Option<CheckedTest> {
    let throwing = test.throws.as_ref()?.statement;
    let mut case = test.case.clone();
    case.truncate(throwing as usize);
    let mut assertions = test.assertions.clone();
    assertions.retain(|assertion| assertion.after < throwing);
    let before =
        CheckedTest { case, assertions, throws: None, suspicion: None, reason: None, ..test.clone() };
    before.has_check().then_some(before)
}
