//! Simplification of tests: values become typical or plainer while the goals stay covered.

use std::collections::BTreeMap;

use execution::observe::InspectedTest;
use execution::selection::{Deadlines, Oracle, select_assertions};
use mutation::MutantId;
use suite::minimise::{SuiteTest, Surroundings, minimise, simplify};
use testcase::{Literal, TestCase, Var};
use types::{Primitive, Type, World};

use crate::build::TestBuilder;
use crate::setup::{GAUGE, Setup, gauge, gauge_call, gauge_test, meter_test, no_deadline, world};

const UNIT: &str = "lib.Gauge$Unit";

/// Returns what the simplification must know about a class with tests of gauges, and without other tests.
pub fn surroundings(world: &World) -> Surroundings<'static> {
    let class_under_test = world.class_named(GAUGE).expect("the fixture has this class");
    Surroundings { class_under_test, package: "lib", keeps_stubs: false, other_tests: Vec::new() }
}

/// Minimises and simplifies tests. Checks that the remaining tests cover the same goals and equal `expected`,
/// with values created late.
fn check(setup: &mut Setup, tests: &[TestCase], expected: &[TestCase]) {
    let no_kills = vec![Vec::new(); tests.len()];
    let mut suite = minimise(&mut setup.executor(), tests, &no_kills, &|_, _| true, no_deadline());
    let surroundings = surroundings(setup.world);
    simplify(&mut setup.executor(), &mut suite, &surroundings, no_deadline());
    let simplified: Vec<TestCase> = suite.into_iter().map(|it| it.test).collect();
    let expected: Vec<TestCase> = expected.iter().map(TestCase::with_late_creations).collect();
    assert_eq!(setup.covered(&simplified), setup.covered(tests));
    assert_eq!(simplified, expected);
}

#[test]
fn a_number_becomes_a_typical_number_or_the_plainest_number_that_covers_the_same_branch() {
    let world = world();
    let tests = [
        gauge_call(&world, "sign", &[-77]),
        gauge_call(&world, "sign", &[57]),
        gauge_call(&world, "sign", &[103]),
    ];
    let plain = [
        gauge_call(&world, "sign", &[-1]),
        gauge_call(&world, "sign", &[3]),
        gauge_call(&world, "sign", &[101]),
    ];
    check(&mut Setup::gauge(&world), &tests, &plain);
}

#[test]
fn a_text_with_symbols_becomes_a_word_or_the_shortest_text_that_covers_the_same_branch() {
    let world = world();
    let parse = |text: &str| {
        gauge_test(&world, |builder, gauge| {
            let text = builder.string(text);
            builder.call_named(gauge, "parse", &[text]);
        })
    };
    check(&mut Setup::gauge(&world), &[parse("+8"), parse("?;4711")], &[parse("8"), parse("apple")]);
}

#[test]
fn a_factory_that_reads_the_default_time_zone_is_replaced_by_one_that_does_not() {
    let world = world();
    let hour = |factory: &str, time: i64| {
        let mut builder = TestBuilder::new(&world, "lib");
        let sundial = builder.call(None, "lib.Sundial$Factory", factory, "()Llib/Sundial;", &[]);
        let time = builder.literal(Literal::Long(time), Type::Primitive(Primitive::Long));
        builder.call_named(sundial, "hour", &[time]);
        builder.test("").case
    };
    check(&mut Setup::sundial(&world), &[hour("local", 40_000_000)], &[hour("utc", 3)]);
}

#[test]
fn a_number_that_is_passed_twice_becomes_two_different_numbers() {
    let world = world();
    let with_test = |numbers: [i32; 2]| {
        gauge_test(&world, |builder, gauge| {
            let first = builder.int(numbers[0]);
            let second = if numbers[0] == numbers[1] { first } else { builder.int(numbers[1]) };
            builder.call_named(gauge, "with", &[first, second]);
        })
    };
    check(&mut Setup::gauge(&world), &[with_test([0, 0])], &[with_test([3, 5])]);
}

#[test]
fn an_argument_of_type_object_becomes_a_word() {
    let world = world();
    let comparison_with = |create_other: fn(&mut TestBuilder) -> Var| {
        gauge_test(&world, |builder, gauge| {
            let other = create_other(builder);
            builder.call_named(gauge, "is", &[other]);
        })
    };
    check(
        &mut Setup::gauge(&world),
        &[comparison_with(|builder| builder.construct("java.util.ArrayList", "()V", &[]))],
        &[comparison_with(|builder| builder.string("apple"))],
    );
}

#[test]
fn an_object_that_is_an_argument_of_its_own_method_is_replaced_by_another_object() {
    let world = world();
    let comparison = |has_other: bool| {
        gauge_test(&world, |builder, receiver| {
            let other = if has_other { gauge(builder) } else { receiver };
            builder.call_named(receiver, "is", &[other]);
        })
    };
    check(&mut Setup::gauge(&world), &[comparison(false)], &[comparison(true)]);
}

