//! Probes for exceptions that the code throws explicitly.

use classfile::{Code, Index, Instruction, Result, op};

use crate::code_edit::locals::{loaded_variable, stored_variable};
use crate::code_edit::patch::Patch;

/// Inserts a probe before each `throw`, unless the thrown exception was caught by a handler of the method.
pub(crate) fn insert(patch: &mut Patch<'_>) -> Result<()> {
    for at in 0..patch.code.instructions.len() {
        if patch.code.instructions[at].op() == op::ATHROW && !is_rethrow(patch, at) {
            let probe = patch.call("probe/ThrowProbe", "record", "(Ljava/lang/Throwable;)V")?;
            patch.editor.insert_before(at, [Instruction::Simple(op::DUP), probe]);
        }
    }
    Ok(())
}

/// Returns whether a `throw` throws a caught exception: the `throw` is the first instruction of a handler, or
/// it throws a variable that only handlers assigned.
fn is_rethrow(patch: &Patch<'_>, throw: Index) -> bool {
    let mut at = throw;
    while let Some(before) = patch.only_predecessor(at) {
        at -= 1;
        match before.op() {
            op::CHECKCAST => {}
            _ => return loaded_variable(before).is_some_and(|(_, local)| is_caught(&patch.code, at, local)),
        }
    }
    is_handler(&patch.code, at)
}

/// Returns whether the value of a local variable before an instruction was stored by a handler on every path.
fn is_caught(code: &Code, at: Index, local: u16) -> bool {
    let predecessors = predecessors(code);
    let mut visited = vec![false; code.instructions.len()];
    let mut unvisited = vec![at];
    while let Some(at) = unvisited.pop() {
        // On this path from the method entry, no instruction stores to the variable.
        if at == 0 {
            return false;
        }
        for &before in &predecessors[at] {
            let is_store = stored_variable(&code.instructions[before]) == Some((b'O', local));
            if is_store && !is_handler(code, before) {
                return false;
            }
            if !is_store && !std::mem::replace(&mut visited[before], true) {
                unvisited.push(before);
            }
        }
    }
    true
}

/// Returns, for each instruction, the instructions that can be executed immediately before it. The
/// predecessors of the first instruction of a handler include all instructions of the handler's range.
fn predecessors(code: &Code) -> Vec<Vec<Index>> {
    let mut predecessors = vec![Vec::new(); code.instructions.len() + 1];
    for at in 0..code.instructions.len() {
        code.successors(at).into_iter().for_each(|next| predecessors[next].push(at));
    }
    for row in &code.handlers {
        predecessors[row.handler].extend(row.start..row.end);
    }
    predecessors
}

fn is_handler(code: &Code, at: Index) -> bool {
    code.handlers.iter().any(|row| row.handler == at)
}
