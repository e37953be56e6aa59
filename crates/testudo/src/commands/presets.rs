//! `testudo presets`: prints named configurations.

use comfy_table::ColumnConstraint::{ContentWidth, UpperBoundary};
use comfy_table::Width::Fixed;
use comfy_table::presets::NOTHING;
use comfy_table::{ContentArrangement, Table};
use engine::configuration::presets::{self, Parameter, Preset};
use serde::Serialize;

use crate::arguments::Presets;
use crate::console;
use crate::exit::Exit;

/// Maximum width of a value or source, in characters.
const MAX_WIDTH: u16 = 60;

/// Prints the presets of the command line, or all presets if the command line names no preset.
pub fn run(options: &Presets) -> Exit {
    let is_wanted = |preset: &&Preset| {
        options.presets.is_empty() || options.presets.iter().any(|name| name == preset.name)
    };
    let listings = presets::all().iter().filter(is_wanted).map(Listing::of);
    let texts = listings.map(|listing| if options.json { listing.json() } else { listing.readable() });
    texts.map(|text| console::print(&text)).max().unwrap_or(Exit::Success)
}

/// A preset with its own parameters, and with the parameters that are the same in all presets.
#[derive(Serialize)]
struct Listing {
    preset: &'static str,
    from: &'static str,
    parameters: Vec<&'static Parameter>,
}

impl Listing {
    fn of(preset: &'static Preset) -> Listing {
        let parameters = preset.parameters.iter().chain(presets::fixed_parameters()).collect();
        Listing { preset: preset.name, from: preset.from, parameters }
    }

    fn json(&self) -> String {
        serde_json::to_string(self).expect("a listing is plain data")
    }

    fn readable(&self) -> String {
        let mut table = Table::new();
        table.load_preset(NOTHING).set_header(["parameter", "value", "source"]);
        for Parameter { name, value, source } in &self.parameters {
            table.add_row([*name, &value.replace(',', ", "), *source]);
        }
        let bounded = UpperBoundary(Fixed(MAX_WIDTH));
        table.set_constraints([ContentWidth, bounded, bounded]);
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(u16::MAX);
        format!("{}: {}\n\n{}\n", self.preset, self.from, table.trim_fmt())
    }
}
