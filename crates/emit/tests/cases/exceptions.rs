//! Tests that expect exceptions.

use testcase::CheckedTest;
use types::{Primitive, Type, World};

use super::shape;
use crate::build::TestBuilder;

/// Returns tests in which different kinds of statements throw an exception.
pub fn exceptions(world: &World) -> Vec<CheckedTest> {
    let mut tests = Vec::new();
    let mut builder = TestBuilder::new(world, "fix");
    let square = shape(&mut builder);
    let path = builder.null("java.lang.String");
    builder.call_named(square, "save", &[path]);
    tests.push(builder.throwing("callThrows", "java.io.IOException"));

    let mut builder = TestBuilder::new(world, "fix");
    let color = builder.null("fix.Shape$Color");
    builder.construct("fix.Shape", "(Lfix/Shape$Color;)V", &[color]);
    tests.push(builder.throwing("constructorThrows", "java.lang.NullPointerException"));

    let mut builder = TestBuilder::new(world, "fix");
    let square = builder.null("fix.Shape");
    builder.read(Some(square), "fix.Shape", "size");
    tests.push(builder.throwing("readThrows", "java.lang.NullPointerException"));

    let mut builder = TestBuilder::new(world, "fix");
    let square = builder.null("fix.Shape");
    let size = builder.int(-1);
    builder.write(Some(square), "fix.Shape", "size", size);
    tests.push(builder.throwing("writeThrows", "java.lang.NullPointerException"));

    let mut builder = TestBuilder::new(world, "fix");
    let numbers = builder.array(Type::Primitive(Primitive::Int), 2);
    let one = builder.int(1);
    builder.element(numbers, 2, one);
    tests.push(builder.throwing("elementThrows", "java.lang.ArrayIndexOutOfBoundsException"));
    tests
}
