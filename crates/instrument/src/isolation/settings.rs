//! Settings of the whole JVM. The inserted code reports a possible change, so that the runner restores the
//! settings after the test.

use classfile::{Index, Instruction, Result, op};

use crate::code_edit::patch::Patch;

/// Static methods that change a setting, or return an object that can change settings.
const CHANGING_METHODS: [(&[u8], &[u8]); 8] = [
    (b"java/lang/System", b"setProperty"),
    (b"java/lang/System", b"setProperties"),
    (b"java/lang/System", b"clearProperty"),
    (b"java/lang/System", b"getProperties"),
    (b"java/lang/System", b"setSecurityManager"),
    (b"java/lang/Thread", b"setDefaultUncaughtExceptionHandler"),
    (b"java/util/Locale", b"setDefault"),
    (b"java/util/TimeZone", b"setDefault"),
];

/// Inserts a report of a possible change before each call of a method in [`CHANGING_METHODS`].
pub(crate) fn insert_reports(patch: &mut Patch<'_>) -> Result<()> {
    for at in 0..patch.code.instructions.len() {
        if can_change_settings(patch, at)? {
            let snippet =
                [Instruction::Simple(op::ICONST_1), patch.put_static("sandbox/Settings", "changed", "Z")?];
            patch.editor.insert_before(at, snippet);
        }
    }
    Ok(())
}

fn can_change_settings(patch: &Patch<'_>, at: Index) -> Result<bool> {
    let Instruction::Pool { op: op::INVOKESTATIC, index } = patch.code.instructions[at] else {
        return Ok(false);
    };
    let callee = patch.constants().member(index)?;
    Ok(CHANGING_METHODS.contains(&(callee.class.0, callee.name.0)))
}
