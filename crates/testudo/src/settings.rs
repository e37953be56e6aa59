//! The options that steer a search. Together with a preset they make a [`Configuration`](crate::configuration).

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use goals::Criterion;

use crate::features::Feature;
use crate::presets::{self, Preset};

/// Options that steer a search. What is not given is the preset's.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Search (what is not given is the preset's)")]
pub struct Settings {
    /// Named configuration; `testudo presets` prints what they are
    #[arg(long, value_name = "NAME", default_value = presets::DEFAULT, value_parser = presets::named())]
    pub preset: &'static Preset,
    /// Coverage criteria: what there is to cover
    #[arg(long, value_name = "CRITERION", value_delimiter = ',', value_parser = criterion())]
    pub criteria: Option<Vec<Criterion>>,
    /// Which goals of several criteria guide the search; the others are measured
    #[arg(long, value_enum)]
    pub selection: Option<Selection>,
    /// Search algorithm
    #[arg(long, value_enum)]
    pub algorithm: Option<Algorithm>,
    /// Adaptive fitness function selection: what chooses the functions that are to serve a goal
    #[arg(long, value_enum, value_name = "CHOOSER")]
    pub affs: Option<Chooser>,
    /// What they are to serve
    #[arg(long, value_enum, value_name = "GOAL")]
    pub affs_goal: Option<Aim>,
    /// Crossover of tests
    #[arg(long, value_enum)]
    pub crossover: Option<Crossover>,
    /// Tests, or suites, in the population
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub population: Option<u32>,
    /// Individuals drawn for a tournament
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub tournament: Option<u32>,
    /// Probability that two parents are recombined
    #[arg(long, value_name = "P", value_parser = probability)]
    pub crossover_rate: Option<f64>,
    /// Probability, for each test of the population, of one more that does not come from it
    #[arg(long, value_name = "P", value_parser = probability)]
    pub newcomers: Option<f64>,
    /// Most statements of a generated test
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub length: Option<u32>,
    /// Per cent of the budget that go to tests which kill mutants that those covering the criteria leave alive
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(0..=90))]
    pub strengthen: Option<u32>,
    /// End before the budget does where nothing was covered for long, and the odds are against it from now on
    #[arg(long, value_name = "BOOL", num_args = 0..=1, default_missing_value = "true")]
    pub stop_when_stale: Option<bool>,
    /// Parts of the search to turn off, to measure what each is worth
    #[arg(long, value_enum, value_name = "PART", value_delimiter = ',')]
    pub without: Option<Vec<Feature>>,
}

/// The names of [`goals::Selection`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Selection {
    /// All goals of all criteria
    All,
    /// Those of direct-branch, top-method-no-exception, exception and output, and of the others what these do not
    /// subsume (Zhou et al. 2024)
    Smart,
    /// Those of direct-branch, top-method-no-exception, exception and output
    SmartWithoutSubsumption,
    /// Those of line, top-method, exception and output
    LineGroup,
    /// Those of weak-mutation, top-method, exception and output
    WeakMutationGroup,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Algorithm {
    /// Uniform random tests: the floor
    Random,
    /// One goal at a time, in random order
    OneGoal,
    /// Whole test suite (Fraser, Arcuri 2013)
    Ws,
    /// Whole test suite with archive (Rojas et al. 2017)
    Wsa,
    /// Many-objective search, all goals at once (Panichella et al. 2015)
    Mosa,
    /// Many-objective search with dynamic selection of goals (Panichella et al. 2018)
    Dynamosa,
    /// DynaMOSA without the preference criterion
    DynamosaRank,
    /// DynaMOSA without sorting by dominance
    DynamosaPref,
}

/// What chooses fitness functions: a learner, or one of the baselines that the study compares it with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Chooser {
    /// Upper confidence bound: the best mean reward, and what was tried seldom (Almulla, Gay 2022)
    Ucb,
    /// Differential semi-gradient Sarsa: a linear estimate from the state of the search (the same)
    DsgSarsa,
    /// Nothing: the goal's own function alone
    Own,
    /// Nothing: all functions at once
    All,
    /// The seed: one of the sets that can be learned, for the whole search
    Random,
}

/// What chosen fitness functions are to serve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Aim {
    /// As many kinds of exceptions as can be
    Exceptions,
    /// Tests that differ from each other
    Diversity,
    /// As many mutants killed as can be
    StrongMutation,
}

impl Aim {
    /// The criterion whose goals are archived and kept (the paper, Sections 3.4.1 to 3.4.3).
    pub fn target(self) -> Criterion {
        match self {
            Aim::Exceptions => Criterion::Exception,
            Aim::Diversity => Criterion::Method,
            Aim::StrongMutation => Criterion::StrongMutation,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Crossover {
    /// Single point: tails are swapped
    Spx,
    /// Hybrid multi-level: then numbers and strings are recombined (Olsthoorn et al. 2021)
    Hmx,
    /// The same with arrays of these
    #[value(name = "hmx+")]
    HmxPlus,
}

/// The value of an enumeration as the command line names it.
pub fn name<T: ValueEnum>(value: &T) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// The criterion of a name, if there is one.
pub fn criterion_named(name: &str) -> Option<Criterion> {
    Criterion::ALL.into_iter().find(|criterion| criterion.name() == name)
}

/// The names of criteria, separated by commas.
pub fn criteria_names(criteria: &[Criterion]) -> String {
    criteria.iter().map(|criterion| criterion.name()).collect::<Vec<_>>().join(",")
}

fn criterion() -> impl TypedValueParser<Value = Criterion> {
    let value = |criterion: Criterion| PossibleValue::new(criterion.name()).help(meaning(criterion));
    PossibleValuesParser::new(Criterion::ALL.map(value))
        .map(|name| criterion_named(&name).expect("one of the possible values"))
}

fn meaning(criterion: Criterion) -> &'static str {
    match criterion {
        Criterion::Branch => "Take every branch, enter every method without branches",
        Criterion::DirectBranch => "The same, those of public methods in a call that the test makes itself",
        Criterion::Line => "Execute every line",
        Criterion::Statement => "Execute every statement",
        Criterion::WeakMutation => "Have the changed expression of every mutant give another value",
        Criterion::StrongMutation => "Have every mutant change what assertions can see",
        Criterion::Method => "Enter every method",
        Criterion::TopMethod => "Call every method that tests can call",
        Criterion::TopMethodNoException => "Call every such method so that it returns",
        Criterion::Exception => "Have every method throw what it can: goals appear as they are covered",
        Criterion::Output => "Have every method return every kind of value",
        Criterion::Input => "Pass every kind of value to every method",
    }
}

fn probability(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (0.0..=1.0).contains(&value) => Ok(value),
        _ => Err("must be between 0 and 1".to_owned()),
    }
}
