//! The command line arguments.

mod environment;
mod files;
mod generate;
mod project;
mod research;

use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use strum::{EnumMessage, VariantArray};

pub use environment::Environment;
pub use files::ClassPath;
pub use generate::Generate;
pub use project::Ci;

/// Search-based unit test generator for Java classes: compiled classes in, test source out.
#[derive(Debug, Parser)]
#[command(name = "testudo", version, after_help = crate::exit::HELP)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
    /// Print errors only
    #[arg(short, long, global = true, display_order = 100, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Log each step; -vv logs details
    #[arg(short, long, global = true, display_order = 101, action = ArgAction::Count)]
    pub verbose: u8,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Generate tests for the project in this folder, or for the classes of a class path
    Generate(Box<Generate>),
    /// Write a file testudo.toml in which all settings are comments
    Init,
    /// Explain why goals of a report are not covered, and how near the search came to them
    Explain(Explain),
    /// Merge the reports of several machines
    Report(Reports),
    /// Print the presets: every option of the search with its value and the source of the value
    Presets(Presets),
    /// Print a script that completes the command line of testudo in a shell
    Completions(Completions),
    /// Write manual pages to a folder
    #[command(hide = true)]
    Man(Man),
    /// Speak the protocol of the JUnit tool contest (JUGE) on standard input and output
    Juge(Juge),
    /// Research: measure how coverage by eight criteria correlates in suites of random tests
    Correlation(Correlation),
}

/// Arguments of `testudo explain`.
#[derive(Clone, Debug, Args)]
pub struct Explain {
    /// Output of `testudo generate --json`
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

/// Arguments of `testudo report`.
#[derive(Clone, Debug, Args)]
pub struct Reports {
    #[command(subcommand)]
    pub command: ReportCommand,
}

#[derive(Clone, Debug, Subcommand)]
pub enum ReportCommand {
    /// Merge reports of the shards of one run into one report
    Merge {
        /// Folders that `testudo generate --report` wrote
        #[arg(value_name = "DIR", required = true)]
        folders: Vec<PathBuf>,
        /// Folder for the new report
        #[arg(long, short, value_name = "DIR")]
        output: PathBuf,
    },
}

/// Arguments of `testudo juge`.
#[derive(Clone, Debug, Args)]
pub struct Juge {
    #[command(flatten)]
    pub environment: Environment,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
}

/// Arguments of `testudo correlation`.
#[derive(Clone, Debug, Args)]
pub struct Correlation {
    /// Jars and folders with the classes; @FILE reads the list from a file
    #[arg(long, short = 'c', value_name = "PATH", required = true, value_parser = files::class_path)]
    pub classpath: ClassPath,
    /// Fully qualified name of a class; repeat the option for more classes
    #[arg(long = "class", value_name = "NAME", required = true)]
    pub classes: Vec<String>,
    #[command(flatten)]
    pub environment: Environment,
    /// Number of random tests for each class
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub tests: u32,
    /// Seed of the random numbers: the same seed produces the same correlations
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Print one JSON object instead of tables
    #[arg(long)]
    pub json: bool,
}

impl Correlation {
    /// Returns the request for the platform: the class path, the classes and the environment.
    pub fn platform(&self) -> engine::PlatformRequest {
        engine::PlatformRequest {
            class_path: self.classpath.0.clone(),
            classes: self.classes.clone(),
            ..self.environment.platform()
        }
    }
}

/// Arguments of `testudo presets`.
#[derive(Clone, Debug, Args)]
pub struct Presets {
    /// Presets to print [default: all]
    #[arg(value_name = "NAME", value_parser = preset_name())]
    pub presets: Vec<String>,
    /// Print one JSON object per preset
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `testudo completions`.
#[derive(Clone, Debug, Args)]
pub struct Completions {
    /// Shell that reads the script
    #[arg(value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

/// Arguments of `testudo man`.
#[derive(Clone, Debug, Args)]
pub struct Man {
    /// Folder for the pages, such as /usr/local/share/man/man1
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// Returns a parser of preset names.
fn preset_name() -> impl TypedValueParser<Value = String> {
    let presets = engine::configuration::presets::all().iter();
    PossibleValuesParser::new(presets.map(|preset| PossibleValue::new(preset.name).help(preset.from)))
}

/// Returns a parser of the names of the variants of an enumeration. The doc comment of a variant is its help
/// text.
fn variant<T>() -> impl TypedValueParser<Value = T>
where
    T: VariantArray + EnumMessage + FromStr + Clone + Send + Sync,
    &'static str: for<'a> From<&'a T>,
{
    let value = |variant: &'static T| {
        let value = PossibleValue::new(<&'static str>::from(variant));
        variant.get_documentation().map_or(value.clone(), |help| value.clone().help(help))
    };
    PossibleValuesParser::new(T::VARIANTS.iter().map(value))
        .map(|name| name.parse().ok().expect("a variant parses its own name"))
}

/// Parses the command line of this process, also into the form that states which options were given. Ends the
/// process if the command line is wrong or asks for help.
pub fn parse() -> (Cli, ArgMatches) {
    let arguments = match files::expand(std::env::args_os()) {
        Ok(arguments) => arguments,
        Err(reason) => refuse(None, &reason),
    };
    if research::is_help_wanted(&arguments) {
        research::print_help();
        std::process::exit(0);
    }
    try_parse(&arguments).unwrap_or_else(|error| with_possible_values(error, &arguments).exit())
}

fn try_parse(arguments: &[OsString]) -> clap::error::Result<(Cli, ArgMatches)> {
    let mut command = Cli::command();
    let matches = command.try_get_matches_from_mut(arguments)?;
    let cli = Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
    Ok((cli, matches))
}

/// Parses arguments of `testudo generate`.
///
/// # Errors
/// Returns an error if an argument is wrong.
pub fn parse_generate(arguments: Vec<OsString>) -> clap::error::Result<Generate> {
    let words: Vec<OsString> =
        ["testudo", "generate"].into_iter().map(OsString::from).chain(arguments).collect();
    match try_parse(&words).map_err(|error| with_possible_values(error, &words))? {
        (Cli { command: Command::Generate(generate), .. }, _) => Ok(*generate),
        _ => unreachable!("the arguments are those of `testudo generate`"),
    }
}

/// Adds a list of the possible values to an error about an invalid value, and returns other errors unchanged.
/// clap omits this list, because the help hides the possible values.
fn with_possible_values(error: clap::Error, arguments: &[OsString]) -> clap::Error {
    if error.kind() != clap::error::ErrorKind::InvalidValue {
        return error;
    }
    let show = |argument: clap::Arg| argument.hide_possible_values(false);
    let command = Cli::command().mut_subcommands(|subcommand| subcommand.mut_args(show));
    command.try_get_matches_from(arguments).err().unwrap_or(error)
}

/// Reports an invalid command line and ends the process with exit code 2, as clap does.
pub fn refuse(command: Option<&str>, reason: &str) -> ! {
    let mut cli = Cli::command();
    cli.build();
    let command = match command {
        Some(command) => cli.find_subcommand_mut(command).expect("it is a command"),
        None => &mut cli,
    };
    command.error(clap::error::ErrorKind::ValueValidation, reason).exit()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Cli::command().debug_assert();
    }

