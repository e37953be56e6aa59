//! What can be said on the command line.

use std::io::IsTerminal;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{ArgAction, Args, CommandFactory, Parser, Subcommand, ValueEnum};
use suite::verify::Effort;
use tracing_subscriber::EnvFilter;

use crate::presets::{self, Preset};
use crate::settings::Settings;

/// Search-based unit test generator for Java classes: compiled classes in, test source out.
#[derive(Debug, Parser)]
#[command(name = "testudo", version, after_help = crate::exit::HELP)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
    /// Print errors only
    #[arg(short, long, global = true, display_order = 100, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Log what happens; twice for more
    #[arg(short, long, global = true, display_order = 101, action = ArgAction::Count)]
    pub verbose: u8,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Generate a test class for each class named
    Generate(Box<Generate>),
    /// Measure how coverage by eight criteria goes together, in suites of random tests
    Correlation(Correlation),
    /// Tell which goals the tests of a report do not cover, how near the search came, and why
    Explain(Explain),
    /// Print named configurations: every parameter with its value and where that is from
    Presets(Presets),
}

/// The code under test.
#[derive(Clone, Debug, Args)]
pub struct Code {
    /// Jars and folders with the classes, separated as on java's command line
    #[arg(long, short = 'c', value_name = "PATH", required = true)]
    pub classpath: String,
    /// Fully qualified name of a class to test; may be given more than once
    #[arg(long = "class", value_name = "NAME", required = true)]
    pub classes: Vec<String>,
    /// JDK (8 or newer) that runs the code and compiles the tests [default: JAVA_HOME, else javac on the PATH]
    #[arg(long, value_name = "DIR")]
    pub jdk: Option<PathBuf>,
    /// JVMs that run tests at the same time; how many changes nothing but the time [default: one for each core but that of the
    /// search]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub workers: Option<u16>,
    /// What the code under test may do
    #[arg(long, value_enum, default_value = "on")]
    pub sandbox: Sandbox,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Sandbox {
    /// Only read, compute and write to a temporary folder, as far as this system can see to that
    On,
    /// The same, and where this system cannot see to all of that no code is run
    Require,
    /// What you may do
    Off,
}

impl Code {
    /// How many JVMs may run tests at the same time. Making tests keeps a core busy too.
    pub fn workers(&self) -> usize {
        let others = || std::thread::available_parallelism().map_or(1, NonZero::get).saturating_sub(1).max(1);
        self.workers.map_or_else(others, usize::from)
    }
}

/// Options of `testudo explain`.
#[derive(Clone, Debug, Args)]
pub struct Explain {
    /// What `testudo generate --json` printed
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

/// Options of `testudo generate`.
#[derive(Clone, Debug, Args)]
pub struct Generate {
    #[command(flatten)]
    pub code: Code,
    /// Jars and folders that only the tests need, such as Mockito
    #[arg(long, value_name = "PATH", default_value = "", hide_default_value = true)]
    pub test_classpath: String,
    /// Jars and folders with compiled tests that are there already: tests are generated for what these do not cover
    #[arg(long, value_name = "PATH")]
    pub existing_tests: Option<String>,
    #[command(flatten)]
    pub budget: Budget,
    /// Seed of every random choice: with a budget that is not time, the same seed writes the same files
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Folder for the tests, one subfolder per package
    #[arg(long, short, value_name = "DIR", default_value = "testudo-tests")]
    pub output: PathBuf,
    /// What runs the tests
    #[arg(long, value_enum, default_value = "junit5")]
    pub framework: Framework,
    /// What the tests say in what they expect
    #[arg(long, value_enum, default_value = "plain")]
    pub assertions: Assertions,
    /// What the tests implement interfaces with; classes of other kinds and lambdas are plain Java
    #[arg(long, value_enum, default_value = "plain")]
    pub mocks: Mocks,
    /// What becomes of tests that differ only in literals
    #[arg(long, value_enum, default_value = "parameterized")]
    pub style: Style,
    /// How much the tests have to stand before they are written
    #[arg(long, value_enum, default_value = "standard")]
    pub verify: Verify,
    /// Say above each test what only this test covers; such tests stay apart
    #[arg(long)]
    pub reasons: bool,
    /// Java release that the tests are written for, 8 to 25 [default: the newest that a class to be tested was compiled for]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(8..=25))]
    pub release: Option<u8>,
    /// Overwrite test files that were edited by hand
    #[arg(long)]
    pub force: bool,
    /// Write one JSON object per class to standard output
    #[arg(long)]
    pub json: bool,
    /// Write coverage over time to a file, as JSON lines
    #[arg(long, value_name = "FILE")]
    pub timeline: Option<PathBuf>,
    #[command(flatten)]
    pub settings: Settings,
}

impl Generate {
    /// How the tests are written.
    pub fn dialect(&self) -> emit::Dialect {
        emit::Dialect {
            framework: match self.framework {
                Framework::Junit5 => emit::Framework::JUnit5,
                Framework::Junit4 => emit::Framework::JUnit4,
                Framework::Testng => emit::Framework::TestNg,
            },
            assertions: match self.assertions {
                Assertions::Plain => emit::Assertions::Plain,
                Assertions::Assertj => emit::Assertions::AssertJ,
                Assertions::Hamcrest => emit::Assertions::Hamcrest,
            },
            mocks: match self.mocks {
                Mocks::Plain => emit::Mocks::Plain,
                Mocks::Mockito => emit::Mocks::Mockito,
            },
            style: match self.style {
                Style::Parameterized => emit::Style::Parameterized,
                Style::Plain => emit::Style::Plain,
            },
            release: self.release,
        }
    }
}

/// Options of `testudo correlation`.
#[derive(Clone, Debug, Args)]
pub struct Correlation {
    #[command(flatten)]
    pub code: Code,
    /// Random tests of each class
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub tests: u32,
    /// Seed of every random choice: the same seed gives the same correlations
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Write one JSON object in place of the tables
    #[arg(long)]
    pub json: bool,
}

/// Options of `testudo presets`.
#[derive(Clone, Debug, Args)]
pub struct Presets {
    /// Presets to print [default: all]
    #[arg(value_name = "NAME", value_parser = presets::named())]
    pub presets: Vec<&'static Preset>,
    /// Write one JSON object per preset
    #[arg(long)]
    pub json: bool,
}

/// When the search of each class ends, unless everything is covered before.
#[derive(Clone, Debug, Default, Args)]
#[group(multiple = false)]
pub struct Budget {
    /// Search time per class, such as 10s or 2m [default: the preset's]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Generations of the search per class
    #[arg(long, value_name = "N")]
    pub generations: Option<u64>,
    /// Tests executed by the search per class, not counting runs on mutants
    #[arg(long, value_name = "N")]
    pub tests: Option<u64>,
    /// Statements executed by the search per class, also on mutants; the last generation may exceed them
    #[arg(long, value_name = "N")]
    pub statements: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Framework {
    /// JUnit 5 or newer
    Junit5,
    /// JUnit 4.13
    Junit4,
    /// TestNG 7
    Testng,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Assertions {
    /// The framework's own
    Plain,
    /// AssertJ 3
    Assertj,
    /// Hamcrest, and the framework's own for exceptions
    Hamcrest,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Style {
    /// Three and more become one @ParameterizedTest of JUnit 5
    Parameterized,
    /// They are kept apart
    Plain,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Verify {
    /// They run in order, in reverse under another locale, time zone and encoding, each as if it were alone, and behind those that
    /// change static state
    Standard,
    /// Also in shuffled orders, in stranger surroundings, and each in a JVM of its own, whatever time that takes
    Thorough,
}

impl Verify {
    /// The same as verification knows it.
    pub fn effort(self) -> Effort {
        match self {
            Verify::Standard => Effort::Standard,
            Verify::Thorough => Effort::Thorough,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Mocks {
    /// Anonymous classes
    Plain,
    /// Mockito, which must be on one of the class paths
    Mockito,
}

/// Longest search of a class: more would be a slip, and far more cannot be added to a point in time.
const LONGEST: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// A duration with its unit, or a number of seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let parsed = match text.parse::<u64>() {
        Ok(seconds) => Ok(Duration::from_secs(seconds)),
        Err(_) => humantime::parse_duration(text),
    };
    match parsed {
        Ok(Duration::ZERO) => Err("must be more than nothing".to_owned()),
        Ok(duration) if duration > LONGEST => Err("must be at most 30 days".to_owned()),
        Ok(duration) => Ok(duration),
        Err(error) => Err(format!("{error}; write 10s, 2m or 1m30s")),
    }
}

/// Ends the program as clap does on a command line that is wrong.
pub fn refuse(command: &str, reason: &str) -> ! {
    let mut all = Cli::command();
    all.build();
    let command = all.find_subcommand_mut(command).expect("it is a command");
    command.error(ErrorKind::ArgumentConflict, reason).exit()
}

/// Starts the log on standard error: warnings, with `-v` what happens, with `-vv` details; `TESTUDO_LOG` overrides.
pub fn start_log(arguments: &Cli) {
    let level = match (arguments.quiet, arguments.verbose) {
        (true, _) => "error",
        (_, 0) => "warn",
        (_, 1) => "info",
        _ => "debug",
    };
    let filter = EnvFilter::try_from_env("TESTUDO_LOG").unwrap_or_else(|_| EnvFilter::new(level));
    tracing_subscriber::fmt()
        .compact()
        .without_time()
        .with_target(false)
        .with_ansi(
            std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|it| it.is_empty()),
        )
        .log_internal_errors(false)
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .init();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: Result<u64, &str>) {
        match (duration(text), expect) {
            (Ok(found), Ok(seconds)) => assert_eq!(found, Duration::from_secs(seconds)),
            (Err(found), Err(part)) => assert!(found.contains(part), "{found}"),
            (found, expect) => panic!("{text}: {found:?}, not {expect:?}"),
        }
    }

    #[test]
    fn a_time_has_a_unit_or_is_in_seconds() {
        check("90", Ok(90));
        check("1m30s", Ok(90));
        check("soon", Err("write 10s"));
    }

    #[test]
    fn a_time_is_more_than_nothing_and_at_most_thirty_days() {
        check("0", Err("more than nothing"));
        check("30d", Ok(2_592_000));
        check("31d", Err("30 days"));
        check(&u64::MAX.to_string(), Err("30 days"));
    }
}
