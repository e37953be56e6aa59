//! Tests, their statements, observations and assertions.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use smallvec::SmallVec;
use types::{ClassId, FieldId, MethodId, Type};

/// The variable that a statement defines: the index of that statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(pub u32);

/// Arguments of a call. Up to four arguments are stored inline, because tests are copied often.
pub type Args = SmallVec<[Var; 4]>;

/// A test: statements executed in order until one throws.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TestCase {
    /// The statements. An earlier statement defines every variable that a statement uses.
    pub statements: Vec<Statement>,
}

/// One statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The operation.
    pub kind: StatementKind,
    /// The static type of the variable that the statement defines, or `Type::Void` if the statement defines
    /// no variable. The type is never a type variable or a wildcard, but its type arguments can be wildcards.
    pub ty: Type,
}

/// The operation of a statement.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the comment of each variant describes its fields")]
pub enum StatementKind {
    /// A literal, an enum constant, a class literal or `null`.
    Literal(Literal),
    /// `new C(args)`. For an inner class, `receiver` is the outer instance: `receiver.new C(args)`.
    Construct { constructor: MethodId, receiver: Option<Var>, args: Args },
    /// `receiver.m(args)`, or `C.m(args)` for a static method, which has no receiver.
    Call { method: MethodId, receiver: Option<Var>, args: Args },
    /// `receiver.f`, or `C.f` for a static field, which has no receiver.
    ReadField { field: FieldId, receiver: Option<Var> },
    /// `receiver.f = value`, or `C.f = value` for a static field. Defines no variable.
    WriteField { field: FieldId, receiver: Option<Var>, value: Var },
    /// A stub, `new C(args) { methods }`: an object of an anonymous subclass of `class`. The type of the
    /// statement is the type of the stub; its type arguments are not wildcards. The stub implements every
    /// abstract method of `class`, in the order of [`types::World::unimplemented_methods`]. A stub of a class
    /// calls a constructor; a stub of an interface calls none.
    Implement { class: ClassId, constructor: Option<MethodId>, args: Args, methods: Vec<ImplementedMethod> },
    /// `new T[length]`. The type of the statement is the array type `T[]`.
    NewArray { length: u32 },
    /// `array[index]`.
    ReadElement { array: Var, index: u32 },
    /// `array[index] = value`. Defines no variable.
    WriteElement { array: Var, index: u32, value: Var },
    /// The path of a file or folder with this name in the temporary folder of the test. The statement creates
    /// the file or folder, unless `stored` is [`Stored::Nothing`]. The type of the statement is `File` or
    /// `Path`.
    TempFile { name: Arc<str>, stored: Stored },
    /// `target = value`. Defines no variable. Later statements that use `target` use the new value.
    Assign { target: Var, value: Var },
}

/// A method that a stub implements.
#[derive(Clone, Debug, PartialEq)]
pub struct ImplementedMethod {
    /// The abstract method.
    pub method: MethodId,
    /// The behaviour of the method when it is called.
    pub behaviour: Behaviour,
}

/// The behaviour of a method of a stub.
#[derive(Clone, Debug, PartialEq)]
pub enum Behaviour {
    /// The first call returns the first value, the second call the second value, and so on. When all values
    /// were returned, every call returns the last value again. Without values, every call returns zero,
    /// false, null, or an empty collection: see [`crate::stubs::default_object`].
    Return(Vec<Var>),
    /// Returns the argument with this index, from 0.
    Argument(u8),
    /// Throws this exception.
    Throw(Var),
}

/// What the path of a [`StatementKind::TempFile`] refers to when the statement has completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// A file that does not exist.
    Nothing,
    /// A folder.
    Folder,
    /// A file that contains this string in UTF-8.
    Text(Var),
}

/// A literal in the source of a test.
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
    /// A string in UTF-16. It can contain lone surrogates.
    String(Arc<[u16]>),
    /// An enum constant, identified by its static field.
    Enum(FieldId),
    /// `T.class`, where `T` is an erased type.
    Class(Type),
}

/// Floating point literals are equal if their bits are equal, because a test with NaN must equal its copy.
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

