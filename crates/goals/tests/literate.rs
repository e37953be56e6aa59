//! Literate tests of goals, their hierarchy and their fitness. The files `tests/*.md` contain the cases. In a
//! case, the line that begins with `goals of` lists the criteria.

#[path = "../../analysis/tests/literate/mod.rs"]
mod literate;

use std::fmt::Write;
use std::path::Path;

use analysis::{BranchId, DistanceId, MethodIndex, Program, StatementId, TiVec};
use classfile::ClassFile;
use goals::{
    Criterion, Effect, GoalId, GoalOptions, Goals, IndexedTrace, Observer, RecordedCall, RecordedValue,
    Selection, Subject, SuiteContribution, SuiteTrace, Thrown, Trace, Usage,
};

use mutation::MutantId;

/// The access flag of private methods.
const PRIVATE: u16 = 0x0002;

#[test]
fn goals_and_fitness_are_as_described_in_the_markdown_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let sections = literate::check(&folder, |section| {
        let classes: Vec<&ClassFile> = section.classes.iter().collect();
        let program = Program::new(&classes).unwrap();
        let criteria = section.expected.lines().find_map(|line| line.strip_prefix("goals of "));
        let goals = goals(&program, &classes, criteria.unwrap_or("branch"));
        let heading = criteria.map(|criteria| format!("goals of {criteria}\n")).unwrap_or_default();
        let mut text = heading + &list(&goals);
        for line in section.expected.lines() {
            if let Some(given) = line.strip_prefix("given ") {
                writeln!(text, "\n{line}\n{}", evaluate(&program, &goals, given)).unwrap();
            } else if let Some(suite) = line.strip_prefix("suite ") {
                writeln!(text, "\n{line}\n{}", evaluate_suite(&program, &goals, suite)).unwrap();
            }
        }
        text
    });
    assert!(sections > 5);
}

/// Creates the goals of criteria such as `line, output (smart)`. The method `size()` observes results of
/// class `Node`.
fn goals(program: &Program, classes: &[&ClassFile], criteria: &str) -> Goals {
    let (names, selection) = criteria.split_once(" (").unwrap_or((criteria, ""));
    let criterion = |name| Criterion::ALL.into_iter().find(|it| it.name() == name).unwrap();
    let selection = match selection {
        "" => Selection::All,
        "smart)" => Selection::Smart,
        "smart without subsumption)" => Selection::SmartWithoutSubsumption,
        _ => panic!("unknown selection `({selection}`; write `(smart)` or `(smart without subsumption)`"),
    };
    let criteria: Vec<Criterion> = names.split(", ").map(criterion).collect();
    let callable: TiVec<MethodIndex, bool> =
        program.methods.iter().map(|method| method.access & PRIVATE == 0).collect();
    let observer = Observer { name: "size".into(), descriptor: "I".into() };
    let is_observed = |descriptor: &str| descriptor.ends_with(")LNode;");
    let observers: TiVec<MethodIndex, Vec<Observer>> = program
        .methods
        .iter()
        .map(|method| is_observed(&method.descriptor).then(|| observer.clone()).into_iter().collect())
        .collect();
    let subject = Subject {
        program,
        mutants: &mutation::mutants(program, classes).unwrap(),
        callable: &callable,
        observers: &observers,
        is_container: &|name| name == "java/util/List",
    };
    Goals::new(&subject, &GoalOptions { criteria, selection, objectives: Vec::new() })
}

fn ids(goals: &Goals) -> impl Iterator<Item = GoalId> + use<> {
    (0..goals.len()).map(GoalId::from)
}

/// Lists each goal with the goals that it depends on.
fn list(goals: &Goals) -> String {
    let mut text = String::new();
    for goal in ids(goals) {
        let parents = ids(goals).filter(|&parent| goals.dependents(parent).contains(&goal));
        let root = goals.roots().contains(&goal).then(|| "root".to_owned());
        let parents_of_goal: Vec<_> =
            root.into_iter().chain(parents.map(|parent| format!("under {}", parent.0))).collect();
        let parents_of_goal =
            if goals.is_objective(goal) { parents_of_goal.join(", ") } else { "measured".to_owned() };
        writeln!(text, "{:3}  {}  ({parents_of_goal})", goal.0, goals.describe(goal)).unwrap();
    }
    text
}

/// Returns the fitness of every goal for an execution, including the goal of the exception that the execution
/// throws.
fn evaluate(program: &Program, goals: &Goals, given: &str) -> String {
    let mut goals = goals.clone();
    let trace = trace(program, given);
    goals.record_exception(&trace);
    let mut indexed = IndexedTrace::default();
    goals.load(&trace, &mut indexed);
    let mut covered = Vec::new();
    goals.covered(&trace, &mut |goal| covered.push(goal));
    let zero: Vec<GoalId> = ids(&goals).filter(|&goal| goals.fitness(goal, &indexed) == 0.0).collect();
    assert_eq!(zero, covered);
    let format_fitness = |goal: GoalId| format!("{}: {}", goal.0, rounded(goals.fitness(goal, &indexed)));
    let new_goals = ids(&goals).filter(|&goal| goals.criterion(goal) == Criterion::Exception);
    let new_goals: String =
        new_goals.map(|goal| format!("\n  new: {}  {}", goal.0, goals.describe(goal))).collect();
    ids(&goals).map(format_fitness).collect::<Vec<_>>().join("  ") + &new_goals
}

