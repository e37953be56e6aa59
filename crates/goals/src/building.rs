//! The goals of a class, made criterion by criterion.

use analysis::{BranchId, LineId, MethodId, Program, StatementId};
use fixedbitset::FixedBitSet;
use mutation::{MutantId, Mutants};

use crate::criterion::{Criterion, Selection};
use crate::describe;
use crate::exceptions::Exceptions;
use crate::goals::{Goal, Goals, Section, Value};
use crate::ground::Places;
use crate::infection::Infections;
use crate::rows::Rows;
use crate::selection::Guides;
use crate::values;

const PUBLIC: u16 = 0x0001;

/// A class under test, as goals see it.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// Its code.
    pub program: &'a Program,
    /// Its mutants; none where no criterion asks for them.
    pub mutants: &'a Mutants,
    /// By method whether a test can call it itself.
    pub callable: &'a [bool],
    /// By method what is looked at of the objects that it returns.
    pub observers: &'a [Vec<Observer>],
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
pub struct Aims {
    /// The criteria, in any order.
    pub criteria: Vec<Criterion>,
    /// Which of their goals guide.
    pub selection: Selection,
    /// Criteria all of whose goals guide, asked for or not: branches where the search follows their hierarchy (DynaMOSA), what
    /// suites are measured by where that is chosen.
    pub guides: Vec<Criterion>,
}

impl Goals {
    /// The goals of a class. Where a predicate asks for a boolean, fitness tells how near the boolean was to being the other
    /// one; see [`without_flags`](Goals::without_flags).
    pub fn new(subject: &Subject<'_>, aims: &Aims) -> Goals {
        Building::new(subject, aims).finish()
    }

    /// The goals of branch coverage.
    pub fn branches(program: &Program) -> Goals {
        let none = Vec::new();
        let subject = Subject {
            program,
            mutants: &Mutants::default(),
            callable: &vec![false; program.methods.len()],
            observers: &none,
            is_container: &|_| false,
        };
        let branches = vec![Criterion::Branch];
        let aims = Aims { guides: branches.clone(), criteria: branches, selection: Selection::All };
        Goals::new(&subject, &aims)
    }
}

struct Building<'a> {
    subject: &'a Subject<'a>,
    aims: &'a Aims,
    places: Places<'a>,
    goals: Vec<Goal>,
    sections: Vec<Section>,
    /// By branch or root in one list: behind the branches one for each method without them.
    roots: Vec<MethodId>,
    callable: Vec<u32>,
    values: Vec<Value>,
    place_of_statement: Vec<u32>,
    place_of_point: Vec<u32>,
}

