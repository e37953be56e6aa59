//! Runs a compiled test class in several orders and environments.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use emit::Source;

use super::DropReason;
use super::environment::{Environment, FOREIGN, ISOLATED, OTHER_JDK, PLAIN, UNUSUAL};
use super::faults::Faults;
use super::job::Job;
use super::pollution::{LeftoverGroup, leftovers, polluters};
use super::process::{Plan, Verdict};
use super::verifier::CompiledClass;

/// Minimum time limit of a run of tests, even after the deadline. On a busy machine, a late result is better
/// than lost tests.
const MIN_RUN: Duration = Duration::from_secs(5);
/// Minimum time limit of isolated tests.
const MIN_ISOLATED_RUN: Duration = Duration::from_millis(1500);
/// Time for each test that is added to [`MIN_RUN`].
const MIN_RUN_PER_TEST: Duration = Duration::from_millis(15);
/// Time for each test that is added to [`MIN_RUN`] in a thorough verification.
const THOROUGH_RUN_PER_TEST: Duration = Duration::from_secs(2);
/// Number of shuffled orders in a thorough verification.
const SHUFFLES: u64 = 3;
/// Additional time to find the tests that make other tests fail.
const FIND_POLLUTERS: Duration = Duration::from_secs(4);

impl Job<'_> {
    /// Runs the tests several times:
    ///
    /// - in order,
    /// - in reverse order, in another environment,
    /// - in isolation, in the same JVM as the run in reverse order,
    /// - after tests that leave changes in static fields, if there is time,
    /// - on another JDK, if there is one and no test throws an exception in the first run.
    ///
    /// Tests that passed in isolation in an earlier call, and have not changed since then, do not run in
    /// isolation again.
    pub fn run(&mut self, source: &Source, compiled: &CompiledClass) -> Faults {
        let mut order: Vec<usize> = (0..self.class.tests.len()).collect();
        let mut reversed: Vec<usize> = order.iter().rev().copied().collect();
        let start = Instant::now();
        let deadline = self.deadline.max(start + MIN_RUN + MIN_RUN_PER_TEST * order.len() as u32);
        let run = |order: &[usize], environment| {
            let verdicts = self.verifier.run(compiled, order, environment, deadline);
            tracing::debug!(tests = order.len(), after = ?start.elapsed(), "tests ran");
            verdicts
        };
        // The isolated run takes the most time. Tests that do not run before its deadline are not checked in
        // isolation.
        let isolated_deadline = self.deadline.max(start + MIN_ISOLATED_RUN);
        let is_unknown = |test: &usize| !self.passed_in_isolation.contains_key(&compiled.tests[*test]);
        let unknown: Vec<usize> = order.iter().copied().filter(is_unknown).collect();
        let run_with_isolation = || {
            let verdicts =
                self.verifier.run_with_isolation(compiled, &reversed, deadline, &unknown, isolated_deadline);
            tracing::debug!(tests = unknown.len(), after = ?start.elapsed(), "tests ran in isolation");
            verdicts
        };
        let (mut plain, on_other_jdk, (mut foreign, mut new_in_isolation)) = std::thread::scope(|scope| {
            let foreign = scope.spawn(run_with_isolation);
            let plain = self.verifier.run_to_end(compiled, &order, PLAIN, deadline);
            // If a test threw an exception, the results on the other JDK would not count.
            let other_jdk = self.verifier.other_jdk().filter(|_| plain.iter().all(Verdict::has_returned));
            let on_other_jdk = other_jdk.map(|_| run(&order, OTHER_JDK)).unwrap_or_default();
            (plain, on_other_jdk, foreign.join().expect("running tests does not panic"))
        });
        foreign.reverse();
        self.repeat_failures(
            compiled,
            &unknown,
            &mut new_in_isolation,
            [&plain, &foreign],
            isolated_deadline,
        );
        let isolated = self.verdicts_in_isolation(compiled, &unknown, new_in_isolation);
        // A test that fails in isolation can make all later tests fail in both orders, for example because it
        // leaves a class that cannot be initialised. Therefore the other tests run again without such tests.
        let threw = |test: &usize| matches!(isolated[*test], Verdict::Ended { exception: Some(_), .. });
        let fails_after_others = |test: &usize| {
            isolated[*test].has_passed() && !(plain[*test].has_passed() && foreign[*test].has_passed())
        };
        if order.iter().any(threw) && order.iter().any(fails_after_others) {
            order.retain(|test| !threw(test));
            reversed.retain(|test| !threw(test));
            let (plain_again, foreign_again) = std::thread::scope(|scope| {
                let foreign = scope.spawn(|| run(&reversed, FOREIGN));
                (run(&order, PLAIN), foreign.join().expect("running tests does not panic"))
            });
            order.iter().zip(plain_again).for_each(|(&test, verdict)| plain[test] = verdict);
            reversed.iter().zip(foreign_again).for_each(|(&test, verdict)| foreign[test] = verdict);
        }
        // Returns the environment of a run if it is not the most common environment, and the test passes in
        // the most common environment.
        let unusual_environment = |environment, test: usize| {
            (environment != PLAIN && plain[test].has_passed()).then_some(environment)
        };
        let mut faults = Faults::default();
        for (test, verdict) in isolated.iter().enumerate().filter(|(_, it)| **it != Verdict::NotRun) {
            faults.add(source, test, verdict, unusual_environment(ISOLATED, test));
        }
        for (order, verdicts, others, environment) in
            [(&order, &plain, &foreign, PLAIN), (&reversed, &foreign, &plain, FOREIGN)]
        {
            let victims: Vec<usize> =
                order.iter().copied().filter(|&test| is_victim(&verdicts[test], &others[test])).collect();
            let late_deadline = deadline.max(Instant::now()) + FIND_POLLUTERS;
            let run_again = |order: &[usize]| self.verifier.run(compiled, order, environment, late_deadline);
            let polluters = polluters(order, &victims, &run_again);
            let is_victim_of_polluter = |test: &usize| polluters.is_some() && victims.contains(test);
            for &test in order.iter().filter(|test| !is_victim_of_polluter(test)) {
                faults.add(source, test, &verdicts[test], unusual_environment(environment, test));
            }
            let polluters = polluters.into_iter().flatten();
            faults.tests.extend(polluters.map(|test| (test, DropReason::Pollutes(victims.len()))));
        }
        // Both orders have already shown most effects of one test on another.
        if self.deadline > Instant::now() + MIN_ISOLATED_RUN {
            self.run_after_leftovers(source, compiled, &plain, &leftovers(&isolated), &mut faults);
        }
        for (test, verdict) in on_other_jdk.iter().enumerate() {
            if let Verdict::Denied(action) = verdict {
                faults.tests.push((test, DropReason::Denied(action.clone())));
            }
        }
        // A test that must be dropped can make other tests fail. So the results on the other JDK count only
        // if no test must be dropped.
        if faults.tests.iter().all(|(_, reason)| *reason == DropReason::NotRun) {
            let passing_tests = on_other_jdk.iter().enumerate().filter(|(test, _)| plain[*test].has_passed());
            passing_tests.for_each(|(test, verdict)| faults.add_on_other_jdk(source, test, verdict));
        }
        faults.without_redundant_assertions()
    }

    /// Runs the tests again that failed in isolation, and passed in order or in reverse order. Such a test
    /// can fail because it shared classes with an earlier isolated test that left an undetected change.
    /// `verdicts` are the verdicts of the tests `ran` in isolation, and `others` are the verdicts of all
    /// tests.
    fn repeat_failures(
        &self,
        compiled: &CompiledClass,
        ran: &[usize],
        verdicts: &mut [Verdict],
        others: [&[Verdict]; 2],
        deadline: Instant,
    ) {
        let has_failed = |index: &usize| {
            matches!(verdicts[*index], Verdict::Ended { .. })
                && !verdicts[*index].has_passed()
                && others.iter().any(|others| others[ran[*index]].has_passed())
        };
        let failed: Vec<usize> = (0..ran.len()).filter(has_failed).collect();
        if failed.is_empty() {
            return;
        }
        let tests: Vec<usize> = failed.iter().map(|&index| ran[index]).collect();
        let (_, again) = self.verifier.run_with_isolation(compiled, &[], deadline, &tests, deadline);
        failed.into_iter().zip(again).for_each(|(index, verdict)| verdicts[index] = verdict);
    }

    /// Returns the verdict of each test in isolation. `verdicts` are the verdicts of the tests `ran`. The
    /// other verdicts are from earlier calls of [`Self::run`].
    fn verdicts_in_isolation(
        &mut self,
        compiled: &CompiledClass,
        ran: &[usize],
        verdicts: Vec<Verdict>,
    ) -> Vec<Verdict> {
        let named = ran.iter().map(|&test| compiled.tests[test].clone()).zip(verdicts);
        let mut new: BTreeMap<String, Verdict> = named.collect();
        let known = &mut self.passed_in_isolation;
        known.extend(
            new.iter().filter(|(_, it)| it.has_passed()).map(|(name, it)| (name.clone(), it.clone())),
        );
        let mut verdict = |name| new.remove(name).or_else(|| known.get(name).cloned());
        compiled.tests.iter().map(|name| verdict(name).unwrap_or(Verdict::NotRun)).collect()
    }

    /// For each group of tests that leave the same changes in static fields, runs one test of the group, and
    /// then all tests that leave no changes. If tests fail only in this run, either these failing tests or
    /// the tests of the group are faulty: whichever are fewer.
    fn run_after_leftovers(
        &self,
        source: &Source,
        compiled: &CompiledClass,
        plain: &[Verdict],
        leftovers: &[LeftoverGroup],
        faults: &mut Faults,
    ) {
        let Some((first, others)) = leftovers.split_first() else { return };
        let plan = Plan {
            environment: PLAIN,
            isolated_environment: PLAIN,
            first: &first.order,
            isolated: others.iter().map(|it| &*it.order).collect(),
            deadline: self.deadline,
            isolated_deadline: self.deadline,
            ends_as_usual: false,
        };
        // The largest groups come first.
        let verdicts = self.verifier.run_groups(compiled, &plan);
        let verdicts = verdicts.chunks(first.order.len());
        for (LeftoverGroup { tests, order }, verdicts) in leftovers.iter().zip(verdicts) {
            let fails = |(test, verdict): &(&usize, &Verdict)| {
                plain[**test].has_passed() && !verdict.has_passed() && **verdict != Verdict::NotRun
            };
            let victims: Vec<(&usize, &Verdict)> = order.iter().zip(verdicts).skip(1).filter(fails).collect();
            if victims.len() < tests.len() {
                victims.into_iter().for_each(|(&test, verdict)| faults.add(source, test, verdict, None));
            } else {
                let reason = DropReason::Pollutes(victims.len());
                faults.tests.extend(tests.iter().map(|&test| (test, reason.clone())));
            }
        }
    }

    /// Runs the tests in shuffled orders, one of them in an unusual environment, and each test in a JVM of
    /// its own.
    pub fn run_thoroughly(&self, source: &Source, compiled: &CompiledClass) -> Faults {
        let mut faults = Faults::default();
        let count = self.class.tests.len();
        let orders = (1..=SHUFFLES).map(|seed| shuffled_order(count, seed));
        let single_test_orders = (0..count).map(|test| vec![test]);
        for (number, order) in orders.chain(single_test_orders).enumerate() {
            let environment: Environment = if number == 0 { UNUSUAL } else { PLAIN };
            let deadline = Instant::now() + MIN_RUN + THOROUGH_RUN_PER_TEST * order.len() as u32;
            let verdicts = self.verifier.run(compiled, &order, environment, deadline);
            let other_environment = (environment != PLAIN).then_some(environment);
            for (&test, verdict) in order.iter().zip(&verdicts) {
                faults.add(source, test, verdict, other_environment);
            }
        }
        faults.without_redundant_assertions()
    }
}

/// Returns whether a test ended with an exception in one run, and without an exception in the other run.
fn is_victim(verdict: &Verdict, other: &Verdict) -> bool {
    let threw = |verdict: &Verdict| match verdict {
        Verdict::Ended { exception, .. } => Some(exception.is_some()),
        _ => None,
    };
    threw(verdict) == Some(true) && threw(other) == Some(false)
}

/// Returns the numbers below `count` in a pseudo-random order.
fn shuffled_order(count: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|&test| {
        let mixed = (test as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_mul(2 * seed + 1);
        mixed ^ (mixed >> 29)
    });
    order
}
