//! What collections hold, the same object again, messages of exceptions, and what is suspicious.

use testcase::{CheckedTest, Literal, Observation, Suspicion};
use types::World;

use super::{enumeration, string};
use crate::build::Maker;

const BAG: &str = "fix.Bag";

fn boxed(value: i32) -> Observation {
    Observation::Boxed(Literal::Int(value))
}

pub fn containers(world: &World) -> Vec<CheckedTest> {
    let mut tests = Vec::new();
    let mut m = Maker::new(world, "fix");
    let bag = m.construct(BAG, "()V", &[]);
    let mixed = vec![boxed(1), string("a"), Observation::Boxed(Literal::Long(2)), enumeration("RED")];
    let ratios = [0.5, f64::NAN].map(|it| Observation::Boxed(Literal::Double(it)));
    let two = vec![(string("ann"), boxed(30)), (string("bob"), Observation::Null)];
    let expected = [
        ("none", Observation::List(Vec::new())),
        ("one", Observation::List(vec![boxed(7)])),
        ("words", Observation::List(vec![string("a"), Observation::Null, string("c")])),
        ("mixed", Observation::List(mixed)),
        ("ratios", Observation::List(ratios.to_vec())),
        ("noColors", Observation::Set(Vec::new())),
        ("color", Observation::Set(vec![enumeration("RED")])),
        ("names", Observation::Set(vec![string("ann"), string("bob")])),
        ("noAges", Observation::Map(Vec::new())),
        ("age", Observation::Map(vec![(string("ann"), boxed(30))])),
        ("ages", Observation::Map(two)),
    ];
    for (name, expected) in expected {
        let value = m.call_named(bag, name, &[]);
        m.expect(value, expected);
    }
    tests.push(m.test("collections"));

    let mut m = Maker::new(world, "fix");
    let bag = m.construct(BAG, "()V", &[]);
    let itself = m.call_named(bag, "self", &[]);
    m.expect(itself, Observation::Same(bag));
    let copy = m.call(None, BAG, "copy", "", &[itself]);
    m.expect(copy, Observation::Same(itself));
    tests.push(m.test("sameObject"));
    tests.extend(failing(world));
    tests
}

/// Exceptions with a message, of which one is suspicious.
fn failing(world: &World) -> [CheckedTest; 3] {
    let fails = |name: &str, class: &str| {
        let mut m = Maker::new(world, "fix");
        let bag = m.construct(BAG, "()V", &[]);
        let what = m.string("tea");
        m.call_named(bag, "fail", &[what]);
        m.throwing(name, class)
    };
    let says = |mut test: CheckedTest| {
        test.throws.as_mut().expect("it throws").message = Some("no \"tea\"\n".into());
        test
    };
    let what = "throws Broken, which it does not declare, though nothing that it was given is null";
    let suspicion = Suspicion { rank: 1, method: "Bag.fail".to_owned(), what: what.to_owned() };
    [
        fails("exceptionWithoutMessage", "fix.Bag$Broken"),
        says(fails("exceptionWithMessage", "java.lang.IllegalStateException")),
        CheckedTest { suspicion: Some(suspicion), ..says(fails("suspiciousException", "fix.Bag$Broken")) },
    ]
}
