//! Conditional jumps and switches, and the ways they can go.

use std::collections::BTreeMap;

use classfile::{Index, Instruction};

use crate::cfg::{BlockId, EdgeKind};
use crate::flags::Flag;
use crate::program::BranchId;

/// A conditional jump or a switch that can be reached.
#[derive(Debug)]
pub struct Predicate {
    /// Its instruction, an index into `classfile::code::Code::instructions`.
    pub at: usize,
    /// The block it ends.
    pub block: BlockId,
    /// Its outcomes have the ids `first.0 .. first.0 + outcomes.len()`. A conditional jump has two: first
    /// [`Outcome::Jump`] then [`Outcome::Fall`].
    pub first: BranchId,
    /// The outcomes; of a switch, one for each distinct destination, in order of code position.
    pub outcomes: Vec<Outcome>,
    /// Where the boolean comes from that it jumps on, as far as that tells how near it was to the other one.
    pub flag: Option<Flag>,
}

/// One way a predicate can go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The conditional jump is taken.
    Jump,
    /// The conditional jump falls through.
    Fall,
    /// A switch goes to one destination: by one of the keys (ascending), or as default.
    Switch {
        /// The keys that lead there. Keys that lead to the default's destination are listed there too.
        keys: Vec<i32>,
        /// Whether every other value leads there as well.
        default: bool,
    },
}

impl Predicate {
    /// The branch that leaves the predicate's block by an edge of that kind; `None` for an exception.
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

/// The ways the instruction at `at` can go with their destinations, in the order of [`Predicate::outcomes`]; none
/// where it is no predicate.
pub fn outcomes(instruction: &Instruction, at: Index) -> Vec<(Outcome, Index)> {
    match instruction {
        Instruction::Jump { target, .. } if instruction.is_conditional() => {
            vec![(Outcome::Jump, *target), (Outcome::Fall, at + 1)]
        }
        Instruction::TableSwitch { default, low, targets } => {
            // Keys of a table never pass `i32::MAX`; wrapping keeps a damaged table from a panic.
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
