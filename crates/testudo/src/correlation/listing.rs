//! What is printed of the correlations.

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, Table};
use serde::Serialize;

use crate::cli::Correlation;
use crate::configuration::STUDIED;
use crate::console;
use crate::correlation::coefficient::Means;
use crate::correlation::groups::{self, Group};
use crate::exit::Exit;
use crate::settings::criteria_names;

/// What was found, as `--json` writes it.
#[derive(Serialize)]
pub struct Listing {
    /// Those that were measured.
    classes: Vec<String>,
    tests: u32,
    seed: u64,
    /// All pairs, the strongest first.
    correlations: Vec<Pair>,
    /// The least correlation within a group.
    threshold: f64,
    groups: Vec<Group>,
}

/// The correlation of two criteria.
#[derive(Serialize)]
struct Pair {
    criteria: [&'static str; 2],
    /// The mean over `classes` classes; none where there are none.
    correlation: Option<f64>,
    classes: u32,
}

impl Listing {
    /// What the correlations in some classes come to.
    pub fn new(options: &Correlation, classes: Vec<String>, means: &Means) -> Listing {
        let pairs = (0..STUDIED.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
        let pair = |(a, b): (usize, usize)| {
            let mean = means.of(a, b);
            let criteria = [STUDIED[a].name(), STUDIED[b].name()];
            Pair { criteria, correlation: mean.value(), classes: mean.count }
        };
        let mut correlations: Vec<Pair> = pairs.map(pair).collect();
        correlations.sort_by(|a, b| b.strength().total_cmp(&a.strength()));
        Listing {
            classes,
            tests: options.tests,
            seed: options.seed,
            correlations,
            threshold: groups::STRONG,
            groups: groups::groups(&STUDIED, &|a, b| means.of(a, b).value()),
        }
    }

    /// Prints it to standard output: as one JSON object, or as tables.
    pub fn print(&self, json: bool) -> Exit {
        let text = if json {
            serde_json::to_string(self).expect("a listing is plain data")
        } else {
            format!("{}\n\n{}", self.table_of_pairs().trim_fmt(), self.table_of_groups().trim_fmt())
        };
        console::print(&text)
    }

    fn table_of_pairs(&self) -> Table {
        let mut table = table(["criterion", "criterion", "correlation", "classes"]);
        for Pair { criteria: [a, b], correlation, classes } in &self.correlations {
            let correlation = correlation.map_or_else(|| "-".to_owned(), |value| format!("{value:.2}"));
            table.add_row([*a, *b, &correlation, &classes.to_string()]);
        }
        for column in 2..4 {
            table.column_mut(column).expect("four columns").set_cell_alignment(CellAlignment::Right);
        }
        table
    }

    fn table_of_groups(&self) -> Table {
        let mut table = table(["representative", "of"]);
        for Group { criteria, representative } in &self.groups {
            table.add_row([representative.name(), &criteria_names(criteria).replace(',', ", ")]);
        }
        table
    }
}

impl Pair {
    /// For sorting.
    fn strength(&self) -> f64 {
        self.correlation.unwrap_or(f64::NEG_INFINITY)
    }
}

fn table<const COLUMNS: usize>(header: [&str; COLUMNS]) -> Table {
    let mut table = Table::new();
    table.load_preset(NOTHING).set_header(header);
    table
}
