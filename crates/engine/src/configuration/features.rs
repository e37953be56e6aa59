//! Parts of the search that can be turned off, to measure the benefit of each part.

use generation::GenerationOptions;
use serde::{Deserialize, Serialize};
use strum::{Display, EnumMessage, EnumString, IntoStaticStr, VariantArray};

/// A part of the search that can be turned off.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Display,
    EnumString,
    EnumMessage,
    IntoStaticStr,
    VariantArray,
    Serialize,
    Deserialize,
)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum Feature {
    /// Lambdas and anonymous classes that implement interfaces and abstract classes
    Stubs,
    /// Library objects with content: filled collections, valid dates, files, reflected members
    Content,
    /// Arrays of increasing numbers, and preference for ordinary tests: tests that are fast, read no clock,
    /// and contain no null, NaN, extreme number or unprintable text
    OrdinaryTests,
    /// Arguments of the types that the code casts its parameters to
    Casts,
    /// Objects and call sequences that tests create with statements copied from earlier tests
    Recipes,
    /// Constants of the bytecode as literals
    Constants,
    /// Distances that measure how near calls such as equals, contains and matches came to returning true
    CallDistances,
    /// Distances for conditions on the result of a boolean method: how near the method came to returning the
    /// other value
    Flags,
    /// Literals that make failed comparisons, matches and parses of the code succeed
    Hints,
    /// Local search on the literals of tests that come near to an uncovered goal
    LocalSearch,
    /// Generation of new tests while earlier tests run
    Overlap,
    /// Tests of one call each in the first generation
    SingleCalls,
    /// Calls of the existing tests, with their values, as tests in the first generation
    CarvedTests,
    /// Preference for calls that can cover an uncovered goal, and for calls that prepare such calls
    Focus,
}

/// Returns the names of features, separated by commas.
pub fn names(features: &[Feature]) -> String {
    features.iter().map(Feature::to_string).collect::<Vec<_>>().join(", ")
}

/// Returns the options of test generation if the features in `without` are turned off.
pub fn generation_options(without: &[Feature]) -> GenerationOptions {
    let has = |feature| !without.contains(&feature);
    GenerationOptions {
        stubs: has(Feature::Stubs),
        content: has(Feature::Content),
        ordinary_tests: has(Feature::OrdinaryTests),
        casts: has(Feature::Casts),
        hints: has(Feature::Hints),
        recipes: has(Feature::Recipes),
        focus: has(Feature::Focus),
    }
}
