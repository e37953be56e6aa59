//! Descriptions of goals for people.

use std::collections::BTreeMap;

use analysis::{Branch, BranchId, LineId, Method, MethodIndex, Outcome, Predicate, Program};
use mutation::MutantId;
use typed_index_collections::TiVec;

use crate::goals::{Goal, Goals};
use crate::ids::{GoalId, ValueId};

/// Returns the description of each goal. Goals of exceptions must not exist yet.
pub(crate) fn all(program: &Program, goals: &Goals) -> TiVec<GoalId, String> {
    let conditions: TiVec<MethodIndex, Vec<String>> =
        program.methods.iter().map(|method| conditions(program, method)).collect();
    let describe = |(goal, &method): (&Goal, &MethodIndex)| {
        format!(
            "{}: {}",
            goals.method_descriptions[method],
            describe_inside(program, goals, *goal, &conditions[method])
        )
    };
    goals.goals.iter().zip(&goals.method_of_goal).map(describe).collect()
}

/// Describes a goal without the name of its method. `conditions` are the descriptions of the predicates of
/// the method.
fn describe_inside(program: &Program, goals: &Goals, goal: Goal, conditions: &[String]) -> String {
    let branch = |id: BranchId| {
        let branch = program.branches[id];
        let method = &program.methods[branch.method];
        format!("{}, {}", conditions[branch.predicate as usize], outcome(method, branch))
    };
    let line = |line: LineId| format!("line {}", program.lines[line].line);
    let mutant = |mutant: MutantId| goals.mutants.mutants[mutant].description.clone();
    let value = |value: ValueId| {
        let value = &goals.values[value];
        format!("{} {}", value.name, value.class.name())
    };
    let needs_direct_call = |method: MethodIndex| goals.needs_direct_call[method];
    match goal {
        Goal::DirectBranch(id) if needs_direct_call(program.branches[id].method) => {
            format!("{}, called directly", branch(id))
        }
        Goal::Branch(id) | Goal::DirectBranch(id) => branch(id),
        Goal::DirectBranchlessMethod(id) if needs_direct_call(id) => "called directly".into(),
        Goal::BranchlessMethod(_) | Goal::DirectBranchlessMethod(_) | Goal::Method(_) => "entered".into(),
        Goal::TopMethod(_) => "called directly".into(),
        Goal::TopMethodNoException(_) => "called directly, returns".into(),
        Goal::OrdinaryCall(_) => "called directly with ordinary arguments, returns".into(),
        Goal::Line(id) => line(id),
        Goal::Statement(id) => {
            let statement = program.statements[id];
            let on_line = &goals.statements_of_line[statement.line];
            match on_line.iter().position(|&other| other == id) {
                Some(position) if on_line.len() > 1 => {
                    format!("{}, statement {}", line(statement.line), position + 1)
                }
                _ => line(statement.line),
            }
        }
        Goal::WeakMutant(id) => format!("{}, infected", mutant(id)),
        Goal::StrongMutant(id) => format!("{}, killed", mutant(id)),
        Goal::Output(id) | Goal::Input(id) => value(id),
        Goal::Exception(_) => unreachable!("exceptions have no goals before the first execution"),
    }
}

/// Describes every predicate of a method: `line 12`, or `line 12, condition 2` if the line has several
/// predicates.
fn conditions(program: &Program, method: &Method) -> Vec<String> {
    let line = |predicate: &Predicate| program.branches[predicate.first].line;
    let mut on_line = BTreeMap::new();
    for predicate in &method.predicates {
        *on_line.entry(line(predicate)).or_insert(0) += 1;
    }
    let mut number_on_line = BTreeMap::new();
    let describe = |predicate| {
        let line = line(predicate);
        let number = number_on_line.entry(line).or_insert(0);
        *number += 1;
        if on_line[&line] > 1 { format!("line {line}, condition {number}") } else { format!("line {line}") }
    };
    method.predicates.iter().map(describe).collect()
}

/// Describes the outcome of a branch as it most likely appears in the source. Compilers usually emit a jump
/// that is taken if the condition is false. The description is wrong for the condition of a `do` loop and for
/// the first operand of `||`, because the compiler emits a jump that is taken if such a condition is true.
/// The class file does not show the difference.
fn outcome(method: &Method, branch: Branch) -> String {
    match &method.predicates[branch.predicate as usize].outcomes[branch.outcome as usize] {
        Outcome::Jump => "false".into(),
        Outcome::Fall => "true".into(),
        Outcome::Switch { keys, default: false } => format!("case {}", list(keys)),
        Outcome::Switch { keys, .. } if keys.is_empty() => "default".into(),
        Outcome::Switch { keys, .. } => format!("case {} or default", list(keys)),
    }
}

fn list(keys: &[i32]) -> String {
    keys.iter().map(i32::to_string).collect::<Vec<_>>().join(", ")
}

/// Describes a method, such as `com.acme.Foo.bar(int, String[])`. The description contains the simple names
/// of parameter types.
pub(crate) fn method(method: &Method) -> String {
    let class = method.class.replace('/', ".");
    format!("{class}.{}({})", method.name, parameters(&method.descriptor).join(", "))
}

fn parameters(descriptor: &str) -> Vec<String> {
    let mut rest = descriptor.strip_prefix('(').unwrap_or_default();
    let mut parameters = Vec::new();
    while !rest.is_empty() && !rest.starts_with(')') {
        let element = rest.trim_start_matches('[');
        let dimensions = rest.len() - element.len();
        let (name, after) = split_first_type(element);
        parameters.push(name.to_owned() + &"[]".repeat(dimensions));
        rest = after;
    }
    parameters
}

/// Splits a list of type descriptors. Returns the Java name of the first type, and the rest of the list.
fn split_first_type(rest: &str) -> (&str, &str) {
    let primitive = |name| (name, &rest[1..]);
    match rest.as_bytes().first() {
        Some(b'Z') => primitive("boolean"),
        Some(b'B') => primitive("byte"),
        Some(b'C') => primitive("char"),
        Some(b'S') => primitive("short"),
        Some(b'I') => primitive("int"),
        Some(b'J') => primitive("long"),
        Some(b'F') => primitive("float"),
        Some(b'D') => primitive("double"),
        Some(b'L') => {
            let (name, after) = rest[1..].split_once(';').unwrap_or((&rest[1..], ""));
            (name.rsplit('/').next().unwrap_or(name), after)
        }
        _ => (rest, ""),
    }
}
