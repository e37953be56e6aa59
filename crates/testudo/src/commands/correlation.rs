//! `testudo correlation`: measures how strongly the coverage by one criterion correlates with the coverage by
//! another criterion.

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, Table};
use engine::correlation::{CorrelationStudy, Correlations, Group, Pair};
use engine::{Cancellation, Error, Platform};

use super::open;
use crate::arguments::Correlation;
use crate::console::{self, Display, print_error};
use crate::exit::Exit;
use crate::interrupt::Interrupt;

/// Measures every class. Prints the correlation of each pair of criteria, and the groups of criteria that
/// correlate strongly.
pub fn run(options: &Correlation, display: Display) -> Exit {
    let cancellation = Cancellation::default();
    // Variables are dropped in reverse order. So the platform, whose workers use the folder for temporary
    // files, is dropped before `_interrupt`, which removes the folder.
    let (_interrupt, platform) = match prepare(options, &cancellation) {
        Ok(prepared) => prepared,
        Err(error) => return print_failure(&error.to_string(), Exit::of_error(&error)),
    };
    let mut study = CorrelationStudy::new(options.tests, options.seed);
    let exit = measure_all(options, &platform, &cancellation, &mut study, display);
    let correlations = study.correlations();
    if correlations.classes.is_empty() { exit } else { exit.max(print(&correlations, options.json)) }
}

fn prepare(options: &Correlation, cancellation: &Cancellation) -> Result<(Interrupt, Platform), Error> {
    let interrupt = Interrupt::install(cancellation)?;
    let platform = open(&mut options.platform(), &interrupt)?;
    Ok((interrupt, platform))
}

fn print_failure(message: &str, exit: Exit) -> Exit {
    print_error(&format!("error: {message}"));
    exit
}

fn measure_all(
    options: &Correlation,
    platform: &Platform,
    cancellation: &Cancellation,
    study: &mut CorrelationStudy,
    display: Display,
) -> Exit {
    let mut exit = Exit::Success;
    for class in &options.classes {
        let result = study.add(platform, class, cancellation);
        if cancellation.is_requested() {
            return Exit::Interrupted;
        }
        match result {
            Ok(()) if display == Display::Quiet => {}
            Ok(()) => print_error(&format!("{class}: {} random tests executed", options.tests)),
            Err(error) => {
                exit = exit.max(print_failure(&format!("{class}: {error}"), Exit::of_error(&error)));
            }
        }
    }
    exit
}

/// Prints the result as one JSON object or as tables.
fn print(correlations: &Correlations, json: bool) -> Exit {
    let text = if json {
        serde_json::to_string(correlations).expect("correlations are plain data")
    } else {
        let (pairs, groups) =
            (table_of_pairs(&correlations.correlations), table_of_groups(&correlations.groups));
        format!("{}\n\n{}", pairs.trim_fmt(), groups.trim_fmt())
    };
    console::print(&text)
}

fn table_of_pairs(pairs: &[Pair]) -> Table {
    let mut table = table(["criterion", "criterion", "correlation", "classes"]);
    for Pair { criteria: [a, b], correlation, classes } in pairs {
        let correlation = correlation.map_or_else(|| "-".to_owned(), |value| format!("{value:.2}"));
        table.add_row([*a, *b, &correlation, &classes.to_string()]);
    }
    for column in 2..4 {
        table.column_mut(column).expect("four columns").set_cell_alignment(CellAlignment::Right);
    }
    table
}

fn table_of_groups(groups: &[Group]) -> Table {
    let mut table = table(["representative", "group"]);
    for Group { criteria, representative } in groups {
        let names: Vec<&str> = criteria.iter().map(|criterion| criterion.name()).collect();
        table.add_row([representative.name(), &names.join(", ")]);
    }
    table
}

fn table<const COLUMNS: usize>(header: [&str; COLUMNS]) -> Table {
    let mut table = Table::new();
    table.load_preset(NOTHING).set_header(header);
    table
}
