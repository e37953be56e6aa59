//! What is told of values.

use testcase::{Literal, Observation, StatementKind, TestCase};
use types::{Type, World};
use vm::Mode;

use crate::setup::{call, config, run_on, script, start, world};

fn observe(world: &World, test: TestCase) -> vm::Execution {
    run_on(&mut start(config()), world, &[test], Mode::Observe).remove(0)
}

/// What is told of the result of a static method.
fn check(world: &World, method: &str, args: &[i32], expect: &Observation) {
    let result = observe(world, call(world, "demo.Sample", method, args));
    assert_eq!(result.observations.last(), Some(&Some(expect.clone())), "{method}: {:?}", result.outcome);
}

#[test]
fn values_are_told_and_other_objects_by_their_class() {
    let world = world();
    let text = |text: &str| Observation::Literal(Literal::String(text.encode_utf16().collect()));
    let colour = |name: &str| Observation::Enum { class: "demo.Sample$Colour".into(), name: name.into() };
    check(&world, "boxed", &[-3], &Observation::Boxed(Literal::Int(-3)));
    check(&world, "green", &[], &colour("GREEN"));
    check(&world, "text", &[3], &text("\0\0\0"));
    check(&world, "text", &[1001], &Observation::Object("java.lang.String".into()));
    check(&world, "zeros", &[2], &Observation::Array(vec![Observation::Literal(Literal::Int(0)); 2]));
    check(&world, "zeros", &[33], &Observation::Object("[I".into()));
    check(&world, "nested", &[], &Observation::Object("[Ljava.lang.Object;".into()));
    let mixed = vec![
        Observation::Boxed(Literal::Int(1)),
        text("a"),
        Observation::Null,
        colour("RED"),
        Observation::Boxed(Literal::Double(2.5)),
    ];
    check(&world, "mixed", &[], &Observation::Array(mixed));
}

#[test]
fn observation_calls_nothing_of_the_users_and_void_is_not_observed() {
    let world = world();
    let mut test = script(&world);
    let one = test.int(1);
    test.construct("demo.Sample", None, &[one]);
    test.call("demo.Sample", "nothing", None, &[]);
    let result = observe(&world, test.test);
    let expect =
        [Some(Observation::Literal(Literal::Int(1))), Some(Observation::Object("demo.Sample".into())), None];
    assert_eq!(result.observations, expect);
}

#[test]
fn literals_come_back_as_they_were_sent() {
    let world = world();
    let literals = [
        Literal::Boolean(true),
        Literal::Byte(i8::MIN),
        Literal::Char(u16::MAX),
        Literal::Short(i16::MIN),
        Literal::Int(i32::MIN),
        Literal::Int(300),
        Literal::Long(i64::MIN),
        Literal::Float(f32::from_bits(0x7FC0_0001)),
        Literal::Float(-0.0),
        Literal::Double(f64::from_bits(0x7FF8_0000_0000_0001)),
        Literal::Double(f64::MIN_POSITIVE),
        Literal::String([0xD800, 0, 0x41, 0xFFFF].as_slice().into()),
    ];
    let mut test = script(&world);
    for literal in &literals {
        test.literal(literal.clone());
    }
    let result = observe(&world, test.test);
    let expect: Vec<_> = literals.into_iter().map(|it| Some(Observation::Literal(it))).collect();
    assert_eq!(result.observations, expect);
}

#[test]
fn values_at_the_end_show_what_later_statements_did() {
    let world = world();
    let mut test = script(&world);
    let (one, two) = (test.int(1), test.int(2));
    let array = test.call("demo.Sample", "zeros", None, &[one]);
    test.push(StatementKind::WriteElement { array, index: 0, value: two }, Type::Void);
    test.push(StatementKind::Assign { target: one, value: two }, Type::Void);
    let result = observe(&world, test.test);
    let int = |value| Observation::Literal(Literal::Int(value));
    assert_eq!(result.observations[2], Some(Observation::Array(vec![int(0)])));
    assert_eq!(result.finally[2], Some(Observation::Array(vec![int(2)])));
    assert_eq!((&result.observations[0], &result.finally[0]), (&Some(int(1)), &Some(int(2))));
}

#[test]
fn running_observes_nothing() {
    let world = world();
    let test = call(&world, "demo.Sample", "boxed", &[1]);
    let result = run_on(&mut start(config()), &world, &[test], Mode::Run).remove(0);
    assert_eq!((result.observations.len(), result.finally.len()), (0, 0));
}
