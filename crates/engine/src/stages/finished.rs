//! The last stage: the tests are minimised, observed, verified and written.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use emit::{Source, TestClass, UnknownToken};
use execution::run::{Coverage, Executor};
use generation::{GenerationContext, random};
use goals::{Criterion, GoalId};
use mutation::MutantId;
use search::{Purpose, stream};
use suite::minimise::plain::is_internal;
use suite::unasserted::drop_unasserted;
use suite::verify::{DropReason, DroppedTest, SuspiciousTest, VerifiedClass};
use testcase::{CheckedTest, Statement, StatementKind, Suspicion};
use types::access::PUBLIC;

use super::prepared::nothing_to_add;
use super::run::Run;
use super::strengthened::Strengthened;
use super::verification;
use crate::error::{Cause, Error};
use crate::event::Event;
use crate::existing_coverage::ExistingCoverage;
use crate::findings::details::Code;
use crate::findings::uncovered::Explanation;
use crate::finisher::conditions::set_conditions;
use crate::finisher::deadlines::{
    COVERAGE_SHARE, OBSERVE, StageDeadlines, UNLIMITED, affordable_tests, with_time_to_observe,
};
use crate::finisher::purpose::set_purposes;
use crate::finisher::receivers::chain_calls;
use crate::finisher::redundant::drop_redundant;
use crate::finisher::repeated::drop_repeated_inspections;
use crate::finisher::suite::{FinishedSuite, FinishedTest, drop_weak_tests, merge_equal_tests};
use crate::finisher::test_finisher::{self, FoundTest, add_reasons};
use crate::harness::Harness;
use crate::report::{LostGoals, Report, Status, Suspicious, Unbuildable};
use crate::test_file;

/// Minimum time limit of the work after the first search, if no search for tests that kill mutants follows.
const FINISH: Duration = Duration::from_secs(5);
/// A second minimum of this time limit: a share of the search time. The larger of both minimums applies.
const FINISH_SHARE: f64 = 1.0 / 3.0;
/// Time that each found test adds to the time limit whose minimum is [`FINISH`].
const FINISH_EACH: Duration = Duration::from_millis(10);
/// Maximum time that [`FINISH_EACH`] adds for all found tests together.
const FINISH_EACH_MAX: Duration = Duration::from_secs(8);
/// Time limit of the work after a cancellation.
const CANCELLED: Duration = Duration::from_secs(4);
/// Time to finish tests (minimise them and select their assertions) after the search, without the additional
/// time for each test.
const FINISH_START: Duration = Duration::from_millis(700);
/// Minimum time limit of the runs that measure what the written tests cover.
const COUNT: Duration = Duration::from_secs(1);

/// A class whose tests are written, or for which no test could be kept.
pub struct Finished {
    /// The report of the class.
    pub report: Report,
}

/// What the written tests cover, and what dropped tests would cover.
struct FinishedCoverage {
    /// The coverage of the written tests.
    coverage: Coverage,
    /// Goals of the tests that verification dropped: the targets that these tests were kept for.
    goals_of_dropped: BTreeSet<GoalId>,
    /// Goals of the tests that are not in the file because they show suspicious behaviour.
    goals_of_suspicious: BTreeSet<GoalId>,
    /// The error that prevented the workers from running tests, if there was one.
    failure: Option<vm::Error>,
}

/// Tests after verification.
#[derive(Default)]
struct VerifiedTests {
    /// The tests in the file. `None` if no test could be kept. Empty if no test adds coverage to existing
    /// tests.
    written: Option<Vec<CheckedTest>>,
    /// The tests that verification dropped.
    dropped: Vec<DroppedTest>,
    /// The tests that are not in the file because they show suspicious behaviour.
    suspicious: Vec<CheckedTest>,
}

