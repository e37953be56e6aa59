//! The neighbourhood of a test for local search.

use generation::neighbourhood::{neighbour, variable_count};
use generation::validity;
use testcase::{Literal, Statement, StatementKind, TestCase, Var};
use types::{Primitive, Type, World};

use crate::setup::{random_tests, shop, world};

fn statement(kind: StatementKind) -> Statement {
    Statement { kind, ty: Type::Primitive(Primitive::Int) }
}

/// Returns a test that uses a value. The first search variables of the test belong to the value.
fn test_with_use_of(value: StatementKind) -> TestCase {
    let other = StatementKind::Literal(Literal::Null);
    let user = StatementKind::Assign { target: Var(1), value: Var(0) };
    TestCase { statements: [value, other, user].map(statement).into() }
}

#[track_caller]
fn check_in(world: &World, literal: &Literal, variable: usize, step: i64, expected: Option<Literal>) {
    let test = test_with_use_of(StatementKind::Literal(literal.clone()));
    let moved = neighbour(&test, 3, &shop(world).cluster, variable, step);
    assert_eq!(moved, expected.map(|it| test_with_use_of(StatementKind::Literal(it))));
}

#[track_caller]
fn check(literal: &Literal, variable: usize, step: i64, expected: impl Into<Option<Literal>>) {
    check_in(&world(), literal, variable, step, expected.into());
}

fn string(text: &str) -> Literal {
    Literal::String(text.encode_utf16().collect())
}

#[test]
fn integers_move_within_the_range_of_their_type() {
    check(&Literal::Int(5), 0, -1024, Literal::Int(-1019));
    check(&Literal::Int(i32::MAX), 0, 1, None);
    check(&Literal::Byte(-128), 0, 1, Literal::Byte(-127));
    check(&Literal::Byte(-128), 0, 256, None);
    check(&Literal::Char(65), 0, 1, Literal::Char(66));
    check(&Literal::Char(0), 0, -1, None);
    check(&Literal::Short(1), 0, 1 << 40, None);
    check(&Literal::Long(i64::MIN), 0, i64::MAX, Literal::Long(-1));
    check(&Literal::Long(i64::MAX), 0, 1, None);
}

#[test]
fn floating_point_numbers_move_by_small_and_large_steps_and_by_powers_of_ten() {
    check(&Literal::Double(0.1), 1, 200, Literal::Double(0.3));
    check(&Literal::Double(0.5), 0, -3, Literal::Double(-2.5));
    check(&Literal::Double(1.0), 2, 1, Literal::Double(1.0000001));
    check(&Literal::Double(f64::NAN), 0, 1, Literal::Double(1.0));
    check(&Literal::Double(1e100), 0, 1, None);
    check(&Literal::Double(-2.5), 3, 3, Literal::Double(-2500.0));
    check(&Literal::Double(f64::from_bits(1)), 3, -1, Literal::Double(0.0));
    check(&Literal::Double(2.5), 3, 1024, None);
    check(&Literal::Float(0.5), 1, 1, Literal::Float(0.501));
    check(&Literal::Float(3.0), 3, 100, None);
    check(&Literal::Double(1.0), 4, 1, None);
}

#[test]
fn the_only_step_of_a_boolean_negates_it() {
    check(&Literal::Boolean(true), 0, 1, Literal::Boolean(false));
    check(&Literal::Boolean(false), 0, 1, Literal::Boolean(true));
    for step in [-1, 2, 1 << 20] {
        check(&Literal::Boolean(true), 0, step, None);
    }
}

#[test]
fn a_step_changes_one_character_of_a_string() {
    check(&string("cat"), 1, -1, string("bat"));
    check(&string("cat"), 5, 2, string("cav"));
}

#[test]
fn characters_are_inserted_and_deleted_at_any_position() {
    check(&string("cat"), 0, 1, string("ccat"));
    check(&string("cat"), 2, 2, string("cccat"));
    check(&string("cat"), 6, 1, string("catt"));
    check(&string("cat"), 0, -1, string("at"));
    check(&string("cat"), 2, -2, string("c"));
    check(&string("cat"), 6, -2, string("c"));
    check(&string("cat"), 6, -4, None);
    check(&string("cat"), 4, -2, None);
    check(&string(""), 0, 1, string("a"));
    check(&string(""), 0, -1, None);
    check(&string("cat"), 6, 1 << 20, None);
}

