//! Tests for observations of collections, identity assertions, exception messages and suspicious behaviour.

use testcase::{CheckedTest, Literal, Observation, Suspicion};
use types::World;

use super::{color, string};
use crate::build::TestBuilder;

const BAG: &str = "fix.Bag";

fn boxed(value: i32) -> Observation {
    Observation::Boxed(Literal::Int(value))
}

/// Returns tests for collections, identity and exceptions.
pub fn collections(world: &World) -> Vec<CheckedTest> {
    let mut tests = Vec::new();
    let mut builder = TestBuilder::new(world, "fix");
    let bag = builder.construct(BAG, "()V", &[]);
    let mixed = vec![boxed(1), string("a"), Observation::Boxed(Literal::Long(2)), color("RED")];
    let ratios = [0.5, f64::NAN].map(|it| Observation::Boxed(Literal::Double(it)));
    let two_entries = vec![(string("ann"), boxed(30)), (string("bob"), Observation::Null)];
    let expected = [
        ("none", Observation::List(Vec::new())),
        ("one", Observation::List(vec![boxed(7)])),
        ("words", Observation::List(vec![string("a"), Observation::Null, string("c")])),
        ("mixed", Observation::List(mixed)),
        ("ratios", Observation::List(ratios.to_vec())),
        ("noColors", Observation::Set(Vec::new())),
        ("color", Observation::Set(vec![color("RED")])),
        ("names", Observation::Set(vec![string("ann"), string("bob")])),
        ("noAges", Observation::Map(Vec::new())),
        ("age", Observation::Map(vec![(string("ann"), boxed(30))])),
        ("ages", Observation::Map(two_entries)),
    ];
    for (name, expected) in expected {
        let value = builder.call_named(bag, name, &[]);
        builder.expect(value, expected);
    }
    tests.push(builder.test("collections"));

    let mut builder = TestBuilder::new(world, "fix");
    let bag = builder.construct(BAG, "()V", &[]);
    let same = builder.call_named(bag, "self", &[]);
    builder.expect(same, Observation::Same(bag));
    let copy = builder.call(None, BAG, "copy", "", &[same]);
    builder.expect(copy, Observation::Same(same));
    tests.push(builder.test("sameObject"));
    tests.extend(exceptions(world));
    tests
}

/// Returns tests that expect exceptions. One exception is suspicious.
fn exceptions(world: &World) -> [CheckedTest; 3] {
    let throwing = |name: &str, class: &str| {
        let mut builder = TestBuilder::new(world, "fix");
        let bag = builder.construct(BAG, "()V", &[]);
        let what = builder.string("tea");
        builder.call_named(bag, "fail", &[what]);
        builder.throwing(name, class)
    };
    let with_message = |mut test: CheckedTest| {
        test.throws.as_mut().expect("the test throws").message = Some("no \"tea\"\n".into());
        test
    };
    let behaviour = "throws Broken, which it does not declare, although no argument is null";
    let suspicion = Suspicion { rank: 1, method: "Bag.fail".to_owned(), behaviour: behaviour.to_owned() };
    [
        throwing("exceptionWithoutMessage", "fix.Bag$Broken"),
        with_message(throwing("exceptionWithMessage", "java.lang.IllegalStateException")),
        CheckedTest {
            suspicion: Some(suspicion),
            ..with_message(throwing("suspiciousException", "fix.Bag$Broken"))
        },
    ]
}
