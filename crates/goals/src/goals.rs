//! The goals of the criteria, numbered densely, and their hierarchy.

use std::ops::Range;

use analysis::{BranchId, DistanceId, LineId, MethodIndex, StatementId};
use fixedbitset::FixedBitSet;
use mutation::{MutantId, Mutants, PointId};
use typed_index_collections::TiVec;

use crate::criteria::Criterion;
use crate::criteria::exceptions::{Exceptions, Origin};
use crate::criteria::values::ValueClass;
use crate::fitness::control_graph::ControlGraph;
use crate::fitness::infection::Infections;
use crate::ids::{ExceptionId, GoalId, NodeId, ValueId};
use crate::list_table::ListTable;

/// One thing to cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Goal {
    /// Take the branch.
    Branch(BranchId),
    /// Enter the method, which has no branches.
    BranchlessMethod(MethodIndex),
    /// Take the branch of a public method in a call that the test makes itself; that of another method in any.
    DirectBranch(BranchId),
    /// Enter the method, which has no branches, in the same way.
    DirectBranchlessMethod(MethodIndex),
    /// Execute the line.
    Line(LineId),
    /// Execute the statement.
    Statement(StatementId),
    /// Have what the mutant changes give another value.
    WeakMutant(MutantId),
    /// Have the mutant change what assertions can see.
    StrongMutant(MutantId),
    /// Enter the method.
    Method(MethodIndex),
    /// Call the method.
    TopMethod(MethodIndex),
    /// Call the method so that it returns.
    TopMethodNoException(MethodIndex),
    /// Have the method throw the exception: an index into the exceptions seen so far.
    Exception(ExceptionId),
    /// Have a method return a value: an index into the values asked for.
    Output(ValueId),
    /// Pass a value to a method: an index into the values asked for.
    Input(ValueId),
}

/// A kind of value that a method is to return or be given.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    /// Output or input.
    pub(crate) criterion: Criterion,
    pub(crate) goal: GoalId,
    pub(crate) method: MethodIndex,
    /// Which of the facets of a call.
    pub(crate) facet: u32,
    pub(crate) class: ValueClass,
    /// What the value is, in words.
    pub(crate) of: String,
}

/// The goals of one criterion.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    pub(crate) criterion: Criterion,
    pub(crate) goals: Range<GoalId>,
}

/// The goals of a program for some criteria, with the ids `0 .. len()`, in order of [`Criterion::ALL`]; behind them the
/// exceptions, in the order in which they were first seen.
#[derive(Clone, Debug)]
pub struct Goals {
    pub(crate) goals: TiVec<GoalId, Goal>,
    /// The criteria that have fixed goals, in order.
    pub(crate) sections: Vec<Section>,
    /// The criteria that were asked for.
    pub(crate) criteria: Vec<Criterion>,
    pub(crate) objectives: TiVec<GoalId, bool>,
    pub(crate) control_graph: ControlGraph,
    /// By method whether it is public and tests can call it.
    pub(crate) needs_direct_call: TiVec<MethodIndex, bool>,
    /// The methods that tests can call, ascending.
    pub(crate) callable: Vec<MethodIndex>,
    /// By method the index of its root in the list of branches and roots, if it has one.
    pub(crate) branchless_index: TiVec<MethodIndex, Option<u32>>,
    /// By statement its line.
    pub(crate) line_of: TiVec<StatementId, LineId>,
    /// By statement its node.
    pub(crate) node_of_statement: TiVec<StatementId, NodeId>,
    /// By line the statements at which it begins.
    pub(crate) statements_of_line: ListTable<LineId, StatementId>,
    pub(crate) mutants: Mutants,
    /// By point its node.
    pub(crate) node_of_point: TiVec<PointId, NodeId>,
    pub(crate) infections: Infections,
    pub(crate) values: TiVec<ValueId, Value>,
    /// By method its values.
    pub(crate) values_of: ListTable<MethodIndex, ValueId>,
    pub(crate) exceptions: Exceptions,
    /// Of fixed goals.
    pub(crate) descriptions: TiVec<GoalId, String>,
    pub(crate) methods: TiVec<MethodIndex, String>,
    pub(crate) method_of_goal: TiVec<GoalId, MethodIndex>,
    pub(crate) roots: Vec<GoalId>,
    pub(crate) dependents: ListTable<GoalId, GoalId>,
    /// Those that existing tests cover.
    pub(crate) covered_by_existing: FixedBitSet,
}

impl Goals {
    /// The number of goals, those exceptions among them that were seen.
    pub fn len(&self) -> usize {
        self.goals.len()
    }

    /// Whether there is nothing to cover, as in an interface without code.
    pub fn is_empty(&self) -> bool {
        self.goals.is_empty()
    }

    /// What a goal is.
    pub fn goal(&self, goal: GoalId) -> Goal {
        self.goals[goal]
    }

    /// The criterion that a goal is of.
    pub fn criterion(&self, goal: GoalId) -> Criterion {
        match self.goals[goal] {
            Goal::Branch(_) | Goal::BranchlessMethod(_) => Criterion::Branch,
            Goal::DirectBranch(_) | Goal::DirectBranchlessMethod(_) => Criterion::DirectBranch,
            Goal::Line(_) => Criterion::Line,
            Goal::Statement(_) => Criterion::Statement,
            Goal::WeakMutant(_) => Criterion::WeakMutation,
            Goal::StrongMutant(_) => Criterion::StrongMutation,
            Goal::Method(_) => Criterion::Method,
            Goal::TopMethod(_) => Criterion::TopMethod,
            Goal::TopMethodNoException(_) => Criterion::TopMethodNoException,
            Goal::Exception(_) => Criterion::Exception,
            Goal::Output(_) => Criterion::Output,
            Goal::Input(_) => Criterion::Input,
        }
    }

