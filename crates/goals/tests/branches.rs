//! Goals, their hierarchy and their fitness beside the Java source, in `tests/*.md`.

#[path = "../../analysis/tests/literate/mod.rs"]
mod literate;

use std::fmt::Write;
use std::path::Path;

use analysis::Program;
use classfile::ClassFile;
use goals::{Dense, Goals, Trace};

#[test]
fn goals_and_fitness_are_as_written_beside_their_sources() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let sections = literate::check(&folder, |section| {
        let program = Program::new(&section.classes.iter().collect::<Vec<&ClassFile>>()).unwrap();
        let goals = Goals::branches(&program);
        let mut text = list(&goals);
        for line in section.expected.lines().filter(|line| line.starts_with("given ")) {
            writeln!(text, "\n{line}\n{}", evaluate(&program, &goals, line)).unwrap();
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

/// The fitness of every goal for an execution such as `given f, g; 0 = 1.5, 1 = 0`.
fn evaluate(program: &Program, goals: &Goals, given: &str) -> String {
    let given = given.strip_prefix("given ").unwrap();
    let (methods, branches) = given.split_once("; ").unwrap_or((given, ""));
    let id = |name: &str| program.methods.iter().position(|method| method.name == name).unwrap() as u32;
    let branch = |text: &str| {
        let (branch, distance) = text.split_once(" = ").unwrap();
        (branch.parse().unwrap(), distance.parse().unwrap())
    };
    let trace = Trace {
        methods: methods.split(", ").filter(|name| *name != "nothing").map(id).collect(),
        branches: branches.split(", ").filter(|text| !text.is_empty()).map(branch).collect(),
    };
    let mut dense = Dense::default();
    goals.load(&trace, &mut dense);
    let shown = |goal| {
        let rounded = (goals.fitness(goal, &dense) * 1000.0).round() / 1000.0;
        format!("{goal}: {rounded}")
    };
    (0..goals.len() as u32).map(shown).collect::<Vec<_>>().join("  ")
}
