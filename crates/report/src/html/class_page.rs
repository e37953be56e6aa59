//! The page of a class: its source with what the tests cover, and its findings.

use std::collections::BTreeMap;

use askama::Template;

use super::site::{ClassNode, ModuleNode, PackageNode, Site};
use super::{Link, root_of};
use crate::model::{Branch, Change, Class, Line, Mutant, MutantState, Test};
use crate::totals::{Ratio, Totals};

/// Maximum number of surviving mutants of a line that are visible without a click.
const MAX_VISIBLE: usize = 2;

/// The page of a class.
#[derive(Template)]
#[template(path = "class.html")]
pub struct ClassPage<'r> {
    root: String,
    above: Vec<Link>,
    title: &'r str,
    class: &'r Class,
    totals: Totals,
    changes: Vec<&'r Change>,
    /// The first line that is not covered completely.
    first_open: Option<u32>,
    rows: Vec<Row<'r>>,
    tested_methods: Vec<TestedMethod<'r>>,
}

/// A tested method with its tests.
struct TestedMethod<'r> {
    name: &'r str,
    tests: Vec<&'r Test>,
}

/// A line of the source.
struct Row<'r> {
    /// Number of the line. 0 stands for code without a known line.
    line: u32,
    mark: Mark,
    branches: Ratio,
    mutants: Ratio,
    code: &'r str,
    /// Why the line or some branches are not covered.
    notes: Vec<String>,
    survivors: Vec<&'r Mutant>,
}

/// What tests cover of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    NoCode,
    Covered,
    Partial,
    Uncovered,
}

/// The facts about a line.
#[derive(Default)]
struct Facts<'r> {
    line: Option<&'r Line>,
    branches: Vec<&'r Branch>,
    mutants: Vec<&'r Mutant>,
}

/// Returns the page of a class.
pub fn class_page<'r>(
    site: &Site<'r>,
    module: &ModuleNode,
    package: &PackageNode,
    node: &ClassNode<'r>,
) -> ClassPage<'r> {
    let class = node.class;
    let rows = rows(class);
    let is_open = |row: &&Row| matches!(row.mark, Mark::Partial | Mark::Uncovered);
    let is_of_class = |change: &&Change| change.class.as_ref() == Some(&class.name);
    ClassPage {
        root: root_of(&node.path),
        above: site.links_above(&node.path, Some(module), Some(package)),
        title: class.simple_name(),
        class,
        totals: Totals::of(class),
        changes: site.report.changes.iter().filter(is_of_class).collect(),
        first_open: rows.iter().find(is_open).map(|row| row.line),
        rows,
        tested_methods: tested_methods(&class.tests),
    }
}

/// Returns the tested methods in the order of their first tests.
fn tested_methods(tests: &[Test]) -> Vec<TestedMethod<'_>> {
    let mut methods: Vec<TestedMethod> = Vec::new();
    for test in tests {
        match methods.iter_mut().find(|method| method.name == test.tested_method()) {
            Some(method) => method.tests.push(test),
            None => methods.push(TestedMethod { name: test.tested_method(), tests: vec![test] }),
        }
    }
    methods
}

/// Returns the rows of the source. Without the source, returns only the lines with facts.
fn rows<'r>(class: &'r Class) -> Vec<Row<'r>> {
    let mut lines = facts(class);
    let source = class.source.as_deref().unwrap_or_default();
    let code: BTreeMap<u32, &'r str> = (1..).zip(source.lines()).collect();
    code.keys().for_each(|&line| {
        lines.entry(line).or_default();
    });
    let mut previous_reason = None;
    let row = |(line, facts): (u32, Facts<'r>)| {
        let reason = facts.line.filter(|line| !line.covered).and_then(|line| line.reason.as_deref());
        // Without this condition, the same reason would follow each line of a method that no test enters.
        let is_new = reason != previous_reason;
        if facts.line.is_some() {
            previous_reason = reason;
        }
        let code = code.get(&line).copied().unwrap_or_default();
        facts.into_row(line, code, reason.filter(|_| is_new))
    };
    // The closure compares each line with the line before, so the order matters.
    lines.into_iter().map(row).collect()
}

fn facts(class: &Class) -> BTreeMap<u32, Facts<'_>> {
    let mut lines: BTreeMap<u32, Facts> = BTreeMap::new();
    for line in &class.lines {
        lines.entry(line.line).or_default().line = Some(line);
    }
    for branch in &class.branches {
        lines.entry(branch.line).or_default().branches.push(branch);
    }
    for mutant in class.mutants.iter().filter(|mutant| mutant.state != MutantState::Untested) {
        lines.entry(mutant.line).or_default().mutants.push(mutant);
    }
    lines
}

impl<'r> Facts<'r> {
    fn into_row(self, line: u32, code: &'r str, reason: Option<&str>) -> Row<'r> {
        let branches = Ratio::of(self.branches.iter().map(|branch| branch.covered));
        let mark = self.mark(branches);
        let mut notes: Vec<String> = reason.map(str::to_owned).into_iter().collect();
        // If no test executes a line, its branches have no reasons of their own.
        if mark == Mark::Partial {
            notes.extend(self.branches.iter().filter(|branch| !branch.covered).map(|branch| note(branch)));
        }
        let is_killed = |mutant: &&Mutant| mutant.state == MutantState::Killed;
        let mutants = Ratio::of(self.mutants.iter().map(is_killed));
        let survivors = self.mutants.into_iter().filter(|mutant| mutant.state == MutantState::Survived);
        Row { line, mark, branches, mutants, code, notes, survivors: survivors.collect() }
    }

    fn mark(&self, branches: Ratio) -> Mark {
        match self.line.map(|line| line.covered) {
            None if branches.total == 0 => Mark::NoCode,
            Some(false) => Mark::Uncovered,
            None if branches.covered == 0 => Mark::Uncovered,
            _ if branches.open() > 0 => Mark::Partial,
            _ => Mark::Covered,
        }
    }
}

fn note(branch: &Branch) -> String {
    let reason = branch.reason.as_deref().unwrap_or("no test takes the branch");
    let distance =
        branch.distance.map_or(String::new(), |distance| format!(" (nearest distance {distance:.4})"));
    format!("{}: {reason}{distance}", branch.outcome)
}

impl Row<'_> {
    fn shows_survivors(&self) -> bool {
        self.survivors.len() <= MAX_VISIBLE
    }
}

impl Mark {
    /// Returns the name of the mark in the style sheet.
    fn name(self) -> &'static str {
        match self {
            Mark::NoCode => "none",
            Mark::Covered => "covered",
            Mark::Partial => "partial",
            Mark::Uncovered => "uncovered",
        }
    }

    /// Returns a symbol, so that readers need not see the colour.
    fn symbol(self) -> &'static str {
        match self {
            Mark::NoCode => "",
            Mark::Covered => "✓",
            Mark::Partial => "◐",
            Mark::Uncovered => "✗",
        }
    }

    fn description(self) -> &'static str {
        match self {
            Mark::NoCode => "no code",
            Mark::Covered => "covered",
            Mark::Partial => "some branches are not covered",
            Mark::Uncovered => "not covered",
        }
    }
}