/// Returns the fitness of a suite on the goals of each criterion. ` | ` separates the executions of the
/// suite.
fn evaluate_suite(program: &Program, goals: &Goals, given: &str) -> String {
    let mut goals = goals.clone();
    let traces: Vec<Trace> = given.split(" | ").map(|given| trace(program, given)).collect();
    traces.iter().for_each(|trace| goals.record_exception(trace));
    let mut suite = SuiteTrace::default();
    let mut indexed = IndexedTrace::default();
    let contributions: Vec<SuiteContribution> =
        traces.iter().map(|trace| goals.contribution(trace, &mut indexed)).collect();
    goals.load_suite(contributions.iter(), &mut suite);
    let fitness = |&criterion: &Criterion| {
        let fitness = rounded(goals.suite_fitness(criterion, &mut goals.of(criterion), &suite));
        match goals.criteria() {
            [_] => format!("all goals: {fitness}"),
            _ => format!("{}: {fitness}", criterion.name()),
        }
    };
    goals.criteria().iter().map(fitness).collect::<Vec<_>>().join("  ")
}

/// Returns a fitness with three decimal places.
fn rounded(fitness: f64) -> f64 {
    (fitness * 1000.0).round() / 1000.0
}

/// Parses an execution such as `f, g; 0 = 1.5, 1 = 0; twice 0; direct 0 = 0; statements 1, 2; calls f(1,
/// null) = 2, g() throws java.io.IOException explicitly; kills 3; keeps 4 by 2`.
fn trace(program: &Program, given: &str) -> Trace {
    let id = |name: &str| program.methods.position(|method| method.name == name).unwrap();
    let mut parts = given.split("; ");
    let methods = parts.next().unwrap().split(", ").filter(|name| *name != "nothing").map(id).collect();
    let mut trace = Trace { methods, ..Trace::default() };
    for part in parts {
        let (key, list) = part.split_once(' ').unwrap_or((part, ""));
        let numbers = |list: &str| -> Vec<u32> { list.split(", ").map(|it| it.parse().unwrap()).collect() };
        match key {
            "twice" => trace.repeated = numbers(list).into_iter().map(DistanceId).collect(),
            "direct" => trace.branches.extend(distances(list, program.direct_distance(BranchId(0)).0)),
            "mutants" => {
                trace.mutants = distances(list, 0).map(|(id, distance)| (MutantId(id.0), distance)).collect();
            }
            "statements" => trace.statements = numbers(list).into_iter().map(StatementId).collect(),
            "kills" => {
                trace.effects.extend(numbers(list).into_iter().map(|it| (MutantId(it), Effect::Killed)));
            }
            "keeps" => {
                let (mutant, impact) = list.split_once(" by ").unwrap();
                let effect = Effect::Survived { impact: impact.parse().unwrap() };
                trace.effects.push((MutantId(mutant.parse().unwrap()), effect));
            }
            "calls" => list.split(" then ").for_each(|text| call(text, &id, &mut trace)),
            _ => trace.branches.extend(distances(part, 0)),
        }
    }
    trace
}

fn distances(list: &str, offset: u32) -> impl Iterator<Item = (DistanceId, f64)> {
    list.split(", ").map(move |text| {
        let (id, distance) = text.split_once(" = ").unwrap();
        (DistanceId(offset + id.parse::<u32>().unwrap()), distance.parse().unwrap())
    })
}

/// Parses a call such as `f(1, null) = 2`, `ordinary f(1) = 2`, `hidden ordinary f(1) = 2`,
/// `several ordinary f(1) = 2` or
/// `f(?) throws java.io.IOException explicitly`.
fn call(text: &str, id: &dyn Fn(&str) -> MethodIndex, trace: &mut Trace) {
    let (name, rest) = text.split_once('(').unwrap();
    let (arguments, result) = rest.split_once(')').unwrap();
    let (usage, name) = match name.rsplit_once(' ') {
        None => (Usage::Unusual, name),
        Some(("empty ordinary", name)) => (Usage::Ordinary, name),
        Some(("hidden ordinary", name)) => (Usage::WithResult, name),
        Some(("several ordinary", name)) => (Usage::ShownSeveral, name),
        Some((_, name)) => (Usage::Shown, name),
    };
    let method = id(name);
    let recorded_value = |text: &str| match text {
        "null" => RecordedValue::Null,
        "?" => RecordedValue::Unknown,
        number => RecordedValue::Value(number.parse().unwrap()),
    };
    let results = result.strip_prefix(" = ").unwrap_or_default();
    let recorded_values =
        arguments.split(", ").chain(results.split(", ")).filter(|text| !text.is_empty()).map(recorded_value);
    let thrown = result.strip_prefix(" throws ");
    trace.calls.push(RecordedCall {
        method,
        returned: thrown.is_none(),
        usage,
        recorded_values: recorded_values.collect(),
    });
    trace.thrown = thrown.map(|thrown| {
        let class = thrown.strip_suffix(" explicitly").unwrap_or(thrown);
        let classes = vec![class.into(), "java.lang.Exception".into()];
        Thrown { method, classes, explicit: class != thrown }
    });
}
