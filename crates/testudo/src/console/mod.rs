//! Output for the user: a progress bar on a terminal (otherwise one line per second), a table at the end, and
//! the log. Control characters of foreign texts are visible in all parts of the output.
//!
//! A closed standard output or standard error never ends a run: the program skips the output.

mod annotation;
mod bars;
mod log;
mod modules;
mod table;
mod visible;

use std::cmp::Reverse;
use std::io::{ErrorKind, IsTerminal, Write};
use std::time::{Duration, Instant};

use engine::report::{Existing, Report, Status, Suspicious, Unbuildable};
use engine::{Event, Progress, Sandbox};

use crate::arguments::{Ci, Cli};
use crate::exit::Exit;
pub use annotation::Annotation;
use bars::Bars;
pub use log::start_log;
pub use modules::ModuleRow;
use table::table;
pub use visible::visible;
use visible::visible_lines;

/// Maximum number of printed lines per class about its suspicious behaviour.
const MAX_SUSPICIONS: usize = 5;
/// Maximum number of printed notes per class about types of which no test can create an object.
const MAX_TYPES: usize = 5;

/// Writes lines to standard error. Makes control characters visible.
pub fn print_error(lines: &str) {
    let _ = writeln!(std::io::stderr(), "{}", visible_lines(lines, "\n"));
}

/// Writes lines to standard output. Makes control characters visible. Skips the lines if standard output is
/// closed. Reports other failures.
pub fn print(lines: &str) -> Exit {
    let mut out = std::io::stdout();
    match writeln!(out, "{}", visible_lines(lines, "\n")).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            print_error(&format!(
                "error: cannot write to standard output: {error}; redirect it to a file on a disk with free space"
            ));
            Exit::Output
        }
        _ => Exit::Success,
    }
}

/// The form in which the program shows progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Display {
    /// No progress and no warnings: only errors are printed.
    Quiet,
    /// At most one line per second.
    Lines,
    /// A progress bar.
    Bar,
}

impl Display {
    /// Returns the display for the command line: a bar if standard error is a terminal. With `--verbose`,
    /// progress is printed as lines, because log lines would destroy the bar.
    pub fn of(arguments: &Cli) -> Display {
        match arguments {
            Cli { quiet: true, .. } => Display::Quiet,
            Cli { verbose: 0, .. } if std::io::stderr().is_terminal() => Display::Bar,
            _ => Display::Lines,
        }
    }
}

/// How much is printed about each class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    /// Progress, messages and findings of each class, and a table of the classes. For one class at a time.
    Progress,
    /// The same without progress. For several classes at a time.
    Findings,
    /// One line when the work on a class ends. For a project.
    Line,
}

/// Shows the events of a run on standard error, and with `--json` the reports on standard output.
pub struct Console {
    display: Display,
    json: bool,
    /// The CI service that shows annotations.
    ci: Option<Ci>,
    detail: Detail,
    bars: Bars,
    /// Number of classes.
    classes: usize,
    /// Time at which the last line of progress was printed.
    last_line: Option<Instant>,
    reports: Vec<Report>,
    /// [`Exit::Output`] if a report could not be written to standard output, otherwise [`Exit::Success`].
    pub exit: Exit,
}

impl Console {
    /// Returns a console for one run.
    pub fn new(display: Display, json: bool) -> Console {
        Console {
            display,
            json,
            ci: None,
            detail: Detail::Progress,
            bars: Bars::new(display == Display::Bar),
            classes: 0,
            last_line: None,
            reports: Vec::new(),
            exit: Exit::Success,
        }
    }

    /// Prints annotations in the form of a CI service.
    pub fn with_annotations(self, ci: Option<Ci>) -> Console {
        Console { ci, ..self }
    }

    /// Prints an annotation, if the command line asks for annotations.
    pub fn annotate(&self, annotation: &Annotation) {
        match self.ci {
            // GitHub reads workflow commands from both output streams.
            Some(Ci::Github) => self.bars.suspend(|| print_error(&annotation.for_github())),
            None => {}
        }
    }

    /// Begins the work on classes of a class path.
    pub fn begin(&mut self, classes: usize, jobs: usize) {
        self.classes = classes;
        if jobs > 1 {
            self.detail = Detail::Findings;
            self.bars.start_total(classes);
        }
    }

