//! Tests that assert what the code under test prints.

use testcase::output::{redirection, text};
use testcase::{CheckedTest, Var};
use types::World;

use super::{shape, string};
use crate::build::TestBuilder;

/// Returns a test that redirects the standard output.
pub fn printed(world: &World) -> Vec<CheckedTest> {
    let mut builder = TestBuilder::new(world, "fix");
    builder.append(redirection(world).expect("the JDK has these members"));
    let shape = shape(&mut builder);
    builder.call_named(shape, "print", &[]);
    let first = builder.len() as u32;
    builder.append(text(world, Var(0), first).expect("the JDK has these members"));
    builder.expect(Var(first + 3), string("square\n"));
    vec![builder.test("printed")]
}
