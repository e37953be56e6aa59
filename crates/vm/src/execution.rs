//! The result of running a test.

use std::sync::Arc;

use testcase::Observation;
use testcase::hints::Hint;

use crate::ids::{DistanceProbe, MethodProbe, StatementProbe};

/// The result of running one test.
#[derive(Clone, Debug, PartialEq)]
pub struct Execution {
    /// How the test ended.
    pub outcome: Outcome,
    /// Number of statements that completed. If the test did not return, this number is also the index of the
    /// statement that threw or during which the test was stopped.
    pub executed: u32,
    /// Number of ticks of the test: mainly entered methods and backward jumps in instrumented code.
    pub ticks: u64,
    /// Whether the test read a clock or a random number.
    pub reads_clock: bool,
    /// Methods, branches and statements that the test reached. Empty if the worker was lost.
    pub trace: Trace,
    /// The first 64 calls of methods whose values are recorded, in order: see
    /// [`crate::Watch::records_values`].
    pub calls: Vec<WatchedCall>,
    /// For each completed statement, the value of its variable directly after the statement. An entry is
    /// `None` if the statement defines no variable. The list is empty unless the mode is
    /// [`Observe`](crate::Mode::Observe) or [`ObserveOtherwise`](crate::Mode::ObserveOtherwise).
    pub observations: Vec<Option<Observation>>,
    /// For each completed statement, the value of its variable at the end of the test. Empty in the same
    /// modes as `observations`.
    pub final_observations: Vec<Option<Observation>>,
    /// Indices of the statements that read a clock or a random number, in ascending order. Empty in the same
    /// modes as `observations`.
    pub time_dependent: Vec<u32>,
    /// Whether the test replaced or removed a value of a static field, or of an object that static fields
    /// reach. Other code can depend on this value. Values that a cache adds or a counter increases do not
    /// count. False in the modes without observations.
    pub overwrites_shared_state: bool,
    /// Hints for branches that the test did not take although it evaluated their predicates, and for texts
    /// that the code under test parsed or matched. At most 32 hints, without duplicates. Empty unless the
    /// mode is [`Hints`](crate::Mode::Hints).
    pub hints: Vec<Hint>,
    /// Effect of each mutant, in the order in which the mutants were submitted. Empty if the batch was
    /// submitted without mutants, or if the worker was lost before the first mutant.
    pub effects: Vec<Effect>,
}

impl Execution {
    /// Returns a result with the given outcome, no completed statements, no ticks and empty lists.
    pub fn with_outcome(outcome: Outcome) -> Execution {
        Execution {
            outcome,
            executed: 0,
            ticks: 0,
            reads_clock: false,
            trace: Trace::default(),
            calls: Vec::new(),
            observations: Vec::new(),
            final_observations: Vec::new(),
            time_dependent: Vec::new(),
            overwrites_shared_state: false,
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
    /// A statement threw an exception. Stack overflows and failed class initialisers also have this outcome.
    Threw {
        /// Class of the exception.
        thrown: Arc<Thrown>,
        /// Message of the exception. `None` if the JVM or the JDK created the message, or if reading the
        /// message would run code under test. Set only in the modes [`Observe`](crate::Mode::Observe) and
        /// [`ObserveOtherwise`](crate::Mode::ObserveOtherwise).
        message: Option<String>,
        /// Whether a `throw` statement in instrumented code threw this exception object. False if the JVM or
        /// a class without instrumentation threw it.
        explicit: bool,
    },
    /// The test exceeded its limit of ticks, or its limit of [bytes](crate::Config::bytes) of arrays.
    OutOfBudget,
    /// The test called `System.exit` or an equivalent method.
    Exited,
    /// The test ran for too long: it exceeded its time limit, it waited for an event that cannot happen, or a
    /// static initialiser exceeded its tick limit.
    TimedOut,
    /// The worker was lost during the test, but not because of a time limit. A worker was lost in at least
    /// two runs of the test, unless the worker itself reported that it cannot run further tests.
    Crashed,
    /// The heap was full, the test allocated too much memory of any kind (not only arrays), or the test
    /// started too many threads.
    OutOfMemory,
    /// The test was cut before a statement that uses a quarantined method or static field. All earlier
    /// statements completed.
    Quarantined,
    /// The first run ended with the inner outcome at some statement. The second run consisted only of the
    /// statements before this statement, and returned. All other fields of the result describe the second
    /// run. Only in the modes [`Run`](crate::Mode::Run) and [`Hints`](crate::Mode::Hints).
    Shortened(Box<Outcome>),
}

/// The class of a thrown exception.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thrown {
    /// Binary names with dots: the class itself, then its superclasses up to `java.lang.Throwable`. Never
    /// empty.
    pub classes: Vec<Arc<str>>,
}

impl Thrown {
    /// Returns the binary name of the exception class itself.
    pub fn class(&self) -> &Arc<str> {
        &self.classes[0]
    }
}

/// The methods, branches and statements that a test reached, and the distances to branches that it did not
/// take.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// The entered methods, in the order of their first entry.
    pub methods: Vec<MethodProbe>,
    /// The branches whose predicate was evaluated, each with its smallest branch distance. The distance is 0
    /// if the branch was taken. Also the mutants that were reached, each with its infection distance.
    pub branches: Vec<(DistanceProbe, f64)>,
    /// The branches whose predicate was evaluated more than once. Contains at least one branch of each such
    /// predicate, unless the test took all branches of the predicate.
    pub repeated: Vec<DistanceProbe>,
    /// The executed statements, in the order of their first execution.
    pub statements: Vec<StatementProbe>,
}