impl Strengthened<'_> {
    /// Minimises the tests, selects their assertions, verifies the tests, writes the file, and measures what
    /// the written tests cover.
    ///
    /// # Errors
    /// Returns an error if the test file or temporary files cannot be written.
    pub fn finish(mut self) -> Result<Finished, Error> {
        let class = self.run.class();
        (self.run.listener)(Event::Finishing { class });
        let finished = self.finish_tests()?;
        let Strengthened { mut run, mutant_harness, nearest, obstacles, .. } = self;
        run.report_coverage(&finished, &mutant_harness);
        let coverage = finished.coverage;
        let program = &run.subject.program;
        let explanation = Explanation::new(program, &mutant_harness.goals, &coverage, &nearest, &obstacles);
        if coverage.is_complete {
            run.report.missed = explanation.uncovered(&mutant_harness);
        }
        let existing = run.existing.as_ref().map_or_else(BTreeSet::new, ExistingCoverage::lines);
        let code = Code {
            program,
            mutants: &mutant_harness.mutants,
            lines: &coverage.lines.union(&existing).copied().collect(),
            killed: &coverage.killed,
            explanation,
        };
        run.report.details = Arc::new(code.details());
        Ok(Finished { report: run.report })
    }

    /// Minimises, verifies and writes the tests, and returns what the written tests cover.
    fn finish_tests(&mut self) -> Result<FinishedCoverage, Error> {
        let Strengthened { run, mutant_harness, generator, suite, tests, time_per_test, phase, .. } = self;
        let test_count = suite.len() + tests.len();
        let end = run.end(phase.began, test_count);
        if !suite.is_empty() {
            // The tests in `tests` would kill a few more mutants. It is more important to verify the finished
            // tests in `suite`. So tests that there is no time to finish are removed, if they are needed only
            // for mutants.
            let reserve = run.time_to_verify(suite.len()) + FINISH_START;
            let time = end.saturating_duration_since(Instant::now() + reserve);
            test_finisher::limit(tests, affordable_tests(time, *time_per_test));
        }
        let mutants = test_finisher::mutants(tests);
        // If the run was cancelled before this stage, the steps run until `end`, which is near. Otherwise a
        // cancellation interrupts the steps.
        let was_cancelled = run.is_cancelled();
        let cancellation = run.cancellation;
        let is_cancelled = || cancellation.is_requested() && !was_cancelled;
        let mut executor = mutant_harness.executor(&run.platform.world, &mutants, &is_cancelled);
        let time_to_verify = run.time_to_verify(test_count);
        let time_to_measure = time_to_verify.mul_f64(COVERAGE_SHARE);
        let time_to_finish = *time_per_test * tests.len() as u32;
        let deadlines = StageDeadlines::until(end, time_to_verify, time_to_finish);
        let finished = run.finished_tests(&mut executor, std::mem::take(suite), tests, &deadlines);
        let suite = run.with_broken_contracts(&mut executor, &finished, deadlines.observe);
        let goals = executor.goals;
        let requires_kills = run.requires_kills();
        let kills_target = |test: &CheckedTest| {
            let is_killed = |&goal: &GoalId| goals.strong_mutant(goal).is_some();
            requires_kills && kept_for(test, &finished).iter().any(is_killed)
        };
        let end_of_drop = with_time_to_observe(deadlines.observe);
        // Suspicious tests are usually not written, so they must not count as tests that cover a goal.
        let (suspicious, others): (Vec<CheckedTest>, Vec<CheckedTest>) =
            suite.into_iter().partition(|test| test.suspicion.is_some());
        let mut suite = drop_unasserted(&mut executor, others, &kills_target, end_of_drop);
        suite.extend(suspicious);
        tracing::debug!(tests = suite.len(), ?time_to_verify, after = ?run.began.elapsed(), "unneeded tests dropped");
        // A cancellation does not interrupt the remaining steps, because they are short and the test file
        // needs them.
        executor.interrupted = &|| false;
        let end = if is_cancelled() { end.min(Instant::now() + CANCELLED) } else { end };
        let VerifiedTests { written, dropped, suspicious } = match run.existing {
            Some(_) if suite.is_empty() => {
                run.report = nothing_to_add(run.report.clone());
                VerifiedTests { written: Some(Vec::new()), ..VerifiedTests::default() }
            }
            _ => run.write(&mut executor, &suite, &generator.context, end - time_to_measure)?,
        };
        let goals_of = |tests: &mut dyn Iterator<Item = &CheckedTest>| -> BTreeSet<GoalId> {
            let kept_for = tests.flat_map(|test| kept_for(test, &finished)).copied();
            kept_for.filter(|&goal| goals.is_target(goal)).collect()
        };
        let goals_of_dropped = goals_of(&mut dropped.iter().map(|dropped| &dropped.test));
        let goals_of_suspicious = goals_of(&mut suspicious.iter());
        let Some(written) = written else {
            // Without a file, the tests cover nothing.
            let coverage = Coverage { is_complete: true, ..Coverage::default() };
            let failure = executor.failure;
            return Ok(FinishedCoverage { coverage, goals_of_dropped, goals_of_suspicious, failure });
        };
        tracing::debug!(after = ?run.began.elapsed(), "test file written");
        let mutants_of = |test: &CheckedTest| {
            kept_for(test, &finished).iter().filter_map(|&goal| goals.strong_mutant(goal)).collect()
        };
        let expected_kills: Vec<Vec<MutantId>> = written.iter().map(mutants_of).collect();
        // Runs on mutants can have changed static state in the workers. The written tests must run without
        // such changes.
        executor.vm.replace_workers();
        let coverage = executor.coverage(&written, &expected_kills, end.max(Instant::now() + COUNT));
        tracing::debug!(is_complete = coverage.is_complete, after = ?run.began.elapsed(), "coverage measured");
        run.report.mutants = goals.open_mutants().count();
        run.report.mutants_killed = coverage.killed.len();
        let ordinary_calls = goals.ordinary_calls();
        run.report.callable_methods = ordinary_calls.clone().count();
        run.report.ordinary_calls = ordinary_calls.filter(|goal| coverage.goals.contains(goal)).count();
        let failure = executor.failure;
        Ok(FinishedCoverage { coverage, goals_of_dropped, goals_of_suspicious, failure })
    }
}

