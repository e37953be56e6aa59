//! Probes for infections: report how close a run came to infecting each mutant (weak mutation). A run infects
//! a mutant if the mutant computes another value than the original code.
//!
//! A probe is inserted at each mutation point, that is, before each instruction that mutants change. The
//! probe reports distances under the ids of the mutants, which follow all other ids of distances:
//! - If the mutants replace an operator, a variable or a field: 0 for a mutant that computed another value, 1
//!   otherwise.
//! - If the mutants replace a comparison: under the first ids of its mutation point, the distances of the
//!   operands from being less, equal and greater. For references and booleans: the distances from being
//!   different and equal.
//! - If each run that reaches the mutant also infects it: 0. Mutation points that are always reached together
//!   share one id: the first id of the point that represents them.

use analysis::MethodIndex;
use classfile::{Index, Instruction, Result, op};
use mutation::{Change, Mutants, Point, Relation};

use crate::code_edit::calls;
use crate::code_edit::locals::{self, load, loaded_variable};
use crate::code_edit::outlined_methods::Parameters;
use crate::code_edit::patch::Patch;
use crate::mutants::operators;
use crate::probes::coverage;

/// The runner class that contains the probes.
const INFECTIONS_CLASS: &str = "probe/Infections";

/// Inserts the probes for the mutants of a method. `first_mutant_id` is the id of the first mutant of the
/// program.
pub(crate) fn insert(
    patch: &mut Patch<'_>,
    mutants: &Mutants,
    method: MethodIndex,
    first_mutant_id: u32,
) -> Result<()> {
    for (number, point) in mutants.of(method) {
        let first_id = first_mutant_id + point.first.0;
        match &point.change {
            Change::Operation(others) => insert_operation(patch, point.at, others, first_id)?,
            Change::Variable { slots, .. } => insert_variables(patch, point.at, slots, first_id)?,
            Change::Field(names) => insert_fields(patch, point.at, names, first_id)?,
            Change::Comparison { .. } => insert_comparison(patch, point, first_id)?,
            _ if point.reached_with == number => insert_reached(patch, point.at, first_id)?,
            _ => {}
        }
    }
    Ok(())
}

fn insert_reached(patch: &mut Patch<'_>, at: Index, first_id: u32) -> Result<()> {
    let snippet = [patch.int(first_id)?, patch.call(INFECTIONS_CLASS, "reached", "(I)V")?];
    patch.editor.insert_before(at, snippet);
    Ok(())
}

fn insert_operation(patch: &mut Patch<'_>, at: Index, other_ops: &[u8], first_id: u32) -> Result<()> {
    let original = patch.code.instructions[at].op();
    let operands = operators::operands(original);
    let probe = [
        patch.int(operators::numbers(original, other_ops))?,
        patch.int(first_id)?,
        patch.call(INFECTIONS_CLASS, "operation", &format!("({operands}II)V"))?,
    ];
    let snippet = calls::copy_operands(patch, operands.as_bytes(), operands.len(), probe);
    patch.editor.insert_before(at, snippet);
    Ok(())
}

fn insert_variables(patch: &mut Patch<'_>, at: Index, other_slots: &[u16], first_id: u32) -> Result<()> {
    /// Maximum number of variables in one comparison. A method can have parameters for this number of
    /// variables.
    const MAX_VARIABLES: usize = 100;
    let Some((kind, slot)) = loaded_variable(&patch.code.instructions[at]) else { return Ok(()) };
    for (other_slots, first_id) in other_slots.chunks(MAX_VARIABLES).zip((first_id..).step_by(MAX_VARIABLES))
    {
        let mut snippet: Vec<_> = [slot].iter().chain(other_slots).map(|&slot| load(kind, slot)).collect();
        patch.editor.reserve_stack(snippet.len() as u16 * locals::size(kind) + 1);
        let compared = match other_slots {
            [_] => differ(patch, kind)?,
            _ => compare_variables(patch, kind, other_slots.len())?,
        };
        snippet.extend([patch.int(first_id)?, compared]);
        patch.editor.insert_before(at, snippet);
    }
    Ok(())
}

fn compare_variables(patch: &mut Patch<'_>, kind: u8, others: usize) -> Result<Instruction> {
    let mut parameters = Parameters::new(vec![type_of(kind); 1 + others]);
    parameters.push("I".to_owned());
    let others = (1..=others).map(|other| vec![parameters.load(other)]).collect();
    compare(patch, &parameters, kind, &[parameters.load(0)], others, None)
}

