//! Which distances tell nothing any more.

use analysis::{BranchId, DistanceId, MethodIndex};
use fixedbitset::FixedBitSet;

use crate::goals::{Goal, Goals};
use crate::ground::Ground;
use crate::ids::{GoalId, PlaceId};

/// What the fitness of some goals hangs on.
struct Needed<'a> {
    ground: &'a Ground,
    /// By branch and, behind these, by outcome of a value.
    distances: FixedBitSet,
    places: FixedBitSet,
    /// Methods of which it matters whether the test called them itself: any of their branches may tell.
    methods: FixedBitSet,
    /// Of these distances those that others may still hang on.
    new: Vec<DistanceId>,
}

impl Goals {
    /// The ids of distances that tell nothing of goals that are open: neither whether they are covered nor how far from that a
    /// test is. Ascending. Of a predicate, or a value, all distances are among them or none. Where a goal is no longer open
    /// there are more.
    pub fn unneeded_distances(&self, is_open: &dyn Fn(GoalId) -> bool) -> Vec<DistanceId> {
        let ground = &self.ground;
        let (distances, places) = (ground.method_of.len(), ground.places.len());
        let mut needed = Needed {
            ground,
            distances: FixedBitSet::with_capacity(distances),
            places: FixedBitSet::with_capacity(places),
            methods: FixedBitSet::with_capacity(ground.method_count),
            new: Vec::new(),
        };
        self.goals.keys().filter(|&goal| is_open(goal)).for_each(|goal| needed.goal(self, goal));
        needed.follow();
        let told = needed.probes();
        let idle = ground.method_of.keys().filter(|&id| !told.contains(probe(ground, id)));
        let direct = ground.place_of.keys().filter(|&id| !told.contains(probe(ground, id.into())));
        idle.chain(direct.map(|branch| ground.direct_distance(branch))).collect()
    }
}

impl Needed<'_> {
    fn goal(&mut self, goals: &Goals, goal: GoalId) {
        match goals.goals[goal] {
            Goal::Branch(branch) => {
                self.distance(branch.into());
                self.place(self.ground.place_of[branch]);
            }
            Goal::DirectBranch(branch) => self.method(self.ground.method_of_branch(branch)),
            Goal::TopMethod(method) => self.method(method),
            Goal::Line(_) | Goal::Statement(_) => {
                for statement in goals.statements(goal) {
                    self.place(goals.place_of_statement[statement]);
                }
            }
            Goal::WeakMutant(mutant) | Goal::StrongMutant(mutant) => {
                let point = goals.mutants.mutants[mutant].point;
                self.place(goals.place_of_point[point]);
            }
            Goal::Root(_)
            | Goal::DirectRoot(_)
            | Goal::Method(_)
            | Goal::TopMethodNoException(_)
            | Goal::Exception(_)
            | Goal::Output(_)
            | Goal::Input(_) => {}
        }
    }

    fn method(&mut self, method: MethodIndex) {
        self.methods.insert(method.index());
    }

    fn place(&mut self, place: PlaceId) {
        if !self.places.put(place.index()) {
            let ground = self.ground;
            ground.steps[place].iter().for_each(|step| self.distance(step.branch.into()));
            // Those that the fitness of suites asks for.
            ground.parents[place].iter().for_each(|&branch| self.distance(branch.into()));
        }
    }

    fn distance(&mut self, id: DistanceId) {
        if !self.distances.put(id.index()) {
            self.new.push(id);
        }
    }

    /// Adds the branches of methods, then what the distances of booleans are graded by.
    fn follow(&mut self) {
        let ground = self.ground;
        for (branch, &method) in ground.place_of.keys().zip(&ground.method_of) {
            if self.methods.contains(method.index()) {
                self.distance(branch.into());
            }
        }
        while let Some(id) = self.new.pop() {
            for giver in &ground.givers[id] {
                self.place(giver.place);
                giver.branch.into_iter().for_each(|branch| self.distance(branch));
            }
        }
    }

    /// The probes that tell of these distances.
    fn probes(&self) -> FixedBitSet {
        let mut probes = FixedBitSet::with_capacity(self.ground.places.len() + self.ground.method_of.len());
        self.distances.ones().for_each(|id| probes.insert(probe(self.ground, DistanceId::from(id))));
        probes
    }
}

/// The number of the probe that tells of a distance: the place of a predicate, or behind all places that of a value.
fn probe(ground: &Ground, id: DistanceId) -> usize {
    match id.index().checked_sub(ground.branch_count) {
        None => ground.place_of[BranchId(id.0)].index(),
        Some(outcome) => ground.places.len() + outcome / 2,
    }
}
