//! Probes: what a test entered, the lines it executed, and how far each branch of each predicate was.

use analysis::{BranchId, Method, MethodId, Outcome, Predicate, Program};
use classfile::{Instruction, Result, op};
use std::fmt::Write;

use crate::patch::Patch;
use crate::{hints, near};

const PROBE: &str = "Probe";

/// A conditional jump as a comparison that the runner has a probe for.
struct Comparison {
    /// The probe.
    name: &'static str,
    /// Whether the jump is taken when the comparison holds.
    jumps_if_holds: bool,
}

/// Tells that the method is entered.
pub(crate) fn insert_entry(patch: &mut Patch<'_>, method: MethodId) -> Result<()> {
    let snippet = [patch.int(method.0)?, patch.call(PROBE, "enter", "(I)V")?];
    patch.editor.insert_at_entry(snippet);
    Ok(())
}

/// Tells that a method is entered that tests can call. Where it has branches, they are told under ids of their own when
/// the test called it itself; so this comes before all that tells branches.
pub(crate) fn insert_direct_entry(
    patch: &mut Patch<'_>,
    program: &Program,
    method: MethodId,
    has_branches: bool,
) -> Result<()> {
    let shift = match has_branches {
        true => {
            let slot = patch.shift_branches(program.branches.len() as u32);
            Instruction::Local { op: op::ISTORE, slot, wide: false }
        }
        // Entering it has to be told all the same: what it calls is not called by the test.
        false => Instruction::Simple(op::POP),
    };
    let snippet = [
        patch.int(method.0)?,
        patch.int(program.family(method).0)?,
        patch.int(program.direct(BranchId(0)))?,
        patch.call(PROBE, "enterDirect", "(III)I")?,
        shift,
    ];
    patch.editor.insert_at_entry(snippet);
    Ok(())
}

/// Tells that a line is executed, before its first instruction at each place where it begins.
pub(crate) fn insert_statements(patch: &mut Patch<'_>, method: &Method) -> Result<()> {
    for (statement, &(at, _)) in (method.first_statement.0..).zip(&method.lines) {
        let snippet = [patch.int(statement)?, patch.call(PROBE, "statement", "(I)V")?];
        patch.editor.insert_before(at, snippet);
    }
    Ok(())
}

/// Tells how far the branches of all predicates of the method are, each time one is reached.
pub(crate) fn insert_branches(patch: &mut Patch<'_>, method: &Method) -> Result<()> {
    for predicate in &method.predicates {
        match patch.code.instructions[predicate.at].op() {
            op::TABLESWITCH | op::LOOKUPSWITCH => insert_switch(patch, predicate)?,
            op => insert_jump(patch, predicate, op)?,
        }
    }
    Ok(())
}

fn insert_jump(patch: &mut Patch<'_>, predicate: &Predicate, jump: u8) -> Result<()> {
    let Comparison { name, jumps_if_holds } = comparison(jump);
    let BranchId(first) = predicate.first;
    let (yes, no) = if jumps_if_holds { (first, first + 1) } else { (first + 1, first) };
    let at = predicate.at;
    near::insert_before_jump(patch, at, name, yes, no)?;
    let branches = [patch.branch(yes)?, patch.branch(no)?].concat();
    if let op::IFEQ..=op::IFLE = jump
        && let Some(compare) = patch.only_predecessor(at).and_then(compared)
    {
        let nan = if compare.nan.is_some() { "I" } else { "" };
        let call = patch.call(PROBE, name, &format!("({}{nan}II)I", compare.operands))?;
        // The operands of the instruction are those of the probe, which gives what the instruction would.
        patch.editor.replace(at - 1, compare.nan.into_iter().chain(branches).chain([call]));
        return Ok(());
    }
    let (copy, descriptor): (&[u8], _) = match jump {
        op::IFEQ..=op::IFLE => (&[op::DUP, op::ICONST_0], "(IIII)V"),
        op::IF_ICMPEQ..=op::IF_ICMPLE => (&[op::DUP2], "(IIII)V"),
        op::IF_ACMPEQ | op::IF_ACMPNE => (&[op::DUP2], "(Ljava/lang/Object;Ljava/lang/Object;II)V"),
        _ => (&[op::DUP], "(Ljava/lang/Object;II)V"),
    };
    let call = patch.call(PROBE, name, descriptor)?;
    let copy = copy.iter().map(|&op| Instruction::Simple(op));
    patch.editor.insert_before(at, copy.chain(branches).chain([call]));
    Ok(())
}

fn comparison(jump: u8) -> Comparison {
    let (name, jumps_if_holds) = match jump {
        op::IFEQ | op::IF_ICMPEQ => ("equal", true),
        op::IFNE | op::IF_ICMPNE => ("equal", false),
        op::IFLT | op::IF_ICMPLT => ("less", true),
        op::IFGE | op::IF_ICMPGE => ("less", false),
        op::IFGT | op::IF_ICMPGT => ("greater", true),
        op::IFLE | op::IF_ICMPLE => ("greater", false),
        op::IF_ACMPEQ => ("same", true),
        op::IF_ACMPNE => ("same", false),
        op::IFNULL => ("isNull", true),
        op::IFNONNULL => ("isNull", false),
        _ => unreachable!("opcode {jump} is no conditional jump"),
    };
    Comparison { name, jumps_if_holds }
}

/// What is told of an instruction that compares two numbers of more than 32 bits or with a fraction.
pub(crate) struct Compare {
    /// The kinds of the numbers.
    pub(crate) operands: &'static str,
    /// Pushes what it gives for a NaN, where there is such a thing.
    pub(crate) nan: Option<Instruction>,
}

pub(crate) fn compared(instruction: &Instruction) -> Option<Compare> {
    let (operands, nan) = match instruction.op() {
        op::LCMP => ("JJ", None),
        op::FCMPL => ("FF", Some(op::ICONST_M1)),
        op::FCMPG => ("FF", Some(op::ICONST_1)),
        op::DCMPL => ("DD", Some(op::ICONST_M1)),
        op::DCMPG => ("DD", Some(op::ICONST_1)),
        _ => return None,
    };
    Some(Compare { operands, nan: nan.map(Instruction::Simple) })
}

fn insert_switch(patch: &mut Patch<'_>, predicate: &Predicate) -> Result<()> {
    if patch.hints {
        hints::insert_switch(patch, predicate)?;
    }
    let mut snippet = vec![Instruction::Simple(op::DUP), patch.string(&switch_table(&predicate.outcomes))?];
    snippet.extend(patch.branch(predicate.first.0)?);
    snippet.push(patch.call(PROBE, "select", "(ILjava/lang/String;I)V")?);
    patch.editor.insert_before(predicate.at, snippet);
    Ok(())
}

/// The outcome of other values, then each key and its outcome, as numbers with blanks between.
fn switch_table(outcomes: &[Outcome]) -> String {
    let mut table = String::new();
    let mut pairs = String::new();
    for (number, outcome) in outcomes.iter().enumerate() {
        let Outcome::Switch { keys, default } = outcome else { unreachable!("the outcome of a switch") };
        if *default {
            let _ = write!(table, "{number}");
        }
        for key in keys {
            let _ = write!(pairs, " {key} {number}");
        }
    }
    table + &pairs
}
