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
    tests.push(filled_collections(world));
    tests.extend(exceptions(world));
    tests
}

/// Returns a test that fills collections. Only additions before another use belong to the initialiser.
fn filled_collections(world: &World) -> CheckedTest {
    const LIST: &str = "java.util.ArrayList";
    const ADD: &str = "(Ljava/lang/Object;)Z";
    let mut builder = TestBuilder::new(world, "fix");
    let (text, integer) = ("java.lang.String", "java.lang.Integer");
    let join = "(Ljava/lang/CharSequence;Ljava/lang/Iterable;)Ljava/lang/String;";
    let words = builder.construct_generic(LIST, "()V", &[], &[text]);
    let (a, b, dash) = (builder.string("a"), builder.string("b"), builder.string("-"));
    builder.call(Some(words), LIST, "add", ADD, &[a]);
    let numbers = builder.construct_generic("java.util.TreeSet", "()V", &[], &[integer]);
    let (seven, five) = (builder.boxed_int(7), builder.boxed_int(5));
    builder.call(Some(numbers), "java.util.TreeSet", "add", ADD, &[seven]);
    builder.call(Some(words), LIST, "add", ADD, &[b]);
    builder.call(Some(numbers), "java.util.TreeSet", "add", ADD, &[five]);
    let joined = builder.call(None, text, "join", join, &[dash, words]);
    builder.expect(joined, string("a-b"));
    builder.call(Some(words), LIST, "add", ADD, &[a]);
    let joined = builder.call(None, text, "join", join, &[dash, words]);
    builder.expect(joined, string("a-b-a"));
    let smallest = builder.call_named(numbers, "first", &[]);
    builder.expect(smallest, boxed(5));
    let nothing = builder.construct_generic("java.util.HashSet", "()V", &[], &[text]);
    let null = builder.null(text);
    let is_new = builder.call(Some(nothing), "java.util.HashSet", "add", ADD, &[null]);
    builder.expect(is_new, Observation::Literal(Literal::Boolean(true)));
    builder.test("filledCollections")
}

/// Returns a test that asserts nothing, and tests that expect exceptions. One exception is suspicious.
fn exceptions(world: &World) -> [CheckedTest; 5] {
    let throwing_about = |name: &str, class: &str, what: &str| {
        let mut builder = TestBuilder::new(world, "fix");
        let bag = builder.construct(BAG, "()V", &[]);
        let what = builder.string(what);
        builder.call_named(bag, "fail", &[what]);
        builder.throwing(name, class)
    };
    let throwing = |name: &str, class: &str| throwing_about(name, class, "tea");
    let with_message_about = |mut test: CheckedTest, what: &str| {
        test.throws.as_mut().expect("the test throws").message = Some(format!("no \"{what}\"\n").into());
        test
    };
    let with_message = |test: CheckedTest| with_message_about(test, "tea");
    let lines = "tea in the old green tin\nLook in the cupboard.";
    let behaviour = "throws Broken, which it does not declare, although no argument is null";
    let suspicion = Suspicion { rank: 1, method: "Bag.fail".to_owned(), behaviour: behaviour.to_owned() };
    let mut builder = TestBuilder::new(world, "fix");
    let bag = builder.construct(BAG, "()V", &[]);
    builder.call_named(bag, "none", &[]);
    [
        builder.test("noException"),
        throwing("exceptionWithoutMessage", "fix.Bag$Broken"),
        with_message(throwing("exceptionWithMessage", "java.lang.IllegalStateException")),
        with_message_about(throwing_about("exceptionWithLines", "fix.Bag$Broken", lines), lines),
        CheckedTest {
            suspicion: Some(suspicion),
            ..with_message(throwing("suspiciousException", "fix.Bag$Broken"))
        },
    ]
}
