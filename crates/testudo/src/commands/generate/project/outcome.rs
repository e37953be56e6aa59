//! The outcome of a run for a project: reports, refused tests, and what is printed about them.

mod content;

use std::collections::BTreeMap;
use std::time::Duration;

use engine::report::{Report, Status, Suspicious};
use maintain::{Action, BehaviourChange, Checked, Plan, PlannedClass, Refusal, WrittenFile};
use project::Project;
use serde::Serialize;

use crate::arguments::Generate;
use crate::console::{Annotation, Console, ModuleRow};
use crate::exit::Exit;

/// Maximum number of printed lines about classes without tests, and about refused tests.
const MAX_LINES: usize = 20;

/// The outcome of a run for a project.
pub struct Outcome<'a> {
    project: &'a Project,
    classes: Vec<PlannedClass>,
    modules: Vec<maintain::PlannedModule>,
    /// The tests of earlier runs that no longer pass or were changed.
    changes: Vec<BehaviourChange>,
    /// The class under test of each test class, also of classes that are not in the plan because of changed
    /// behaviour.
    tested_classes: BTreeMap<String, String>,
    /// The durations of tests in the project's build, by test class and test method.
    durations: BTreeMap<(String, String), Duration>,
    /// The names of the earlier tests of each class.
    earlier: Vec<Vec<String>>,
    /// The reports of the tasks that have ended, with the index of the task.
    reports: Vec<(usize, Report)>,
    /// The tests that the project's build refused.
    refusals: Vec<Refusal>,
    /// The test classes that the project's build did not run.
    not_run: Vec<String>,
    /// The exit code.
    pub exit: Exit,
}

/// The report of a class, as `--json` prints it for a project.
#[derive(Serialize)]
struct ClassReport<'a> {
    /// Name of the module.
    module: &'a str,
    #[serde(flatten)]
    report: &'a Report,
    /// The tests that the project's own build refused.
    refused: Vec<RefusedTest<'a>>,
}

/// A test that the project's own build refused.
#[derive(Serialize)]
struct RefusedTest<'a> {
    /// Name of the test method. Absent if all tests of the class were refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<&'a str>,
    /// Why the build refused the test.
    reason: &'a str,
}

