//! The folder of `--report`: translates the report of the engine about a class, and writes the folder.

use std::path::Path;
use std::time::Duration;

use engine::Cancellation;
use engine::details::{self, Details};
use engine::report::{Missed, Suspicious};
use engine::{Criterion, Status};
use maintain::ExistingTest;
use report::{Branch, Class, Line, Module, Mutant, MutantState, OpenGoal, Report, Suspicion, Test};

use crate::console::Console;
use crate::exit::Exit;

/// Writes a report. A second Ctrl-C does not interrupt this.
pub fn write(report: &Report, folder: &Path, cancellation: &Cancellation, console: &Console) -> Exit {
    match cancellation.uninterrupted(|| report::write(report, folder)) {
        Ok(()) => {
            console.note(&format!("wrote the report {}", folder.join("index.html").display()));
            Exit::Success
        }
        Err(error) => {
            console.error(&error.to_string());
            Exit::of_report_error(&error)
        }
    }
}

/// Returns the name of the project in a folder.
pub fn project_name(folder: &Path) -> String {
    folder.file_name().map_or_else(|| "project".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// Adds a class of a class path to a module. Its sources are unknown.
pub fn add(module: &mut Module, report: &engine::Report) {
    if report.status == Status::Skipped {
        module.skipped += 1;
        return;
    }
    let file = report.files.first();
    let tests = file.and_then(|file| maintain::tests(file).ok()).unwrap_or_default();
    module.classes.push(Class {
        test_file: file.map(|file| report::relative_path(file, Path::new("."))),
        tests: tests.into_iter().map(|it| test(it, None)).collect(),
        ..class(report)
    });
}

/// Translates the report about a class. The result has no source, no tests, and the
/// path of the source that follows from the name of the class.
pub fn class(report: &engine::Report) -> Class {
    let Details { methods, lines, branches, mutants } = &*report.details;
    let mut branches: Vec<Branch> = branches.iter().map(branch).collect();
    let mut mutants: Vec<Mutant> = mutants.iter().map(mutant).collect();
    branches.sort_by_key(|branch| branch.line);
    mutants.sort_by_key(|mutant| mutant.line);
    let suspicion = |suspicious: &Suspicious| {
        let starts = methods.iter().filter(|start| start.method == suspicious.method);
        let line = starts.map(|start| u32::from(start.line)).min();
        suspicion(suspicious, line)
    };
    let top_level = report.class.split('$').next().unwrap_or_default();
    Class {
        name: report.class.clone(),
        status: name_of(report.status),
        message: report.message.clone(),
        warnings: report.warnings.clone(),
        path: format!("{}.java", top_level.replace('.', "/")),
        seconds: report.total_seconds,
        lines: lines.iter().map(line).collect(),
        branches,
        mutants,
        open_goals: report.missed.iter().filter(|it| !has_own_list(it.criterion)).map(open_goal).collect(),
        suspicions: report.suspicions.iter().map(suspicion).collect(),
        ..Class::default()
    }
}

/// Translates a test. `duration` is its duration in the project's own build.
pub fn test(test: ExistingTest, duration: Option<Duration>) -> Test {
    let ExistingTest { name, comment } = test;
    let reason = (!comment.is_empty()).then_some(comment);
    Test { name, reason, seconds: duration.map(|duration| duration.as_secs_f64()) }
}

/// Returns the name of a status in `--json`.
fn name_of(status: Status) -> String {
    let name = serde_json::to_value(status).expect("a status is plain data");
    name.as_str().unwrap_or_default().to_owned()
}

/// Returns whether the report lists the goals of a criterion as lines, branches or mutants.
fn has_own_list(criterion: Criterion) -> bool {
    matches!(criterion, Criterion::Line | Criterion::Branch | Criterion::StrongMutation)
}

fn line(line: &details::LineDetail) -> Line {
    Line { line: line.line.into(), covered: line.reason.is_none(), reason: line.reason.clone() }
}

fn branch(branch: &details::BranchDetail) -> Branch {
    Branch {
        line: branch.line.into(),
        condition: branch.condition as u32,
        outcome: branch.outcome.clone(),
        covered: branch.reason.is_none(),
        distance: branch.distance.filter(|_| branch.reason.is_some()),
        reason: branch.reason.clone(),
    }
}

fn mutant(mutant: &details::MutantDetail) -> Mutant {
    let state = match mutant.state {
        details::MutantState::Killed => MutantState::Killed,
        details::MutantState::Survived => MutantState::Survived,
        details::MutantState::NotCovered => MutantState::NotCovered,
        details::MutantState::Untested => MutantState::Untested,
    };
    Mutant {
        line: mutant.line.into(),
        operator: mutant.operator.to_owned(),
        description: mutant.description.clone(),
        state,
    }
}

fn open_goal(missed: &Missed) -> OpenGoal {
    OpenGoal {
        criterion: missed.criterion.name().to_owned(),
        goal: missed.goal.clone(),
        reason: missed.reason.clone(),
    }
}

fn suspicion(suspicious: &Suspicious, line: Option<u32>) -> Suspicion {
    let Suspicious { rank, method, what, code, test } = suspicious;
    Suspicion {
        rank: *rank,
        method: method.clone(),
        line,
        what: what.clone(),
        code: code.clone(),
        test: test.clone(),
    }
}
