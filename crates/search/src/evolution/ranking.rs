//! Dominance, non-dominated sorting, preference sorting and crowding.
//!
//! Tests are rows of a matrix of [`Scores`]. The first rows are the newest generation. If two tests are
//! equally good, the test with the lower row index wins. A newer test therefore replaces an equally good
//! older test, and the search moves across plateaus of the fitness.

use std::cmp::Ordering;

use crate::scores::Scores;

/// Tests by rank, best rank first. `fronts[rank]` contains the row indices of the tests with this rank.
pub type Fronts = Vec<Vec<usize>>;

/// Returns whether a test with fitness `a` dominates a test with fitness `b`: `a` is worse on no objective
/// and better on at least one objective. Compares a fixed number of objectives at a time, and stops if `a` is
/// worse on one of these objectives. Algorithm 4 of the DynaMOSA paper compares in both directions; this
/// function compares in one direction.
pub fn dominates(a: &[f64], b: &[f64]) -> bool {
    let mut is_better = false;
    for (a, b) in a.chunks(STRIDE).zip(b.chunks(STRIDE)) {
        if any(a, b, |a, b| a > b) {
            return false;
        }
        is_better = is_better || any(a, b, |a, b| a < b);
    }
    is_better
}

/// Number of objectives that are compared without a branch between the comparisons, so that the compiler can
/// vectorise the comparisons.
const STRIDE: usize = 16;

/// Returns whether a comparison is true for at least one objective.
fn any(a: &[f64], b: &[f64], compare: impl Fn(f64, f64) -> bool) -> bool {
    a.iter().zip(b).fold(false, |any, (&a, &b)| any | compare(a, b))
}

/// Sorts tests into non-dominated fronts. Each test is in the first front that contains no test that
/// dominates this test.
///
/// The fast non-dominated sort of NSGA-II computes the same fronts. Sequential search needs fewer comparisons
/// (ENS-SS; Zhang, Tian, Cheng, Jin: "An Efficient Approach to Nondominated Sorting for Evolutionary
/// Multiobjective Optimization", IEEE TEVC 2015, Section III). Sequential search first sorts the tests
/// lexicographically, because no test is then dominated by a later test.
pub fn nondominated_sort(scores: &Scores, mut tests: Vec<usize>) -> Fronts {
    tests.sort_by(|&a, &b| lexicographic(scores.row(a), scores.row(b)));
    let mut fronts: Fronts = Vec::new();
    let mut previous: Option<(&[f64], usize)> = None;
    for test in tests {
        let row = scores.row(test);
        let rank = match previous {
            // Often, several tests have equal rows. Such tests are in the same front.
            Some((previous_row, rank)) if lexicographic(previous_row, row).is_eq() => rank,
            _ => first_nondominating(scores, &fronts, row),
        };
        if rank == fronts.len() {
            fronts.push(Vec::new());
        }
        fronts[rank].push(test);
        previous = Some((row, rank));
    }
    fronts
}

/// Returns the index of the first front that contains no test that dominates `row`. Returns the number of
/// fronts if every front contains such a test.
fn first_nondominating(scores: &Scores, fronts: &Fronts, row: &[f64]) -> usize {
    // The search begins with the last test of a front. In lexicographic order, this test is nearest to the
    // row, and the nearest tests dominate the row most often.
    let is_nondominating =
        |front: &Vec<usize>| !front.iter().rev().any(|&test| dominates(scores.row(test), row));
    fronts.iter().position(is_nondominating).unwrap_or(fronts.len())
}

/// Compares two rows lexicographically.
fn lexicographic(a: &[f64], b: &[f64]) -> Ordering {
    let mut strides = a.chunks(STRIDE).zip(b.chunks(STRIDE));
    let differing = strides.find(|(a, b)| any(a, b, |a, b| a != b));
    differing.and_then(|(a, b)| a.partial_cmp(b)).unwrap_or(Ordering::Equal)
}

