//! Exceptions that the code throws by itself.

use classfile::{Code, Index, Instruction, Result, op};

use crate::locals::{loaded, stored};
use crate::patch::Patch;

/// Tells of each exception that is thrown, unless a handler of the method caught it before.
pub(crate) fn insert(patch: &mut Patch<'_>) -> Result<()> {
    for at in 0..patch.code.instructions.len() {
        if patch.code.instructions[at].op() == op::ATHROW && !is_thrown_on(patch, at) {
            let note = patch.call("Thrown", "note", "(Ljava/lang/Throwable;)V")?;
            patch.editor.insert_before(at, [Instruction::Simple(op::DUP), note]);
        }
    }
    Ok(())
}

/// Whether what a `throw` throws was caught: it stands first in a handler, or loads what such an instruction stored.
fn is_thrown_on(patch: &Patch<'_>, throw: Index) -> bool {
    let mut at = throw;
    while let Some(before) = patch.only_predecessor(at) {
        at -= 1;
        match before.op() {
            op::CHECKCAST => {}
            _ => return loaded(before).is_some_and(|(_, local)| is_caught(&patch.code, at, local)),
        }
    }
    is_handler(&patch.code, at)
}

/// Whether handlers stored what a local variable holds before an instruction, whichever way control came there.
fn is_caught(code: &Code, at: Index, local: u16) -> bool {
    let before = predecessors(code);
    let mut seen = vec![false; code.instructions.len()];
    let mut open = vec![at];
    while let Some(at) = open.pop() {
        // Nothing runs before the entry: what is there is a parameter.
        if at == 0 {
            return false;
        }
        for &before in &before[at] {
            let is_store = stored(&code.instructions[before]) == Some((b'O', local));
            if is_store && !is_handler(code, before) {
                return false;
            }
            if !is_store && !std::mem::replace(&mut seen[before], true) {
                open.push(before);
            }
        }
    }
    true
}

/// By instruction those that may run right before it, the ones that may throw to it included.
fn predecessors(code: &Code) -> Vec<Vec<Index>> {
    let mut before = vec![Vec::new(); code.instructions.len() + 1];
    for at in 0..code.instructions.len() {
        code.successors(at).into_iter().for_each(|next| before[next].push(at));
    }
    for row in &code.handlers {
        before[row.handler].extend(row.start..row.end);
    }
    before
}

fn is_handler(code: &Code, at: Index) -> bool {
    code.handlers.iter().any(|row| row.handler == at)
}
