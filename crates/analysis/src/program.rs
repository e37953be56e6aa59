//! The methods and branches of the class under test in dense tables.

/// A method with code: an index into [`Program::methods`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MethodId(pub u32);

/// One outcome of one predicate: an index into [`Program::branches`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BranchId(pub u32);

/// The class under test with its nested and anonymous classes.
///
/// Ids are given in order of class, method and instruction, so they are the same in every run.
#[derive(Debug, Default)]
pub struct Program {
    /// Every method with code that a developer wrote: no bridges, no `values`/`valueOf` of enums, no synthetic
    /// methods but lambda bodies, no static initialisers (loading the class runs them).
    pub methods: Vec<Method>,
    /// Every branch of those methods.
    pub branches: Vec<Branch>,
}

/// One method of the program.
#[derive(Debug)]
pub struct Method {
    /// Binary name of the class with slashes: `java/util/Map$Entry`.
    pub class: String,
    /// Name, `<init>` for constructors.
    pub name: String,
    /// Descriptor.
    pub descriptor: String,
    /// Access flags of the class file.
    pub access: u16,
    /// Its conditional jumps and switches in order of code.
    pub predicates: Vec<Predicate>,
}

/// A conditional jump or a switch.
#[derive(Debug)]
pub struct Predicate {
    /// Its instruction, an index into `classfile::code::Code::instructions`.
    pub at: usize,
    /// Its outcomes have the ids `first.0 .. first.0 + outcomes.len()`. A conditional jump has two: first
    /// [`Outcome::Jump`] then [`Outcome::Fall`].
    pub first: BranchId,
    /// The outcomes; of a switch, one for each distinct destination, in order of code position.
    pub outcomes: Vec<Outcome>,
}

/// One way a predicate can go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The conditional jump is taken.
    Jump,
    /// The conditional jump falls through.
    Fall,
    /// A switch goes to one destination: by one of the keys (ascending), or as default.
    Switch {
        /// The keys that lead there. Keys that lead to the default's destination are listed there too.
        keys: Vec<i32>,
        /// Whether every other value leads there as well.
        default: bool,
    },
}

/// Where a branch stands.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    /// Its method.
    pub method: MethodId,
    /// Index into [`Method::predicates`].
    pub predicate: u32,
    /// Index into [`Predicate::outcomes`].
    pub outcome: u32,
    /// Source line of the predicate, 0 where the class file has none.
    pub line: u16,
}
