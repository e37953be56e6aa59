//! Which distances tell nothing any more.

use fixedbitset::FixedBitSet;

use crate::goals::{Goal, Goals};
use crate::ground::Ground;

/// What the fitness of some goals hangs on.
struct Needed<'a> {
    ground: &'a Ground,
    /// By branch and, behind these, by outcome of a value.
    distances: FixedBitSet,
    places: FixedBitSet,
    /// Methods of which it matters whether the test called them itself: any of their branches may tell.
    methods: FixedBitSet,
    /// Of these distances those that others may still hang on.
    new: Vec<u32>,
}

impl Goals {
    /// The ids of distances that tell nothing of goals that are open: neither whether they are covered nor how far from that a
    /// test is. Ascending. Of a predicate, or a value, all distances are among them or none. Where a goal is no longer open
    /// there are more.
    pub fn idle_distances(&self, is_open: &dyn Fn(u32) -> bool) -> Vec<u32> {
        let ground = &self.ground;
        let (distances, places) = (ground.method_of.len(), ground.places.len());
        let mut needed = Needed {
            ground,
            distances: FixedBitSet::with_capacity(distances),
            places: FixedBitSet::with_capacity(places),
            methods: FixedBitSet::with_capacity(ground.method_count),
            new: Vec::new(),
        };
        (0..self.goals.len() as u32).filter(|&goal| is_open(goal)).for_each(|goal| needed.goal(self, goal));
        needed.follow();
        let told = needed.probes();
        let idle = (0..distances as u32).filter(|&id| !told.contains(probe(ground, id)));
        let direct = (0..ground.branch_count as u32).filter(|&id| !told.contains(probe(ground, id)));
        idle.chain(direct.map(|branch| ground.direct + branch)).collect()
    }
}

impl Needed<'_> {
    fn goal(&mut self, goals: &Goals, goal: u32) {
        match goals.goals[goal as usize] {
            Goal::Branch(branch) => {
                self.distance(branch.0);
                self.place(self.ground.place_of[branch.0 as usize]);
            }
            Goal::DirectBranch(branch) => self.method(self.ground.method_of[branch.0 as usize]),
            Goal::TopMethod(method) => self.method(method.0),
            Goal::Line(_) | Goal::Statement(_) => {
                for statement in goals.statements(goal) {
                    self.place(goals.place_of_statement[statement as usize]);
                }
            }
            Goal::WeakMutant(mutant) | Goal::StrongMutant(mutant) => {
                let point = goals.mutants.mutants[mutant.0 as usize].point;
                self.place(goals.place_of_point[point as usize]);
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

    fn method(&mut self, method: u32) {
        self.methods.insert(method as usize);
    }

    fn place(&mut self, place: u32) {
        if !self.places.put(place as usize) {
            let ground = self.ground;
            ground.steps.row(place as usize).iter().for_each(|step| self.distance(step.branch.0));
            // Those that the fitness of suites asks for.
            ground.parents.row(place as usize).iter().for_each(|branch| self.distance(branch.0));
        }
    }

    fn distance(&mut self, id: u32) {
        if !self.distances.put(id as usize) {
            self.new.push(id);
        }
    }

    /// Adds the branches of methods, then what the distances of booleans are graded by.
    fn follow(&mut self) {
        let ground = self.ground;
        for (branch, &method) in (0..ground.branch_count as u32).zip(&ground.method_of) {
            if self.methods.contains(method as usize) {
                self.distance(branch);
            }
        }
        while let Some(id) = self.new.pop() {
            for giver in ground.givers.row(id as usize) {
                self.place(giver.place);
                giver.branch.into_iter().for_each(|branch| self.distance(branch));
            }
        }
    }

    /// The probes that tell of these distances.
    fn probes(&self) -> FixedBitSet {
        let mut probes = FixedBitSet::with_capacity(self.ground.places.len() + self.ground.method_of.len());
        self.distances.ones().for_each(|id| probes.insert(probe(self.ground, id as u32)));
        probes
    }
}

/// The number of the probe that tells of a distance: the place of a predicate, or behind all places that of a value.
fn probe(ground: &Ground, id: u32) -> usize {
    match (id as usize).checked_sub(ground.branch_count) {
        None => ground.place_of[id as usize] as usize,
        Some(outcome) => ground.places.len() + outcome / 2,
    }
}
