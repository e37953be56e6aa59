//! Mutants, and the points in the code at which they are made.

use analysis::{BlockId, MethodIndex};
use classfile::Index;
use typed_index_collections::TiVec;

analysis::ids! {
    /// A mutant: an index into [`Mutants::mutants`].
    pub struct MutantId;

    /// A mutation point: an index into [`Mutants::points`].
    pub struct PointId;
}

/// The mutation operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operator {
    /// RC: another constant.
    ReplaceConstant,
    /// RV: another variable or field of the same type.
    ReplaceVariable,
    /// BOR: another bitwise operator or shift.
    ReplaceBitwise,
    /// UOI: a number one more, one less, negated.
    InsertUnary,
    /// AOR: another arithmetic operator.
    ReplaceArithmetic,
    /// ROR: another comparison, or always the same outcome.
    ReplaceComparison,
    /// SD: an assignment, or a call without result, left out.
    DeleteStatement,
    /// CD: a call with a result left out; the result is 0, false or null.
    DeleteCall,
    /// FD: a field read as 0, false or null.
    DeleteField,
}

impl Operator {
    /// Whether it takes more than reaching a mutant to infect the state: whether operands decide.
    pub fn is_graded(self) -> bool {
        use Operator::{ReplaceArithmetic, ReplaceBitwise, ReplaceComparison, ReplaceVariable};
        matches!(self, ReplaceArithmetic | ReplaceBitwise | ReplaceComparison | ReplaceVariable)
    }
}

/// All mutants of a program.
///
/// Ids are given in order of method, instruction and operator, so they are the same in every run.
#[derive(Clone, Debug, Default)]
pub struct Mutants {
    /// The points, in order of their mutants.
    pub points: TiVec<PointId, Point>,
    /// The mutants; those of a point follow each other.
    pub mutants: TiVec<MutantId, Mutant>,
}

/// One mutant.
#[derive(Clone, Debug, PartialEq)]
pub struct Mutant {
    /// Its point: an index into [`Mutants::points`].
    pub point: PointId,
    /// What it does, in descriptions, such as `line 12: + replaced by -`.
    pub description: String,
}

/// An instruction with the mutants that one operator makes of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Its method.
    pub method: MethodIndex,
    /// The block of the method's control flow graph.
    pub block: BlockId,
    /// The instruction.
    pub at: Index,
    /// Source line, 0 where the class file has none.
    pub line: u16,
    /// The operator.
    pub operator: Operator,
    /// The first of its mutants: there is one for each alternative of `change`, in that order.
    pub first: MutantId,
    /// Of a point whose mutants need only be reached (RC, UOI, SD, CD, FD) the one, an index into [`Mutants::points`], that is
    /// reached exactly when it is: itself, or an earlier such point of the same block with nothing between that may
    /// throw. Of any other point itself.
    pub reached_with: PointId,
    /// What is done to the instruction.
    pub change: Change,
}

/// What mutants do to an instruction.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// It pushes an `int` (also for `boolean`, `byte`, `char`, `short`): one of these instead.
    Int(Vec<i32>),
    /// The same for `long`.
    Long(Vec<i64>),
    /// The same for `float`.
    Float(Vec<f32>),
    /// The same for `double`.
    Double(Vec<f64>),
    /// It pushes a text: one of these instead.
    Text(Vec<String>),
    /// It loads a local variable: the variable of one of these slots instead, each of which holds a value there, and of
    /// the same type. `class` is that type for a reference, as `checkcast` names it (`java/lang/String`, `[I`).
    Variable {
        /// The other slots.
        slots: Vec<u16>,
        /// The class of a reference.
        class: Option<String>,
    },
    /// It reads a field (`getfield` or `getstatic`): one of these names, of the same class and type, instead.
    Field(Vec<String>),
    /// It is an arithmetic or bitwise instruction: one of these opcodes instead, with operands of the same types.
    Operation(Vec<u8>),
    /// It loads a number from a variable or field: that is changed.
    Unary(Vec<Unary>),
    /// It is a conditional jump: taken where one of these holds instead.
    Comparison {
        /// Where it is taken.
        original: Relation,
        /// Where it is instead: three or more, all different from `original` and each other.
        others: Vec<Relation>,
    },
    /// It is left out: one mutant. What it takes from the stack goes; what it would push is 0, false or null.
    Deleted,
}

/// What is done to a number that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    /// Its negative.
    Negate,
    /// One more.
    Increment,
    /// One less.
    Decrement,
}

/// For which outcomes of a comparison of `a` and `b` a jump is taken: a set of [`LESS`](Relation::LESS),
/// [`EQUAL`](Relation::EQUAL) and [`GREATER`](Relation::GREATER). With references and booleans there is only `EQUAL`,
/// and `LESS` for what differs: a jump on a boolean (`ifeq`, `ifne`) compares it with false, one on `null` with null.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Relation(pub u8);

impl Relation {
    /// `a < b`; with references: they differ.
    pub const LESS: u8 = 1;
    /// `a == b`.
    pub const EQUAL: u8 = 2;
    /// `a > b`.
    pub const GREATER: u8 = 4;
}

impl Mutants {
    /// The points of a method with their numbers.
    pub fn of(&self, method: MethodIndex) -> impl Iterator<Item = (PointId, &Point)> {
        let start = self.points.partition_point(|point| point.method < method);
        let end = self.points.partition_point(|point| point.method <= method);
        PointId::range(start..end).zip(&self.points[start..end])
    }

    /// The point of a mutant.
    pub fn point(&self, mutant: MutantId) -> &Point {
        &self.points[self.mutants[mutant].point]
    }
}
