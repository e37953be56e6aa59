//! From the tests that a search found to the file written: minimised, observed, named, verified and counted.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;
use std::time::{Duration, Instant};

use emit::TestClass;
use execution::executor::{Coverage, Executor};
use execution::inspect::Extended;
use execution::judge::{Deadlines, Judged};
use generation::{Cluster, random};
use goals::{Criterion, Goals};
use rand::SeedableRng;
use search::{Found, Rng};
use suite::minimise::{Kept, absorb, minimise, shorten, split};
use testcase::{Assertion, CheckedTest, Expected, Observation, Suspicion, TestCase};
use types::ClassId;

use crate::events::{Event, Report, Status, Suspicious};
use crate::existing::Covered;
use crate::focus::Focus;
use crate::interrupt;
use crate::judging::Judging;
use crate::missed::{Hardships, missed};
use crate::output::{self, Target};
use crate::problem::JavaProblem;
use crate::reasons;
use crate::searching::{self, Stage};
use crate::session::Session;
use crate::subject::Subject;

/// Least time from the end of the search's time to the end of all; and of longer searches the share of theirs.
const FINISH: Duration = Duration::from_secs(5);
const SHARE: f64 = 1.0 / 3.0;
/// What is added for each test that the search found, and the most that this may come to.
const FINISH_EACH: Duration = Duration::from_millis(10);
const FINISH_EACH_MOST: Duration = Duration::from_secs(8);
/// The part of it that is left to verification, and of what is added for each test.
const VERIFY: Duration = Duration::from_millis(2200);
const VERIFY_EACH: Duration = Duration::from_millis(5);

/// Time for it all once it was interrupted.
const INTERRUPTED: Duration = Duration::from_secs(4);
/// Time for what comes after the search when the budget is not time: none of it may then depend on how fast the machine is.
const NO_HURRY: Duration = Duration::from_secs(24 * 60 * 60);
/// The part of the time left to a second search that may go to finding what it begins with: one in so many.
const SEEDS: u32 = 2;

/// What observing tests is given at least: those without assertions are worth little.
const OBSERVE: Duration = Duration::from_millis(1000);

/// Time for executing those written, to count what they cover.
const COUNT: Duration = Duration::from_secs(1);

/// How long so many tests of a search of that time may be worked on after it.
fn time(search: Duration, tests: usize) -> Duration {
    FINISH.max(search.mul_f64(SHARE)) + FINISH_EACH_MOST.min(FINISH_EACH * tests as u32)
}

/// What is to become of the tests of a class.
pub struct Finishing<'a> {
    /// The run.
    pub session: &'a Session<'a>,
    /// The class under test.
    pub class: ClassId,
    /// The test class, without tests.
    pub test_class: &'a TestClass,
    /// Where it goes.
    pub target: &'a Target,
    /// What the tests are judged by.
    pub subject: &'a Subject,
    /// What existing tests cover, where there are such.
    pub existing: Option<&'a Covered>,
    /// When the work on the class began.
    pub started: Instant,
    /// The search for what the criteria ask for, as it was to be.
    pub stage: &'a Stage,
}

/// Tests that a search found.
struct Tests {
    cases: Vec<TestCase>,
    /// By test the mutants that it is kept for.
    shown: Vec<Vec<u32>>,
}

impl Tests {
    fn of(found: &Found<JavaProblem>, goals: &Goals) -> Tests {
        let cases = found.archive.tests().iter().map(|kept| kept.test.case.clone()).collect();
        Tests { cases, shown: shown_by(found, goals) }
    }

    fn add(&mut self, others: Tests) {
        self.cases.extend(others.cases);
        self.shown.extend(others.shown);
    }
}

/// A test with what it is kept for and all that is asserted of it.
type Checked = (Kept, CheckedTest);

