//! Texts that begin with an input, such as `folder + "/name"`.

use classfile::{Attribute, ClassFile, Code, Constant, ConstantPool, Index, Instruction, attributes, op};

use super::MemberName;

/// Character that stands for an argument in the recipe of `StringConcatFactory.makeConcatWithConstants`.
const ARGUMENT: char = '\u{1}';

/// Returns whether the result of a method begins with its receiver: `append` and `toString` of a builder, and
/// `String.concat`. The result of the first `append` begins with the argument: see [`is_first_append`].
pub(super) fn appends(callee: &MemberName) -> bool {
    match &*callee.class {
        "java/lang/StringBuilder" | "java/lang/StringBuffer" => {
            matches!(&*callee.name, "append" | "toString")
        }
        "java/lang/String" => callee.name == "concat",
        _ => false,
    }
}

/// Returns whether the call at an instruction appends the value of a variable or field to an empty builder,
/// as the compiler translates `folder + "/name"` for Java 8.
pub(super) fn is_first_append(code: &Code, constants: &ConstantPool, append: Index) -> bool {
    let before = |distance: usize| code.instructions.get(append.checked_sub(distance)?);
    let is_field = matches!(before(1), Some(Instruction::Pool { op: op::GETFIELD, .. }));
    let creation = before(if is_field { 3 } else { 2 });
    let Some(Instruction::Pool { op: op::INVOKESPECIAL, index }) = creation else { return false };
    constants.member(*index).is_ok_and(|constructor| {
        constructor.name.to_str() == "<init>" && constructor.descriptor.to_str() == "()V"
    })
}

/// Returns whether an `invokedynamic` instruction concatenates texts, and the first of them is an argument,
/// as the compiler translates `folder + "/name"` since Java 9.
pub(super) fn begins_with_argument(class: &ClassFile, index: u16) -> bool {
    recipe(class, index).is_some_and(|recipe| recipe.starts_with(ARGUMENT))
}

/// Returns the recipe of a call of `makeConcatWithConstants`.
fn recipe(class: &ClassFile, index: u16) -> Option<String> {
    let constants = &class.constants;
    let Ok(Constant::InvokeDynamic { bootstrap, .. }) = constants.constant(index) else { return None };
    if constants.name_and_type(index).ok()?.0.to_str() != "makeConcatWithConstants" {
        return None;
    }
    let attribute = Attribute::find(&class.attributes, "BootstrapMethods", constants)?;
    let methods = attributes::bootstrap_methods(&attribute.data).ok()?;
    let recipe = *methods.get(usize::from(bootstrap))?.arguments.first()?;
    Some(constants.string(recipe).ok()?.to_str().into_owned())
}
