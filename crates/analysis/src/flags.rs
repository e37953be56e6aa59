//! Flags: booleans that conditional jumps test, and the instructions that produce these booleans.
//!
//! The value of a boolean does not show how close the boolean was to the other value. This is the flag
//! problem (Harman et al., Testability Transformation, 2004). The code that computes the boolean can show the
//! distance. Lin et al. use this distance for booleans that methods return (Recovering Fitness Gradients for
//! Interprocedural Boolean Flags in Search-Based Testing, 2020).

use std::collections::{BTreeMap, BTreeSet};

use classfile::{Code, ConstantPool, Index, Instruction, op};
use typed_index_collections::TiSlice;

use crate::cfg::{BlockId, Cfg};
use crate::origins::{Origins, Producers};
use crate::predicate::Predicate;
use crate::program::{Dependence, DistanceId};

/// The boolean that a conditional jump tests.
#[derive(Debug)]
pub struct Flag {
    /// The value for which the jump is taken.
    pub jumps_if: bool,
    /// The sources of the boolean; never empty.
    pub sources: Vec<Source>,
}

/// A source of a boolean: an instruction that can produce the boolean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A constant.
    Constant {
        /// The constant.
        value: bool,
        /// The block that pushes the constant.
        block: BlockId,
    },
    /// The result of a call: the jump tests the result directly, or the call produces a [`BooleanValue`].
    /// Never occurs in [`Method::returns`](crate::Method::returns).
    Call(Callee),
    /// A boolean whose distances a probe reports: an index into [`Method::values`](crate::Method::values).
    Value(u32),
}

/// The method that a call refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Callee {
    /// Binary name with slashes of the class in which the method is looked up.
    pub class: String,
    /// Name of the method.
    pub name: String,
    /// Descriptor of the method.
    pub descriptor: String,
    /// Whether an overriding method can run instead.
    pub is_virtual: bool,
}

/// A boolean that is produced in one place and tested or returned in another place. A call, `instanceof` or
/// the read of a field produces the boolean.
#[derive(Debug)]
pub struct BooleanValue {
    /// The instruction that pushes the boolean.
    pub at: Index,
    /// The block that contains the instruction.
    pub block: BlockId,
    /// The id of the distance from true. The distance from false has the id `first + 1`. These ids are
    /// greater than all ids of [`Program::branches`](crate::Program::branches), because they belong to no
    /// branch.
    pub first: DistanceId,
    /// The call that produces the boolean. Empty for other instructions.
    pub sources: Vec<Source>,
}

/// The results of [`find`], except the flags that it stores in predicates.
#[derive(Default)]
pub(crate) struct Flags {
    /// The sources of the boolean that the method returns.
    pub(crate) returns: Vec<Source>,
    /// The boolean values of the method. [`Program::new`](crate::Program::new) assigns their ids later.
    pub(crate) values: Vec<BooleanValue>,
}

/// Finds the flags among the predicates of a method and stores each flag in its predicate. Also finds the
/// sources of the boolean that the method returns.
pub(crate) fn find(
    code: &Code,
    constants: &ConstantPool,
    cfg: &Cfg,
    dependences: &TiSlice<BlockId, Vec<Dependence>>,
    returns_boolean: bool,
    predicates: &mut [Predicate],
) -> Flags {
    let origins = Origins::new(code);
    let mut finder = Finder { code, constants, cfg, dependences, origins, values: BTreeMap::new() };
    for predicate in predicates {
        predicate.flag = finder.flag(predicate.at);
    }
    let returns = if returns_boolean { finder.returned_sources() } else { Vec::new() };
    Flags { returns, values: finder.values() }
}

/// Finds the flags of one method.
struct Finder<'a> {
    code: &'a Code,
    constants: &'a ConstantPool,
    cfg: &'a Cfg,
    dependences: &'a TiSlice<BlockId, Vec<Dependence>>,
    origins: Origins<'a>,
    /// For each instruction that produces a boolean value: the index of the value, and the callee if the
    /// instruction is a call.
    values: BTreeMap<Index, (u32, Option<Callee>)>,
}

/// How an instruction produces a boolean.
enum Producer {
    /// The instruction pushes 0 or 1, which is a boolean or a number.
    Constant(bool),
    Call(Callee),
    Other,
}

