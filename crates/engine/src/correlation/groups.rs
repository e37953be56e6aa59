//! Groups of criteria that correlate strongly, and the representative of each group.

use goals::Criterion;
use serde::{Serialize, Serializer};

/// The smallest mean correlation of two criteria in one group. Zhou et al. 2024 state no number. A
/// correlation of 0.7 or more is commonly called strong.
pub const MIN_CORRELATION: f64 = 0.7;

/// The criteria by the quality of their fitness functions, best first (Zhou et al. 2024, Section 3.3).
/// Branches have their own distances; lines and mutants use the distances of branches. Of two criteria with
/// the same goals, the stricter criterion comes first.
///
/// Zhou et al. compare criteria only within their groups. The order of the groups is Testudo's choice: first
/// criteria with distances, then criteria of method calls, then exceptions, which have no fitness before a
/// test throws them.
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

/// Criteria that correlate strongly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Group {
    /// The criteria, at least one.
    #[serde(serialize_with = "by_names")]
    pub criteria: Vec<Criterion>,
    /// The criterion that has the best fitness function in the group.
    #[serde(serialize_with = "by_name")]
    pub representative: Criterion,
}

/// Groups criteria by complete linkage: every two criteria of a group correlate strongly. Zhou et al. follow
/// the same rule: they justify every pair of a group separately.
///
/// At first each criterion is a group. The link of two groups is the weakest correlation between a criterion
/// of one group and a criterion of the other group. The two groups with the strongest link are joined, until
/// every link is weaker than [`MIN_CORRELATION`]. The groups are in the order of `criteria`.
pub fn groups(criteria: &[Criterion], correlation: &dyn Fn(usize, usize) -> Option<f64>) -> Vec<Group> {
    let mut groups: Vec<Vec<usize>> = (0..criteria.len()).map(|criterion| vec![criterion]).collect();
    while let Some((first, second)) = strongest_link(&groups, correlation) {
        let joined = groups.remove(second);
        groups[first].extend(joined);
        groups[first].sort_unstable();
    }
    groups.iter().map(|group| Group::of(group.iter().map(|&it| criteria[it]).collect())).collect()
}

/// Returns the two groups with the strongest link, the earlier group first. Returns `None` if every link is
/// weaker than [`MIN_CORRELATION`].
fn strongest_link(
    groups: &[Vec<usize>],
    correlation: &dyn Fn(usize, usize) -> Option<f64>,
) -> Option<(usize, usize)> {
    // A criterion without a coefficient in any class correlates with no criterion.
    let strength = |a, b| correlation(a, b).unwrap_or(f64::NEG_INFINITY);
    let link_strength = |first: &[usize], second: &[usize]| {
        let pairs = first.iter().flat_map(|&a| second.iter().map(move |&b| (a, b)));
        pairs.map(|(a, b)| strength(a, b)).fold(f64::INFINITY, f64::min)
    };
    let pairs = (0..groups.len()).flat_map(|second| (0..second).map(move |first| (first, second)));
    let links =
        pairs.map(|(first, second)| (link_strength(&groups[first], &groups[second]), (first, second)));
    let strong_links = links.filter(|(link, _)| *link >= MIN_CORRELATION);
    strong_links.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, pair)| pair)
}

impl Group {
    fn of(criteria: Vec<Criterion>) -> Group {
        let best = BY_GUIDANCE.into_iter().find(|criterion| criteria.contains(criterion));
        Group { representative: best.expect("a group contains criteria of the study"), criteria }
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
    use crate::configuration::STUDIED_CRITERIA;

    /// Checks the groups of some criteria, each with its representative. Pairs that are not listed have the
    /// correlation 0.
    #[track_caller]
    fn check(
        criteria: &[Criterion],
        correlations: &[(Criterion, Criterion, f64)],
        expect: &[(Criterion, &[Criterion])],
    ) {
        let correlation = |a: usize, b: usize| {
            let (a, b) = (criteria[a], criteria[b]);
            let entry = correlations.iter().find(|it| (it.0, it.1) == (a, b) || (it.0, it.1) == (b, a));
            Some(entry.map_or(0.0, |it| it.2))
        };
        let result = groups(criteria, &correlation);
        let result: Vec<_> = result.iter().map(|it| (it.representative, &it.criteria[..])).collect();
        assert_eq!(result, expect);
    }

    #[test]
    fn a_criterion_that_correlates_with_no_other_criterion_forms_its_own_group() {
        check(&[Branch, Output], &[], &[(Branch, &[Branch]), (Output, &[Output])]);
        check(&[Branch, Output], &[(Branch, Output, 0.69)], &[(Branch, &[Branch]), (Output, &[Output])]);
        let constant = groups(&[Branch, Output], &|_, _| None);
        assert_eq!(constant.len(), 2, "criteria without a correlation form separate groups");
    }

    #[test]
    fn criteria_that_correlate_strongly_are_one_group() {
        check(&[Branch, Output], &[(Branch, Output, 0.7)], &[(Branch, &[Branch, Output])]);
    }

    #[test]
    fn every_two_criteria_of_a_group_correlate_strongly() {
        check(
            &[Branch, Line, Output],
            &[(Branch, Line, 0.8), (Line, Output, 0.9), (Branch, Output, 0.6)],
            &[(Branch, &[Branch]), (Line, &[Line, Output])],
        );
    }

    #[test]
    fn the_correlations_of_the_paper_produce_the_groups_of_the_paper() {
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
            &STUDIED_CRITERIA,
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
