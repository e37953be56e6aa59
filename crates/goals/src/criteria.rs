//! Coverage criteria, and the selection of the goals that are objectives of a search.

pub(crate) mod exceptions;
pub(crate) mod selection;
pub(crate) mod values;

/// A coverage criterion: a kind of goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Criterion {
    /// BC: take every branch; enter every method without branches.
    Branch,
    /// DBC: like `Branch`, but the test itself must call the method if the method is public.
    DirectBranch,
    /// LC: execute every line.
    Line,
    /// SC: execute every statement. A statement is a place in the code where a line begins.
    Statement,
    /// WM: infect the program state with every mutant: the changed expression must have another value.
    WeakMutation,
    /// SM: kill every mutant.
    StrongMutation,
    /// MC: enter every method.
    Method,
    /// TMC: call every method that a test can call, from the test itself.
    TopMethod,
    /// NTMC: like `TopMethod`, but the method must return normally.
    TopMethodNoException,
    /// Like `TopMethodNoException`, but the test must pass ordinary arguments, and show the result of the
    /// call: [`Usage::Shown`](crate::Usage::Shown). Shows what the method is for. If the method returns an
    /// array, a collection or a map, another goal requires at least two elements.
    OrdinaryCall,
    /// EC: make every method throw every exception that the method can throw. A goal does not exist
    /// before a test covers it.
    Exception,
    /// OC: make every method return a value of every value set, such as negative, zero and positive.
    Output,
    /// IC: pass a value of every value set, such as negative, zero and positive, to every method.
    Input,
}

impl Criterion {
    /// All criteria, in the order of their goals.
    pub const ALL: [Criterion; 13] = [
        Criterion::Branch,
        Criterion::DirectBranch,
        Criterion::Line,
        Criterion::Statement,
        Criterion::WeakMutation,
        Criterion::StrongMutation,
        Criterion::Method,
        Criterion::TopMethod,
        Criterion::TopMethodNoException,
        Criterion::OrdinaryCall,
        Criterion::Exception,
        Criterion::Output,
        Criterion::Input,
    ];

    /// Returns the name on the command line, such as `weak-mutation`.
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
            Criterion::OrdinaryCall => "ordinary-call",
            Criterion::Exception => "exception",
            Criterion::Output => "output",
            Criterion::Input => "input",
        }
    }
}

/// The rule that selects the objectives of the search among the goals of the required criteria (Zhou et al.:
/// "Coverage Goal Selector for Combining Multiple Criteria in Search-Based Unit Test Generation", Section 3).
/// The search does not optimise the other goals: it only measures their coverage.
///
/// Each group of correlated criteria has one representative criterion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// All goals of all required criteria.
    All,
    /// All goals of the representative criteria, and the goals of other criteria that no goal of a
    /// representative criterion subsumes.
    Smart,
    /// Only the goals of the representative criteria.
    SmartWithoutSubsumption,
    /// Only the goals of the representative criteria line, top-method, exception and output.
    LineGroup,
    /// Only the goals of the representative criteria weak-mutation, top-method, exception and output.
    WeakMutationGroup,
}
