//! What running a test tells.

use std::sync::Arc;

use testcase::Observation;
use testcase::hints::Hint;

/// What is recorded of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The outcome and the trace.
    Run,
    /// Also the values of variables and the message of the exception.
    Observe,
    /// The same, while the clocks that instrumented code reads show another time, each number (from 1) its own, and run at another
    /// pace, what it draws at random is something else, and language and time zone are others, of which there are two: what then differs depends on any of these.
    ObserveOtherwise(u8),
    /// The outcome, the trace, and what the code under test asked of values and was answered no.
    Ask,
    /// The outcome, the trace, and what mutants do to the test: see [`crate::Vm::submit_mutants`].
    Mutants,
    /// The same, where a mutant that is killed is told with all that sees it: see [`Effect::Seen`].
    Sightings,
    /// As in [`Mode::Mutants`], of a test that is to kill every mutant: behind one that survives it runs on none.
    EveryMutant,
}

/// Default limit of ticks of one test.
pub const DEFAULT_TICK_LIMIT: u64 = 25_000;

/// Settings of one batch of tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchSettings {
    /// What the workers record.
    pub mode: Mode,
    /// Largest number of ticks (method entries and backward jumps) of each test.
    pub tick_limit: u64,
    /// Whether the workers also report the probes that [`crate::Vm::close`] turned off.
    pub report_all: bool,
}

impl BatchSettings {
    /// Returns the settings of a mode with the default tick limit. All probes report.
    pub fn new(mode: Mode) -> BatchSettings {
        BatchSettings { mode, tick_limit: DEFAULT_TICK_LIMIT, report_all: true }
    }
}

/// How one test went.
#[derive(Clone, Debug, PartialEq)]
pub struct Execution {
    /// How it ended.
    pub outcome: Outcome,
    /// The number of statements that completed; also the index of the one that threw, or under which the JVM was lost.
    pub executed: u32,
    /// What was reached. Empty when the JVM was lost.
    pub trace: Trace,
    /// The first 64 calls of members whose values are watched, in order: see [`crate::Config::watched`].
    pub calls: Vec<Seen>,
    /// By statement, the value of the variable it defines right after it; as long as `executed`, and `None` where a
    /// statement defines none. Only in [`Mode::Observe`] and [`Mode::ObserveOtherwise`], else empty.
    pub observations: Vec<Option<Observation>>,
    /// The same variables at the end of the test.
    pub finally: Vec<Option<Observation>>,
    /// In these modes the statements that read a clock or drew at random, ascending.
    pub timed: Vec<u32>,
    /// What would lead to branches that the test came past and did not take: at most 32, each once. Empty but in
    /// [`Mode::Ask`].
    pub hints: Vec<Hint>,
    /// What each mutant does to the test, in the order in which they were asked for. Empty but in [`Mode::Mutants`] and
    /// those like it, and there too if the test took the JVM down without any.
    pub effects: Vec<Effect>,
}

impl Execution {
    /// A test of which nothing is known but how it ended.
    pub fn ended(outcome: Outcome) -> Execution {
        Execution {
            outcome,
            executed: 0,
            trace: Trace::default(),
            calls: Vec::new(),
            observations: Vec::new(),
            finally: Vec::new(),
            timed: Vec::new(),
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
    /// A statement threw; also a stack overflow or a failing class initialiser.
    Threw {
        /// What it threw.
        thrown: Arc<Thrown>,
        /// Its message, if the user's code made it and reading it calls none of that: only in [`Mode::Observe`] and
        /// [`Mode::ObserveOtherwise`].
        message: Option<String>,
        /// Whether an instrumented `throw` threw that very exception, rather than the JVM or another class.
        explicit: bool,
    },
    /// It used up its ticks or bytes.
    OutOfBudget,
    /// It called `System.exit` or the like.
    Exited,
    /// It was still running at the deadline, and the JVM was killed; or it waited for what nobody was left to bring about, or in a
    /// static initialiser that used up what these have.
    TimedOut,
    /// The JVM ended under it, twice.
    Crashed,
    /// The heap was full, or too much of it was taken.
    OutOfMemory,
    /// It ended before a call, or a use of a static field, under which other tests were lost.
    Avoided,
    /// It ended so, and returned when it ran again without the call under which it did and what is behind that: all else that is told
    /// is of that run. Only in [`Mode::Run`] and [`Mode::Ask`].
    Shortened(Box<Outcome>),
}

/// A class of exceptions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thrown {
    /// Binary names with dots: its own, then its superclasses' up to `java.lang.Throwable`. Never empty.
    pub classes: Vec<Arc<str>>,
}

impl Thrown {
    /// Binary name of its own class.
    pub fn class(&self) -> &Arc<str> {
        &self.classes[0]
    }
}

/// What a test reached.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// Methods entered, in the order of their first entry.
    pub methods: Vec<u32>,
    /// Branches whose predicate was evaluated, with the smallest distance to taking them; 0 is taken.
    pub branches: Vec<(u32, f64)>,
    /// Branches, one at least of each predicate that was evaluated more than once, unless both its branches were taken.
    pub repeated: Vec<u32>,
    /// Statements executed, by the ids of their probes, in the order of their first execution.
    pub statements: Vec<u32>,
}

/// What went into a watched call and what came out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seen {
    /// The index of the statement that called.
    pub statement: u32,
    /// One of each argument as it was passed, in order, where the enclosing object of an inner class is none. If the call
    /// returned a value, that of the value; a constructor returns its object. If that is not null, one of each field of
    /// [`crate::Watched::observers`].
    pub facets: Vec<Facet>,
}

/// What matters of a value, by its static type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Facet {
    /// It is null.
    Null,
    /// Of a number, boxed or not, the number: of a `char` its code, of a `boolean` 0 or 1. Of a `String`, an array, a
    /// `Collection` or `Map` of the JDK the length or size. Of any other object 1.
    Value(f64),
    /// It could not be told: a collection that is not of the JDK, a field that the object does not have.
    Unknown,
}

/// What a mutant does to a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// An assertion sees it: on the result of a call or of a field, on an array at the end, on the message of an exception, on how
    /// the test ends. A result that is not the same in every run has no assertion. Or the test no longer ends by itself or by an
    /// exception, or takes the JVM down. In [`Mode::Sightings`] only where the test ends otherwise or not at all.
    Killed,
    /// The test ends as it did, and assertions see the mutant, at least one: the statements whose variables they are about; of the
    /// message of an exception the one that throws it. Only in [`Mode::Sightings`].
    Seen(Vec<u32>),
    /// None does.
    Survived {
        /// How much differs: the number of statements that were executed, of branches below [`crate::Config::covered_below`]
        /// that were taken, with the mutant or without it but not both; and of variables whose values differ, though none is
        /// asserted.
        impact: u32,
    },
    /// The test did not run on it, or what it showed counts for nothing.
    NotRun,
}

/// A class that could not be initialised when the workers started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InitFailure {
    /// Binary name of the class.
    pub class: String,
    /// What its initialiser, or loading it, threw; `None` when it did not end in time or took the JVM down.
    pub thrown: Option<Arc<Thrown>>,
    /// The message of what was thrown.
    pub message: Option<String>,
}
