//! The comparison of the coverage that Testudo reports with the coverage that JaCoCo measures.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use analysis::{BranchId, LineId};

use super::claim::Claim;
use super::execution::{Counters, Execution};

/// A source line: the internal name of a class (with slashes), and the line number.
type Line = (String, u16);

/// The agreement and the differences between Testudo and JaCoCo.
#[derive(Debug, Default)]
pub struct Comparison {
    /// Agreement on lines.
    pub lines: Tally,
    /// Agreement on branches.
    pub branches: Tally,
    /// Differences that no rule explains: the source line as `Class:line` without the package, and a
    /// description.
    pub differences: Vec<(String, String)>,
}

/// The numbers of compared and covered lines, or of compared and covered branches.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of lines or branches that both tools count.
    pub compared: u32,
    /// Number of compared lines or branches that are covered according to Testudo.
    pub covered: u32,
    /// Number of compared lines or branches that only Testudo reports as covered, because an exception
    /// occurred before the next probe of JaCoCo.
    pub cut_short: u32,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} compared, {} covered, {} cut short", self.compared, self.covered, self.cut_short)
    }
}

impl Comparison {
    /// Compares the claim of Testudo with the measurements of JaCoCo.
    pub fn new(claim: &Claim, execution: &Execution) -> Comparison {
        let jacoco = counters_by_line(claim, execution);
        let mut comparison = Comparison::default();
        comparison.compare_lines(claim, execution, &jacoco);
        comparison.compare_branches(claim, execution, &jacoco);
        comparison
    }

    fn compare_lines(&mut self, claim: &Claim, execution: &Execution, jacoco: &BTreeMap<Line, Counters>) {
        let mut only_jacoco: BTreeSet<&Line> = jacoco.keys().collect();
        for (id, line) in (0..).map(LineId).zip(&claim.subject.program.lines) {
            let key = (claim.method(line.method).0, line.line);
            only_jacoco.remove(&key);
            let Some(counters) = jacoco.get(&key) else {
                self.add_difference(&key, "only Testudo counts the line");
                continue;
            };
            let is_claimed = claim.lines.contains(&id);
            let is_measured = counters.covered_instructions > 0;
            let is_cut_short = is_claimed && !is_measured && claim.is_line_cut_short(execution, id);
            self.lines.compared += 1;
            self.lines.covered += u32::from(is_claimed);
            self.lines.cut_short += u32::from(is_cut_short);
            if is_claimed != is_measured && !is_cut_short {
                let tool = if is_claimed { "Testudo" } else { "JaCoCo" };
                self.add_difference(&key, &format!("covered only according to {tool}"));
            }
        }
        only_jacoco.into_iter().for_each(|line| self.add_difference(line, "only JaCoCo counts the line"));
    }

    fn compare_branches(&mut self, claim: &Claim, execution: &Execution, jacoco: &BTreeMap<Line, Counters>) {
        let mut tallies: BTreeMap<Line, Tally> = jacoco
            .iter()
            .filter(|(_, counters)| counters.branches > 0)
            .map(|(line, _)| (line.clone(), Tally::default()))
            .collect();
        for (id, branch) in (0..).map(BranchId).zip(&claim.subject.program.branches) {
            let tally = tallies.entry((claim.method(branch.method).0, branch.line)).or_default();
            let covered = claim.branches.contains(&id);
            tally.compared += 1;
            tally.covered += u32::from(covered);
            tally.cut_short += u32::from(covered && claim.is_branch_cut_short(execution, id));
        }
        for (line, claimed) in tallies {
            self.compare_branches_of_line(&line, &claimed, jacoco.get(&line).copied().unwrap_or_default());
        }
    }

    /// Compares the numbers of covered branches of a line. JaCoCo reports only the number of covered branches
    /// of a line, so single branches cannot be compared.
    fn compare_branches_of_line(&mut self, line: &Line, claimed: &Tally, jacoco: Counters) {
        if claimed.compared != jacoco.branches {
            let text = format!("Testudo has {} branches, JaCoCo {}", claimed.compared, jacoco.branches);
            self.add_difference(line, &text);
            return;
        }
        self.branches.compared += claimed.compared;
        self.branches.covered += claimed.covered;
        match claimed.covered.checked_sub(jacoco.covered_branches) {
            Some(only_testudo) if only_testudo <= claimed.cut_short => {
                self.branches.cut_short += only_testudo;
            }
            _ => {
                let (testudo, jacoco) = (claimed.covered, jacoco.covered_branches);
                self.add_difference(line, &format!("covered branches: Testudo {testudo}, JaCoCo {jacoco}"));
            }
        }
    }

    fn add_difference(&mut self, (class, line): &Line, description: &str) {
        let class = class.rsplit('/').next().unwrap_or(class);
        self.differences.push((format!("{class}:{line}"), description.to_owned()));
    }
}

/// Returns the sums of JaCoCo's counters by line, for the methods that Testudo analyses.
fn counters_by_line(claim: &Claim, execution: &Execution) -> BTreeMap<Line, Counters> {
    let methods = claim.subject.program.methods.keys();
    let methods: BTreeSet<_> = methods.map(|method| claim.method(method)).collect();
    let mut sums: BTreeMap<Line, Counters> = BTreeMap::new();
    for ((method, line), counters) in execution.counters.iter().filter(|((it, _), _)| methods.contains(it)) {
        let sum = sums.entry((method.0.clone(), *line)).or_default();
        sum.covered_instructions += counters.covered_instructions;
        sum.covered_branches += counters.covered_branches;
        sum.branches += counters.branches;
    }
    sums
}
