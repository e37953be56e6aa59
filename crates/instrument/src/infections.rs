//! Probes of mutants: how near the code came to having them give another value than it does (weak mutation).
//!
//! They stand before the instructions that mutants change, and tell distances under ids of mutants, the first of which comes
//! behind all others:
//! - where an operator, a variable or a field is replaced, 0 for a mutant that gave another value, else 1;
//! - of a comparison, under the first ids of its point, how far its operands were from being less, the same and greater
//!   (with references and booleans: from differing and being the same);
//! - where reaching a mutant is enough, 0 under the first id of the point that others are reached with.

use analysis::MethodId;
use classfile::{Index, Instruction, Result, op};
use mutation::{Change, Mutants, Point, Relation};

use crate::locals::{self, load, loaded};
use crate::outlines::Operands;
use crate::patch::Patch;
use crate::{calls, operators, probes};

/// The class of the runner that has the probes.
const INFECTIONS: &str = "Infections";

/// Inserts the probes of the mutants of a method; `ids` is the id of the first mutant of the program.
pub(crate) fn insert(patch: &mut Patch<'_>, mutants: &Mutants, method: MethodId, ids: u32) -> Result<()> {
    for (number, point) in mutants.of(method) {
        let first = ids + point.first.0;
        match &point.change {
            Change::Operation(others) => insert_operation(patch, point.at, others, first)?,
            Change::Variable { slots, .. } => insert_variables(patch, point.at, slots, first)?,
            Change::Field(names) => insert_fields(patch, point.at, names, first)?,
            Change::Comparison { .. } => insert_comparison(patch, point, first)?,
            _ if point.reached_with == number => insert_reached(patch, point.at, first)?,
            _ => {}
        }
    }
    Ok(())
}

fn insert_reached(patch: &mut Patch<'_>, at: Index, first: u32) -> Result<()> {
    let snippet = [patch.int(first)?, patch.call(INFECTIONS, "reached", "(I)V")?];
    patch.editor.insert_before(at, snippet);
    Ok(())
}

fn insert_operation(patch: &mut Patch<'_>, at: Index, others: &[u8], first: u32) -> Result<()> {
    let original = patch.code.instructions[at].op();
    let operands = operators::operands(original);
    let told = [
        patch.int(operators::numbers(original, others))?,
        patch.int(first)?,
        patch.call(INFECTIONS, "operation", &format!("({operands}II)V"))?,
    ];
    let snippet = calls::with_copies(patch, operands.as_bytes(), operands.len(), told);
    patch.editor.insert_before(at, snippet);
    Ok(())
}

fn insert_variables(patch: &mut Patch<'_>, at: Index, others: &[u16], first: u32) -> Result<()> {
    /// So many fit into the parameters of a method.
    const MOST: usize = 100;
    let Some((kind, slot)) = loaded(&patch.code.instructions[at]) else { return Ok(()) };
    for (others, first) in others.chunks(MOST).zip((first..).step_by(MOST)) {
        let mut snippet: Vec<_> = [slot].iter().chain(others).map(|&slot| load(kind, slot)).collect();
        patch.editor.raise_stack(snippet.len() as u16 * locals::size(kind) + 1);
        let compared = match others {
            [_] => differ(patch, kind)?,
            _ => compare_variables(patch, kind, others.len())?,
        };
        snippet.extend([patch.int(first)?, compared]);
        patch.editor.insert_before(at, snippet);
    }
    Ok(())
}

fn compare_variables(patch: &mut Patch<'_>, kind: u8, others: usize) -> Result<Instruction> {
    let mut operands = Operands::new(vec![type_of(kind); 1 + others]);
    operands.push("I".to_owned());
    let others = (1..=others).map(|other| vec![operands.load(other)]).collect();
    compare(patch, &operands, kind, &[operands.load(0)], others, None)
}

