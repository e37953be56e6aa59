//! Names that clash, overloads that do.

use testcase::{CheckedTest, Literal, Observation, Var};
use types::World;

use super::{int, string};
use crate::build::{self, Maker};

/// Every overload, called with everything that fits it, tells that it was the one.
pub fn overloads(world: &World) -> Vec<CheckedTest> {
    let mut tests = Vec::new();
    let subject = world.class(world.class_named("fix.Overloads").expect("a fixture"));
    for &id in &subject.methods {
        let method = world.method(id);
        if &*method.name == "equals" {
            continue;
        }
        let choices: Vec<Vec<build::Choice>> =
            build::erased(world, method).iter().map(|ty| build::choices(world, ty)).collect();
        for (number, chosen) in build::product(&choices).into_iter().enumerate() {
            let mut m = Maker::new(world, "fix");
            let overloads = m.construct("fix.Overloads", "()V", &[]);
            let args: Vec<Var> = chosen.iter().map(|choice| choice.make(&mut m, overloads)).collect();
            let receiver = (!method.is_static()).then_some(overloads);
            let picked = m.call(receiver, "fix.Overloads", &method.name, &method.descriptor, &args);
            let parameters = method.descriptor.split_inclusive(')').next().expect("a descriptor");
            m.expect(picked, string(parameters));
            tests.push(m.test(&format!("{}{}_{number}", method.name, id.0)));
        }
    }
    tests
}

/// A class of that simple name in the package `clash`.
pub fn clash(world: &World, name: &str) -> Vec<CheckedTest> {
    let mut m = Maker::new(world, "clash");
    let subject = format!("clash.{name}");
    let own = m.construct(&subject, "()V", &[]);
    let items = m.typed_construct("java.util.ArrayList", "()V", &[], &["java.lang.Integer"]);
    let same = m.call_named(own, "items", &[items]);
    let number = m.boxed_int(1);
    m.call(Some(same), "java.util.List", "add", "(Ljava/lang/Object;)Z", &[number]);
    let zero = m.int(0);
    let first = m.call(Some(same), "java.util.List", "get", "(I)Ljava/lang/Object;", &[zero]);
    m.expect(first, Observation::Boxed(Literal::Int(1)));
    let max = m.call_named(own, "max", &[]);
    m.call(Some(same), "java.util.List", "indexOf", "(Ljava/lang/Object;)I", &[max]);
    let maximum = m.call_named(own, "maximum", &[]);
    m.expect(maximum, int(i32::MAX));
    m.call_named(own, "self", &[]);
    vec![m.test("assertEquals")]
}

pub fn no_package(world: &World) -> Vec<CheckedTest> {
    let mut m = Maker::new(world, "");
    let own = m.construct("NoPackage", "()V", &[]);
    let two = m.int(2);
    let four = m.call_named(own, "twice", &[two]);
    m.expect(four, int(4));
    vec![m.test("twice")]
}
