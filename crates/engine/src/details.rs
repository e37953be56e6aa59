//! What the tests of one class cover, line by line.

/// What the written and existing tests of one class cover, line by line. Empty if no test ran.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Details {
    /// The methods with code on a known line, in the order of the class files.
    pub methods: Vec<MethodStart>,
    /// The lines with code, ascending.
    pub lines: Vec<LineDetail>,
    /// The branches, in the order of the code. Empty if the run has no branch goals.
    pub branches: Vec<BranchDetail>,
    /// The mutants, in the order of the code. Empty if the run has no mutants.
    pub mutants: Vec<MutantDetail>,
}

/// The first line of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodStart {
    /// The class without its package, and the method, such as `Foo.bar`. Constructors have the name `<init>`.
    pub method: String,
    /// The first line with code.
    pub line: u16,
}

/// A line with code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineDetail {
    /// Number of the line.
    pub line: u16,
    /// Why no test executes the line. `None` if a test executes the line.
    pub reason: Option<String>,
}

/// A branch: one outcome of one condition.
#[derive(Clone, Debug, PartialEq)]
pub struct BranchDetail {
    /// Line of the condition, or 0 if it is unknown.
    pub line: u16,
    /// Number of the condition in the class and its nested classes.
    pub condition: usize,
    /// The outcome, such as `amount > balance`, or `condition 2, true` if the condition is unknown.
    pub outcome: String,
    /// The smallest branch distance of any test of the search. `None` if no test evaluated the condition.
    pub distance: Option<f64>,
    /// Why no test takes the branch. `None` if a test takes the branch.
    pub reason: Option<String>,
}

/// A mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MutantDetail {
    /// Line of the change, or 0 if it is unknown.
    pub line: u16,
    /// Name of the mutation operator, such as `replace-arithmetic`.
    pub operator: &'static str,
    /// Description of the change, such as `+ replaced by -`.
    pub description: String,
    /// Whether tests detect the change.
    pub state: MutantState,
}

/// Whether tests detect a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MutantState {
    /// A written test fails on the mutant.
    Killed,
    /// No written test fails on the mutant.
    Survived,
    /// No test executes the line of the mutant.
    NotCovered,
    /// Existing tests infect the mutant. Testudo does not check whether they kill it.
    Untested,
}
