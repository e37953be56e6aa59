//! The configuration of a search: the options and the values of the preset, after a check for contradictions.

use std::fmt;
use std::time::Duration;

use generation::crossover::{Crossover, RecombinedData};
use goals::{Criterion, GoalOptions, Selection};
use search::{LocalSearch, Parameters};

use features::Feature;
use options::{Aim, Algorithm, Budget, Chooser, SearchOptions, criteria_names};
use presets::Preset;

mod conflicts;
mod criterion_names;
pub mod features;
pub mod fitness_functions;
pub mod options;
mod preset_table;
pub mod presets;

pub use criterion_names::criterion_named;

/// The eight criteria that Zhou et al. 2024 study (Section 2.1).
pub const STUDIED_CRITERIA: [Criterion; 8] = [
    Criterion::Branch,
    Criterion::DirectBranch,
    Criterion::Line,
    Criterion::WeakMutation,
    Criterion::TopMethod,
    Criterion::TopMethodNoException,
    Criterion::Exception,
    Criterion::Output,
];

/// Time below which a search is short. In a short search, the worker JVMs use only the fast JIT compiler.
const SHORT_TIME: Duration = Duration::from_secs(30);
/// Number of tests below which a search is short.
const SHORT_TESTS: u64 = 200_000;

/// A complete and valid configuration of a search.
#[derive(Clone, Debug)]
pub struct Configuration {
    /// The preset that supplied the values of unset options.
    pub preset: &'static Preset,
    /// Coverage criteria: at least one, without repetition, in the order of [`Criterion::ALL`].
    pub criteria: Vec<Criterion>,
    /// Selection of the goals that become objectives.
    pub selection: Selection,
    /// Search algorithm. With adaptive fitness function selection, it is whole suite with archive.
    pub algorithm: Algorithm,
    /// Adaptive fitness function selection, if it is on.
    pub affs: Option<Affs>,
    /// Crossover of tests.
    pub crossover: Crossover,
    /// Maximum number of statements of a generated test.
    pub length: usize,
    /// Numeric parameters of the algorithm.
    pub parameters: Parameters,
    /// Percentage of the budget for the search for tests that kill mutants, from 0 to 90.
    pub strengthen: u32,
    /// Maximum number of mutants. If a class has more mutants, a sample of them is used.
    pub max_mutants: usize,
    /// Whether a search ends early if further coverage is unlikely.
    pub stop_when_stale: bool,
    /// Parts of the search that are turned off.
    pub without: Vec<Feature>,
    /// The budget; exactly one limit is set.
    pub budget: Budget,
}

/// Maximum number of mutants for the selection of assertions and for the search for tests that kill mutants.
/// More mutants cost time, but hardly change which tests and assertions are selected.
const MAX_MUTANTS: usize = 3_000;

/// Adaptive fitness function selection (Almulla, Gay: "Learning How to Search: Generating Effective Test
/// Cases Through Adaptive Fitness Function Selection", EMSE 2022).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Affs {
    /// The method that chooses the fitness functions.
    pub chooser: Chooser,
    /// The aim of the search, which determines the reward of each choice of functions.
    pub aim: Aim,
    /// Number of generations between two choices of fitness functions, at least 1.
    pub every: u64,
}

impl Configuration {
    /// Completes the options with the values of the preset.
    ///
    /// # Errors
    /// Returns a message if the preset does not exist or options contradict each other. The message names the
    /// nearest valid options.
    pub fn new(options: &SearchOptions, budget: &Budget) -> Result<Configuration, String> {
        let preset = preset(&options.preset)?;
        let affs = affs(options, preset)?;
        let algorithm = algorithm(options, preset, affs);
        let without = options.without.clone().unwrap_or_else(|| preset.list("without"));
        let configuration = Configuration {
            preset,
            criteria: criteria(options, preset, affs),
            selection: selection(options, preset, affs),
            algorithm,
            affs,
            crossover: crossover(options, preset, algorithm),
            length: options.length.map_or_else(|| preset.value("length"), |length| length as usize),
            parameters: parameters(options, preset, &without),
            strengthen: options.strengthen.unwrap_or_else(|| preset.value("strengthen")),
            max_mutants: usize::MAX,
            stop_when_stale: stop_when_stale(options, preset, affs),
            without,
            budget: complete_budget(budget, preset),
        };
        conflicts::check(options, &configuration)?;
        Ok(configuration)
    }

