//! The goals of the criteria, numbered densely, and their hierarchy.

use std::collections::BTreeMap;

use analysis::{BlockId, BranchId, Method, MethodId, Program};

use crate::describe;
use crate::fitness::Trace;
use crate::flags::{self, Giver};
use crate::paths::{Step, parents, paths};
use crate::rows::Rows;

/// One thing to cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Goal {
    /// Take the branch.
    Branch(BranchId),
    /// Enter the method, which has no branches.
    Root(MethodId),
}

/// The goals of a program, with the ids `0 .. len()`: first every branch, with its own number, then the roots.
#[derive(Clone, Debug)]
pub struct Goals {
    pub(crate) goals: Vec<Goal>,
    pub(crate) branch_count: usize,
    pub(crate) method_count: usize,
    /// For every goal the place it is measured from.
    pub(crate) place_of: Vec<u32>,
    /// What can be measured from: every predicate in order, then every method without predicates, then where booleans
    /// are made.
    pub(crate) places: Vec<Place>,
    /// For every place the branches on the ways to it.
    pub(crate) steps: Rows<Step>,
    /// By branch, those of values included, its method.
    pub(crate) method_of: Vec<u32>,
    /// By branch, those of values included, what gives the boolean that it is about the value of the branch.
    pub(crate) givers: Rows<Giver>,
    /// The root of every method that has one.
    root_of: Vec<Option<u32>>,
    /// By statement its line.
    line_of: Vec<u32>,
    descriptions: Vec<String>,
    roots: Vec<u32>,
    dependents: Rows<u32>,
}

/// A place in a method's control dependence graph: a predicate, or the entry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) method: u32,
    /// Control dependences between it and the method's entry on the shortest way; 0 for the entry itself.
    pub(crate) depth: u32,
}

impl Goals {
    /// The goals of branch coverage: every branch, and the entry of every method without branches. Where a predicate
    /// asks for a boolean, fitness tells how near the boolean was to being the other one; see
    /// [`without_flags`](Goals::without_flags).
    pub fn branches(program: &Program) -> Goals {
        let dependents = vec![Vec::new(); program.branches.len()];
        let mut building = Building { dependents, ..Building::default() };
        for (id, method) in program.methods.iter().enumerate() {
            building.add_predicates(program, id as u32, method);
        }
        for (id, method) in program.methods.iter().enumerate() {
            building.add_root(id as u32, method);
        }
        building.finish(program)
    }

    /// The same goals with a fitness that takes a boolean for what it is: one step from the other one.
    pub fn without_flags(self) -> Goals {
        let givers = self.method_of.iter().map(|_| Vec::new()).collect();
        Goals { givers, ..self }
    }

    /// The number of goals.
    pub fn len(&self) -> usize {
        self.goals.len()
    }

    /// Whether there is nothing to cover, as in an interface without code.
    pub fn is_empty(&self) -> bool {
        self.goals.is_empty()
    }

    /// What a goal is.
    pub fn goal(&self, goal: u32) -> Goal {
        self.goals[goal as usize]
    }

    /// A goal in words for people, such as `com.acme.Foo.bar(int): line 12, true`.
    pub fn describe(&self, goal: u32) -> &str {
        &self.descriptions[goal as usize]
    }

    /// The line, an index into [`Program::lines`], that begins at a statement.
    pub fn line_of(&self, statement: u32) -> u32 {
        self.line_of[statement as usize]
    }

    /// The goals that hang on no other goal, or on entering their method alone: those to begin with. Ascending.
    pub fn roots(&self) -> &[u32] {
        &self.roots
    }

    /// The goals that hang directly on a goal, that is those which are control dependent on it, itself left out.
    /// Ascending. Every goal hangs on a root, directly or through others; some hang on each other, through loops.
    pub fn dependents(&self, goal: u32) -> &[u32] {
        self.dependents.row(goal as usize)
    }