#[test]
fn a_receiver_does_not_replace_an_equal_argument() {
    let world = world();
    let mut builder = TestBuilder::new(&world, "lib");
    let [receiver, other] = std::array::from_fn(|_| builder.call(None, GAUGE, "single", "", &[]));
    builder.call_named(receiver, "is", &[other]);
    let comparison = builder.test("").case;
    let tests = [comparison];
    check(&mut Setup::gauge(&world), &tests, &tests);
}

#[test]
fn a_call_is_replaced_by_the_value_that_it_returned() {
    let world = world();
    let number_test = gauge_test(&world, |builder, gauge| {
        let low = builder.int(-1);
        builder.call_named(gauge, "number", &[]);
        builder.call_named(gauge, "sign", &[low]);
    });
    let sign_test = |through_call: bool| {
        gauge_test(&world, |builder, gauge| {
            let number = if through_call { builder.call_named(gauge, "number", &[]) } else { builder.int(7) };
            builder.call_named(gauge, "sign", &[number]);
            let high = builder.int(101);
            builder.call_named(gauge, "sign", &[high]);
        })
    };
    check(
        &mut Setup::gauge(&world),
        &[number_test.clone(), sign_test(true)],
        &[number_test, sign_test(false)],
    );
}

#[test]
fn objects_that_receive_all_constants_of_an_enum_are_created_in_one_way() {
    let world = world();
    let names = |has_array: bool, number: i32| {
        gauge_test(&world, |builder, gauge| {
            let units = if has_array {
                let units = builder.array(Type::class(builder.class(UNIT)), 3);
                for (index, name) in (0..).zip(["BAR", "PASCAL", "PSI"]) {
                    let unit = builder.constant(UNIT, name);
                    builder.element(units, index, unit);
                }
                units
            } else {
                builder.call(None, UNIT, "values", "", &[])
            };
            let scale = builder.construct("lib.Gauge$Scale", "", &[units]);
            let number = builder.int(number);
            builder.call_named(gauge, "names", &[scale, number]);
        })
    };
    let tests = [names(false, 0), names(true, 3)];
    check(&mut Setup::gauge(&world), &tests, &[names(false, 0), names(false, 3)]);
}

#[test]
fn a_literal_is_passed_in_place_of_the_result_of_a_call_that_must_remain() {
    let world = world();
    let test = |through_call: bool| {
        gauge_test(&world, |builder, gauge| {
            let result = builder.call_named(gauge, "number", &[]);
            let number = if through_call { result } else { builder.int(7) };
            builder.call_named(gauge, "sign", &[number]);
        })
    };
    check(&mut Setup::gauge(&world), &[test(true)], &[test(false)]);
}

#[test]
fn two_variables_of_the_same_object_become_one_variable() {
    let world = world();
    let single_test = |with_two_variables: bool| {
        let mut builder = TestBuilder::new(&world, "lib");
        let one = builder.call(None, GAUGE, "single", "", &[]);
        let number = builder.call_named(one, "number", &[]);
        let other = if with_two_variables { builder.call(None, GAUGE, "single", "", &[]) } else { one };
        let [three, five, seven] =
            if with_two_variables { [number; 3] } else { [3, 5, 7].map(|it| builder.int(it)) };
        builder.call_named(other, "with", &[three, five]);
        builder.call_named(one, "sign", &[seven]);
        builder.test("").case
    };
    check(&mut Setup::gauge(&world), &[single_test(true)], &[single_test(false)]);
}

#[test]
fn a_value_remains_if_a_plainer_value_would_kill_fewer_mutants() {
    let world = world();
    let mut setup = Setup::meter(&world);
    let at_test = |level, index| {
        meter_test(&world, level, |builder, meter| {
            let index = builder.int(index);
            builder.call_named(meter, "at", &[index]);
        })
    };
    let mutants: Vec<MutantId> = setup.goals.mutants().collect();
    let mut kills = |level, index| {
        let deadlines = Deadlines { observe: no_deadline(), kill: no_deadline() };
        let test = [InspectedTest::without_inspectors(at_test(level, index))];
        let all = |_| mutants.clone();
        let methods = BTreeMap::new();
        let oracle = Oracle {
            mutants: &all,
            methods: &methods,
            package: "lib",
            asserted_after: None,
            can_write: &|_, _| true,
        };
        let asserted = select_assertions(&mut setup.executor(), &test, &oracle, deadlines);
        asserted[0].as_ref().expect("the test ends the same way each time").kills.clone()
    };
    let kills = [kills(1234, 77), kills(1, 1), kills(0, 0)];
    assert_eq!(kills[0], kills[1]);
    assert!(kills[0].len() > kills[2].len());
    let goals = kills[0].iter().filter_map(|&mutant| setup.goals.strong_goal(mutant)).collect();
    let mut suite = [SuiteTest::new(at_test(1234, 77), goals)];
    let surroundings = surroundings(setup.world);
    simplify(&mut setup.executor(), &mut suite, &surroundings, no_deadline());
    assert_eq!(suite[0].test, at_test(3, 1));
}
