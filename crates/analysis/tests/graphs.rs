//! Tests of control flow graphs, dominators and control dependences of compiled Java. The cases are in
//! `tests/*.md`.

mod literate;

use std::fmt::Write;
use std::path::Path;

use analysis::control::{dominators, post_dominators};
use analysis::{BlockId, BranchId, Cfg, Dependence, EdgeKind, Method, Outcome, Program};
use classfile::ClassFile;

#[test]
fn graphs_are_as_described_in_the_markdown_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let sections = literate::check(&folder, |section| {
        let program = Program::new(&section.classes.iter().collect::<Vec<&ClassFile>>()).unwrap();
        program
            .methods
            .iter()
            .filter(|method| method.name != "<init>")
            .map(block_table)
            .collect::<Vec<_>>()
            .join("\n")
    });
    assert!(sections > 20);
}

/// Returns the header of a method, and a table with one row for each block.
fn block_table(method: &Method) -> String {
    let dominators = dominators(&method.cfg);
    let post_dominators = post_dominators(&method.cfg);
    let columns = ["block", "lines", "goes to", "idom", "ipdom", "depends on"].map(String::from);
    let rows = method.cfg.blocks.iter_enumerated().map(|(id, content)| {
        let optional_name = |id: Option<BlockId>| id.map_or("-".into(), |id| name(method, id));
        let successors =
            content.successors.iter().filter(|edge| id != Cfg::ENTRY || edge.kind != EdgeKind::Virtual);
        [
            name(method, id),
            join(content.lines.iter().map(u16::to_string)),
            join(
                successors
                    .map(|edge| format!("{}{}", edge_name(method, id, edge.kind), name(method, edge.to))),
            ),
            optional_name(dominators[id]),
            optional_name(post_dominators[id]),
            join(method.dependences[id].iter().map(|&dependence| dependence_name(method, dependence))),
        ]
    });
    let rows: Vec<_> = [columns].into_iter().chain(rows).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap();
    let mut table = format!("{}{}\n", method.name, method.descriptor);
    for row in &rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            write!(line, "  {cell:0$}", width(column)).unwrap();
        }
        table += line.trim_end();
        table.push('\n');
    }
    table
}

fn join(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

fn name(method: &Method, block: BlockId) -> String {
    match block {
        Cfg::ENTRY => "entry".into(),
        _ if block == method.cfg.exit() => "exit".into(),
        BlockId(number) => number.to_string(),
    }
}

fn edge_name(method: &Method, from: BlockId, kind: EdgeKind) -> String {
    match kind {
        EdgeKind::Fall => String::new(),
        EdgeKind::Jump => "jump ".into(),
        EdgeKind::Switch(outcome) => {
            format!("{} ", outcome_name(&method.predicate_of(from).unwrap().outcomes[outcome as usize]))
        }
        EdgeKind::Return => "return ".into(),
        EdgeKind::Exception => "throw ".into(),
        EdgeKind::Virtual => "virtual ".into(),
    }
}

fn dependence_name(method: &Method, dependence: Dependence) -> String {
    match dependence {
        Dependence::Entry => "entry".into(),
        Dependence::Branch(branch) => branch_name(method, branch),
        Dependence::Exception(block) => format!("{} throws?", name(method, block)),
    }
}

fn branch_name(method: &Method, branch: BranchId) -> String {
    let contains = |first: BranchId, count: usize| (first.0..first.0 + count as u32).contains(&branch.0);
    let predicate = method
        .predicates
        .iter()
        .find(|predicate| contains(predicate.first, predicate.outcomes.len()))
        .unwrap();
    let outcome = &predicate.outcomes[(branch.0 - predicate.first.0) as usize];
    format!("{} {}", name(method, predicate.block), outcome_name(outcome))
}

fn outcome_name(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Jump => "jump".into(),
        Outcome::Fall => "fall".into(),
        Outcome::Switch { keys, default } => {
            let default = default.then(|| "default".to_owned());
            keys.iter().map(i32::to_string).chain(default).collect::<Vec<_>>().join("|")
        }
    }
}
