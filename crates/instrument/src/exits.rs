//! Calls that would end the JVM.

use classfile::{Instruction, Result, op};

use crate::patch::Patch;

/// Replaces calls of `System.exit`, `Runtime.exit` and `Runtime.halt` by ones that end the test.
///
/// Those by reflection or by a method reference (`System::exit`) stay.
pub(crate) fn replace(patch: &mut Patch<'_>) -> Result<()> {
    for at in 0..patch.code.instructions.len() {
        let Instruction::Pool { op: op @ (op::INVOKESTATIC | op::INVOKEVIRTUAL), index } =
            patch.code.instructions[at]
        else {
            continue;
        };
        let callee = patch.constants().member(index)?;
        let descriptor = match (op, callee.class.0, callee.name.0) {
            (op::INVOKESTATIC, b"java/lang/System", b"exit") => "(I)V",
            (op::INVOKEVIRTUAL, b"java/lang/Runtime", b"exit" | b"halt") => "(Ljava/lang/Runtime;I)V",
            _ => continue,
        };
        let call = patch.call("Exit", "exit", descriptor)?;
        patch.editor.replace(at, [call]);
    }
    Ok(())
}
