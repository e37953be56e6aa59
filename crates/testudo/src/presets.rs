//! Named configurations: those of the papers, and Testudo's own.

use std::str::FromStr;
use std::time::Duration;

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use comfy_table::ColumnConstraint::{ContentWidth, UpperBoundary};
use comfy_table::Width::Fixed;
use comfy_table::presets::NOTHING;
use comfy_table::{ContentArrangement, Table};
use goals::Criterion;
use serde::Serialize;

use crate::cli::{Presets, duration};
use crate::console;
use crate::exit::Exit;
use crate::settings::criterion_named;

mod table;

/// The preset that is taken when none is named.
pub const DEFAULT: &str = "testudo";

/// What stands for the value of a parameter that has none.
const NONE: &str = "none";

/// Characters of a line of a printed value or source.
const WIDEST: u16 = 60;

/// A named configuration.
#[derive(Debug, PartialEq)]
pub struct Preset {
    /// Its name on the command line.
    pub name: &'static str,
    /// Where it is from: a paper, which its sections then are of.
    pub from: &'static str,
    /// All parameters, each once, in the same order in every preset.
    pub parameters: &'static [Parameter],
}

/// That of [`DEFAULT`].
impl Default for &'static Preset {
    fn default() -> &'static Preset {
        find(DEFAULT)
    }
}

/// A value that steers a search.
#[derive(Debug, PartialEq, Serialize)]
pub struct Parameter {
    /// Its name: that of the option without dashes, where there is one.
    pub name: &'static str,
    /// Its value as the option takes it, or `none`.
    pub value: &'static str,
    /// Where the value is from.
    pub source: &'static str,
}

impl Preset {
    /// The value of a parameter.
    ///
    /// # Panics
    /// If there is no such parameter.
    fn value(&self, name: &str) -> &'static str {
        let parameter = self.parameters.iter().find(|parameter| parameter.name == name);
        parameter.unwrap_or_else(|| panic!("{} lists {name}", self.name)).value
    }

    /// The same, unless there is none.
    fn some(&self, name: &str) -> Option<&'static str> {
        Some(self.value(name)).filter(|&value| value != NONE)
    }

    /// The value of a parameter that is one of an enumeration.
    pub fn word<T: ValueEnum>(&self, name: &str) -> T {
        word(self.value(name))
    }

    /// The same, unless there is none.
    pub fn optional<T: ValueEnum>(&self, name: &str) -> Option<T> {
        self.some(name).map(word)
    }

    /// The values of a parameter that is a list of those of an enumeration.
    pub fn words<T: ValueEnum>(&self, name: &str) -> Vec<T> {
        self.some(name).iter().flat_map(|values| values.split(',')).map(word).collect()
    }

    /// The value of a parameter that is a number.
    pub fn number<T: FromStr>(&self, name: &str) -> T {
        number(self.value(name))
    }

    /// The same, unless there is none.
    pub fn optional_number<T: FromStr>(&self, name: &str) -> Option<T> {
        self.some(name).map(number)
    }

    /// Its criteria.
    pub fn criteria(&self) -> Vec<Criterion> {
        let names = self.value("criteria").split(',');
        names.map(|name| criterion_named(name).expect("a preset names criteria")).collect()
    }

    /// How long it searches.
    pub fn time(&self) -> Duration {
        duration(self.value("time")).expect("a preset has a time")
    }
}

fn word<T: ValueEnum>(value: &str) -> T {
    T::from_str(value, false).expect("a preset has values that options take")
}

fn number<T: FromStr>(value: &str) -> T {
    value.parse().ok().expect("a preset has a number where one is meant")
}

/// The preset of a name, for the command line.
pub fn named() -> impl TypedValueParser<Value = &'static Preset> {
    let value = |preset: &Preset| PossibleValue::new(preset.name).help(preset.from);
    PossibleValuesParser::new(table::PRESETS.iter().map(value)).map(|name| find(&name))
}

fn find(name: &str) -> &'static Preset {
    table::PRESETS.iter().find(|preset| preset.name == name).expect("it is in the table")
}

/// Prints presets to standard output: all of them where none is named.
pub fn print(options: &Presets) -> Exit {
    let presets: Vec<&'static Preset> = match &options.presets[..] {
        [] => table::PRESETS.iter().collect(),
        named => named.to_vec(),
    };
    let listings = presets.into_iter().map(Listing::of);
    let texts = listings.map(|it| if options.json { it.json() } else { it.readable() });
    texts.map(|text| console::print(&text)).max().unwrap_or(Exit::Success)
}

/// A preset with what is the same in all of them, as it is printed.
#[derive(Serialize)]
struct Listing {
    preset: &'static str,
    from: &'static str,
    parameters: Vec<&'static Parameter>,
}

impl Listing {
    fn of(preset: &'static Preset) -> Listing {
        let parameters = preset.parameters.iter().chain(&table::FIXED).collect();
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
        table.set_constraints([ContentWidth, UpperBoundary(Fixed(WIDEST)), UpperBoundary(Fixed(WIDEST))]);
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(u16::MAX);
        format!("{}: {}\n\n{}\n", self.preset, self.from, table.trim_fmt())
    }
}

#[cfg(test)]
mod tests {
    use search::{LocalSearch, Sarsa, Ucb};

    use super::*;
    use crate::configuration::tests::configure;

    #[test]
    fn every_preset_makes_sense() {
        for preset in &table::PRESETS {
            let made = configure(&format!("--preset {}", preset.name)).unwrap();
            assert_eq!(made.preset.name, preset.name);
            assert_eq!(made.criteria, sorted(preset.criteria()), "{}: what is listed is taken", preset.name);
            assert_eq!(made.algorithm, preset.word("algorithm"), "{}: what is listed is taken", preset.name);
        }
    }

    fn sorted(mut criteria: Vec<Criterion>) -> Vec<Criterion> {
        criteria.sort();
        criteria
    }

    #[test]
    fn every_preset_lists_the_same_parameters_with_their_sources() {
        let names = |preset: &Preset| preset.parameters.iter().map(|it| it.name).collect::<Vec<_>>();
        for preset in &table::PRESETS {
            assert_eq!(names(preset), names(&table::PRESETS[0]), "{}", preset.name);
            assert!(preset.parameters.iter().all(|it| !it.source.is_empty()), "{}", preset.name);
        }
    }

    /// A number that no preset changes is listed as it is.
    #[track_caller]
    fn check(name: &str, number: impl Into<f64>) {
        let parameter = table::FIXED.iter().find(|it| it.name == name).unwrap();
        assert_eq!(parameter.value.parse::<f64>().unwrap(), number.into(), "{name}");
    }

    #[test]
    fn what_no_preset_changes_is_listed_as_it_is() {
        let LocalSearch { patience, batch, least, most } = LocalSearch::default();
        check("local-search-patience", patience);
        check("local-search-batch", batch as u32);
        check("local-search-least", least);
        check("local-search-most", most);
        check("affs-ucb-c", Ucb::default().c);
        let Sarsa { epsilon, alpha, beta } = Sarsa::default();
        check("affs-sarsa-epsilon", epsilon);
        check("affs-sarsa-alpha", alpha);
        check("affs-sarsa-beta", beta);
    }
}
