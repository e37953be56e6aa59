//! Removes statements (SD), calls with a result (CD) and reads of fields (FD).

use classfile::{Index, Instruction, MemberRef, op};

use crate::code::assignment::SlotKinds;
use crate::code::body::Body;
use crate::code::variables::{SlotKind, stored_slot};
use crate::model::Change;
use crate::operators::Alternatives;

/// Proposes to remove an assignment or a call without a result.
pub(crate) fn delete_statement(body: &Body<'_>, slot_kinds: &SlotKinds, at: Index) -> Option<Alternatives> {
    match body.op(at) {
        op::PUTFIELD | op::PUTSTATIC => delete_field_assignment(body, slot_kinds, at),
        op::IASTORE..=op::SASTORE => Some(removal("assignment to element")),
        _ => delete_variable_assignment(body, slot_kinds, at).or_else(|| {
            let callee = callee(body, at).filter(|callee| callee.descriptor.0.ends_with(b")V"))?;
            Some(removal(&format!("call of {}()", callee.name)))
        }),
    }
}

fn delete_field_assignment(body: &Body<'_>, slot_kinds: &SlotKinds, at: Index) -> Option<Alternatives> {
    let target = body.member(at)?;
    let field = body.fields.find(&target);
    let is_excluded = field.is_some_and(|field| field.is_final() || field.is_synthetic());
    let is_before_constructor_call = body.is_constructor() && slot_kinds.get(0).is_none();
    (!is_excluded && !is_before_constructor_call).then(|| removal(&format!("assignment to {}", target.name)))
}

/// Proposes to remove an assignment to a local variable if the variable already has a value. In a class
/// without the names of local variables, the function requires only that the slot has a value of the same
/// primitive type.
fn delete_variable_assignment(body: &Body<'_>, slot_kinds: &SlotKinds, at: Index) -> Option<Alternatives> {
    let (kind, slot) = match body.code.instructions[at] {
        Instruction::Iinc { slot, .. } => (SlotKind::Int, slot),
        ref instruction => stored_slot(instruction)?,
    };
    let variable = body.variables.variable_at(slot, at);
    let is_same_variable = match variable {
        Some(variable) => SlotKind::of(&variable.descriptor) == kind,
        None => !body.variables.has_variable_names && kind != SlotKind::Reference,
    };
    let name = variable.map_or_else(|| format!("local {slot}"), |variable| variable.name.clone());
    (is_same_variable && slot_kinds.get(slot) == Some(kind))
        .then(|| removal(&format!("assignment to {name}")))
}

/// Proposes to remove a call with a result.
pub(crate) fn delete_call(body: &Body<'_>, at: Index) -> Option<Alternatives> {
    let callee = callee(body, at).filter(|callee| !callee.descriptor.0.ends_with(b")V"))?;
    Some(removal(&format!("call of {}()", callee.name)))
}

/// Returns the method that an instruction calls. Returns `None` for `invokespecial`, which calls constructors
/// and superclass methods, and in older class files also private methods.
fn callee<'a>(body: &'a Body<'_>, at: Index) -> Option<MemberRef<'a>> {
    let is_call = matches!(body.op(at), op::INVOKEVIRTUAL | op::INVOKESTATIC | op::INVOKEINTERFACE);
    body.member(at).filter(|_| is_call)
}

/// Proposes to read 0, false or null in place of a field. Proposes nothing for a compiler-generated field or
/// an enum constant. An enum constant is never null.
pub(crate) fn delete_field(body: &Body<'_>, at: Index) -> Option<Alternatives> {
    let reference = body.member(at).filter(|_| matches!(body.op(at), op::GETFIELD | op::GETSTATIC))?;
    let descriptor = reference.descriptor.to_str();
    let is_like_enum_constant =
        body.op(at) == op::GETSTATIC && descriptor == format!("L{};", reference.class);
    let is_excluded = match body.fields.find(&reference) {
        Some(field) => field.is_synthetic() || field.is_enum_constant(),
        None => is_like_enum_constant,
    };
    let default = match descriptor.as_bytes().first()? {
        b'Z' => "false",
        b'L' | b'[' => "null",
        _ => "0",
    };
    let descriptions = vec![format!("field {} read as {default}", reference.name)];
    (!is_excluded).then_some(Alternatives { change: Change::Deleted, descriptions })
}

fn removal(what: &str) -> Alternatives {
    Alternatives { change: Change::Deleted, descriptions: vec![format!("{what} removed")] }
}
