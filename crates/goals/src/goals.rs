//! The goals of a class in one table, with all data that the computation of coverage and fitness needs.

use std::ops::Range;

use analysis::{BranchId, DistanceId, LineId, MethodIndex, StatementId};
use fixedbitset::FixedBitSet;
use mutation::{MutantId, Mutants, PointId};
use typed_index_collections::TiVec;

use crate::criteria::Criterion;
use crate::criteria::exceptions::{Exceptions, Origin};
use crate::criteria::values::ValueSet;
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
    /// Take the branch. If its method is public, the test itself must call the method.
    DirectBranch(BranchId),
    /// Enter the method, which has no branches. If the method is public, the test itself must call the
    /// method.
    DirectBranchlessMethod(MethodIndex),
    /// Execute the line.
    Line(LineId),
    /// Execute the statement.
    Statement(StatementId),
    /// Infect the program state with the mutant.
    WeakMutant(MutantId),
    /// Kill the mutant.
    StrongMutant(MutantId),
    /// Enter the method.
    Method(MethodIndex),
    /// Call the method from the test itself.
    TopMethod(MethodIndex),
    /// Call the method from the test itself, such that the method returns normally.
    TopMethodNoException(MethodIndex),
    /// Call the method from the test itself with ordinary arguments, such that the method returns normally,
    /// and show the result.
    OrdinaryCall(MethodIndex),
    /// The same, with a result that has at least two elements.
    SeveralResults(MethodIndex),
    /// Make the method throw the exception.
    Exception(ExceptionId),
    /// Make the method return a value of one value set, such as a negative number.
    Output(ValueId),
    /// Pass a value of one value set, such as a negative number, to the method.
    Input(ValueId),
}

/// The values that one goal requires a method to return or to receive, such as the negative numbers.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    /// The criterion of the goal: output or input.
    pub(crate) criterion: Criterion,
    pub(crate) goal: GoalId,
    pub(crate) method: MethodIndex,
    /// Index of the value in [`RecordedCall::recorded_values`](crate::RecordedCall::recorded_values).
    pub(crate) recorded_value: u32,
    pub(crate) class: ValueSet,
    /// The name of the value in descriptions, for example `result` or `argument 2`.
    pub(crate) name: String,
}

/// The range of the goals of one criterion.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    pub(crate) criterion: Criterion,
    pub(crate) goals: Range<GoalId>,
}

/// The goals of a program for some criteria. The ids are `0 .. len()`, in the order of [`Criterion::ALL`].
/// The goals of exceptions have the last ids, in the order in which executions first threw the exceptions.
#[derive(Clone, Debug)]
pub struct Goals {
    pub(crate) goals: TiVec<GoalId, Goal>,
    /// The range of goals of each criterion that is required or whose goals are objectives, in the order of
    /// [`Criterion::ALL`]. The range of the exceptions is empty.
    pub(crate) sections: Vec<Section>,
    /// The required criteria, in the order of [`Criterion::ALL`].
    pub(crate) criteria: Vec<Criterion>,
    /// For each goal, whether it is an objective.
    pub(crate) objectives: TiVec<GoalId, bool>,
    pub(crate) control_graph: ControlGraph,
    /// For each method, whether it is public and tests can call it.
    pub(crate) needs_direct_call: TiVec<MethodIndex, bool>,
    /// The methods that tests can call, in ascending order.
    pub(crate) callable_methods: Vec<MethodIndex>,
    /// The methods in `callable_methods` that return arrays, collections or maps, in ascending order.
    pub(crate) container_methods: Vec<MethodIndex>,
    /// For each method without branches, the offset of its goal among the goals of branch coverage or of
    /// direct branch coverage.
    pub(crate) branchless_index: TiVec<MethodIndex, Option<u32>>,
    /// For each statement, its line.
    pub(crate) line_of: TiVec<StatementId, LineId>,
    /// For each statement, the node of its block in the control graph.
    pub(crate) node_of_statement: TiVec<StatementId, NodeId>,
    /// For each line, the statements at which the line begins.
    pub(crate) statements_of_line: ListTable<LineId, StatementId>,
    pub(crate) mutants: Mutants,
    /// For each mutation point, the node of its block in the control graph.
    pub(crate) node_of_point: TiVec<PointId, NodeId>,
    pub(crate) infections: Infections,
    pub(crate) values: TiVec<ValueId, Value>,
    /// For each method, the ids in `values` of its arguments, its result, and the observed fields of its
    /// result.
    pub(crate) values_of: ListTable<MethodIndex, ValueId>,
    pub(crate) exceptions: Exceptions,
    /// The description of each goal, except for goals of exceptions.
    pub(crate) descriptions: TiVec<GoalId, String>,
    /// For each method, its description.
    pub(crate) method_descriptions: TiVec<MethodIndex, String>,
    /// The method of each goal, except for goals of exceptions.
    pub(crate) method_of_goal: TiVec<GoalId, MethodIndex>,
    pub(crate) roots: Vec<GoalId>,
    pub(crate) dependents: ListTable<GoalId, GoalId>,
    /// The goals that existing tests cover.
    pub(crate) covered_by_existing: FixedBitSet,
}

