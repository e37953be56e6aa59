//! Coverage criteria, and which of their goals guide a search.

pub(crate) mod exceptions;
pub(crate) mod selection;
pub(crate) mod values;

/// A coverage criterion: what makes goals of a class. The names are those of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Criterion {
    /// BC: take every branch; enter every method without branches.
    Branch,
    /// DBC: the same, those of public methods in a call that the test makes itself.
    DirectBranch,
    /// LC: execute every line.
    Line,
    /// SC: execute every statement: every node where a line begins.
    Statement,
    /// WM: have the changed expression of every mutant give another value.
    WeakMutation,
    /// SM: have every mutant change what assertions can see.
    StrongMutation,
    /// MC: enter every method.
    Method,
    /// TMC: call every method that tests can call.
    TopMethod,
    /// NTMC: call every such method so that it returns.
    TopMethodNoException,
    /// EC: have every method throw what it can: goals appear as they are covered.
    Exception,
    /// OC: have every method return every kind of value.
    Output,
    /// IC: pass every kind of value to every method.
    Input,
}

impl Criterion {
    /// All criteria, in the order of their goals.
    pub const ALL: [Criterion; 12] = [
        Criterion::Branch,
        Criterion::DirectBranch,
        Criterion::Line,
        Criterion::Statement,
        Criterion::WeakMutation,
        Criterion::StrongMutation,
        Criterion::Method,
        Criterion::TopMethod,
        Criterion::TopMethodNoException,
        Criterion::Exception,
        Criterion::Output,
        Criterion::Input,
    ];

    /// Its name on the command line, such as `weak-mutation`.
    pub fn name(self) -> &'static str {
        match self {
            Criterion::Branch => "branch",
            Criterion::DirectBranch => "direct-branch",
            Criterion::Line => "line",
            Criterion::Statement => "statement",
            Criterion::WeakMutation => "weak-mutation",
            Criterion::StrongMutation => "strong-mutation",
            Criterion::Method => "method",
            Criterion::TopMethod => "top-method",
            Criterion::TopMethodNoException => "top-method-no-exception",
            Criterion::Exception => "exception",
            Criterion::Output => "output",
            Criterion::Input => "input",
        }
    }
}

/// Which goals of the criteria guide the search (Zhou et al.: "Coverage Goal Selector for Combining Multiple
/// Criteria in Search-Based Unit Test Generation", Section 3). The others are only measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// All goals of all criteria.
    All,
    /// Those of one representative of each group of criteria, and those of the others that these do not subsume.
    Smart,
    /// Those of the representatives alone.
    SmartWithoutSubsumption,
    /// Representatives line, top-method, exception, output.
    LineGroup,
    /// Representatives weak-mutation, top-method, exception, output.
    WeakMutationGroup,
}
