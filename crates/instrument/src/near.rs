//! Probes of calls whose result, true or false, hides how far it was from being true.

use classfile::{Instruction, Result, op};

use crate::patch::Patch;

// Descriptors of probes: the operands of the call, then the two branches.
const TWO_OBJECTS: &str = "(Ljava/lang/Object;Ljava/lang/Object;II)V";
const TWO_TEXTS: &str = "(Ljava/lang/String;Ljava/lang/String;II)V";
const TEXT_AND_OBJECT: &str = "(Ljava/lang/String;Ljava/lang/Object;II)V";
const TEXT: &str = "(Ljava/lang/String;II)V";

/// A call that there is a probe for.
struct Call {
    /// The probe.
    probe: &'static str,
    descriptor: &'static str,
    /// The opcode that copies the operands.
    copy: u8,
}

/// Tells, before a jump on the result of such a call, how far the call is from returning true; `yes` is the branch
/// where it does.
pub(crate) fn insert(patch: &mut Patch<'_>, jump: usize, yes: u32, no: u32) -> Result<()> {
    if let Some(Call { probe, descriptor, copy }) = call_before(patch, jump)? {
        let (yes, no) = (patch.int(yes)?, patch.int(no)?);
        let snippet = [Instruction::Simple(copy), yes, no, patch.call("Near", probe, descriptor)?];
        patch.editor.insert_before(jump - 1, snippet);
    }
    Ok(())
}

fn call_before(patch: &Patch<'_>, jump: usize) -> Result<Option<Call>> {
    let (is_static, index) = match patch.only_predecessor(jump) {
        Some(&Instruction::Pool { op: op::INVOKESTATIC, index }) => (true, index),
        Some(&Instruction::Pool { op: op::INVOKEVIRTUAL, index }) => (false, index),
        Some(&Instruction::InvokeInterface { index, .. }) => (false, index),
        _ => return Ok(None),
    };
    let callee = patch.constants().member(index)?;
    let is_text = callee.class == "java/lang/String";
    let (probe, descriptor, copy) = match (callee.name.0, callee.descriptor.0) {
        (b"equals", _) if is_static && callee.class == "java/util/Objects" => {
            ("equal", TWO_OBJECTS, op::DUP2)
        }
        _ if is_static => return Ok(None),
        (b"equals", b"(Ljava/lang/Object;)Z") => ("equal", TWO_OBJECTS, op::DUP2),
        (b"equalsIgnoreCase", _) if is_text => ("equalIgnoringCase", TWO_TEXTS, op::DUP2),
        (b"startsWith", b"(Ljava/lang/String;)Z") if is_text => ("startsWith", TWO_TEXTS, op::DUP2),
        (b"endsWith", _) if is_text => ("endsWith", TWO_TEXTS, op::DUP2),
        (b"contains", _) if is_text => ("contains", TEXT_AND_OBJECT, op::DUP2),
        (b"isEmpty", _) if is_text => ("isEmpty", TEXT, op::DUP),
        _ => return Ok(None),
    };
    Ok(Some(Call { probe, descriptor, copy }))
}