    /// Parses `testudo generate` with further arguments. Returns `None` if the arguments are invalid.
    fn parse_generate(arguments: impl IntoIterator<Item = String>) -> Option<Box<Generate>> {
        let required = ["testudo", "generate", "--classpath", "classes", "--class", "demo.Account"];
        let words = required.into_iter().map(str::to_owned).chain(arguments).map(OsString::from);
        match Cli::try_parse_from(words) {
            Ok(Cli { command: Command::Generate(generate), .. }) => Some(generate),
            _ => None,
        }
    }

    /// Generates an option, most often with a typical value, sometimes with an extreme or random value.
    fn option() -> impl Strategy<Value = String> {
        const OPTIONS: [(&str, &str); 17] = [
            ("preset", "testudo dynamosa-2018 hmx-2021 smart-selection-2024"),
            ("criteria", "branch line,output weak-mutation,strong-mutation exception"),
            ("selection", "all smart line-group"),
            ("algorithm", "dynamosa dynamosa-rank mosa ws wsa one-goal random"),
            ("affs", "ucb dsg-sarsa"),
            ("affs-aim", "exceptions diversity"),
            ("crossover", "spx hmx hmx+"),
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
        const EXTREMES: [&str; 8] =
            ["-1", "4294967296", "18446744073709551616", "NaN", "inf", "1e400", "1000000000years", ""];
        let option = prop::sample::select(OPTIONS.to_vec()).prop_flat_map(|(option, typical)| {
            let typical = prop::sample::select(typical.split(' ').collect::<Vec<_>>());
            let extreme = prop::sample::select(EXTREMES.to_vec()).prop_map(str::to_owned);
            (Just(option), prop_oneof![18 => typical.prop_map(str::to_owned), 1 => extreme, 1 => "\\PC{0,8}"])
        });
        option.prop_map(|(option, value)| format!("--{option}={value}"))
    }

    proptest! {
        #[test]
        fn any_options_yield_a_configuration_or_a_message(options in prop::collection::vec(option(), 0..5)) {
            if let Some(generate) = parse_generate(options) {
                match generate.configuration() {
                    Ok(configuration) => prop_assert!(!configuration.to_string().is_empty()),
                    Err(reason) => prop_assert!(!reason.is_empty()),
                }
            }
        }
    }

    /// Returns the output of `testudo generate` with a help option.
    fn help(option: &str) -> String {
        Cli::try_parse_from(["testudo", "generate", option]).unwrap_err().to_string()
    }

    #[test]
    fn the_help_of_generate_fits_one_screen() {
        let help = help("--help");
        assert!(help.lines().count() <= 45, "{help}");
        assert_eq!(help, self::help("-h"), "-h and --help print the same");
    }

    #[test]
    fn every_research_option_is_in_the_research_help_only() {
        let (ordinary, research) = (help("--help"), research::help());
        for option in ["--algorithm", "--affs-aim", "--selection", "--without", "--timeline"] {
            assert!(!ordinary.contains(option) && research.contains(option), "{option}");
        }
        assert!(ordinary.contains("--help-research") && !research.contains("--framework"));
    }
}
