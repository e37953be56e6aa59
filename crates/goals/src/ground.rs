//! What all goals stand on: places in the control dependence graphs, and how near an execution came to them.

use std::collections::BTreeMap;

use analysis::{BlockId, BranchId, Method, MethodId, Program};

use crate::fitness::Dense;
use crate::flags::{self, Giver};
use crate::paths::{Step, parents, paths};
use crate::rows::Rows;

/// A block as a place in its method's control dependence graph.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) method: u32,
    /// Control dependences between it and the method's entry on the shortest way, at least 1.
    pub(crate) depth: u32,
    /// Whether it hangs on the method's entry.
    pub(crate) on_entry: bool,
}

/// The places that are measured from, and the branches on the ways to them.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    pub(crate) method_count: usize,
    pub(crate) branch_count: usize,
    /// The first id of distances that is for direct calls; see [`Program::direct`].
    pub(crate) direct: u32,
    /// How many ids of distances there are.
    pub(crate) ids: u32,
    pub(crate) places: Vec<Place>,
    /// For every place the branches on the ways to it.
    pub(crate) steps: Rows<Step>,
    /// For every place the branches that it hangs on.
    pub(crate) parents: Rows<BranchId>,
    /// By branch the place of its predicate.
    pub(crate) place_of: Vec<u32>,
    /// By branch and, behind these, by outcome of a value, its method.
    pub(crate) method_of: Vec<u32>,
    /// The same: what gives the boolean that it is about the value that it asks for.
    pub(crate) givers: Rows<Giver>,
}

/// Places in the making.
pub(crate) struct Places<'a> {
    pub(crate) program: &'a Program,
    places: Vec<Place>,
    steps: Vec<Vec<Step>>,
    parents: Vec<Vec<BranchId>>,
    known: BTreeMap<(MethodId, BlockId), u32>,
}

impl<'a> Places<'a> {
    pub(crate) fn new(program: &'a Program) -> Places<'a> {
        Places { program, places: Vec::new(), steps: Vec::new(), parents: Vec::new(), known: BTreeMap::new() }
    }

    /// The place of a block that a path from its method's entry reaches.
    pub(crate) fn of_block(&mut self, id: MethodId, block: BlockId) -> u32 {
        if let Some(&place) = self.known.get(&(id, block)) {
            return place;
        }
        let method = &self.program.methods[id.0 as usize];
        let (steps, depth) = paths(self.program, method, block);
        let (parents, on_entry) = parents(method, block);
        let place = self.places.len() as u32;
        self.places.push(Place { method: id.0, depth, on_entry });
        self.steps.push(steps);
        self.parents.push(parents.into_iter().collect());
        self.known.insert((id, block), place);
        place
    }

    pub(crate) fn finish(mut self) -> Ground {
        let program = self.program;
        let place_of = program.branches.iter().map(|branch| {
            let method = &program.methods[branch.method.0 as usize];
            self.of_block(branch.method, method.predicates[branch.predicate as usize].block)
        });
        let place_of = place_of.collect();
        let givers = flags::givers(program, &mut self);
        Ground {
            method_count: program.methods.len(),
            branch_count: program.branches.len(),
            direct: program.direct(BranchId(0)),
            ids: program.distances(),
            places: self.places,
            steps: self.steps.into_iter().collect(),
            parents: self.parents.into_iter().collect(),
            place_of,
            method_of: method_of(program),
            givers,
        }
    }
}

impl Ground {
    /// How near a loaded execution came to a place; found once for all the goals that are there.
    pub(crate) fn approach(&self, place: u32, dense: &Dense) -> f64 {
        let known = &dense.approaches[place as usize];
        if known.get().is_nan() {
            known.set(self.measure(place, dense));
        }
        known.get()
    }

    /// Level and distance of the nearest branch whose predicate ran on the ways to a place, the place's depth where none
    /// did; that depth + 1 + `nu(1)` where the method was not entered.
    pub(crate) fn measure(&self, place: u32, dense: &Dense) -> f64 {
        let Place { method, depth, .. } = self.places[place as usize];
        match dense.entered[method as usize] {
            true => self.approach_by(place, 0, dense),
            false => not_entered(depth),
        }
    }

    /// The same in an entered method, by the distances of its branches that are `offset` above their ids.
    pub(crate) fn approach_by(&self, place: u32, offset: u32, dense: &Dense) -> f64 {
        let mut best = f64::INFINITY;
        for step in self.steps.row(place as usize) {
            let level = f64::from(step.level);
            // A normalised distance is below 1, so a further level cannot win.
            if level > best {
                break;
            }
            let distance = dense.distances[(step.branch.0 + offset) as usize];
            if !distance.is_nan() {
                best = best.min(level + distance);
            }
        }
        if best.is_finite() { best } else { self.places[place as usize].depth.into() }
    }

    /// The branch that an id of a distance is about, where it is one: also in a direct call.
    pub(crate) fn branch(&self, id: u32) -> Option<u32> {
        if (id as usize) < self.branch_count {
            return Some(id);
        }
        id.checked_sub(self.direct)
    }
}

/// The fitness of a goal at that depth of a method that was not entered.
pub(crate) fn not_entered(depth: u32) -> f64 {
    f64::from(depth) + 1.0 + 0.5
}

fn method_of(program: &Program) -> Vec<u32> {
    let of_values = |(id, method): (u32, &Method)| vec![id; 2 * method.values.len()];
    let values = (0..).zip(&program.methods).flat_map(of_values);
    program.branches.iter().map(|branch| branch.method.0).chain(values).collect()
}