    /// The criteria that were asked for, in order of [`Criterion::ALL`].
    pub fn criteria(&self) -> &[Criterion] {
        &self.criteria
    }

    /// Whether a goal is one of a criterion that was asked for: others only lead to such.
    pub fn is_target(&self, goal: GoalId) -> bool {
        self.criteria.contains(&self.criterion(goal))
    }

    /// The number of branches.
    pub fn branch_count(&self) -> usize {
        self.control_graph.branch_count
    }

    /// The branch that a goal asks to be taken, in whatever call, if it does.
    pub fn branch(&self, goal: GoalId) -> Option<BranchId> {
        match self.goals[goal] {
            Goal::Branch(branch) | Goal::DirectBranch(branch) => Some(branch),
            _ => None,
        }
    }

    /// The number of mutants.
    pub fn mutants(&self) -> impl Iterator<Item = MutantId> {
        self.mutants.mutants.keys()
    }

    /// The mutant that a goal is about, if it is.
    pub fn mutant(&self, goal: GoalId) -> Option<MutantId> {
        match self.goals[goal] {
            Goal::WeakMutant(mutant) | Goal::StrongMutant(mutant) => Some(mutant),
            _ => None,
        }
    }

    /// The mutant that a goal asks to be seen, if it does.
    pub fn strong_mutant(&self, goal: GoalId) -> Option<MutantId> {
        match self.goals[goal] {
            Goal::StrongMutant(mutant) => Some(mutant),
            _ => None,
        }
    }

    /// The goal of having a mutant seen, if strong mutation was asked for.
    pub fn strong_goal(&self, mutant: MutantId) -> Option<GoalId> {
        let section = self.section(Criterion::StrongMutation);
        (!section.is_empty()).then_some(GoalId(section.start.0 + mutant.0))
    }

    /// Whether a goal is an objective of the search.
    pub fn is_objective(&self, goal: GoalId) -> bool {
        self.objectives[goal]
    }

    /// The goals of a criterion that are there so far.
    pub fn of(&self, criterion: Criterion) -> impl Iterator<Item = GoalId> + Clone + use<> {
        let seen = match criterion {
            Criterion::Exception => self.first_exception()..self.goals.next_key(),
            _ => self.section(criterion),
        };
        GoalId::range(seen)
    }

    /// The goal of taking a branch, if that is one.
    pub fn branch_goal(&self, branch: BranchId) -> Option<GoalId> {
        let section = self.section(Criterion::Branch);
        (!section.is_empty()).then_some(GoalId(section.start.0 + branch.0))
    }

    /// The goal of taking the branch whose distance has an id, if that is one: also in a direct call.
    pub fn goal_of_distance(&self, id: DistanceId) -> Option<GoalId> {
        self.branch_goal(self.control_graph.branch(id)?)
    }

    /// The method that a goal is about.
    pub fn method(&self, goal: GoalId) -> MethodIndex {
        match self.goals[goal] {
            Goal::Exception(exception) => self.exceptions.found[exception].method,
            _ => self.method_of_goal[goal],
        }
    }

    /// A goal in words for people, such as `com.acme.Foo.bar(int): line 12, true`.
    pub fn describe(&self, goal: GoalId) -> String {
        match self.goals[goal] {
            Goal::Exception(exception) => {
                let seen = &self.exceptions.found[exception];
                let origin = match seen.origin {
                    Origin::Explicit => "throws",
                    Origin::Declared => "lets out",
                    Origin::Implicit => "runs into",
                };
                format!("{}: {origin} {}", self.methods[seen.method], seen.class)
            }
            _ => self.descriptions[goal].clone(),
        }
    }

    /// The statements whose execution tells whether a goal of a line or statement is covered; none of other goals.
    pub fn statements(&self, goal: GoalId) -> Vec<StatementId> {
        match self.goals[goal] {
            Goal::Line(line) => self.statements_of_line[line].to_vec(),
            Goal::Statement(statement) => vec![statement],
            _ => Vec::new(),
        }
    }

    /// The number of statements of the program.
    pub fn statement_count(&self) -> usize {
        self.line_of.len()
    }

    /// The line, an index into `Program::lines`, that begins at a statement.
    pub fn line_of(&self, statement: StatementId) -> LineId {
        self.line_of[statement]
    }

    /// The guiding goals that hang on no other goal, or on entering their method alone: those to begin with. Ascending.
    pub fn roots(&self) -> &[GoalId] {
        &self.roots
    }

    /// The guiding goals that hang directly on a goal, that is those which are control dependent on it, itself left out.
    /// Ascending. Every guiding goal hangs on a root, directly or through others, as long as branches guide; some hang on
    /// each other, through loops.
    pub fn dependents(&self, goal: GoalId) -> &[GoalId] {
        match goal < self.first_exception() {
            true => &self.dependents[goal],
            false => &[],
        }
    }

    /// The same goals with a fitness that takes a boolean for what it is: one step from the other one.
    pub fn without_flags(mut self) -> Goals {
        self.control_graph.definitions = self.control_graph.method_of.iter().map(|_| None).collect();
        self
    }

    /// The number of goals that are not exceptions.
    pub(crate) fn first_exception(&self) -> GoalId {
        self.method_of_goal.next_key()
    }

    /// The goals of a criterion that has fixed ones; none of others.
    pub(crate) fn section(&self, criterion: Criterion) -> Range<GoalId> {
        let section = self.sections.iter().find(|section| section.criterion == criterion);
        section.map_or(GoalId(0)..GoalId(0), |section| section.goals.clone())
    }
}
