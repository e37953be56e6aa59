//! Selects the objectives of a search for several criteria.
//!
//! Zhou et al.: "Coverage Goal Selector for Combining Multiple Criteria in Search-Based Unit Test
//! Generation", Section 3.

use std::collections::BTreeSet;

use analysis::{BlockId, LineId, Program};
use mutation::Mutants;

use crate::builder::GoalOptions;
use crate::criteria::{Criterion, Selection};
use crate::goals::Goal;

/// Minimum number of lines of a block whose last line is an objective. Zhou et al. (Section 3.4) do not state
/// the number.
const LINE_THRESHOLD: usize = 8;

impl Selection {
    /// Returns the representative criteria, whose goals are all objectives. `None` means all required
    /// criteria.
    fn representatives(self) -> Option<&'static [Criterion]> {
        use Criterion::{
            DirectBranch, Exception, Line, Output, TopMethod, TopMethodNoException, WeakMutation,
        };
        Some(match self {
            Selection::All => return None,
            Selection::Smart | Selection::SmartWithoutSubsumption => {
                &[DirectBranch, TopMethodNoException, Exception, Output]
            }
            Selection::LineGroup => &[Line, TopMethod, Exception, Output],
            Selection::WeakMutationGroup => &[WeakMutation, TopMethod, Exception, Output],
        })
    }
}

/// Decides whether a goal is an objective.
pub(crate) struct ObjectiveFilter<'a> {
    options: &'a GoalOptions,
    mutants: &'a Mutants,
    /// The last lines of long blocks.
    last_lines: BTreeSet<LineId>,
}

impl ObjectiveFilter<'_> {
    pub(crate) fn new<'a>(
        options: &'a GoalOptions,
        program: &Program,
        mutants: &'a Mutants,
    ) -> ObjectiveFilter<'a> {
        ObjectiveFilter { options, mutants, last_lines: last_lines(program) }
    }

    pub(crate) fn is_objective(&self, criterion: Criterion, goal: Goal) -> bool {
        if self.options.objectives.contains(&criterion) {
            return true;
        }
        let Some(representatives) = self.options.selection.representatives() else { return true };
        representatives.contains(&criterion)
            || self.options.selection == Selection::Smart && self.is_not_subsumed(goal)
    }

    /// Returns whether no goal of a representative criterion subsumes `goal` (Zhou et al., Section 3.4).
    /// `goal` must belong to a criterion that is not representative.
    fn is_not_subsumed(&self, goal: Goal) -> bool {
        use mutation::Operator::{ReplaceArithmetic, ReplaceBitwise, ReplaceComparison};
        match goal {
            Goal::Line(line) => self.last_lines.contains(&line),
            Goal::WeakMutant(mutant) => {
                let operator = self.mutants.point(mutant).operator;
                matches!(operator, ReplaceArithmetic | ReplaceBitwise | ReplaceComparison)
                    && self.mutants.is_subsuming(mutant)
            }
            _ => false,
        }
    }
}

/// Returns the last line of every block with at least [`LINE_THRESHOLD`] lines.
fn last_lines(program: &Program) -> BTreeSet<LineId> {
    let mut last_lines = BTreeSet::new();
    for method in &program.methods {
        let block_of = |at| method.cfg.block_of(at);
        let blocks: BTreeSet<BlockId> = method.lines.iter().map(|&(at, _)| block_of(at)).collect();
        for block in blocks {
            let in_block = method.lines.iter().filter(|&&(at, _)| block_of(at) == block);
            let lines: Vec<LineId> = in_block.map(|(_, line)| *line).collect();
            if lines.len() >= LINE_THRESHOLD {
                last_lines.extend(lines.last());
            }
        }
    }
    last_lines
}
