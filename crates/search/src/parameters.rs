//! The values that steer a search, with their sources.

/// The values that steer a search. The defaults are those of the DynaMOSA paper (Panichella, Kifetew,
/// Tonella: "Automated Test Case Generation as a Many-Objective Optimisation Problem with Dynamic Selection
/// of the Targets", IEEE TSE 2018, Section 4.5), which are EvoSuite's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Tests in the population, at least 1: 50 (the paper, Section 4.5). Random search executes as many at a time.
    pub population: usize,
    /// Tests drawn, with replacement, for one tournament, at least 1: 10 (the paper, Section 4.5).
    pub tournament: usize,
    /// Probability that two parents are recombined: 0.75 (the paper, Section 4.5).
    pub crossover: f64,
    /// For each test of the population, the probability that a generation gets one more test that does not
    /// come from the population, but is, as likely as not, random or a mutant of an archived one: 0.1 (EvoSuite).
    pub newcomers: f64,
    /// Generations without a better best fitness after which length no longer breaks ties for an objective
    /// until that gets better; 0: length never does.
    /// `None` (the paper, Definition 3): length always does, which can starve a search (Section 5.1, class
    /// JSJshop).
    pub length_patience: Option<u32>,
    /// Whether a generation of MOSA and DynaMOSA is bred while the one before it runs, and so from the survivors of the one before
    /// that; `false` (the paper): it awaits the one before.
    pub overlap: bool,
    /// Local search beside the global one; `None` (the paper): there is none. Random search has none in any case.
    pub local_search: Option<LocalSearch>,
}

/// How much local search there is: [`mod@crate::local`]. The defaults were found by trial.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LocalSearch {
    /// Generations after which a goal that is still an objective is worked on: what the global search covers by
    /// itself it covers within few. One that it comes nearer to with every generation, by small steps, is no less
    /// worth it than one that stands still.
    pub patience: u32,
    /// Tests executed at a time, at least 1. The wider search along one variable may take a few more.
    pub batch: usize,
    /// The smallest share: tests of local search for each one of the global search.
    pub least: f64,
    /// The largest share, which is that at the beginning.
    pub most: f64,
}

impl Default for LocalSearch {
    fn default() -> Self {
        Self { patience: 10, batch: 64, least: 0.02, most: 0.3 }
    }
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            population: 50,
            tournament: 10,
            crossover: 0.75,
            newcomers: 0.1,
            length_patience: None,
            overlap: false,
            local_search: None,
        }
    }
}
