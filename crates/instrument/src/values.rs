//! Probes of booleans that are made in one place and asked for in another, or returned.

use analysis::Method;
use classfile::{Instruction, Result, op};

use crate::near;
use crate::patch::Patch;

/// Tells, each time such a boolean is made, which one it is and how far it was from being true.
pub(crate) fn insert(patch: &mut Patch<'_>, method: &Method) -> Result<()> {
    for value in &method.values {
        let (yes, no) = (value.first.0, value.first.0 + 1);
        near::insert(patch, value.at, yes, no)?;
        // Behind it and not before the next instruction, to which others may jump.
        let (yes, no) = (patch.int(yes)?, patch.int(no)?);
        let snippet = [Instruction::Simple(op::DUP), yes, no, patch.call("Probe", "isTrue", "(ZII)V")?];
        patch.editor.insert_after(value.at, snippet);
    }
    Ok(())
}
