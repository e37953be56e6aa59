//! Tests as data.

use std::ops::RangeInclusive;
use std::sync::Arc;

use smallvec::SmallVec;
use types::{ClassId, FieldId, MethodId, Type};

/// The variable that a statement defines: the index of that statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(pub u32);

/// Arguments of a call: in place, unless they are many, for tests are copied all the time.
pub type Args = SmallVec<[Var; 4]>;

/// A test: statements executed in order until one throws.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TestCase {
    /// The statements. Every variable that a statement uses is defined by an earlier one.
    pub statements: Vec<Statement>,
}

/// One statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// The static type of the variable it defines; `Type::Void` when it defines none. Never a type variable or a
    /// wildcard at the top.
    pub ty: Type,
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "each variant says what its parts are")]
pub enum StatementKind {
    /// A literal, an enum constant, a class literal or null.
    Literal(Literal),
    /// `new C(args)`; `receiver` is the outer instance of an inner class: `outer.new C(args)`.
    Construct { constructor: MethodId, receiver: Option<Var>, args: Args },
    /// `receiver.m(args)`, or `C.m(args)` of a static method (no receiver).
    Call { method: MethodId, receiver: Option<Var>, args: Args },
    /// `receiver.f` or `C.f`.
    ReadField { field: FieldId, receiver: Option<Var> },
    /// `receiver.f = value` or `C.f = value`. Defines nothing.
    WriteField { field: FieldId, receiver: Option<Var>, value: Var },
    /// An object of a class made for the test, `new C(args) { methods }`: the class is right below `class`, with the
    /// statement's type arguments and without wildcards, and writes every method that `class` leaves open, in the order
    /// of [`types::World::unimplemented_methods`]. The constructor is that of a class, abstract or with protected constructors; an
    /// interface has none.
    Implement { class: ClassId, constructor: Option<MethodId>, args: Args, methods: Vec<Implemented> },
    /// `new T[length]`; `T` comes from the statement's type.
    NewArray { length: u32 },
    /// `array[index] = value`. Defines nothing.
    WriteElement { array: Var, index: u32, value: Var },
    /// A file or folder of that name in a folder that is there for the test; `File` or `Path` as the statement's type
    /// says.
    TempFile { name: Arc<str>, stored: Stored },
    /// `target = value`. Defines nothing; later uses of `target` see the new value.
    Assign { target: Var, value: Var },
}

/// A method of a class made for the test.
#[derive(Clone, Debug, PartialEq)]
pub struct Implemented {
    /// The abstract method.
    pub method: MethodId,
    /// What calls of it do.
    pub behaviour: Behaviour,
}

/// What calls of a method do.
#[derive(Clone, Debug, PartialEq)]
pub enum Behaviour {
    /// Gives these values in turn, the last one again and again; without any, nothing: zero, false or null.
    Return(Vec<Var>),
    /// Gives back the argument of that index.
    Argument(u8),
    /// Throws an exception.
    Throw(Var),
}

/// What is there under the name of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// Nothing: it does not exist, unless another statement makes it.
    Nothing,
    /// A folder.
    Folder,
    /// A file that holds a string, in UTF-8.
    Text(Var),
}

/// A value that is written as it stands.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Literal {
    Null,
    Boolean(bool),
    Byte(i8),
    Char(u16),
    Short(i16),
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    /// UTF-16, lone surrogates allowed.
    String(Arc<[u16]>),
    /// An enum constant by its static field.
    Enum(FieldId),
    /// `T.class`, of an erased type.
    Class(Type),
}

/// Floating point values are the same when their bits are: a test with NaN equals its copy.
impl PartialEq for Literal {
    fn eq(&self, other: &Self) -> bool {
        use Literal::*;
        match (self, other) {
            (Null, Null) => true,
            (Boolean(a), Boolean(b)) => a == b,
            (Byte(a), Byte(b)) => a == b,
            (Char(a), Char(b)) => a == b,
            (Short(a), Short(b)) => a == b,
            (Int(a), Int(b)) => a == b,
            (Long(a), Long(b)) => a == b,
            (Float(a), Float(b)) => a.to_bits() == b.to_bits(),
            (Double(a), Double(b)) => a.to_bits() == b.to_bits(),
            (String(a), String(b)) => a == b,
            (Enum(a), Enum(b)) => a == b,
            (Class(a), Class(b)) => a == b,
            _ => false,
        }
    }
}

