//! Everything that steers a search: what the command line says, else what the preset says.

use std::fmt;
use std::time::Duration;

use generation::crossover::Crossover;
use generation::hmx::Data;
use goals::{Aims, Criterion, Selection};
use search::{LocalSearch, Parameters};

use crate::actions;
use crate::cli::Budget;
use crate::features::{self, Feature};
use crate::presets::Preset;
use crate::refusals;
use crate::settings::{self, Aim, Algorithm, Chooser, Settings, criteria_names, name};

/// The criteria of the study of smart selection (Zhou et al. 2024, Section 2.1).
pub const STUDIED: [Criterion; 8] = [
    Criterion::Branch,
    Criterion::DirectBranch,
    Criterion::Line,
    Criterion::WeakMutation,
    Criterion::TopMethod,
    Criterion::TopMethodNoException,
    Criterion::Exception,
    Criterion::Output,
];

/// A search that is shorter, in time or in tests, is brief.
const BRIEF: Duration = Duration::from_secs(30);
const BRIEF_TESTS: u64 = 200_000;

/// Everything that steers a search.
#[derive(Clone, Debug)]
pub struct Configuration {
    /// Where the values come from that no option says.
    pub preset: &'static Preset,
    /// What there is to cover: at least one, in the order of their goals, each once.
    pub criteria: Vec<Criterion>,
    /// Which goals of them guide the search.
    pub selection: Selection,
    /// The algorithm; that of whole suites with an archive where fitness functions are chosen.
    pub algorithm: Algorithm,
    /// The choice of fitness functions, if they are chosen.
    pub affs: Option<Affs>,
    /// How tests are recombined.
    pub crossover: Crossover,
    /// Most statements of a generated test.
    pub length: usize,
    /// Numbers of the algorithm; no local search where that part is turned off.
    pub parameters: Parameters,
    /// Per cent of the budget for killing mutants once the search for the criteria is over.
    pub strengthen: u32,
    /// Whether a search ends that is [stale](crate::stale).
    pub stop_when_stale: bool,
    /// Parts of the search that are turned off.
    pub without: Vec<Feature>,
    /// When the search of a class ends: exactly one of its limits is given.
    pub budget: Budget,
}

/// Adaptive fitness function selection (Almulla, Gay: "Learning How to Search: Generating Effective Test Cases Through
/// Adaptive Fitness Function Selection", EMSE 2022).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Affs {
    /// What chooses.
    pub chooser: Chooser,
    /// What is rewarded.
    pub aim: Aim,
    /// Generations between two choices, at least 1.
    pub every: u64,
}

impl Configuration {
    /// What the options of a search come to.
    ///
    /// # Errors
    /// What makes no sense together, with the nearest that does.
    pub fn new(said: &Settings, limits: &Budget) -> Result<Configuration, String> {
        let preset = said.preset;
        let affs = affs(said)?;
        let without = said.without.clone().unwrap_or_else(|| preset.words("without"));
        let configuration = Configuration {
            preset,
            criteria: criteria(said, affs),
            selection: selection(said, affs),
            algorithm: algorithm(said, affs),
            affs,
            crossover: crossover(said, affs),
            length: said.length.map_or_else(|| preset.number("length"), |length| length as usize),
            parameters: parameters(said, &without),
            strengthen: said.strengthen.unwrap_or_else(|| preset.number("strengthen")),
            stop_when_stale: stop_when_stale(said, affs),
            without,
            budget: budget(limits, preset),
        };
        refusals::check(said, &configuration)?;
        Ok(configuration)
    }

    /// Whether a part of the search is on.
    pub fn has(&self, feature: Feature) -> bool {
        !self.without.contains(&feature)
    }

    /// Whether a search lasts less than half a minute, as far as that can be told.
    pub fn is_brief(&self) -> bool {
        let Budget { time, tests, .. } = self.budget;
        time.is_some_and(|time| time < BRIEF) || tests.is_some_and(|tests| tests < BRIEF_TESTS)
    }

