//! Dominance, non-dominated sorting, preference sorting, crowding.
//!
//! Tests are rows of a matrix of [`Scores`]. Rows are ordered newest generation first, and every tie goes to
//! the lower row: of equally good tests the newer one stays, so that a search drifts over plateaus instead
//! of resting on them.

use std::cmp::Ordering;

use crate::scores::Scores;

/// Tests of equal rank, best rank first: `fronts[rank]` holds rows.
pub type Fronts = Vec<Vec<usize>>;

/// Whether a test with fitness `a` dominates one with `b`: nowhere worse and somewhere better. Ends at the
/// first objective where it is worse (Algorithm 4 of the DynaMOSA paper, for one of its two directions).
pub fn dominates(a: &[f64], b: &[f64]) -> bool {
    let mut better = false;
    for (a, b) in a.chunks(STRIDE).zip(b.chunks(STRIDE)) {
        if any(a, b, |a, b| a > b) {
            return false;
        }
        better = better || any(a, b, |a, b| a < b);
    }
    better
}

/// Objectives compared between two looks at the outcome: a machine compares several at once where nothing
/// hangs on each of them.
const STRIDE: usize = 16;

fn any(a: &[f64], b: &[f64], holds: impl Fn(f64, f64) -> bool) -> bool {
    a.iter().zip(b).fold(false, |any, (&a, &b)| any | holds(a, b))
}

/// Sorts tests into non-dominated fronts: a test's front is the first one where nothing dominates it.
///
/// The fronts are those of NSGA-II's fast non-dominated sort, found with fewer comparisons by sequential
/// search (ENS-SS; Zhang, Tian, Cheng, Jin: "An Efficient Approach to Nondominated Sorting for Evolutionary
/// Multiobjective Optimization", IEEE TEVC 2015, Section III): in lexicographic order no test is dominated
/// by a later one.
pub fn nondominated_sort(scores: &Scores, mut tests: Vec<usize>) -> Fronts {
    tests.sort_by(|&a, &b| lexicographic(scores.row(a), scores.row(b)));
    let mut fronts: Fronts = Vec::new();
    let mut previous: Option<(&[f64], usize)> = None;
    for test in tests {
        let row = scores.row(test);
        let rank = match previous {
            // Many tests differ in nothing that an objective sees, and need no search for their front.
            Some((twin, rank)) if lexicographic(twin, row).is_eq() => rank,
            _ => first_free(scores, &fronts, row),
        };
        if rank == fronts.len() {
            fronts.push(Vec::new());
        }
        fronts[rank].push(test);
        previous = Some((row, rank));
    }
    fronts
}

/// The first front without a test that dominates `row`, or the number of fronts.
fn first_free(scores: &Scores, fronts: &Fronts, row: &[f64]) -> usize {
    // Members nearest in lexicographic order are the likeliest to dominate.
    let is_free = |front: &Vec<usize>| !front.iter().rev().any(|&test| dominates(scores.row(test), row));
    fronts.iter().position(is_free).unwrap_or(fronts.len())
}

fn lexicographic(a: &[f64], b: &[f64]) -> Ordering {
    let mut strides = a.chunks(STRIDE).zip(b.chunks(STRIDE));
    let differing = strides.find(|(a, b)| any(a, b, |a, b| a != b));
    differing.and_then(|(a, b)| a.partial_cmp(b)).unwrap_or(Ordering::Equal)
}

/// For each objective the test closest to covering it (the preference criterion: Definition 3 of the
/// DynaMOSA paper), each test once. Where `by_length` says so for the objective, the shorter of equally
/// close tests, by `lengths`.
pub fn preferred(scores: &Scores, lengths: &[usize], by_length: &[bool]) -> Vec<usize> {
    if lengths.is_empty() {
        return Vec::new();
    }
    let mut best = vec![0; scores.goals.len()];
    let mut closest = scores.row(0).to_vec();
    for test in 1..lengths.len() {
        for (objective, &fitness) in scores.row(test).iter().enumerate() {
            let shorter = || by_length[objective] && lengths[test] < lengths[best[objective]];
            if fitness < closest[objective] || (fitness == closest[objective] && shorter()) {
                closest[objective] = fitness;
                best[objective] = test;
            }
        }
    }
    best.sort_unstable();
    best.dedup();
    best
}

/// How tests are sorted into fronts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sorting {
    /// The preferred ones first, then by dominance: [`preference_sort`].
    Preference,
    /// By dominance alone: [`nondominated_sort`].
    Dominance,
    /// The preferred ones, then all others.
    PreferenceAlone,
}

impl Sorting {
    /// Sorts all tests, of these lengths, into fronts; `by_length` as in [`preferred`].
    pub fn fronts(self, scores: &Scores, lengths: &[usize], by_length: &[bool], population: usize) -> Fronts {
        match self {
            Sorting::Preference => preference_sort(scores, lengths, by_length, population),
            Sorting::Dominance => nondominated_sort(scores, (0..lengths.len()).collect()),
            Sorting::PreferenceAlone => preference_sort(scores, lengths, by_length, 0),
        }
    }
}

/// Sorts all tests into fronts with the preferred ones first (Algorithm 3 of the DynaMOSA paper).
///
/// The rest is sorted by dominance only where the preferred tests do not exceed the population; else it is
/// one front. (To leave that sort out for many objectives, as the paper proposes in Section 9, would save
/// nothing here: crowding in the one large front then costs what the sort did, or more.)
pub fn preference_sort(scores: &Scores, lengths: &[usize], by_length: &[bool], population: usize) -> Fronts {
    let first = preferred(scores, lengths, by_length);
    let rest: Vec<usize> = (0..lengths.len()).filter(|test| first.binary_search(test).is_err()).collect();
    let others = if first.len() <= population { nondominated_sort(scores, rest) } else { vec![rest] };
    std::iter::once(first).chain(others).collect()
}

/// How crowded each test of a front is, fewer being better: subvector dominance (Köppen, Yoshida:
/// "Substitute Distance Assignments in NSGA-II for Handling Many-objective Optimization Problems", EMO 2007,
/// Section 3). A test's value is the largest number of objectives on which another test of its front beats
/// it, less those on which it beats that other one. A test alone has the best value there is.
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

/// On how many objectives `a` is better than `b`, less those on which it is worse.
fn net_wins(a: &[f64], b: &[f64], weights: &[i32]) -> i32 {
    let won = a.iter().zip(b).map(|(a, b)| i32::from(a < b) - i32::from(a > b));
    won.zip(weights).map(|(won, weight)| won * weight).sum()
}
