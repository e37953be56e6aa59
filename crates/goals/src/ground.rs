//! What all goals stand on: places in the control dependence graphs, and how near an execution came to them.

use std::collections::BTreeMap;

use analysis::{BlockId, BranchId, DistanceId, Method, MethodIndex, Program};
use typed_index_collections::TiVec;

use crate::fitness::IndexedTrace;
use crate::flags::{self, Giver};
use crate::ids::PlaceId;
use crate::paths::{Step, parents, paths};
use crate::rows::ListTable;

/// A block as a place in its method's control dependence graph.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) method: MethodIndex,
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
    pub(crate) direct: DistanceId,
    /// How many ids of distances there are.
    pub(crate) ids: usize,
    pub(crate) places: TiVec<PlaceId, Place>,
    /// For every place the branches on the ways to it.
    pub(crate) steps: ListTable<PlaceId, Step>,
    /// For every place the branches that it hangs on.
    pub(crate) parents: ListTable<PlaceId, BranchId>,
    /// By branch the place of its predicate.
    pub(crate) place_of: TiVec<BranchId, PlaceId>,
    /// By branch and, behind these, by outcome of a value, its method.
    pub(crate) method_of: TiVec<DistanceId, MethodIndex>,
    /// The same: what gives the boolean that it is about the value that it asks for.
    pub(crate) givers: ListTable<DistanceId, Giver>,
}

/// Places in the making.
pub(crate) struct Places<'a> {
    pub(crate) program: &'a Program,
    places: TiVec<PlaceId, Place>,
    steps: Vec<Vec<Step>>,
    parents: Vec<Vec<BranchId>>,
    known: BTreeMap<(MethodIndex, BlockId), PlaceId>,
}

impl<'a> Places<'a> {
    pub(crate) fn new(program: &'a Program) -> Places<'a> {
        Places {
            program,
            places: TiVec::new(),
            steps: Vec::new(),
            parents: Vec::new(),
            known: BTreeMap::new(),
        }
    }

    /// The place of a block that a path from its method's entry reaches.
    pub(crate) fn of_block(&mut self, id: MethodIndex, block: BlockId) -> PlaceId {
        if let Some(&place) = self.known.get(&(id, block)) {
            return place;
        }
        let method = &self.program.methods[id];
        let (steps, depth) = paths(self.program, method, block);
        let (parents, on_entry) = parents(method, block);
        let place = self.places.push_and_get_key(Place { method: id, depth, on_entry });
        self.steps.push(steps);
        self.parents.push(parents.into_iter().collect());
        self.known.insert((id, block), place);
        place
    }

    pub(crate) fn finish(mut self) -> Ground {
        let program = self.program;
        let place_of = program.branches.iter().map(|branch| {
            let method = &program.methods[branch.method];
            self.of_block(branch.method, method.predicates[branch.predicate as usize].block)
        });
        let place_of = place_of.collect();
        let givers = flags::givers(program, &mut self);
        Ground {
            method_count: program.methods.len(),
            branch_count: program.branches.len(),
            direct: program.direct(BranchId(0)),
            ids: program.distance_count() as usize,
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
    pub(crate) fn approach(&self, place: PlaceId, dense: &IndexedTrace) -> f64 {
        let known = &dense.approaches[place];
        if known.get().is_nan() {
            known.set(self.measure(place, dense));
        }
        known.get()
    }

    /// Level and distance of the nearest branch whose predicate ran on the ways to a place, the place's depth where none
    /// did; that depth + 1 + `nu(1)` where the method was not entered.
    pub(crate) fn measure(&self, place: PlaceId, dense: &IndexedTrace) -> f64 {
        let Place { method, depth, .. } = self.places[place];
        match dense.entered[method] {
            true => self.approach_by(place, DistanceId(0), dense),
            false => not_entered(depth),
        }
    }

    /// The same in an entered method, by the distances of its branches from `first` on.
    pub(crate) fn approach_by(&self, place: PlaceId, first: DistanceId, dense: &IndexedTrace) -> f64 {
        let mut best = f64::INFINITY;
        for step in &self.steps[place] {
            let level = f64::from(step.level);
            // A normalised distance is below 1, so a further level cannot win.
            if level > best {
                break;
            }
            let distance = dense.distances[DistanceId(first.0 + step.branch.0)];
            if !distance.is_nan() {
                best = best.min(level + distance);
            }
        }
        if best.is_finite() { best } else { self.places[place].depth.into() }
    }

    pub(crate) fn method_of_branch(&self, branch: BranchId) -> MethodIndex {
        self.method_of[DistanceId::from(branch)]
    }

    /// The distance of a branch in direct calls.
    pub(crate) fn direct_distance(&self, branch: BranchId) -> DistanceId {
        DistanceId(self.direct.0 + branch.0)
    }

    /// The branch that an id of a distance is about, where it is one: also in a direct call.
    pub(crate) fn branch(&self, id: DistanceId) -> Option<BranchId> {
        if id.index() < self.branch_count {
            return Some(BranchId(id.0));
        }
        id.0.checked_sub(self.direct.0).map(BranchId)
    }
}

/// The fitness of a goal at that depth of a method that was not entered.
pub(crate) fn not_entered(depth: u32) -> f64 {
    f64::from(depth) + 1.0 + 0.5
}

fn method_of(program: &Program) -> TiVec<DistanceId, MethodIndex> {
    let of_values = |(id, method): (MethodIndex, &Method)| vec![id; 2 * method.values.len()];
    let values = program.methods.iter_enumerated().flat_map(of_values);
    program.branches.iter().map(|branch| branch.method).chain(values).collect()
}
