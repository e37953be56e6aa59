//! Tests of earlier runs that no longer compile or no longer pass.

use std::path::{Path, PathBuf};

use engine::Cancellation;
use maintain::{Action, BehaviourChange, EarlierTests, Plan, Record};
use project::{BuildFailure, Error, Project};

use crate::arguments::Generate;
use crate::console::{Annotation, Console};
use crate::exit::{Exit, Failure};

/// Maximum number of builds. The compile errors of one build can hide others.
const MAX_BUILDS: usize = 5;

/// Builds the project. Removes tests of earlier runs that no longer compile, if the command line accepts the
/// new behaviour. Also returns these tests.
pub fn load(
    root: &Path,
    options: &Generate,
    cancellation: &Cancellation,
    console: &Console,
) -> Result<(Project, Vec<BehaviourChange>), Failure> {
    let mut builds = 0;
    let mut removed = Vec::new();
    loop {
        let loaded = project::load(root, &options.project.load_options(), &|| cancellation.is_requested());
        builds += 1;
        let Some(failure) = failure(&loaded) else { return Ok((loaded?, removed)) };
        let mut broken = maintain::tests_that_do_not_compile(&failure.compile_errors)?;
        if broken.is_empty() || builds == MAX_BUILDS {
            return Ok((loaded?, removed));
        }
        let mut can_remove_all = options.project.accept;
        for change in &broken {
            can_remove_all &= maintain::can_remove(change)?;
        }
        if can_remove_all {
            broken.iter_mut().for_each(|change| change.action = Action::Removed);
        }
        broken.iter().for_each(|change| print(change, console));
        if !can_remove_all {
            let remedy = match options.project.accept {
                true => "a person edited the file, so correct the code outside of its tests",
                false => "remove them with --accept, or correct the code",
            };
            let message = format!("tests of an earlier run no longer compile; {remedy}");
            return Err(Failure { exit: Exit::Changed, message });
        }
        maintain::remove_tests(&broken)?;
        removed.extend(broken);
    }
}

fn failure(loaded: &Result<Project, Error>) -> Option<&BuildFailure> {
    match loaded {
        Ok(project) => project.failure.as_ref(),
        Err(Error::BuildFailed(failure)) => Some(failure),
        Err(_) => None,
    }
}

/// Runs the tests of earlier runs for which the code has changed, and returns the tests that no longer pass.
/// Removes their classes from the plan, unless the command line accepts the new behaviour. Also removes the
/// classes that have not changed themselves and whose tests pass; `record` records these tests.
pub fn find(
    project: &Project,
    plan: &mut Plan,
    record: &Record,
    options: &Generate,
    cancellation: &Cancellation,
    console: &mut Console,
) -> Result<Vec<BehaviourChange>, Failure> {
    let mut earlier = EarlierTests::default();
    let is_cancelled = || cancellation.is_requested();
    for (index, module) in project.modules.iter().enumerate() {
        let files = plan.earlier_files(index);
        if !files.is_empty() {
            console.step(&format!("running the earlier tests of {} for changed classes", module.name));
            let accept = options.project.accept;
            let of_module = maintain::run_earlier_tests(project, module, &files, accept, &is_cancelled)?;
            earlier.changes.extend(of_module.changes);
            earlier.passed.extend(of_module.passed);
        }
    }
    let EarlierTests { changes, passed } = earlier;
    let reported = changes.iter().filter(|change| change.action == Action::Reported);
    let files: Vec<PathBuf> = reported.map(|change| change.path.clone()).collect();
    plan.remove_files(&files);
    plan.remove_passed(&passed, record);
    plan.ignore_removed_files();
    changes.iter().for_each(|change| print(change, console));
    Ok(changes)
}

fn print(change: &BehaviourChange, console: &Console) {
    let BehaviourChange { test_class, test, path, line, what, action } = change;
    let place = line.map_or_else(|| path.display().to_string(), |line| format!("{}:{line}", path.display()));
    let action = match action {
        Action::Reported => "",
        Action::Updated => "; the test now expects this",
        Action::Removed => "; the test is removed",
    };
    console.note(&format!("changed behaviour: {test_class}.{test}: {what}{action} ({place})"));
    console.annotate(&Annotation {
        title: "Changed behaviour",
        file: Some(path.clone()),
        line: *line,
        message: format!("{test_class}.{test}: {what}{action}"),
    });
}
