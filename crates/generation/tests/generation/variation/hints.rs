//! Changes of literals by hints.

use std::sync::Arc;

use generation::follow_hint;
use proptest::prelude::*;
use specialise::{Format, Specialisation};
use testcase::{Hint, Literal, Operand, Requirement, Statement, StatementKind, TestCase, Var};
use types::{Primitive, Type};

use crate::setup::seeded;

fn utf16(text: &str) -> Arc<[u16]> {
    text.encode_utf16().collect()
}

fn string(text: &str) -> Literal {
    Literal::String(utf16(text))
}

fn actual(text: &str) -> Operand {
    Operand::Text(utf16(text))
}

/// Returns a statement of type `int`. These tests do not depend on the type.
fn statement(kind: StatementKind) -> Statement {
    Statement { kind, ty: Type::Primitive(Primitive::Int) }
}

fn test(literals: &[Literal]) -> TestCase {
    let statements = literals.iter().map(|literal| statement(StatementKind::Literal(literal.clone())));
    TestCase { statements: statements.collect() }
}

fn literals(test: &TestCase) -> Vec<Literal> {
    let literal = |statement: &Statement| match &statement.kind {
        StatementKind::Literal(literal) => literal.clone(),
        other => panic!("{other:?}"),
    };
    test.statements.iter().map(literal).collect()
}

/// Follows a hint with many seeds. Returns the literals of each changed test, or an empty list if the hint
/// changes no literal.
fn changes(before: &[Literal], actual: Operand, required: Requirement) -> Vec<Vec<Literal>> {
    let hint = Hint { actual, required, branch: None };
    let mut results = Vec::new();
    for seed in 0..200 {
        let mut case = test(before);
        if follow_hint(&mut case, before.len(), &hint, &mut seeded(seed)) {
            results.push(literals(&case));
        }
    }
    results
}

/// Asserts that following a hint with many seeds leads to exactly the expected lists of literals.
fn check<const N: usize>(
    before: &[Literal],
    actual: Operand,
    required: Requirement,
    expected: [&[Literal]; N],
) {
    let results = changes(before, actual, required);
    for result in expected {
        assert!(results.iter().any(|it| it == result), "{result:?} is not among {results:?}");
    }
    assert!(results.iter().all(|it| expected.contains(&it.as_slice())), "{results:?}");
}

fn integer(value: i64) -> Operand {
    Operand::Int(value)
}

fn equal(value: i64) -> Requirement {
    Requirement::Equal(integer(value))
}

fn equal_text(text: &str) -> Requirement {
    Requirement::Equal(actual(text))
}

#[test]
fn a_literal_equal_to_the_compared_number_becomes_the_required_number() {
    check(
        &[Literal::Int(77), Literal::Int(500)],
        integer(77),
        equal(-1234),
        [&[Literal::Int(-1234), Literal::Int(500)]],
    );
    check(&[Literal::Long(77)], integer(77), equal(1 << 40), [&[Literal::Long(1 << 40)]]);
    check(&[Literal::Byte(-2)], integer(254), equal(200), [&[Literal::Byte(-56)]]);
    check(&[Literal::Double(77.0)], integer(77), equal(5), [&[Literal::Double(5.0)]]);
    check(&[Literal::Byte(77)], integer(77), equal(1000), []);
}

#[test]
fn a_literal_close_to_the_compared_number_moves_by_the_difference() {
    check(&[Literal::Int(70)], integer(77), equal(1000), [&[Literal::Int(993)]]);
    check(&[Literal::Int(-77)], integer(77), equal(1000), [&[Literal::Int(-1000)]]);
    check(&[Literal::Int(7)], integer(77), equal(1000), []);
}

#[test]
fn an_equal_literal_is_preferred_to_a_close_literal() {
    let results = changes(&[Literal::Int(70), Literal::Int(77)], integer(77), equal(1000));
    let equal_changed = results.iter().filter(|it| it[1] == Literal::Int(1000)).count();
    assert!(
        equal_changed * 10 > results.len() * 8 && equal_changed < results.len(),
        "{equal_changed} of {}",
        results.len()
    );
}

