//! Coverage probes: report the methods that a test enters, the lines that it executes, and the distance to
//! each branch of each predicate.

use analysis::{BranchId, Method, MethodIndex, Outcome, Predicate, Program};
use classfile::{Instruction, Result, op};
use std::fmt::Write;

use crate::code_edit::patch::Patch;
use crate::probes::{call_distances, hints};

const PROBE_CLASS: &str = "probe/Probe";

/// The comparison that a conditional jump makes.
struct Comparison {
    /// Name of the probe for the comparison.
    name: &'static str,
    /// Whether the jump is taken if the comparison is true.
    jumps_if_true: bool,
}

/// Inserts a probe that reports the entry of the method.
pub(crate) fn insert_entry_probe(patch: &mut Patch<'_>, method: MethodIndex) -> Result<()> {
    let snippet = [patch.int(method.0)?, patch.call(PROBE_CLASS, "enter", "(I)V")?];
    patch.editor.insert_at_entry(snippet);
    Ok(())
}

/// Inserts a probe that reports the entry of a method that tests can call. If the test calls the method
/// directly, the branches of the method are reported under separate ids. This function must be called before
/// probes for branches are inserted, because it makes these probes add a shift to their ids.
pub(crate) fn insert_direct_entry(
    patch: &mut Patch<'_>,
    program: &Program,
    method: MethodIndex,
    has_branches: bool,
) -> Result<()> {
    let shift = match has_branches {
        true => {
            let slot = patch.shift_branches(program.branches.len() as u32);
            Instruction::Local { op: op::ISTORE, slot, wide: false }
        }
        // Without branches, no code uses the result of the probe. The probe is still necessary: without it,
        // the runner could regard a callee of this method as a method that the test calls directly.
        false => Instruction::Simple(op::POP),
    };
    let snippet = [
        patch.int(method.0)?,
        patch.int(program.representative(method).0)?,
        patch.int(program.direct_distance(BranchId(0)).0)?,
        patch.call(PROBE_CLASS, "enterDirect", "(III)I")?,
        shift,
    ];
    patch.editor.insert_at_entry(snippet);
    Ok(())
}

/// Inserts a probe before each first instruction of a line. A line can begin at several places.
pub(crate) fn insert_statements(patch: &mut Patch<'_>, method: &Method) -> Result<()> {
    for (statement, &(at, _)) in (method.first_statement.0..).zip(&method.lines) {
        let snippet = [patch.int(statement)?, patch.call(PROBE_CLASS, "statement", "(I)V")?];
        patch.editor.insert_before(at, snippet);
    }
    Ok(())
}

/// Inserts a probe before each predicate of the method. The probe reports the distance to each branch.
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
    let Comparison { name, jumps_if_true } = comparison(jump);
    let BranchId(first) = predicate.first;
    let (if_true, if_false) = if jumps_if_true { (first, first + 1) } else { (first + 1, first) };
    let at = predicate.at;
    call_distances::insert_before_jump(patch, at, name, if_true, if_false)?;
    let branches = [patch.branch(if_true)?, patch.branch(if_false)?].concat();
    if let op::IFEQ..=op::IFLE = jump
        && let Some(compare) = patch.only_predecessor(at).and_then(number_comparison)
    {
        let nan = if compare.nan.is_some() { "I" } else { "" };
        let call = patch.call(PROBE_CLASS, name, &format!("({}{nan}II)I", compare.operands))?;
        // The probe replaces the comparison before the jump: it consumes the operands of the comparison and
        // returns its result.
        patch.editor.replace(at - 1, compare.nan.into_iter().chain(branches).chain([call]));
        return Ok(());
    }
    let (copy, descriptor): (&[u8], _) = match jump {
        op::IFEQ..=op::IFLE => (&[op::DUP, op::ICONST_0], "(IIII)V"),
        op::IF_ICMPEQ..=op::IF_ICMPLE => (&[op::DUP2], "(IIII)V"),
        op::IF_ACMPEQ | op::IF_ACMPNE => (&[op::DUP2], "(Ljava/lang/Object;Ljava/lang/Object;II)V"),
        _ => (&[op::DUP], "(Ljava/lang/Object;II)V"),
    };
    let call = patch.call(PROBE_CLASS, name, descriptor)?;
    let copy = copy.iter().map(|&op| Instruction::Simple(op));
    patch.editor.insert_before(at, copy.chain(branches).chain([call]));
    Ok(())
}

fn comparison(jump: u8) -> Comparison {
    let (name, jumps_if_true) = match jump {
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
        _ => unreachable!("opcode {jump} is not a conditional jump"),
    };
    Comparison { name, jumps_if_true }
}

/// An instruction that compares two `long`, `float` or `double` values.
pub(crate) struct NumberComparison {
    /// The kinds of the two numbers.
    pub(crate) operands: &'static str,
    /// An instruction that pushes the result of the comparison for NaN; `None` for `long`.
    pub(crate) nan: Option<Instruction>,
}

/// Returns the comparison that an instruction makes, if it compares numbers.
pub(crate) fn number_comparison(instruction: &Instruction) -> Option<NumberComparison> {
    let (operands, nan) = match instruction.op() {
        op::LCMP => ("JJ", None),
        op::FCMPL => ("FF", Some(op::ICONST_M1)),
        op::FCMPG => ("FF", Some(op::ICONST_1)),
        op::DCMPL => ("DD", Some(op::ICONST_M1)),
        op::DCMPG => ("DD", Some(op::ICONST_1)),
        _ => return None,
    };
    Some(NumberComparison { operands, nan: nan.map(Instruction::Simple) })
}

fn insert_switch(patch: &mut Patch<'_>, predicate: &Predicate) -> Result<()> {
    if patch.hints {
        hints::insert_switch(patch, predicate)?;
    }
    let mut snippet = vec![Instruction::Simple(op::DUP), patch.string(&switch_table(&predicate.outcomes))?];
    snippet.extend(patch.branch(predicate.first.0)?);
    snippet.push(patch.call(PROBE_CLASS, "select", "(ILjava/lang/String;I)V")?);
    patch.editor.insert_before(predicate.at, snippet);
    Ok(())
}

/// Returns the table of a switch for the runner: the number of the default outcome, then each key with the
/// number of its outcome, separated by spaces.
fn switch_table(outcomes: &[Outcome]) -> String {
    let mut table = String::new();
    let mut pairs = String::new();
    for (number, outcome) in outcomes.iter().enumerate() {
        let Outcome::Switch { keys, default } = outcome else {
            unreachable!("a switch has only switch outcomes")
        };
        if *default {
            let _ = write!(table, "{number}");
        }
        for key in keys {
            let _ = write!(pairs, " {key} {number}");
        }
    }
    table + &pairs
}