/// The recorded arguments and result of a watched call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WatchedCall {
    /// Index of the statement that makes the call.
    pub statement: u32,
    /// First one recorded value for each argument, in order. The enclosing object of an inner class is not an
    /// argument. If the call returned a value, the recorded value of the result follows; a constructor
    /// returns its object. If the result is not null, one recorded value follows for each field in
    /// [`crate::Watch::result_fields`].
    pub recorded_values: Vec<RecordedValue>,
    /// Whether the call shows little of what the method does. One of these is true:
    ///
    /// - It returned a text that equals an argument.
    /// - It received an empty collection or an empty object. An object is empty if it has collections, maps,
    ///   arrays or text buffers in its fields, and all of them are empty.
    /// - It had no argument, and returned a value of an empty object, but neither a boolean nor the object.
    /// - It returned nothing, and changed neither its object nor an argument.
    pub is_trivial: bool,
}

/// The recorded property of a value. The static type of the value determines which property is recorded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RecordedValue {
    /// The value is null.
    Null,
    /// A number:
    /// - the value of a number, the code of a `char`, and 0 or 1 for a `boolean`, also if they are boxed;
    /// - the length or size of a `String`, an array, or a `Collection` or `Map` of the JDK;
    /// - 1 for any other object.
    Value(f64),
    /// The property cannot be read: the collection is not from the JDK, or the object does not have the
    /// field.
    Unknown,
}

/// The effect of a mutant on a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The test kills the mutant: an assertion fails, or the test ends in another way than without the
    /// mutant.
    ///
    /// Assertions check the result of a call, a field, an array at the end of the test, the message of an
    /// exception, or the outcome of the test. Values that differ between two runs without mutants have no
    /// assertion. In the mode [`Detections`](crate::Mode::Detections), this effect means that the worker was
    /// lost.
    Killed,
    /// The test ends in the same way as without the mutant, and at least one assertion fails. Contains the
    /// index of a statement for each assertion that fails: the statement that defines the asserted variable,
    /// or the statement that throws the exception with the asserted message. Only in the mode
    /// [`Detections`](crate::Mode::Detections).
    Detected(Vec<u32>),
    /// The test ends in another way than without the mutant, or not at all. Only in the mode
    /// [`Detections`](crate::Mode::Detections).
    EndsDifferently {
        /// Number of statements that completed. So this is the index of the statement that did not complete,
        /// if there is one.
        completed: u32,
        /// Statements with assertions that failed before, as in [`Effect::Detected`].
        detected: Vec<u32>,
    },
    /// The test ends in the same way as without the mutant, and no assertion fails.
    Survived {
        /// Size of the difference that the mutant causes, as the sum of:
        /// - the number of statements that run either only with or only without the mutant;
        /// - the number of branches with ids below [`crate::Config::impact_branches`] that the test takes
        ///   either only with or only without the mutant;
        /// - the number of variables whose values differ but have no assertion.
        impact: u32,
    },
    /// The test did not run on the mutant, or the result is not reliable.
    NotRun,
}

/// A class that could not be initialised when the workers started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InitFailure {
    /// Binary name of the class with dots.
    pub class: String,
    /// Exception that the initialiser or the loading of the class threw. `None` if the initialiser did not
    /// end in time or the worker was lost.
    pub thrown: Option<Arc<Thrown>>,
    /// Message of the exception.
    pub message: Option<String>,
}