impl Run<'_> {
    /// Returns the time at which the work on the class should end. `tests` is the number of found tests.
    fn end(&self, search_began: Instant, tests: usize) -> Instant {
        let after_search = |limit| match self.configuration.strengthen {
            0 => time_to_finish(limit, tests),
            _ => self.time_after_search(search_began),
        };
        match self.configuration.budget.time {
            Some(limit) if !self.is_cancelled() => search_began + limit + after_search(limit),
            None if !self.is_cancelled() => Instant::now() + UNLIMITED,
            _ => Instant::now() + CANCELLED,
        }
    }

    /// Finishes the tests in `tests`: minimises them and selects their assertions. Returns these tests and
    /// the tests in `suite`, without tests whose goals other tests cover.
    fn finished_tests(
        &self,
        executor: &mut Executor,
        mut suite: FinishedSuite,
        tests: &[FoundTest],
        deadlines: &StageDeadlines,
    ) -> Vec<FinishedTest> {
        let mut finished = self.finisher().finish(executor, tests, &suite, deadlines);
        let is_in_interface = |test: &CheckedTest| self.is_in_interface(test);
        if !suite.is_empty() {
            test_finisher::drop_unfinished(&mut finished, executor.goals);
            suite.add(executor, finished, deadlines.observe);
            finished = suite.into_needed_tests(&is_in_interface);
        }
        finished = merge_equal_tests(finished);
        if !self.requires_kills() {
            finished = drop_redundant(executor, finished, deadlines.observe_until(OBSERVE / 4));
            finished = drop_weak_tests(finished, executor.goals, &is_in_interface);
        }
        tracing::debug!(tests = finished.len(), after = ?self.began.elapsed(), "tests finished");
        chain_calls(executor, &mut finished, deadlines.observe_until(OBSERVE / 4));
        self.finisher().make_alike(executor, &mut finished, deadlines.observe_until(OBSERVE / 4));
        finished = merge_equal_tests(finished);
        tracing::debug!(tests = finished.len(), after = ?self.began.elapsed(), "tests made alike");
        let world = &self.platform.world;
        let program = &self.subject.program;
        set_purposes(&self.methods, executor.goals, &mut finished);
        self.finisher().add_usual_assertions(executor, &mut finished, deadlines.observe_until(OBSERVE / 4));
        self.finisher().merge_same_acts(executor, &mut finished, deadlines.observe_until(OBSERVE / 4));
        finished.iter_mut().for_each(|(_, test)| drop_repeated_inspections(test));
        tracing::debug!(tests = finished.len(), after = ?self.began.elapsed(), "usual assertions added");
        set_conditions(world, program, executor, &mut finished, deadlines.observe);
        if self.request.reasons {
            add_reasons(executor, &mut finished, deadlines.observe);
        }
        finished
    }

    /// Returns whether strong mutation is a required criterion.
    fn requires_kills(&self) -> bool {
        self.configuration.goal_options().criteria.contains(&Criterion::StrongMutation)
    }

    /// Returns whether users of the class under test make the tested call of a test, and write to no fields
    /// that are not public. The class under test, a nested class, a superclass or a subclass must declare the
    /// method. A method of a public class must be public.
    fn is_in_interface(&self, test: &CheckedTest) -> bool {
        let world = &self.platform.world;
        let own_class = self.subject.class;
        let is_internal_write = |statement: &Statement| {
            matches!(statement.kind, StatementKind::WriteField { .. }) && is_internal(world, statement)
        };
        if test.case.statements.iter().any(is_internal_write) {
            return false;
        }
        suite::names::tested_method(world, own_class, test).is_none_or(|id| {
            let method = world.method(id);
            let is_related =
                world.is_subclass(own_class, method.class) || world.is_subclass(method.class, own_class);
            let is_public_class = world.class(method.class).access & PUBLIC != 0;
            (self.methods.contains_key(&id) || is_related)
                && (method.access & PUBLIC != 0 || !is_public_class)
        })
    }

    /// Returns the finished tests with their numbers, and tests that show broken contracts such as an
    /// asymmetric `equals`.
    fn with_broken_contracts(
        &self,
        executor: &mut Executor,
        finished: &[FinishedTest],
        deadline: Instant,
    ) -> Vec<CheckedTest> {
        let numbered = finished
            .iter()
            .enumerate()
            .map(|(number, (_, test))| CheckedTest { number: Some(number), ..test.clone() });
        let mut suite: Vec<CheckedTest> = numbered.collect();
        let package = &self.test_class.package;
        let violations =
            suite::contracts::find_violations(executor, &suite, self.subject.class, package, deadline);
        suite.extend(violations);
        suite
    }

    /// Verifies the finished tests, or simpler tests if no finished test passes. Writes the tests that
    /// pass. Omits suspicious tests, unless the request keeps them or no other test remains.
    fn write(
        &mut self,
        executor: &mut Executor,
        finished: &[CheckedTest],
        context: &GenerationContext,
        end: Instant,
    ) -> Result<VerifiedTests, Error> {
        let (verified, dropped) = self.verify(executor, finished, context, end);
        let Some(verified) = verified else {
            if let Err(error) = self.platform.verifier.check_disk_space() {
                let folder = self.platform.temporary_folder();
                return Err(Error::unwritable_temporary_folder(folder, &error));
            }
            self.report.lacked_time = dropped.iter().any(|it| it.reason == DropReason::NotRun);
            self.report.message = Some(self.why_no_test_is_kept(&dropped));
            return Ok(VerifiedTests { dropped, ..VerifiedTests::default() });
        };
        check_tokens(&verified.source)?;
        test_file::write(&self.test_file, &verified.source.text, self.cancellation)
            .map_err(|error| Error::user(Cause::Output, &error))?;
        self.report.status = Status::Written;
        self.report.tests_written = verified.class.tests.len();
        self.report.tests_without_assertions =
            verified.class.tests.iter().filter(|test| !test.has_check()).count();
        self.report.files.push(self.test_file.path.clone());
        self.report.suspicions = suspicions(&verified.suspicious);
        let removed = verified.suspicious.into_iter().filter(|it| it.is_removed);
        let suspicious = removed.map(|it| it.test).collect();
        Ok(VerifiedTests { written: Some(verified.class.tests), dropped, suspicious })
    }

    /// Returns the message for a class of which no test is kept, with the reasons. `dropped` are the tests
    /// that verification dropped.
    fn why_no_test_is_kept(&self, dropped: &[DroppedTest]) -> String {
        let describe =
            |it: &Unbuildable| format!("no test can create an object of {}, because {}", it.class, it.reason);
        let unbuildable = self.report.unbuildable.first().map(describe);
        let time = self.report.lacked_time.then(|| "some tests could not run before the deadline".to_owned());
        let javac_messages = dropped.iter().map(javac_message).collect::<Option<Vec<&str>>>();
        let not_compiled = javac_messages
            .and_then(|messages| messages.first().map(|message| format!("no test compiles: {message}")));
        let outcomes = std::iter::once(self.outcomes.explain());
        let reasons: Vec<String> =
            not_compiled.into_iter().chain(outcomes).chain(unbuildable).chain(time).collect();
        format!(
            "no file is written, because each test fails, or asserts nothing and covers no goal: {}; run with -v to see why tests were dropped",
            reasons.join("; ")
        )
    }

    /// Verifies the finished tests. If no finished test passes, verifies simple tests, one for each call that
    /// tests can make. After the deadline, does not do this if a finished test exceeded its time limit: the
    /// simple tests would probably exceed it, too. Returns `None` if no test passes. Also returns the tests
    /// that verification dropped.
    fn verify(
        &mut self,
        executor: &mut Executor,
        finished: &[CheckedTest],
        context: &GenerationContext,
        end: Instant,
    ) -> (Option<VerifiedClass>, Vec<DroppedTest>) {
        let single_calls =
            || random::single_calls(context, &mut stream(self.request.seed, Purpose::FallbackTests));
        let finisher = self.finisher();
        let mut suites: [&mut dyn FnMut() -> Vec<CheckedTest>; 2] = [&mut || finished.to_vec(), &mut || {
            let end = with_time_to_observe(end);
            let observed = finisher.observe(executor, &single_calls(), end);
            drop_unasserted(executor, observed, &|_| false, end)
        }];
        // If there are existing tests, simpler tests would only repeat what the existing tests do.
        let attempts = if self.existing.is_some() { 1 } else { suites.len() };
        let world = &self.platform.world;
        let mut dropped = Vec::new();
        let verified = suites.iter_mut().take(attempts).find_map(|tests| {
            let times_out = |it: &DroppedTest| it.reason == DropReason::TimesOut;
            if dropped.iter().any(times_out) && Instant::now() > end {
                return None;
            }
            let class = TestClass { tests: tests(), ..self.test_class.clone() };
            if class.tests.is_empty() {
                return None;
            }
            let name_tests =
                |tests: &mut [CheckedTest]| suite::names::name_tests(world, self.subject.class, tests);
            let (effort, suspicious) = (self.request.verify.effort(), self.request.suspicious.in_suite());
            let verifier = &self.platform.verifier;
            let mut verified =
                suite::verify::verify(world, verifier, class, &name_tests, effort, suspicious, end);
            for DroppedTest { test, reason, .. } in &verified.dropped {
                tracing::info!("the test {} is dropped: {reason}", test.name);
            }
            dropped.append(&mut verified.dropped);
            (!verified.class.tests.is_empty()).then_some(verified)
        });
        let pinned = verified.as_ref().map_or(&[][..], |verified| &verified.pinned);
        self.report.warnings.extend(verification::warnings(&dropped, pinned));
        self.report.denied = verification::denied(world, self.subject.class, &dropped);
        self.report.warnings.extend(verification::warning_about_denied(&self.report.denied));
        let failing = verified.as_ref().and_then(|verified| verified.failing_on_other_jdk.as_ref());
        self.report.warnings.extend(failing.map(verification::warning_about_jdk));
        (verified, dropped)
    }

    fn report_coverage(&mut self, finished: &FinishedCoverage, mutant_harness: &Harness) {
        let FinishedCoverage { coverage, goals_of_dropped, goals_of_suspicious, failure } = finished;
        let goals = &mutant_harness.goals;
        let existing = self.existing.as_ref().map_or_else(BTreeSet::new, |existing| existing.lines());
        let report = &mut self.report;
        report.lines_covered = coverage.lines.union(&existing).count();
        if coverage.is_complete {
            let is_covered = |goal| coverage.goals.contains(&goal) || goals.is_covered_by_existing(goal);
            let covered_by_search = report.covered;
            report.set_counts(mutant_harness.sections.count(goals.len(), &is_covered));
            let count_lost = |goals: &BTreeSet<GoalId>| goals.difference(&coverage.goals).count();
            let (of_dropped, of_suspicious) = (count_lost(goals_of_dropped), count_lost(goals_of_suspicious));
            report.lost_goals = lost_goals(covered_by_search, report.covered, of_dropped, of_suspicious);
            report.warnings.extend(report.lost_goals.iter().flat_map(verification::warnings_about_goals));
        } else if failure.is_none() {
            let warning = "there was no time to measure what the written tests cover: the report states what the search \
                           covered; allow more time with --time";
            report.warnings.push(warning.to_owned());
        }
        if let Some(error) = failure {
            report.warnings.push(format!(
                "the tests were not improved or measured completely, because the workers could not run more tests: {error}"
            ));
        }
        if report.covered == 0 && report.goals > 0 && report.tests_written > 0 {
            let warning = "the tests cover no goal: no generated test executes code of the class";
            report.warnings.push(warning.to_owned());
        }
    }
}

