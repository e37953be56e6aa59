//! Statements that are removed from a test without an execution.

use testcase::{StatementKind, TestCase};
use types::Primitive;

use crate::build::TestBuilder;
use crate::setup::{GAUGE, world};

/// Builds a test and removes its inert statements. Returns the test before and after the removal.
fn with_and_without(build: impl FnOnce(&mut TestBuilder)) -> (TestCase, TestCase) {
    let world = world();
    let mut builder = TestBuilder::new(&world, "lib");
    build(&mut builder);
    let original = builder.test("test").case;
    let mut changed = original.clone();
    changed.remove_inert(&world);
    (original, changed)
}

fn is_unchanged(build: impl FnOnce(&mut TestBuilder)) -> bool {
    let (original, changed) = with_and_without(build);
    original == changed
}

fn fill(builder: &mut TestBuilder, list: testcase::Var) {
    let value = builder.boxed_int(1);
    builder.call(Some(list), "java.util.ArrayList", "add", "(Ljava/lang/Object;)Z", &[value]);
}

#[test]
fn a_filled_list_that_no_method_receives_is_removed() {
    let (_, changed) = with_and_without(|builder| {
        let gauge = builder.construct(GAUGE, "()V", &[]);
        let list = builder.construct("java.util.ArrayList", "()V", &[]);
        fill(builder, list);
        builder.call_named(gauge, "number", &[]);
    });
    assert_eq!(changed.len(), 2);
    assert!(matches!(changed.statements[1].kind, StatementKind::Call { receiver: Some(_), .. }));
}

#[test]
fn a_list_that_a_method_of_the_project_receives_keeps_its_elements() {
    assert!(is_unchanged(|builder| {
        let gauge = builder.construct(GAUGE, "()V", &[]);
        let list = builder.construct("java.util.ArrayList", "()V", &[]);
        fill(builder, list);
        builder.call_named(gauge, "keepPositive", &[list]);
    }));
}

#[test]
fn a_builder_of_a_text_that_a_method_receives_is_kept() {
    assert!(is_unchanged(|builder| {
        let gauge = builder.construct(GAUGE, "()V", &[]);
        let text = builder.construct("java.lang.StringBuilder", "()V", &[]);
        let digit = builder.int(7);
        builder.call(
            Some(text),
            "java.lang.StringBuilder",
            "append",
            "(I)Ljava/lang/StringBuilder;",
            &[digit],
        );
        let text =
            builder.call(Some(text), "java.lang.StringBuilder", "toString", "()Ljava/lang/String;", &[]);
        builder.call_named(gauge, "parse", &[text]);
    }));
}

#[test]
fn an_assignment_to_a_number_that_a_method_receives_is_kept() {
    assert!(is_unchanged(|builder| {
        let gauge = builder.construct(GAUGE, "()V", &[]);
        let number = builder.int(7);
        let other = builder.int(8);
        builder.assign(number, other);
        builder.call_named(gauge, "sign", &[number]);
    }));
}

#[test]
fn a_change_of_the_state_of_the_jvm_is_kept() {
    assert!(is_unchanged(|builder| {
        let locale = builder.read(None, "java.util.Locale", "ROOT");
        builder.call(None, "java.util.Locale", "setDefault", "(Ljava/util/Locale;)V", &[locale]);
        builder.construct(GAUGE, "()V", &[]);
    }));
}

#[test]
fn an_unused_array_is_removed() {
    let (_, changed) = with_and_without(|builder| {
        builder.construct(GAUGE, "()V", &[]);
        let array = builder.array(types::Type::Primitive(Primitive::Int), 2);
        let value = builder.int(1);
        builder.element(array, 0, value);
    });
    assert_eq!(changed.len(), 1);
}
