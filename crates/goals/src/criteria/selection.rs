//! Which goals guide a search that several criteria were asked of.
//!
//! Zhou et al.: "Coverage Goal Selector for Combining Multiple Criteria in Search-Based Unit Test Generation", Section 3.

use std::collections::BTreeSet;

use analysis::{BlockId, LineId, Program};
use mutation::Mutants;

use crate::builder::GoalOptions;
use crate::criteria::{Criterion, Selection};
use crate::goals::Goal;

/// Lines from which on the last one of a block stands for the block (the paper, Section 3.4, which leaves the number out).
const LINE_THRESHOLD: usize = 8;

impl Selection {
    /// The criteria all of whose goals guide, of those that were asked for. (`None`: all.)
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

/// What tells of a goal whether it objectives.
pub(crate) struct ObjectiveFilter<'a> {
    options: &'a GoalOptions,
    mutants: &'a Mutants,
    /// The lines that stand for their blocks.
    lines: BTreeSet<LineId>,
}

impl ObjectiveFilter<'_> {
    pub(crate) fn new<'a>(
        options: &'a GoalOptions,
        program: &Program,
        mutants: &'a Mutants,
    ) -> ObjectiveFilter<'a> {
        ObjectiveFilter { options, mutants, lines: last_lines(program) }
    }

    pub(crate) fn is_objective(&self, criterion: Criterion, goal: Goal) -> bool {
        if self.options.objectives.contains(&criterion) {
            return true;
        }
        let Some(representatives) = self.options.selection.representatives() else { return true };
        representatives.contains(&criterion)
            || self.options.selection == Selection::Smart && self.is_not_subsumed(goal)
    }

    /// Whether no goal of a representative stands for a goal of another criterion (the paper, Section 3.4).
    fn is_not_subsumed(&self, goal: Goal) -> bool {
        use mutation::Operator::{ReplaceArithmetic, ReplaceBitwise, ReplaceComparison};
        match goal {
            Goal::Line(line) => self.lines.contains(&line),
            Goal::WeakMutant(mutant) => {
                let operator = self.mutants.point(mutant).operator;
                matches!(operator, ReplaceArithmetic | ReplaceBitwise | ReplaceComparison)
                    && self.mutants.is_subsuming(mutant)
            }
            _ => false,
        }
    }
}

/// The last line of every block that has many.
fn last_lines(program: &Program) -> BTreeSet<LineId> {
    let mut last = BTreeSet::new();
    for method in &program.methods {
        let block = |at| method.cfg.block_of(at);
        let in_block = |of: BlockId| move |&&(at, _): &&(usize, LineId)| block(at) == of;
        let blocks: BTreeSet<BlockId> = method.lines.iter().map(|&(at, _)| block(at)).collect();
        for of in blocks {
            let lines: Vec<LineId> =
                method.lines.iter().filter(in_block(of)).map(|(_, line)| *line).collect();
            if lines.len() >= LINE_THRESHOLD {
                last.extend(lines.last());
            }
        }
    }
    last
}