/// Returns the time limit of the work after the first search, if no search for tests that kill mutants
/// follows. In this case, no test was minimised during the first search. `search` is the time limit of the
/// first search.
fn time_to_finish(search: Duration, tests: usize) -> Duration {
    FINISH.max(search.mul_f64(FINISH_SHARE)) + FINISH_EACH_MAX.min(FINISH_EACH * tests as u32)
}

/// Returns an error if a source has unknown tokens. Verification has dropped the tests with such tokens.
fn check_tokens(source: &Source) -> Result<(), Error> {
    match source.unknown_tokens.first() {
        None => Ok(()),
        Some(UnknownToken { line, token }) => Err(Error::Internal {
            message: format!(
                "the test file is not written, because its line {line} would contain `{token}`, \
                 which is possibly code in a name of a class file; report this class to the developers of Testudo"
            ),
        }),
    }
}

/// Returns the suspicious behaviour that tests show, the most certain first. Each kind of behaviour is shown
/// by its smallest test.
fn suspicions(tests: &[SuspiciousTest]) -> Vec<Suspicious> {
    let mut pairs: Vec<(&Suspicion, &SuspiciousTest)> =
        tests.iter().filter_map(|it| Some((it.test.suspicion.as_ref()?, it))).collect();
    pairs.sort_by_key(|(_, it)| it.test.case.size());
    let mut distinct = BTreeSet::new();
    pairs.retain(|(suspicion, _)| distinct.insert(*suspicion));
    pairs.sort_by_key(|(suspicion, _)| suspicion.rank);
    let describe = |(Suspicion { rank, method, behaviour }, it): (&Suspicion, &SuspiciousTest)| Suspicious {
        rank: *rank,
        method: method.clone(),
        what: behaviour.clone(),
        code: it.code.clone(),
        test: (!it.is_removed).then(|| it.test.name.clone()),
    };
    pairs.into_iter().map(describe).collect()
}

/// Returns the goals that a test is kept for. The result is empty if the test is not one of the finished
/// tests.
fn kept_for<'t>(test: &CheckedTest, finished: &'t [FinishedTest]) -> &'t [GoalId] {
    test.number.map_or(&[], |number| &finished[number].0.goals)
}

/// Returns the numbers of goals that the search covered and that the written tests do not cover, by cause.
/// Returns `None` if the written tests cover as many goals as the search.
fn lost_goals(
    by_search: usize,
    by_tests: usize,
    of_dropped_tests: usize,
    of_suspicious_tests: usize,
) -> Option<LostGoals> {
    let lost = by_search.saturating_sub(by_tests);
    let dropped_tests = of_dropped_tests.min(lost);
    let suspicious_tests = of_suspicious_tests.min(lost - dropped_tests);
    let not_covered_again = lost - dropped_tests - suspicious_tests;
    (lost > 0).then_some(LostGoals { dropped_tests, suspicious_tests, not_covered_again })
}

/// Returns the message of javac for a test that does not compile, and `None` for another dropped test.
fn javac_message(test: &DroppedTest) -> Option<&str> {
    match &test.reason {
        DropReason::DoesNotCompile(message) => Some(message),
        _ => None,
    }
}
