//! Predicates (conditional jumps and switches) and their outcomes.

use std::collections::BTreeMap;

use classfile::{Index, Instruction};

use crate::cfg::{BlockId, EdgeKind};
use crate::conditions::Condition;
use crate::flags::Flag;
use crate::program::BranchId;

/// A reachable conditional jump or switch.
#[derive(Debug)]
pub struct Predicate {
    /// The jump or switch: an index into `classfile::Code::instructions`.
    pub at: usize,
    /// The block that the predicate ends.
    pub block: BlockId,
    /// The branch of the first outcome. The outcomes have the branch ids
    /// `first.0 .. first.0 + outcomes.len()`. A conditional jump has two outcomes: [`Outcome::Jump`], then
    /// [`Outcome::Fall`].
    pub first: BranchId,
    /// The outcomes. A switch has one outcome for each distinct destination, in the order of the code.
    pub outcomes: Vec<Outcome>,
    /// The boolean that the predicate tests. `None` if the predicate tests no boolean, or if no source of the
    /// boolean shows how close the boolean was to the other value.
    pub flag: Option<Flag>,
    /// What the predicate compares. `None` if the class file does not show where the values come from.
    pub condition: Option<Condition>,
}

/// An outcome of a predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The conditional jump is taken.
    Jump,
    /// The conditional jump is not taken.
    Fall,
    /// A switch jumps to one destination.
    Switch {
        /// The keys with this destination, ascending. The default and some keys can have the same
        /// destination.
        keys: Vec<i32>,
        /// Whether the default has this destination.
        default: bool,
    },
}

impl Predicate {
    /// Returns the branch for a kind of edge out of the predicate's block. Returns `None` for an edge that is
    /// not an outcome, such as an exception.
    pub fn branch(&self, edge: EdgeKind) -> Option<BranchId> {
        let outcome = match edge {
            EdgeKind::Jump => 0,
            EdgeKind::Fall => 1,
            EdgeKind::Switch(outcome) => outcome,
            EdgeKind::Return | EdgeKind::Exception | EdgeKind::Virtual => return None,
        };
        Some(BranchId(self.first.0 + outcome))
    }
}

/// Returns the outcomes of the instruction at `at` with their destinations, in the order of
/// [`Predicate::outcomes`]. The result is empty if the instruction is no predicate.
pub fn outcomes(instruction: &Instruction, at: Index) -> Vec<(Outcome, Index)> {
    match instruction {
        Instruction::Jump { target, .. } if instruction.is_conditional() => {
            vec![(Outcome::Jump, *target), (Outcome::Fall, at + 1)]
        }
        Instruction::TableSwitch { default, low, targets } => {
            // The keys of a valid table never exceed `i32::MAX`. Wrapping prevents a panic for a damaged
            // table.
            let keys = (0..).map(|offset: i32| low.wrapping_add(offset));
            switch_outcomes(*default, keys.zip(targets.iter().copied()))
        }
        Instruction::LookupSwitch { default, pairs } => switch_outcomes(*default, pairs.iter().copied()),
        _ => Vec::new(),
    }
}

fn switch_outcomes(default: Index, cases: impl Iterator<Item = (i32, Index)>) -> Vec<(Outcome, Index)> {
    let mut keys = BTreeMap::from([(default, Vec::new())]);
    for (key, target) in cases {
        keys.entry(target).or_default().push(key);
    }
    let outcome = |keys, target| (Outcome::Switch { keys, default: target == default }, target);
    keys.into_iter().map(|(target, keys)| outcome(keys, target)).collect()
}
