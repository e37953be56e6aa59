//! What a person sees: a progress bar on a terminal, a line a second elsewhere, and a table in the end.
//!
//! A closed standard output or error never ends a run: what nobody reads is not said.

use std::cmp::Reverse;
use std::io::{ErrorKind, IsTerminal, Write};
use std::time::{Duration, Instant};

use comfy_table::{CellAlignment, Table, presets};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use engine::report::{Count, Existing, Report, Status, Suspicious, Unbuildable};
use engine::{Event, Progress};

use crate::arguments::Cli;
use crate::exit::Exit;

/// Steps of the bar: thousandths of the budget.
const STEPS: u64 = 1000;
/// Suspicions that are told of a class.
const MOST_SUSPICIONS: usize = 5;
/// Types named at most of those that cannot be made.
const MOST_TYPES: usize = 5;

/// Writes a line to standard error.
pub fn print_error(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Writes a line to standard output. Where nobody reads it, it is not said; other failures are told.
pub fn print(line: &str) -> Exit {
    let mut out = std::io::stdout();
    match writeln!(out, "{line}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            print_error(&format!(
                "error: cannot write to standard output: {error}; send it to where there is room"
            ));
            Exit::Output
        }
        _ => Exit::Success,
    }
}

/// How progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Display {
    /// Not at all; only errors are told.
    Quiet,
    /// A line a second.
    Lines,
    /// A bar.
    Bar,
}

impl Display {
    /// What the command line and standard error ask for. A log and a bar would garble each other.
    pub fn of(arguments: &Cli) -> Display {
        match arguments {
            Cli { quiet: true, .. } => Display::Quiet,
            Cli { verbose: 0, .. } if std::io::stderr().is_terminal() => Display::Bar,
            _ => Display::Lines,
        }
    }
}

/// Shows the events of a run on standard error, and with `--json` its reports on standard output.
pub struct Console {
    display: Display,
    json: bool,
    bar: ProgressBar,
    class: String,
    last_line: Option<Instant>,
    reports: Vec<Report>,
    /// What came of writing reports.
    pub exit: Exit,
}

impl Console {
    /// A console for one run.
    pub fn new(display: Display, json: bool) -> Console {
        let bar = if display == Display::Bar { bar() } else { ProgressBar::hidden() };
        Console {
            display,
            json,
            bar,
            class: String::new(),
            last_line: None,
            reports: Vec::new(),
            exit: Exit::Success,
        }
    }

    /// Shows an event.
    pub fn show(&mut self, event: Event) {
        match event {
            Event::Started { class } => self.started(class),
            Event::Progress(progress) => self.progress(progress),
            Event::Coverage(_) | Event::Strengthening { .. } => {}
            Event::Finishing { .. } => self.bar.set_message("writing tests"),
            Event::Finished(report) => self.finished(*report),
        }
    }

    /// Tells what ends the run.
    pub fn error(&self, message: &str) {
        self.line(&format!("error: {message}"));
    }

    fn started(&mut self, class: String) {
        self.bar.reset();
        self.bar.set_prefix(class.clone());
        self.bar.set_message("starting");
        self.class = class;
        self.last_line = None;
    }

    fn progress(&mut self, progress: Progress) {
        let Progress { share, goals, covered, tests, .. } = progress;
        match self.display {
            Display::Quiet => {}
            Display::Bar => {
                self.bar.set_position((share * STEPS as f64) as u64);
                self.bar.set_message(format!("{covered}/{goals} goals, {tests} tests"));
            }
            Display::Lines => {
                if self.last_line.is_none_or(|last| last.elapsed() >= Duration::from_secs(1)) {
                    self.last_line = Some(Instant::now());
                    let percent = (share * 100.0).round();
                    let class = &self.class;
                    print_error(&format!(
                        "{class}: {covered} of {goals} goals, {tests} tests, {percent} % of the budget"
                    ));
                }
            }
        }
    }

    fn finished(&mut self, report: Report) {
        self.bar.set_message("");
        self.print_report(&report);
        if self.json {
            let json = serde_json::to_string(&report).expect("a report is plain data");
            let printed = self.bar.suspend(|| print(&json));
            self.exit = self.exit.max(printed);
        }
        self.reports.push(report);
    }

