//! Numbers of goals and of covered goals by criterion.

use std::ops::Range;

use goals::{Criterion, GoalId, Goals};
use serde::{Serialize, Serializer};

/// Number of goals and number of covered goals of one criterion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Count {
    /// The criterion.
    #[serde(serialize_with = "by_name")]
    pub criterion: Criterion,
    /// Number of goals. An exception becomes a goal when a test throws it.
    pub goals: usize,
    /// Number of covered goals.
    pub covered: usize,
}

/// Serialises a criterion as its name.
pub fn by_name<S: Serializer>(criterion: &Criterion, serializer: S) -> Result<S::Ok, S::Error> {
    criterion.name().serialize(serializer)
}

/// The range of goals of each requested criterion.
#[derive(Default)]
pub struct Sections(pub Vec<(Criterion, Range<GoalId>)>);

impl Sections {
    /// Returns the range of goals of each criterion. `goals` must not contain exceptions yet: exceptions
    /// receive the ids after all other goals.
    pub fn of(goals: &Goals) -> Sections {
        let end = GoalId::from(goals.len());
        let section = |&criterion: &Criterion| match criterion {
            Criterion::Exception => (criterion, end..GoalId(u32::MAX)),
            _ => {
                let first = goals.of(criterion).next().unwrap_or(end);
                (criterion, first..first.plus(goals.of(criterion).count() as u32))
            }
        };
        Sections(goals.criteria().iter().map(section).collect())
    }

    /// Counts the goals and the covered goals of each criterion, in the order of [`Criterion::ALL`]. `goals`
    /// is the current number of goals.
    pub fn count(&self, goals: usize, is_covered: &dyn Fn(GoalId) -> bool) -> Vec<Count> {
        let count = |(criterion, section): &(Criterion, Range<GoalId>)| {
            let section = GoalId::range(section.start..section.end.min(GoalId::from(goals)));
            let covered = section.clone().filter(|&goal| is_covered(goal)).count();
            Count { criterion: *criterion, goals: section.count(), covered }
        };
        self.0.iter().map(count).collect()
    }
}

/// Returns a warning for each criterion that has no goals in the class. The criterion `exception` never
/// causes a warning, because exceptions become goals during the search.
pub fn criteria_without_goals(counts: &[Count]) -> impl Iterator<Item = String> + '_ {
    let has_no_goals = |count: &&Count| count.goals == 0 && count.criterion != Criterion::Exception;
    counts
        .iter()
        .filter(has_no_goals)
        .map(|count| format!("the class has no goals of the criterion {}", count.criterion.name()))
}
