//! JDK types: content of containers and files, and accepted arguments.

use std::collections::BTreeSet;

use generation::GenerationContext;
use testcase::{Literal, StatementKind, Stored, TestCase};
use types::World;

use crate::setup::{context_for, store, tests_of, world};

const TESTS: u64 = 400;

/// Returns the literal arguments of each call of a JDK method in a test. `class` and `name` are the names of
/// the class and of the method.
fn calls_in<'a>(world: &World, test: &'a TestCase, class: &str, name: &str) -> Vec<Vec<&'a Literal>> {
    let literal = |var| match &test.definition(var).kind {
        StatementKind::Literal(literal) => Some(literal),
        _ => None,
    };
    let calls = test.statements.iter().filter_map(|statement| match &statement.kind {
        StatementKind::Call { method: id, args, .. }
        | StatementKind::Construct { constructor: id, args, .. } => {
            let method = world.method(*id);
            let is_wanted = &**world.name(method.class) == class && &*method.name == name;
            is_wanted.then(|| args.iter().filter_map(|&var| literal(var)).collect())
        }
        _ => None,
    });
    calls.collect()
}

#[test]
fn new_containers_are_often_filled() {
    let world = world();
    let mut context = store(&world);
    let mut check = |method: &str, class: &str, name: &str| {
        let count_filled = |context: &GenerationContext| {
            let tests = tests_of(context, method, TESTS);
            tests.iter().filter(|test| !calls_in(&world, test, class, name).is_empty()).count()
        };
        context.cluster.options.content = true;
        assert!(count_filled(&context) as u64 > TESTS / 5, "{method}: {}", count_filled(&context));
        context.cluster.options.content = false;
        assert_eq!(count_filled(&context), 0, "{method}");
    };
    check("list", "java.util.Collection", "add");
    check("collection", "java.util.Collection", "add");
    check("map", "java.util.Map", "put");
    check("bits", "java.util.BitSet", "set");
}

#[test]
fn most_keys_of_sorted_maps_are_strings() {
    let world = world();
    let context = store(&world);
    let tests = tests_of(&context, "sorted", TESTS);
    let puts = tests.iter().flat_map(|test| calls_in(&world, test, "java.util.Map", "put"));
    let keys: Vec<&Literal> = puts.filter_map(|literals| literals.first().copied()).collect();
    let strings = keys.iter().filter(|key| matches!(key, Literal::String(_))).count();
    assert!(strings > 10 && strings * 20 > keys.len() * 19, "{strings} of {}", keys.len());
}

#[test]
fn most_arguments_of_jdk_methods_are_accepted_values() {
    let world = world();
    let context = store(&world);
    let check = |method: &str, class: &str, name: &str, is_accepted: &dyn Fn(&[&Literal]) -> bool| {
        let tests = tests_of(&context, method, TESTS);
        let calls: Vec<_> = tests.iter().flat_map(|test| calls_in(&world, test, class, name)).collect();
        let accepted = calls.iter().filter(|literals| is_accepted(literals)).count();
        assert!(
            accepted * 2 > calls.len() && calls.len() > 10,
            "{class}.{name}: {accepted} of {}",
            calls.len()
        );
    };
    let text = |literal: &Literal| match literal {
        Literal::String(units) => String::from_utf16_lossy(units),
        _ => String::new(),
    };
    let is_valid_date = |literals: &[&Literal]| {
        matches!(
            literals,
            [_, Literal::Int(1..=12), Literal::Int(1..=28)] | [_, Literal::Enum(_), Literal::Int(1..=28)]
        )
    };
    check("date", "java.time.LocalDate", "of", &is_valid_date);
    check("zone", "java.time.ZoneId", "of", &|literals| {
        literals.first().is_some_and(|it| !text(it).is_empty())
    });
    check("uuid", "java.util.UUID", "fromString", &|literals| text(literals[0]).len() == 36);
    let month = |literals: &[&Literal]| literals.get(1).is_none_or(|it| matches!(it, Literal::Int(0..=11)));
    check("calendar", "java.util.GregorianCalendar", "<init>", &month);
}

