//! Calls in the code of a method, and copies of their operands for probes.
//!
//! Operands are letters: `T` for a `String`, `O` for any other reference, and those of descriptors for primitive types.

use classfile::{Index, Instruction, MemberRef, Result, op};

use crate::locals::{self, size};
use crate::patch::Patch;

/// What a probe takes besides operands, in slots: a number, two branches, and what is added to the latter one.
const ROOM: u16 = 4;

/// How something is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Without an object.
    Static,
    /// On an object, whose class may override it.
    Virtual,
    /// On an object that is only being made.
    Constructor,
}

/// A method that calls are looked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Method {
    kind: Kind,
    /// Binary name, with slashes, of the class that the call names; empty for any.
    class: &'static str,
    name: &'static str,
    /// What it is called with, the object first; that which a constructor makes is none. An `O` may be a `T`.
    pub(crate) operands: &'static str,
}

/// A call as the code has it.
pub(crate) struct Call<'p> {
    pub(crate) kind: Kind,
    pub(crate) callee: MemberRef<'p>,
}

impl Method {
    pub(crate) const fn of(
        kind: Kind,
        class: &'static str,
        name: &'static str,
        operands: &'static str,
    ) -> Method {
        Method { kind, class, name, operands }
    }

    /// Whether a call calls it.
    pub(crate) fn is_called(&self, call: &Call<'_>) -> bool {
        self.kind == call.kind
            && self.name.as_bytes() == call.callee.name.0
            && (self.class.is_empty() || self.class.as_bytes() == call.callee.class.0)
            && call.takes(self.operands)
    }
}

/// The call that an instruction is, if it is one; none of `super` and none of private methods.
pub(crate) fn call_at<'p>(patch: &'p Patch<'_>, at: Index) -> Result<Option<Call<'p>>> {
    let (kind, index) = match patch.code.instructions[at] {
        Instruction::Pool { op: op::INVOKESTATIC, index } => (Kind::Static, index),
        Instruction::Pool { op: op::INVOKEVIRTUAL, index } => (Kind::Virtual, index),
        Instruction::Pool { op: op::INVOKESPECIAL, index } => (Kind::Constructor, index),
        Instruction::InvokeInterface { index, .. } => (Kind::Virtual, index),
        _ => return Ok(None),
    };
    let callee = patch.constants().member(index)?;
    let is_constructor = callee.name.0 == b"<init>";
    Ok((is_constructor == (kind == Kind::Constructor)).then_some(Call { kind, callee }))
}

impl Call<'_> {
    /// Whether its result is of the primitive type of that letter.
    pub(crate) fn gives(&self, letter: u8) -> bool {
        self.callee.descriptor.0.ends_with(&[b')', letter])
    }

    /// Whether its operands are those, where an `O` may be a `T`.
    pub(crate) fn takes(&self, operands: &str) -> bool {
        let own = self.operands();
        let fits = |(own, asked): (&u8, u8)| *own == asked || (*own, asked) == (b'T', b'O');
        own.len() == operands.len() && own.iter().zip(operands.bytes()).all(fits)
    }

    /// Its operands.
    pub(crate) fn operands(&self) -> Vec<u8> {
        let receiver = match (self.kind, self.callee.class.0) {
            (Kind::Virtual, b"java/lang/String") => Some(b'T'),
            (Kind::Virtual, _) => Some(b'O'),
            _ => None,
        };
        let descriptor = self.callee.descriptor.to_str();
        receiver.into_iter().chain(classfile::descriptor::parameters(&descriptor).map(letter)).collect()
    }
}

/// The kind of operand that a parameter is.
fn letter(parameter: &str) -> u8 {
    match parameter.as_bytes() {
        b"Ljava/lang/String;" => b'T',
        &[primitive] => primitive,
        _ => b'O',
    }
}

/// Operands in a descriptor of a probe.
pub(crate) fn descriptor(operands: &str) -> String {
    operands.replace('T', "Ljava/lang/String;").replace('O', "Ljava/lang/Object;")
}

/// Copies the first `count` of the operands that are on top of the stack, and goes on with what takes the copies.
pub(crate) fn with_copies(
    patch: &mut Patch<'_>,
    operands: &[u8],
    count: usize,
    probe: impl IntoIterator<Item = Instruction>,
) -> Vec<Instruction> {
    let room: u16 = operands.iter().map(|operand| size(*operand)).sum();
    patch.editor.raise_stack(room + ROOM);
    let fits = room <= 2 && count == operands.len();
    let (first, rest) = if fits { (room, &[][..]) } else { (size(operands[0]), &operands[1..]) };
    let slots = slots(patch, rest);
    let load = |&(kind, slot): &(u8, u16)| locals::load(kind, slot);
    // An exception for a null says where the object of a call came from: it never leaves the stack.
    let mut snippet: Vec<_> = slots.iter().rev().map(|&(kind, slot)| locals::store(kind, slot)).collect();
    snippet.push(Instruction::Simple(if first == 1 { op::DUP } else { op::DUP2 }));
    snippet.extend(slots.iter().take(count - 1).map(load));
    snippet.extend(probe);
    snippet.extend(slots.iter().map(load));
    snippet
}

/// Local variables that the method has not, for operands: the kind of each, and its place.
fn slots(patch: &mut Patch<'_>, operands: &[u8]) -> Vec<(u8, u16)> {
    let first = patch.editor.free_local();
    let mut next = first;
    let mut slots = Vec::new();
    for &operand in operands {
        slots.push((operand, next));
        next = next.saturating_add(size(operand));
    }
    patch.editor.raise_locals(next - first);
    slots
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The program that tries calls before and after they were given probes.
    const ANSWERS: &str = include_str!("../tests/java/Answers.java");

    pub(crate) fn check_tried(methods: impl IntoIterator<Item = Method>) {
        let untried: Vec<_> = methods.into_iter().filter(|method| !is_tried(method)).collect();
        assert!(untried.is_empty(), "Answers.java does not call {untried:#?}");
    }

    /// Whether a line calls a method of that name, of that class where it is known.
    fn is_tried(method: &Method) -> bool {
        let class = method.class.rsplit('/').next().unwrap();
        let (named, call) = match method.kind {
            Kind::Static => (String::new(), format!("{class}.{}(", method.name)),
            Kind::Virtual => (class.to_owned(), format!(".{}(", method.name)),
            Kind::Constructor => ("new".to_owned(), format!("{class}(")),
        };
        ANSWERS.lines().any(|line| has(line, &named) && has(line, &call))
    }

    /// Whether a line has a word, not only as the end of another.
    fn has(line: &str, word: &str) -> bool {
        line.match_indices(word).any(|(at, _)| {
            !word.starts_with(char::is_alphanumeric) || !line[..at].ends_with(char::is_alphanumeric)
        })
    }
}