    /// Calls `visit` with every goal that the execution covered, ascending, each once.
    pub fn covered(&self, trace: &Trace, visit: &mut dyn FnMut(u32)) {
        let is_taken =
            |(branch, distance): &&(u32, f64)| (*branch as usize) < self.branch_count && *distance == 0.0;
        let taken = trace.branches.iter().filter(is_taken).map(|&(branch, _)| branch);
        let entered = trace.methods.iter().filter_map(|&method| self.root_of[method as usize]);
        let mut covered: Vec<u32> = taken.chain(entered).collect();
        covered.sort_unstable();
        covered.dedup();
        covered.into_iter().for_each(visit);
    }
}

#[derive(Default)]
pub(crate) struct Building {
    goals: Vec<Goal>,
    place_of: Vec<u32>,
    places: Vec<Place>,
    steps: Vec<Vec<Step>>,
    root_of: Vec<Option<u32>>,
    roots: Vec<u32>,
    /// For every branch the goals that hang on it.
    dependents: Vec<Vec<u32>>,
    /// Places of blocks in which booleans are made.
    place_of_block: BTreeMap<(MethodId, BlockId), u32>,
}

impl Building {
    fn add_predicates(&mut self, program: &Program, id: u32, method: &Method) {
        for predicate in &method.predicates {
            let (steps, depth) = paths(program, method, predicate.block);
            let (parents, on_entry) = parents(method, predicate.block);
            let place = self.add_place(Place { method: id, depth }, steps);
            let goals = (0..predicate.outcomes.len() as u32).map(|outcome| predicate.first.0 + outcome);
            for goal in goals {
                debug_assert_eq!(
                    goal as usize,
                    self.goals.len(),
                    "branches are numbered in order of predicates"
                );
                self.goals.push(Goal::Branch(BranchId(goal)));
                self.place_of.push(place);
                self.roots.extend(on_entry.then_some(goal));
                for parent in parents.iter().filter(|parent| parent.0 != goal) {
                    self.dependents[parent.0 as usize].push(goal);
                }
            }
        }
    }

    fn add_root(&mut self, id: u32, method: &Method) {
        let goal = method.predicates.is_empty().then_some(self.goals.len() as u32);
        self.root_of.push(goal);
        if let Some(goal) = goal {
            let place = self.add_place(Place { method: id, depth: 0 }, Vec::new());
            self.goals.push(Goal::Root(MethodId(id)));
            self.place_of.push(place);
            self.roots.push(goal);
        }
    }

    /// The place of a block in which a boolean is made.
    pub(crate) fn place_of_block(&mut self, program: &Program, id: MethodId, block: BlockId) -> u32 {
        if let Some(&place) = self.place_of_block.get(&(id, block)) {
            return place;
        }
        let (steps, depth) = paths(program, &program.methods[id.0 as usize], block);
        let place = self.add_place(Place { method: id.0, depth }, steps);
        self.place_of_block.insert((id, block), place);
        place
    }

    fn add_place(&mut self, place: Place, steps: Vec<Step>) -> u32 {
        self.places.push(place);
        self.steps.push(steps);
        self.places.len() as u32 - 1
    }

    fn finish(mut self, program: &Program) -> Goals {
        self.dependents.resize(self.goals.len(), Vec::new());
        let givers = flags::givers(program, &mut self);
        Goals {
            givers,
            method_of: method_of(program),
            branch_count: program.branches.len(),
            method_count: program.methods.len(),
            descriptions: describe::all(program, &self.goals),
            line_of: program.statements.iter().map(|statement| statement.line.0).collect(),
            goals: self.goals,
            place_of: self.place_of,
            places: self.places,
            steps: self.steps.into_iter().collect(),
            root_of: self.root_of,
            roots: self.roots,
            dependents: self.dependents.into_iter().collect(),
        }
    }
}

/// By branch, those of values included, its method.
fn method_of(program: &Program) -> Vec<u32> {
    let of_values = |(id, method): (u32, &Method)| vec![id; 2 * method.values.len()];
    let values = (0..).zip(&program.methods).flat_map(of_values);
    program.branches.iter().map(|branch| branch.method.0).chain(values).collect()
}