/// Returns the preferred tests, in ascending order and without duplicates. Each objective has one preferred
/// test: the test with the best fitness on the objective. If several tests have this fitness, the shortest
/// of these tests is preferred (the preference criterion: Definition 3 of the DynaMOSA paper).
pub fn preferred(scores: &Scores, lengths: &[usize]) -> Vec<usize> {
    if lengths.is_empty() {
        return Vec::new();
    }
    let mut best = vec![0; scores.goals.len()];
    let mut closest = scores.row(0).to_vec();
    for test in 1..lengths.len() {
        for (objective, &fitness) in scores.row(test).iter().enumerate() {
            let is_shorter = || lengths[test] < lengths[best[objective]];
            if fitness < closest[objective] || (fitness == closest[objective] && is_shorter()) {
                closest[objective] = fitness;
                best[objective] = test;
            }
        }
    }
    best.sort_unstable();
    best.dedup();
    best
}

/// A way to sort tests into fronts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sorting {
    /// The preferred tests first, then the other tests by dominance: [`preference_sort`].
    Preference,
    /// All tests by dominance: [`nondominated_sort`].
    Dominance,
    /// The preferred tests first, then all other tests in one front.
    PreferenceAlone,
}

impl Sorting {
    /// Sorts all tests into fronts. `lengths` contains the length of each test, and `population` is the
    /// number of tests in a population.
    pub fn fronts(self, scores: &Scores, lengths: &[usize], population: usize) -> Fronts {
        match self {
            Sorting::Preference => preference_sort(scores, lengths, population),
            Sorting::Dominance => nondominated_sort(scores, (0..lengths.len()).collect()),
            Sorting::PreferenceAlone => preference_sort(scores, lengths, 0),
        }
    }
}

/// Sorts all tests into fronts, with the preferred tests in the first front (Algorithm 3 of the DynaMOSA
/// paper).
///
/// The other tests are sorted by dominance. If there are more preferred tests than `population`, the other
/// tests are one front instead. The paper also proposes to skip the sort by dominance if there are many
/// objectives (Section 9). This proposal would save no time here, because the crowding of one large front
/// takes at least as long as the sort.
pub fn preference_sort(scores: &Scores, lengths: &[usize], population: usize) -> Fronts {
    let first = preferred(scores, lengths);
    let others: Vec<usize> = (0..lengths.len()).filter(|test| first.binary_search(test).is_err()).collect();
    let next_fronts =
        if first.len() <= population { nondominated_sort(scores, others) } else { vec![others] };
    std::iter::once(first).chain(next_fronts).collect()
}

/// Returns the crowding value of each test of a front; lower is better. The value is the subvector dominance
/// assignment (Köppen, Yoshida: "Substitute Distance Assignments in NSGA-II for Handling Many-objective
/// Optimization Problems", EMO 2007, Section 3).
///
/// The net wins of test A against test B are the number of objectives on which A is better, minus the number
/// of objectives on which A is worse. The crowding value of a test is the largest number of net wins of any
/// other test of the front against this test. A test that is alone in its front has the best possible value.
pub fn crowding(scores: &Scores, front: &[usize]) -> Vec<i32> {
    let best = -scores.weights.iter().sum::<i32>();
    let mut values = vec![best; front.len()];
    for (i, &test) in front.iter().enumerate() {
        let row = scores.row(test);
        for (j, &other) in front[..i].iter().enumerate() {
            let net = net_wins(row, scores.row(other), &scores.weights);
            values[j] = values[j].max(net);
            values[i] = values[i].max(-net);
        }
    }
    values
}

/// Returns the number of objectives on which `a` is better than `b`, minus the number of objectives on which
/// `a` is worse. The weight of a column is the number of objectives that the column represents.
fn net_wins(a: &[f64], b: &[f64], weights: &[i32]) -> i32 {
    let wins = a.iter().zip(b).map(|(a, b)| i32::from(a < b) - i32::from(a > b));
    wins.zip(weights).map(|(win, weight)| win * weight).sum()
}
