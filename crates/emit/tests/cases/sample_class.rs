//! Tests that use the sample class.

use testcase::{CheckedTest, Literal, Observation};
use types::{Type, World};

use super::string;
use crate::build::TestBuilder;

/// Returns a test that creates an object of the sample class, and a test that names the class.
pub fn sample_class(world: &World) -> Vec<CheckedTest> {
    const PERSON: &str = "fix.ShapeTest$Person";
    let mut object = TestBuilder::new(world, "fix");
    let (name, age) = (object.string("Anna"), object.int(42));
    let person = object.construct(PERSON, "(Ljava/lang/String;I)V", &[name, age]);
    let name = object.call(Some(person), PERSON, "getName", "", &[]);
    object.expect(name, string("Anna"));
    let mut literal = TestBuilder::new(world, "fix");
    let person = Type::class(literal.class(PERSON));
    let ty = Type::Class(world.class_class(), [person.clone()].into());
    let class = literal.literal(Literal::Class(person), ty);
    let is_interface = literal.call(Some(class), "java.lang.Class", "isInterface", "", &[]);
    literal.expect(is_interface, Observation::Literal(Literal::Boolean(false)));
    vec![object.test("getName_returnsAnna"), literal.test("isInterface_returnsFalse")]
}
