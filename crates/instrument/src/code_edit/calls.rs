//! Calls in the code of a method, and copies of their operands for probes.
//!
//! The type of an operand is written as a letter:
//! - `T` for a `String`.
//! - `O` for any other reference.
//! - For a primitive type, the letter of its descriptor.

use classfile::{Index, Instruction, MemberRef, Result, op};

use crate::code_edit::locals::{self, size};
use crate::code_edit::patch::Patch;

/// Number of stack slots that a probe needs in addition to its operands: a number, two branch ids, and a
/// number that is added to the second id (see [`Patch::shift_branches`]).
const PROBE_SLOTS: u16 = 4;

/// The kind of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CallKind {
    /// A call of a static method.
    Static,
    /// A call of an instance method by `invokevirtual` or `invokeinterface`.
    Virtual,
    /// A call of a constructor.
    Constructor,
}

/// A pattern of calls that receive a probe.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CallPattern {
    kind: CallKind,
    /// Binary name, with slashes, of the class in the call instruction. Empty: any class.
    class: &'static str,
    name: &'static str,
    /// The letters of the operands, receiver first. The new object of a constructor is not an operand. `O`
    /// also matches `T`.
    pub(crate) operands: &'static str,
}

/// A call instruction in the code.
pub(crate) struct CallSite<'p> {
    pub(crate) kind: CallKind,
    pub(crate) callee: MemberRef<'p>,
}

impl CallPattern {
    pub(crate) const fn new(
        kind: CallKind,
        class: &'static str,
        name: &'static str,
        operands: &'static str,
    ) -> CallPattern {
        CallPattern { kind, class, name, operands }
    }

    /// Returns whether a call matches this pattern.
    pub(crate) fn matches(&self, call: &CallSite<'_>) -> bool {
        self.kind == call.kind
            && self.name.as_bytes() == call.callee.name.0
            && (self.class.is_empty() || self.class.as_bytes() == call.callee.class.0)
            && call.has_operands(self.operands)
    }
}

/// Returns the call that an instruction makes. Returns `None` if the instruction is not a call of any
/// [`CallKind`].
pub(crate) fn call_at<'p>(patch: &'p Patch<'_>, at: Index) -> Result<Option<CallSite<'p>>> {
    let (kind, index) = match patch.code.instructions[at] {
        Instruction::Pool { op: op::INVOKESTATIC, index } => (CallKind::Static, index),
        Instruction::Pool { op: op::INVOKEVIRTUAL, index } => (CallKind::Virtual, index),
        Instruction::Pool { op: op::INVOKESPECIAL, index } => (CallKind::Constructor, index),
        Instruction::InvokeInterface { index, .. } => (CallKind::Virtual, index),
        _ => return Ok(None),
    };
    let callee = patch.constants().member(index)?;
    let is_constructor = callee.name.0 == b"<init>";
    Ok((is_constructor == (kind == CallKind::Constructor)).then_some(CallSite { kind, callee }))
}

impl CallSite<'_> {
    /// Returns whether the result has the primitive type with the descriptor `letter`.
    pub(crate) fn has_result(&self, letter: u8) -> bool {
        self.callee.descriptor.0.ends_with(&[b')', letter])
    }

    /// Returns whether the operands match the given letters. `O` also matches `T`.
    pub(crate) fn has_operands(&self, operands: &str) -> bool {
        let letters = self.operands();
        let is_match =
            |(letter, expected): (&u8, u8)| *letter == expected || (*letter, expected) == (b'T', b'O');
        letters.len() == operands.len() && letters.iter().zip(operands.bytes()).all(is_match)
    }

    /// Returns the letters of the operands, receiver first.
    pub(crate) fn operands(&self) -> Vec<u8> {
        let receiver = match (self.kind, self.callee.class.0) {
            (CallKind::Virtual, b"java/lang/String") => Some(b'T'),
            (CallKind::Virtual, _) => Some(b'O'),
            _ => None,
        };
        let descriptor = self.callee.descriptor.to_str();
        receiver.into_iter().chain(classfile::descriptor::parameters(&descriptor).map(letter)).collect()
    }
}

