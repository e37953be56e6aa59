//! Replacements of values by typical values, which are different for different purposes.

use suite::minimise::typical::{with_typical_value, with_typical_values};
use testcase::{Literal, StatementKind, TestCase, Var};
use types::{Primitive, Type};

use crate::build::TestBuilder;
use crate::setup::world;

#[test]
fn a_text_that_is_passed_several_times_to_one_call_becomes_different_texts() {
    let world = world();
    let joiner = |texts: [&str; 3]| {
        let mut builder = TestBuilder::new(&world, "lib");
        let first = builder.string(texts[0]);
        let others =
            texts[1..].iter().map(|text| if *text == texts[0] { first } else { builder.string(text) });
        let mut args = vec![first];
        args.extend(others.collect::<Vec<Var>>());
        let parameters = "Ljava/lang/CharSequence;".repeat(3);
        builder.construct("java.util.StringJoiner", &format!("({parameters})V"), &args);
        builder.test("").case
    };
    let texts = |test: &TestCase| -> Vec<String> {
        let args = match &test.statements.last().expect("a call").kind {
            StatementKind::Construct { args, .. } => args.clone(),
            kind => panic!("{kind:?}"),
        };
        let text = |arg: Var| match &test.definition(arg).kind {
            StatementKind::Literal(Literal::String(text)) => String::from_utf16_lossy(text),
            kind => panic!("{kind:?}"),
        };
        args.into_iter().map(text).collect()
    };
    for text in ["?;", "apple"] {
        let changed = with_typical_values(&world, &joiner([text; 3])).expect("a changed test");
        assert_eq!(texts(&changed), ["apple", "cherry", "banana"]);
    }
    assert_eq!(with_typical_values(&world, &joiner(["apple", "banana", "cherry"])), None);
}

#[test]
fn objects_and_texts_that_are_added_several_times_to_a_list_become_different_texts() {
    let world = world();
    let list = |elements: &[&str]| {
        let mut builder = TestBuilder::new(&world, "lib");
        let elements: Vec<Var> = match elements {
            [] => vec![builder.construct("java.lang.Object", "()V", &[]); 2],
            ["equal"] => vec![builder.string("apple"); 2],
            texts => texts.iter().map(|text| builder.string(text)).collect(),
        };
        let list = builder.construct("java.util.ArrayList", "()V", &[]);
        for element in elements {
            builder.call(Some(list), "java.util.ArrayList", "add", "(Ljava/lang/Object;)Z", &[element]);
        }
        builder.test("").case
    };
    for elements in [&[][..], &["equal"]] {
        let changed = with_typical_values(&world, &list(elements)).expect("a changed test");
        assert_eq!(changed, list(&["apple", "banana"]));
    }
}

#[test]
fn a_text_for_several_purposes_becomes_different_texts() {
    let world = world();
    let test = |texts: [&str; 2]| {
        let mut builder = TestBuilder::new(&world, "lib");
        let text = builder.string(texts[0]);
        let key = if texts[0] == texts[1] { text } else { builder.string(texts[1]) };
        let scanner = builder.construct("lib.Scanner", "(Ljava/lang/String;)V", &[text]);
        let map = builder.construct("java.util.HashMap", "()V", &[]);
        builder.call_named(map, "put", &[key, scanner]);
        builder.test("").case
    };
    assert_eq!(with_typical_values(&world, &test(["apple", "apple"])), Some(test(["apple", "key"])));
    assert_eq!(with_typical_values(&world, &test(["apple", "key"])), None);
}

#[test]
fn the_last_use_of_an_enum_constant_becomes_another_constant() {
    let world = world();
    let test = |constants: &[&str]| {
        let mut builder = TestBuilder::new(&world, "lib");
        let constants: Vec<Var> =
            constants.iter().map(|constant| builder.constant("lib.Gauge$Level", constant)).collect();
        let map = builder.construct("java.util.HashMap", "()V", &[]);
        builder.call_named(map, "put", &[constants[0], *constants.last().expect("a constant")]);
        builder.test("").case
    };
    assert_eq!(with_typical_values(&world, &test(&["LOW"])), Some(test(&["LOW", "HIGH"])));
    assert_eq!(with_typical_values(&world, &test(&["LOW", "HIGH"])), None);
}

