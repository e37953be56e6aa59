//! What the classes under test ask of their inputs, in the terms of tests.

use analysis::casts::{self, MemberName};
use classfile::{ClassFile, descriptor};
use generation::{Input, InputCasts, InputPart};
use types::{ClassId, Primitive, Type, World};

/// What the code of these classes casts its inputs to, as far as tests can state that. `equals` asks for its own class,
/// in whatever way it does so.
pub fn asked(world: &World, files: &[ClassFile]) -> InputCasts {
    let mut asked = InputCasts::default();
    for class in files.iter().filter_map(|file| class(world, &file.name().ok()?.to_str())) {
        for &id in &world.class(class).methods {
            let method = world.method(id);
            if &*method.name == "equals" && &*method.descriptor == "(Ljava/lang/Object;)Z" {
                asked.add(Input::Parameter(id, 0), InputPart::Whole, world.default_type(class));
            }
        }
    }
    for ((place, part), types) in casts::casts(&files.iter().collect::<Vec<_>>()) {
        let Some(place) = in_tests(world, &place) else { continue };
        for ty in types.iter().filter_map(|name| named(world, name)) {
            asked.add(place, in_test(part), ty);
        }
    }
    asked
}

fn in_test(part: casts::Part) -> InputPart {
    match part {
        casts::Part::Itself => InputPart::Whole,
        casts::Part::Element => InputPart::Element,
        casts::Part::Key => InputPart::Key,
        casts::Part::Value => InputPart::Value,
    }
}

fn in_tests(world: &World, place: &casts::Place) -> Option<Input> {
    match place {
        casts::Place::Parameter { method, index } => {
            let class = world.class(class(world, &method.class)?);
            let mut members = class.methods.iter().chain(&class.constructors).map(|&id| world.method(id));
            let found =
                members.find(|it| *it.name == *method.name && *it.descriptor == *method.descriptor)?;
            // The source does not state what the compiler passes before: an outer instance, name and ordinal of an enum.
            let hidden =
                descriptor::parameters(&method.descriptor).count().checked_sub(found.arguments.len())?;
            Some(Input::Parameter(found.id, index.checked_sub(hidden)?))
        }
        casts::Place::Field(MemberName { class: owner, name, .. }) => {
            let class = world.class(class(world, owner)?);
            class.fields.iter().find(|&&id| *world.field(id).name == **name).map(|&id| Input::Field(id))
        }
    }
}

fn class(world: &World, internal_name: &str) -> Option<ClassId> {
    world.class_named(&internal_name.replace('/', "."))
}

/// The type of a class name, or of an array descriptor.
fn named(world: &World, name: &str) -> Option<Type> {
    match name.strip_prefix('[') {
        Some(element) => Some(Type::Array(described(world, element)?.into())),
        None => Some(world.default_type(class(world, name)?)),
    }
}

fn described(world: &World, descriptor: &str) -> Option<Type> {
    match descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';')) {
        Some(name) => class(world, name).map(Type::class),
        None if descriptor.starts_with('[') => named(world, descriptor),
        None => Primitive::from_descriptor(descriptor.chars().next()?).map(Type::Primitive),
    }
}
