//! Descriptions of goals for people.

use std::collections::BTreeMap;

use analysis::{BranchId, LineId, Method, MethodIndex, Outcome, Predicate, Program};
use mutation::MutantId;
use typed_index_collections::TiVec;

use crate::goals::{Goal, Goals};
use crate::ids::{GoalId, ValueId};

/// Maximum length of a condition in a description, in bytes.
const MAX_CONDITION: usize = 60;

/// Returns the description of each goal. Goals of exceptions must not exist yet.
pub(crate) fn all(program: &Program, goals: &Goals) -> TiVec<GoalId, String> {
    let outcomes: TiVec<MethodIndex, Vec<Vec<String>>> =
        program.methods.iter().map(|method| outcomes(program, method)).collect();
    let describe = |(goal, &method): (&Goal, &MethodIndex)| {
        format!(
            "{}: {}",
            goals.method_descriptions[method],
            describe_inside(program, goals, *goal, &outcomes[method])
        )
    };
    goals.goals.iter().zip(&goals.method_of_goal).map(describe).collect()
}

/// Describes a goal without the name of its method. `outcomes` are the descriptions of the outcomes of each
/// predicate of the method.
fn describe_inside(program: &Program, goals: &Goals, goal: Goal, outcomes: &[Vec<String>]) -> String {
    let branch = |id: BranchId| {
        let branch = program.branches[id];
        outcomes[branch.predicate as usize][branch.outcome as usize].clone()
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
        Goal::OrdinaryCall(_) => "called directly with ordinary arguments, shows the result".into(),
        Goal::SeveralResults(_) => {
            "called directly with ordinary arguments, shows at least two elements".into()
        }
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

/// Describes every outcome of every predicate of a method: `line 12: amount > balance`. Uses the number of
/// the predicate in its line instead (`line 12, condition 2, true`) if the condition is unknown or long, or
/// if the line has the condition twice.
fn outcomes(program: &Program, method: &Method) -> Vec<Vec<String>> {
    let line = |predicate: &Predicate| program.branches[predicate.first].line;
    let texts: Vec<Vec<Option<String>>> = method.predicates.iter().map(conditions).collect();
    let mut on_line: BTreeMap<u16, Vec<usize>> = BTreeMap::new();
    for (index, predicate) in method.predicates.iter().enumerate() {
        on_line.entry(line(predicate)).or_default().push(index);
    }
    let describe = |(index, predicate): (usize, &Predicate)| {
        let line = line(predicate);
        let on_line = &on_line[&line];
        let is_same = |text: &Option<String>| text.is_some() && texts[index].contains(text);
        let is_unique = !on_line.iter().any(|&other| other != index && texts[other].iter().any(is_same));
        let number = on_line.iter().position(|&other| other == index).map_or(1, |position| position + 1);
        let number = if on_line.len() > 1 { format!(", condition {number}") } else { String::new() };
        let describe = |(outcome, text): (&Outcome, &Option<String>)| match text {
            Some(text) if is_unique => format!("line {line}: {text}"),
            _ => format!("line {line}{number}, {}", likely_outcome(outcome)),
        };
        predicate.outcomes.iter().zip(&texts[index]).map(describe).collect()
    };
    method.predicates.iter().enumerate().map(describe).collect()
}

/// Returns the condition for each outcome of a predicate. If one condition is unknown or long, returns no
/// condition, so that all outcomes are described in the same way.
fn conditions(predicate: &Predicate) -> Vec<Option<String>> {
    let text = |outcome: &Outcome| predicate.condition.as_ref()?.text(outcome);
    let texts: Vec<Option<String>> = predicate.outcomes.iter().map(text).collect();
    let is_short = |text: &Option<String>| text.as_ref().is_some_and(|text| text.len() <= MAX_CONDITION);
    if texts.iter().all(is_short) { texts } else { vec![None; texts.len()] }
}

/// Describes an outcome as it most likely appears in the source. Compilers usually emit a jump that is taken
/// if the condition is false. The description is wrong for the condition of a `do` loop and for the first
/// operand of `||`, because the compiler emits a jump that is taken if such a condition is true. The class
/// file does not show the difference.
fn likely_outcome(outcome: &Outcome) -> String {
    match outcome {
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
