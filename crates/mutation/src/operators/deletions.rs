//! What is left out: statements (SD), calls with a result (CD) and reads of fields (FD).

use classfile::{Index, Instruction, MemberRef, op};

use crate::code::assignment::Assigned;
use crate::code::body::Body;
use crate::code::variables::{Kind, stored};
use crate::model::Change;
use crate::operators::Alternatives;

/// An assignment or a call without result left out.
pub(crate) fn delete_statement(body: &Body<'_>, assigned: &Assigned, at: Index) -> Option<Alternatives> {
    match body.op(at) {
        op::PUTFIELD | op::PUTSTATIC => delete_field_assignment(body, assigned, at),
        op::IASTORE..=op::SASTORE => Some(left_out("assignment to element")),
        _ => delete_variable_assignment(body, assigned, at).or_else(|| {
            let called = called(body, at).filter(|called| called.descriptor.0.ends_with(b")V"))?;
            Some(left_out(&format!("call of {}()", called.name)))
        }),
    }
}

fn delete_field_assignment(body: &Body<'_>, assigned: &Assigned, at: Index) -> Option<Alternatives> {
    let assigned_to = body.member(at)?;
    let field = body.fields.find(&assigned_to);
    let stays = field.is_some_and(|field| field.is_final() || field.is_synthetic());
    let is_early = body.is_constructor() && assigned.get(0).is_none();
    (!stays && !is_early).then(|| left_out(&format!("assignment to {}", assigned_to.name)))
}

/// The variable keeps the value it has, so it must have one, and that of the same variable as far as this is known.
fn delete_variable_assignment(body: &Body<'_>, assigned: &Assigned, at: Index) -> Option<Alternatives> {
    let (kind, slot) = match body.code.instructions[at] {
        Instruction::Iinc { slot, .. } => (Kind::Int, slot),
        ref instruction => stored(instruction)?,
    };
    let variable = body.variables.at(slot, at);
    let is_known = match variable {
        Some(variable) => Kind::of(&variable.descriptor) == kind,
        None => !body.variables.are_named && kind != Kind::Reference,
    };
    let name = variable.map_or_else(|| format!("local {slot}"), |variable| variable.name.clone());
    (is_known && assigned.get(slot) == Some(kind)).then(|| left_out(&format!("assignment to {name}")))
}

/// A call with a result left out.
pub(crate) fn delete_call(body: &Body<'_>, at: Index) -> Option<Alternatives> {
    let called = called(body, at).filter(|called| !called.descriptor.0.ends_with(b")V"))?;
    Some(left_out(&format!("call of {}()", called.name)))
}

/// What an instruction calls, other than a constructor or a method of the superclass.
fn called<'a>(body: &'a Body<'_>, at: Index) -> Option<MemberRef<'a>> {
    let calls = matches!(body.op(at), op::INVOKEVIRTUAL | op::INVOKESTATIC | op::INVOKEINTERFACE);
    body.member(at).filter(|_| calls)
}

/// A field read as what it is before anything is assigned to it. An enum constant is never that.
pub(crate) fn delete_field(body: &Body<'_>, at: Index) -> Option<Alternatives> {
    let read = body.member(at).filter(|_| matches!(body.op(at), op::GETFIELD | op::GETSTATIC))?;
    let descriptor = read.descriptor.to_str();
    let is_like_constant = body.op(at) == op::GETSTATIC && descriptor == format!("L{};", read.class);
    let stays = match body.fields.find(&read) {
        Some(field) => field.is_synthetic() || field.is_enum_constant(),
        None => is_like_constant,
    };
    let default = match descriptor.as_bytes().first()? {
        b'Z' => "false",
        b'L' | b'[' => "null",
        _ => "0",
    };
    let descriptions = vec![format!("field {} read as {default}", read.name)];
    (!stays).then_some(Alternatives { change: Change::Deleted, descriptions })
}

fn left_out(what: &str) -> Alternatives {
    Alternatives { change: Change::Deleted, descriptions: vec![format!("{what} left out")] }
}