    /// The message of a report, which is an error where there are no tests, and its warnings.
    fn print_report(&self, report: &Report) {
        let class = &report.class;
        let is_quiet = self.display == Display::Quiet;
        match (&report.message, report.status) {
            (None, _) | (_, Status::Skipped) => {}
            (Some(_), Status::NothingToAdd) if is_quiet => {}
            (Some(message), Status::NothingToAdd) => self.line(&format!("note: {class}: {message}")),
            (Some(message), _) => self.error(&format!("{class}: {message}")),
        }
        if !is_quiet {
            report.warnings.iter().for_each(|warning| self.line(&format!("warning: {class}: {warning}")));
            self.print_existing(report);
            self.print_suspicions(report);
            self.print_unbuildable(report);
        }
    }

    fn print_existing(&self, report: &Report) {
        let Report { class, goals, covered, existing, .. } = report;
        let Some(Existing { covered: before, tests, .. }) = existing else { return };
        let (added, left) = (covered.saturating_sub(*before), goals.saturating_sub(*before));
        let written = match left {
            0 => String::new(),
            _ => format!(", those written {added} of the other {left}"),
        };
        self.line(&format!(
            "note: {class}: existing tests ({tests} ran) cover {before} of {goals} goals{written}"
        ));
    }

    fn print_suspicions(&self, report: &Report) {
        let class = &report.class;
        for Suspicious { method, what, test, .. } in report.suspicions.iter().take(MOST_SUSPICIONS) {
            self.line(&format!("suspicious: {class}: {method} {what} (test {test})"));
        }
        if let more @ 1.. = report.suspicions.len().saturating_sub(MOST_SUSPICIONS) {
            self.line(&format!("suspicious: {class}: and {more} more; --json names them"));
        }
    }

    /// The types that block most, the worst first.
    fn print_unbuildable(&self, report: &Report) {
        let mut types: Vec<&Unbuildable> = report.unbuildable.iter().collect();
        types.sort_by_key(|it| Reverse(it.goals));
        for Unbuildable { class, reason, goals } in types.iter().take(MOST_TYPES) {
            let goals = if *goals == 1 { "1 goal needs".to_owned() } else { format!("{goals} goals need") };
            self.line(&format!("note: {}: no {class} can be made: {reason}; {goals} one", report.class));
        }
        if let more @ 1.. = types.len().saturating_sub(MOST_TYPES) {
            self.line(&format!("note: {}: and {more} more types; --json names them", report.class));
        }
    }

    fn line(&self, text: &str) {
        self.bar.suspend(|| print_error(text));
    }

    /// The closing table.
    pub fn close(&self) {
        self.bar.finish_and_clear();
        let done: Vec<&Report> =
            self.reports.iter().filter(|report| report.status != Status::Skipped).collect();
        if self.display == Display::Quiet {
            return;
        }
        if !done.is_empty() {
            print_error(&table(&done).to_string());
        }
        for file in done.iter().flat_map(|report| &report.files) {
            print_error(&format!("wrote {}", file.display()));
        }
        let skipped = self.reports.len() - done.len();
        if skipped > 0 && !done.is_empty() {
            print_error(&format!("not begun: {skipped} of {} classes", self.reports.len()));
        }
    }
}

fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix} {bar:30} {msg}").expect("a valid template");
    let bar = ProgressBar::with_draw_target(Some(STEPS), ProgressDrawTarget::stderr_with_hz(10));
    bar.set_style(style.progress_chars("=> "));
    bar
}

fn table(reports: &[&Report]) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::UTF8_HORIZONTAL_ONLY);
    table.set_header(["class", "goals", "covered", "lines", "mutants killed", "tests", "seconds"]);
    for column in 1..7 {
        table.column_mut(column).expect("seven columns").set_cell_alignment(CellAlignment::Right);
    }
    for report in reports {
        let mut cells = [
            report.class.clone(),
            report.goals.to_string(),
            share(report.covered, report.goals),
            share(report.lines_covered, report.lines),
            share(report.mutants_killed, report.mutants),
            report.tests_written.to_string(),
            format!("{:.1}", report.total_seconds),
        ];
        if report.criteria.len() > 1 {
            for Count { criterion, goals, covered } in &report.criteria {
                let line = [format!("  {}", criterion.name()), goals.to_string(), share(*covered, *goals)];
                cells.iter_mut().zip(line).for_each(|(cell, line)| *cell += &format!("\n{line}"));
            }
        }
        table.add_row(cells);
    }
    table
}

/// A part and its share of the whole.
fn share(part: usize, whole: usize) -> String {
    match whole {
        0 => "-".to_owned(),
        _ => format!("{part} ({:.0} %)", 100.0 * part as f64 / whole as f64),
    }
}
