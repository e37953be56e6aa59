//! Named configurations: one configuration for each paper, and the configuration of Testudo.

use std::str::FromStr;
use std::time::Duration;

use goals::Criterion;
use serde::Serialize;

use super::criterion_names::criterion_named;
use super::preset_table::{FIXED, PRESETS};

/// Name of the preset that applies if the user names no preset.
pub const DEFAULT: &str = "testudo";

/// The text of a parameter that has no value.
const NONE: &str = "none";

/// A named configuration.
#[derive(Debug, PartialEq)]
pub struct Preset {
    /// Name of the preset.
    pub name: &'static str,
    /// Source of the preset: a paper or Testudo. The section numbers in the sources of the parameters refer
    /// to this paper.
    pub from: &'static str,
    /// All parameters. Every preset has the same parameters in the same order.
    pub parameters: &'static [Parameter],
}

/// An option or a fixed parameter of the search, with its value.
#[derive(Debug, PartialEq, Serialize)]
pub struct Parameter {
    /// Name of the option without the leading dashes, or name of the fixed parameter.
    pub name: &'static str,
    /// Value, in the form that the option accepts, or `none`.
    pub value: &'static str,
    /// Source of the value, such as a section of the paper.
    pub source: &'static str,
}

impl Preset {
    /// Returns the value of a parameter as text.
    ///
    /// # Panics
    /// Panics if the preset has no parameter with this name.
    fn text(&self, name: &str) -> &'static str {
        let parameter = self.parameters.iter().find(|parameter| parameter.name == name);
        parameter.unwrap_or_else(|| panic!("the preset {} has no parameter {name}", self.name)).value
    }

    /// Returns the value of a parameter whose text is not `none`.
    pub fn value<T: FromStr>(&self, name: &str) -> T {
        parse(self.text(name))
    }

    /// Returns the value of a parameter, or `None` if its text is `none`.
    pub fn optional<T: FromStr>(&self, name: &str) -> Option<T> {
        Some(self.text(name)).filter(|&text| text != NONE).map(parse)
    }

    /// Returns the values of a parameter that is a list. The list is empty if the text of the parameter is
    /// `none`.
    pub fn list<T: FromStr>(&self, name: &str) -> Vec<T> {
        let text = Some(self.text(name)).filter(|&text| text != NONE);
        text.iter().flat_map(|values| values.split(',')).map(parse).collect()
    }

    /// Returns the coverage criteria.
    pub fn criteria(&self) -> Vec<Criterion> {
        let names = self.text("criteria").split(',');
        names.map(|name| criterion_named(name).expect("a preset names criteria")).collect()
    }

    /// Returns the time limit of the search.
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

/// Returns the preset whose name is `name`, if it exists.
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
            let config = configure(&format!("--preset {}", preset.name)).unwrap();
            assert_eq!(config.preset.name, preset.name);
            assert_eq!(config.criteria, sorted(preset.criteria()), "{}", preset.name);
            assert_eq!(config.algorithm, preset.value("algorithm"), "{}", preset.name);
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