/// Returns the letter of a parameter.
fn letter(parameter: &str) -> u8 {
    match parameter.as_bytes() {
        b"Ljava/lang/String;" => b'T',
        &[primitive] => primitive,
        _ => b'O',
    }
}

/// Converts letters of operands to the descriptors of a probe.
pub(crate) fn descriptor(operands: &str) -> String {
    operands.replace('T', "Ljava/lang/String;").replace('O', "Ljava/lang/Object;")
}

/// Returns code that copies operands and then executes `probe`, which consumes the copies. The operands are
/// on top of the stack, and the first `count` of the operands are copied.
pub(crate) fn copy_operands(
    patch: &mut Patch<'_>,
    operands: &[u8],
    count: usize,
    probe: impl IntoIterator<Item = Instruction>,
) -> Vec<Instruction> {
    let total: u16 = operands.iter().map(|operand| size(*operand)).sum();
    patch.editor.reserve_stack(total + PROBE_SLOTS);
    let can_duplicate_all = total <= 2 && count == operands.len();
    let (duplicated_slots, stored_operands) =
        if can_duplicate_all { (total, &[][..]) } else { (size(operands[0]), &operands[1..]) };
    let slots = slots(patch, stored_operands);
    let load = |&(kind, slot): &(u8, u16)| locals::load(kind, slot);
    // The first operand never leaves the stack. If it is a null receiver, the message of the
    // NullPointerException names the expression that pushed it. If the receiver were stored and loaded again,
    // the message would name the new local variable instead.
    let mut snippet: Vec<_> = slots.iter().rev().map(|&(kind, slot)| locals::store(kind, slot)).collect();
    snippet.push(Instruction::Simple(if duplicated_slots == 1 { op::DUP } else { op::DUP2 }));
    snippet.extend(slots.iter().take(count - 1).map(load));
    snippet.extend(probe);
    snippet.extend(slots.iter().map(load));
    snippet
}

/// Reserves unused local variables for operands. Returns the kind and the slot of each operand.
fn slots(patch: &mut Patch<'_>, operands: &[u8]) -> Vec<(u8, u16)> {
    let first_slot = patch.editor.first_free_local();
    let mut next_slot = first_slot;
    let mut slots = Vec::new();
    for &operand in operands {
        slots.push((operand, next_slot));
        next_slot = next_slot.saturating_add(size(operand));
    }
    patch.editor.reserve_locals(next_slot - first_slot);
    slots
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A test program that makes every kind of call that receives a probe.
    const PROBED_CALLS: &str = include_str!("../../tests/java/ProbedCalls.java");

    /// Checks that the test program makes a call for each pattern.
    pub(crate) fn check_tested(patterns: impl IntoIterator<Item = CallPattern>) {
        let missing: Vec<_> = patterns.into_iter().filter(|pattern| !is_tested(pattern)).collect();
        assert!(
            missing.is_empty(),
            "ProbedCalls.java does not call {missing:#?}; add these calls to the file"
        );
    }

    /// Returns whether a line of the program contains the name of the method and, if the pattern has one, of
    /// the class.
    fn is_tested(pattern: &CallPattern) -> bool {
        let class = pattern.class.rsplit('/').next().unwrap();
        let (named, call) = match pattern.kind {
            CallKind::Static => (String::new(), format!("{class}.{}(", pattern.name)),
            CallKind::Virtual => (class.to_owned(), format!(".{}(", pattern.name)),
            CallKind::Constructor => ("new".to_owned(), format!("{class}(")),
        };
        PROBED_CALLS.lines().any(|line| contains_word(line, &named) && contains_word(line, &call))
    }

    /// Returns whether a line contains a word, and not only as the end of a longer word.
    fn contains_word(line: &str, word: &str) -> bool {
        line.match_indices(word).any(|(at, _)| {
            !word.starts_with(char::is_alphanumeric) || !line[..at].ends_with(char::is_alphanumeric)
        })
    }
}