/// The recorded value of a variable, in a form from which an assertion can be created.
#[derive(Clone, Debug, PartialEq)]
pub enum Observation {
    /// A string or a primitive value. A primitive value has the type of the variable.
    Literal(Literal),
    /// A boxed primitive.
    Boxed(Literal),
    /// An enum constant, by the names of its enum class and of the constant.
    Enum {
        /// Binary name of the enum class, with dots.
        class: Arc<str>,
        /// Name of the constant.
        name: Arc<str>,
    },
    /// A `java.lang.Class`, by the name that `Class.getName` returns.
    Class(Arc<str>),
    /// `null`.
    Null,
    /// An array with at most 32 elements, which are primitives, boxed primitives, strings, enum constants,
    /// classes or nulls.
    Array(Vec<Observation>),
    /// A list of the JDK with at most 32 elements, which are boxed primitives, strings, enum constants,
    /// classes or nulls.
    List(Vec<Observation>),
    /// A set of the JDK with at most 32 elements of the same kinds as the elements of a list. The elements
    /// are in the order of the set if the set defines an order. Otherwise they are sorted.
    Set(Vec<Observation>),
    /// A map of the JDK with at most 16 entries, whose keys and values are of the same kinds as the elements
    /// of a list. The entries are in the order of the map if the map defines an order. Otherwise they are
    /// sorted by key.
    Map(Vec<(Observation, Observation)>),
    /// The object to which this earlier variable refers. Testudo records this observation only if no other
    /// kind of observation describes the object.
    Same(Var),
    /// A value that equals the value of another variable. The test compares hash codes in this way, because
    /// the number is of no interest.
    Equal(Var),
    /// An object of another class, by the binary name of the class.
    Object(Arc<str>),
    /// A string that contains the identity hash code of another variable, by the text after the last such
    /// hash code. The text is in UTF-16 and not empty.
    Ending(Arc<[u16]>),
    /// A `float` or `double` close to this value, for results that differ between machines. The value is
    /// finite and not zero.
    Near(Literal),
}

/// Magnitudes of `float` values for which an approximate assertion is possible.
const APPROXIMABLE_FLOATS: RangeInclusive<f32> = 1e-30..=1e38;
/// Magnitudes of `double` values for which an approximate assertion is possible.
const APPROXIMABLE_DOUBLES: RangeInclusive<f64> = 1e-290..=1e308;

impl Observation {
    /// Returns the other variable to which the observation refers, if there is one.
    pub fn other(&self) -> Option<Var> {
        match self {
            Observation::Same(other) | Observation::Equal(other) => Some(*other),
            _ => None,
        }
    }

    /// Returns the other variable to which the observation refers, if there is one.
    pub fn other_mut(&mut self) -> Option<&mut Var> {
        match self {
            Observation::Same(other) | Observation::Equal(other) => Some(other),
            _ => None,
        }
    }

    /// Returns an approximate observation of a floating point value: rounded to 8 significant digits for
    /// `float` and to 14 for `double`. Returns `None` for other observations, and for values whose magnitude
    /// is too small or too large for an approximate assertion.
    pub fn approximate(&self) -> Option<Observation> {
        let message = "a formatted number can be parsed";
        let value = match *self {
            Observation::Literal(Literal::Float(value)) if APPROXIMABLE_FLOATS.contains(&value.abs()) => {
                Literal::Float(format!("{value:.7e}").parse().expect(message))
            }
            Observation::Literal(Literal::Double(value)) if APPROXIMABLE_DOUBLES.contains(&value.abs()) => {
                Literal::Double(format!("{value:.13e}").parse().expect(message))
            }
            _ => return None,
        };
        Some(Observation::Near(value))
    }
}

/// An assertion on a variable after a statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Assertion {
    /// The variable whose value the assertion checks.
    pub var: Var,
    /// Index of the statement after which the source contains the assertion.
    pub after: u32,
    /// The expected value.
    pub expected: Observation,
}

impl Assertion {
    /// Renumbers all statements to which the assertion refers. `new_index` returns the new index of a
    /// statement.
    pub fn renumber(&mut self, new_index: impl Fn(u32) -> u32) {
        self.var.0 = new_index(self.var.0);
        self.after = new_index(self.after);
        if let Some(other) = self.expected.other_mut() {
            other.0 = new_index(other.0);
        }
    }
}

impl CheckedTest {
    /// Creates a test without a name and without assertions.
    pub fn new(case: TestCase) -> CheckedTest {
        CheckedTest {
            name: String::new(),
            case,
            assertions: Vec::new(),
            throws: None,
            suspicion: None,
            reason: None,
            purpose: None,
            conditions: BTreeMap::new(),
            number: None,
        }
    }

