//! Selects the moments of a search at which its coverage is reported.

use search::{Goal, Progress, Spent};

use crate::counts::{Count, Sections};
use crate::event::CoveragePoint;

/// Selects the points of the curve of coverage over time for one search. The curve has a point at the
/// beginning, at the end, after each change of the number of covered goals, and after each percent of the
/// budget.
pub struct CoverageCurve<'a> {
    class: &'a str,
    seed: u64,
    sections: &'a Sections,
    /// Spent percentage of the budget and number of covered goals at the latest point.
    last: Option<(u64, usize)>,
    /// Spent budget at the latest point.
    last_spent: Option<Spent>,
}

impl<'a> CoverageCurve<'a> {
    /// Returns a curve without points. `sections` contains the goals of each criterion of the search.
    pub fn new(class: &'a str, seed: u64, sections: &'a Sections) -> CoverageCurve<'a> {
        CoverageCurve { class, seed, sections, last: None, last_spent: None }
    }

    /// Returns a point if the number of covered goals or the spent percentage of the budget has changed.
    /// `share` is the spent share of the budget, and `seconds` is the time since the beginning of the search.
    pub fn next(&mut self, share: f64, seconds: f64, progress: &Progress) -> Option<CoveragePoint> {
        let now = Some(((100.0 * share) as u64, progress.covered));
        (now != self.last).then(|| {
            self.last = now;
            self.point(seconds, progress)
        })
    }

    /// Returns the point at the end of the search. Returns `None` if the search has spent nothing since the
    /// latest point.
    pub fn end(mut self, seconds: f64, progress: &Progress) -> Option<CoveragePoint> {
        (self.last_spent != Some(progress.spent)).then(|| self.point(seconds, progress))
    }

    fn point(&mut self, seconds: f64, progress: &Progress) -> CoveragePoint {
        let Progress { spent, goals, archived, is_covered, .. } = *progress;
        self.last_spent = Some(spent);
        let counts = self.sections.count(goals, &|goal| is_covered(Goal(goal.0)));
        let by_criterion = |number: fn(&Count) -> usize| {
            counts.iter().map(|count| (count.criterion.name(), number(count))).collect()
        };
        CoveragePoint {
            class: self.class.to_owned(),
            seed: self.seed,
            seconds,
            generations: spent.generations,
            tests: spent.tests,
            statements: spent.statements,
            archived,
            covered: by_criterion(|count| count.covered),
            goals: by_criterion(|count| count.goals),
        }
    }
}

#[cfg(test)]
mod tests {
    use goals::{Criterion, GoalId};

    use super::*;

    /// Checks the points (tests, covered goals) of a search. Each moment is a state of the search: share of
    /// the budget, tests, covered goals. The search ends at the last moment.
    #[track_caller]
    fn check(moments: &[(f64, u64, usize)], expect: &[(u64, usize)]) {
        let sections = Sections(vec![(Criterion::Line, GoalId(0)..GoalId(10))]);
        let mut curve = CoverageCurve::new("demo.Account", 7, &sections);
        let mut points = vec![with_progress(0, 0, |progress| curve.next(0.0, 0.0, progress))];
        for &(share, tests, covered) in moments {
            points.push(with_progress(tests, covered, |progress| curve.next(share, 0.5, progress)));
        }
        let &(_, tests, covered) = moments.last().unwrap();
        points.push(with_progress(tests, covered, |progress| curve.end(0.5, progress)));
        let result: Vec<(u64, usize)> =
            points.into_iter().flatten().map(|point| (point.tests, point.covered["line"])).collect();
        assert_eq!(result, expect);
    }

    fn with_progress<T>(tests: u64, covered: usize, action: impl FnOnce(&Progress) -> T) -> T {
        let spent = Spent { tests, ..Spent::default() };
        let is_covered = &|goal: Goal| goal.index() < covered;
        action(&Progress { spent, goals: 10, covered, archived: 0, is_covered })
    }

    #[test]
    fn the_curve_has_points_at_the_beginning_and_at_the_end() {
        check(&[(0.001, 1, 0), (0.002, 2, 0)], &[(0, 0), (2, 0)]);
    }

    #[test]
    fn the_curve_of_a_search_without_tests_has_one_point() {
        check(&[(0.0, 0, 0)], &[(0, 0)]);
    }

    #[test]
    fn the_curve_has_a_point_after_each_change_of_coverage() {
        check(&[(0.001, 1, 0), (0.002, 2, 3), (0.003, 3, 3)], &[(0, 0), (2, 3), (3, 3)]);
    }

    #[test]
    fn the_curve_has_a_point_after_each_percent_of_the_budget() {
        check(&[(0.009, 9, 0), (0.01, 10, 0), (0.015, 15, 0), (0.05, 50, 0)], &[(0, 0), (10, 0), (50, 0)]);
    }
}
