//! Which assertions are kept.

use std::time::Instant;

use execution::inspect::{Extended, extend};
use execution::judge::{Deadlines, Judged, judge};
use mutation::MutantId;
use testcase::{CheckedTest, TestCase};
use types::World;

use crate::build::Maker;
use crate::setup::{METER, Stage, call, later, metering, test_class, word, words, world};

/// Judges tests by all mutants.
fn judged(stage: &mut Stage, tests: &[Extended], kill: Instant) -> Vec<Judged> {
    let mutants: Vec<MutantId> = stage.goals.mutants().collect();
    let deadlines = Deadlines { observe: later(), kill };
    let class = test_class(stage.world);
    let judged = judge(&mut stage.executor(), tests, &|_| mutants.clone(), &class, deadlines);
    judged.into_iter().flatten().collect()
}

/// The same after looking for inspectors.
fn judged_extended(world: &World, tests: &[TestCase]) -> Vec<Judged> {
    let mut stage = Stage::with_mutants(world);
    let extended = extend(&mut stage.executor(), tests, "lib", later());
    judged(&mut stage, &extended, later())
}

fn bare(tests: &[TestCase]) -> Vec<Extended> {
    tests.iter().cloned().map(Extended::bare).collect()
}

/// What the assertions of a test are about.
fn asserted(world: &World, test: &CheckedTest) -> Vec<String> {
    let about = test.assertions.iter().map(|it| word(world, test.case.definition(it.var)));
    about.chain(test.throws.iter().filter_map(|it| it.message.as_deref().map(str::to_owned))).collect()
}

fn raising(world: &World) -> TestCase {
    metering(world, 3, |m, meter| {
        let two = m.int(2);
        m.call_named(meter, "raise", &[two]);
    })
}

#[test]
fn of_assertions_that_see_the_same_mutants_one_is_kept_and_inspectors_without_one_go() {
    let world = world();
    let mut m = Maker::new(&world, "lib");
    let level = m.int(3);
    let meter = m.construct(METER, "(I)V", &[level]);
    let own = 2;
    m.read(Some(meter), METER, "level");
    m.read(Some(meter), METER, "level");
    m.call_named(meter, "getLevel", &[]);
    let extended = Extended { own, ..Extended::bare(m.test("").case) };
    let judged = judged(&mut Stage::with_mutants(&world), &[extended], later()).remove(0);
    assert_eq!(asserted(&world, &judged.test), ["getLevel"], "it has a mutant of its own");
    assert_eq!(words(&world, &judged.test.case.statements), ["3", "Meter", "getLevel"]);
}

#[test]
fn what_inspectors_need_stays_with_them() {
    let world = world();
    let judged = judged_extended(&world, &[raising(&world)]).remove(0);
    let words = words(&world, &judged.test.case.statements);
    assert_eq!(words[..4], ["3", "Meter", "2", "raise"]);
    let is_whole = |name: &str, before: &str| {
        let at = words.iter().position(|it| it == name);
        at.is_none_or(|at| words[..at].iter().any(|it| it == before))
    };
    assert!(is_whole("getSize", "getPart") && is_whole("at", "1"), "{words:?}");
    assert!(asserted(&world, &judged.test).contains(&"getSize".to_owned()), "{words:?}");
}

#[test]
fn what_only_goes_into_other_calls_is_not_asserted_where_these_show_as_much() {
    let world = world();
    let test = metering(&world, 3, |m, meter| {
        let level = m.call_named(meter, "getLevel", &[]);
        let higher = m.call_named(meter, "at", &[level]);
        m.call_named(meter, "at", &[higher]);
    });
    let judged = judged(&mut Stage::with_mutants(&world), &bare(&[test]), later()).remove(0);
    assert_eq!(asserted(&world, &judged.test), ["at", "at"], "the last two");
}