    /// Returns whether the test has an assertion or an expected exception.
    pub fn has_check(&self) -> bool {
        self.throws.is_some() || !self.assertions.is_empty()
    }

    /// Removes the statements for which `keep` returns false. No remaining statement and no assertion may use
    /// their variables. Renumbers the remaining statements.
    pub fn retain(&mut self, keep: impl Fn(usize) -> bool) {
        let new_index = |index: u32| (0..index as usize).filter(|&index| keep(index)).count() as u32;
        self.assertions.iter_mut().for_each(|it| it.renumber(new_index));
        self.throws.iter_mut().for_each(|throws| throws.statement = new_index(throws.statement));
        self.case.retain(&keep);
        let last = (self.case.len() as u32).saturating_sub(1);
        self.assertions.iter_mut().for_each(|it| it.after = it.after.min(last));
        self.assertions.sort_by_key(|it| it.after);
    }

    /// Inserts statements at a position. The first inserted statement defines `Var(at)`. Renumbers the
    /// statements to which the test refers.
    pub fn splice(&mut self, at: usize, added: Vec<Statement>) {
        let shift = added.len() as u32;
        let new_index = |index: u32| if index as usize >= at { index + shift } else { index };
        self.assertions.iter_mut().for_each(|it| it.renumber(new_index));
        self.throws.iter_mut().for_each(|throws| throws.statement = new_index(throws.statement));
        self.case.splice(at, added);
    }

    /// Returns the index of the first assertion on a statement, for [`CheckedTest::drop_assertion`]. The
    /// assertion is on the variable of the statement, or on the message of the exception that the statement
    /// throws.
    pub fn assertion_on(&self, statement: u32) -> Option<usize> {
        match &self.throws {
            Some(throws) if throws.statement == statement => {
                throws.message.as_ref().map(|_| self.assertions.len())
            }
            _ => self.assertions.iter().position(|it| it.var.0 == statement),
        }
    }

    /// Removes an assertion by its index. An index after the last assertion selects the assertion on the
    /// message of the exception.
    pub fn drop_assertion(&mut self, index: usize) {
        if index < self.assertions.len() {
            self.assertions.remove(index);
        } else if let Some(throws) = &mut self.throws {
            throws.message = None;
        }
    }
}

/// The expected exception of a test, which its last statement throws.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectedException {
    /// The index of the statement that throws.
    pub statement: u32,
    /// A class that the source can name: the class of the exception or its nearest accessible superclass.
    pub class: ClassId,
    /// The message of the exception, if the test asserts the message.
    pub message: Option<Arc<str>>,
    /// Whether the exception is a crash, such as a `NullPointerException` that no `throw` statement of the
    /// code under test threw.
    pub is_crash: bool,
}

/// A test with its assertions, ready to be written as source.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedTest {
    /// Name of the test method: a Java identifier that is unique in the test class.
    pub name: String,
    /// The statements of the test.
    pub case: TestCase,
    /// The assertions, sorted by `after`.
    pub assertions: Vec<Assertion>,
    /// The expected exception, if the last statement throws.
    pub throws: Option<ExpectedException>,
    /// The suspicious behaviour that the test asserts, if there is one.
    pub suspicion: Option<Suspicion>,
    /// The reason why the test exists, as a sentence for a comment in the source.
    pub reason: Option<String>,
    /// The method that contains the goals for which the test exists. `None` if it is unknown, or if several
    /// methods contain these goals.
    pub purpose: Option<MethodId>,
    /// For each method that the test calls, the conditions of its code that hold in every call, in words for
    /// the name of the test. The index is the number of the predicate. `None` if the test does not reach the
    /// predicate or takes several branches, or if no short text describes the condition. Without the methods
    /// whose conditions are unknown.
    pub conditions: BTreeMap<MethodId, Vec<Option<String>>>,
    /// The number of this test before verification, which can change its statements. `None` if no number was
    /// given.
    pub number: Option<usize>,
}

/// Behaviour that is possibly a fault in the code under test. The test asserts the behaviour nevertheless.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Suspicion {
    /// The rank by the confidence that the behaviour is a fault. Rank 1 is the most certain.
    pub rank: u8,
    /// The suspicious method in short form: `Foo.bar`.
    pub method: String,
    /// The behaviour, as a clause about the method: `throws NullPointerException, ...`.
    pub behaviour: String,
}