impl Goals {
    /// Returns the number of goals, including the goals of the exceptions found so far.
    pub fn len(&self) -> usize {
        self.goals.len()
    }

    /// Returns whether the class has no goals. For example, an interface without code has no goals.
    pub fn is_empty(&self) -> bool {
        self.goals.is_empty()
    }

    /// Returns what a goal requires.
    pub fn goal(&self, goal: GoalId) -> Goal {
        self.goals[goal]
    }

    /// Returns the criterion of a goal.
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
            Goal::OrdinaryCall(_) | Goal::SeveralResults(_) => Criterion::OrdinaryCall,
            Goal::Exception(_) => Criterion::Exception,
            Goal::Output(_) => Criterion::Output,
            Goal::Input(_) => Criterion::Input,
        }
    }

    /// Returns the required criteria, in the order of [`Criterion::ALL`].
    pub fn criteria(&self) -> &[Criterion] {
        &self.criteria
    }

    /// Returns whether a goal belongs to a required criterion. Other goals only guide the search.
    pub fn is_target(&self, goal: GoalId) -> bool {
        self.criteria.contains(&self.criterion(goal))
    }

    /// Returns the number of branches.
    pub fn branch_count(&self) -> usize {
        self.control_graph.branch_count
    }

    /// Returns the branch that a goal of branch coverage or direct branch coverage requires. Returns `None`
    /// for other goals, and for methods without branches.
    pub fn branch(&self, goal: GoalId) -> Option<BranchId> {
        match self.goals[goal] {
            Goal::Branch(branch) | Goal::DirectBranch(branch) => Some(branch),
            _ => None,
        }
    }

    /// Returns all mutants.
    pub fn mutants(&self) -> impl Iterator<Item = MutantId> {
        self.mutants.mutants.keys()
    }

    /// Returns whether PIT also creates a mutant with its default operators.
    pub fn is_usual(&self, mutant: MutantId) -> bool {
        self.mutants.mutants[mutant].is_usual
    }

    /// Returns the mutants that existing tests do not infect, in ascending order.
    pub fn open_mutants(&self) -> impl Iterator<Item = MutantId> {
        self.mutants()
            .filter(|&mutant| self.strong_goal(mutant).is_none_or(|goal| !self.is_covered_by_existing(goal)))
    }

    /// Returns the mutant of a goal of weak or strong mutation. `None` for other goals.
    pub fn mutant(&self, goal: GoalId) -> Option<MutantId> {
        match self.goals[goal] {
            Goal::WeakMutant(mutant) | Goal::StrongMutant(mutant) => Some(mutant),
            _ => None,
        }
    }

    /// Returns the mutant of a goal of strong mutation. `None` for other goals.
    pub fn strong_mutant(&self, goal: GoalId) -> Option<MutantId> {
        match self.goals[goal] {
            Goal::StrongMutant(mutant) => Some(mutant),
            _ => None,
        }
    }

    /// Returns the goal that a test covers if it kills a mutant. Returns `None` if there are no goals of
    /// strong mutation.
    pub fn strong_goal(&self, mutant: MutantId) -> Option<GoalId> {
        let section = self.section(Criterion::StrongMutation);
        (!section.is_empty()).then_some(section.start.plus(mutant.0))
    }

    /// Returns whether a goal is an objective of the search.
    pub fn is_objective(&self, goal: GoalId) -> bool {
        self.objectives[goal]
    }

    /// Returns the goals of a criterion, including the goals of the exceptions found so far.
    pub fn of(&self, criterion: Criterion) -> impl Iterator<Item = GoalId> + Clone + use<> {
        let goals = match criterion {
            Criterion::Exception => self.first_exception()..self.goals.next_key(),
            _ => self.section(criterion),
        };
        GoalId::range(goals)
    }

    /// Returns the goals that require ordinary use of a method: one for each method that tests can call.
    /// Omits the goals that also require several results.
    pub fn ordinary_calls(&self) -> impl Iterator<Item = GoalId> + Clone + use<> {
        self.of(Criterion::OrdinaryCall).take(self.callable_methods.len())
    }

    /// Returns the goal of branch coverage for a branch. Returns `None` if there are no goals of branch
    /// coverage.
    pub fn branch_goal(&self, branch: BranchId) -> Option<GoalId> {
        let section = self.section(Criterion::Branch);
        (!section.is_empty()).then_some(section.start.plus(branch.0))
    }

    /// Returns the goal of branch coverage for the branch with a distance id. The id can be an id of direct
    /// calls. Returns `None` for the ids of boolean values, and if there are no goals of branch coverage.
    pub fn goal_of_distance(&self, id: DistanceId) -> Option<GoalId> {
        self.branch_goal(self.control_graph.branch(id)?)
    }

    /// Returns the method of a goal.
    pub fn method(&self, goal: GoalId) -> MethodIndex {
        match self.goals[goal] {
            Goal::Exception(exception) => self.exceptions.found[exception].method,
            _ => self.method_of_goal[goal],
        }
    }

    /// Describes a goal for people, such as `com.acme.Foo.bar(int): line 12, true`.
    pub fn describe(&self, goal: GoalId) -> String {
        match self.goals[goal] {
            Goal::Exception(id) => {
                let exception = &self.exceptions.found[id];
                let origin = match exception.origin {
                    Origin::Explicit => "throws",
                    Origin::Declared => "propagates",
                    Origin::Implicit => "fails with",
                };
                format!("{}: {origin} {}", self.method_descriptions[exception.method], exception.class)
            }
            _ => self.descriptions[goal].clone(),
        }
    }

    /// Returns the statements that cover a goal of line or statement coverage. Empty for other goals.
    pub fn statements(&self, goal: GoalId) -> Vec<StatementId> {
        match self.goals[goal] {
            Goal::Line(line) => self.statements_of_line[line].to_vec(),
            Goal::Statement(statement) => vec![statement],
            _ => Vec::new(),
        }
    }

    /// Returns the number of statements of the program.
    pub fn statement_count(&self) -> usize {
        self.line_of.len()
    }

    /// Returns the line of a statement.
    pub fn line_of(&self, statement: StatementId) -> LineId {
        self.line_of[statement]
    }

    /// Returns the objectives that a search starts with, in ascending order. An objective is a root in any of
    /// these cases:
    /// - It concerns a whole method, not a place in the code.
    /// - It depends on the entry of its method. A root in a loop can also depend on branches.
    /// - It depends on a branch that has no goal.
    pub fn roots(&self) -> &[GoalId] {
        &self.roots
    }

    /// Returns the objectives that are directly control dependent on a goal, without the goal itself, in
    /// ascending order. If branches are objectives, every objective that is not a root depends on a root,
    /// directly or through other goals. Goals in loops can depend on each other.
    pub fn dependents(&self, goal: GoalId) -> &[GoalId] {
        match goal < self.first_exception() {
            true => &self.dependents[goal],
            false => &[],
        }
    }

    /// Returns the same goals with a plain fitness for booleans: the distance of a boolean from the other
    /// value is always 1.
    pub fn without_flags(mut self) -> Goals {
        self.control_graph.definitions = self.control_graph.method_of.iter().map(|_| None).collect();
        self
    }

    /// Returns the id that the goal of the first exception has, or will have. All smaller ids are goals of
    /// other criteria.
    pub(crate) fn first_exception(&self) -> GoalId {
        self.method_of_goal.next_key()
    }

    /// Returns the range of the goals of a criterion; an empty range for exceptions and for criteria without
    /// goals.
    pub(crate) fn section(&self, criterion: Criterion) -> Range<GoalId> {
        let section = self.sections.iter().find(|section| section.criterion == criterion);
        section.map_or(GoalId(0)..GoalId(0), |section| section.goals.clone())
    }
}