impl Finishing<'_> {
    /// Searches for tests that kill mutants, where that was asked for, writes those that hold, and adds them to the report.
    ///
    /// # Errors
    /// The report of a class for which nothing was written.
    pub fn finish(
        &self,
        problem: JavaProblem,
        found: &Found<JavaProblem>,
        mut judging: Judging,
        mut report: Report,
        tell: &mut dyn FnMut(Event),
    ) -> Result<Report, Box<Report>> {
        let configuration = self.session.configuration;
        let mut tests = Tests::of(found, &problem.goals);
        let hardships = Hardships::of(&problem.cluster, &problem.focus);
        let JavaProblem { mut cluster, goals, vm, patience, tally, mut nearest, .. } = problem;
        drop(vm);
        judging.goals.know_exceptions(&goals);
        judging.tick_limit = patience.most;
        tracing::debug!(tests = tests.cases.len(), outcomes = ?tally, after = ?self.started.elapsed(), "searched");
        let strengthens = configuration.strengthen > 0 && !interrupt::requested();
        let strengthens = strengthens && !judging.goals.are_settled();
        let seeds = strengthens.then(|| self.seeds(&mut judging, &tests));
        let rest = self.stage.rest(configuration, &found.spent);
        let stop = || interrupt::requested() || rest.is_late();
        let seen_by = judging.tracer.clone();
        if let Some(seeds) = seeds {
            let Judging { goals, sections, tracer, mutants, vm, .. } = judging;
            let focus = Focus::new(&cluster, &self.subject.program, &self.subject.uses, &goals);
            let mut problem = JavaProblem::new(cluster, focus, goals, &mutants, &seen_by, vm, &stop);
            problem.crossover = configuration.crossover;
            problem.patience = patience;
            problem.seeds = seeds;
            let found = searching::strengthen(self.session, &mut problem, &rest, &mut report, tell);
            let covered = searching::covered(&problem, &found, &sections);
            let before = std::mem::replace(&mut tests, Tests::of(&found, &problem.goals));
            // It may have had no time for all that it was to begin with.
            if covered.iter().map(|count| count.covered).sum::<usize>() < report.covered {
                tests.add(before);
            }
            let JavaProblem { cluster: as_was, goals, vm, patience, nearest: now, .. } = problem;
            nearest.iter_mut().zip(now).for_each(|(before, now)| *before = before.min(now));
            cluster = as_was;
            judging = Judging { goals, sections, tracer, mutants, vm, tick_limit: patience.most };
            tracing::debug!(tests = tests.cases.len(), after = ?self.started.elapsed(), "strengthened");
        }
        tell(Event::Finishing);
        let (mut report, coverage) = self.finish_tests(&mut judging, &cluster, &tests, report)?;
        self.count(&coverage, &judging, &mut report);
        if coverage.complete {
            report.missed = missed(&judging, &coverage, &nearest, &hardships);
        }
        Ok(report)
    }

    fn finish_tests(
        &self,
        judging: &mut Judging,
        cluster: &Cluster,
        tests: &Tests,
        report: Report,
    ) -> Result<(Report, Coverage), Box<Report>> {
        let end = self.end(tests.cases.len());
        let shown: BTreeSet<u32> = tests.shown.iter().flatten().copied().collect();
        // An interrupt that ended the search has set the deadline; another would end the program.
        let before = interrupt::requested();
        let interrupted = || interrupt::requested() && !before;
        let world = &self.session.platform.world;
        let mut executor = judging.executor(world, &shown, &interrupted);
        let stages = Stages::until(end, tests.cases.len());
        let small = minimise(&mut executor, &tests.cases, &tests.shown, stages.minimise);
        tracing::debug!(tests = small.len(), after = ?self.started.elapsed(), "minimised");
        let checked = self.check(&mut executor, small, &stages);
        let found: Vec<CheckedTest> = checked.iter().map(|(_, test)| test.clone()).collect();
        let broken = suite::contracts::broken(
            &mut executor,
            &found,
            self.class,
            &self.test_class.package,
            stages.observe.max(Instant::now() + OBSERVE),
        );
        // What is left is quick, and tests without assertions are worth little.
        executor.interrupted = &|| false;
        let end = if interrupted() { end.min(Instant::now() + INTERRUPTED) } else { end };
        let suite: Vec<CheckedTest> = found.into_iter().chain(broken).collect();
        let (mut report, kept) = match self.existing {
            Some(_) if suite.is_empty() => (nothing_to_add(report), Vec::new()),
            _ => self.write(&mut executor, &suite, cluster, end, report)?,
        };
        tracing::debug!(after = ?self.started.elapsed(), "written");
        let goals = executor.goals;
        let shown: Vec<Vec<u32>> =
            kept.iter().map(|test| shown_by_test(&test.case, &checked, goals)).collect();
        // What runs on mutants left in the worker is nothing that the tests written would find.
        executor.vm.replace_workers();
        let coverage = executor.coverage(&kept, &shown, end.max(Instant::now() + COUNT));
        report.mutants = open_mutants(goals).len();
        report.mutants_killed = coverage.killed.len();
        Ok((report, coverage))
    }

    /// When the work on so many tests of the class is to be over.
    fn end(&self, tests: usize) -> Instant {
        match self.session.configuration.budget.time {
            Some(limit) if !interrupt::requested() => self.stage.began + limit + time(limit, tests),
            None if !interrupt::requested() => Instant::now() + NO_HURRY,
            _ => Instant::now() + INTERRUPTED,
        }
    }

    /// Tests that cover what those found cover, with what tells of more mutants than they do: to begin another search with.
    fn seeds(&self, judging: &mut Judging, tests: &Tests) -> Vec<TestCase> {
        let left = |time: Duration| time.saturating_sub(self.stage.began.elapsed());
        let time = self.session.configuration.budget.time.map_or(NO_HURRY, |time| left(time) / SEEDS);
        let stages = Stages::of(time);
        let shown: BTreeSet<u32> = tests.shown.iter().flatten().copied().collect();
        let mut executor = judging.executor(&self.session.platform.world, &shown, &interrupt::requested);
        let small = minimise(&mut executor, &tests.cases, &tests.shown, stages.minimise);
        let checked = self.judge(&mut executor, small, &stages);
        tracing::debug!(tests = checked.len(), after = ?self.started.elapsed(), "seeds");
        checked.into_iter().map(|(_, test)| test.case).collect()
    }

    /// Finds out what could be asserted of tests and which mutants that kills.
    fn judge(&self, executor: &mut Executor, mut small: Vec<Kept>, stages: &Stages) -> Vec<Checked> {
        let package = &self.test_class.package;
        // Those that are easier to read go first: they are to kill what they can.
        small.sort_by_key(|kept| (kept.thrown.is_some(), kept.test.size()));
        let tests: Vec<TestCase> = small.iter().map(|kept| kept.test.clone()).collect();
        let extended = execution::inspect::extend(executor, &tests, package, stages.extend);
        tracing::debug!(after = ?self.started.elapsed(), "extended");
        let open = open_mutants(executor.goals);
        let all = |_| open.clone();
        let deadlines = Deadlines { observe: stages.judge, kill: stages.judge };
        let judged = execution::judge::judge(executor, &extended, &all, self.test_class, deadlines);
        let tests = judged.iter().flatten().count();
        tracing::debug!(tests, kills = kills(&judged), after = ?self.started.elapsed(), "judged");
        let killed: BTreeSet<u32> = judged.iter().flatten().flat_map(|it| &it.kills).copied().collect();
        let mut checked = Vec::new();
        for (mut before, judged) in small.into_iter().zip(judged) {
            let Some(Judged { test, kills, .. }) = judged else { continue };
            let goals = executor.goals;
            before.goals.retain(|&goal| goals.strong_mutant(goal).is_none_or(|it| !killed.contains(&it)));
            before.goals.extend(kills.iter().filter_map(|&mutant| goals.strong_goal(mutant)));
            if before.is_needed() {
                checked.push((Kept { test: test.case.clone(), ..before }, test));
            }
        }
        checked
    }

    /// Finds out what to assert of tests, and makes them plainer as long as they cover and kill the same.
    fn check(&self, executor: &mut Executor, small: Vec<Kept>, stages: &Stages) -> Vec<Checked> {
        let checked = self.judge(executor, small, stages);
        let mut kept: Vec<Kept> = checked.into_iter().map(|(kept, _)| kept).collect();
        split(executor, &mut kept, stages.simplify);
        shorten(executor, &mut kept, stages.simplify);
        suite::simplify::simplify(executor, &mut kept, &self.test_class.package, stages.simplify);
        absorb(executor, &mut kept, stages.observe);
        tracing::debug!(tests = kept.len(), after = ?self.started.elapsed(), "simplified");
        let extended: Vec<Extended> = kept.iter().map(|kept| Extended::bare(kept.test.clone())).collect();
        let goals = executor.goals;
        let own = |test: usize| kept[test].mutants(goals);
        let deadlines =
            Deadlines { observe: stages.observe.max(Instant::now() + OBSERVE), kill: stages.observe };
        let judged = execution::judge::judge(executor, &extended, &own, self.test_class, deadlines);
        let tests = judged.iter().flatten().count();
        tracing::debug!(tests, kills = kills(&judged), after = ?self.started.elapsed(), "judged");
        let with_end = |(kept, judged): (Kept, Option<Judged>)| {
            let test = self.with_end(&kept, judged?.test);
            Some((kept, test))
        };
        let mut checked: Vec<Checked> = kept.into_iter().zip(judged).filter_map(with_end).collect();
        self.look_for_more(executor, &mut checked, stages.observe);
        if self.session.options.reasons {
            give_reasons(executor, &mut checked, stages.observe);
        }
        checked
    }

    /// Expects of a test the exception that it ended with when it was examined, where there was no time to observe it.
    fn with_end(&self, kept: &Kept, mut test: CheckedTest) -> CheckedTest {
        let world = &self.session.platform.world;
        let nameable = |class: &ClassId| world.is_accessible_class(*class, &self.test_class.package);
        let class = kept.thrown.as_ref().and_then(|name| world.class_named(name)).filter(nameable);
        if let Some(class) = class
            && test.throws.is_none()
            && test.assertions.is_empty()
        {
            let statement = test.case.len() as u32 - 1;
            test.throws = Some(Expected { statement, class, message: None });
        }
        test
    }

    /// Has tests check something that check nothing, or only that there is an object, or nothing behind a last call that gives
    /// nothing, if there is something.
    fn look_for_more(&self, executor: &mut Executor, checked: &mut [Checked], deadline: Instant) {
        let world = executor.world;
        let is_vague = |it: &Assertion| matches!(it.expected, Observation::Object(_));
        let says = |test: &CheckedTest| test.throws.is_some() || !test.assertions.iter().all(is_vague);
        let is_open = |test: &CheckedTest| {
            !says(test)
                || test.throws.is_none()
                    && execution::judge::last_action(world, &test.case, test.case.len()).is_some()
        };
        let open: Vec<&mut Checked> = checked.iter_mut().filter(|(_, test)| is_open(test)).collect();
        if open.is_empty() {
            return;
        }
        let tests: Vec<TestCase> = open.iter().map(|(_, test)| test.case.clone()).collect();
        let deadline = deadline.max(Instant::now() + OBSERVE);
        let extended = execution::inspect::extend(executor, &tests, &self.test_class.package, deadline);
        let deadlines = Deadlines { observe: deadline.max(Instant::now() + OBSERVE), kill: deadline };
        let judged =
            execution::judge::judge(executor, &extended, &|_| Vec::new(), self.test_class, deadlines);
        for ((_, test), judged) in open.into_iter().zip(judged) {
            let Some(Judged { test: more, .. }) = judged.filter(|it| says(&it.test)) else { continue };
            if says(test) {
                let own = test.case.len() as u32;
                test.assertions.extend(more.assertions.into_iter().filter(|it| it.var.0 >= own));
                test.case = more.case;
            } else {
                *test = more;
            }
        }
    }

    /// Verifies the tests found, then the simplest ones where nothing of these holds, and writes what does. Gives the report
    /// with the tests written.
    fn write(
        &self,
        executor: &mut Executor,
        checked: &[CheckedTest],
        cluster: &Cluster,
        end: Instant,
        mut report: Report,
    ) -> Result<(Report, Vec<CheckedTest>), Box<Report>> {
        let world = &self.session.platform.world;
        let mut suites: [&mut dyn FnMut() -> Vec<CheckedTest>; 3] = [
            &mut || checked.to_vec(),
            &mut || self.observed(executor, &self.single_calls(cluster), end),
            &mut || vec![execution::oracle::unobserved(&random::class_literal(cluster))],
        ];
        // Simple tests would do again what existing ones do.
        let tried = if self.existing.is_some() { 1 } else { suites.len() };
        let mut dropped = 0;
        let verified = suites.iter_mut().take(tried).find_map(|tests| {
            let class = TestClass { tests: tests(), ..self.test_class.clone() };
            let name = |tests: &mut [CheckedTest]| suite::names::name(world, self.class, tests);
            let effort = self.session.options.verify.effort();
            let verified = suite::verify::verify(world, &self.session.verifier, class, &name, effort, end);
            for (test, reason) in &verified.dropped {
                tracing::info!("{test} left out: {reason}");
            }
            dropped += verified.dropped.len();
            (!verified.class.tests.is_empty()).then_some(verified)
        });
        if dropped > 0 {
            report.warnings.push(format!("{dropped} tests did not hold and were left out; -v tells why"));
        }
        let Some(verified) = verified else {
            if let Err(error) = self.session.verifier.check_room() {
                let message = format!(
                    "no test could be compiled: cannot write temporary files: {error}; set TMPDIR to a folder with \
                     free space"
                );
                return Err(failure(report, Status::NoWorker, &message));
            }
            let message = "no test that was found compiles and passes; run with -v to see why";
            return Err(failure(report, Status::NoTestKept, &message));
        };
        if let Err(error) = output::write(self.target, &verified.source.text) {
            return Err(failure(report, Status::NotWritten, &error));
        }
        report.status = Status::Written;
        report.tests_written = verified.class.tests.len();
        report.files.push(self.target.path.clone());
        report.suspicions = suspicions(&verified.class.tests);
        Ok((report, verified.class.tests))
    }

    /// One test for each call: for when the tests of the search do not hold.
    fn single_calls(&self, cluster: &Cluster) -> Vec<TestCase> {
        random::single_calls(cluster, &mut Rng::seed_from_u64(self.session.options.seed))
    }

    /// Tests with what can be asserted of them.
    fn observed(&self, executor: &mut Executor, tests: &[TestCase], end: Instant) -> Vec<CheckedTest> {
        let observed = execution::oracle::observe(executor, tests, &self.test_class.package, end);
        observed.into_iter().flatten().map(|observed| observed.test).collect()
    }

    fn count(&self, coverage: &Coverage, judging: &Judging, report: &mut Report) {
        let goals = &judging.goals;
        let lines = self.existing.map_or_else(BTreeSet::new, Covered::lines);
        report.lines_covered = coverage.lines.union(&lines).count();
        if coverage.complete {
            let is_covered = |goal| coverage.goals.contains(&goal) || goals.is_settled(goal);
            report.count(judging.sections.count(goals.len(), &is_covered));
        } else {
            let warning =
                "its tests take too long to count what they cover: what is told is what the search covered";
            report.warnings.push(warning.to_owned());
        }
        if report.covered == 0 && report.goals > 0 {
            let warning = "its tests cover no goal: none that was tried gets as far as its code";
            report.warnings.push(warning.to_owned());
        }
    }
}

