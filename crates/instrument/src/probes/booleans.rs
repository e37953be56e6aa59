//! Probes for booleans that are computed at one place and tested at another place, or returned.

use analysis::Method;
use classfile::{Instruction, Result, op};

use crate::code_edit::patch::Patch;
use crate::probes::call_distances;

/// Inserts probes that report each computed boolean and its distance to the other value.
pub(crate) fn insert(patch: &mut Patch<'_>, method: &Method) -> Result<()> {
    for value in &method.values {
        let (if_true, if_false) = (value.first.0, value.first.0 + 1);
        call_distances::insert(patch, value.at, if_true, if_false)?;
        // The probe is inserted after this instruction and not before the next instruction, because the next
        // instruction can be the target of jumps.
        let (if_true, if_false) = (patch.int(if_true)?, patch.int(if_false)?);
        let snippet =
            [Instruction::Simple(op::DUP), if_true, if_false, patch.call("probe/Probe", "isTrue", "(ZII)V")?];
        patch.editor.insert_after(value.at, snippet);
    }
    Ok(())
}
