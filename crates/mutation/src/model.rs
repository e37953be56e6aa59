//! Mutants and mutation points.

use analysis::{BlockId, MethodIndex};
use classfile::Index;
use typed_index_collections::TiVec;

analysis::ids! {
    /// A mutant: an index into [`Mutants::mutants`].
    pub struct MutantId;

    /// A mutation point: an index into [`Mutants::points`].
    pub struct PointId;
}

/// A mutation operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operator {
    /// RC: replaces a constant.
    ReplaceConstant,
    /// RV: replaces a variable or field by another one of the same type.
    ReplaceVariable,
    /// BOR: replaces a bitwise operator or shift.
    ReplaceBitwise,
    /// UOI: negates, increments or decrements a number that is read from a variable or field.
    InsertUnary,
    /// AOR: replaces an arithmetic operator.
    ReplaceArithmetic,
    /// ROR: replaces a comparison by another one, or by a constant outcome.
    ReplaceComparison,
    /// SD: removes an assignment or a call without a result.
    DeleteStatement,
    /// CD: replaces a call with a result by 0, false or null.
    DeleteCall,
    /// FD: replaces the read of a field by 0, false or null.
    DeleteField,
}

impl Operator {
    /// Returns the name in reports, such as `replace-arithmetic`.
    pub fn name(self) -> &'static str {
        match self {
            Operator::ReplaceConstant => "replace-constant",
            Operator::ReplaceVariable => "replace-variable",
            Operator::ReplaceBitwise => "replace-bitwise",
            Operator::InsertUnary => "insert-unary",
            Operator::ReplaceArithmetic => "replace-arithmetic",
            Operator::ReplaceComparison => "replace-comparison",
            Operator::DeleteStatement => "delete-statement",
            Operator::DeleteCall => "delete-call",
            Operator::DeleteField => "delete-field",
        }
    }

    /// Returns whether mutants of this operator infect the state only for some operands. Mutants of the other
    /// operators are regarded as infecting the state whenever an execution reaches them.
    pub fn has_infection_condition(self) -> bool {
        use Operator::{ReplaceArithmetic, ReplaceBitwise, ReplaceComparison, ReplaceVariable};
        matches!(self, ReplaceArithmetic | ReplaceBitwise | ReplaceComparison | ReplaceVariable)
    }
}

/// All mutants of a program.
///
/// The ids are in the order of method, instruction and operator. Therefore they are the same in every run.
#[derive(Clone, Debug, Default)]
pub struct Mutants {
    /// The mutation points, in the order of their mutants.
    pub points: TiVec<PointId, Point>,
    /// The mutants. The mutants of a point follow each other.
    pub mutants: TiVec<MutantId, Mutant>,
}

/// One mutant.
#[derive(Clone, Debug, PartialEq)]
pub struct Mutant {
    /// The mutation point of the mutant.
    pub point: PointId,
    /// A description such as `line 12: + replaced by -`.
    pub description: String,
    /// Whether PIT also creates this mutant with its default operators. Such a mutant resembles a mistake of
    /// a programmer.
    pub is_usual: bool,
}

/// A mutation point: an instruction with the mutants that one operator creates from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// The method of the instruction.
    pub method: MethodIndex,
    /// The basic block of the instruction.
    pub block: BlockId,
    /// The index of the instruction in the code of the method.
    pub at: Index,
    /// The source line of the instruction, or 0 if the class file has no line for it.
    pub line: u16,
    /// The operator.
    pub operator: Operator,
    /// The first mutant of the point. The point has one mutant for each alternative in `change`, in the same
    /// order.
    pub first: MutantId,
    /// A point that an execution reaches exactly when it reaches this point.
    ///
    /// For the operators RC, UOI, SD, CD and FD, `reached_with` is a point of these operators in the same
    /// block: the first one after which no instruction before this point can throw. For the other operators,
    /// `reached_with` is this point.
    pub reached_with: PointId,
    /// The change of the instruction.
    pub change: Change,
}

