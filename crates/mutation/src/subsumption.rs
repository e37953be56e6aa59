//! Subsumption of mutants: a mutant A subsumes a mutant B of the same point if every input that kills A also
//! kills B.
//!
//! Source: Smart Selection of Coverage Goals (2024), section 3.4, which selects goals of weak mutation by
//! subsumption. For each original operator, the tables list the mutants to keep. A mutant is dropped if
//! another mutant subsumes it, unless the same inputs kill both mutants. Of several mutants that the same
//! inputs kill, only the first is kept.
//!
//! `scripts/subsumption.py` prints the tables; its header describes how to run it. The script asks an SMT
//! solver about `int`s and `long`s. In the script, the result of a division by zero differs from every value.
//! No arithmetic operator subsumes another one, for any operand type. The rows of `<` (different) and `==`
//! (equal) are also valid for booleans and references, whose comparisons have only these two outcomes.

use classfile::op;

use crate::model::{Change, MutantId, Mutants};
use crate::operators::operations::Family;

/// For each original opcode for `int`s, the opcodes of the mutants to keep.
const OPERATIONS: &[(u8, &[u8])] = &[
    (op::IADD, &[op::ISUB, op::IMUL, op::IDIV, op::IREM]),
    (op::ISUB, &[op::IADD, op::IMUL, op::IDIV, op::IREM]),
    (op::IMUL, &[op::IADD, op::ISUB, op::IDIV, op::IREM]),
    (op::IDIV, &[op::IADD, op::ISUB, op::IMUL, op::IREM]),
    (op::IREM, &[op::IADD, op::ISUB, op::IMUL, op::IDIV]),
    (op::ISHL, &[op::IUSHR]),
    (op::ISHR, &[op::IUSHR]),
    (op::IUSHR, &[op::ISHL, op::ISHR]),
    (op::IAND, &[op::IOR]),
    (op::IOR, &[op::IAND, op::IXOR]),
    (op::IXOR, &[op::IOR]),
];

/// For each original relation, the relations of the mutants to keep.
const RELATIONS: &[(u8, &[u8])] = &[
    (1, &[0, 3, 5]), // <: false, <=, !=
    (2, &[0, 3, 6]), // ==: false, <=, >=
    (3, &[1, 2, 7]), // <=: <, ==, true
    (4, &[0, 5, 6]), // >: false, !=, >=
    (5, &[1, 4, 7]), // !=: <, >, true
    (6, &[2, 4, 7]), // >=: ==, >, true
];

impl Mutants {
    /// Returns whether a mutant is kept: no other mutant of the same point subsumes it, except later mutants
    /// that the same inputs kill. Returns true for mutants of operators other than AOR, BOR and ROR.
    ///
    /// A suite that kills all kept mutants kills the dropped mutants as well.
    pub fn is_subsuming(&self, mutant: MutantId) -> bool {
        let point = self.point(mutant);
        let position = (mutant.0 - point.first.0) as usize;
        match &point.change {
            Change::Operation(others) => is_subsuming_operation(others, others[position]),
            Change::Comparison { original, others } => is_kept(RELATIONS, original.0, others[position].0),
            _ => true,
        }
    }
}

/// Returns whether the mutant with the opcode `mutant` is kept. `others` are the opcodes of all mutants of
/// the point.
fn is_subsuming_operation(others: &[u8], mutant: u8) -> bool {
    let Some(family) = Family::of(mutant) else { return true };
    let original = family.of_type(mutant).find(|op| !others.contains(op));
    original
        .is_none_or(|original| is_kept(OPERATIONS, family.int_opcode(original), family.int_opcode(mutant)))
}

fn is_kept(table: &[(u8, &[u8])], original: u8, mutant: u8) -> bool {
    let row = table.iter().find(|row| row.0 == original);
    row.is_none_or(|row| row.1.contains(&mutant))
}
