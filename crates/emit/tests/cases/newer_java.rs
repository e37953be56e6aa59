//! Tests for the language features of newer Java releases.

use testcase::{CheckedTest, Literal, Observation};
use types::{Type, World};

use super::{int, shape, string};
use crate::build::TestBuilder;

/// Returns tests whose source uses `var` and text blocks if the Java release supports them.
pub fn newer(world: &World) -> Vec<CheckedTest> {
    let poem = "The first line.\n\n  \"A second one, quoted and with spaces before it\",\nand a \\ last one";
    let mut tests = Vec::new();
    let mut builder = TestBuilder::new(world, "fix");
    let text = builder.string(poem);
    let separator = builder.string(", ");
    let words = builder.array(Type::class(world.string()), 2);
    for index in 0..2 {
        builder.element(words, index, text);
    }
    let square = shape(&mut builder);
    let joined = builder.call_named(square, "join", &[separator, words]);
    builder.expect(joined, string(&format!("{poem}, {poem}")));
    let lines = builder.string(&format!("{poem}\n"));
    builder.call_named(square, "save", &[lines]);
    tests.push(builder.test("writesTextBlocks"));

    let mut builder = TestBuilder::new(world, "fix");
    let ring = builder.construct("fix.Shape$Ring", "()V", &[]);
    let other = builder.construct("fix.Shape$Ring", "()V", &[]);
    let compared = builder.call_named(ring, "compareTo", &[other]);
    builder.expect(compared, int(0));
    let square = shape(&mut builder);
    let empty = builder.call_named(square, "isEmpty", &[]);
    builder.expect(empty, Observation::Literal(Literal::Boolean(true)));
    tests.push(builder.test("infersTypes"));
    tests
}