    /// What it asks of the goals.
    pub fn aims(&self) -> Aims {
        let dynamic = [Algorithm::Dynamosa, Algorithm::DynamosaRank, Algorithm::DynamosaPref];
        let (criteria, guides) = match self.affs {
            Some(affs) => (vec![affs.aim.target()], self.criteria.clone()),
            None if dynamic.contains(&self.algorithm) => (self.criteria.clone(), vec![Criterion::Branch]),
            None => (self.criteria.clone(), Vec::new()),
        };
        Aims { criteria, selection: self.selection, guides }
    }
}

/// What the log says of it.
impl fmt::Display for Configuration {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let Configuration { preset, criteria, selection, algorithm, affs, without, .. } = self;
        write!(out, "{}: {} for {}", preset.name, name(algorithm), criteria_names(criteria))?;
        if let Some(Affs { chooser, aim, .. }) = affs {
            write!(out, ", functions chosen by {} for {}", name(chooser), name(aim))?;
        }
        if *selection != Selection::All {
            write!(out, ", goals selected: {selection:?}")?;
        }
        if without.is_empty() { Ok(()) } else { write!(out, ", without {}", features::names(without)) }
    }
}

/// Generations between choices of fitness functions (Almulla, Gay 2022, Section 3.4: three to five).
const AFFS_EVERY: u64 = 4;

fn affs(said: &Settings) -> Result<Option<Affs>, String> {
    let preset = said.preset;
    let chooser = said.affs.or_else(|| preset.optional("affs"));
    let aim = said.affs_goal.or_else(|| preset.optional("affs-goal"));
    match (chooser, aim) {
        (Some(chooser), Some(aim)) => Ok(Some(Affs { chooser, aim, every: AFFS_EVERY })),
        (None, None) => Ok(None),
        (Some(_), None) => Err(refusals::NO_GOAL.to_owned()),
        (None, Some(_)) => Err(refusals::NO_CHOOSER.to_owned()),
    }
}

/// Those of the functions that are chosen from, where they are chosen.
fn criteria(said: &Settings, affs: Option<Affs>) -> Vec<Criterion> {
    let criteria = match (affs, &said.criteria) {
        (Some(affs), _) => actions::criteria(affs.aim),
        (None, Some(criteria)) => criteria.clone(),
        (None, None) => said.preset.criteria(),
    };
    Criterion::ALL.into_iter().filter(|criterion| criteria.contains(criterion)).collect()
}

fn selection(said: &Settings, affs: Option<Affs>) -> Selection {
    let all = affs.map(|_| settings::Selection::All);
    match said.selection.or(all).unwrap_or_else(|| said.preset.word("selection")) {
        settings::Selection::All => Selection::All,
        settings::Selection::Smart => Selection::Smart,
        settings::Selection::SmartWithoutSubsumption => Selection::SmartWithoutSubsumption,
        settings::Selection::LineGroup => Selection::LineGroup,
        settings::Selection::WeakMutationGroup => Selection::WeakMutationGroup,
    }
}

fn algorithm(said: &Settings, affs: Option<Affs>) -> Algorithm {
    let wsa = affs.map(|_| Algorithm::Wsa);
    wsa.or(said.algorithm).unwrap_or_else(|| said.preset.word("algorithm"))
}

fn crossover(said: &Settings, affs: Option<Affs>) -> Crossover {
    let spx = affs.map(|_| settings::Crossover::Spx);
    match said.crossover.or(spx).unwrap_or_else(|| said.preset.word("crossover")) {
        settings::Crossover::Spx => Crossover::SinglePoint,
        settings::Crossover::Hmx => Crossover::Hybrid(Data::Values),
        settings::Crossover::HmxPlus => Crossover::Hybrid(Data::ValuesAndArrays),
    }
}