impl<'a> Outcome<'a> {
    /// Returns the outcome of a run that has not begun. `changes` are the changes of behaviour.
    /// `tested_classes` contains the class under test of each test class.
    pub fn new(
        project: &'a Project,
        plan: &Plan,
        changes: Vec<BehaviourChange>,
        tested_classes: BTreeMap<String, String>,
    ) -> Outcome<'a> {
        let is_open = changes.iter().any(|change| change.action == Action::Reported);
        Outcome {
            project,
            earlier: plan.classes.iter().map(earlier_tests).collect(),
            classes: plan.classes.clone(),
            modules: plan.modules.clone(),
            changes,
            tested_classes,
            durations: BTreeMap::new(),
            reports: Vec::new(),
            refusals: Vec::new(),
            not_run: Vec::new(),
            exit: if is_open { Exit::Changed } else { Exit::Success },
        }
    }

    /// Prints what the user can mend in the project. `options` are those of the whole project.
    pub fn report_problems(&mut self, options: &Generate, console: &Console) {
        if let Some(failure) = &self.project.failure {
            console.error(&format!("some modules have no tests: {failure}"));
            self.exit = self.exit.max(Exit::Build);
        }
        if self.modules.iter().all(|module| module.classes == 0) {
            console.note(&format!("no tests to generate: {}", reason_for_no_classes(options)));
        }
        for (module, planned) in self.project.modules.iter().zip(&self.modules) {
            if planned.has_no_framework {
                console.error(&maintain::missing_framework(module, &self.project.build));
                self.exit = self.exit.max(Exit::Build);
            }
            if planned.ignores_own_tests {
                console.warn(&format!(
                    "the tests of {} do not count as existing tests, because {} does not find the libraries that \
                     start tests of JUnit 5 (junit-platform-launcher); check the network and the repositories of the \
                     build, and run Testudo without --offline",
                    module.name,
                    self.project.build.name()
                ));
            }
        }
    }

    /// Adds the report of a task.
    pub fn add(&mut self, task: usize, report: &Report) {
        let exit = match report.status {
            // A project often has classes without tests. The output lists them.
            Status::NothingToTest | Status::DoesNotLoad | Status::NoTestKept => Exit::Success,
            status => Exit::of_status(status),
        };
        self.exit = self.exit.max(exit);
        self.reports.push((task, report.clone()));
    }

    /// Returns the written files of a module.
    pub fn written_files(&self, module: usize) -> Vec<WrittenFile> {
        let reports = self.reports.iter().filter(|(task, _)| self.classes[*task].module == module);
        let files = reports.flat_map(|(task, report)| report.files.iter().map(|path| (*task, path)));
        files
            .map(|(task, path)| WrittenFile {
                test_class: self.classes[task].test_class.clone(),
                path: path.clone(),
                earlier: self.earlier[task].clone(),
            })
            .collect()
    }

    /// Returns the files of a module whose tests the project's build has not run: the written files, and
    /// files of an earlier run.
    pub fn unchecked_files(&self, module: usize) -> Vec<WrittenFile> {
        let of_earlier_run = self.modules[module].unchecked.iter().cloned();
        self.written_files(module).into_iter().chain(of_earlier_run).collect()
    }

    /// Returns the record keys of the classes for which no test could be written, also with more time.
    pub fn classes_without_tests(&self) -> impl Iterator<Item = &str> {
        let has_no_tests = |(_, report): &&(usize, Report)| {
            matches!(
                report.status,
                Status::NothingToAdd | Status::NothingToTest | Status::DoesNotLoad | Status::NoTestKept
            ) && !report.lacked_time
        };
        let classes = self.reports.iter().filter(has_no_tests).map(|(task, _)| &self.classes[*task]);
        classes.filter_map(|class| class.record_key.as_deref())
    }

    /// Adds what the project's build said about the new tests of a module.
    pub fn add_check(&mut self, checked: Checked) {
        for refusal in &checked.refusals {
            let classes = &self.classes;
            let is_refused =
                |(task, _): &&mut (usize, Report)| classes[*task].test_class == refusal.test_class;
            if let Some((_, report)) = self.reports.iter_mut().find(is_refused) {
                subtract(report, refusal);
            }
        }
        self.durations.extend(checked.durations);
        self.refusals.extend(checked.refusals);
        self.not_run.extend(checked.not_run);
    }

    /// Prints a note for each module whose build does not run the new tests, because they do not match the
    /// configured patterns.
    fn print_tests_that_do_not_match(&self, console: &mut Console) {
        for (index, module) in self.project.modules.iter().enumerate() {
            let files = self.written_files(index);
            let count = files.iter().filter(|file| !module.runs_by_default(&file.test_class)).count();
            if count > 0 {
                console.note(&format!(
                    "the build of {} runs only the tests that match {}, so it does not run {count} of the new test classes; \
                     add the pattern **/*Test.java to the includes of maven-surefire-plugin",
                    module.name,
                    module.test_includes.join(", ")
                ));
            }
        }
    }

    /// Prints the reports, the table of the modules, and what the user should know.
    pub fn print(&self, console: &mut Console) {
        for (task, report) in &self.reports {
            console.print_json(&self.class_report(*task, report));
        }
        console.print_modules(&self.rows());
        self.print_files(console);
        let refused = self.refusals.iter().map(|refusal| {
            let test = refusal.test.as_ref().map_or_else(String::new, |test| format!(".{test}"));
            format!("{}{test}: {}", refusal.test_class, refusal.reason)
        });
        print_list(
            console,
            "removed because the project's own build refused it",
            &refused.collect::<Vec<_>>(),
        );
        let without_tests = self.reports.iter().filter_map(|(_, report)| {
            let message = report.message.as_ref()?;
            let is_failure =
                !matches!(report.status, Status::NothingToAdd | Status::NothingToTest | Status::Skipped);
            is_failure.then(|| format!("{}: {message}", report.class))
        });
        print_list(console, "no tests", &without_tests.collect::<Vec<_>>());
        let known: usize = self.modules.iter().map(|module| module.without_tests).sum();
        if known > 0 {
            let noun = if known == 1 { "class" } else { "classes" };
            console.note(&format!(
                "no new tests: {known} unchanged {noun} for which an earlier run wrote none; --force CLASS tries again"
            ));
        }
        print_list(console, "not run by the project's own build", &self.not_run);
        self.print_tests_that_do_not_match(console);
        let suspicions: usize = self.reports.iter().map(|(_, report)| report.suspicions.len()).sum();
        if suspicions > 0 {
            let noun = if suspicions == 1 { "finding" } else { "findings" };
            console
                .note(&format!("suspicious behaviour: {suspicions} {noun}; --report and --json show them"));
        }
        let open = self.changes.iter().filter(|change| change.action == Action::Reported).count();
        if open > 0 {
            let failure =
                if open == 1 { "earlier test no longer passes" } else { "earlier tests no longer pass" };
            console.note(&format!(
                "changed behaviour: {open} {failure}; correct the code, or run Testudo with --accept"
            ));
        }
        let skipped = self.reports.iter().filter(|(_, report)| report.status == Status::Skipped).count();
        if skipped > 0 {
            console.note(&format!(
                "skipped: {skipped} of {} classes; run Testudo again to continue",
                self.reports.len()
            ));
        }
        self.annotate(console);
        console.print_weak_sandbox();
    }

    /// Prints annotations about refused tests and suspicious behaviour, if the command line asks for them.
    fn annotate(&self, console: &Console) {
        for Refusal { test_class, test, reason } in &self.refusals {
            let class = self.classes.iter().find(|class| class.test_class == *test_class);
            let test = test.as_ref().map_or_else(String::new, |test| format!(".{test}"));
            console.annotate(&Annotation {
                title: "Refused test",
                file: class.map(|class| class.path.clone()),
                line: None,
                message: format!("removed {test_class}{test}: {reason}"),
            });
        }
        for (task, report) in &self.reports {
            let module = &self.project.modules[self.classes[*task].module];
            for Suspicious { method, what, code, .. } in &report.suspicions {
                console.annotate(&Annotation {
                    title: "Suspicious behaviour",
                    file: module.source_file(&report.class),
                    line: None,
                    message: format!("{method} {what}:\n{code}"),
                });
            }
        }
    }

    fn class_report<'b>(&'b self, task: usize, report: &'b Report) -> ClassReport<'b> {
        let class = &self.classes[task];
        let refused = self.refusals.iter().filter(|refusal| refusal.test_class == class.test_class);
        ClassReport {
            module: &self.project.modules[class.module].name,
            report,
            refused: refused
                .map(|refusal| RefusedTest { test: refusal.test.as_deref(), reason: &refusal.reason })
                .collect(),
        }
    }

    fn rows(&self) -> Vec<ModuleRow> {
        let row = |(index, planned): (usize, &maintain::PlannedModule)| {
            let of_module = |(task, _): &&(usize, Report)| self.classes[*task].module == index;
            let mut row =
                ModuleRow::new(&self.project.modules[index].name, planned.classes, planned.up_to_date.len());
            self.reports.iter().filter(of_module).for_each(|(_, report)| row.add(report));
            row
        };
        self.modules.iter().enumerate().filter(|(_, planned)| planned.classes > 0).map(row).collect()
    }

    fn print_files(&self, console: &Console) {
        for (index, module) in self.project.modules.iter().enumerate() {
            let files = self.written_files(index);
            let Some(first) = files.first() else { continue };
            let packages = first.test_class.matches('.').count();
            let folder = first.path.ancestors().nth(packages + 1).unwrap_or(&module.folder);
            let count = files.len();
            let noun = if count == 1 { "test file" } else { "test files" };
            console.note(&format!("wrote {count} {noun} to {}", folder.display()));
        }
    }
}