impl<'a> Building<'a> {
    fn new(subject: &'a Subject<'a>, aims: &'a Aims) -> Building<'a> {
        let program = subject.program;
        let mut places = Places::new(program);
        let place_of_statement = program.statements.iter().map(|statement| {
            let method = &program.methods[statement.method.0 as usize];
            places.of_block(statement.method, method.cfg.block_of(statement.at))
        });
        let place_of_statement = place_of_statement.collect();
        let points = &subject.mutants.points;
        let place_of_point = points.iter().map(|point| places.of_block(point.method, point.block)).collect();
        let methods = (0..).map(MethodId).zip(&program.methods);
        let callable = (0..).zip(subject.callable).filter(|(_, callable)| **callable);
        Building {
            subject,
            aims,
            places,
            goals: Vec::new(),
            sections: Vec::new(),
            roots: methods.filter(|(_, method)| method.predicates.is_empty()).map(|(id, _)| id).collect(),
            callable: callable.map(|(method, _)| method).collect(),
            values: Vec::new(),
            place_of_statement,
            place_of_point,
        }
    }

    fn finish(mut self) -> Goals {
        for criterion in Criterion::ALL {
            if self.aims.criteria.contains(&criterion) || self.aims.guides.contains(&criterion) {
                let first = self.goals.len() as u32;
                self.add(criterion);
                let goals = first..self.goals.len() as u32;
                self.sections.push(Section { criterion, goals });
            }
        }
        let Building { subject, aims, places, goals, sections, roots, callable, values, .. } = self;
        let program = subject.program;
        let ground = places.finish();
        let guides = Guides::new(aims, program, subject.mutants);
        let criterion_of = |goal: u32| {
            sections.iter().find(|section| section.goals.contains(&goal)).expect("every goal is in a section")
        };
        let guiding = |(goal, what): (u32, &Goal)| guides.guides(criterion_of(goal).criterion, *what);
        let mut finished = Goals {
            guides: (0..).zip(&goals).map(guiding).collect(),
            asked: Criterion::ALL.into_iter().filter(|it| aims.criteria.contains(it)).collect(),
            root_of: root_of(program, &roots),
            line_of: program.statements.iter().map(|statement| statement.line.0).collect(),
            statements_of_line: statements_of_line(program),
            place_of_statement: self.place_of_statement,
            mutants: subject.mutants.clone(),
            place_of_point: self.place_of_point,
            infections: Infections::new(subject.mutants),
            is_direct: is_direct(subject),
            callable,
            values_of: values_of(program, &values),
            values,
            exceptions: Exceptions { declared: declared(program), ..Exceptions::default() },
            descriptions: Vec::new(),
            methods: program.methods.iter().map(describe::method).collect(),
            method_of_goal: Vec::new(),
            roots: Vec::new(),
            dependents: Rows::from_iter([]),
            settled: FixedBitSet::new(),
            goals,
            sections,
            ground,
        };
        finished.method_of_goal =
            finished.goals.iter().map(|goal| finished.method_of(program, *goal)).collect();
        finished.descriptions = describe::all(program, &finished);
        finished.hang();
        finished
    }

    fn add(&mut self, criterion: Criterion) {
        let program = self.subject.program;
        let branches = (0..program.branches.len() as u32).map(BranchId);
        let methods = (0..program.methods.len() as u32).map(MethodId);
        let mutants = (0..self.subject.mutants.mutants.len() as u32).map(MutantId);
        let callable = self.callable.iter().copied().map(MethodId);
        match criterion {
            Criterion::Branch => {
                self.goals.extend(branches.map(Goal::Branch));
                self.goals.extend(self.roots.iter().copied().map(Goal::Root));
            }
            Criterion::DirectBranch => {
                self.goals.extend(branches.map(Goal::DirectBranch));
                self.goals.extend(self.roots.iter().copied().map(Goal::DirectRoot));
            }
            Criterion::Line => self.goals.extend((0..program.lines.len() as u32).map(LineId).map(Goal::Line)),
            Criterion::Statement => {
                let statements = (0..program.statements.len() as u32).map(StatementId);
                self.goals.extend(statements.map(Goal::Statement));
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
            let observers = self.subject.observers.get(method as usize).map_or(&[][..], Vec::as_slice);
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
    fn is_inner_constructor(&self, method: u32) -> bool {
        let method = &self.subject.program.methods[method as usize];
        let outer = method.class.rsplit_once('$').map(|(outer, _)| format!("(L{outer};"));
        method.name == "<init>" && outer.is_some_and(|outer| method.descriptor.starts_with(&outer))
    }

    fn signature(&self, method: u32) -> (String, String) {
        let method = &self.subject.program.methods[method as usize];
        (method.name.clone(), method.descriptor.clone())
    }

    fn add_values(&mut self, criterion: Criterion, method: u32, facet: u32, descriptor: &str, of: &str) {
        for class in values::classes(descriptor, self.subject.is_container) {
            let value = self.values.len() as u32;
            let goal = self.goals.len() as u32;
            self.values.push(Value { criterion, goal, method, facet, class, of: of.to_owned() });
            self.goals.push(if criterion == Criterion::Output {
                Goal::Output(value)
            } else {
                Goal::Input(value)
            });
        }
    }
}

impl Goals {
    fn method_of(&self, program: &Program, goal: Goal) -> u32 {
        match goal {
            Goal::Branch(branch) | Goal::DirectBranch(branch) => program.branches[branch.0 as usize].method.0,
            Goal::Line(line) => program.lines[line.0 as usize].method.0,
            Goal::Statement(statement) => program.statements[statement.0 as usize].method.0,
            Goal::WeakMutant(mutant) | Goal::StrongMutant(mutant) => self.mutants.point(mutant).method.0,
            Goal::Output(value) | Goal::Input(value) => self.values[value as usize].method,
            Goal::Root(method) | Goal::DirectRoot(method) | Goal::Method(method) => method.0,
            Goal::TopMethod(method) | Goal::TopMethodNoException(method) => method.0,
            Goal::Exception(_) => unreachable!("no exception is there from the start"),
        }
    }

    /// Has every guiding goal hang on the branches that control its place, or on nothing: see [`Goals::dependents`].
    fn hang(&mut self) {
        let mut dependents = vec![Vec::new(); self.goals.len()];
        for goal in (0..self.goals.len() as u32).filter(|&goal| self.guides[goal as usize]) {
            let places = self.places(goal);
            let on_entry = places.iter().any(|&place| self.ground.places[place as usize].on_entry);
            if places.is_empty() || on_entry {
                self.roots.push(goal);
            }
            for parent in places.iter().flat_map(|&place| self.ground.parents.row(place as usize)) {
                let parent = self.parent(goal, *parent);
                match parent {
                    Some(parent) if parent != goal => dependents[parent as usize].push(goal),
                    Some(_) => {}
                    // Nothing leads there: it guides from the start.
                    None if self.roots.last() == Some(&goal) => {}
                    None => self.roots.push(goal),
                }
            }
        }
        dependents.iter_mut().for_each(|goals: &mut Vec<u32>| goals.dedup());
        self.dependents = dependents.into_iter().collect();
    }

    /// The goal for a branch that a goal hangs on: of direct branches a direct one.
    fn parent(&self, goal: u32, branch: BranchId) -> Option<u32> {
        let criterion = match self.goals[goal as usize] {
            Goal::DirectBranch(_) => Criterion::DirectBranch,
            _ => Criterion::Branch,
        };
        let section = self.section(criterion);
        (!section.is_empty()).then_some(section.start + branch.0)
    }

    /// The places that a goal is in; none of what is about a method as a whole.
    pub(crate) fn places(&self, goal: u32) -> Vec<u32> {
        match self.goals[goal as usize] {
            Goal::Branch(branch) | Goal::DirectBranch(branch) => {
                vec![self.ground.place_of[branch.0 as usize]]
            }
            Goal::Line(line) => {
                let statements = self.statements_of_line.row(line.0 as usize).iter();
                statements.map(|&statement| self.place_of_statement[statement as usize]).collect()
            }
            Goal::Statement(statement) => vec![self.place_of_statement[statement.0 as usize]],
            Goal::WeakMutant(mutant) | Goal::StrongMutant(mutant) => {
                vec![self.place_of_point[self.mutants.mutants[mutant.0 as usize].point as usize]]
            }
            _ => Vec::new(),
        }
    }
}

fn root_of(program: &Program, roots: &[MethodId]) -> Vec<Option<u32>> {
    let mut root_of = vec![None; program.methods.len()];
    for (root, method) in (program.branches.len() as u32..).zip(roots) {
        root_of[method.0 as usize] = Some(root);
    }
    root_of
}

fn statements_of_line(program: &Program) -> Rows<u32> {
    let mut rows = vec![Vec::new(); program.lines.len()];
    for (statement, it) in (0..).zip(&program.statements) {
        rows[it.line.0 as usize].push(statement);
    }
    rows.into_iter().collect()
}

fn is_direct(subject: &Subject<'_>) -> Vec<bool> {
    let methods = subject.program.methods.iter().zip(subject.callable);
    methods.map(|(method, callable)| *callable && method.access & PUBLIC != 0).collect()
}

fn values_of(program: &Program, values: &[Value]) -> Rows<u32> {
    let mut rows = vec![Vec::new(); program.methods.len()];
    for (index, value) in (0..).zip(values) {
        rows[value.method as usize].push(index);
    }
    rows.into_iter().collect()
}

fn declared(program: &Program) -> Vec<Vec<String>> {
    let dotted = |name: &String| name.replace('/', ".");
    program.methods.iter().map(|method| method.throws.iter().map(dotted).collect()).collect()
}
