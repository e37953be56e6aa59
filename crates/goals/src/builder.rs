//! The goals of a class, made criterion by criterion.

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

/// A class under test, as goals see it.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// Its code.
    pub program: &'a Program,
    /// Its mutants; none where no criterion asks for them.
    pub mutants: &'a Mutants,
    /// By method whether a test can call it itself.
    pub callable: &'a TiSlice<MethodIndex, bool>,
    /// By method what is looked at of the objects that it returns.
    pub observers: &'a TiSlice<MethodIndex, Vec<Observer>>,
    /// Whether the class of that binary name, with slashes, is a collection or a map.
    pub is_container: &'a dyn Fn(&str) -> bool,
}

/// A method without parameters that gives the value of a field: it can be known without calling it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observer {
    /// Name of the method.
    pub name: String,
    /// Descriptor of the value.
    pub descriptor: String,
}

/// What is asked of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalOptions {
    /// The criteria, in any order.
    pub criteria: Vec<Criterion>,
    /// Which of their goals guide.
    pub selection: Selection,
    /// Criteria all of whose goals guide, asked for or not: branches where the search follows their hierarchy (DynaMOSA), what
    /// suites are measured by where that is chosen.
    pub objectives: Vec<Criterion>,
}

impl Goals {
    /// The goals of a class. Where a predicate asks for a boolean, fitness tells how near the boolean was to being the other
    /// one; see [`without_flags`](Goals::without_flags).
    pub fn new(subject: &Subject<'_>, options: &GoalOptions) -> Goals {
        GoalsBuilder::new(subject, options).finish()
    }

    /// The goals of branch coverage.
    pub fn branches(program: &Program) -> Goals {
        let none = TiVec::new();
        let subject = Subject {
            program,
            mutants: &Mutants::default(),
            callable: &TiVec::from(vec![false; program.methods.len()]),
            observers: &none,
            is_container: &|_| false,
        };
        let branches = vec![Criterion::Branch];
        let options =
            GoalOptions { objectives: branches.clone(), criteria: branches, selection: Selection::All };
        Goals::new(&subject, &options)
    }
}

struct GoalsBuilder<'a> {
    subject: &'a Subject<'a>,
    options: &'a GoalOptions,
    nodes: ControlGraphBuilder<'a>,
    goals: TiVec<GoalId, Goal>,
    sections: Vec<Section>,
    /// By branch or root in one list: behind the branches one for each method without them.
    roots: Vec<MethodIndex>,
    callable: Vec<MethodIndex>,
    values: TiVec<ValueId, Value>,
    node_of_statement: TiVec<StatementId, NodeId>,
    node_of_point: TiVec<PointId, NodeId>,
}

