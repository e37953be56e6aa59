//! Named configurations: one for each paper, and Testudo's own.

use std::str::FromStr;
use std::time::Duration;

use goals::Criterion;
use serde::Serialize;

use super::criterion_names::criterion_named;
use super::preset_table::{FIXED, PRESETS};

/// Name of the preset that is used if none is named.
pub const DEFAULT: &str = "testudo";

/// The text that means: this parameter has no value.
const NONE: &str = "none";

/// A named configuration.
#[derive(Debug, PartialEq)]
pub struct Preset {
    /// Name of the preset.
    pub name: &'static str,
    /// Source of the preset: a paper (sections named by the parameters are sections of this paper) or
    /// Testudo.
    pub from: &'static str,
    /// All parameters, each once, in the same order in every preset.
    pub parameters: &'static [Parameter],
}

/// The value of an option of the search.
#[derive(Debug, PartialEq, Serialize)]
pub struct Parameter {
    /// Name of the option without dashes, or of a fixed number of the algorithm.
    pub name: &'static str,
    /// Value as the option accepts it, or `none`.
    pub value: &'static str,
    /// Source of the value, such as a section of the paper.
    pub source: &'static str,
}

impl Preset {
    /// Returns the value of a parameter as text.
    ///
    /// # Panics
    /// If there is no such parameter.
    fn text(&self, name: &str) -> &'static str {
        let parameter = self.parameters.iter().find(|parameter| parameter.name == name);
        parameter.unwrap_or_else(|| panic!("{} lists {name}", self.name)).value
    }

    /// Returns the value of a parameter that has a value.
    pub fn value<T: FromStr>(&self, name: &str) -> T {
        parse(self.text(name))
    }

    /// Returns the value of a parameter, or `None` if the preset says `none`.
    pub fn optional<T: FromStr>(&self, name: &str) -> Option<T> {
        Some(self.text(name)).filter(|&text| text != NONE).map(parse)
    }

    /// Returns the values of a parameter that is a list; the list is empty if the preset says `none`.
    pub fn list<T: FromStr>(&self, name: &str) -> Vec<T> {
        let text = Some(self.text(name)).filter(|&text| text != NONE);
        text.iter().flat_map(|values| values.split(',')).map(parse).collect()
    }

    /// Returns the coverage criteria.
    pub fn criteria(&self) -> Vec<Criterion> {
        let names = self.text("criteria").split(',');
        names.map(|name| criterion_named(name).expect("a preset names criteria")).collect()
    }

    /// Returns the search time.
    pub fn time(&self) -> Duration {
        humantime::parse_duration(self.text("time")).expect("a preset has a time")
    }
}

fn parse<T: FromStr>(text: &str) -> T {
    text.parse().ok().expect("a preset has values that options accept")
}

/// Returns all presets.
pub fn all() -> &'static [Preset] {
    &PRESETS
}

/// Returns the preset of a name, if there is one.
pub fn find(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.name == name)
}

/// Returns the parameters that are the same in all presets.
pub fn fixed_parameters() -> &'static [Parameter] {
    &FIXED
}

#[cfg(test)]
mod tests {
    use search::{LocalSearch, Sarsa, Ucb};

    use super::*;
    use crate::configuration::tests::configure;

    #[test]
    fn every_preset_is_a_valid_configuration_with_the_listed_values() {
        for preset in &PRESETS {
            let found = configure(&format!("--preset {}", preset.name)).unwrap();
            assert_eq!(found.preset.name, preset.name);
            assert_eq!(found.criteria, sorted(preset.criteria()), "{}", preset.name);
            assert_eq!(found.algorithm, preset.value("algorithm"), "{}", preset.name);
        }
    }

    fn sorted(mut criteria: Vec<Criterion>) -> Vec<Criterion> {
        criteria.sort();
        criteria
    }

    #[test]
    fn every_preset_lists_the_same_parameters_with_their_sources() {
        let names = |preset: &Preset| preset.parameters.iter().map(|it| it.name).collect::<Vec<_>>();
        for preset in &PRESETS {
            assert_eq!(names(preset), names(&PRESETS[0]), "{}", preset.name);
            assert!(preset.parameters.iter().all(|it| !it.source.is_empty()), "{}", preset.name);
        }
    }

    /// Checks the listed value of a fixed parameter.
    #[track_caller]
    fn check(name: &str, number: impl Into<f64>) {
        let parameter = FIXED.iter().find(|it| it.name == name).unwrap();
        assert_eq!(parameter.value.parse::<f64>().unwrap(), number.into(), "{name}");
    }

    #[test]
    fn the_fixed_parameters_list_the_default_values_of_the_algorithms() {
        let LocalSearch { patience, batch, min_share, max_share } = LocalSearch::default();
        check("local-search-patience", patience);
        check("local-search-batch", batch as u32);
        check("local-search-least", min_share);
        check("local-search-most", max_share);
        check("affs-ucb-c", Ucb::default().c);
        let Sarsa { epsilon, alpha, beta } = Sarsa::default();
        check("affs-sarsa-epsilon", epsilon);
        check("affs-sarsa-alpha", alpha);
        check("affs-sarsa-beta", beta);
    }
}