/// Returns why a run has no classes.
fn reason_for_no_classes(options: &Generate) -> String {
    match (&options.project.since, options.project.shard) {
        (Some(revision), _) => format!("no selected class has changed since {revision}"),
        (None, Some(_)) => "no selected class is in this shard".to_owned(),
        (None, None) => {
            "the project has no compiled classes with code, or testudo.toml excludes them".to_owned()
        }
    }
}

/// Returns the names of the tests that an earlier run wrote for a class.
fn earlier_tests(class: &PlannedClass) -> Vec<String> {
    let has_file = class.has_earlier_tests && class.path.exists();
    if has_file { maintain::test_names(&class.path).unwrap_or_default() } else { Vec::new() }
}

/// Subtracts a refused test from the report of its class.
fn subtract(report: &mut Report, refusal: &Refusal) {
    report.tests_written = report.tests_written.saturating_sub(1);
    if refusal.test.is_none() || report.tests_written == 0 {
        report.tests_written = 0;
        report.files.clear();
        report.status = Status::NoTestKept;
        report.message = Some(format!("the project's own build refused the tests: {}", refusal.reason));
    }
}

/// Prints a list with a title. Nothing is printed if the list is empty.
fn print_list(console: &Console, title: &str, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    let shown: Vec<&str> = lines.iter().take(MAX_LINES).map(String::as_str).collect();
    let more = lines.len() - shown.len();
    let more = if more > 0 { format!("\n{more} more; --json prints all of them") } else { String::new() };
    console.note(&format!("{title} ({}):\n{}{more}", lines.len(), shown.join("\n")));
}