fn parameters(said: &Settings, without: &[Feature]) -> Parameters {
    let preset = said.preset;
    let count = |said: Option<u32>, name| said.map_or_else(|| preset.number(name), |count| count as usize);
    let local_search = !without.contains(&Feature::LocalSearch);
    Parameters {
        population: count(said.population, "population"),
        tournament: count(said.tournament, "tournament"),
        crossover: said.crossover_rate.unwrap_or_else(|| preset.number("crossover-rate")),
        newcomers: said.newcomers.unwrap_or_else(|| preset.number("newcomers")),
        length_patience: preset.optional_number("length-patience"),
        overlap: !without.contains(&Feature::Overlap),
        local_search: local_search.then(LocalSearch::default),
    }
}

/// Where functions are chosen it must be said: what they serve shows in other things than goals covered for the first time.
fn stop_when_stale(said: &Settings, affs: Option<Affs>) -> bool {
    said.stop_when_stale.unwrap_or_else(|| affs.is_none() && said.preset.number("stop-when-stale"))
}

/// One that is said stands for all.
fn budget(said: &Budget, preset: &Preset) -> Budget {
    match said {
        Budget { time: None, generations: None, tests: None, statements: None } => {
            Budget { time: Some(preset.time()), ..said.clone() }
        }
        _ => said.clone(),
    }
}

#[cfg(test)]
pub mod tests {
    use std::time::Duration;

    use clap::{CommandFactory, Parser};
    use proptest::prelude::*;

    use super::*;
    use crate::cli::{Cli, Command};

    /// The configuration that some options of `testudo generate` come to.
    pub fn configure(options: &str) -> Result<Configuration, String> {
        let needed = ["testudo", "generate", "--classpath", "classes", "--class", "demo.Account"];
        let cli = Cli::parse_from(needed.into_iter().chain(options.split_whitespace()));
        match &cli.command {
            Command::Generate(options) => Configuration::new(&options.settings, &options.budget),
            Command::Correlation(_) | Command::Explain(_) | Command::Presets(_) => {
                unreachable!("it is another command")
            }
        }
    }

    fn made(options: &str) -> Configuration {
        configure(options).unwrap()
    }

    #[test]
    fn the_options_fit_together() {
        Cli::command().debug_assert();
    }

    #[test]
    fn without_options_it_is_testudos_own() {
        let own = made("");
        assert_eq!(own.preset.name, "testudo");
        assert_eq!((own.criteria, own.selection), (vec![Criterion::Branch], Selection::All));
        assert_eq!((own.algorithm, own.crossover), (Algorithm::Dynamosa, Crossover::SinglePoint));
        assert_eq!(own.parameters.local_search, Some(LocalSearch::default()));
        assert_eq!(own.budget.time, Some(Duration::from_secs(10)));
        assert!(own.affs.is_none() && own.without.is_empty());
    }

    #[test]
    fn the_preset_of_the_paper_has_the_parameters_of_the_search_which_are_the_papers() {
        assert_eq!(made("--preset dynamosa-2018").parameters, Parameters::default());
    }

    #[test]
    fn an_option_goes_before_the_preset() {
        let made = made(
            "--preset hmx-2021 --crossover spx --population 20 --tournament 2 --crossover-rate 0.5 --newcomers 0 \
             --length 60 --criteria line --algorithm mosa",
        );
        assert_eq!((made.crossover, made.algorithm), (Crossover::SinglePoint, Algorithm::Mosa));
        assert_eq!((made.parameters.population, made.parameters.tournament, made.length), (20, 2, 60));
        assert_eq!((made.parameters.crossover, made.parameters.newcomers), (0.5, 0.0));
        assert_eq!(made.criteria, [Criterion::Line]);
        assert_eq!(made.budget.time, Some(Duration::from_secs(120)), "what no option says is the preset's");
    }

    #[test]
    fn a_list_replaces_that_of_the_preset() {
        assert!(made("--preset dynamosa-2018").without.contains(&Feature::LocalSearch));
        let made = made("--preset dynamosa-2018 --without hints,casts");
        assert_eq!(made.without, [Feature::Hints, Feature::Casts]);
        assert!(made.parameters.local_search.is_some());
    }