    /// Begins the work on the classes of a project.
    pub fn begin_project(&mut self, classes: usize) {
        self.classes = classes;
        self.detail = Detail::Line;
        self.bars.start_total(classes);
    }

    /// Shows an event.
    pub fn show(&mut self, event: Event) {
        match event {
            Event::Started { class } => {
                self.bars.start(&class);
                self.last_line = None;
            }
            Event::Progress(progress) => self.show_progress(&progress),
            Event::Coverage(_) | Event::Strengthening { .. } => {}
            Event::Finishing { class } => self.bars.set_message(&class, "writing tests"),
            Event::Finished(report) => self.show_report(*report),
        }
    }

    /// Shows an error.
    pub fn error(&self, message: &str) {
        self.print_line(&format!("error: {message}"));
    }

    /// Shows a warning.
    pub fn warn(&self, message: &str) {
        if self.display != Display::Quiet {
            self.print_line(&format!("warning: {message}"));
        }
    }

    /// Shows something that the user should know.
    pub fn note(&self, message: &str) {
        if self.display != Display::Quiet {
            self.print_line(message);
        }
    }

    /// Shows that a long step without classes begins, such as a build.
    pub fn step(&mut self, name: &str) {
        match self.display {
            Display::Quiet => {}
            Display::Lines => print_error(name),
            Display::Bar => self.bars.start_step(name),
        }
    }

    fn show_progress(&mut self, progress: &Progress) {
        self.bars.set_progress(progress);
        let is_due = || self.last_line.is_none_or(|last| last.elapsed() >= Duration::from_secs(1));
        if self.display == Display::Lines && self.detail == Detail::Progress && is_due() {
            self.last_line = Some(Instant::now());
            let Progress { class, share, goals, covered, tests } = progress;
            let percent = (share * 100.0).round();
            print_error(&format!(
                "{class}: {covered} of {goals} goals covered, {tests} tests executed, {percent} % of the budget spent"
            ));
        }
    }

    fn show_report(&mut self, report: Report) {
        self.bars.finish(&report.class);
        if self.detail == Detail::Line {
            self.reports.push(report);
            self.print_end_of_class();
            return;
        }
        self.print_report(&report);
        self.print_json(&report);
        self.reports.push(report);
    }

    /// Prints a report to standard output, if the command line asks for it.
    pub fn print_json(&mut self, report: &impl serde::Serialize) {
        if self.json {
            let json = serde_json::to_string(report).expect("a report is plain data");
            let printed = self.bars.suspend(|| print(&json));
            self.exit = self.exit.max(printed);
        }
    }

    /// Prints one line about the class that ended last.
    fn print_end_of_class(&self) {
        let Some(report) = self.reports.last().filter(|_| self.display == Display::Lines) else { return };
        if report.status == Status::Skipped {
            return;
        }
        let Report { class, goals, covered, tests_written, total_seconds, .. } = report;
        let result = match (report.status, &report.message) {
            (Status::Written, _) => {
                format!("{tests_written} tests, {covered} of {goals} goals covered, {total_seconds:.1} s")
            }
            (Status::Searched, _) => format!("{covered} of {goals} goals covered, {total_seconds:.1} s"),
            (_, message) => message.as_deref().unwrap_or("no tests").to_owned(),
        };
        self.print_line(&format!("[{}/{}] {class}: {result}", self.reports.len(), self.classes));
    }

    /// Prints the message, the warnings and the notes of a report. The message is a note if no new test
    /// covers more than the existing tests, and an error otherwise. The message of a skipped class is not
    /// printed.
    fn print_report(&self, report: &Report) {
        let class = &report.class;
        let is_quiet = self.display == Display::Quiet;
        match (&report.message, report.status) {
            (None, _) | (_, Status::Skipped) => {}
            (Some(_), Status::NothingToAdd) if is_quiet => {}
            (Some(message), Status::NothingToAdd) => self.print_line(&format!("note: {class}: {message}")),
            (Some(message), _) => self.error(&format!("{class}: {message}")),
        }
        if !is_quiet {
            report
                .warnings
                .iter()
                .for_each(|warning| self.print_line(&format!("warning: {class}: {warning}")));
            self.print_existing(report);
            self.print_suspicions(report);
            self.print_unbuildable(report);
        }
    }

