//! Measures how the coverage by different criteria correlates (Zhou et al.: "Coverage Goal Selector for
//! Combining Multiple Criteria in Search-Based Unit Test Generation", Sections 3.2 and 4.5).

use search::{Purpose, stream};
use serde::Serialize;

use crate::cancellation::Cancellation;
use crate::configuration::options::{Algorithm, Budget, SearchOptions};
use crate::configuration::{Configuration, STUDIED_CRITERIA};
use crate::error::Error;
use crate::platform::Platform;
use crate::stages::prepared::load;
use crate::subject;

use coefficient::Means;
use sample::Sample;

pub use groups::Group;

mod coefficient;
mod groups;
mod sample;

/// A study of the correlation between criteria, with random tests of several classes.
pub struct CorrelationStudy {
    /// Number of random tests of each class.
    tests: u32,
    /// Seed of the random numbers.
    seed: u64,
    /// Names of the measured classes.
    classes: Vec<String>,
    /// Mean correlations over the measured classes.
    means: Means,
}

/// Result of a study.
#[derive(Serialize)]
pub struct Correlations {
    /// Names of the measured classes.
    pub classes: Vec<String>,
    /// Number of random tests of each class.
    pub tests: u32,
    /// Seed of the random numbers.
    pub seed: u64,
    /// All pairs of criteria, the strongest correlation first.
    pub correlations: Vec<Pair>,
    /// Minimum correlation of every two criteria in one group.
    pub threshold: f64,
    /// Groups of criteria that correlate strongly.
    pub groups: Vec<Group>,
}

/// The correlation of two criteria.
#[derive(Serialize)]
pub struct Pair {
    /// Names of the criteria.
    pub criteria: [&'static str; 2],
    /// Mean of the correlation coefficients of all classes, from -1 to 1; `None` if no class has a
    /// coefficient, because the coverage does not vary.
    pub correlation: Option<f64>,
    /// Number of classes that have a coefficient.
    pub classes: u32,
}

impl CorrelationStudy {
    /// Returns a study without classes. `tests` is the number of random tests of each class.
    pub fn new(tests: u32, seed: u64) -> CorrelationStudy {
        CorrelationStudy { tests, seed, classes: Vec::new(), means: Means::default() }
    }

    /// Measures a class and adds it to the study. A cancelled measurement adds nothing.
    ///
    /// # Errors
    /// Returns an error if the class cannot be used, or if no worker starts.
    pub fn add(
        &mut self,
        platform: &Platform,
        class: &str,
        cancellation: &Cancellation,
    ) -> Result<(), Error> {
        let subject = subject::read(&platform.world, class)?;
        let loaded = load(platform, &self.configuration(), &subject)?;
        let mut rng = stream(self.seed, Purpose::Search);
        let sample = Sample::draw(loaded, &subject, self.tests as usize, &mut rng, cancellation)?;
        if !cancellation.is_requested() {
            self.means.add(&sample.suites(&mut rng));
            self.classes.push(class.to_owned());
        }
        Ok(())
    }

    /// Returns the correlations over all measured classes.
    pub fn correlations(self) -> Correlations {
        let CorrelationStudy { tests, seed, classes, means } = self;
        let pairs = (0..STUDIED_CRITERIA.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
        let pair = |(a, b): (usize, usize)| {
            let mean = means.of(a, b);
            let criteria = [STUDIED_CRITERIA[a].name(), STUDIED_CRITERIA[b].name()];
            Pair { criteria, correlation: mean.value(), classes: mean.count }
        };
        let mut correlations: Vec<Pair> = pairs.map(pair).collect();
        correlations.sort_by(|a, b| b.strength().total_cmp(&a.strength()));
        let groups = groups::groups(&STUDIED_CRITERIA, &|a, b| means.of(a, b).value());
        Correlations { classes, tests, seed, correlations, threshold: groups::MIN_CORRELATION, groups }
    }

    /// Returns the configuration of a random search for all criteria of the study.
    fn configuration(&self) -> Configuration {
        let options = SearchOptions {
            criteria: Some(STUDIED_CRITERIA.to_vec()),
            algorithm: Some(Algorithm::Random),
            ..SearchOptions::default()
        };
        let budget = Budget { tests: Some(self.tests.into()), ..Budget::default() };
        Configuration::new(&options, &budget).expect("random search accepts all criteria")
    }
}

impl Pair {
    /// Returns a sort key: the correlation, or minus infinity if there is no correlation.
    fn strength(&self) -> f64 {
        self.correlation.unwrap_or(f64::NEG_INFINITY)
    }
}