    #[test]
    fn any_limit_stands_for_the_time_of_the_preset() {
        for limit in ["--generations 5", "--tests 5", "--statements 5"] {
            let budget = made(limit).budget;
            assert_eq!(budget.time, None, "{limit}");
            let limits = [budget.generations, budget.tests, budget.statements];
            assert_eq!(limits.into_iter().flatten().collect::<Vec<_>>(), [5], "{limit}");
        }
    }

    #[test]
    fn criteria_are_in_the_order_of_their_goals_and_each_once() {
        let made = made("--criteria output,branch,output --criteria line");
        assert_eq!(made.criteria, [Criterion::Branch, Criterion::Line, Criterion::Output]);
    }

    #[test]
    fn chosen_functions_bring_the_algorithm_and_the_criteria_with_them() {
        let made = made("--preset smart-selection-2024 --affs ucb --affs-goal diversity");
        assert_eq!(made.affs, Some(Affs { chooser: Chooser::Ucb, aim: Aim::Diversity, every: 4 }));
        assert_eq!((made.algorithm, made.selection), (Algorithm::Wsa, Selection::All));
        assert_eq!(made.criteria.len(), actions::criteria(Aim::Diversity).len());
        assert!(
            configure("").unwrap().stop_when_stale
                && !configure("--affs ucb --affs-goal diversity").unwrap().stop_when_stale
        );
    }

    /// An option with a value of its own as a rule, or any.
    fn said() -> impl Strategy<Value = String> {
        const OPTIONS: [(&str, &str); 17] = [
            ("preset", "testudo dynamosa-2018 hmx-2021 smart-selection-2024"),
            ("criteria", "branch line,output weak-mutation,strong-mutation exception"),
            ("selection", "all smart line-group"),
            ("algorithm", "dynamosa dynamosa-rank mosa ws wsa one-goal random"),
            ("affs", "ucb dsg-sarsa"),
            ("affs-goal", "exceptions diversity"),
            ("crossover", "spx hmx hmx-plus"),
            ("population", "2 50"),
            ("tournament", "1 10 100"),
            ("crossover-rate", "0 0.5 1"),
            ("newcomers", "0 0.5 1"),
            ("length", "1 40"),
            ("strengthen", "0 50 90"),
            ("stop-when-stale", "true false"),
            ("without", "hints,casts local-search"),
            ("time", "1ns 1s 30days"),
            ("generations", "0 1 18446744073709551615"),
        ];
        const OTHERS: [&str; 8] =
            ["-1", "4294967296", "18446744073709551616", "NaN", "inf", "1e400", "1000000000years", ""];
        let option = prop::sample::select(OPTIONS.to_vec()).prop_flat_map(|(option, own)| {
            let own = prop::sample::select(own.split(' ').collect::<Vec<_>>()).prop_map(str::to_owned);
            let other = prop::sample::select(OTHERS.to_vec()).prop_map(str::to_owned);
            (Just(option), prop_oneof![18 => own, 1 => other, 1 => "\\PC{0,8}"])
        });
        option.prop_map(|(option, value)| format!("--{option}={value}"))
    }

    proptest! {
        #[test]
        fn whatever_is_said_comes_to_a_configuration_or_is_refused(said in prop::collection::vec(said(), 0..5)) {
            let needed = ["testudo", "generate", "--classpath", "classes", "--class", "demo.Account"];
            let words = needed.into_iter().map(str::to_owned).chain(said);
            if let Ok(Cli { command: Command::Generate(options), .. }) = Cli::try_parse_from(words) {
                match Configuration::new(&options.settings, &options.budget) {
                    Ok(made) => prop_assert!(!made.to_string().is_empty() && !made.aims().criteria.is_empty()),
                    Err(reason) => prop_assert!(!reason.is_empty()),
                }
            }
        }
    }
}
