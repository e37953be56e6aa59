//! Builds the goals of a class, one criterion after another.

use analysis::{LineId, MethodIndex, Program, StatementId};
use fixedbitset::FixedBitSet;
use mutation::{Mutants, PointId};
use typed_index_collections::{TiSlice, TiVec};

use crate::criteria::exceptions::Exceptions;
use crate::criteria::selection::ObjectiveFilter;
use crate::criteria::values;
use crate::criteria::{Criterion, Selection};
use crate::descriptions;
use crate::fitness::control_graph::ControlGraphBuilder;
use crate::fitness::infection::Infections;
use crate::goals::{Goal, Goals, Section, Value};
use crate::ids::{GoalId, NodeId, ValueId};
use crate::list_table::ListTable;

const PUBLIC: u16 = 0x0001;

/// The class under test as input for [`Goals::new`].
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// Methods, branches, lines and statements of the class.
    pub program: &'a Program,
    /// Mutants of the class. Empty if no criterion requires mutants.
    pub mutants: &'a Mutants,
    /// For each method, whether a test can call the method.
    pub callable: &'a TiSlice<MethodIndex, bool>,
    /// For each method, the methods that observe the objects that the method returns.
    pub observers: &'a TiSlice<MethodIndex, Vec<Observer>>,
    /// Returns whether a class is a collection or a map. The argument is the binary name of the class with
    /// slashes.
    pub is_container: &'a dyn Fn(&str) -> bool,
}

/// A method without parameters that returns the value of a field. A worker reads the field instead of calling
/// the method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observer {
    /// Name of the method.
    pub name: String,
    /// Descriptor of the type of the value.
    pub descriptor: String,
}

/// The options of [`Goals::new`]: the goals to create, and the goals that are objectives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalOptions {
    /// The required criteria, in any order. Their goals are the targets.
    pub criteria: Vec<Criterion>,
    /// The selection of the objectives among the goals of the required criteria.
    pub selection: Selection,
    /// The criteria whose goals are always objectives, even if a criterion is not required. DynaMOSA needs
    /// the criterion branch, because it follows the hierarchy of branches. Whole-suite searches need the
    /// criteria that are their fitness functions.
    pub objectives: Vec<Criterion>,
}

impl Goals {
    /// Creates the goals of a class. If a predicate tests a boolean, the fitness of its branches measures how
    /// close the execution came to the other value of the boolean. [`without_flags`](Goals::without_flags)
    /// turns off this measurement.
    pub fn new(subject: &Subject<'_>, options: &GoalOptions) -> Goals {
        GoalsBuilder::new(subject, options).finish()
    }

    /// Creates the goals of branch coverage. All goals are objectives.
    pub fn branches(program: &Program) -> Goals {
        let no_observers = TiVec::new();
        let subject = Subject {
            program,
            mutants: &Mutants::default(),
            callable: &TiVec::from(vec![false; program.methods.len()]),
            observers: &no_observers,
            is_container: &|_| false,
        };
        let branches = vec![Criterion::Branch];
        let options =
            GoalOptions { objectives: branches.clone(), criteria: branches, selection: Selection::All };
        Goals::new(&subject, &options)
    }
}

/// Goals under construction.
struct GoalsBuilder<'a> {
    subject: &'a Subject<'a>,
    options: &'a GoalOptions,
    graph: ControlGraphBuilder<'a>,
    goals: TiVec<GoalId, Goal>,
    sections: Vec<Section>,
    /// The methods without branches. Their goals follow the goals of the branches.
    branchless_methods: Vec<MethodIndex>,
    /// The methods that tests can call, in ascending order.
    callable_methods: Vec<MethodIndex>,
    /// The methods in `callable_methods` that return arrays, collections or maps, in ascending order.
    container_methods: Vec<MethodIndex>,
    values: TiVec<ValueId, Value>,
    node_of_statement: TiVec<StatementId, NodeId>,
    node_of_point: TiVec<PointId, NodeId>,
}

