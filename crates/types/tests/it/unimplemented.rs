//! Tests of the list of methods that subclasses must implement.

use crate::common::{Fixture, class, header, jdk_world};

const SOURCE: &str = "package p; import java.util.*;
    interface Shape { double area(); default String name() { return \"shape\"; } boolean equals(Object o); }
    interface Named extends Shape { String name(); }
    interface Quiet extends Named { default String name() { return \"\"; } static void help() { } }
    interface Left { default int side() { return 1; } }
    interface Right { default int side() { return 2; } }
    abstract class Both implements Left, Right { public abstract int side(); }
    interface Order extends Comparator<String> { int compare(String a, String b); }
    interface Source { Object get(); }
    interface Words extends Source { CharSequence get(); }
    abstract class Base<T> {
        protected abstract int sign(T x);
        abstract void done();
        public String toString() { return \"\"; }
    }
    abstract class Half<X extends Number> extends Base<X> {
        protected int sign(X x) { return 1; }
        public abstract String toString();
    }
    interface Copy { Copy clone(); String toString(); }
    class Whole extends Half<Integer> { void done() { } public String toString() { return \"\"; } }";

/// Asserts that subclasses of a class must implement exactly the methods in `expect`. Each method is listed
/// with the number of other declarations that its implementation overrides.
#[track_caller]
fn check(name: &str, expect: &[(&str, usize)]) {
    let fixture = Fixture::new(&[("p/All.java", SOURCE)]);
    let world = &fixture.world;
    let methods = world.unimplemented_methods(class(world, name));
    let actual: Vec<(String, usize)> =
        methods.iter().map(|it| (header(world, it.method), it.others.len())).collect();
    let expect: Vec<(String, usize)> =
        expect.iter().map(|&(text, others)| (text.to_owned(), others)).collect();
    assert_eq!(actual, expect, "{name}");
}

#[test]
fn abstract_interface_methods_must_be_implemented_except_the_methods_of_object() {
    check("p.Shape", &[("double area()", 0)]);
}

#[test]
fn the_most_specific_interface_decides_whether_a_method_must_be_implemented() {
    check("p.Named", &[("java.lang.String name()", 1), ("double area()", 0)]);
    check("p.Quiet", &[("double area()", 0)]);
}

#[test]
fn a_default_method_that_a_class_makes_abstract_must_be_implemented() {
    check("p.Both", &[("int side()", 2)]);
}

#[test]
fn one_method_implements_declarations_with_different_erasures_or_results() {
    check("p.Order", &[("int compare(java.lang.String, java.lang.String)", 1)]);
    check("p.Words", &[("java.lang.CharSequence get()", 1)]);
}

#[test]
fn abstract_methods_without_an_implementation_in_a_superclass_must_be_implemented() {
    check("p.Base", &[("int sign(T)", 0), ("void done()", 0)]);
    check("p.Half", &[("java.lang.String toString()", 2), ("void done()", 0)]);
    check("p.Whole", &[]);
}

#[test]
fn an_interface_method_with_the_signature_of_the_protected_clone_must_be_implemented() {
    check("p.Copy", &[("p.Copy clone()", 1)]);
}

#[test]
fn a_comparator_has_one_method_to_implement() {
    let world = jdk_world();
    let methods = world.unimplemented_methods(class(&world, "java.util.Comparator"));
    assert_eq!(methods.iter().map(|it| header(&world, it.method)).collect::<Vec<_>>(), ["int compare(T, T)"]);
}
