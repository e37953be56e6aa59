//! Tests for classes whose names clash with imported names.

use testcase::{CheckedTest, Literal, Observation};
use types::World;

use super::int;
use crate::build::TestBuilder;

/// Returns a test for the class of the package `clash` with the given simple name.
pub fn clash(world: &World, name: &str) -> Vec<CheckedTest> {
    let mut builder = TestBuilder::new(world, "clash");
    let class_under_test = format!("clash.{name}");
    let object = builder.construct(&class_under_test, "()V", &[]);
    let items = builder.construct_generic("java.util.ArrayList", "()V", &[], &["java.lang.Integer"]);
    let same = builder.call_named(object, "items", &[items]);
    let number = builder.boxed_int(1);
    builder.call(Some(same), "java.util.List", "add", "(Ljava/lang/Object;)Z", &[number]);
    let zero = builder.int(0);
    let first = builder.call(Some(same), "java.util.List", "get", "(I)Ljava/lang/Object;", &[zero]);
    builder.expect(first, Observation::Boxed(Literal::Int(1)));
    let max = builder.call_named(object, "max", &[]);
    builder.call(Some(same), "java.util.List", "indexOf", "(Ljava/lang/Object;)I", &[max]);
    let maximum = builder.call_named(object, "maximum", &[]);
    builder.expect(maximum, int(i32::MAX));
    builder.call_named(object, "self", &[]);
    vec![builder.test("assertEquals")]
}

/// Returns a test for a class of the unnamed package.
pub fn no_package(world: &World) -> Vec<CheckedTest> {
    let mut builder = TestBuilder::new(world, "");
    let object = builder.construct("NoPackage", "()V", &[]);
    let two = builder.int(2);
    let four = builder.call_named(object, "twice", &[two]);
    builder.expect(four, int(4));
    vec![builder.test("twice")]
}
