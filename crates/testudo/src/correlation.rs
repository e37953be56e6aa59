//! `testudo correlation`: how coverage by the criteria of the study goes together (Zhou et al.: "Coverage Goal Selector
//! for Combining Multiple Criteria in Search-Based Unit Test Generation", Sections 3.2 and 4.5).

use rand::SeedableRng;
use search::Rng;

use crate::cli::{Budget, Correlation};
use crate::configuration::{Configuration, STUDIED};
use crate::console::{Manner, say};
use crate::exit::Exit;
use crate::interrupt;
use crate::platform::Platform;
use crate::prepare::{self, Failure};
use crate::settings::{Algorithm, Settings};

use coefficient::Means;
use listing::Listing;
use sample::Sample;

mod coefficient;
mod groups;
mod listing;
mod sample;

/// Measures the correlations in every class named and prints them with the groups that they make.
pub fn run(options: &Correlation, manner: Manner) -> Exit {
    let platform = match Platform::open(&options.code, None) {
        Ok(platform) => platform,
        Err((exit, message)) => {
            say(&format!("error: {message}"));
            return exit;
        }
    };
    let (means, classes, exit) = measure_all(options, &platform, manner);
    if classes.is_empty() {
        return exit;
    }
    exit.max(Listing::new(options, classes, &means).print(options.json))
}

/// Gives the classes that could be measured as well.
fn measure_all(options: &Correlation, platform: &Platform, manner: Manner) -> (Means, Vec<String>, Exit) {
    let configuration = configuration(options.tests);
    let (mut means, mut measured, mut exit) = (Means::default(), Vec::new(), Exit::Success);
    for class in &options.code.classes {
        match measure(options, &configuration, platform, class) {
            _ if interrupt::requested() => return (means, measured, Exit::Interrupted),
            Ok(suites) => {
                if manner != Manner::Quiet {
                    say(&format!("{class}: {} random tests", options.tests));
                }
                means.add(&suites);
                measured.push(class.clone());
            }
            Err(Failure { status, message }) => {
                say(&format!("error: {class}: {message}"));
                exit = exit.max(Exit::of(status));
            }
        }
    }
    (means, measured, exit)
}

/// Goals covered by each suite of a class, by the size of the suites.
fn measure(
    options: &Correlation,
    configuration: &Configuration,
    platform: &Platform,
    class: &str,
) -> Result<Vec<Vec<sample::Covered>>, Failure> {
    let world = &platform.world;
    let subject = prepare::read(world, class)?;
    let prepared = prepare::prepare(platform, configuration, &subject)?;
    let mut rng = Rng::seed_from_u64(options.seed);
    let sample = Sample::draw(prepared, &subject, options.tests as usize, &mut rng)?;
    Ok(sample.suites(&mut rng))
}

/// Random search for all criteria of the study.
fn configuration(tests: u32) -> Configuration {
    let settings = Settings {
        criteria: Some(STUDIED.to_vec()),
        algorithm: Some(Algorithm::Random),
        ..Settings::default()
    };
    let budget = Budget { tests: Some(tests.into()), ..Budget::default() };
    Configuration::new(&settings, &budget).expect("random search takes any criteria")
}
