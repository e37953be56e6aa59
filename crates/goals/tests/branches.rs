//! Goals, their hierarchy and their fitness beside the Java source, in `tests/*.md`.

#[path = "../../analysis/tests/literate/mod.rs"]
mod literate;

use std::fmt::Write;
use std::path::Path;

use analysis::Program;
use classfile::ClassFile;
use goals::{Dense, Goals, SuiteTrace, Trace};

#[test]
fn goals_and_fitness_are_as_written_beside_their_sources() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let sections = literate::check(&folder, |section| {
        let program = Program::new(&section.classes.iter().collect::<Vec<&ClassFile>>()).unwrap();
        let goals = Goals::branches(&program);
        let mut text = list(&goals);
        for line in section.expected.lines() {
            if let Some(given) = line.strip_prefix("given ") {
                writeln!(text, "\n{line}\n{}", evaluate(&program, &goals, given)).unwrap();
            } else if let Some(suite) = line.strip_prefix("suite ") {
                writeln!(text, "\n{line}\nall goals: {}", evaluate_suite(&program, &goals, suite)).unwrap();
            }
        }
        text
    });
    assert!(sections > 5);
}

fn list(goals: &Goals) -> String {
    let mut text = String::new();
    for goal in 0..goals.len() as u32 {
        let parents = (0..goals.len() as u32).filter(|&parent| goals.dependents(parent).contains(&goal));
        let root = goals.roots().contains(&goal).then(|| "root".to_owned());
        let hangs_on: Vec<_> =
            root.into_iter().chain(parents.map(|parent| format!("under {parent}"))).collect();
        writeln!(text, "{goal:3}  {}  ({})", goals.describe(goal), hangs_on.join(", ")).unwrap();
    }
    text
}

/// The fitness of every goal for an execution.
fn evaluate(program: &Program, goals: &Goals, given: &str) -> String {
    let mut dense = Dense::default();
    goals.load(&trace(program, given), &mut dense);
    let shown = |goal| format!("{goal}: {}", rounded(goals.fitness(goal, &dense)));
    (0..goals.len() as u32).map(shown).collect::<Vec<_>>().join("  ")
}

/// The fitness on all goals of a suite of executions with ` | ` between.
fn evaluate_suite(program: &Program, goals: &Goals, given: &str) -> f64 {
    let traces: Vec<Trace> = given.split(" | ").map(|given| trace(program, given)).collect();
    let dense = |trace: &Trace| {
        let mut dense = Dense::default();
        goals.load(trace, &mut dense);
        dense
    };
    let dense: Vec<Dense> = traces.iter().map(dense).collect();
    let mut suite = SuiteTrace::default();
    goals.load_suite(traces.iter().zip(&dense), &mut suite);
    rounded(goals.suite_fitness(0..goals.len() as u32, &suite))
}

fn rounded(fitness: f64) -> f64 {
    (fitness * 1000.0).round() / 1000.0
}

/// An execution such as `f, g; 0 = 1.5, 1 = 0; twice 0`.
fn trace(program: &Program, given: &str) -> Trace {
    let (given, repeated) = given.split_once("; twice ").unwrap_or((given, ""));
    let (methods, branches) = given.split_once("; ").unwrap_or((given, ""));
    let id = |name: &str| program.methods.iter().position(|method| method.name == name).unwrap() as u32;
    let branch = |text: &str| {
        let (branch, distance) = text.split_once(" = ").unwrap();
        (branch.parse().unwrap(), distance.parse().unwrap())
    };
    Trace {
        methods: methods.split(", ").filter(|name| *name != "nothing").map(id).collect(),
        branches: branches.split(", ").filter(|text| !text.is_empty()).map(branch).collect(),
        repeated: repeated.split(", ").filter_map(|branch| branch.parse().ok()).collect(),
    }
}