#[test]
fn an_array_of_zeros_is_filled_with_different_numbers() {
    let world = world();
    let mut builder = TestBuilder::new(&world, "lib");
    let array = builder.array(Type::Primitive(Primitive::Byte), 2);
    builder.construct("java.io.ByteArrayInputStream", "([B)V", &[array]);
    let filled = with_typical_values(&world, &builder.test("").case).unwrap();
    let bytes = filled.statements.iter().filter_map(|statement| match statement.kind {
        StatementKind::Literal(Literal::Byte(value)) => Some(value),
        _ => None,
    });
    let mut bytes: Vec<i8> = bytes.collect();
    bytes.sort_unstable();
    assert_eq!(bytes, [3, 5]);
}

#[test]
fn elements_that_a_test_does_not_write_become_different_from_those_that_it_writes() {
    let world = world();
    let letters = |letters: &[(u32, char)]| {
        let mut builder = TestBuilder::new(&world, "lib");
        let array = builder.array(Type::Primitive(Primitive::Char), 3);
        for &(index, letter) in letters {
            let letter = builder.literal(Literal::Char(letter as u16), Type::Primitive(Primitive::Char));
            builder.element(array, index, letter);
        }
        builder.construct("java.io.CharArrayReader", "([C)V", &[array]);
        builder.test("").case
    };
    let filled = with_typical_values(&world, &letters(&[(1, 'a')])).expect("a changed test");
    assert_eq!(filled, letters(&[(0, 'b'), (2, 'c'), (1, 'a')]));
}

#[test]
fn equal_numbers_become_different_numbers() {
    let world = world();
    let with_sizes = |sizes: [i32; 2]| {
        let mut builder = TestBuilder::new(&world, "lib");
        let case = builder.construct("lib.Meter$Case", "()V", &[]);
        for size in sizes {
            let size = builder.int(size);
            builder.call_named(case, "add", &[size]);
        }
        builder.test("").case
    };
    assert_eq!(with_typical_values(&world, &with_sizes([7, 7])), Some(with_sizes([7, 3])));
    assert_eq!(with_typical_values(&world, &with_sizes([7, 5])), None);
}

#[test]
fn the_uses_of_a_number_get_ascending_numbers_or_descending_numbers() {
    let world = world();
    let test = |numbers: &[i32]| {
        let mut builder = TestBuilder::new(&world, "lib");
        let numbers: Vec<Var> = numbers.iter().map(|&number| builder.int(number)).collect();
        let args = [numbers[0], *numbers.last().expect("a number")];
        let gauge = builder.call(None, "lib.Gauge", "single", "", &[]);
        builder.call_named(gauge, "with", &args);
        builder.test("").case
    };
    let copies = with_typical_value(&world, &test(&[1]), 0);
    assert_eq!(copies[..2], [&[3, 5], &[5, 3]].map(|numbers| test(numbers)));
    assert!(copies[2..].contains(&test(&[3])));
}

#[test]
fn a_text_an_enum_constant_or_a_lambda_expression_replaces_null() {
    let world = world();
    let value = |class: &str| {
        let mut builder = TestBuilder::new(&world, "lib");
        let null = builder.null(class);
        let map = builder.construct("java.util.HashMap", "()V", &[]);
        builder.call_named(map, "containsKey", &[null]);
        let test = builder.test("").case;
        with_typical_values(&world, &test).map(|changed| changed.definition(null).kind.clone())
    };
    let apple = Literal::String("apple".encode_utf16().collect());
    assert_eq!(value("java.lang.String"), Some(StatementKind::Literal(apple)));
    assert!(matches!(value("lib.Gauge$Level"), Some(StatementKind::Literal(Literal::Enum(_)))));
    assert!(matches!(value("java.lang.Runnable"), Some(StatementKind::Implement { .. })));
    assert_eq!(value("java.lang.Object"), None);
    assert_eq!(value("lib.Gauge$Callback"), None, "a lambda expression implements one method");
}
