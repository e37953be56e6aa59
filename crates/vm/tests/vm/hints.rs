//! Tests of hints: comparisons and queries of code under test that were false.

use specialise::{Format, Specialisation};
use testcase::hints::{Hint, Operand, Requirement};
use testcase::{Literal, TestCase};
use types::World;
use vm::Mode;

use crate::setup::{call, config, run_on, script, start, world};

const CLASS: &str = "demo.Comparisons";

fn call_with_text(world: &World, method: &str, text: &str) -> TestCase {
    let mut test = script(world);
    let text = test.string(text);
    test.call(CLASS, method, None, &[text]);
    test.test
}

fn call_with_ints(world: &World, method: &str, args: &[i32]) -> TestCase {
    call(world, CLASS, method, args)
}

fn hints(world: &World, test: TestCase) -> Vec<Hint> {
    run_on(&mut start(config()), world, &[test], Mode::Hints).remove(0).hints
}

fn check(world: &World, test: TestCase, expect: impl IntoIterator<Item = (Operand, Requirement)>) {
    let hints = hints(world, test).into_iter().map(|Hint { actual, required, .. }| (actual, required));
    assert_eq!(hints.collect::<Vec<_>>(), expect.into_iter().collect::<Vec<_>>());
}

fn text(text: &str) -> Operand {
    Operand::Text(text.encode_utf16().collect())
}

/// Returns the hint that an integer was `a` and must become `b`.
fn integer_hint(a: i64, b: i64) -> (Operand, Requirement) {
    (Operand::Int(a), Requirement::Equal(Operand::Int(b)))
}

#[test]
fn comparing_two_different_texts_gives_one_hint_for_each_text() {
    let world = world();
    let [abc, secret] = ["abc", "secret"].map(text);
    let expect = [(abc.clone(), Requirement::Equal(secret.clone())), (secret, Requirement::Equal(abc))];
    check(&world, call_with_text(&world, "isSecret", "abc"), expect);
    check(&world, call_with_text(&world, "isSecret", "secret"), []);
}

#[test]
fn a_text_without_a_wanted_prefix_gives_a_hint() {
    let world = world();
    let prefix = Requirement::Prefix("//".encode_utf16().collect());
    check(&world, call_with_text(&world, "starts", "x"), [(text("x"), prefix)]);
}

#[test]
fn hints_for_compared_numbers_propose_values_that_change_the_result() {
    let world = world();
    check(&world, call_with_ints(&world, "equal", &[3, -9]), [integer_hint(3, -9), integer_hint(-9, 3)]);
    check(&world, call_with_ints(&world, "less", &[3, 9]), [integer_hint(3, 9), integer_hint(9, 3)]);
    check(&world, call_with_ints(&world, "less", &[9, 3]), [integer_hint(9, 2), integer_hint(3, 10)]);
    check(&world, call_with_ints(&world, "less", &[9, i32::MIN]), [integer_hint(i64::from(i32::MIN), 10)]);
    let mut test = script(&world);
    let two = test.literal(Literal::Double(2.0));
    test.call(CLASS, "half", None, &[two]);
    let floats = |a, b| (Operand::Float(a), Requirement::Equal(Operand::Float(b)));
    check(&world, test.test, [floats(2.0, 0.5), floats(0.5, 2.0)]);
}

#[test]
fn hints_for_mutated_comparisons_propose_values_at_the_boundary() {
    let world = world();
    let check = |a: i32, b: i32, expect: [(u32, i64, i64); 2]| {
        let hint = |(result, actual, wanted)| {
            let (actual, required) = integer_hint(actual, wanted);
            Hint { actual, required, branch: Some(result) }
        };
        assert_eq!(hints(&world, call_with_ints(&world, "mutated", &[a, b])), expect.map(hint));
    };
    check(48, 65, [(3, 48, 65), (3, 65, 48)]);
    check(65, 65, [(2, 65, 64), (4, 65, 66)]);
}

#[test]
fn booleans_give_no_hints() {
    let world = world();
    check(&world, call_with_ints(&world, "equal", &[0, 1]), []);
}

#[test]
fn a_switch_gives_a_hint_for_each_key_that_its_value_does_not_equal() {
    let world = world();
    let mut hints = hints(&world, call_with_ints(&world, "select", &[5]));
    hints.sort_by_key(|hint| hint.branch);
    let expect = [(70, 0), (80, 1)].map(|(key, branch)| {
        let (actual, required) = integer_hint(5, key);
        Hint { actual, required, branch: Some(branch) }
    });
    assert_eq!(hints, expect);
    check(&world, call_with_ints(&world, "select", &[70]), [integer_hint(70, 80)]);
}

#[test]
fn parsed_texts_give_hints_with_the_expected_format() {
    let world = world();
    let format_hint = |actual: &str, required| (text(actual), Requirement::Format(required));
    let int = format_hint("x", Specialisation::Parse(Format::Int));
    check(&world, call_with_text(&world, "parse", "x"), [int]);
    let expect = [Specialisation::Match("[0-9]+".into(), 2), Specialisation::Find("[0-9]+".into(), 2)];
    check(&world, call_with_text(&world, "match", "x"), expect.map(|required| format_hint("x", required)));
    let date = format_hint("x", Specialisation::DatePattern("yyyy".into()));
    check(&world, call_with_text(&world, "date", "x"), [date]);
    let number = Specialisation::OneOf(["1000".into(), "42".into(), "-3.5".into()].into());
    check(&world, call_with_text(&world, "number", "x"), [format_hint("x", number)]);
    let red = format_hint("x", Specialisation::OneOf(["RED".into()].into()));
    check(&world, call_with_text(&world, "constant", "x"), [red]);
}

#[test]
fn only_the_first_three_iterations_of_a_loop_cause_hints() {
    let world = world();
    let expect = [
        integer_hint(0, 7),
        integer_hint(7, 0),
        integer_hint(1, 7),
        integer_hint(7, 1),
        integer_hint(2, 7),
        integer_hint(7, 2),
    ];
    check(&world, call_with_ints(&world, "upTo", &[5]), expect);
}

#[test]
fn a_branch_that_the_test_covers_later_gives_no_hint() {
    let world = world();
    check(&world, call_with_ints(&world, "inTheEnd", &[5]), []);
    check(&world, call_with_ints(&world, "upTo", &[9]), []);
}

#[test]
fn each_test_has_its_own_hints_but_only_in_the_mode_hints() {
    let world = world();
    let tests = [[1, 7], [7, 7], [2, 7]].map(|args| call_with_ints(&world, "equal", &args));
    let mut pool = start(config());
    let with_hints = run_on(&mut pool, &world, &tests, Mode::Hints);
    assert_eq!(with_hints.iter().map(|it| it.hints.len()).collect::<Vec<_>>(), [2, 0, 2]);
    let plain = run_on(&mut pool, &world, &tests, Mode::Run);
    assert!(plain.iter().all(|it| it.hints.is_empty()));
    assert_eq!(plain[2].trace, with_hints[2].trace);
}