    /// Returns whether a part of the search is on.
    pub fn has(&self, feature: Feature) -> bool {
        !self.without.contains(&feature)
    }

    /// Returns whether the search is expected to take less than half a minute.
    pub fn is_short(&self) -> bool {
        let Budget { time, tests, .. } = self.budget;
        time.is_some_and(|time| time < SHORT_TIME) || tests.is_some_and(|tests| tests < SHORT_TESTS)
    }

    /// Returns the criteria whose goals are targets, and the criteria whose goals are only objectives.
    pub fn goal_options(&self) -> GoalOptions {
        let dynamic = [Algorithm::Dynamosa, Algorithm::DynamosaRank, Algorithm::DynamosaPref];
        let (criteria, objectives) = match self.affs {
            Some(affs) => (vec![affs.aim.target()], self.criteria.clone()),
            None if dynamic.contains(&self.algorithm) => (self.criteria.clone(), vec![Criterion::Branch]),
            None => (self.criteria.clone(), Vec::new()),
        };
        GoalOptions { criteria, selection: self.selection, objectives }
    }

    /// Returns the configuration of the workers that run the found tests on mutants. Its targets are the
    /// targets of this configuration and the goals of strong mutation. Its objectives are the objectives of
    /// DynaMOSA. If no requested criterion is about mutants, the workers run at most 3,000 mutants.
    pub fn with_strong_mutation(&self) -> Configuration {
        let mut criteria = self.goal_options().criteria;
        let is_about_mutants =
            |it: &Criterion| matches!(it, Criterion::WeakMutation | Criterion::StrongMutation);
        let max_mutants = if criteria.iter().any(is_about_mutants) { usize::MAX } else { MAX_MUTANTS };
        if !criteria.contains(&Criterion::StrongMutation) {
            criteria.push(Criterion::StrongMutation);
        }
        Configuration {
            criteria,
            max_mutants,
            affs: None,
            algorithm: Algorithm::Dynamosa,
            selection: Selection::All,
            ..self.clone()
        }
    }

    /// Returns this configuration with the goals of ordinary calls as further targets, if the configuration
    /// has a search for tests that kill mutants. This search then also finds tests that show the ordinary use
    /// of each method.
    pub fn with_ordinary_calls(mut self) -> Configuration {
        if self.strengthen > 0 && !self.criteria.contains(&Criterion::OrdinaryCall) {
            self.criteria.push(Criterion::OrdinaryCall);
        }
        self
    }
}

/// Formats the configuration as one line of the log.
impl fmt::Display for Configuration {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let Configuration { preset, criteria, selection, algorithm, affs, without, .. } = self;
        write!(out, "preset {}: algorithm {algorithm}, criteria {}", preset.name, criteria_names(criteria))?;
        if let Some(Affs { chooser, aim, .. }) = affs {
            write!(out, ", fitness functions that {chooser} chooses for the aim {aim}")?;
        }
        if *selection != Selection::All {
            write!(out, ", goal selection {selection:?}")?;
        }
        if without.is_empty() { Ok(()) } else { write!(out, ", without {}", features::names(without)) }
    }
}

/// Number of generations between two choices of fitness functions (Almulla, Gay 2022, Section 3.4: three to
/// five).
const AFFS_EVERY: u64 = 4;

fn preset(name: &str) -> Result<&'static Preset, String> {
    presets::find(name).ok_or_else(|| {
        let names: Vec<&str> = presets::all().iter().map(|preset| preset.name).collect();
        format!("there is no preset {name}; use one of the presets {}", names.join(", "))
    })
}

fn affs(options: &SearchOptions, preset: &Preset) -> Result<Option<Affs>, String> {
    let chooser = options.affs.or_else(|| preset.optional("affs"));
    let aim = options.affs_aim.or_else(|| preset.optional("affs-aim"));
    match (chooser, aim) {
        (Some(chooser), Some(aim)) => Ok(Some(Affs { chooser, aim, every: AFFS_EVERY })),
        (None, None) => Ok(None),
        (Some(_), None) => Err(conflicts::NO_AIM.to_owned()),
        (None, Some(_)) => Err(conflicts::NO_CHOOSER.to_owned()),
    }
}

