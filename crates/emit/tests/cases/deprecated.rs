//! Tests that use deprecated classes and members, which require `@SuppressWarnings`.

use testcase::{Behaviour, CheckedTest, Observation};
use types::{Type, World};

use super::int;
use crate::build::TestBuilder;

const OLD: &str = "fix.Old";

/// Returns tests that use deprecated members.
pub fn deprecated_members(world: &World) -> Vec<CheckedTest> {
    let mut tests = Vec::new();
    let mut builder = TestBuilder::new(world, "fix");
    let old = builder.construct(OLD, "()V", &[]);
    let age = builder.constant("fix.Old$Age", "YOUNG");
    let ordinal = builder.call_named(old, "age", &[age]);
    builder.expect(ordinal, int(0));
    tests.push(builder.test("usesNothingDeprecated"));

    let mut builder = TestBuilder::new(world, "fix");
    let limit = builder.read(None, OLD, "LIMIT");
    let old = builder.construct(OLD, "(I)V", &[limit]);
    let parts = builder.call_named(old, "parts", &[]);
    builder.expect(parts, int(1));
    tests.push(builder.test("usesDeprecatedMembers"));

    let mut builder = TestBuilder::new(world, "fix");
    let newer = builder.construct("fix.Old$Newer", "()V", &[]);
    let parts = builder.call(Some(newer), OLD, "parts", "", &[]);
    builder.expect(parts, int(2));
    tests.push(builder.test("callsMethodThatOverridesDeprecatedMethod"));

    let mut builder = TestBuilder::new(world, "fix");
    let old = builder.construct(OLD, "()V", &[]);
    let age = builder.constant("fix.Old$Age", "OLD");
    let ordinal = builder.call_named(old, "age", &[age]);
    builder.expect(ordinal, int(1));
    let gone = builder.call_named(old, "gone", &[]);
    builder.expect(gone, int(0));
    let list = builder.call(None, "fix.Shape", "rawList", "()Ljava/util/List;", &[]);
    builder.expect(list, Observation::Object("java.util.ArrayList".into()));
    tests.push(builder.test("usesMethodDeprecatedForRemoval"));

    let mut builder = TestBuilder::new(world, "fix");
    let part = builder.construct("fix.Old$Part", "()V", &[]);
    let size = builder.call_named(part, "size", &[]);
    builder.expect(size, int(1));
    let (name, length) =
        (builder.literal(testcase::Literal::Null, Type::class(world.string())), builder.int(3));
    let behaviours = [Behaviour::Return(vec![name]), Behaviour::Return(vec![length])];
    let base = builder.implement("fix.Old$Base", &[], &[], &behaviours);
    let total = builder.call(None, OLD, "total", "", &[base]);
    builder.expect(total, int(3));
    tests.push(builder.test("usesDeprecatedClassAndImplementsDeprecatedMethod"));
    tests
}

/// Returns a test for a deprecated class.
pub fn deprecated_class(world: &World) -> Vec<CheckedTest> {
    let mut builder = TestBuilder::new(world, "fix");
    let part = builder.construct("fix.Old$Part", "()V", &[]);
    let size = builder.call_named(part, "size", &[]);
    builder.expect(size, int(1));
    vec![builder.test("size")]
}
