//! How many goals there are, and how many are covered, by criterion.

use std::ops::Range;

use goals::{Criterion, GoalId, Goals};
use serde::{Serialize, Serializer};

/// The goals of a criterion, in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Count {
    /// The criterion.
    #[serde(serialize_with = "by_name")]
    pub criterion: Criterion,
    /// Goals there are, of exceptions those seen so far.
    pub goals: usize,
    /// Goals covered.
    pub covered: usize,
}

/// A criterion as its name.
pub fn by_name<S: Serializer>(criterion: &Criterion, serializer: S) -> Result<S::Ok, S::Error> {
    criterion.name().serialize(serializer)
}

/// Where the goals of each criterion asked for are in the table of all goals.
#[derive(Default)]
pub struct Sections(pub Vec<(Criterion, Range<u32>)>);

impl Sections {
    /// Those of some goals, of which no exception was seen yet: exceptions come behind all others.
    pub fn of(goals: &Goals) -> Sections {
        let end = goals.len() as u32;
        let section = |&criterion: &Criterion| match criterion {
            Criterion::Exception => (criterion, end..u32::MAX),
            _ => {
                let first = goals.of(criterion).next().map_or(end, |goal| goal.0);
                (criterion, first..first + goals.of(criterion).count() as u32)
            }
        };
        Sections(goals.criteria().iter().map(section).collect())
    }

    /// Counts those covered of `goals` goals that there are now. In order of [`Criterion::ALL`].
    pub fn count(&self, goals: usize, is_covered: &dyn Fn(GoalId) -> bool) -> Vec<Count> {
        let count = |(criterion, section): &(Criterion, Range<u32>)| {
            let section = section.start..section.end.min(goals as u32);
            let covered = section.clone().filter(|&goal| is_covered(GoalId(goal))).count();
            Count { criterion: *criterion, goals: section.len(), covered }
        };
        self.0.iter().map(count).collect()
    }
}

/// What to say of criteria that have no goals in a class. Exceptions may still come.
pub fn criteria_without_goals(counts: &[Count]) -> impl Iterator<Item = String> + '_ {
    let is_none = |count: &&Count| count.goals == 0 && count.criterion != Criterion::Exception;
    counts
        .iter()
        .filter(is_none)
        .map(|count| format!("it has no goals of the criterion {}", count.criterion.name()))
}
