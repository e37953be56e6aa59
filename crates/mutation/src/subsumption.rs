//! Which mutants of a point are subsumed by others of it: those that are killed whenever some other one is.
//!
//! Selecting goals of weak mutation by subsumption is of Smart Selection of Coverage Goals (2024), section 3.4. The
//! tables hold for each original the mutants to keep: those that no other subsumes but ones that they subsume themselves.
//! `scripts/subsumption.py`, which tells how to run it, prints them: it asks an SMT solver, with `int`s and `long`s, where
//! dividing by zero differs from every value. With `float`s and `double`s, too, no arithmetic operator subsumes another.
//! For what differs or is equal and nothing more, the rows of `<` and `==` hold as they are.

use classfile::op;

use crate::model::{Change, MutantId, Mutants};
use crate::operators::operations::Family;

/// The opcodes to keep by original, of `int`s.
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

/// The relations to keep by original.
const RELATIONS: &[(u8, &[u8])] = &[
    (1, &[0, 3, 5]), // <: false, <=, !=
    (2, &[0, 3, 6]), // ==: false, <=, >=
    (3, &[1, 2, 7]), // <=: <, ==, true
    (4, &[0, 5, 6]), // >: false, !=, >=
    (5, &[1, 4, 7]), // !=: <, >, true
    (6, &[2, 4, 7]), // >=: ==, >, true
];

impl Mutants {
    /// Whether no other mutant of its point subsumes a mutant, or only one that comes later and is killed by the very same
    /// inputs: killing all subsuming mutants kills the others as well. Always so for operators other than AOR, BOR and ROR.
    pub fn is_subsuming(&self, mutant: MutantId) -> bool {
        let point = self.point(mutant);
        let number = (mutant.0 - point.first.0) as usize;
        match &point.change {
            Change::Operation(others) => is_subsuming_operation(others, others[number]),
            Change::Comparison { original, others } => is_kept(RELATIONS, original.0, others[number].0),
            _ => true,
        }
    }
}

/// Among the other operators of a family.
fn is_subsuming_operation(others: &[u8], mutant: u8) -> bool {
    let Some(family) = Family::of(mutant) else { return true };
    let original = family.of_type(mutant).find(|op| !others.contains(op));
    original.is_none_or(|original| is_kept(OPERATIONS, family.of_ints(original), family.of_ints(mutant)))
}

fn is_kept(table: &[(u8, &[u8])], original: u8, mutant: u8) -> bool {
    let row = table.iter().find(|row| row.0 == original);
    row.is_none_or(|row| row.1.contains(&mutant))
}
