//! Arguments of `testudo generate`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use engine::configuration::Configuration;
use engine::{Assertions, Framework, Mocks, PlatformRequest, Request, SuspiciousTests, TestStyle, Verify};
use maintain::StyleOptions;

use super::project::Project;
use super::research::Research;
use super::{Environment, files, preset_name, variant};

/// Arguments of `testudo generate`.
#[derive(Clone, Debug, Args)]
pub struct Generate {
    /// Names or patterns of classes, such as Invoice or 'com.acme.*' [default: all classes]
    #[arg(value_name = "CLASS")]
    pub patterns: Vec<String>,
    /// Jars and folders with the classes, instead of a project (@FILE: list)
    #[arg(long, short = 'c', value_name = "PATH", value_parser = files::class_path)]
    pub classpath: Option<files::ClassPath>,
    /// Fully qualified name of a class on the class path; can be repeated
    #[arg(long = "class", value_name = "NAME", requires = "classpath")]
    pub classes: Vec<String>,
    /// Jars and folders that only the tests need, such as Mockito
    #[arg(long, value_name = "PATH", value_parser = files::class_path, requires = "classpath")]
    pub test_classpath: Option<files::ClassPath>,
    /// Jars and folders with your tests; new tests cover what is left
    #[arg(long, value_name = "PATH", value_parser = files::class_path, requires = "classpath")]
    pub existing_tests: Option<files::ClassPath>,
    #[command(flatten)]
    pub project: Project,
    #[command(flatten)]
    pub environment: Environment,
    #[command(flatten)]
    pub budget: Budget,
    /// Time for the whole run, such as 20m
    #[arg(long, value_name = "TIME", value_parser = duration, conflicts_with_all = ["tests", "generations", "statements"])]
    pub total_time: Option<Duration>,
    /// Number of classes at the same time [default: cores; 1 with -c]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Folder for the tests [default: that of the module, or testudo-tests]
    #[arg(long, short, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Replace the tests of earlier runs, also if they were edited by hand
    #[arg(long)]
    pub force: bool,
    /// junit5 (also 6), junit4, junit4.12, testng [default: of the project]
    #[arg(long, value_name = "NAME", value_parser = variant::<Framework>(), hide_possible_values = true)]
    pub framework: Option<Framework>,
    /// Assertions: plain, assertj or hamcrest [default: of the project]
    #[arg(long, value_name = "NAME", value_parser = variant::<Assertions>(), hide_possible_values = true)]
    pub assertions: Option<Assertions>,
    /// Stubs of interfaces: plain or mockito [default: of the project]
    #[arg(long, value_name = "NAME", value_parser = variant::<Mocks>(), hide_possible_values = true)]
    pub mocks: Option<Mocks>,
    /// Similar tests: parameterized or plain
    #[arg(long, value_name = "NAME", default_value = "parameterized", value_parser = ["parameterized", "plain"], hide_possible_values = true)]
    pub style: String,
    /// Nested classes per tested method: auto or never
    #[arg(long, value_name = "NAME", default_value = "never", value_parser = ["auto", "never"], hide_possible_values = true, requires = "classpath")]
    pub nested: String,
    /// Java release of the tests, 8 to 25 [default: of the project]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(8..=25))]
    pub release: Option<u8>,
    /// Verification of the tests: standard or thorough
    #[arg(long, value_name = "NAME", default_value = "standard", value_parser = variant::<Verify>(), hide_possible_values = true)]
    pub verify: Verify,
    /// Tests of suspicious behaviour: report or keep
    #[arg(long, value_name = "NAME", default_value = "report", value_parser = variant::<SuspiciousTests>(), hide_possible_values = true)]
    pub suspicious: SuspiciousTests,
    /// Add a comment to each test: the goals that only this test covers
    #[arg(long)]
    pub reasons: bool,
    /// Print one JSON object per class to standard output
    #[arg(long)]
    pub json: bool,
    /// Write a report: HTML pages and files for other tools
    #[arg(long, value_name = "DIR", conflicts_with = "search_only")]
    pub report: Option<PathBuf>,
    /// Configuration of the search: see `testudo presets`
    #[arg(long, value_name = "NAME", default_value = "testudo", value_parser = preset_name(), hide = true, hide_possible_values = true, help_heading = "Research")]
    pub preset: String,
    /// Print the options for research
    #[arg(long)]
    pub help_research: bool,
    #[command(flatten)]
    pub research: Research,
}