impl<'a> GoalsBuilder<'a> {
    fn new(subject: &'a Subject<'a>, options: &'a GoalOptions) -> GoalsBuilder<'a> {
        let program = subject.program;
        let mut nodes = ControlGraphBuilder::new(program);
        let node_of_statement = program.statements.iter().map(|statement| {
            let method = &program.methods[statement.method];
            nodes.of_block(statement.method, method.cfg.block_of(statement.at))
        });
        let node_of_statement = node_of_statement.collect();
        let points = &subject.mutants.points;
        let node_of_point = points.iter().map(|point| nodes.of_block(point.method, point.block)).collect();
        let methods = program.methods.iter_enumerated();
        let callable = subject.callable.iter_enumerated().filter(|(_, callable)| **callable);
        GoalsBuilder {
            subject,
            options,
            nodes,
            goals: TiVec::new(),
            sections: Vec::new(),
            roots: methods.filter(|(_, method)| method.predicates.is_empty()).map(|(id, _)| id).collect(),
            callable: callable.map(|(method, _)| method).collect(),
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
        let GoalsBuilder { subject, options, nodes, goals, sections, roots, callable, values, .. } = self;
        let program = subject.program;
        let control_graph = nodes.finish();
        let objectives = ObjectiveFilter::new(options, program, subject.mutants);
        let criterion_of = |goal: GoalId| {
            sections.iter().find(|section| section.goals.contains(&goal)).expect("every goal is in a section")
        };
        let guiding =
            |(goal, what): (GoalId, &Goal)| objectives.is_objective(criterion_of(goal).criterion, *what);
        let mut finished = Goals {
            objectives: goals.iter_enumerated().map(guiding).collect(),
            criteria: Criterion::ALL.into_iter().filter(|it| options.criteria.contains(it)).collect(),
            branchless_index: branchless_index(program, &roots),
            line_of: program.statements.iter().map(|statement| statement.line).collect(),
            statements_of_line: statements_of_line(program),
            node_of_statement: self.node_of_statement,
            mutants: subject.mutants.clone(),
            node_of_point: self.node_of_point,
            infections: Infections::new(subject.mutants),
            needs_direct_call: needs_direct_call(subject),
            callable,
            values_of: values_of(program, &values),
            values,
            exceptions: Exceptions { declared: declared(program), ..Exceptions::default() },
            descriptions: TiVec::new(),
            methods: program.methods.iter().map(descriptions::method).collect(),
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

    fn add(&mut self, criterion: Criterion) {
        let program = self.subject.program;
        let branches = program.branches.keys();
        let methods = program.methods.keys();
        let mutants = self.subject.mutants.mutants.keys();
        let callable = self.callable.iter().copied();
        match criterion {
            Criterion::Branch => {
                self.goals.extend(branches.map(Goal::Branch));
                self.goals.extend(self.roots.iter().copied().map(Goal::BranchlessMethod));
            }
            Criterion::DirectBranch => {
                self.goals.extend(branches.map(Goal::DirectBranch));
                self.goals.extend(self.roots.iter().copied().map(Goal::DirectBranchlessMethod));
            }
            Criterion::Line => self.goals.extend(program.lines.keys().map(Goal::Line)),
            Criterion::Statement => {
                self.goals.extend(program.statements.keys().map(Goal::Statement));
            }
            Criterion::WeakMutation => self.goals.extend(mutants.map(Goal::WeakMutant)),
            Criterion::StrongMutation => self.goals.extend(mutants.map(Goal::StrongMutant)),
            Criterion::Method => self.goals.extend(methods.map(Goal::Method)),
            Criterion::TopMethod => self.goals.extend(callable.map(Goal::TopMethod)),
            Criterion::TopMethodNoException => {
                self.goals.extend(callable.map(Goal::TopMethodNoException));
            }
            Criterion::Exception => {}
            Criterion::Output => self.add_outputs(),
            Criterion::Input => self.add_inputs(),
        }
    }

    fn add_outputs(&mut self) {
        for method in self.callable.clone() {
            let (name, descriptor) = self.signature(method);
            let result = descriptor.split_once(')').map_or("V", |(_, result)| result).to_owned();
            if name == "<init>" || result == "V" {
                continue;
            }
            let first = classfile::descriptor::parameters(&descriptor).count() as u32;
            self.add_values(Criterion::Output, method, first, &result, "result");
            let observers = self.subject.observers.get(method).map_or(&[][..], Vec::as_slice);
            for (facet, observer) in (first + 1..).zip(observers) {
                let of = format!("{}() of the result", observer.name);
                self.add_values(Criterion::Output, method, facet, &observer.descriptor, &of);
            }
        }
    }

    fn add_inputs(&mut self) {
        for method in self.callable.clone() {
            let (_, descriptor) = self.signature(method);
            let outer = usize::from(self.is_inner_constructor(method));
            for (facet, parameter) in (0..).zip(classfile::descriptor::parameters(&descriptor)).skip(outer) {
                let of = format!("argument {}", facet + 1);
                self.add_values(Criterion::Input, method, facet, parameter, &of);
            }
        }
    }

    /// Whether it is the constructor of an inner class, by its first parameter: the enclosing object, which is no argument.
    fn is_inner_constructor(&self, method: MethodIndex) -> bool {
        let method = &self.subject.program.methods[method];
        let outer = method.class.rsplit_once('$').map(|(outer, _)| format!("(L{outer};"));
        method.name == "<init>" && outer.is_some_and(|outer| method.descriptor.starts_with(&outer))
    }

    fn signature(&self, method: MethodIndex) -> (String, String) {
        let method = &self.subject.program.methods[method];
        (method.name.clone(), method.descriptor.clone())
    }

    fn add_values(
        &mut self,
        criterion: Criterion,
        method: MethodIndex,
        facet: u32,
        descriptor: &str,
        of: &str,
    ) {
        for class in values::classes(descriptor, self.subject.is_container) {
            let goal = self.goals.next_key();
            let value = Value { criterion, goal, method, facet, class, of: of.to_owned() };
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
            Goal::TopMethod(method) | Goal::TopMethodNoException(method) => method,
            Goal::Exception(_) => unreachable!("no exception is there from the start"),
        }
    }
}

fn branchless_index(program: &Program, roots: &[MethodIndex]) -> TiVec<MethodIndex, Option<u32>> {
    let mut branchless_index = TiVec::from(vec![None; program.methods.len()]);
    for (root, method) in (program.branches.len() as u32..).zip(roots) {
        branchless_index[*method] = Some(root);
    }
    branchless_index
}

fn statements_of_line(program: &Program) -> ListTable<LineId, StatementId> {
    let mut rows = TiVec::<LineId, Vec<StatementId>>::from(vec![Vec::new(); program.lines.len()]);
    for (statement, it) in program.statements.iter_enumerated() {
        rows[it.line].push(statement);
    }
    rows.into_iter().collect()
}

fn needs_direct_call(subject: &Subject<'_>) -> TiVec<MethodIndex, bool> {
    let methods = subject.program.methods.iter().zip(subject.callable);
    methods.map(|(method, callable)| *callable && method.access & PUBLIC != 0).collect()
}

fn values_of(program: &Program, values: &TiSlice<ValueId, Value>) -> ListTable<MethodIndex, ValueId> {
    let mut rows = TiVec::<MethodIndex, Vec<ValueId>>::from(vec![Vec::new(); program.methods.len()]);
    for (index, value) in values.iter_enumerated() {
        rows[value.method].push(index);
    }
    rows.into_iter().collect()
}

fn declared(program: &Program) -> TiVec<MethodIndex, Vec<String>> {
    let dotted = |name: &String| name.replace('/', ".");
    program.methods.iter().map(|method| method.throws.iter().map(dotted).collect()).collect()
}
