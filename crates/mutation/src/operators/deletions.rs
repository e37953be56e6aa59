//! Removes statements (SD), calls with a result (CD) and reads of fields (FD).

use classfile::{Index, Instruction, MemberRef, op};

use crate::code::assignment::Assigned;
use crate::code::body::Body;
use crate::code::variables::{Kind, stored};
use crate::model::Change;
use crate::operators::Alternatives;

/// Proposes to remove an assignment or a call without a result.
pub(crate) fn delete_statement(body: &Body<'_>, assigned: &Assigned, at: Index) -> Option<Alternatives> {
    match body.op(at) {
        op::PUTFIELD | op::PUTSTATIC => delete_field_assignment(body, assigned, at),
        op::IASTORE..=op::SASTORE => Some(removal("assignment to element")),
        _ => delete_variable_assignment(body, assigned, at).or_else(|| {
            let called = called(body, at).filter(|called| called.descriptor.0.ends_with(b")V"))?;
            Some(removal(&format!("call of {}()", called.name)))
        }),
    }
}

fn delete_field_assignment(body: &Body<'_>, assigned: &Assigned, at: Index) -> Option<Alternatives> {
    let target = body.member(at)?;
    let field = body.fields.find(&target);
    let must_stay = field.is_some_and(|field| field.is_final() || field.is_synthetic());
    let is_before_super_call = body.is_constructor() && assigned.get(0).is_none();
    (!must_stay && !is_before_super_call).then(|| removal(&format!("assignment to {}", target.name)))
}

/// Proposes to remove an assignment to a local variable if the variable already has a value. In a class
/// without the names of local variables, it is enough that the slot has a value of the same primitive type.
fn delete_variable_assignment(body: &Body<'_>, assigned: &Assigned, at: Index) -> Option<Alternatives> {
    let (kind, slot) = match body.code.instructions[at] {
        Instruction::Iinc { slot, .. } => (Kind::Int, slot),
        ref instruction => stored(instruction)?,
    };
    let variable = body.variables.at(slot, at);
    let is_same_variable = match variable {
        Some(variable) => Kind::of(&variable.descriptor) == kind,
        None => !body.variables.has_variable_names && kind != Kind::Reference,
    };
    let name = variable.map_or_else(|| format!("local {slot}"), |variable| variable.name.clone());
    (is_same_variable && assigned.get(slot) == Some(kind)).then(|| removal(&format!("assignment to {name}")))
}

/// Proposes to remove a call with a result.
pub(crate) fn delete_call(body: &Body<'_>, at: Index) -> Option<Alternatives> {
    let called = called(body, at).filter(|called| !called.descriptor.0.ends_with(b")V"))?;
    Some(removal(&format!("call of {}()", called.name)))
}

/// Returns the method that an instruction calls. Returns `None` for calls of constructors and of methods of
/// the superclass.
fn called<'a>(body: &'a Body<'_>, at: Index) -> Option<MemberRef<'a>> {
    let is_call = matches!(body.op(at), op::INVOKEVIRTUAL | op::INVOKESTATIC | op::INVOKEINTERFACE);
    body.member(at).filter(|_| is_call)
}

/// Proposes to read 0, false or null in place of a field. Proposes nothing for an enum constant, because an
/// enum constant is never null.
pub(crate) fn delete_field(body: &Body<'_>, at: Index) -> Option<Alternatives> {
    let read = body.member(at).filter(|_| matches!(body.op(at), op::GETFIELD | op::GETSTATIC))?;
    let descriptor = read.descriptor.to_str();
    let is_like_enum_constant = body.op(at) == op::GETSTATIC && descriptor == format!("L{};", read.class);
    let must_stay = match body.fields.find(&read) {
        Some(field) => field.is_synthetic() || field.is_enum_constant(),
        None => is_like_enum_constant,
    };
    let default = match descriptor.as_bytes().first()? {
        b'Z' => "false",
        b'L' | b'[' => "null",
        _ => "0",
    };
    let descriptions = vec![format!("field {} read as {default}", read.name)];
    (!must_stay).then_some(Alternatives { change: Change::Deleted, descriptions })
}

fn removal(what: &str) -> Alternatives {
    Alternatives { change: Change::Deleted, descriptions: vec![format!("{what} removed")] }
}