/// The changes that all mutants of a point make to its instruction: one alternative for each mutant.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// The instruction pushes an `int` (or a `boolean`, `byte`, `char`, `short`). Each mutant pushes one of
    /// these values instead.
    Int(Vec<i32>),
    /// The instruction pushes a `long`. Each mutant pushes one of these values instead.
    Long(Vec<i64>),
    /// The instruction pushes a `float`. Each mutant pushes one of these values instead.
    Float(Vec<f32>),
    /// The instruction pushes a `double`. Each mutant pushes one of these values instead.
    Double(Vec<f64>),
    /// The instruction pushes a string. Each mutant pushes one of these strings instead.
    Text(Vec<String>),
    /// The instruction loads a local variable. Each mutant loads another slot instead. Each of these slots
    /// has a value of the same type at the instruction.
    Variable {
        /// The slots that the mutants load.
        slots: Vec<u16>,
        /// The type of the variable if it is a reference type, as `checkcast` names it (`java/lang/String`,
        /// `[I`).
        class: Option<String>,
    },
    /// The instruction reads a field (`getfield` or `getstatic`). Each mutant reads one of these fields of
    /// the same class and type instead.
    Field(Vec<String>),
    /// The instruction is an arithmetic or bitwise operator. Each mutant has one of these opcodes instead,
    /// for operands of the same types.
    Operation(Vec<u8>),
    /// The instruction loads a number from a variable or field. Each mutant changes the number.
    Unary(Vec<Unary>),
    /// The instruction is a conditional jump. Each mutant jumps under another relation.
    Comparison {
        /// The relation under which the original jumps.
        original: Relation,
        /// The relations under which the mutants jump: different from `original` and from each other. There
        /// are at least three relations. A worker reports the distances from the three outcomes of the
        /// comparison under the ids of the first three mutants.
        others: Vec<Relation>,
    },
    /// The only mutant removes the instruction. The mutant drops the operands, and pushes 0, false or null in
    /// place of a result.
    Deleted,
}

/// The change of a number that an instruction reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    /// The mutant uses the negated number.
    Negate,
    /// The mutant uses the number plus one.
    Increment,
    /// The mutant uses the number minus one.
    Decrement,
}

/// The outcomes of comparing `a` with `b` for which a jump is taken, as a bit set of
/// [`LESS`](Relation::LESS), [`EQUAL`](Relation::EQUAL) and [`GREATER`](Relation::GREATER). References and
/// booleans have two outcomes: `EQUAL`, and `LESS` if they differ. The instructions `ifeq` and `ifne` compare
/// a boolean with false. The instructions `ifnull` and `ifnonnull` compare a reference with null.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Relation(pub u8);

impl Relation {
    /// `a < b`. For references and booleans: `a != b`.
    pub const LESS: u8 = 1;
    /// `a == b`.
    pub const EQUAL: u8 = 2;
    /// `a > b`.
    pub const GREATER: u8 = 4;
}

impl Mutants {
    /// Returns the mutation points of a method with their ids.
    pub fn of(&self, method: MethodIndex) -> impl Iterator<Item = (PointId, &Point)> {
        let start = self.points.partition_point(|point| point.method < method);
        let end = self.points.partition_point(|point| point.method <= method);
        PointId::range(start..end).zip(&self.points[start..end])
    }

    /// Adds the mutants of further methods. `first_method` is the id of the first of these methods; in
    /// `mutants`, it is the method 0.
    pub fn append(&mut self, mutants: Mutants, first_method: MethodIndex) {
        let (first_point, first_mutant) = (self.points.next_key().0, self.mutants.next_key().0);
        let point = |id: PointId| PointId(first_point + id.0);
        self.points.extend(mutants.points.into_iter().map(|it| Point {
            method: MethodIndex(first_method.0 + it.method.0),
            first: MutantId(first_mutant + it.first.0),
            reached_with: point(it.reached_with),
            ..it
        }));
        self.mutants.extend(mutants.mutants.into_iter().map(|it| Mutant { point: point(it.point), ..it }));
    }

    /// Returns the mutation point of a mutant.
    pub fn point(&self, mutant: MutantId) -> &Point {
        &self.points[self.mutants[mutant].point]
    }
}
