//! The parameters of a search, with their sources.

/// The parameters of a search. The defaults are from the DynaMOSA paper (Panichella, Kifetew, Tonella:
/// "Automated Test Case Generation as a Many-Objective Optimisation Problem with Dynamic Selection of the
/// Targets", IEEE TSE 2018, Section 4.5). EvoSuite has the same defaults.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Number of tests in the population, at least 1. For whole suite generation, the number of suites. The
    /// default is 50 (DynaMOSA paper, Section 4.5). Random search executes this number of tests in each
    /// generation.
    pub population: usize,
    /// Number of tests (or suites) drawn, with replacement, for one tournament, at least 1. The default is 10
    /// (DynaMOSA paper, Section 4.5).
    pub tournament: usize,
    /// Probability that crossover recombines two parents. The default is 0.75 (DynaMOSA paper, Section 4.5).
    pub crossover: f64,
    /// For each test of the population, the probability that a generation contains one more newcomer. The
    /// default is 0.1, as in EvoSuite. A newcomer has no parents in the population: it is a random test or a
    /// mutated test of the archive, each with probability 1/2.
    pub newcomers: f64,
    /// Whether MOSA and DynaMOSA create a generation during the execution of the previous generation. The
    /// parents are then the survivors of the generation before the previous generation. The default is
    /// `false`, as in the DynaMOSA paper: the search waits for the results of the previous generation.
    pub overlap: bool,
    /// Settings of local search within MOSA and DynaMOSA. The default is `None`, as in the DynaMOSA paper: no
    /// local search. The other algorithms ignore these settings.
    pub local_search: Option<LocalSearch>,
}

/// Settings of local search ([`mod@crate::local`]). The defaults were found by experiment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LocalSearch {
    /// Number of generations for which a goal must have been an objective before local search optimises the
    /// goal. The global search covers easy goals within few generations. Local search also optimises old
    /// goals that the global search still approaches.
    pub patience: u32,
    /// Number of tests in one batch, at least 1. A batch can contain a few more tests, because all pattern
    /// moves of a variable (see [`mod@crate::avm`]) are in one batch.
    pub batch: usize,
    /// Minimum number of tests of local search for each test of the global search.
    pub min_share: f64,
    /// Maximum and initial number of tests of local search for each test of the global search.
    pub max_share: f64,
}

impl Default for LocalSearch {
    fn default() -> Self {
        Self { patience: 10, batch: 64, min_share: 0.02, max_share: 0.3 }
    }
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            population: 50,
            tournament: 10,
            crossover: 0.75,
            newcomers: 0.1,
            overlap: false,
            local_search: None,
        }
    }
}
