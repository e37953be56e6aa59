//! The types that the classes under test and their superclasses cast parameters and fields to.

use analysis::casts::{self, MemberName};
use classfile::{ClassFile, descriptor};
use generation::{Input, InputCasts, InputPart};
use types::{ClassId, Primitive, Type, World};

/// Returns the types to which the classes in `files` and their `superclasses` cast their parameters and
/// fields. The method `equals` can check the class of its argument without a cast. So its argument always
/// counts as cast to the class in `files` that declares `equals`.
pub fn cast_types(world: &World, files: &[ClassFile], superclasses: &[ClassFile]) -> InputCasts {
    let mut cast_types = InputCasts::default();
    for class in files.iter().filter_map(|file| class(world, &file.name().ok()?.to_str())) {
        for &id in &world.class(class).methods {
            let method = world.method(id);
            if &*method.name == "equals" && &*method.descriptor == "(Ljava/lang/Object;)Z" {
                cast_types.add(Input::Parameter(id, 0), InputPart::Whole, world.default_type(class));
            }
        }
    }
    for ((bytecode_input, part), types) in casts::casts(&files.iter().chain(superclasses).collect::<Vec<_>>())
    {
        let Some(input) = input(world, &bytecode_input) else { continue };
        for ty in types.iter().filter_map(|name| type_named(world, name)) {
            cast_types.add(input, input_part(part), ty);
        }
    }
    cast_types
}

fn input_part(part: casts::Part) -> InputPart {
    match part {
        casts::Part::Itself => InputPart::Whole,
        casts::Part::Element => InputPart::Element,
        casts::Part::Key => InputPart::Key,
        casts::Part::Value => InputPart::Value,
    }
}

/// Returns the parameter or field of the class that corresponds to an input in the bytecode.
fn input(world: &World, input: &casts::BytecodeInput) -> Option<Input> {
    match input {
        casts::BytecodeInput::Parameter { method, index } => {
            let class = world.class(class(world, &method.class)?);
            let mut members = class.methods.iter().chain(&class.constructors).map(|&id| world.method(id));
            let member =
                members.find(|it| *it.name == *method.name && *it.descriptor == *method.descriptor)?;
            // The compiler adds parameters before the parameters of the source code: an outer instance, or
            // the name and ordinal of an enum.
            let synthetic_count =
                descriptor::parameters(&method.descriptor).count().checked_sub(member.arguments.len())?;
            Some(Input::Parameter(member.id, index.checked_sub(synthetic_count)?))
        }
        casts::BytecodeInput::Field(MemberName { class: owner, name, .. }) => {
            let class = world.class(class(world, owner)?);
            class.fields.iter().find(|&&id| *world.field(id).name == **name).map(|&id| Input::Field(id))
        }
    }
}

fn class(world: &World, internal_name: &str) -> Option<ClassId> {
    world.class_named(&internal_name.replace('/', "."))
}

/// Returns the type of a class name or an array descriptor.
fn type_named(world: &World, name: &str) -> Option<Type> {
    match name.strip_prefix('[') {
        Some(element) => Some(Type::Array(type_of_descriptor(world, element)?.into())),
        None => Some(world.default_type(class(world, name)?)),
    }
}

fn type_of_descriptor(world: &World, descriptor: &str) -> Option<Type> {
    match descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';')) {
        Some(name) => class(world, name).map(Type::class),
        None if descriptor.starts_with('[') => type_named(world, descriptor),
        None => Primitive::from_descriptor(descriptor.chars().next()?).map(Type::Primitive),
    }
}
