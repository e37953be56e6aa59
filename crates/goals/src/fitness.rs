//! From what an execution did to how far it was from a goal.

use crate::goals::Goals;

/// What one execution of a test did, as far as goals are concerned.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// The methods entered: indexes into `Program::methods`, each once, ascending or in order of first entry.
    pub methods: Vec<u32>,
    /// For every predicate that was executed, all its branches (indexes into `Program::branches`), each with its
    /// branch distance: the least over all executions, at least 0 and 0 exactly if it was taken; infinity is
    /// allowed. The same for every `analysis::Value` that was made, under its ids.
    pub branches: Vec<(u32, f64)>,
    /// Branches, one at least of each predicate that was executed more than once; those of which all branches were taken
    /// may be missing.
    pub repeated: Vec<u32>,
}

/// A trace laid out for looking up. Made once, then loaded with trace after trace.
#[derive(Clone, Debug, Default)]
pub struct Dense {
    /// By branch the normalised distance; NaN where its predicate was not executed.
    pub(crate) distances: Vec<f64>,
    /// By method whether it was entered.
    pub(crate) entered: Vec<bool>,
    /// The branches with a distance.
    touched: Vec<u32>,
}

/// Normalises a distance from `[0, inf]` to `[0, 1)`: `x / (x + 1)`.
///
/// Strictly increasing up to about 10^8; from there on neighbouring integers may give the same `f64`.
pub fn nu(distance: f64) -> f64 {
    debug_assert!(distance >= 0.0, "a distance is not negative: {distance}");
    // The minimum also replaces the NaN that infinity gives.
    (distance / (distance + 1.0)).min(1.0 - f64::EPSILON)
}

impl Goals {
    /// Lays a trace out in place of the one loaded before. Takes time for what these two touch, and a byte for every method, not for all goals.
    pub fn load(&self, trace: &Trace, dense: &mut Dense) {
        dense.clear();
        dense.distances.resize(self.method_of.len(), f64::NAN);
        dense.entered.resize(self.method_count, false);
        dense.touched.extend(trace.branches.iter().map(|&(branch, _)| branch));
        for &method in &trace.methods {
            dense.entered[method as usize] = true;
        }
        for &(branch, distance) in &trace.branches {
            dense.distances[branch as usize] = nu(distance);
            // A thread that outlives one test runs on in the next one, into methods that it does not enter there.
            dense.entered[self.method_of[branch as usize] as usize] = true;
        }
        self.grade(trace, dense);
    }

    /// How far the loaded execution was from a goal: 0 exactly if it covered it, else more.
    ///
    /// Approach level + normalised branch distance, the least over all ways of control dependence. Where the method was
    /// entered but no predicate on the ways ran, the goal's depth in the control dependence graph; where it was not
    /// entered, that depth + 1 + `nu(1)`.
    ///
    /// A distance is normalised by [`nu`]. That of a boolean that was missed is then made less, the nearer the execution
    /// was to the places that give it the wanted value.
    pub fn fitness(&self, goal: u32, dense: &Dense) -> f64 {
        let place_id = self.place_of[goal as usize] as usize;
        let place = self.places[place_id];
        if !dense.entered[place.method as usize] {
            return f64::from(place.depth) + 1.0 + 0.5;
        }
        match dense.distances[..self.branch_count].get(goal as usize) {
            Some(distance) if !distance.is_nan() => *distance,
            _ => self.approach(place_id, dense),
        }
    }

    /// Level and distance of the nearest branch whose predicate ran on the ways to a place, the place's depth where none
    /// did.
    pub(crate) fn approach(&self, place: usize, dense: &Dense) -> f64 {
        let mut best = f64::INFINITY;
        for step in self.steps.row(place) {
            let level = f64::from(step.level);
            // A normalised distance is below 1, so a further level cannot win.
            if level > best {
                break;
            }
            let distance = dense.distances[step.branch.0 as usize];
            if !distance.is_nan() {
                best = best.min(level + distance);
            }
        }
        if best.is_finite() { best } else { self.places[place].depth.into() }
    }
}

impl Dense {
    fn clear(&mut self) {
        for branch in self.touched.drain(..) {
            self.distances[branch as usize] = f64::NAN;
        }
        self.entered.fill(false);
    }
}