fn insert_fields(patch: &mut Patch<'_>, at: Index, others: &[String], first: u32) -> Result<()> {
    let Instruction::Pool { op: read, index } = patch.code.instructions[at] else { return Ok(()) };
    let field = patch.constants().member(index)?;
    let (class, ty) = (field.class.to_str().into_owned(), field.descriptor.to_str().into_owned());
    let receiver = (read == op::GETFIELD).then(|| format!("L{class};"));
    let operands = Operands::new(receiver.iter().cloned().chain(["I".to_owned()]));
    let object = receiver.map(|_| operands.load(0));
    let read = |index| {
        let read = Instruction::Pool { op: read, index };
        object.iter().cloned().chain([read]).collect::<Vec<_>>()
    };
    let mut reads = Vec::new();
    for name in others {
        reads.push(read(patch.constants_mut().add_field(&class, name, &ty)?));
    }
    let compared = compare(patch, &operands, locals::kind(&ty), &read(index), reads, object.clone())?;
    let copy = object.map(|_| Instruction::Simple(op::DUP));
    let snippet: Vec<_> = copy.into_iter().chain([patch.int(first)?, compared]).collect();
    patch.editor.insert_before(at, snippet);
    Ok(())
}

/// A call of a method that is added to the class: it gets some operands, the last of which is the id of the first of some
/// mutants, and compares what the original pushes with what these push. An object that is null is left to the original,
/// so that the exception tells its name.
fn compare(
    patch: &mut Patch<'_>,
    operands: &Operands,
    kind: u8,
    original: &[Instruction],
    others: Vec<Vec<Instruction>>,
    object: Option<Instruction>,
) -> Result<Instruction> {
    let first = operands.load(operands.len() - 1);
    let differ = differ(patch, kind)?;
    let skip = |op| Instruction::Jump { op, target: 0 };
    let mut code = vec![first.clone(), patch.call(INFECTIONS, "isSettled", "(I)Z")?, skip(op::IFNE)];
    code.extend(object.into_iter().flat_map(|object| [object, skip(op::IFNULL)]));
    let count = patch.int(others.len() as u32)?;
    for (number, other) in (0..).zip(others) {
        code.extend(original.iter().cloned().chain(other));
        code.extend([first.clone(), patch.int(number)?, Instruction::Simple(op::IADD), differ.clone()]);
    }
    code.extend([first, count, patch.call(INFECTIONS, "settle", "(II)V")?]);
    let end = code.len();
    code.iter_mut().for_each(|instruction| instruction.map_targets(|_| end));
    code.push(Instruction::Simple(op::RETURN));
    patch.outline(&operands.descriptor("V"), &operands.code(code, 2 * locals::size(kind) + 2), &[end])
}

/// The probe of two values of a kind.
fn differ(patch: &mut Patch<'_>, kind: u8) -> Result<Instruction> {
    let ty = type_of(kind);
    patch.call(INFECTIONS, "differ", &format!("({ty}{ty}I)V"))
}

/// The type that a probe takes a kind of value for.
fn type_of(kind: u8) -> String {
    calls::descriptor(&char::from(kind).to_string())
}

fn insert_comparison(patch: &mut Patch<'_>, point: &Point, first: u32) -> Result<()> {
    let at = point.at;
    let jump = patch.code.instructions[at].op();
    if let op::IFEQ..=op::IFLE = jump
        && let Some(compare) = patch.only_predecessor(at).and_then(probes::compared)
    {
        let mut told: Vec<_> = compare.nan.into_iter().collect();
        let nan = if told.is_empty() { "" } else { "I" };
        told.push(patch.int(first)?);
        told.push(patch.call(INFECTIONS, "order", &format!("({}{nan}I)V", compare.operands))?);
        let snippet = calls::with_copies(patch, compare.operands.as_bytes(), 2, told);
        patch.editor.insert_before(at - 1, snippet);
        return Ok(());
    }
    let (copies, operands): (&[u8], _) = match jump {
        op::IFEQ..=op::IFLE => (&[op::DUP, op::ICONST_0], "II"),
        op::IF_ICMPEQ..=op::IF_ICMPLE => (&[op::DUP2], "II"),
        op::IFNULL | op::IFNONNULL => (&[op::DUP, op::ACONST_NULL], "OO"),
        _ => (&[op::DUP2], "OO"),
    };
    let name = if has_order(&point.change) { "order" } else { "same" };
    let descriptor = format!("({}I)V", calls::descriptor(operands));
    let told = [patch.int(first)?, patch.call(INFECTIONS, name, &descriptor)?];
    let copies = copies.iter().map(|&op| Instruction::Simple(op));
    patch.editor.insert_before(at, copies.chain(told));
    Ok(())
}

/// Whether what is compared can be less and greater, and not only differ.
pub(crate) fn has_order(change: &Change) -> bool {
    let Change::Comparison { original, others } = change else { return false };
    others.iter().chain([original]).any(|relation| relation.0 & Relation::GREATER != 0)
}
