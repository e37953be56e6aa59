//! The content of the folder of `--report`.

use std::fs;
use std::path::Path;

use engine::report::{Report, Status};
use maintain::{BehaviourChange, ExistingTest, PlannedClass};
use report::{Change, ChangeAction, Class, Module, RefusedTest, Test, relative_path};

use super::Outcome;
use crate::commands::generate::report_folder;

impl Outcome<'_> {
    /// Returns the content of the report. `earlier` is the report that the folder contains.
    pub fn report(&self, earlier: Option<&report::Report>) -> report::Report {
        let has_classes = |index: &usize| self.modules[*index].classes > 0;
        report::Report {
            project: report_folder::project_name(&self.project.root),
            modules: (0..self.modules.len())
                .filter(has_classes)
                .map(|index| self.module(index, earlier))
                .collect(),
            changes: self.changes.iter().map(|change| self.change(change)).collect(),
        }
    }

    fn module(&self, index: usize, earlier: Option<&report::Report>) -> Module {
        let reports = self.reports.iter().filter(|(task, _)| self.classes[*task].module == index);
        let (skipped, finished): (Vec<_>, Vec<_>) =
            reports.partition(|(_, report)| report.status == Status::Skipped);
        let classes = finished.into_iter().map(|(task, report)| self.class(&self.classes[*task], report));
        let mut module = Module {
            name: self.project.modules[index].name.clone(),
            classes: classes.collect(),
            unchanged: 0,
            skipped: skipped.len(),
        };
        module.add_unchanged(&self.modules[index].up_to_date, earlier);
        module
    }

    fn class(&self, planned: &PlannedClass, report: &Report) -> Class {
        let root = &self.project.root;
        let source = self.project.modules[planned.module].source_file(&report.class);
        let refused = self.refusals.iter().filter(|refusal| refusal.test_class == planned.test_class);
        let refused =
            refused.map(|refusal| RefusedTest { test: refusal.test.clone(), reason: refusal.reason.clone() });
        let has_tests = planned.path.exists() && (planned.has_earlier_tests || !report.files.is_empty());
        let class = report_folder::class(report);
        Class {
            fingerprint: Some(planned.fingerprint.clone()),
            path: source.as_ref().map_or(class.path, |path| relative_path(path, root)),
            source: source.and_then(|path| Some(String::from_utf8_lossy(&fs::read(path).ok()?).into_owned())),
            test_file: has_tests.then(|| relative_path(&planned.path, root)),
            tests: if has_tests { self.tests(planned) } else { Vec::new() },
            refused: refused.collect(),
            ..class
        }
    }

    fn tests(&self, planned: &PlannedClass) -> Vec<Test> {
        let test = |test: ExistingTest| {
            let duration = self.durations.get(&(planned.test_class.clone(), test.name.clone())).copied();
            report_folder::test(test, duration)
        };
        maintain::tests(&planned.path).unwrap_or_default().into_iter().map(test).collect()
    }

    fn change(&self, change: &BehaviourChange) -> Change {
        let BehaviourChange { test_class, test, path, line, what, action } = change;
        Change {
            class: self.tested_classes.get(test_class).cloned(),
            test_class: test_class.clone(),
            test: test.clone(),
            path: relative_path(Path::new(path), &self.project.root),
            line: *line,
            what: what.clone(),
            action: match action {
                maintain::Action::Reported => ChangeAction::Reported,
                maintain::Action::Updated => ChangeAction::Updated,
                maintain::Action::Removed => ChangeAction::Removed,
            },
        }
    }
}
