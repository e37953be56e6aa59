//! Texts that begin with an input, such as `folder + "/name"`.

use classfile::{Attribute, ClassFile, Code, Constant, ConstantPool, Index, Instruction, attributes, op};

/// Character that stands for an argument in the recipe of `StringConcatFactory.makeConcatWithConstants`.
const ARGUMENT: char = '\u{1}';

/// Returns with which of its popped values the result of an instruction begins, if the instruction is a step
/// of a concatenation of texts.
pub(super) fn beginning(class: &ClassFile, code: &Code, at: Index) -> Option<usize> {
    match code.instructions[at] {
        Instruction::Pool { op: op::INVOKEVIRTUAL, index } if appends(&class.constants, index) => {
            Some(usize::from(is_first_append(code, &class.constants, at)))
        }
        Instruction::InvokeDynamic { index } => begins_with_argument(class, index).then_some(0),
        _ => None,
    }
}

/// Returns whether a call is a step of a concatenation: `append` or `toString` of a builder, or
/// `String.concat`.
fn appends(constants: &ConstantPool, index: u16) -> bool {
    let Ok(callee) = constants.member(index) else { return false };
    match &*callee.class.to_str() {
        "java/lang/StringBuilder" | "java/lang/StringBuffer" => {
            matches!(&*callee.name.to_str(), "append" | "toString")
        }
        "java/lang/String" => callee.name.to_str() == "concat",
        _ => false,
    }
}

/// Returns whether a call appends the value of a variable or field to an empty builder. For Java 8, the
/// compiler translates the first part of `folder + "/name"` in this way.
fn is_first_append(code: &Code, constants: &ConstantPool, append: Index) -> bool {
    let before = |distance: usize| code.instructions.get(append.checked_sub(distance)?);
    let is_field = matches!(before(1), Some(Instruction::Pool { op: op::GETFIELD, .. }));
    let creation = before(if is_field { 3 } else { 2 });
    let Some(Instruction::Pool { op: op::INVOKESPECIAL, index }) = creation else { return false };
    constants.member(*index).is_ok_and(|constructor| {
        constructor.name.to_str() == "<init>" && constructor.descriptor.to_str() == "()V"
    })
}

/// Returns whether an `invokedynamic` instruction concatenates texts, and the first of them is an argument.
/// Since Java 9, the compiler translates `folder + "/name"` in this way.
fn begins_with_argument(class: &ClassFile, index: u16) -> bool {
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
