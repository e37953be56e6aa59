//! Members that are deprecated.

use testcase::{Behaviour, CheckedTest, Observation};
use types::{Type, World};

use super::int;
use crate::build::Maker;

const OLD: &str = "fix.Old";

pub fn old(world: &World) -> Vec<CheckedTest> {
    let mut tests = Vec::new();
    let mut m = Maker::new(world, "fix");
    let old = m.construct(OLD, "()V", &[]);
    let age = m.constant("fix.Old$Age", "YOUNG");
    let of_age = m.call_named(old, "age", &[age]);
    m.expect(of_age, int(0));
    tests.push(m.test("usesNothingOld"));

    let mut m = Maker::new(world, "fix");
    let limit = m.read(None, OLD, "LIMIT");
    let old = m.construct(OLD, "(I)V", &[limit]);
    let parts = m.call_named(old, "parts", &[]);
    m.expect(parts, int(1));
    tests.push(m.test("usesOldMembers"));

    let mut m = Maker::new(world, "fix");
    let newer = m.construct("fix.Old$Newer", "()V", &[]);
    let parts = m.call(Some(newer), OLD, "parts", "", &[]);
    m.expect(parts, int(2));
    tests.push(m.test("usesWhatOverridesAnOldMember"));

    let mut m = Maker::new(world, "fix");
    let old = m.construct(OLD, "()V", &[]);
    let age = m.constant("fix.Old$Age", "OLD");
    let of_age = m.call_named(old, "age", &[age]);
    m.expect(of_age, int(1));
    let gone = m.call_named(old, "gone", &[]);
    m.expect(gone, int(0));
    let list = m.call(None, "fix.Shape", "rawList", "()Ljava/util/List;", &[]);
    m.expect(list, Observation::Object("java.util.ArrayList".into()));
    tests.push(m.test("usesWhatIsAboutToGo"));

    let mut m = Maker::new(world, "fix");
    let part = m.construct("fix.Old$Part", "()V", &[]);
    let size = m.call_named(part, "size", &[]);
    m.expect(size, int(1));
    let (name, length) = (m.literal(testcase::Literal::Null, Type::class(world.string())), m.int(3));
    let does = [Behaviour::Return(vec![name]), Behaviour::Return(vec![length])];
    let base = m.implement("fix.Old$Base", &[], &[], &does);
    let total = m.call(None, OLD, "total", "", &[base]);
    m.expect(total, int(3));
    tests.push(m.test("usesAnOldClassAndImplementsAnOldMethod"));
    tests
}

pub fn old_class(world: &World) -> Vec<CheckedTest> {
    let mut m = Maker::new(world, "fix");
    let part = m.construct("fix.Old$Part", "()V", &[]);
    let size = m.call_named(part, "size", &[]);
    m.expect(size, int(1));
    vec![m.test("size")]
}
