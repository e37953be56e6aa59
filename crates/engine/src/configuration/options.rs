//! The options of a search. A preset supplies the value of each option that is not set.

use std::time::Duration;

use goals::Criterion;
use serde::{Deserialize, Serialize};
use strum::{Display, EnumMessage, EnumString, IntoStaticStr, VariantArray};

use super::features::Feature;
use super::presets;

/// Options of a search. `None` means: use the value of the preset.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct SearchOptions {
    /// Name of the preset.
    pub preset: String,
    /// Coverage criteria.
    #[serde(with = "super::criterion_names")]
    pub criteria: Option<Vec<Criterion>>,
    /// Selection of the goals that become objectives.
    pub selection: Option<Selection>,
    /// Search algorithm.
    pub algorithm: Option<Algorithm>,
    /// Adaptive fitness function selection: the method that chooses the fitness functions.
    pub affs: Option<Chooser>,
    /// Adaptive fitness function selection: the aim of the search, such as many different exceptions.
    pub affs_aim: Option<Aim>,
    /// Crossover of tests.
    pub crossover: Option<Crossover>,
    /// Number of individuals in the population, at least 2.
    pub population: Option<u32>,
    /// Number of individuals in a tournament, at least 1.
    pub tournament: Option<u32>,
    /// Probability of crossover of two parents, from 0 to 1.
    pub crossover_rate: Option<f64>,
    /// Probability of a newcomer for each test of the population, from 0 to 1. A newcomer is an additional
    /// test of a generation. It has no parents in the population.
    pub newcomers: Option<f64>,
    /// Maximum number of statements of a generated test, at least 1.
    pub length: Option<u32>,
    /// Percentage of the budget for the search for tests that kill mutants, from 0 to 90.
    pub strengthen: Option<u32>,
    /// Whether a search ends early if further coverage is unlikely.
    pub stop_when_stale: Option<bool>,
    /// Parts of the search that are turned off.
    pub without: Option<Vec<Feature>>,
}

impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions {
            preset: presets::DEFAULT.to_owned(),
            criteria: None,
            selection: None,
            algorithm: None,
            affs: None,
            affs_aim: None,
            crossover: None,
            population: None,
            tournament: None,
            crossover_rate: None,
            newcomers: None,
            length: None,
            strengthen: None,
            stop_when_stale: None,
            without: None,
        }
    }
}

/// The budget of the search for one class. At most one limit is set. If no limit is set, the time of the
/// preset applies. The search ends before the limit if every goal is covered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Budget {
    /// Maximum time of the search.
    pub time: Option<Duration>,
    /// Maximum number of generations.
    pub generations: Option<u64>,
    /// Maximum number of tests that the search executes. Runs on mutants do not count.
    pub tests: Option<u64>,
    /// Maximum number of statements that the search executes. Statements of runs on mutants count. The last
    /// generation can exceed the limit.
    pub statements: Option<u64>,
}

/// Selection of the goals that become objectives. For all other goals, Testudo only measures whether tests
/// cover them.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
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
pub enum Selection {
    /// All goals of all criteria
    All,
    /// Goals of direct-branch, top-method-no-exception, exception and output, and goals of other criteria
    /// that the goals of these four criteria do not subsume (Zhou et al. 2024)
    Smart,
    /// Goals of direct-branch, top-method-no-exception, exception and output
    SmartWithoutSubsumption,
    /// Goals of line, top-method, exception and output
    LineGroup,
    /// Goals of weak-mutation, top-method, exception and output
    WeakMutationGroup,
}

/// A search algorithm.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
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
pub enum Algorithm {
    /// Random tests: the baseline
    Random,
    /// One goal at a time, in random order
    OneGoal,
    /// Whole test suite (Fraser, Arcuri 2013)
    Ws,
    /// Whole test suite with archive (Rojas et al. 2017)
    Wsa,
    /// Many-objective search for all goals at once (Panichella et al. 2015)
    Mosa,
    /// Many-objective search with dynamic selection of objectives (Panichella et al. 2018)
    Dynamosa,
    /// DynaMOSA without the preference criterion
    DynamosaRank,
    /// DynaMOSA without sorting by dominance
    DynamosaPref,
}

/// The method by which adaptive fitness function selection chooses functions: a learner, or a baseline of the
/// study.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
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
pub enum Chooser {
    /// Learner: upper confidence bound of the mean reward (Almulla, Gay 2022)
    Ucb,
    /// Learner: differential semi-gradient Sarsa, with an estimate that is linear in the state of the search
    /// (Almulla, Gay 2022)
    DsgSarsa,
    /// Baseline: only the fitness function that measures the aim in --affs-aim
    Own,
    /// Baseline: all functions at once
    All,
    /// Baseline: one random set of functions for the whole search
    Random,
}

/// The aim of a search with adaptive fitness function selection.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
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
pub enum Aim {
    /// As many different exceptions as possible
    Exceptions,
    /// Tests that differ from each other
    Diversity,
    /// As many killed mutants as possible
    StrongMutation,
}

impl Aim {
    /// Returns the criterion whose goals are the targets of the search (Almulla, Gay 2022, Sections 3.4.1 to
    /// 3.4.3).
    pub fn target(self) -> Criterion {
        match self {
            Aim::Exceptions => Criterion::Exception,
            Aim::Diversity => Criterion::Method,
            Aim::StrongMutation => Criterion::StrongMutation,
        }
    }
}

/// A crossover of tests.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
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
pub enum Crossover {
    /// Single point: the tails of two tests are swapped
    Spx,
    /// Hybrid multi-level: like spx, but also recombines numbers and strings (Olsthoorn et al. 2021)
    Hmx,
    /// Hybrid multi-level: like hmx, but also recombines arrays of numbers and strings
    #[strum(serialize = "hmx+")]
    #[serde(rename = "hmx+")]
    HmxPlus,
}

/// Returns the names of criteria, separated by commas.
pub fn criteria_names(criteria: &[Criterion]) -> String {
    criteria.iter().map(|criterion| criterion.name()).collect::<Vec<_>>().join(",")
}