/// Returns the coverage criteria. With adaptive fitness function selection, these are the criteria of the
/// fitness functions to choose from.
fn criteria(options: &SearchOptions, preset: &Preset, affs: Option<Affs>) -> Vec<Criterion> {
    let criteria = match (affs, &options.criteria) {
        (Some(affs), _) => fitness_functions::criteria(affs.aim),
        (None, Some(criteria)) => criteria.clone(),
        (None, None) => preset.criteria(),
    };
    Criterion::ALL.into_iter().filter(|criterion| criteria.contains(criterion)).collect()
}

fn selection(options: &SearchOptions, preset: &Preset, affs: Option<Affs>) -> Selection {
    let all = affs.map(|_| options::Selection::All);
    match options.selection.or(all).unwrap_or_else(|| preset.value("selection")) {
        options::Selection::All => Selection::All,
        options::Selection::Smart => Selection::Smart,
        options::Selection::SmartWithoutSubsumption => Selection::SmartWithoutSubsumption,
        options::Selection::LineGroup => Selection::LineGroup,
        options::Selection::WeakMutationGroup => Selection::WeakMutationGroup,
    }
}

fn algorithm(options: &SearchOptions, preset: &Preset, affs: Option<Affs>) -> Algorithm {
    let wsa = affs.map(|_| Algorithm::Wsa);
    wsa.or(options.algorithm).unwrap_or_else(|| preset.value("algorithm"))
}

/// Returns the chosen crossover of tests. The crossover of the preset applies only to algorithms that
/// recombine tests.
fn crossover(options: &SearchOptions, preset: &Preset, algorithm: Algorithm) -> Crossover {
    let of_preset = || match recombines_tests(algorithm) {
        true => preset.value("crossover"),
        false => options::Crossover::Spx,
    };
    match options.crossover.unwrap_or_else(of_preset) {
        options::Crossover::Spx => Crossover::SinglePoint,
        options::Crossover::Hmx => Crossover::Hybrid(RecombinedData::Values),
        options::Crossover::HmxPlus => Crossover::Hybrid(RecombinedData::ValuesAndArrays),
    }
}

/// Returns whether an algorithm recombines tests. Random search has no crossover, and the whole suite
/// algorithms recombine suites.
fn recombines_tests(algorithm: Algorithm) -> bool {
    !matches!(algorithm, Algorithm::Random | Algorithm::Ws | Algorithm::Wsa)
}

fn parameters(options: &SearchOptions, preset: &Preset, without: &[Feature]) -> Parameters {
    let count = |option: Option<u32>, name| option.map_or_else(|| preset.value(name), |count| count as usize);
    let local_search = !without.contains(&Feature::LocalSearch);
    Parameters {
        population: count(options.population, "population"),
        tournament: count(options.tournament, "tournament"),
        crossover: options.crossover_rate.unwrap_or_else(|| preset.value("crossover-rate")),
        newcomers: options.newcomers.unwrap_or_else(|| preset.value("newcomers")),
        overlap: !without.contains(&Feature::Overlap),
        local_search: local_search.then(LocalSearch::default),
    }
}

/// Returns whether a search ends early if further coverage is unlikely. With adaptive fitness function
/// selection, a search ends early only on request: the chosen functions can improve the tests although no new
/// goal is covered.
fn stop_when_stale(options: &SearchOptions, preset: &Preset, affs: Option<Affs>) -> bool {
    options.stop_when_stale.unwrap_or_else(|| affs.is_none() && preset.value("stop-when-stale"))
}

