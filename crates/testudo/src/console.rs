//! What a person sees: a progress bar on a terminal, a line a second elsewhere, and a table in the end.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use comfy_table::{CellAlignment, Table, presets};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::events::{Event, Progress, Report, Status};

/// Steps of the bar: thousandths of the budget.
const STEPS: u64 = 1000;

/// Shows the events of a run on standard error, and with `--json` its reports on standard output.
pub struct Console {
    bar: Option<ProgressBar>,
    class: String,
    last_line: Option<Instant>,
    quiet: bool,
    json: bool,
    reports: Vec<Report>,
}

impl Console {
    /// A console for one run.
    pub fn new(quiet: bool, json: bool) -> Console {
        let bar = (!quiet && std::io::stderr().is_terminal()).then(bar);
        Console { bar, class: String::new(), last_line: None, quiet, json, reports: Vec::new() }
    }

    /// Shows an event.
    pub fn show(&mut self, event: Event) {
        match event {
            Event::Started { class } => self.started(class),
            Event::Progress(progress) => self.progress(progress),
            Event::Finishing => self.say_on_bar("writing tests"),
            Event::Finished(report) => self.finished(report),
        }
    }

    fn started(&mut self, class: String) {
        if let Some(bar) = &self.bar {
            bar.reset();
            bar.set_prefix(class.clone());
            bar.set_message("starting");
        }
        self.class = class;
        self.last_line = None;
    }

    fn progress(&mut self, progress: Progress) {
        let Progress { share, goals, covered, tests, .. } = progress;
        if let Some(bar) = &self.bar {
            bar.set_position((share * STEPS as f64) as u64);
            bar.set_message(format!("{covered}/{goals} goals, {tests} tests"));
        } else if !self.quiet && self.last_line.is_none_or(|last| last.elapsed() >= Duration::from_secs(1)) {
            self.last_line = Some(Instant::now());
            let percent = (share * 100.0).round();
            eprintln!("{}: {covered} of {goals} goals, {tests} tests, {percent} % of the budget", self.class);
        }
    }

    fn say_on_bar(&self, message: &'static str) {
        if let Some(bar) = &self.bar {
            bar.set_message(message);
        }
    }

    fn finished(&mut self, report: Report) {
        if let Some(bar) = &self.bar {
            bar.set_message("");
        }
        if let Some(message) = &report.message {
            self.line(format!("{}: {message}", report.class), report.status != Status::Written);
        }
        for warning in &report.warnings {
            self.line(format!("{}: {warning}", report.class), false);
        }
        if self.json {
            println!("{}", serde_json::to_string(&report).expect("a report is plain data"));
        }
        self.reports.push(report);
    }

    fn line(&self, text: String, important: bool) {
        match &self.bar {
            _ if self.quiet && !important => {}
            Some(bar) => bar.println(text),
            None => eprintln!("{text}"),
        }
    }

    /// The closing table.
    pub fn close(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        if self.quiet || self.reports.is_empty() {
            return;
        }
        eprintln!("{}", table(&self.reports));
        for file in self.reports.iter().flat_map(|report| &report.files) {
            eprintln!("wrote {}", file.display());
        }
    }
}

fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix} {bar:30} {msg}").expect("a valid template");
    let bar = ProgressBar::with_draw_target(Some(STEPS), ProgressDrawTarget::stderr_with_hz(10));
    bar.set_style(style.progress_chars("=> "));
    bar
}

fn table(reports: &[Report]) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::UTF8_HORIZONTAL_ONLY);
    table.set_header(["class", "goals", "covered", "tests", "seconds"]);
    for column in 1..5 {
        table.column_mut(column).expect("five columns").set_cell_alignment(CellAlignment::Right);
    }
    for report in reports {
        let share = 100.0 * report.covered as f64 / report.goals.max(1) as f64;
        table.add_row([
            report.class.clone(),
            report.goals.to_string(),
            format!("{} ({share:.0} %)", report.covered),
            report.tests_written.to_string(),
            format!("{:.1}", report.total_seconds),
        ]);
    }
    table
}
