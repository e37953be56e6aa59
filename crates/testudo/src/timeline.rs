//! Coverage over time, as JSON lines.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use search::{Goal, Progress, Spent};
use serde::Serialize;

use crate::counts::{Count, Sections};

/// A file of lines about all classes of a run, one class after the other.
pub struct Timeline {
    path: PathBuf,
    out: RefCell<BufWriter<File>>,
    /// Why it is not complete.
    failure: RefCell<Option<io::Error>>,
}

impl Timeline {
    /// An empty file, in place of what is there.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create(path: &Path) -> io::Result<Timeline> {
        let out = RefCell::new(BufWriter::new(File::create(path)?));
        Ok(Timeline { path: path.to_owned(), out, failure: RefCell::new(None) })
    }

    /// What to say where lines could not be written.
    pub fn failure(&self) -> Option<String> {
        let failure = self.failure.borrow();
        failure.as_ref().map(|error| format!("{} is not complete: {error}", self.path.display()))
    }

    /// The lines about a class, which has goals in these sections, for a search that begins like that: the first is written.
    pub fn track<'a>(
        &'a self,
        class: &'a str,
        seed: u64,
        sections: &'a Sections,
        start: &Progress,
    ) -> Track<'a> {
        let mut track = Track { timeline: self, class, seed, sections, last: None, written: None };
        track.record(0.0, 0.0, start);
        track
    }
}

#[derive(Serialize)]
struct Line<'a> {
    class: &'a str,
    seed: u64,
    seconds: f64,
    generations: u64,
    tests: u64,
    statements: u64,
    archived: usize,
    covered: BTreeMap<&'a str, usize>,
    goals: BTreeMap<&'a str, usize>,
}

/// The lines about one class: one when something is recorded first, when the number of covered goals changed, when
/// another percent of the budget is gone, and in the end.
pub struct Track<'a> {
    timeline: &'a Timeline,
    class: &'a str,
    seed: u64,
    sections: &'a Sections,
    /// Percent of the budget and covered goals at the last line.
    last: Option<(u64, usize)>,
    /// What was spent at the last line.
    written: Option<Spent>,
}

impl Track<'_> {
    /// Writes a line if it is time for one: `share` of the budget is gone, after `seconds`.
    pub fn record(&mut self, share: f64, seconds: f64, progress: &Progress) {
        let now = Some(((100.0 * share) as u64, progress.covered));
        if now != self.last {
            self.last = now;
            self.write(seconds, progress);
        }
    }

    /// Writes the last line, if the search went on since the last one. What was written is in the file then, unless that
    /// [failed](Timeline::failure).
    pub fn end(mut self, seconds: f64, progress: &Progress) {
        if self.written != Some(progress.spent) {
            self.write(seconds, progress);
        }
        self.unless_failed(|| self.timeline.out.borrow_mut().flush());
    }

    fn write(&mut self, seconds: f64, progress: &Progress) {
        self.written = Some(progress.spent);
        self.unless_failed(|| self.try_write(seconds, progress));
    }

    fn unless_failed(&self, write: impl FnOnce() -> io::Result<()>) {
        let mut failure = self.timeline.failure.borrow_mut();
        if failure.is_none() {
            *failure = write().err();
        }
    }

    fn try_write(&self, seconds: f64, progress: &Progress) -> io::Result<()> {
        let Progress { spent, goals, archived, is_covered, .. } = *progress;
        let counts = self.sections.count(goals, &|goal| is_covered(Goal(goal)));
        let by_criterion = |number: fn(&Count) -> usize| {
            counts.iter().map(|count| (count.criterion.name(), number(count))).collect()
        };
        let line = Line {
            class: self.class,
            seed: self.seed,
            seconds,
            generations: spent.generations,
            tests: spent.tests,
            statements: spent.statements,
            archived,
            covered: by_criterion(|count| count.covered),
            goals: by_criterion(|count| count.goals),
        };
        let mut out = self.timeline.out.borrow_mut();
        serde_json::to_writer(&mut *out, &line)?;
        writeln!(out)
    }
}

#[cfg(test)]
mod tests {
    use goals::Criterion;
    use serde_json::Value;

    use super::*;

    /// Tests and covered lines on the lines that some moments (share of the budget, tests, covered) lead to, the last of
    /// which is the end.
    #[track_caller]
    fn check(moments: &[(f64, u64, usize)], expect: &[(u64, u64)]) {
        let file = tempfile::NamedTempFile::new().unwrap();
        let timeline = Timeline::create(file.path()).unwrap();
        let sections = Sections(vec![(Criterion::Line, 0..10)]);
        let mut track = at(0, 0, |start| timeline.track("demo.Account", 7, &sections, start));
        for &(share, tests, covered) in moments {
            at(tests, covered, |progress| track.record(share, 0.5, progress));
        }
        let &(_, tests, covered) = moments.last().unwrap();
        at(tests, covered, |progress| track.end(0.5, progress));
        let text = std::fs::read_to_string(file.path()).unwrap();
        let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let found: Vec<(u64, u64)> = lines
            .map(|line| (line["tests"].as_u64().unwrap(), line["covered"]["line"].as_u64().unwrap()))
            .collect();
        assert_eq!(found, expect);
    }

    fn at<T>(tests: u64, covered: usize, tell: impl FnOnce(&Progress) -> T) -> T {
        let spent = Spent { tests, ..Spent::default() };
        let is_covered = &|goal: Goal| goal.index() < covered;
        tell(&Progress { spent, goals: 10, covered, archived: 0, is_covered })
    }

    #[test]
    fn there_is_a_line_at_the_start_and_at_the_end() {
        check(&[(0.001, 1, 0), (0.002, 2, 0)], &[(0, 0), (2, 0)]);
    }

    #[test]
    fn a_search_that_never_ran_has_one_line() {
        check(&[(0.0, 0, 0)], &[(0, 0)]);
    }

    #[test]
    fn there_is_a_line_when_coverage_changed() {
        check(&[(0.001, 1, 0), (0.002, 2, 3), (0.003, 3, 3)], &[(0, 0), (2, 3), (3, 3)]);
    }

    #[test]
    fn there_is_a_line_for_each_percent_of_the_budget() {
        check(&[(0.009, 9, 0), (0.01, 10, 0), (0.015, 15, 0), (0.05, 50, 0)], &[(0, 0), (10, 0), (50, 0)]);
    }
}
