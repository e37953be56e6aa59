//! The progress bars: one for each class that Testudo works on, and one for all classes of a project.

use std::collections::BTreeMap;

use engine::Progress;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::visible;

/// Number of steps of the bar of a class. All steps together are the budget of the search.
const STEPS: u64 = 1000;

/// The progress bars.
pub struct Bars {
    all: MultiProgress,
    /// The bars of the classes, by name.
    classes: BTreeMap<String, ProgressBar>,
    /// The bar of all classes, or of a step without classes.
    total: Option<ProgressBar>,
    is_shown: bool,
}

impl Bars {
    /// Returns the bars. If `is_shown` is false, nothing is ever drawn.
    pub fn new(is_shown: bool) -> Bars {
        let target =
            if is_shown { ProgressDrawTarget::stderr_with_hz(10) } else { ProgressDrawTarget::hidden() };
        let all = MultiProgress::with_draw_target(target);
        Bars { all, classes: BTreeMap::new(), total: None, is_shown }
    }

    /// Shows a bar for all classes, with the expected remaining time.
    pub fn start_total(&mut self, classes: usize) {
        let style = "{bar:30} {pos} of {len} classes, {eta} left";
        self.replace_total(ProgressBar::new(classes as u64).with_style(bar_style(style)));
    }

    /// Shows the name of a step that has no bar.
    pub fn start_step(&mut self, name: &str) {
        let style = ProgressStyle::with_template("{spinner} {msg} ({elapsed})").expect("a valid template");
        let spinner = ProgressBar::new_spinner().with_style(style).with_message(visible(name).into_owned());
        if self.is_shown {
            spinner.enable_steady_tick(std::time::Duration::from_millis(200));
        }
        self.replace_total(spinner);
    }

    fn replace_total(&mut self, bar: ProgressBar) {
        if let Some(total) = self.total.take() {
            total.finish_and_clear();
        }
        self.total = Some(self.all.add(bar));
    }

    /// Shows a bar for a class.
    pub fn start(&mut self, class: &str) {
        let bar = ProgressBar::new(STEPS).with_style(bar_style("{prefix} {bar:30} {msg}"));
        let bar = bar.with_prefix(visible(class).into_owned()).with_message("starting");
        let bar = match &self.total {
            Some(total) => self.all.insert_before(total, bar),
            None => self.all.add(bar),
        };
        bar.tick();
        self.classes.insert(class.to_owned(), bar);
    }

    /// Shows the progress of the search for a class.
    pub fn set_progress(&self, progress: &Progress) {
        let Progress { class, share, goals, covered, tests } = progress;
        if let Some(bar) = self.classes.get(class) {
            bar.set_position((share * STEPS as f64) as u64);
            bar.set_message(format!("{covered}/{goals} goals, {tests} tests"));
        }
    }

    /// Shows what Testudo does for a class.
    pub fn set_message(&self, class: &str, message: &'static str) {
        if let Some(bar) = self.classes.get(class) {
            bar.set_message(message);
        }
    }

    /// Removes the bar of a class.
    pub fn finish(&mut self, class: &str) {
        if let Some(bar) = self.classes.remove(class) {
            bar.finish_and_clear();
        }
        if let Some(total) = &self.total {
            total.inc(1);
        }
    }

    /// Removes all bars.
    pub fn finish_all(&mut self) {
        std::mem::take(&mut self.classes)
            .into_values()
            .chain(self.total.take())
            .for_each(|bar| bar.finish_and_clear());
    }

    /// Hides the bars while `print` prints.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.all.suspend(print)
    }
}

fn bar_style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("a valid template").progress_chars("=> ")
}