/// What the runner saw of a value, in words that an assertion can be made of.
#[derive(Clone, Debug, PartialEq)]
pub enum Observation {
    /// A primitive value or a string, of the variable's own type.
    Literal(Literal),
    /// A boxed primitive.
    Boxed(Literal),
    /// An enum constant: binary class name of the enum, name of the constant.
    Enum {
        /// Binary name with dots.
        class: Arc<str>,
        /// Name of the constant.
        name: Arc<str>,
    },
    /// `null`.
    Null,
    /// An array of primitives, boxed primitives, strings, enums or nulls, at most 32 elements.
    Array(Vec<Observation>),
    /// A list of the JDK of boxed primitives, strings, enums or nulls, at most 32 elements.
    List(Vec<Observation>),
    /// A set of such, in its order if it has one, else sorted.
    Set(Vec<Observation>),
    /// A map of such, keys and values in turn, in the order of its keys if they have one, else sorted by them; at most 16.
    Map(Vec<(Observation, Observation)>),
    /// The very object that an earlier variable holds, where nothing else can be said of it.
    Same(Var),
    /// Any other object, by the binary name of its class; nothing more can be said.
    Object(Arc<str>),
    /// A float or a double that is about that one, which is neither zero nor infinite nor NaN: it is not the same on every machine.
    Near(Literal),
}

/// The magnitudes of floats and of doubles of which it can be said how near another one is.
const FLOATS: RangeInclusive<f32> = 1e-30..=1e38;
const DOUBLES: RangeInclusive<f64> = 1e-290..=1e308;

impl Observation {
    /// The same of a floating point value, said less exactly and with fewer digits, if that is possible.
    pub fn nearly(&self) -> Option<Observation> {
        let rounded = "a rounded number is one";
        let nearly = match *self {
            Observation::Literal(Literal::Float(value)) if FLOATS.contains(&value.abs()) => {
                Literal::Float(format!("{value:.6e}").parse().expect(rounded))
            }
            Observation::Literal(Literal::Double(value)) if DOUBLES.contains(&value.abs()) => {
                Literal::Double(format!("{value:.10e}").parse().expect(rounded))
            }
            _ => return None,
        };
        Some(Observation::Near(nearly))
    }
}

/// A check on a variable after the whole test ran or, with `after`, right after a statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Assertion {
    /// The variable.
    pub var: Var,
    /// The statement after which it holds; assertions come right behind it in the source.
    pub after: u32,
    /// What the variable must be.
    pub expected: Observation,
}

impl CheckedTest {
    /// A test without a name that checks nothing.
    pub fn new(case: TestCase) -> CheckedTest {
        CheckedTest {
            name: String::new(),
            case,
            assertions: Vec::new(),
            throws: None,
            suspicion: None,
            reason: None,
        }
    }

    /// The check, by its index as [`CheckedTest::drop_assertion`] knows it, of what a statement gives or of the message of the
    /// exception that it throws.
    pub fn assertion_about(&self, statement: u32) -> Option<usize> {
        match &self.throws {
            Some(throws) if throws.statement == statement => {
                throws.message.as_ref().map(|_| self.assertions.len())
            }
            _ => self.assertions.iter().position(|it| it.var.0 == statement),
        }
    }

    /// Gives up a check: an assertion by its index, or the one behind them, which is that of an exception's message.
    pub fn drop_assertion(&mut self, index: usize) {
        if index < self.assertions.len() {
            self.assertions.remove(index);
        } else if let Some(throws) = &mut self.throws {
            throws.message = None;
        }
    }
}

/// What a test's last statement throws.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected {
    /// The statement.
    pub statement: u32,
    /// A class that the source can name: the class of the exception or its nearest accessible superclass.
    pub class: ClassId,
    /// Its message, if that is checked.
    pub message: Option<Arc<str>>,
}

/// A test with what it checks: ready to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedTest {
    /// Method name, unique in its class: a Java identifier.
    pub name: String,
    /// The statements.
    pub case: TestCase,
    /// In order of `after`.
    pub assertions: Vec<Assertion>,
    /// Set when the last statement throws.
    pub throws: Option<Expected>,
    /// What is suspicious of what it records, if something is.
    pub suspicion: Option<Suspicion>,
    /// Why it is there, as a sentence, if that is to be said.
    pub reason: Option<String>,
}

/// Behaviour that may well be a fault: a test records it, which is not to say that it is right.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Suspicion {
    /// How sure that is: 1 for the surest.
    pub rank: u8,
    /// The method at fault, as people write it: `Foo.bar`.
    pub method: String,
    /// What it does, as a clause: `throws NullPointerException, ...`.
    pub what: String,
}