    fn print_existing(&self, report: &Report) {
        let Report { class, goals, covered, existing, .. } = report;
        let Some(Existing { covered: before, tests, .. }) = existing else { return };
        let (added, remaining) = (covered.saturating_sub(*before), goals.saturating_sub(*before));
        let new_tests = match remaining {
            0 => String::new(),
            _ => format!("; the new tests cover {added} of the other {remaining}"),
        };
        let existing_tests = match tests {
            1 => "the existing test that ran covers".to_owned(),
            _ => format!("the {tests} existing tests that ran cover"),
        };
        self.print_line(&format!("note: {class}: {existing_tests} {before} of {goals} goals{new_tests}"));
    }

    fn print_suspicions(&self, report: &Report) {
        let class = &report.class;
        for Suspicious { method, what, code, test, .. } in report.suspicions.iter().take(MAX_SUSPICIONS) {
            let place = test.as_ref().map(|test| format!(" (test {test})")).unwrap_or_default();
            self.print_line(&format!("suspicious: {class}: {method} {what}{place}"));
            if test.is_none() {
                code.lines().for_each(|line| self.print_line(&format!("    {line}")));
            }
        }
        if let more @ 1.. = report.suspicions.len().saturating_sub(MAX_SUSPICIONS) {
            self.print_line(&format!(
                "suspicious: {class}: findings that are not printed here: {more}; use --json to print all of them"
            ));
        }
    }

    /// Prints the types of which no test can create an object, sorted by the number of goals that need an
    /// object of the type.
    fn print_unbuildable(&self, report: &Report) {
        let mut types: Vec<&Unbuildable> = report.unbuildable.iter().collect();
        types.sort_by_key(|it| Reverse(it.goals));
        for Unbuildable { class, reason, goals } in types.iter().take(MAX_TYPES) {
            let goals = if *goals == 1 { "1 goal needs".to_owned() } else { format!("{goals} goals need") };
            self.print_line(&format!(
                "note: {}: no test can create an object of {class}: {reason}; {goals} such an object",
                report.class
            ));
        }
        if let more @ 1.. = types.len().saturating_sub(MAX_TYPES) {
            self.print_line(&format!(
                "note: {}: more types of which no test can create an object: {more}; use --json to print all types",
                report.class
            ));
        }
    }

    /// Prints a message to standard error, above the progress bar. Indents the further lines of the message,
    /// because a line of foreign text could look like another message.
    fn print_line(&self, text: &str) {
        self.bars.suspend(|| print_error(&visible_lines(text, "\n    ")));
    }

    /// Removes the bars.
    pub fn end(&mut self) {
        self.bars.finish_all();
    }

    /// Prints the table of the modules of a project.
    pub fn print_modules(&self, rows: &[ModuleRow]) {
        if self.display != Display::Quiet && !rows.is_empty() {
            print_error(&modules::table(rows).to_string());
        }
    }

    /// Prints that the sandbox was weak, and what it lacked. Prints nothing if the sandbox was not weak.
    pub fn print_weak_sandbox(&self) {
        let finished = self.reports.iter().filter(|report| report.status != Status::Skipped);
        let sandbox = finished.filter_map(|report| report.sandbox).find(|it| it.mode == Sandbox::Weak);
        if let Some(sandbox) = sandbox.filter(|_| self.display != Display::Quiet) {
            let missing = sandbox.missing().join(", ");
            let missing = if missing.is_empty() { "nothing" } else { &missing };
            print_error(&format!("sandbox: weak (missing: {missing})"));
        }
    }

    /// Ends the output: removes the bars, and prints the table, the paths of the written files, and whether
    /// the sandbox was weak.
    pub fn close(&mut self) {
        self.end();
        let finished: Vec<&Report> =
            self.reports.iter().filter(|report| report.status != Status::Skipped).collect();
        if self.display == Display::Quiet {
            return;
        }
        if !finished.is_empty() {
            print_error(&table(&finished).to_string());
        }
        for file in finished.iter().flat_map(|report| &report.files) {
            print_error(&format!("wrote {}", file.display()));
        }
        self.print_weak_sandbox();
        let skipped = self.reports.len() - finished.len();
        if skipped > 0 && !finished.is_empty() {
            print_error(&format!("skipped: {skipped} of {} classes", self.reports.len()));
        }
    }
}