/// When each stage is to be over.
struct Stages {
    minimise: Instant,
    extend: Instant,
    judge: Instant,
    simplify: Instant,
    observe: Instant,
}

impl Stages {
    /// Shares of the time until the verification of so many tests at most.
    fn until(end: Instant, tests: usize) -> Stages {
        let time = end.saturating_duration_since(Instant::now());
        let verify = VERIFY + (FINISH_EACH_MOST / 2).min(VERIFY_EACH * tests as u32);
        Stages::of(time - verify.max(time / 3).min(time))
    }

    /// Shares of some time from now on.
    fn of(time: Duration) -> Stages {
        let now = Instant::now();
        let at = |percent: u32| now + time * percent / 100;
        Stages { minimise: at(30), extend: at(40), judge: at(65), simplify: at(80), observe: at(100) }
    }
}

/// Says of tests what each is there for, if there is time to see what the others cover.
fn give_reasons(executor: &mut Executor, checked: &mut [Checked], deadline: Instant) {
    let tests: Vec<TestCase> = checked.iter().map(|(_, test)| test.case.clone()).collect();
    let examined = executor.examine(&tests, &|_, _| Vec::new(), deadline.max(Instant::now() + OBSERVE));
    if examined.len() < tests.len() {
        return;
    }
    let mut coverers: BTreeMap<u32, usize> = BTreeMap::new();
    examined.iter().flat_map(|it| &it.covered).for_each(|&goal| *coverers.entry(goal).or_default() += 1);
    let goals = executor.goals;
    for ((kept, test), examined) in checked.iter_mut().zip(&examined) {
        let only: Vec<u32> = examined.covered.iter().copied().filter(|goal| coverers[goal] == 1).collect();
        let mutants: Vec<u32> =
            kept.goals.iter().copied().filter(|&goal| goals.strong_mutant(goal).is_some()).collect();
        test.reason = Some(reasons::reason(goals, &only, &mutants));
    }
}