#[test]
fn most_values_of_wide_types_are_strings_and_numbers() {
    let world = world();
    let context = store(&world);
    let check = |method: &str| {
        let tests = tests_of(&context, method, TESTS);
        let passes_literal = |test: &TestCase| match &test.statements.last().unwrap().kind {
            StatementKind::Call { args, .. } => {
                matches!(&test.definition(args[0]).kind, StatementKind::Literal(it) if *it != Literal::Null)
            }
            other => panic!("{other:?}"),
        };
        let literals = tests.iter().filter(|test| passes_literal(test)).count();
        assert!(literals * 2 > tests.len(), "{method}: {literals} of {}", tests.len());
    };
    check("number");
    check("text");
}

#[test]
fn files_are_in_the_temporary_folder_of_the_test() {
    let world = world();
    let context = store(&world);
    let check = |method: &str| {
        let tests = tests_of(&context, method, TESTS);
        let has_file = |test: &TestCase| {
            test.statements.iter().any(|it| matches!(it.kind, StatementKind::TempFile { .. }))
        };
        let with_file = tests.iter().filter(|test| has_file(test)).count();
        assert!(with_file * 2 > tests.len(), "{method}: {with_file} of {}", tests.len());
    };
    check("file");
    check("path");
    check("reader");
    let has_folder = |test: &TestCase| {
        let is_folder = |it: &testcase::Statement| {
            matches!(it.kind, StatementKind::TempFile { stored: Stored::Folder, .. })
        };
        test.statements.iter().any(is_folder)
    };
    assert!(tests_of(&context, "file", TESTS).iter().any(has_folder));
}

#[test]
fn an_input_stream_can_read_the_class_file_of_the_class_under_test() {
    let world = world();
    let tests = tests_of(&store(&world), "bytes", TESTS);
    let opens_class_file = |test: &TestCase| {
        let calls = calls_in(&world, test, "java.lang.Class", "getResourceAsStream");
        calls.iter().any(|it| *it[0] == Literal::String("Store.class".encode_utf16().collect()))
    };
    assert!(tests.iter().any(opens_class_file));
}

#[test]
fn the_class_file_of_a_class_that_the_test_cannot_name_is_not_used() {
    let world = world();
    let class = |name| world.class_named(name).unwrap();
    let context = context_for(&world, class("shop.Shop$Ledger"), &[class("shop.Store")]);
    assert!(!tests_of(&context, "bytes", TESTS).is_empty());
}

#[test]
fn java_streams_are_created_from_elements_and_collections() {
    let world = world();
    let tests = tests_of(&store(&world), "stream", TESTS);
    let tests_with_call_of = |name| {
        let class = if name == "of" { "java.util.stream.Stream" } else { "java.util.Collection" };
        tests.iter().filter(|test| !calls_in(&world, test, class, name).is_empty()).count()
    };
    assert!(tests_with_call_of("of") > 10, "{}", tests_with_call_of("of"));
    assert!(tests_with_call_of("stream") > 10, "{}", tests_with_call_of("stream"));
}

#[test]
fn some_arrays_of_bytes_and_characters_contain_a_text() {
    let world = world();
    let mut context = store(&world);
    let mut count = |parameter: &str, method: &str| {
        let counts = [true, false].map(|content| {
            context.cluster.options.content = content;
            let is_call = |it: &&testcase::Statement| {
                let called = it.called_method().map(|id| world.method(id));
                called.is_some_and(|called| &*called.name == method)
            };
            let tests = tests_of(&context, parameter, TESTS);
            tests.iter().filter(|test| test.statements.iter().any(|it| is_call(&it))).count() as u64
        });
        assert!(counts[0] > TESTS / 5, "{parameter}: {counts:?}");
        assert_eq!(counts[1], 0, "{parameter}");
    };
    count("encoded", "getBytes");
    count("characters", "toCharArray");
}

#[test]
fn a_parameter_with_the_class_of_a_type_variable_gets_different_classes_within_its_bounds() {
    let world = world();
    let context = store(&world);
    let classes = |method: &str| -> BTreeSet<String> {
        let literals = tests_of(&context, method, TESTS).into_iter().flat_map(|test| test.statements);
        let named = literals.filter_map(|statement| match statement.kind {
            StatementKind::Literal(Literal::Class(ty)) => Some(world.name(ty.class_id()?).to_string()),
            _ => None,
        });
        named.collect()
    };
    let all = classes("make");
    assert!(
        ["java.lang.String", "java.lang.Integer", "shop.Store"].iter().all(|it| all.contains(*it)),
        "{all:?}"
    );
    let numbers = classes("parse");
    assert!(numbers.contains("java.lang.Integer") && !numbers.contains("java.lang.String"), "{numbers:?}");
}
