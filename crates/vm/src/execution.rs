//! Results of running a test.

use std::sync::Arc;

use testcase::Observation;
use testcase::hints::Hint;

/// The result of running one test.
#[derive(Clone, Debug, PartialEq)]
pub struct Execution {
    /// How the test ended.
    pub outcome: Outcome,
    /// Number of statements that completed. If the test did not return, also the index of the statement that
    /// threw or under which the worker was lost.
    pub executed: u32,
    /// What the test covered. Empty if the worker was lost.
    pub trace: Trace,
    /// The first 64 watched calls, in order: see [`crate::Config::watches`].
    pub calls: Vec<WatchedCall>,
    /// For each completed statement, the value of its variable right after the statement; `None` if the
    /// statement defines no variable. Empty unless the mode is [`Observe`](crate::Mode::Observe) or
    /// [`ObserveOtherwise`](crate::Mode::ObserveOtherwise).
    pub observations: Vec<Option<Observation>>,
    /// The values of the same variables at the end of the test.
    pub final_observations: Vec<Option<Observation>>,
    /// In the same modes, the indices of statements that read a clock or drew a random number, ascending.
    pub time_dependent: Vec<u32>,
    /// At most 32 distinct hints towards branches that the test evaluated but did not take. Empty unless the
    /// mode is [`Hints`](crate::Mode::Hints).
    pub hints: Vec<Hint>,
    /// The effect of each mutant, in the order of submission. Empty if the batch was submitted without
    /// mutants, or if the worker was lost before the first mutant.
    pub effects: Vec<Effect>,
}

impl Execution {
    /// Returns a result with an outcome and nothing else.
    pub fn with_outcome(outcome: Outcome) -> Execution {
        Execution {
            outcome,
            executed: 0,
            trace: Trace::default(),
            calls: Vec::new(),
            observations: Vec::new(),
            final_observations: Vec::new(),
            time_dependent: Vec::new(),
            hints: Vec::new(),
            effects: Vec::new(),
        }
    }
}

/// How a test ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// All statements completed.
    Returned,
    /// A statement threw an exception. Includes stack overflows and failing class initialisers.
    Threw {
        /// Class of the exception.
        thrown: Arc<Thrown>,
        /// Message of the exception. `None` if the JVM or the JDK made the message, or if reading it would
        /// run code under test. Only in the modes [`Observe`](crate::Mode::Observe) and
        /// [`ObserveOtherwise`](crate::Mode::ObserveOtherwise).
        message: Option<String>,
        /// Whether an instrumented `throw` statement threw this exception object, rather than the JVM or
        /// another class.
        explicit: bool,
    },
    /// The test exceeded its limit of ticks or allocated bytes.
    OutOfBudget,
    /// The test called `System.exit` or an equivalent method.
    Exited,
    /// The test was still running at the deadline and its worker was killed; or it waited for an event that
    /// could never happen; or a static initialiser exceeded its limit.
    TimedOut,
    /// The worker ended during the test, twice.
    Crashed,
    /// The heap was full, or the test allocated too much of it.
    OutOfMemory,
    /// The test was cut before a call or the use of a static field that is in quarantine.
    Quarantined,
    /// The test ended with the inner outcome. Then it ran again without the statement under which it ended
    /// and the later statements, and returned; the rest of the result is about this second run. Only in the
    /// modes [`Run`](crate::Mode::Run) and [`Hints`](crate::Mode::Hints).
    Shortened(Box<Outcome>),
}

/// A class of exceptions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thrown {
    /// Binary names with dots: the class itself, then its superclasses up to `java.lang.Throwable`. Never
    /// empty.
    pub classes: Vec<Arc<str>>,
}

impl Thrown {
    /// Returns the binary name of the class itself.
    pub fn class(&self) -> &Arc<str> {
        &self.classes[0]
    }
}

/// What a test covered, and how near it came to other branches.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// Ids of entered methods, in the order of their first entry.
    pub methods: Vec<u32>,
    /// Ids of branches whose predicate was evaluated, each with the smallest branch distance; 0 if the branch
    /// was taken.
    pub branches: Vec<(u32, f64)>,
    /// At least one branch of each predicate that was evaluated more than once and did not take both
    /// branches.
    pub repeated: Vec<u32>,
    /// Ids of executed statements, in the order of their first execution.
    pub statements: Vec<u32>,
}

/// Arguments and result of a watched call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WatchedCall {
    /// Index of the statement that makes the call.
    pub statement: u32,
    /// One facet for each argument, in order; the enclosing object of an inner class is not an argument. If
    /// the call returned a value (a constructor returns its object), the facet of this value. If the value is
    /// not null, one facet for each field in [`crate::Watch::result_fields`].
    pub facets: Vec<Facet>,
}

/// The recorded property of a value. The static type of the value determines the property.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Facet {
    /// The value is null.
    Null,
    /// The number itself, also of a boxed number; the code of a `char`; 0 or 1 for a `boolean`; the length or
    /// size of a `String`, an array, or a `Collection` or `Map` of the JDK; 1 for any other object.
    Value(f64),
    /// The property cannot be read: the collection is not from the JDK, or the object has no such field.
    Unknown,
}

/// The effect of a mutant on a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The test kills the mutant: an assertion fails, or the test ends otherwise.
    ///
    /// Assertions are about the result of a call, a field, an array at the end of the test, the message of an
    /// exception, or how the test ends. Values that differ between two runs without mutants have no
    /// assertion. In [`Mode::Detections`](crate::Mode::Detections) only if the test ends otherwise or not at
    /// all.
    Killed,
    /// The test ends as without the mutant, and at least one assertion fails: the statements that define the
    /// asserted variables. For the message of an exception, the statement that throws. Only in
    /// [`Mode::Detections`](crate::Mode::Detections).
    Detected(Vec<u32>),
    /// No assertion fails.
    Survived {
        /// Size of the difference that the mutant causes: the number of statements, and of taken branches
        /// below [`crate::Config::impact_branches`], that occur with or without the mutant but not both; and
        /// the number of variables whose values differ without an assertion.
        impact: u32,
    },
    /// The test did not run on the mutant, or the result is not reliable.
    NotRun,
}

/// A class that could not be initialised when the workers started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InitFailure {
    /// Binary name of the class.
    pub class: String,
    /// The exception of the initialiser or of loading the class. `None` if the initialiser did not end in
    /// time or the worker was lost.
    pub thrown: Option<Arc<Thrown>>,
    /// Message of the exception.
    pub message: Option<String>,
}