#[test]
fn a_literal_equal_to_the_compared_floating_point_number_becomes_the_required_number() {
    let required = || Requirement::Equal(Operand::Float(2.5));
    check(&[Literal::Double(0.1)], Operand::Float(0.1), required(), [&[Literal::Double(2.5)]]);
    check(&[Literal::Float(0.1)], Operand::Float(0.1_f32.into()), required(), [&[Literal::Float(2.5)]]);
    check(&[Literal::Double(f64::NAN)], Operand::Float(f64::NAN), required(), [&[Literal::Double(2.5)]]);
    check(&[string("0.1")], Operand::Float(0.1), required(), [&[string("2.5")]]);
    check(
        &[Literal::Int(3)],
        Operand::Float(3.0),
        Requirement::Equal(Operand::Float(9.0)),
        [&[Literal::Int(9)]],
    );
}

#[test]
fn a_compared_character_of_a_string_is_replaced() {
    check(
        &[string("a,b,c")],
        integer(b','.into()),
        equal(b'x'.into()),
        [&[string("axb,c")], &[string("a,bxc")]],
    );
    check(&[string("Ab")], integer(b'a'.into()), equal(b'x'.into()), [&[string("xb")]]);
    check(
        &[Literal::Char('a' as u16)],
        integer(b'a'.into()),
        equal(b'x'.into()),
        [&[Literal::Char('x' as u16)]],
    );
}

#[test]
fn a_string_is_cut_where_the_end_of_input_is_required() {
    check(&[string("abc")], integer(b'b'.into()), equal(-1), [&[string("a")]]);
    check(&[string("abc")], integer(-1), equal(b'd'.into()), [&[string("abcd")]]);
}

#[test]
fn a_decimal_number_in_a_string_is_replaced() {
    check(&[string("123")], integer(123), equal(-5), [&[string("-5")]]);
    check(&[string("a=123;")], integer(123), equal(7), [&[string("a=7;")]]);
}

#[test]
fn a_compared_length_of_a_string_or_array_becomes_the_required_length() {
    check(&[string("abc")], integer(3), equal(5), [&[string("abccc")]]);
    check(&[string("abc")], integer(3), equal(0), [&[string("")]]);
    let array = |length| TestCase {
        statements: vec![
            statement(StatementKind::NewArray { length }),
            statement(StatementKind::Literal(Literal::Int(500))),
            statement(StatementKind::WriteElement { array: Var(0), index: 0, value: Var(1) }),
        ],
    };
    let mut case = array(3);
    assert!(follow_hint(
        &mut case,
        3,
        &Hint { actual: integer(3), required: equal(9), branch: None },
        &mut seeded(1)
    ));
    assert_eq!(case, array(9));
    assert!(follow_hint(
        &mut case,
        3,
        &Hint { actual: integer(9), required: equal(0), branch: None },
        &mut seeded(1)
    ));
    assert_eq!(case.len(), 2, "writes after the new end are removed");
    assert!(!follow_hint(
        &mut case,
        2,
        &Hint { actual: integer(0), required: equal(1 << 30), branch: None },
        &mut seeded(1)
    ));
}

#[test]
fn the_compared_part_of_a_string_is_replaced() {
    check(&[string("abc")], actual("abc"), equal_text("secret"), [&[string("secret")]]);
    check(&[string("key=abc;")], actual("abc"), equal_text("x"), [&[string("key=x;")]]);
    check(&[string("  ABC ")], actual("abc"), equal_text("x"), [&[string("  x ")]]);
    check(&[string("abc")], actual("<abc>"), equal_text("<x>"), [&[string("x")]]);
    check(&[string("abc")], actual("<abc>"), equal_text("x"), []);
    check(&[string("")], actual(""), equal_text("x"), [&[string("x")]]);
    check(&[Literal::Char('a' as u16)], actual("a"), equal_text("b"), [&[Literal::Char('b' as u16)]]);
    check(&[Literal::Int(42)], actual("42"), equal_text("-1"), [&[Literal::Int(-1)]]);
}

