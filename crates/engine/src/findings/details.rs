//! Collects what the tests of a class cover, line by line.

use std::collections::{BTreeMap, BTreeSet};

use analysis::{BlockId, BranchId, Dependence, LineId, MethodIndex, Program};
use mutation::{MutantId, Mutants};

use super::uncovered::Explanation;
use crate::details::{BranchDetail, Details, LineDetail, MethodStart, MutantDetail, MutantState};

/// The code of a class, and what tests cover of it.
pub struct Code<'a> {
    /// The methods, branches and lines.
    pub program: &'a Program,
    /// The mutants.
    pub mutants: &'a Mutants,
    /// The lines that written or existing tests execute.
    pub lines: &'a BTreeSet<LineId>,
    /// The mutants that written tests kill.
    pub killed: &'a BTreeSet<MutantId>,
    /// Explains what is not covered.
    pub explanation: Explanation<'a>,
}

impl Code<'_> {
    /// Returns what the tests cover.
    pub fn details(&self) -> Details {
        Details {
            methods: self.methods(),
            lines: self.lines(),
            branches: self.branches(),
            mutants: self.mutants(),
        }
    }

    fn methods(&self) -> Vec<MethodStart> {
        let start = |method: &analysis::Method| {
            let line = method.lines.iter().map(|(_, line)| self.program.lines[*line].line).min()?;
            let class = method.class.rsplit('/').next().unwrap_or_default();
            Some(MethodStart { method: format!("{class}.{}", method.name), line })
        };
        self.program.methods.iter().filter_map(start).collect()
    }

    /// Several classes can share a line. Such a line appears once.
    fn lines(&self) -> Vec<LineDetail> {
        let mut lines: BTreeMap<u16, Option<String>> = BTreeMap::new();
        for (id, line) in self.program.lines.iter_enumerated() {
            let reason = (!self.lines.contains(&id)).then(|| self.reason_of_line(id));
            let known = lines.entry(line.line).or_insert_with(|| reason.clone());
            if reason.is_none() {
                *known = None;
            }
        }
        lines.into_iter().map(|(line, reason)| LineDetail { line, reason }).collect()
    }

    fn branches(&self) -> Vec<BranchDetail> {
        let mut condition = 0;
        let mut previous = None;
        let detail = |(id, branch): (BranchId, &analysis::Branch)| {
            let predicate = (branch.method, branch.predicate);
            if previous.replace(predicate).is_some_and(|previous| previous != predicate) {
                condition += 1;
            }
            let (goal, outcome) = self.explanation.branch(id)?;
            Some(BranchDetail {
                line: branch.line,
                condition,
                outcome: without_line(&outcome, branch.line).to_owned(),
                distance: self.explanation.distance(goal),
                reason: (!self.explanation.is_covered(goal)).then(|| self.explanation.reason(goal)),
            })
        };
        self.program.branches.iter_enumerated().filter_map(detail).collect()
    }

    fn mutants(&self) -> Vec<MutantDetail> {
        let covered: BTreeSet<u16> = self.lines.iter().map(|&line| self.program.lines[line].line).collect();
        let detail = |(id, mutant): (MutantId, &mutation::Mutant)| {
            let point = self.mutants.point(id);
            let state = match () {
                () if self.explanation.is_infected_by_existing(id) => MutantState::Untested,
                () if self.killed.contains(&id) => MutantState::Killed,
                () if point.line == 0 || covered.contains(&point.line) => MutantState::Survived,
                () => MutantState::NotCovered,
            };
            MutantDetail {
                line: point.line,
                operator: point.operator.name(),
                description: without_line(&mutant.description, point.line).to_owned(),
                state,
            }
        };
        self.mutants.mutants.iter_enumerated().map(detail).collect()
    }

    /// Returns why no test executes a line.
    fn reason_of_line(&self, line: LineId) -> String {
        let method = self.program.lines[line].method;
        if let Some(reason) = self.explanation.reason_of_method(method) {
            return reason;
        }
        match self.blocking_branch(method, line) {
            Some((outcome, reason)) => format!("needs {outcome}; {reason}"),
            None => "each test left the method before this line, or the line needs an exception that no test caused"
                .to_owned(),
        }
    }

    /// Returns the nearest uncovered branch that leads to a line and whose condition is in a covered line.
    fn blocking_branch(&self, method: MethodIndex, line: LineId) -> Option<(String, String)> {
        let method = &self.program.methods[method];
        let (at, _) = method.lines.iter().find(|(_, other)| *other == line)?;
        let mut blocks: Vec<BlockId> = vec![method.cfg.block_of(*at)];
        let mut next = 0;
        while let Some(&block) = blocks.get(next) {
            next += 1;
            for dependence in &method.dependences[block] {
                let Dependence::Branch(branch) = *dependence else { continue };
                let predicate = &method.predicates[self.program.branches[branch].predicate as usize];
                let (goal, outcome) = self.explanation.branch(branch)?;
                if self.explanation.is_covered(goal) {
                    continue;
                }
                if self.is_line_covered(self.program.branches[branch].line) {
                    return Some((outcome, self.explanation.reason(goal)));
                }
                if !blocks.contains(&predicate.block) {
                    blocks.push(predicate.block);
                }
            }
        }
        None
    }

    fn is_line_covered(&self, line: u16) -> bool {
        self.lines.iter().any(|&covered| self.program.lines[covered].line == line)
    }
}

/// Returns a description without the line at its start.
fn without_line(description: &str, line: u16) -> &str {
    let rest = description.strip_prefix(&format!("line {line}")).unwrap_or(description);
    rest.trim_start_matches([':', ',', ' '])
}
