//! What classes leave open.

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

/// The methods that a class leaves open, each with how many others it stands for.
#[track_caller]
fn check(name: &str, expect: &[(&str, usize)]) {
    let fixture = Fixture::new(&[("p/All.java", SOURCE)]);
    let world = &fixture.world;
    let open = world.open_methods(class(world, name));
    let found: Vec<(String, usize)> =
        open.iter().map(|it| (header(world, it.method), it.others.len())).collect();
    let expect: Vec<(String, usize)> =
        expect.iter().map(|&(text, others)| (text.to_owned(), others)).collect();
    assert_eq!(found, expect, "{name}");
}

#[test]
fn an_interface_leaves_its_abstract_methods_open_but_those_that_every_object_has() {
    check("p.Shape", &[("double area()", 0)]);
}

#[test]
fn what_a_more_special_interface_says_counts() {
    check("p.Named", &[("java.lang.String name()", 1), ("double area()", 0)]);
    check("p.Quiet", &[("double area()", 0)]);
}

#[test]
fn what_a_class_makes_abstract_again_is_open() {
    check("p.Both", &[("int side()", 2)]);
}

#[test]
fn one_method_implements_what_differs_in_erasure_or_result() {
    check("p.Order", &[("int compare(java.lang.String, java.lang.String)", 1)]);
    check("p.Words", &[("java.lang.CharSequence get()", 1)]);
}

#[test]
fn an_abstract_class_leaves_open_what_no_superclass_has_code_for() {
    check("p.Base", &[("int sign(T)", 0), ("void done()", 0)]);
    check("p.Half", &[("java.lang.String toString()", 2), ("void done()", 0)]);
    check("p.Whole", &[]);
}

#[test]
fn a_protected_method_of_every_object_is_none_of_an_interface() {
    check("p.Copy", &[("p.Copy clone()", 1)]);
}

#[test]
fn a_comparator_is_one_method() {
    let world = jdk_world();
    let open = world.open_methods(class(&world, "java.util.Comparator"));
    assert_eq!(open.iter().map(|it| header(&world, it.method)).collect::<Vec<_>>(), ["int compare(T, T)"]);
}