#[test]
fn the_last_position_of_a_long_string_is_its_end() {
    check(&string(&"-".repeat(50)), 64, -1, string(&"-".repeat(49)));
    check(&string(&"-".repeat(50)), 65, 1, None);
}

#[test]
fn one_step_reaches_any_constant_of_the_enum() {
    let world = world();
    let size = world.class(world.class_named("shop.Shop$Size").unwrap());
    let constants: Vec<Literal> =
        size.fields.iter().copied().filter(|&id| world.field(id).enum_constant).map(Literal::Enum).collect();
    assert!(constants.len() > 1);
    for (variable, other) in constants[1..].iter().enumerate() {
        check_in(&world, &constants[0], variable, 1, Some(other.clone()));
    }
    check_in(&world, &constants[0], constants.len() - 1, 1, None);
}

#[test]
fn a_step_to_a_shorter_array_removes_the_writes_after_the_new_end() {
    let world = world();
    let write = |index| StatementKind::WriteElement { array: Var(0), index, value: Var(1) };
    let test = |length, writes: &[u32]| {
        let begin = [StatementKind::NewArray { length }, StatementKind::Literal(Literal::Null)];
        let writes = writes.iter().map(|&index| write(index));
        TestCase { statements: begin.into_iter().chain(writes).map(statement).collect() }
    };
    let moved = |step| neighbour(&test(3, &[0, 2]), 4, &shop(&world).cluster, 0, step);
    assert_eq!(moved(-1), Some(test(2, &[0])));
    assert_eq!(moved(4), Some(test(7, &[0, 2])));
    assert_eq!(moved(-4), None);
}

#[test]
fn a_step_of_an_element_without_a_write_inserts_a_write_of_a_literal() {
    let world = world();
    let context = &shop(&world);
    let array = Statement {
        kind: StatementKind::NewArray { length: 3 },
        ty: Type::Array(Type::Primitive(Primitive::Int).into()),
    };
    let user = StatementKind::Assign { target: Var(0), value: Var(0) };
    let test = TestCase { statements: vec![array, statement(user)] };
    let moved = neighbour(&test, 2, &context.cluster, 3, -4).unwrap();
    let write = StatementKind::WriteElement { array: Var(0), index: 2, value: Var(1) };
    assert_eq!(moved.statements[1].kind, StatementKind::Literal(Literal::Int(-4)));
    assert_eq!(moved.statements[2].kind, write);
    assert_eq!(
        (moved.len(), variable_count(&moved, 4, &context.cluster)),
        (4, variable_count(&test, 2, &context.cluster) + 1)
    );
    assert_eq!(
        neighbour(&moved, 4, &context.cluster, 3, 1),
        None,
        "the written element itself has no further step"
    );
}

#[test]
fn literals_that_did_not_run_or_are_not_used_have_no_search_variables() {
    let world = world();
    let test = test_with_use_of(StatementKind::Literal(Literal::Int(1)));
    let count = |test: &TestCase, completed| variable_count(test, completed, &shop(&world).cluster);
    assert_eq!(count(&test, 3), 1);
    assert_eq!(count(&test, 2), 1, "the statement that threw uses the literal");
    assert_eq!(count(&test, 1), 0, "only a statement that never ran uses the literal");
    let unused = TestCase { statements: test.statements[..2].to_vec() };
    assert_eq!(count(&unused, 2), 0);
}

#[test]
fn steps_keep_tests_valid_and_within_the_maximum_length() {
    let world = world();
    let context = &shop(&world);
    let mut moves = 0;
    for test in random_tests(context, 100) {
        for variable in 0..variable_count(&test, test.len(), &context.cluster) {
            for step in [1, -1, 4, -1 << 20] {
                let Some(moved) = neighbour(&test, test.len(), &context.cluster, variable, step) else {
                    continue;
                };
                assert_ne!(moved, test);
                assert!(moved.len() <= test.len().max(context.cluster.max_length));
                validity::check(&context.cluster, &moved).unwrap();
                moves += 1;
            }
        }
    }
    assert!(moves > 1000, "{moves}");
}
