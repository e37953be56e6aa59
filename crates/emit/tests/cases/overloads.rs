//! Tests that call every overload with every combination of arguments that fits the overload.

use std::sync::Arc;

use testcase::{CheckedTest, Literal, Var};
use types::{Bindings, Method, Primitive, Type, World};

use super::string;
use crate::build::TestBuilder;

const OVERLOADS: &str = "fix.Overloads";

/// Returns one test for each overload and combination of arguments. Each overload returns its erased
/// parameter types, and the test asserts the result. The test fails if javac chose another overload.
pub fn overloads(world: &World) -> Vec<CheckedTest> {
    let mut tests = Vec::new();
    let class = world.class(world.class_named(OVERLOADS).expect("the fixture has the class"));
    for &id in &class.methods {
        let method = world.method(id);
        if &*method.name == "equals" {
            continue;
        }
        let arguments: Vec<Vec<Argument>> =
            erased_parameters(world, method).iter().map(|ty| arguments_for(world, ty)).collect();
        for (number, combination) in combinations(&arguments).into_iter().enumerate() {
            let mut builder = TestBuilder::new(world, "fix");
            let overloads = builder.construct(OVERLOADS, "()V", &[]);
            let args: Vec<Var> =
                combination.iter().map(|argument| argument.add_to(&mut builder, overloads)).collect();
            let receiver = (!method.is_static()).then_some(overloads);
            let result = builder.call(receiver, OVERLOADS, &method.name, &method.descriptor, &args);
            let parameters =
                method.descriptor.split_inclusive(')').next().expect("a descriptor has parameters");
            builder.expect(result, string(parameters));
            tests.push(builder.test(&format!("{}{}_{number}", method.name, id.0)));
        }
    }
    tests
}

/// An argument for a parameter.
#[derive(Clone, Debug)]
enum Argument {
    Null(Type),
    Literal(Literal, Type),
    /// A field of `fix.Overloads`.
    Field(String),
    Array(Type, Vec<Argument>),
}

impl Argument {
    /// Adds the argument to a test. `object` is an instance of `fix.Overloads`.
    fn add_to(&self, builder: &mut TestBuilder, object: Var) -> Var {
        match self {
            Argument::Null(ty) => builder.literal(Literal::Null, ty.clone()),
            Argument::Literal(literal, ty) => builder.literal(literal.clone(), ty.clone()),
            Argument::Field(name) => builder.read(Some(object), OVERLOADS, name),
            Argument::Array(element, elements) => {
                let array = builder.array(element.clone(), elements.len() as u32);
                for (index, element) in elements.iter().enumerate() {
                    let value = element.add_to(builder, object);
                    builder.element(array, index as u32, value);
                }
                array
            }
        }
    }
}

/// Returns the parameter types of a method. Each type variable is replaced by its bound.
fn erased_parameters(world: &World, method: &Method) -> Vec<Type> {
    let mut bindings = Bindings::default();
    for parameter in &method.parameters {
        bindings.set(&parameter.name, parameter.bounds[0].clone());
    }
    method.arguments.iter().map(|ty| world.erase(&world.substitute(ty, &bindings))).collect()
}

/// Returns all sample arguments that are assignable to a type.
fn arguments_for(world: &World, ty: &Type) -> Vec<Argument> {
    use Primitive::*;
    let primitive = Type::Primitive;
    let boxed = |p| Type::class(world.boxed_class(p));
    let string = Type::class(world.string());
    let text = || Literal::String("s".encode_utf16().collect());
    let object = Type::class(world.object());
    let mut samples = vec![
        (Argument::Literal(Literal::Byte(1), primitive(Byte)), primitive(Byte)),
        (Argument::Literal(Literal::Char(99), primitive(Char)), primitive(Char)),
        (Argument::Literal(Literal::Int(-1), primitive(Int)), primitive(Int)),
        (Argument::Literal(Literal::Long(1), primitive(Long)), primitive(Long)),
        (Argument::Literal(Literal::Double(1.0), primitive(Double)), primitive(Double)),
        (Argument::Literal(Literal::Byte(1), boxed(Byte)), boxed(Byte)),
        (Argument::Literal(Literal::Int(-1), boxed(Int)), boxed(Int)),
        (Argument::Literal(text(), string.clone()), string.clone()),
    ];
    for element in [object, string.clone(), primitive(Int)] {
        let literal = if element == primitive(Int) {
            Argument::Literal(Literal::Int(1), element.clone())
        } else {
            Argument::Literal(text(), string.clone())
        };
        let array = Type::Array(Arc::new(element.clone()));
        for elements in [vec![], vec![literal.clone()], vec![literal.clone(), literal]] {
            samples.push((Argument::Array(element.clone(), elements), array.clone()));
        }
    }
    let fields = &world.class(world.class_named(OVERLOADS).expect("the fixture has the class")).fields;
    for &field in fields {
        let field = world.field(field);
        samples.push((Argument::Field(field.name.to_string()), field.ty.clone()));
    }
    let mut assignable: Vec<Argument> = samples
        .into_iter()
        .filter(|(_, from)| world.is_assignable(from, ty))
        .map(|(argument, _)| argument)
        .collect();
    if ty.is_reference() {
        assignable.push(Argument::Null(ty.clone()));
    }
    assignable
}

/// Returns every combination with one argument for each parameter.
fn combinations(arguments: &[Vec<Argument>]) -> Vec<Vec<Argument>> {
    let mut all = vec![Vec::new()];
    for candidates in arguments {
        all = all
            .iter()
            .flat_map(|start| {
                candidates.iter().map(move |next| [&start[..], std::slice::from_ref(next)].concat())
            })
            .collect();
    }
    all
}