#[test]
fn what_the_last_call_gives_is_asserted_whether_it_kills_or_not() {
    let world = world();
    let mut stage = Stage::with_mutants(&world);
    let test = metering(&world, 3, |m, meter| {
        m.call_named(meter, "getLevel", &[]);
    });
    let deadlines = Deadlines { observe: later(), kill: later() };
    let class = test_class(stage.world);
    let judged = judge(&mut stage.executor(), &bare(&[test]), &|_| Vec::new(), &class, deadlines);
    let judged = judged[0].as_ref().unwrap();
    assert_eq!(asserted(&world, &judged.test), ["getLevel"]);
    assert_eq!(judged.kills, []);
}

#[test]
fn what_the_language_has_no_words_for_is_not_asserted() {
    let world = world();
    let mut stage = Stage::new(&world);
    let test = call(&world, "levels", &[]);
    let mut asserted = |release| {
        let mut class = test_class(&world);
        class.dialect.release = Some(release);
        let deadlines = Deadlines { observe: later(), kill: later() };
        let tests = bare(std::slice::from_ref(&test));
        let judged = judge(&mut stage.executor(), &tests, &|_| Vec::new(), &class, deadlines);
        judged[0].as_ref().unwrap().test.assertions.len()
    };
    assert_eq!(asserted(9), 1);
    assert_eq!(asserted(8), 0, "there is no Map.of");
}

#[test]
fn a_mutant_that_a_test_kills_is_not_killed_by_the_next() {
    let world = world();
    let tests = [raising(&world), raising(&world)];
    let judged = judged_extended(&world, &tests);
    assert!(!judged[0].kills.is_empty() && judged[0].kills.is_sorted());
    assert_eq!(judged[1].kills, []);
    assert!(judged[0].test.assertions.len() > judged[1].test.assertions.len());
}

#[test]
fn a_mutant_is_killed_by_what_is_asserted_and_by_nothing_else() {
    let world = world();
    let mut stage = Stage::with_mutants(&world);
    let all: Vec<MutantId> = stage.goals.mutants().collect();
    let judged = judged(&mut stage, &bare(&[raising(&world)]), later()).remove(0);
    let silent = CheckedTest { assertions: Vec::new(), ..judged.test.clone() };
    let mut killed =
        |test: CheckedTest| stage.executor().coverage(&[test], std::slice::from_ref(&all), later()).killed;
    assert_eq!(killed(judged.test), judged.kills.into_iter().collect());
    assert_eq!(killed(silent), [].into(), "nothing of it is checked");
}

#[test]
fn a_message_is_asserted_where_it_kills() {
    let world = world();
    let failing = metering(&world, 3, |m, meter| {
        m.call_named(meter, "failing", &[]);
    });
    let mut m = Maker::new(&world, "lib");
    let text = m.string("x");
    m.call(None, METER, "thrown", "", &[text]);
    let judged = judged(&mut Stage::with_mutants(&world), &bare(&[failing, m.test("").case]), later());
    assert!(judged.iter().all(|it| it.test.throws.is_some()));
    assert_eq!(asserted(&world, &judged[0].test), ["no value"], "it may be empty");
    assert_eq!(asserted(&world, &judged[1].test), [] as [&str; 0], "no mutant changes it");
}

#[test]
fn where_there_is_no_time_for_mutants_what_the_last_call_gives_is_asserted() {
    let world = world();
    let mut stage = Stage::with_mutants(&world);
    let test = metering(&world, 3, |m, meter| {
        let level = m.call_named(meter, "getLevel", &[]);
        m.call_named(meter, "at", &[level]);
    });
    let extended = extend(&mut stage.executor(), std::slice::from_ref(&test), "lib", later());
    let judged = judged(&mut stage, &extended, Instant::now()).remove(0);
    assert_eq!(asserted(&world, &judged.test), ["at"]);
    assert_eq!((judged.test.case, judged.kills), (test, Vec::new()));
}

#[test]
fn a_test_that_ends_differently_the_second_time_is_none() {
    let world = world();
    let mut stage = Stage::with_mutants(&world);
    let tests = bare(&[call(&world, "moody", &[]), raising(&world)]);
    let deadlines = Deadlines { observe: later(), kill: later() };
    let class = test_class(stage.world);
    let judged = judge(&mut stage.executor(), &tests, &|_| Vec::new(), &class, deadlines);
    assert_eq!(judged.iter().map(Option::is_some).collect::<Vec<_>>(), [false, true]);
}