/// What is suspicious of tests, the surest first, each with the smallest test that shows it.
fn suspicions(tests: &[CheckedTest]) -> Vec<Suspicious> {
    let mut shown: Vec<(&Suspicion, &CheckedTest)> =
        tests.iter().filter_map(|test| Some((test.suspicion.as_ref()?, test))).collect();
    shown.sort_by_key(|(_, test)| test.case.size());
    let mut told = BTreeSet::new();
    shown.retain(|(suspicion, _)| told.insert(*suspicion));
    shown.sort_by_key(|(suspicion, test)| (suspicion.rank, tests.iter().position(|it| it.name == test.name)));
    let told = |(Suspicion { rank, method, what }, test): (&Suspicion, &CheckedTest)| Suspicious {
        rank: *rank,
        method: method.clone(),
        what: what.clone(),
        test: test.name.clone(),
    };
    shown.into_iter().map(told).collect()
}

fn kills(judged: &[Option<Judged>]) -> usize {
    judged.iter().flatten().map(|judged| judged.kills.len()).sum()
}

/// By test of the archive, the mutants that it is kept for.
fn shown_by(found: &Found<JavaProblem>, goals: &Goals) -> Vec<Vec<u32>> {
    let tests = found.archive.tests();
    let mut shown = vec![Vec::new(); tests.len()];
    for goal in goals.of(Criterion::StrongMutation) {
        let kept = found.archive.test_for(search::Goal(goal));
        let test = kept.and_then(|kept| tests.iter().position(|it| Rc::ptr_eq(&it.test, &kept.test)));
        if let (Some(test), Some(mutant)) = (test, goals.strong_mutant(goal)) {
            shown[test].push(mutant);
        }
    }
    shown
}

/// The mutants that a test is kept for; none where it is not one of those.
fn shown_by_test(test: &TestCase, checked: &[Checked], goals: &Goals) -> Vec<u32> {
    let kept = checked.iter().find(|(_, checked)| checked.case == *test);
    kept.map_or_else(Vec::new, |(kept, _)| kept.mutants(goals))
}

/// The mutants that existing tests do not reach with an effect, ascending.
pub fn open_mutants(goals: &Goals) -> Vec<u32> {
    let is_open = |mutant: &u32| goals.strong_goal(*mutant).is_none_or(|goal| !goals.is_settled(goal));
    (0..goals.mutants()).filter(is_open).collect()
}

/// The report of a class for which there is nothing to write.
pub fn nothing_to_add(report: Report) -> Report {
    Report { status: Status::NothingToAdd, ..report }
        .saying("nothing is written: no test was found that covers more than existing tests do")
}

/// A report that ends with a failure.
pub fn failure(report: Report, status: Status, message: &dyn fmt::Display) -> Box<Report> {
    Box::new(Report { status, ..report }.saying(message.to_string()))
}
