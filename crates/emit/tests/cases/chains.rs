//! Tests in which a call uses only the value of the call before it.

use testcase::CheckedTest;
use types::World;

use super::{int, string};
use crate::build::TestBuilder;

const CHAIN: &str = "fix.Chain";

/// Returns tests in which the value of a call is, or is not, part of the next call.
pub fn chains(world: &World) -> Vec<CheckedTest> {
    let mut tests = Vec::new();
    let mut builder = TestBuilder::new(world, "fix");
    let chain = builder.construct(CHAIN, "()V", &[]);
    let extended = builder.call_named(chain, "extend", &[]);
    let loaded = builder.call_named(extended, "load", &[]);
    let length = builder.call_named(loaded, "length", &[]);
    builder.expect(length, int(1));
    tests.push(builder.test("aChainDeclaresTheExceptionsOfAllItsCalls"));

    let mut builder = TestBuilder::new(world, "fix");
    let chain = builder.construct(CHAIN, "()V", &[]);
    let other = builder.construct(CHAIN, "()V", &[]);
    let extended = builder.call_named(other, "extend", &[]);
    let sum = builder.call_named(chain, "add", &[extended]);
    builder.expect(sum, int(1));
    tests.push(builder.test("anArgumentContainsNoChain"));

    let mut builder = TestBuilder::new(world, "fix");
    let chain = builder.construct(CHAIN, "()V", &[]);
    let extended = builder.call_named(chain, "extend", &[]);
    let length = builder.read(Some(chain), CHAIN, "length");
    builder.expect(length, int(1));
    let sum = builder.call_named(chain, "add", &[extended]);
    builder.expect(sum, int(2));
    tests.push(builder.test("aCallIsNotMovedAfterAnAssertion"));

    let mut builder = TestBuilder::new(world, "fix");
    let chain = builder.construct(CHAIN, "()V", &[]);
    let copy = builder.call_named(chain, "copy", &[]);
    builder.call_named(chain, "require", &[copy]);
    tests.push(builder.throwing("theThrowingCallContainsNoOtherCall", "java.lang.IllegalStateException"));

    let mut builder = TestBuilder::new(world, "fix");
    let object = builder.construct("fix.Chain$Extended", "()V", &[]);
    let copy = builder.call(Some(object), CHAIN, "copy", "()Lfix/Chain;", &[]);
    let kind = builder.call(None, CHAIN, "kind", "(Lfix/Chain;)Ljava/lang/String;", &[copy]);
    builder.expect(kind, string("chain"));
    tests.push(builder.test("aVariableKeepsTheTypeThatSelectsTheOverload"));

    let mut builder = TestBuilder::new(world, "fix");
    let generic = builder.call(None, CHAIN, "generic", "", &[]);
    let node = builder.call_named(generic, "head", &[]);
    builder.call_named(generic, "has", &[node]);
    tests.push(builder.test("aVariableKeepsTheRawTypeOfAnInnerClass"));

    let mut builder = TestBuilder::new(world, "fix");
    let object = builder.construct("fix.Chain$Extended", "()V", &[]);
    builder.call(Some(object), CHAIN, "copy", "()Lfix/Chain;", &[]);
    builder.call(Some(object), CHAIN, "copy", "()Lfix/Chain;", &[]);
    tests.push(builder.test("anObjectOfASubclassIsNamedAfterTheClassUnderTest"));
    tests
}
