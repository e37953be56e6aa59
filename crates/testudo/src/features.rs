//! Parts of the search that can be turned off, to measure what each is worth.

use clap::ValueEnum;
use generation::Making;
use serde::Serialize;

/// A part of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Feature {
    /// Lambdas and anonymous classes for interfaces and abstract classes
    Stubs,
    /// Library types with content: filled collections, valid dates, files, members by reflection
    Content,
    /// Types that the code casts to, for parameters of wider types
    Casts,
    /// Objects made again as they were made in tests that ran
    Recipes,
    /// Constants of the code as values
    Constants,
    /// How near a call came to returning true: equals, contains, matches...
    CallDistances,
    /// How near a boolean method of the class came to the other answer, for the branches of its callers
    Flags,
    /// Values that follow what the code compared or parsed them with
    Hints,
    /// Local search on values near an uncovered goal
    LocalSearch,
    /// Tests that are bred while those before them run
    Overlap,
    /// A test of each call alone to begin with
    SingleCalls,
    /// Preference for calls that can still cover something, and for those that prepare them
    Focus,
}

/// The features as options name them.
pub fn names(features: &[Feature]) -> String {
    let name = |feature: &Feature| feature.to_possible_value().map(|value| value.get_name().to_owned());
    features.iter().filter_map(name).collect::<Vec<_>>().join(", ")
}

/// What the making of tests may do without some features.
pub fn making(without: &[Feature]) -> Making {
    let has = |feature| !without.contains(&feature);
    Making {
        stubs: has(Feature::Stubs),
        content: has(Feature::Content),
        casts: has(Feature::Casts),
        hints: has(Feature::Hints),
        recipes: has(Feature::Recipes),
        focus: has(Feature::Focus),
    }
}