#[test]
fn a_string_that_was_read_to_its_end_is_continued_by_the_required_string() {
    for end in ["", "\u{ffff}"] {
        let results = changes(&[string("abc")], actual(end), equal_text("x"));
        let texts = results.iter().map(|literals| match &literals[0] {
            Literal::String(text) => String::from_utf16(text).unwrap(),
            other => panic!("{other:?}"),
        });
        let texts: Vec<String> = texts.collect();
        assert!(texts.iter().all(|text| text.starts_with("abc") && text.ends_with('x')), "{texts:?}");
        assert!(["abc x", "abc,x", "abc\nx"].iter().all(|text| texts.contains(&(*text).to_owned())));
    }
}

#[test]
fn a_required_prefix_suffix_or_part_can_keep_the_rest_of_the_string() {
    let before = [string("hello")];
    let prefix = Requirement::Prefix(utf16("no"));
    check(&before, actual("hello"), prefix, [&[string("nohello")], &[string("nollo")], &[string("no")]]);
    let suffix = Requirement::Suffix(utf16("no"));
    check(&before, actual("hello"), suffix, [&[string("hellono")], &[string("helno")], &[string("no")]]);
    for literals in changes(&before, actual("hello"), Requirement::Part(utf16("no"))) {
        let Literal::String(text) = &literals[0] else { panic!("{literals:?}") };
        assert!(String::from_utf16(text).unwrap().contains("no"), "{literals:?}");
    }
}

#[test]
fn a_string_that_must_be_equal_ignoring_case_can_have_any_case() {
    let results = changes(&[string("x")], actual("x"), Requirement::EqualIgnoringCase(utf16("Ab")));
    assert!(results.contains(&vec![string("Ab")]));
    assert!(results.contains(&vec![string("aB")]));
}

#[test]
fn a_string_becomes_valid_input_of_a_parser() {
    let results =
        changes(&[string("v=?;")], actual("?"), Requirement::Format(Specialisation::Parse(Format::Byte)));
    assert_eq!(results.len(), 200);
    for literals in results {
        let Literal::String(text) = &literals[0] else { panic!("{literals:?}") };
        let text = String::from_utf16(text).unwrap();
        text.strip_prefix("v=").unwrap().strip_suffix(';').unwrap().parse::<i8>().unwrap();
    }
}

#[test]
fn statements_that_did_not_run_are_not_changed() {
    let hint = Hint { actual: integer(7), required: equal(9), branch: None };
    let mut case = test(&[Literal::Int(500), Literal::Int(7)]);
    assert!(!follow_hint(&mut case, 1, &hint, &mut seeded(1)));
    assert_eq!(literals(&case), [Literal::Int(500), Literal::Int(7)]);
}

#[test]
fn a_compared_value_without_a_matching_literal_changes_nothing() {
    check(&[Literal::Int(1), string("abc")], integer(1 << 50), equal(3), []);
    check(&[Literal::Int(1), string("abc")], actual("xyz"), equal_text("x"), []);
}

fn operand() -> impl Strategy<Value = Operand> {
    let numbers = prop_oneof![any::<i64>(), -2..200i64].prop_map(Operand::Int);
    let fractions = any::<f64>().prop_map(Operand::Float);
    prop_oneof![numbers, fractions, "[ -~]{0,5}".prop_map(|text| actual(&text))]
}

proptest! {
    #[test]
    fn a_changed_literal_keeps_its_type_and_differs_from_the_old_literal(
        a in operand(), required in operand(), number: i32, text in "[ -~]{0,9}", seed: u64,
    ) {
        let before = [Literal::Int(number), string(&text), Literal::Double(number.into()), Literal::Char(65)];
        let mut case = test(&before);
        let hint = Hint { actual: a, required: Requirement::Equal(required), branch: None };
        let changed = follow_hint(&mut case, before.len(), &hint, &mut seeded(seed));
        let after = literals(&case);
        let differing = before.iter().zip(&after).filter(|(a, b)| a != b).count();
        prop_assert_eq!(differing, usize::from(changed));
        for (a, b) in before.iter().zip(&after) {
            prop_assert_eq!(std::mem::discriminant(a), std::mem::discriminant(b));
        }
    }
}
