//! Tests for observations and constants.

use testcase::{CheckedTest, Literal, Observation};
use types::World;

use super::{color, int, shape, string};
use crate::build::TestBuilder;

fn bytes(text: &str) -> Observation {
    Observation::Array(text.bytes().map(|byte| Observation::Literal(Literal::Byte(byte as i8))).collect())
}

fn character(character: char) -> Observation {
    Observation::Literal(Literal::Char(character as u16))
}

/// Returns a test with assertions for all kinds of observations of values.
pub fn values(world: &World) -> Vec<CheckedTest> {
    let mut builder = TestBuilder::new(world, "fix");
    let square = shape(&mut builder);
    let expected = [
        ("getSize", int(0)),
        ("isEmpty", Observation::Literal(Literal::Boolean(true))),
        ("boxed", Observation::Boxed(Literal::Int(0))),
        ("small", Observation::Boxed(Literal::Byte(3))),
        ("tiny", Observation::Literal(Literal::Byte(-3))),
        ("little", Observation::Literal(Literal::Short(7))),
        ("letter", Observation::Literal(Literal::Char(10))),
        ("ratio", Observation::Literal(Literal::Float(0.5))),
        ("zero", Observation::Literal(Literal::Double(-0.0))),
        ("none", Observation::Literal(Literal::Double(f64::NAN))),
        ("third", Observation::Near(Literal::Float(0.333_333_34))),
        ("mass", Observation::Near(Literal::Double(6.666_666_666_666_7e29))),
        ("half", Observation::Boxed(Literal::Double(0.5))),
        ("initial", Observation::Boxed(Literal::Char(115))),
        ("round", Observation::Boxed(Literal::Boolean(false))),
        ("maybe", Observation::Boxed(Literal::Boolean(true))),
        (
            "ratios",
            Observation::Array(vec![
                Observation::Literal(Literal::Float(0.5)),
                Observation::Literal(Literal::Float(f32::NAN)),
            ]),
        ),
        ("nothing", Observation::Array(vec![])),
        ("noBytes", Observation::Array(vec![])),
        ("corner", Observation::Null),
        ("big", Observation::Literal(Literal::Long(i64::MIN))),
        ("anything", Observation::Boxed(Literal::Short(5))),
        ("numbers", Observation::Array(vec![int(1), int(2)])),
        (
            "mixed",
            Observation::Array(vec![
                Observation::Boxed(Literal::Int(1)),
                string("a"),
                Observation::Null,
                Observation::Boxed(Literal::Long(2)),
                Observation::Boxed(Literal::Byte(1)),
            ]),
        ),
        (
            "bytes",
            Observation::Array(vec![
                Observation::Literal(Literal::Byte(1)),
                Observation::Literal(Literal::Byte(-1)),
            ]),
        ),
        ("encoded", bytes("s%20")),
        ("letters", Observation::Array(vec![character('s'), character('q')])),
        ("content", bytes("sq")),
        ("lines", Observation::Array(vec![bytes("sq"), bytes("")])),
        ("grid", Observation::Array(vec![Observation::Array(vec![int(1)]), Observation::Array(vec![])])),
        ("label", Observation::Ending("[shape]".encode_utf16().collect())),
        ("color", color("GREEN")),
        ("colorType", Observation::Class("fix.Shape$Color".into())),
        ("gridType", Observation::Class("[[I".into())),
        ("ringType", Observation::Class("fix.Shape$Ring".into())),
        ("ring", Observation::Object("fix.Shape$Ring".into())),
        ("getParts", Observation::Object("java.util.ArrayList".into())),
    ];
    for (name, expected) in expected {
        let value = builder.call_named(square, name, &[]);
        builder.expect(value, expected);
    }
    let name = builder.read(Some(square), "fix.Shape", "name");
    builder.expect(name, string("square"));
    vec![builder.test("values")]
}

/// Returns a test with literals that equal one, two or no constants of the class under test.
pub fn constants(world: &World) -> Vec<CheckedTest> {
    let mut builder = TestBuilder::new(world, "fix");
    let name = builder.string("unnamed");
    let unnamed = builder.construct("fix.Shape", "(Ljava/lang/String;)V", &[name]);
    for (width, expected) in [(74, 81), (99, 106), (75, 82)] {
        let width = builder.int(width);
        let padded = builder.call_named(unnamed, "padded", &[width]);
        builder.expect(padded, int(expected));
    }
    vec![builder.test("constants")]
}