/// The limit of the search of each class. The options exclude each other.
#[derive(Clone, Debug, Default, Args)]
#[group(multiple = false)]
pub struct Budget {
    /// Search time per class, such as 10s or 2m [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Number of tests that the search executes, instead of --time
    #[arg(long, value_name = "N")]
    pub tests: Option<u64>,
    /// Number of generations of the search per class
    #[arg(long, value_name = "N", hide = true, help_heading = "Budgets")]
    pub generations: Option<u64>,
    /// Number of statements that the search executes per class, including runs on mutants; the last
    /// generation may exceed the limit
    #[arg(long, value_name = "N", hide = true, help_heading = "Budgets")]
    pub statements: Option<u64>,
}

impl Generate {
    /// Returns the request for the platform of `--classpath`: the class paths, the classes, the environment
    /// and the style of the tests.
    pub fn platform(&self, classes: Vec<String>) -> PlatformRequest {
        let entries = |path: &files::ClassPath| path.0.clone();
        PlatformRequest {
            class_path: self.classpath.as_ref().map(entries).unwrap_or_default(),
            classes,
            test_class_path: self.test_classpath.as_ref().map(entries).unwrap_or_default(),
            existing_tests: self.existing_tests.as_ref().map(entries),
            tests: TestStyle {
                framework: self.framework.unwrap_or_default(),
                assertions: self.assertions.unwrap_or_default(),
                mocks: self.mocks.unwrap_or_default(),
                parameterized: self.has_parameterized_tests(),
                nested: self.nested == "auto",
                release: self.release,
            },
            ..self.environment.platform()
        }
    }

    /// Returns the options of the style of the tests in a project.
    pub fn style(&self) -> StyleOptions {
        StyleOptions {
            framework: self.framework,
            assertions: self.assertions,
            mocks: self.mocks,
            parameterized: self.has_parameterized_tests(),
            release: self.release,
        }
    }

    fn has_parameterized_tests(&self) -> bool {
        self.style == "parameterized"
    }

    /// Returns the request to generate tests for a class.
    pub fn request(&self, class: &str) -> Request {
        Request {
            class: class.to_owned(),
            search: self.research.search_options(&self.preset),
            budget: self.budget(),
            seed: self.seed,
            verify: self.verify,
            suspicious: self.suspicious,
            reasons: self.reasons,
            search_only: self.research.search_only,
            output: self.output.clone().unwrap_or_else(|| PathBuf::from("testudo-tests")),
            force: self.force,
            ..Request::default()
        }
    }

    /// Returns the configuration of the search.
    ///
    /// # Errors
    /// Returns a message if options contradict each other.
    pub fn configuration(&self) -> Result<Configuration, String> {
        Configuration::new(&self.research.search_options(&self.preset), &self.budget())
    }

    fn budget(&self) -> engine::Budget {
        let Budget { time, tests, generations, statements } = self.budget;
        engine::Budget { time, generations, tests, statements }
    }
}

/// Maximum search time of a class. A longer time is refused, because it is probably a mistake.
const MAX_TIME: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Parses a duration with a unit, or a number of seconds.
fn duration(text: &str) -> Result<Duration, String> {
    let parsed = match text.parse::<u64>() {
        Ok(seconds) => Ok(Duration::from_secs(seconds)),
        Err(_) => humantime::parse_duration(text),
    };
    match parsed {
        Ok(Duration::ZERO) => Err("the time must be longer than zero; write 10s, 2m or 1m30s".to_owned()),
        Ok(duration) if duration > MAX_TIME => {
            Err("the time is longer than 30 days; choose a shorter time".to_owned())
        }
        Ok(duration) => Ok(duration),
        Err(error) => Err(format!("{error}; write 10s, 2m or 1m30s")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_duration(text: &str, expected: Result<u64, &str>) {
        match (duration(text), expected) {
            (Ok(found), Ok(seconds)) => assert_eq!(found, Duration::from_secs(seconds)),
            (Err(found), Err(part)) => assert!(found.contains(part), "{found}"),
            (found, expected) => panic!("{text}: {found:?}, not {expected:?}"),
        }
    }

    #[test]
    fn a_time_without_a_unit_is_in_seconds() {
        check_duration("90", Ok(90));
        check_duration("1m30s", Ok(90));
        check_duration("soon", Err("write 10s"));
    }

    #[test]
    fn a_time_of_zero_or_more_than_thirty_days_is_refused() {
        check_duration("0", Err("longer than zero"));
        check_duration("30d", Ok(2_592_000));
        check_duration("31d", Err("30 days"));
        check_duration(&u64::MAX.to_string(), Err("30 days"));
    }
}
