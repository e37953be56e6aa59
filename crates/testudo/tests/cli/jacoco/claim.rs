//! What Testudo says that the tests it wrote cover.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use analysis::{Branch, BranchId, LineId, MethodIndex, Program, TiVec};
use classfile::{ClassFile, Code, Index, op};
use engine::subject::{self, Subject};
use goals::{Criterion, Goal, GoalId, GoalOptions, Goals, Selection};
use mutation::Mutants;
use types::{ClassPath, Jdk, World};

use super::execution::{Execution, Method};
use crate::setup::{Place, Run};

/// A class under test, and what the tests written for it are said to cover.
pub struct Claim {
    /// The class.
    pub subject: Subject,
    /// By method of the program its code.
    codes: TiVec<MethodIndex, Code>,
    /// Lines that they execute.
    pub lines: BTreeSet<LineId>,
    /// Branches that they take.
    pub branches: BTreeSet<BranchId>,
}

impl Claim {
    /// The class, name and descriptor of a method.
    pub fn method(&self, method: MethodIndex) -> Method {
        key(&self.subject.program.methods[method])
    }

    /// Whether an exception came between the start of a line and the next of JaCoCo's probes.
    pub fn line_is_cut_short(&self, execution: &Execution, line: LineId) -> bool {
        let statements = &self.subject.program.statements;
        statements
            .iter()
            .filter(|it| it.line == line)
            .any(|it| self.is_cut_short(execution, it.method, it.at))
    }

    /// Whether an exception came between a branch and the next of JaCoCo's probes.
    pub fn branch_is_cut_short(&self, execution: &Execution, branch: BranchId) -> bool {
        let program = &self.subject.program;
        let Branch { method, outcome, .. } = program.branches[branch];
        let cfg = &program.methods[method].cfg;
        let block = &cfg.blocks[program.predicate(branch).block];
        let destination = cfg.blocks[block.successors[outcome as usize].to].instructions.start;
        !is_join(&self.codes[method], destination) && self.is_cut_short(execution, method, destination)
    }

    /// Whether in some run an exception came between an instruction and the next place where ways meet.
    fn is_cut_short(&self, execution: &Execution, method: MethodIndex, from: Index) -> bool {
        let code = &self.codes[method];
        let offsets = code.offsets().unwrap();
        let name = self.method(method);
        let (mut ways, mut seen) = (vec![from], BTreeSet::new());
        while let Some(at) = ways.pop() {
            let throws = code.instructions[at].op() == op::ATHROW; // it has a probe before it
            if !throws && execution.thrown.contains(&(name.clone(), offsets[at])) {
                return true;
            }
            if seen.insert(at) {
                ways.extend(code.successors(at).into_iter().filter(|&to| !is_join(code, to)));
            }
        }
        false
    }

    /// Generates tests of a class of a library to `out`.
    pub fn generate(place: &Place, library: &Path, class: &str) -> Claim {
        let mut command = place.bare(&["generate", "--criteria", "branch,line", "--tests", "2000"]);
        command.args(["--seed", "1", "--output", "out", "--class", class]).arg("--classpath").arg(library);
        let run = place.run(command.arg("--json"));
        assert_eq!(run.code, 0, "{}", run.err);
        let world = World::new(ClassPath::open(&[library.to_owned()]).unwrap(), Jdk::find(None).unwrap());
        Claim::of(subject::read(&world, class).unwrap(), &run)
    }

    /// What the report of a run says.
    fn of(subject: Subject, run: &Run) -> Claim {
        let open = run.missed();
        let goals = goals(&subject.program);
        let covered =
            (0..goals.len()).map(GoalId::from).filter(|&goal| !open.contains(&goals.describe(goal)));
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

/// By method of the program its code.
fn codes(subject: &Subject) -> TiVec<MethodIndex, Code> {
    let mut by_method = BTreeMap::new();
    for file in &subject.files {
        for member in &file.methods {
            by_method.extend(file.code(member).unwrap().map(|code| (method(file, member), code)));
        }
    }
    subject.program.methods.iter().map(|method| by_method.remove(&key(method)).unwrap()).collect()
}

fn key(method: &analysis::Method) -> Method {
    (method.class.clone(), method.name.clone(), method.descriptor.clone())
}

/// Whether JaCoCo has a probe on each way to an instruction: ways meet there, or a handler's range begins.
fn is_join(code: &Code, to: Index) -> bool {
    let leads_there = |&at: &Index| code.successors(at).contains(&to);
    (0..code.instructions.len()).filter(leads_there).count() > 1
        || code.handlers.iter().any(|handler| handler.start == to)
}

fn method(file: &ClassFile, member: &classfile::Member) -> Method {
    let text = |index| file.constants.utf8(index).unwrap().to_str().into_owned();
    (file.name().unwrap().to_str().into_owned(), text(member.name), text(member.descriptor))
}
