//! The claim of Testudo: the lines and branches that the generated tests cover according to its report.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use analysis::{Branch, BranchId, LineId, MethodIndex, Program, TiVec};
use classfile::{ClassFile, Code, Index, op};
use engine::subject::{self, Subject};
use goals::{Criterion, Goal, GoalId, GoalOptions, Goals, Selection};
use mutation::Mutants;
use types::{ClassPath, Jdk, World};

use super::execution::{Execution, Method};
use crate::setup::{Run, Workspace};

/// A class under test, and the lines and branches that its tests cover according to the report of Testudo.
pub struct Claim {
    /// The class under test.
    pub subject: Subject,
    /// The bytecode of each method of the program.
    codes: TiVec<MethodIndex, Code>,
    /// Lines that the tests execute according to the report.
    pub lines: BTreeSet<LineId>,
    /// Branches that the tests take according to the report.
    pub branches: BTreeSet<BranchId>,
}

impl Claim {
    /// Returns the class, name and descriptor of a method.
    pub fn method(&self, method: MethodIndex) -> Method {
        key_of_method(&self.subject.program.methods[method])
    }

    /// Returns whether an exception occurred after a statement of a line but before the next probe of JaCoCo.
    /// JaCoCo then does not record the line.
    pub fn is_line_cut_short(&self, execution: &Execution, line: LineId) -> bool {
        let statements = &self.subject.program.statements;
        statements
            .iter()
            .filter(|it| it.line == line)
            .any(|it| self.is_cut_short(execution, it.method, it.at))
    }

    /// Returns whether an exception occurred after a branch but before the next probe of JaCoCo. JaCoCo then
    /// does not record the branch.
    pub fn is_branch_cut_short(&self, execution: &Execution, branch: BranchId) -> bool {
        let program = &self.subject.program;
        let Branch { method, outcome, .. } = program.branches[branch];
        let cfg = &program.methods[method].cfg;
        let block = &cfg.blocks[program.predicate(branch).block];
        let destination = cfg.blocks[block.successors[outcome as usize].to].instructions.start;
        !is_join(&self.codes[method], destination) && self.is_cut_short(execution, method, destination)
    }

    /// Returns whether an exception occurred between an instruction and the next instruction at which control
    /// flow joins. JaCoCo has a probe before each such join.
    fn is_cut_short(&self, execution: &Execution, method: MethodIndex, from: Index) -> bool {
        let code = &self.codes[method];
        let offsets = code.offsets().unwrap();
        let name = self.method(method);
        let (mut unvisited, mut visited) = (vec![from], BTreeSet::new());
        while let Some(at) = unvisited.pop() {
            // JaCoCo inserts a probe before each `athrow`.
            let has_probe = code.instructions[at].op() == op::ATHROW;
            if !has_probe && execution.thrown.contains(&(name.clone(), offsets[at])) {
                return true;
            }
            if visited.insert(at) {
                unvisited.extend(code.successors(at).into_iter().filter(|&to| !is_join(code, to)));
            }
        }
        false
    }

    /// Generates tests for a library class into the folder `out`.
    pub fn generate(workspace: &Workspace, library: &Path, class: &str) -> Claim {
        let mut command =
            workspace.testudo_command(&["generate", "--criteria", "branch,line", "--tests", "2000"]);
        command.args(["--seed", "1", "--output", "out", "--class", class]).arg("--classpath").arg(library);
        let run = workspace.run(command.arg("--json"));
        assert_eq!(run.code, 0, "{}", run.stderr);
        let world = World::new(ClassPath::open(&[library.to_owned()]).unwrap(), Jdk::find(None).unwrap());
        Claim::from_report(subject::read(&world, class).unwrap(), &run)
    }

    /// Returns the claim in the report of a run.
    fn from_report(subject: Subject, run: &Run) -> Claim {
        let missed = run.missed();
        let goals = goals(&subject.program);
        let covered =
            (0..goals.len()).map(GoalId::from).filter(|&goal| !missed.contains(&goals.describe(goal)));
        let (mut lines, mut branches) = (BTreeSet::new(), BTreeSet::new());
        for goal in covered {
            match goals.goal(goal) {
                Goal::Line(line) => _ = lines.insert(line),
                Goal::Branch(branch) => _ = branches.insert(branch),
                _ => {}
            }
        }
        let codes = codes(&subject);
        Claim { subject, codes, lines, branches }
    }
}

fn goals(program: &Program) -> Goals {
    let subject = goals::Subject {
        program,
        mutants: &Mutants::default(),
        callable: &TiVec::from(vec![false; program.methods.len()]),
        observers: &TiVec::new(),
        is_container: &|_| false,
    };
    let criteria = vec![Criterion::Branch, Criterion::Line];
    Goals::new(&subject, &GoalOptions { objectives: criteria.clone(), criteria, selection: Selection::All })
}

/// Returns the bytecode of each method of the program.
fn codes(subject: &Subject) -> TiVec<MethodIndex, Code> {
    let mut by_method = BTreeMap::new();
    for file in &subject.files {
        for member in &file.methods {
            by_method.extend(file.code(member).unwrap().map(|code| (key_of_member(file, member), code)));
        }
    }
    subject.program.methods.iter().map(|method| by_method.remove(&key_of_method(method)).unwrap()).collect()
}

fn key_of_method(method: &analysis::Method) -> Method {
    (method.class.clone(), method.name.clone(), method.descriptor.clone())
}

/// Returns whether JaCoCo inserts a probe on each path to an instruction. JaCoCo does so if the instruction
/// has several predecessors, or if the range of an exception handler begins at the instruction.
fn is_join(code: &Code, to: Index) -> bool {
    let is_predecessor = |&at: &Index| code.successors(at).contains(&to);
    (0..code.instructions.len()).filter(is_predecessor).count() > 1
        || code.handlers.iter().any(|handler| handler.start == to)
}

fn key_of_member(file: &ClassFile, member: &classfile::Member) -> Method {
    let text = |index| file.constants.utf8(index).unwrap().to_str().into_owned();
    (file.name().unwrap().to_str().into_owned(), text(member.name), text(member.descriptor))
}