/// Returns the budget, with the time of the preset if the budget has no limit.
fn complete_budget(budget: &Budget, preset: &Preset) -> Budget {
    match budget {
        Budget { time: None, generations: None, tests: None, statements: None } => {
            Budget { time: Some(preset.time()), ..*budget }
        }
        _ => *budget,
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::time::Duration;

    use serde_json::{Map, Value, json};

    use super::*;

    /// Returns the configuration for options in the syntax of the command line.
    pub fn configure(options: &str) -> Result<Configuration, String> {
        let (mut search, mut budget) = (Map::new(), Map::new());
        let words: Vec<&str> = options.split_whitespace().collect();
        for pair in words.chunks(2) {
            let name = pair[0].strip_prefix("--").expect("an option begins with two dashes");
            let (name, text) = (name.to_owned(), pair[1]);
            let value = match &*name {
                "criteria" | "without" => text.split(',').map(Value::from).collect(),
                _ => serde_json::from_str(text).unwrap_or_else(|_| json!(text)),
            };
            let is_limit = ["generations", "tests", "statements"].contains(&&*name);
            if is_limit {
                budget.insert(name, value)
            } else {
                search.insert(name, value)
            };
        }
        let search = serde_json::from_value(search.into()).map_err(|error| error.to_string())?;
        let budget = serde_json::from_value(budget.into()).map_err(|error| error.to_string())?;
        Configuration::new(&search, &budget)
    }

    const HMX: Crossover = Crossover::Hybrid(RecombinedData::Values);

    fn configuration(options: &str) -> Configuration {
        configure(options).unwrap()
    }

    #[test]
    fn without_options_the_preset_testudo_applies() {
        let config = configuration("");
        assert_eq!(config.preset.name, "testudo");
        assert_eq!((config.criteria, config.selection), (vec![Criterion::Branch], Selection::All));
        assert_eq!((config.algorithm, config.crossover), (Algorithm::Dynamosa, HMX));
        assert_eq!(config.parameters.local_search, Some(LocalSearch::default()));
        assert_eq!(config.budget.time, Some(Duration::from_secs(10)));
        assert!(config.affs.is_none() && config.without.is_empty());
    }

    #[test]
    fn the_crossover_of_a_preset_applies_only_to_algorithms_that_recombine_tests() {
        for preset in ["testudo", "hmx-2021"] {
            let crossover = |algorithm: &str| {
                configuration(&format!("--preset {preset} --algorithm {algorithm}")).crossover
            };
            assert_eq!(["random", "ws", "wsa"].map(crossover), [Crossover::SinglePoint; 3]);
            assert_eq!(["one-goal", "mosa", "dynamosa"].map(crossover), [HMX; 3]);
        }
    }

    #[test]
    fn the_preset_of_dynamosa_has_the_default_parameters_of_the_search() {
        assert_eq!(configuration("--preset dynamosa-2018").parameters, Parameters::default());
    }

    #[test]
    fn an_option_overrides_the_preset() {
        let config = configuration(
            "--preset hmx-2021 --crossover spx --population 20 --tournament 2 --crossover-rate 0.5 --newcomers 0 \
             --length 60 --criteria line --algorithm mosa",
        );
        assert_eq!((config.crossover, config.algorithm), (Crossover::SinglePoint, Algorithm::Mosa));
        assert_eq!((config.parameters.population, config.parameters.tournament, config.length), (20, 2, 60));
        assert_eq!((config.parameters.crossover, config.parameters.newcomers), (0.5, 0.0));
        assert_eq!(config.criteria, [Criterion::Line]);
        assert_eq!(config.budget.time, Some(Duration::from_secs(120)), "the preset supplies the time");
    }

    #[test]
    fn a_list_replaces_the_list_of_the_preset() {
        assert!(configuration("--preset dynamosa-2018").without.contains(&Feature::LocalSearch));
        let config = configuration("--preset dynamosa-2018 --without hints,casts");
        assert_eq!(config.without, [Feature::Hints, Feature::Casts]);
        assert!(config.parameters.local_search.is_some());
    }

    #[test]
    fn any_limit_replaces_the_time_of_the_preset() {
        for limit in ["--generations 5", "--tests 5", "--statements 5"] {
            let budget = configuration(limit).budget;
            assert_eq!(budget.time, None, "{limit}");
            let limits = [budget.generations, budget.tests, budget.statements];
            assert_eq!(limits.into_iter().flatten().collect::<Vec<_>>(), [5], "{limit}");
        }
    }

    #[test]
    fn criteria_are_sorted_and_without_duplicates() {
        let config = configuration("--criteria output,branch,output,line");
        assert_eq!(config.criteria, [Criterion::Branch, Criterion::Line, Criterion::Output]);
    }

    #[test]
    fn affs_determines_the_algorithm_and_the_criteria() {
        let config = configuration("--preset smart-selection-2024 --affs ucb --affs-aim diversity");
        assert_eq!(config.affs, Some(Affs { chooser: Chooser::Ucb, aim: Aim::Diversity, every: 4 }));
        assert_eq!((config.algorithm, config.selection), (Algorithm::Wsa, Selection::All));
        assert_eq!(config.criteria.len(), fitness_functions::criteria(Aim::Diversity).len());
        assert!(configuration("").stop_when_stale);
        assert!(!configuration("--affs ucb --affs-aim diversity").stop_when_stale);
    }
}
