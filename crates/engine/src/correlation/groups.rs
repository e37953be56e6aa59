//! Groups of criteria that go together, and the one of each that stands for the others.

use goals::Criterion;
use serde::{Serialize, Serializer};

/// The least mean correlation of two criteria of a group. The paper names none: 0.7 is where a correlation is commonly
/// called strong.
pub const STRONG: f64 = 0.7;

/// The criteria by how well they guide a search, best first (Section 3.3): branches have distances of their own, lines and
/// mutants borrow them; and of two criteria with the same goals, the one that asks for more stands for both. The paper
/// compares within its groups only. Between them the order is ours: criteria with distances, then calls, then exceptions,
/// which guide nothing before they are seen.
const BY_GUIDANCE: [Criterion; 8] = [
    Criterion::DirectBranch,
    Criterion::Branch,
    Criterion::Line,
    Criterion::WeakMutation,
    Criterion::Output,
    Criterion::TopMethodNoException,
    Criterion::TopMethod,
    Criterion::Exception,
];

/// Criteria that go together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Group {
    /// At least one.
    #[serde(serialize_with = "by_names")]
    pub criteria: Vec<Criterion>,
    /// That of them which guides best.
    #[serde(serialize_with = "by_name")]
    pub representative: Criterion,
}

/// Groups criteria so that every two of a group correlate strongly, as in the paper, where every pair is justified for
/// itself: by complete linkage. Each criterion is a group at first, and the two groups whose weakest pair is strongest become
/// one, until no two are left whose weakest pair is [`STRONG`]. In the order of `criteria`.
pub fn groups(criteria: &[Criterion], correlation: &dyn Fn(usize, usize) -> Option<f64>) -> Vec<Group> {
    let mut groups: Vec<Vec<usize>> = (0..criteria.len()).map(|criterion| vec![criterion]).collect();
    while let Some((first, second)) = nearest(&groups, correlation) {
        let joined = groups.remove(second);
        groups[first].extend(joined);
        groups[first].sort_unstable();
    }
    groups.iter().map(|group| Group::of(group.iter().map(|&it| criteria[it]).collect())).collect()
}

/// The two groups to join, the earlier one first.
fn nearest(
    groups: &[Vec<usize>],
    correlation: &dyn Fn(usize, usize) -> Option<f64>,
) -> Option<(usize, usize)> {
    // What no class tells correlates with nothing.
    let strength = |a, b| correlation(a, b).unwrap_or(f64::NEG_INFINITY);
    let weakest = |first: &[usize], second: &[usize]| {
        let pairs = first.iter().flat_map(|&a| second.iter().map(move |&b| (a, b)));
        pairs.map(|(a, b)| strength(a, b)).fold(f64::INFINITY, f64::min)
    };
    let pairs = (0..groups.len()).flat_map(|second| (0..second).map(move |first| (first, second)));
    let links = pairs.map(|(first, second)| (weakest(&groups[first], &groups[second]), (first, second)));
    let strong = links.filter(|(link, _)| *link >= STRONG);
    strong.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, pair)| pair)
}

impl Group {
    fn of(criteria: Vec<Criterion>) -> Group {
        let best = BY_GUIDANCE.into_iter().find(|criterion| criteria.contains(criterion));
        Group { representative: best.expect("a group is of criteria of the study"), criteria }
    }
}

fn by_name<S: Serializer>(criterion: &Criterion, serializer: S) -> Result<S::Ok, S::Error> {
    criterion.name().serialize(serializer)
}

fn by_names<S: Serializer>(criteria: &[Criterion], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(criteria.iter().map(|criterion| criterion.name()))
}

#[cfg(test)]
mod tests {
    use goals::Criterion::*;

    use super::*;
    use crate::configuration::STUDIED;

    /// Criteria with some correlations, those of other pairs being 0, make these groups, each behind its representative.
    #[track_caller]
    fn check(
        criteria: &[Criterion],
        correlations: &[(Criterion, Criterion, f64)],
        expect: &[(Criterion, &[Criterion])],
    ) {
        let correlation = |a: usize, b: usize| {
            let (a, b) = (criteria[a], criteria[b]);
            let found = correlations.iter().find(|it| (it.0, it.1) == (a, b) || (it.0, it.1) == (b, a));
            Some(found.map_or(0.0, |it| it.2))
        };
        let found = groups(criteria, &correlation);
        let found: Vec<_> = found.iter().map(|it| (it.representative, &it.criteria[..])).collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn what_does_not_correlate_stands_for_itself() {
        check(&[Branch, Output], &[], &[(Branch, &[Branch]), (Output, &[Output])]);
        check(&[Branch, Output], &[(Branch, Output, 0.69)], &[(Branch, &[Branch]), (Output, &[Output])]);
        let unknown = groups(&[Branch, Output], &|_, _| None);
        assert_eq!(unknown.len(), 2, "what varies in no class is in no group");
    }

    #[test]
    fn what_correlates_strongly_is_one_group() {
        check(&[Branch, Output], &[(Branch, Output, 0.7)], &[(Branch, &[Branch, Output])]);
    }

    #[test]
    fn every_two_of_a_group_correlate_strongly() {
        check(
            &[Branch, Line, Output],
            &[(Branch, Line, 0.8), (Line, Output, 0.9), (Branch, Output, 0.6)],
            &[(Branch, &[Branch]), (Line, &[Line, Output])],
        );
    }

    #[test]
    fn the_correlations_that_the_paper_argues_for_make_its_groups() {
        let pairs = [
            (Branch, WeakMutation),
            (DirectBranch, WeakMutation),
            (Line, WeakMutation),
            (DirectBranch, Branch),
            (TopMethodNoException, TopMethod),
            (Branch, Line),
            (DirectBranch, Line),
        ];
        check(
            &STUDIED,
            &pairs.map(|(a, b)| (a, b, 0.9)),
            &[
                (DirectBranch, &[Branch, DirectBranch, Line, WeakMutation]),
                (TopMethodNoException, &[TopMethod, TopMethodNoException]),
                (Exception, &[Exception]),
                (Output, &[Output]),
            ],
        );
    }
}