impl Finder<'_> {
    fn flag(&mut self, jump: Index) -> Option<Flag> {
        let jumps_if = match self.code.instructions[jump].op() {
            op::IFEQ => false,
            op::IFNE => true,
            _ => return None,
        };
        let candidates = self.origins.producers_of_top(jump);
        let producers = self.producers(&candidates.instructions);
        let is_direct = candidates.is_complete && candidates.instructions.iter().map(|&at| at + 1).eq([jump]);
        let sources = match is_direct {
            true => producers.into_values().filter_map(Producer::into_call).map(Source::Call).collect(),
            false if is_boolean(&candidates, &producers) => self.sources(producers),
            false => Vec::new(),
        };
        (!sources.is_empty()).then_some(Flag { jumps_if, sources })
    }

    fn returned_sources(&mut self) -> Vec<Source> {
        let returns = (0..self.code.instructions.len())
            .filter(|&at| self.code.instructions[at].op() == op::IRETURN && self.is_reached(at));
        let instructions: BTreeSet<Index> =
            returns.flat_map(|at| self.origins.producers_of_top(at).instructions).collect();
        self.sources(self.producers(&instructions))
    }

    fn producers(&self, instructions: &BTreeSet<Index>) -> BTreeMap<Index, Producer> {
        let reached = instructions.iter().filter(|&&at| self.is_reached(at));
        reached.filter_map(|&at| Some((at, self.producer_at(at)?))).collect()
    }

    fn producer_at(&self, at: Index) -> Option<Producer> {
        match self.code.instructions[at] {
            Instruction::Simple(op @ (op::ICONST_0 | op::ICONST_1)) => {
                Some(Producer::Constant(op == op::ICONST_1))
            }
            Instruction::Pool { op: op::INSTANCEOF, .. } => Some(Producer::Other),
            Instruction::Pool { op: op::GETFIELD | op::GETSTATIC, index } => {
                let field = self.constants.member(index).ok()?;
                (field.descriptor == "Z").then_some(Producer::Other)
            }
            Instruction::Pool { op: op @ (op::INVOKEVIRTUAL..=op::INVOKESTATIC), index } => {
                self.call(index, op == op::INVOKEVIRTUAL)
            }
            Instruction::InvokeInterface { index, .. } => self.call(index, true),
            _ => None,
        }
    }

    fn call(&self, index: u16, is_virtual: bool) -> Option<Producer> {
        let callee = self.constants.member(index).ok()?;
        let descriptor = callee.descriptor.to_str().into_owned();
        descriptor.ends_with(")Z").then(|| {
            let (class, name) = (callee.class.to_str().into_owned(), callee.name.to_str().into_owned());
            Producer::Call(Callee { class, name, descriptor, is_virtual })
        })
    }

    /// Returns the sources of a boolean, one for each producer. The result is empty if no source shows how
    /// close the boolean was to the other value.
    fn sources(&mut self, producers: BTreeMap<Index, Producer>) -> Vec<Source> {
        if producers.values().all(|producer| matches!(producer, Producer::Other)) {
            return Vec::new();
        }
        producers.into_iter().map(|(at, producer)| self.source(at, producer)).collect()
    }

    fn source(&mut self, at: Index, producer: Producer) -> Source {
        if let Producer::Constant(value) = producer {
            return Source::Constant { value, block: self.cfg.block_of(at) };
        }
        let number = self.values.len() as u32;
        Source::Value(self.values.entry(at).or_insert((number, producer.into_call())).0)
    }

    /// Whether an instruction is reachable from the entry.
    fn is_reached(&self, at: Index) -> bool {
        !self.dependences[self.cfg.block_of(at)].is_empty()
    }

    fn values(self) -> Vec<BooleanValue> {
        let mut values: Vec<_> = self.values.into_iter().collect();
        values.sort_by_key(|&(_, (number, _))| number);
        let value = |(at, (_, call)): (Index, (u32, Option<Callee>))| BooleanValue {
            at,
            block: self.cfg.block_of(at),
            first: DistanceId(0),
            sources: call.map(Source::Call).into_iter().collect(),
        };
        values.into_iter().map(value).collect()
    }
}

impl Producer {
    fn into_call(self) -> Option<Callee> {
        match self {
            Producer::Call(callee) => Some(callee),
            Producer::Constant(_) | Producer::Other => None,
        }
    }
}

/// Returns whether the value that a jump compares with 0 is a boolean and not a number. The value is a
/// boolean if one of its producers produces only booleans, or if all its producers are the constants 0 and 1.
fn is_boolean(candidates: &Producers, producers: &BTreeMap<Index, Producer>) -> bool {
    let is_constant = |producer: &Producer| matches!(producer, Producer::Constant(_));
    !producers.values().all(is_constant)
        || candidates.is_complete && producers.len() == candidates.instructions.len()
}
