//! Budgets: limits for the ticks, the memory of arrays, and the threads of a test.

use classfile::{Code, Index, Instruction, Result, op};
use std::collections::BTreeSet;

use crate::code_edit::patch::Patch;

const BUDGET_CLASS: &str = "sandbox/Budget";

/// Arrays with a constant length of at most this number of elements are not counted.
const MAX_UNCOUNTED_LENGTH: i16 = 127;

/// Inserts calls that count ticks, the bytes of each new array, and each started thread. A tick is counted at
/// the entry of the method, before each backward jump and at the entry of each exception handler.
pub(crate) fn insert(patch: &mut Patch<'_>) -> Result<()> {
    let tick = patch.call(BUDGET_CLASS, "tick", "()V")?;
    patch.editor.insert_at_entry([tick.clone()]);
    for at in 0..patch.code.instructions.len() {
        if patch.code.instructions[at].targets().any(|target| target <= at) {
            patch.editor.insert_before(at, [tick.clone()]);
        }
        insert_array_count(patch, at)?;
        if starts_thread(patch, at)? {
            let thread = patch.call(BUDGET_CLASS, "countThread", "()V")?;
            patch.editor.insert_before(at, [thread]);
        }
    }
    let handlers: BTreeSet<Index> = patch.code.handlers.iter().map(|row| row.handler).collect();
    for at in handlers.into_iter().filter(|&at| !is_unlocking(&patch.code, at)) {
        patch.editor.insert_at_handler(at, [tick.clone()]);
    }
    Ok(())
}

/// Returns whether a handler is the end of a `synchronized` block: it releases the lock and rethrows the
/// exception.
///
/// Such a handler rethrows the error of an exhausted budget, so it needs no tick. A tick could end the method
/// before the lock is released, and the JVM would then throw another exception.
fn is_unlocking(code: &Code, handler: Index) -> bool {
    let mut other_ops =
        code.instructions[handler..].iter().map(Instruction::op).filter(|&op| !is_reference_move(op));
    (other_ops.next(), other_ops.next()) == (Some(op::MONITOREXIT), Some(op::ATHROW))
}

fn is_reference_move(op: u8) -> bool {
    matches!(op, op::ALOAD | op::ALOAD_0..=op::ALOAD_3 | op::ASTORE | op::ASTORE_0..=op::ASTORE_3)
}

/// Returns whether an instruction starts a thread, or creates a timer, which starts a thread.
fn starts_thread(patch: &Patch<'_>, at: Index) -> Result<bool> {
    let (Instruction::Pool { op: op::INVOKEVIRTUAL | op::INVOKESPECIAL, index }, constants) =
        (&patch.code.instructions[at], patch.constants())
    else {
        return Ok(false);
    };
    let callee = constants.member(*index)?;
    let names: (&[u8], &[u8]) = (callee.class.0, callee.name.0);
    Ok(names == (b"java/lang/Thread", b"start") || names == (b"java/util/Timer", b"<init>"))
}

/// Inserts a call that counts the bytes of a new array, if an instruction creates an array.
fn insert_array_count(patch: &mut Patch<'_>, at: Index) -> Result<()> {
    let (dimensions, size) = match patch.code.instructions[at] {
        Instruction::NewArray { kind } => (1, element_size_of_kind(kind)),
        Instruction::Pool { op: op::ANEWARRAY, .. } => (1, REFERENCE_SIZE),
        Instruction::MultiNewArray { index, dimensions } => {
            (dimensions, element_size(patch.constants().class_name(index)?.0, dimensions.into()))
        }
        _ => return Ok(()),
    };
    if patch.only_predecessor(at).is_some_and(pushes_uncounted_length) && dimensions == 1 {
        return Ok(());
    }
    let (copy_op, descriptor, restore_ops): (_, _, &[u8]) = match dimensions {
        1 => (op::DUP, "(II)V", &[]),
        2 => (op::DUP2, "(III)V", &[]),
        // The stack contains the lengths a, b and c. After `dup2_x1` it contains b, c, a, b and c. The call
        // consumes the upper a, b and c, and returns a. The other instructions restore a, b and c. If an
        // array has more than three dimensions, only its last three lengths are counted, because stack
        // instructions cannot reach the others. Such arrays are very rare.
        _ => (op::DUP2_X1, "(IIII)I", &[op::DUP_X2, op::POP]),
    };
    let count =
        [Instruction::Simple(copy_op), patch.int(size)?, patch.call(BUDGET_CLASS, "countArray", descriptor)?];
    patch
        .editor
        .insert_before(at, count.into_iter().chain(restore_ops.iter().map(|&op| Instruction::Simple(op))));
    Ok(())
}

fn pushes_uncounted_length(instruction: &Instruction) -> bool {
    match *instruction {
        Instruction::Simple(op) => matches!(op, op::ICONST_0..=op::ICONST_5),
        Instruction::Push { value, .. } => (0..=MAX_UNCOUNTED_LENGTH).contains(&value),
        _ => false,
    }
}

/// Number of bytes of a reference in a heap below 32 GB.
const REFERENCE_SIZE: u32 = 4;

/// Returns the number of bytes of an element, by the type code of `newarray`.
fn element_size_of_kind(kind: u8) -> u32 {
    match kind {
        4 | 8 => 1,
        5 | 9 => 2,
        6 | 10 => 4,
        _ => 8,
    }
}

/// Returns the number of bytes of an element of an array class, in the last created dimension.
fn element_size(descriptor: &[u8], dimensions: usize) -> u32 {
    match descriptor.get(dimensions) {
        Some(b'Z' | b'B') => 1,
        Some(b'C' | b'S') => 2,
        Some(b'J' | b'D') => 8,
        _ => REFERENCE_SIZE,
    }
}
