//! Replaces the reads of variables and fields (RV), and changes the numbers that instructions read (UOI).

use classfile::{Index, op};

use crate::code::assignment::SlotKinds;
use crate::code::body::Body;
use crate::code::variables::{SlotKind, Variable, loaded_slot};
use crate::model::{Change, Unary};
use crate::operators::Alternatives;

/// Proposes to read another variable or field of the same type.
pub(crate) fn replace(body: &Body<'_>, slot_kinds: &SlotKinds, at: Index) -> Option<Alternatives> {
    match body.op(at) {
        op::GETFIELD | op::GETSTATIC => replace_field(body, at),
        _ => replace_variable(body, slot_kinds, at),
    }
}

fn replace_field(body: &Body<'_>, at: Index) -> Option<Alternatives> {
    let reference = body.member(at)?;
    let others = body.fields.replacements_of(&reference, body.class);
    let names: Vec<String> = others.map(|field| field.name.clone()).collect();
    let descriptions = replacement_descriptions(&reference.name.to_str(), &names);
    (!names.is_empty()).then_some(Alternatives { change: Change::Field(names), descriptions })
}

fn replace_variable(body: &Body<'_>, slot_kinds: &SlotKinds, at: Index) -> Option<Alternatives> {
    let (kind, slot) = loaded_slot(&body.code.instructions[at])?;
    let variable = body.variables.variable_at(slot, at)?;
    let is_this = |slot| slot == 0 && !body.is_static();
    let is_replacement = |other: &&Variable| {
        other.slot != slot
            && other.descriptor == variable.descriptor
            && slot_kinds.get(other.slot) == Some(kind)
            // In a constructor, `this` is possibly not initialised yet.
            && !(is_this(other.slot) && body.is_constructor())
    };
    let is_definitely_assigned =
        !is_this(slot) && SlotKind::of(&variable.descriptor) == kind && slot_kinds.get(slot) == Some(kind);
    let mut others: Vec<&Variable> =
        body.variables.in_scope(at).filter(|_| is_definitely_assigned).filter(is_replacement).collect();
    others.sort_by_key(|other| other.slot);
    others.dedup_by_key(|other| other.slot);
    let names: Vec<String> = others.iter().map(|other| other.name.clone()).collect();
    let descriptions = replacement_descriptions(&variable.name, &names);
    let class = (kind == SlotKind::Reference).then(|| class_of(&variable.descriptor).to_owned());
    let slots = others.iter().map(|other| other.slot).collect();
    (!names.is_empty()).then_some(Alternatives { change: Change::Variable { slots, class }, descriptions })
}

/// Returns the type in a descriptor in the form that `checkcast` uses.
fn class_of(descriptor: &str) -> &str {
    descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';')).unwrap_or(descriptor)
}

fn replacement_descriptions(name: &str, others: &[String]) -> Vec<String> {
    others.iter().map(|other| format!("{name} replaced by {other}")).collect()
}

/// Proposes to negate, increment or decrement the number that an instruction reads.
pub(crate) fn change(body: &Body<'_>, at: Index) -> Option<Alternatives> {
    let name = number_read(body, at)?;
    let change = Change::Unary(vec![Unary::Negate, Unary::Increment, Unary::Decrement]);
    Some(Alternatives {
        change,
        descriptions: vec![format!("-{name}"), format!("{name} + 1"), format!("{name} - 1")],
    })
}

/// Returns the name of the variable or field from which an instruction reads a number. Returns `None` for
/// other instructions.
fn number_read(body: &Body<'_>, at: Index) -> Option<String> {
    let is_number = |descriptor: &str| !descriptor.starts_with(['Z', 'L', '[']);
    if let op::GETFIELD | op::GETSTATIC = body.op(at) {
        let field = body.member(at)?;
        return is_number(&field.descriptor.to_str()).then(|| field.name.to_str().into_owned());
    }
    let (kind, slot) = loaded_slot(&body.code.instructions[at])?;
    let descriptor = body.variables.descriptor(slot, at);
    let name = body
        .variables
        .variable_at(slot, at)
        .map_or_else(|| format!("local {slot}"), |variable| variable.name.clone());
    (kind != SlotKind::Reference && descriptor.is_none_or(is_number)).then_some(name)
}