fn insert_fields(patch: &mut Patch<'_>, at: Index, other_fields: &[String], first_id: u32) -> Result<()> {
    let Instruction::Pool { op: read_op, index } = patch.code.instructions[at] else { return Ok(()) };
    let field = patch.constants().member(index)?;
    let (class, ty) = (field.class.to_str().into_owned(), field.descriptor.to_str().into_owned());
    let receiver = (read_op == op::GETFIELD).then(|| format!("L{class};"));
    let parameters = Parameters::new(receiver.iter().cloned().chain(["I".to_owned()]));
    let object = receiver.map(|_| parameters.load(0));
    let read_of = |index| {
        let read = Instruction::Pool { op: read_op, index };
        object.iter().cloned().chain([read]).collect::<Vec<_>>()
    };
    let mut reads = Vec::new();
    for name in other_fields {
        reads.push(read_of(patch.constants_mut().add_field(&class, name, &ty)?));
    }
    let compared = compare(patch, &parameters, locals::kind(&ty), &read_of(index), reads, object.clone())?;
    let copy = object.map(|_| Instruction::Simple(op::DUP));
    let snippet: Vec<_> = copy.into_iter().chain([patch.int(first_id)?, compared]).collect();
    patch.editor.insert_before(at, snippet);
    Ok(())
}

/// Returns a call of an outlined method that compares the value of the original code with the value of each
/// mutant. The last parameter of the method is the id of the first mutant. `object` loads the receiver of a
/// field. If the receiver is null, the method does nothing, because the original code then throws the
/// exception and its message must name the original expression.
fn compare(
    patch: &mut Patch<'_>,
    parameters: &Parameters,
    kind: u8,
    original: &[Instruction],
    other_values: Vec<Vec<Instruction>>,
    object: Option<Instruction>,
) -> Result<Instruction> {
    let first_id = parameters.load(parameters.len() - 1);
    let differ = differ(patch, kind)?;
    let skip = |op| Instruction::Jump { op, target: 0 };
    let mut code = vec![first_id.clone(), patch.call(INFECTIONS_CLASS, "isSettled", "(I)Z")?, skip(op::IFNE)];
    code.extend(object.into_iter().flat_map(|object| [object, skip(op::IFNULL)]));
    let count = patch.int(other_values.len() as u32)?;
    for (number, other) in (0..).zip(other_values) {
        code.extend(original.iter().cloned().chain(other));
        code.extend([first_id.clone(), patch.int(number)?, Instruction::Simple(op::IADD), differ.clone()]);
    }
    code.extend([first_id, count, patch.call(INFECTIONS_CLASS, "settle", "(II)V")?]);
    let end = code.len();
    code.iter_mut().for_each(|instruction| instruction.map_targets(|_| end));
    code.push(Instruction::Simple(op::RETURN));
    patch.call_outlined(
        &parameters.descriptor("V"),
        &parameters.code(code, 2 * locals::size(kind) + 2),
        &[end],
    )
}

/// Returns the probe that compares two values of a kind.
fn differ(patch: &mut Patch<'_>, kind: u8) -> Result<Instruction> {
    let ty = type_of(kind);
    patch.call(INFECTIONS_CLASS, "differ", &format!("({ty}{ty}I)V"))
}

/// Returns the type of a probe's parameter for a kind of value.
fn type_of(kind: u8) -> String {
    calls::descriptor(&char::from(kind).to_string())
}

fn insert_comparison(patch: &mut Patch<'_>, point: &Point, first_id: u32) -> Result<()> {
    let at = point.at;
    let jump = patch.code.instructions[at].op();
    if let op::IFEQ..=op::IFLE = jump
        && let Some(compare) = patch.only_predecessor(at).and_then(coverage::number_comparison)
    {
        let mut probe: Vec<_> = compare.nan.into_iter().collect();
        let nan = if probe.is_empty() { "" } else { "I" };
        probe.push(patch.int(first_id)?);
        probe.push(patch.call(INFECTIONS_CLASS, "order", &format!("({}{nan}I)V", compare.operands))?);
        let snippet = calls::copy_operands(patch, compare.operands.as_bytes(), 2, probe);
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
    let probe = [patch.int(first_id)?, patch.call(INFECTIONS_CLASS, name, &descriptor)?];
    let copies = copies.iter().map(|&op| Instruction::Simple(op));
    patch.editor.insert_before(at, copies.chain(probe));
    Ok(())
}

/// Returns whether the operands of a comparison are ordered, that is, can be less or greater and not only
/// different.
pub(crate) fn has_order(change: &Change) -> bool {
    let Change::Comparison { original, others } = change else { return false };
    others.iter().chain([original]).any(|relation| relation.0 & Relation::GREATER != 0)
}
