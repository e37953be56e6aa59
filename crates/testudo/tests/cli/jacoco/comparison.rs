//! What Testudo says beside what JaCoCo says.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use analysis::{BranchId, LineId};

use super::claim::Claim;
use super::execution::{Counters, Execution};

/// A line of a class, the class with slashes.
type Line = (String, u16);

/// How two tools agree.
#[derive(Debug, Default)]
pub struct Comparison {
    /// About the lines.
    pub lines: Tally,
    /// About the branches.
    pub branches: Tally,
    /// Where no rule explains how they differ, as `Class:line` without the package, and how they do.
    pub differences: Vec<(String, String)>,
}

/// How often they do.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Lines or branches that both count.
    pub compared: u32,
    /// Those of them that Testudo says are covered.
    pub covered: u32,
    /// Those of them that are covered for Testudo only, as an exception came before JaCoCo's next probe.
    pub cut_short: u32,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} compared, {} covered, {} cut short", self.compared, self.covered, self.cut_short)
    }
}

impl Comparison {
    /// Compares a claim with an execution.
    pub fn new(claim: &Claim, execution: &Execution) -> Comparison {
        let theirs = by_line(claim, execution);
        let mut comparison = Comparison::default();
        comparison.compare_lines(claim, execution, &theirs);
        comparison.compare_branches(claim, execution, &theirs);
        comparison
    }

    fn compare_lines(&mut self, claim: &Claim, execution: &Execution, theirs: &BTreeMap<Line, Counters>) {
        let mut unknown: BTreeSet<&Line> = theirs.keys().collect();
        for (id, line) in (0..).map(LineId).zip(&claim.subject.program.lines) {
            let key = (claim.method(line.method).0, line.line);
            unknown.remove(&key);
            let Some(counters) = theirs.get(&key) else {
                self.differ(&key, "a line for Testudo only");
                continue;
            };
            let (ours, theirs) = (claim.lines.contains(&id), counters.instructions > 0);
            let cut_short = ours && !theirs && claim.line_is_cut_short(execution, id);
            self.lines.compared += 1;
            self.lines.covered += u32::from(ours);
            self.lines.cut_short += u32::from(cut_short);
            if ours != theirs && !cut_short {
                self.differ(&key, if ours { "covered for Testudo only" } else { "covered for JaCoCo only" });
            }
        }
        unknown.into_iter().for_each(|line| self.differ(line, "a line for JaCoCo only"));
    }

    fn compare_branches(&mut self, claim: &Claim, execution: &Execution, theirs: &BTreeMap<Line, Counters>) {
        let mut tallies: BTreeMap<Line, Tally> = theirs
            .iter()
            .filter(|(_, counters)| counters.branches > 0)
            .map(|(line, _)| (line.clone(), Tally::default()))
            .collect();
        for (id, branch) in (0..).map(BranchId).zip(&claim.subject.program.branches) {
            let tally = tallies.entry((claim.method(branch.method).0, branch.line)).or_default();
            let covered = claim.branches.contains(&id);
            tally.compared += 1;
            tally.covered += u32::from(covered);
            tally.cut_short += u32::from(covered && claim.branch_is_cut_short(execution, id));
        }
        for (line, ours) in tallies {
            self.add_branches(&line, &ours, theirs.get(&line).copied().unwrap_or_default());
        }
    }

    /// JaCoCo does not tell which of the branches of a line are covered, but how many.
    fn add_branches(&mut self, line: &Line, ours: &Tally, theirs: Counters) {
        if ours.compared != theirs.branches {
            self.differ(line, &format!("{} branches, for JaCoCo {}", ours.compared, theirs.branches));
            return;
        }
        self.branches.compared += ours.compared;
        self.branches.covered += ours.covered;
        match ours.covered.checked_sub(theirs.covered) {
            Some(more) if more <= ours.cut_short => self.branches.cut_short += more,
            _ => self
                .differ(line, &format!("{} branches covered, for JaCoCo {}", ours.covered, theirs.covered)),
        }
    }

    fn differ(&mut self, (class, line): &Line, how: &str) {
        let class = class.rsplit('/').next().unwrap_or(class);
        self.differences.push((format!("{class}:{line}"), how.to_owned()));
    }
}

/// JaCoCo's counters by line, of the methods of the program.
fn by_line(claim: &Claim, execution: &Execution) -> BTreeMap<Line, Counters> {
    let methods = claim.subject.program.methods.keys();
    let methods: BTreeSet<_> = methods.map(|method| claim.method(method)).collect();
    let mut sums: BTreeMap<Line, Counters> = BTreeMap::new();
    for ((method, line), counters) in execution.counters.iter().filter(|((it, _), _)| methods.contains(it)) {
        let sum = sums.entry((method.0.clone(), *line)).or_default();
        sum.instructions += counters.instructions;
        sum.covered += counters.covered;
        sum.branches += counters.branches;
    }
    sums
}