impl<'a> GoalsBuilder<'a> {
    fn new(subject: &'a Subject<'a>, options: &'a GoalOptions) -> GoalsBuilder<'a> {
        let program = subject.program;
        let mut graph = ControlGraphBuilder::new(program);
        let node_of_statement = program.statements.iter().map(|statement| {
            let method = &program.methods[statement.method];
            graph.node_of(statement.method, method.cfg.block_of(statement.at))
        });
        let node_of_statement = node_of_statement.collect();
        let points = &subject.mutants.points;
        let node_of_point = points.iter().map(|point| graph.node_of(point.method, point.block)).collect();
        let methods = program.methods.iter_enumerated();
        let callable = subject.callable.iter_enumerated().filter(|(_, callable)| **callable);
        let callable_methods: Vec<MethodIndex> = callable.map(|(method, _)| method).collect();
        let returns_container = |method: &MethodIndex| {
            let result = program.methods[*method].descriptor.split_once(')').map_or("", |(_, result)| result);
            let class = result.strip_prefix('L').and_then(|class| class.strip_suffix(';'));
            result.starts_with('[') || class.is_some_and(subject.is_container)
        };
        let container_methods = callable_methods.iter().copied().filter(returns_container).collect();
        GoalsBuilder {
            subject,
            options,
            graph,
            goals: TiVec::new(),
            sections: Vec::new(),
            branchless_methods: methods
                .filter(|(_, method)| method.predicates.is_empty())
                .map(|(id, _)| id)
                .collect(),
            callable_methods,
            container_methods,
            values: TiVec::new(),
            node_of_statement,
            node_of_point,
        }
    }

    fn finish(mut self) -> Goals {
        for criterion in Criterion::ALL {
            if self.options.criteria.contains(&criterion) || self.options.objectives.contains(&criterion) {
                let first = self.goals.next_key();
                self.add(criterion);
                let goals = first..self.goals.next_key();
                self.sections.push(Section { criterion, goals });
            }
        }
        let GoalsBuilder {
            subject,
            options,
            graph,
            goals,
            sections,
            branchless_methods,
            callable_methods,
            container_methods,
            values,
            ..
        } = self;
        let program = subject.program;
        let control_graph = graph.finish();
        let objectives = ObjectiveFilter::new(options, program, subject.mutants);
        let section_of = |goal: GoalId| {
            sections.iter().find(|section| section.goals.contains(&goal)).expect("every goal is in a section")
        };
        let is_objective =
            |(id, goal): (GoalId, &Goal)| objectives.is_objective(section_of(id).criterion, *goal);
        let mut finished = Goals {
            objectives: goals.iter_enumerated().map(is_objective).collect(),
            criteria: Criterion::ALL.into_iter().filter(|it| options.criteria.contains(it)).collect(),
            branchless_index: branchless_index(program, &branchless_methods),
            line_of: program.statements.iter().map(|statement| statement.line).collect(),
            statements_of_line: statements_of_line(program),
            node_of_statement: self.node_of_statement,
            mutants: subject.mutants.clone(),
            node_of_point: self.node_of_point,
            infections: Infections::new(subject.mutants),
            needs_direct_call: needs_direct_call(subject),
            callable_methods,
            container_methods,
            values_of: values_of(program, &values),
            values,
            exceptions: Exceptions { declared: declared_exceptions(program), ..Exceptions::default() },
            descriptions: TiVec::new(),
            method_descriptions: program.methods.iter().map(descriptions::method).collect(),
            method_of_goal: TiVec::new(),
            roots: Vec::new(),
            dependents: ListTable::from_iter([None]),
            covered_by_existing: FixedBitSet::new(),
            goals,
            sections,
            control_graph,
        };
        finished.method_of_goal =
            finished.goals.iter().map(|goal| finished.method_of(program, *goal)).collect();
        finished.descriptions = descriptions::all(program, &finished);
        finished.connect();
        finished
    }

    /// Adds the goals of a criterion.
    fn add(&mut self, criterion: Criterion) {
        let program = self.subject.program;
        let branches = program.branches.keys();
        let methods = program.methods.keys();
        let mutants = self.subject.mutants.mutants.keys();
        let callable_methods = self.callable_methods.iter().copied();
        match criterion {
            Criterion::Branch => {
                self.goals.extend(branches.map(Goal::Branch));
                self.goals.extend(self.branchless_methods.iter().copied().map(Goal::BranchlessMethod));
            }
            Criterion::DirectBranch => {
                self.goals.extend(branches.map(Goal::DirectBranch));
                self.goals.extend(self.branchless_methods.iter().copied().map(Goal::DirectBranchlessMethod));
            }
            Criterion::Line => self.goals.extend(program.lines.keys().map(Goal::Line)),
            Criterion::Statement => {
                self.goals.extend(program.statements.keys().map(Goal::Statement));
            }
            Criterion::WeakMutation => self.goals.extend(mutants.map(Goal::WeakMutant)),
            Criterion::StrongMutation => self.goals.extend(mutants.map(Goal::StrongMutant)),
            Criterion::Method => self.goals.extend(methods.map(Goal::Method)),
            Criterion::TopMethod => self.goals.extend(callable_methods.map(Goal::TopMethod)),
            Criterion::TopMethodNoException => {
                self.goals.extend(callable_methods.map(Goal::TopMethodNoException));
            }
            Criterion::OrdinaryCall => {
                self.goals.extend(callable_methods.map(Goal::OrdinaryCall));
                self.goals.extend(self.container_methods.iter().copied().map(Goal::SeveralResults));
            }
            Criterion::Exception => {}
            Criterion::Output => self.add_outputs(),
            Criterion::Input => self.add_inputs(),
        }
    }

    fn add_outputs(&mut self) {
        for method in self.callable_methods.clone() {
            let (name, descriptor) = self.signature(method);
            let result = descriptor.split_once(')').map_or("V", |(_, result)| result).to_owned();
            if name == "<init>" || result == "V" {
                continue;
            }
            let result_value = classfile::descriptor::parameters(&descriptor).count() as u32;
            self.add_values(Criterion::Output, method, result_value, &result, "result");
            let observers = self.subject.observers.get(method).map_or(&[][..], Vec::as_slice);
            for (recorded_value, observer) in (result_value + 1..).zip(observers) {
                let name = format!("{}() of the result", observer.name);
                self.add_values(Criterion::Output, method, recorded_value, &observer.descriptor, &name);
            }
        }
    }

    fn add_inputs(&mut self) {
        for method in self.callable_methods.clone() {
            let (_, descriptor) = self.signature(method);
            let skipped = usize::from(self.is_inner_constructor(method));
            for (recorded_value, parameter) in
                (0..).zip(classfile::descriptor::parameters(&descriptor)).skip(skipped)
            {
                let name = format!("argument {}", recorded_value + 1);
                self.add_values(Criterion::Input, method, recorded_value, parameter, &name);
            }
        }
    }

    /// Returns whether a method is the constructor of an inner class. The first parameter of this constructor
    /// is the enclosing object, which is not an argument in the source.
    fn is_inner_constructor(&self, method: MethodIndex) -> bool {
        let method = &self.subject.program.methods[method];
        let outer = method.class.rsplit_once('$').map(|(outer, _)| format!("(L{outer};"));
        method.name == "<init>" && outer.is_some_and(|outer| method.descriptor.starts_with(&outer))
    }

    /// Returns the name and the descriptor of a method.
    fn signature(&self, method: MethodIndex) -> (String, String) {
        let method = &self.subject.program.methods[method];
        (method.name.clone(), method.descriptor.clone())
    }

    /// Adds one goal for each value set, such as the negative numbers, of an argument, of the result, or of a
    /// value that an observer returns. `recorded_value` is the index of the value in
    /// [`RecordedCall::recorded_values`](crate::RecordedCall::recorded_values). `name` is the name of the
    /// value in descriptions.
    fn add_values(
        &mut self,
        criterion: Criterion,
        method: MethodIndex,
        recorded_value: u32,
        descriptor: &str,
        name: &str,
    ) {
        for class in values::classes(descriptor, self.subject.is_container) {
            let goal = self.goals.next_key();
            let value = Value { criterion, goal, method, recorded_value, class, name: name.to_owned() };
            let value = self.values.push_and_get_key(value);
            self.goals.push(if criterion == Criterion::Output {
                Goal::Output(value)
            } else {
                Goal::Input(value)
            });
        }
    }
}

impl Goals {
    /// Returns the method that a goal belongs to. The goal must not be a goal of exception coverage.
    fn method_of(&self, program: &Program, goal: Goal) -> MethodIndex {
        match goal {
            Goal::Branch(branch) | Goal::DirectBranch(branch) => program.branches[branch].method,
            Goal::Line(line) => program.lines[line].method,
            Goal::Statement(statement) => program.statements[statement].method,
            Goal::WeakMutant(mutant) | Goal::StrongMutant(mutant) => self.mutants.point(mutant).method,
            Goal::Output(value) | Goal::Input(value) => self.values[value].method,
            Goal::BranchlessMethod(method) | Goal::DirectBranchlessMethod(method) | Goal::Method(method) => {
                method
            }
            Goal::TopMethod(method)
            | Goal::TopMethodNoException(method)
            | Goal::OrdinaryCall(method)
            | Goal::SeveralResults(method) => method,
            Goal::Exception(_) => unreachable!("exceptions have no goals before the first execution"),
        }
    }
}

fn branchless_index(
    program: &Program,
    branchless_methods: &[MethodIndex],
) -> TiVec<MethodIndex, Option<u32>> {
    let mut branchless_index = TiVec::from(vec![None; program.methods.len()]);
    for (index, method) in (program.branches.len() as u32..).zip(branchless_methods) {
        branchless_index[*method] = Some(index);
    }
    branchless_index
}

fn statements_of_line(program: &Program) -> ListTable<LineId, StatementId> {
    let mut lists = TiVec::<LineId, Vec<StatementId>>::from(vec![Vec::new(); program.lines.len()]);
    for (statement, it) in program.statements.iter_enumerated() {
        lists[it.line].push(statement);
    }
    lists.into_iter().collect()
}

fn needs_direct_call(subject: &Subject<'_>) -> TiVec<MethodIndex, bool> {
    let methods = subject.program.methods.iter().zip(subject.callable);
    methods.map(|(method, callable)| *callable && method.access & PUBLIC != 0).collect()
}

fn values_of(program: &Program, values: &TiSlice<ValueId, Value>) -> ListTable<MethodIndex, ValueId> {
    let mut lists = TiVec::<MethodIndex, Vec<ValueId>>::from(vec![Vec::new(); program.methods.len()]);
    for (index, value) in values.iter_enumerated() {
        lists[value.method].push(index);
    }
    lists.into_iter().collect()
}

/// Returns, for each method, the binary names with dots of the exceptions that the method declares.
fn declared_exceptions(program: &Program) -> TiVec<MethodIndex, Vec<String>> {
    let dotted = |name: &String| name.replace('/', ".");
    program.methods.iter().map(|method| method.throws.iter().map(dotted).collect()).collect()
}
