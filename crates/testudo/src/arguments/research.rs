//! Options for research, which select the algorithm and the parameters of the search. `--help` omits these
//! options; `--help-research` prints them.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory};
use engine::Criterion;
use engine::SearchOptions;
use engine::configuration::criterion_named;
use engine::configuration::features::Feature;
use engine::configuration::options::{Aim, Algorithm, Chooser, Crossover, Selection};

use super::{Cli, variant};

/// The option that prints the help of the research options.
const HELP: &str = "--help-research";

/// Options of the search. The preset supplies the values of options that are not set.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Research")]
pub struct Research {
    /// Coverage criteria, separated by commas
    #[arg(long, value_name = "CRITERION", value_delimiter = ',', value_parser = criterion(), hide = true, hide_possible_values = true)]
    pub criteria: Option<Vec<Criterion>>,
    /// Search algorithm
    #[arg(long, value_name = "NAME", value_parser = variant::<Algorithm>(), hide = true, hide_possible_values = true)]
    pub algorithm: Option<Algorithm>,
    /// Goals that the search optimises; for the other goals, it only archives tests
    #[arg(long, value_name = "NAME", value_parser = variant::<Selection>(), hide = true, hide_possible_values = true)]
    pub selection: Option<Selection>,
    /// Adaptive fitness function selection: the method that chooses the fitness functions
    #[arg(long, value_name = "CHOOSER", value_parser = variant::<Chooser>(), hide = true, hide_possible_values = true)]
    pub affs: Option<Chooser>,
    /// Adaptive fitness function selection: what the choice of functions maximises
    #[arg(long, value_name = "AIM", value_parser = variant::<Aim>(), hide = true, hide_possible_values = true)]
    pub affs_aim: Option<Aim>,
    /// Crossover of tests
    #[arg(long, value_name = "NAME", value_parser = variant::<Crossover>(), hide = true, hide_possible_values = true)]
    pub crossover: Option<Crossover>,
    /// Number of tests, or of suites, in the population
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=100_000), hide = true)]
    pub population: Option<u32>,
    /// Number of individuals in a tournament
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000), hide = true)]
    pub tournament: Option<u32>,
    /// Probability that two parents are recombined
    #[arg(long, value_name = "P", value_parser = probability, hide = true)]
    pub crossover_rate: Option<f64>,
    /// For each test of the population, the probability that the generation gets an additional test (a
    /// newcomer): a random test or a mutated test of the archive
    #[arg(long, value_name = "P", value_parser = probability, hide = true)]
    pub newcomers: Option<f64>,
    /// Maximum number of statements of a generated test
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000), hide = true)]
    pub length: Option<u32>,
    /// Percentage of the budget for a second search, which looks for tests that kill more mutants
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(0..=90), hide = true)]
    pub strengthen: Option<u32>,
    /// End the first search early if it is unlikely to cover more goals
    #[arg(long, value_name = "BOOL", num_args = 0..=1, default_missing_value = "true", hide = true)]
    pub stop_when_stale: Option<bool>,
    /// Parts of the search to turn off, separated by commas
    #[arg(long, value_name = "PART", value_delimiter = ',', value_parser = variant::<Feature>(), hide = true, hide_possible_values = true)]
    pub without: Option<Vec<Feature>>,
    /// End after the first search, and write no tests
    #[arg(long, requires = "classpath", hide = true)]
    pub search_only: bool,
    /// Write coverage over time to a file, as JSON lines
    #[arg(long, value_name = "FILE", hide = true)]
    pub timeline: Option<PathBuf>,
}

impl Research {
    /// Returns these options with the name of the preset that supplies the options that are not set.
    pub fn search_options(&self, preset: &str) -> SearchOptions {
        SearchOptions {
            preset: preset.to_owned(),
            criteria: self.criteria.clone(),
            selection: self.selection,
            algorithm: self.algorithm,
            affs: self.affs,
            affs_aim: self.affs_aim,
            crossover: self.crossover,
            population: self.population,
            tournament: self.tournament,
            crossover_rate: self.crossover_rate,
            newcomers: self.newcomers,
            length: self.length,
            strengthen: self.strengthen,
            stop_when_stale: self.stop_when_stale,
            without: self.without.clone(),
        }
    }
}

/// Returns whether the arguments contain `--help-research`.
pub fn is_help_wanted(arguments: &[OsString]) -> bool {
    arguments.iter().any(|argument| argument == HELP)
}

/// Prints the help of the research options.
pub fn print_help() {
    // The process exits with code 0 even if the output fails.
    let _ = crate::console::print(&help());
}

/// Returns the help of the research options: exactly the options that `--help` omits.
pub fn help() -> String {
    let mut cli = Cli::command();
    cli.build();
    let generate = cli.find_subcommand_mut("generate").expect("it is a command").clone();
    let swapped = generate.mut_args(|argument| {
        let is_hidden = argument.is_hide_set();
        argument.hide(!is_hidden).hide_possible_values(false)
    });
    let about = "Options for research. They apply to `testudo generate`. The preset supplies the values of options that are not \
                 set; `testudo presets` prints these values.";
    swapped.about(about).override_usage("testudo generate [OPTIONS]").render_long_help().to_string()
}

fn criterion() -> impl TypedValueParser<Value = Criterion> {
    let value = |criterion: Criterion| PossibleValue::new(criterion.name()).help(meaning(criterion));
    PossibleValuesParser::new(Criterion::ALL.map(value))
        .map(|name| criterion_named(&name).expect("one of the possible values"))
}

fn meaning(criterion: Criterion) -> &'static str {
    match criterion {
        Criterion::Branch => "Take every branch, and enter every method without branches",
        Criterion::DirectBranch => {
            "Like branch, but a branch of a public method is covered only if the test calls the method directly"
        }
        Criterion::Line => "Execute every line",
        Criterion::Statement => "Execute every statement",
        Criterion::WeakMutation => "Infect every mutant: give the mutated expression another value",
        Criterion::StrongMutation => "Kill every mutant: an assertion can detect the mutant",
        Criterion::Method => "Enter every method",
        Criterion::TopMethod => "Call every method that tests can call",
        Criterion::TopMethodNoException => {
            "Call every method that tests can call; the call must return without an exception"
        }
        Criterion::OrdinaryCall => {
            "Like top-method-no-exception, but with ordinary arguments: for example, no null or empty text"
        }
        Criterion::Exception => {
            "Throw every exception of every method; exceptions become goals when they are thrown"
        }
        Criterion::Output => "Return every kind of value from every method",
        Criterion::Input => "Pass every kind of value to every method",
    }
}

fn probability(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (0.0..=1.0).contains(&value) => Ok(value),
        _ => Err("a probability is a number from 0 to 1".to_owned()),
    }
}
