//! Probes of mutants: how near the code came to having them give another value than it does (weak mutation).
//!
//! They stand before the instructions that mutants change, and tell distances under ids of mutants, the first of which comes
//! behind all others:
//! - where an operator, a variable or a field is replaced, 0 for a mutant that gave another value, else 1;
//! - of a comparison, under the first ids of its point, how far its operands were from being less, the same and greater
//!   (with references and booleans: from differing and being the same);
//! - where reaching a mutant is enough, 0 under the first id of the point that others are reached with.

use analysis::MethodId;
use classfile::{Code, Index, Instruction, Result, op};
use mutation::{Change, Mutants, Point, Relation};

use crate::locals::{self, load, loaded};
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

/// One probe for every two of the variables.
fn insert_variables(patch: &mut Patch<'_>, at: Index, others: &[u16], first: u32) -> Result<()> {
    let Some((kind, slot)) = loaded(&patch.code.instructions[at]) else { return Ok(()) };
    patch.editor.raise_stack(3 * locals::size(kind) + 1);
    for (pair, first) in others.chunks(2).zip((first..).step_by(2)) {
        let mut snippet: Vec<_> = [slot].iter().chain(pair).map(|&slot| load(kind, slot)).collect();
        let operands = char::from(kind).to_string().repeat(snippet.len());
        snippet.push(patch.int(first)?);
        snippet.push(patch.call(INFECTIONS, "differ", &format!("({}I)V", calls::descriptor(&operands)))?);
        patch.editor.insert_before(at, snippet);
    }
    Ok(())
}

/// Fields have more of their like than variables: a method of its own compares them. A null is left to the code itself,
/// where the exception tells its name.
fn insert_fields(patch: &mut Patch<'_>, at: Index, others: &[String], first: u32) -> Result<()> {
    let Instruction::Pool { op: read, index } = patch.code.instructions[at] else { return Ok(()) };
    let field = patch.constants().member(index)?;
    let (class, descriptor) = (field.class.to_str().into_owned(), field.descriptor.to_str().into_owned());
    let has_receiver = read == op::GETFIELD;
    let slot = u16::from(has_receiver);
    let push_field = |index| {
        let receiver = has_receiver.then(|| load(b'O', 0));
        receiver.into_iter().chain([Instruction::Pool { op: read, index }])
    };
    let kind = locals::kind(&descriptor);
    let operands = calls::descriptor(&char::from(kind).to_string().repeat(2));
    let differ = patch.call(INFECTIONS, "differ", &format!("({operands}I)V"))?;

    let is_settled = patch.call(INFECTIONS, "isSettled", "(I)Z")?;
    let skip = |op| Instruction::Jump { op, target: 0 };
    let mut body = vec![load(b'I', slot), is_settled, skip(op::IFNE)];
    if has_receiver {
        body.extend([load(b'O', 0), skip(op::IFNULL)]);
    }
    for (number, name) in (0..).zip(others) {
        let other = patch.constants_mut().add_field(&class, name, &descriptor)?;
        body.extend(push_field(index).chain(push_field(other)));
        let id = [load(b'I', slot), patch.int(number)?, Instruction::Simple(op::IADD)];
        body.extend(id.into_iter().chain([differ.clone()]));
    }
    let count = patch.int(others.len() as u32)?;
    body.extend([load(b'I', slot), count, patch.call(INFECTIONS, "settle", "(II)V")?]);
    let end = body.len();
    body.iter_mut().for_each(|instruction| instruction.map_targets(|_| end));
    body.push(Instruction::Simple(op::RETURN));

    let max_stack = 2 * locals::size(kind) + 2;
    let code = Code { max_stack, max_locals: slot + 1, instructions: body, handlers: vec![], lines: vec![] };
    let receiver = if has_receiver { format!("L{class};") } else { String::new() };
    let mut snippet: Vec<_> = has_receiver.then_some(Instruction::Simple(op::DUP)).into_iter().collect();
    snippet.extend([patch.int(first)?, patch.outline(&format!("({receiver}I)V"), &code, &[end])?]);
    patch.editor.insert_before(at, snippet);
    Ok(())
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
