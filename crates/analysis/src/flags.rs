//! Flags: predicates that jump on a boolean, and where the boolean comes from.
//!
//! Of a flag, its value tells nothing about how near it was to being the other one; the places where it was given that
//! value do (the flag problem: Harman et al., Testability Transformation, 2004; for flags that methods return: Lin et
//! al., Recovering Fitness Gradients for Interprocedural Boolean Flags in Search-Based Testing, 2020).

use std::collections::{BTreeMap, BTreeSet};

use classfile::{Code, ConstantPool, Index, Instruction, op};
use typed_index_collections::TiSlice;

use crate::cfg::{BlockId, Cfg};
use crate::origins::{Found, Origins};
use crate::predicate::Predicate;
use crate::program::{Dependence, DistanceId};

/// The boolean that a conditional jump asks for.
#[derive(Debug)]
pub struct Flag {
    /// The value that the jump is taken for.
    pub jumps_if: bool,
    /// Where it comes from; never empty.
    pub sources: Vec<Source>,
}

/// Where a boolean comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A constant.
    Constant {
        /// The constant.
        value: bool,
        /// Where it is given.
        block: BlockId,
    },
    /// The result of a call, which is asked for at once. Not among [`Method::returns`](crate::Method::returns).
    Call(Callee),
    /// A value that a probe tells: an index into [`Method::values`](crate::Method::values).
    Value(u32),
}

/// What a call says of the method that it calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Callee {
    /// Binary name of the class, with slashes, in which it is looked up.
    pub class: String,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Whether a method that overrides it may run instead.
    pub is_virtual: bool,
}

/// A boolean that is made in one place and asked for in another, or returned. What makes it is a call, `instanceof` or
/// the reading of a field.
#[derive(Debug)]
pub struct Value {
    /// The instruction that makes it: then it is on top of the stack.
    pub at: Index,
    /// The block of that instruction.
    pub block: BlockId,
    /// The ids under which a probe tells its distances: `first` for true, the next for false. They stand behind those
    /// of [`Program::branches`](crate::Program::branches), since nobody wants to cover them.
    pub first: DistanceId,
    /// The call that makes it, where one does.
    pub sources: Vec<Source>,
}

/// What is found in a method.
#[derive(Default)]
pub(crate) struct Flags {
    /// Where the boolean that the method returns comes from.
    pub(crate) returns: Vec<Source>,
    /// The ids are still to be given.
    pub(crate) values: Vec<Value>,
}

/// Finds the flags among the predicates of a method, notes them there, and what the method returns if it is a boolean.
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
    let returns = if returns_boolean { finder.returned() } else { Vec::new() };
    Flags { returns, values: finder.values() }
}

struct Finder<'a> {
    code: &'a Code,
    constants: &'a ConstantPool,
    cfg: &'a Cfg,
    dependences: &'a TiSlice<BlockId, Vec<Dependence>>,
    origins: Origins<'a>,
    /// The instructions that make values, each with the value's number and the call.
    values: BTreeMap<Index, (u32, Option<Callee>)>,
}

/// How an instruction makes a boolean.
enum Making {
    /// It may be a small number as well.
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
        let found = self.origins.of_top(jump);
        let making = self.making(&found.made);
        let is_direct = found.is_complete && found.made.iter().map(|&at| at + 1).eq([jump]);
        let sources = match is_direct {
            true => making.into_values().filter_map(Making::into_call).map(Source::Call).collect(),
            false if is_boolean(&found, &making) => self.sources(making),
            false => Vec::new(),
        };
        (!sources.is_empty()).then_some(Flag { jumps_if, sources })
    }

    fn returned(&mut self) -> Vec<Source> {
        let returns = (0..self.code.instructions.len())
            .filter(|&at| self.code.instructions[at].op() == op::IRETURN && self.is_reached(at));
        let made: BTreeSet<Index> = returns.flat_map(|at| self.origins.of_top(at).made).collect();
        self.sources(self.making(&made))
    }

    fn making(&self, made: &BTreeSet<Index>) -> BTreeMap<Index, Making> {
        let reached = made.iter().filter(|&&at| self.is_reached(at));
        reached.filter_map(|&at| Some((at, self.making_at(at)?))).collect()
    }

    fn making_at(&self, at: Index) -> Option<Making> {
        match self.code.instructions[at] {
            Instruction::Simple(op @ (op::ICONST_0 | op::ICONST_1)) => {
                Some(Making::Constant(op == op::ICONST_1))
            }
            Instruction::Pool { op: op::INSTANCEOF, .. } => Some(Making::Other),
            Instruction::Pool { op: op::GETFIELD | op::GETSTATIC, index } => {
                let field = self.constants.member(index).ok()?;
                (field.descriptor == "Z").then_some(Making::Other)
            }
            Instruction::Pool { op: op @ (op::INVOKEVIRTUAL..=op::INVOKESTATIC), index } => {
                self.call(index, op == op::INVOKEVIRTUAL)
            }
            Instruction::InvokeInterface { index, .. } => self.call(index, true),
            _ => None,
        }
    }

    fn call(&self, index: u16, is_virtual: bool) -> Option<Making> {
        let callee = self.constants.member(index).ok()?;
        let descriptor = callee.descriptor.to_str().into_owned();
        descriptor.ends_with(")Z").then(|| {
            let (class, name) = (callee.class.to_str().into_owned(), callee.name.to_str().into_owned());
            Making::Call(Callee { class, name, descriptor, is_virtual })
        })
    }

    /// The sources, unless none of them tells how near it was.
    fn sources(&mut self, making: BTreeMap<Index, Making>) -> Vec<Source> {
        if making.values().all(|making| matches!(making, Making::Other)) {
            return Vec::new();
        }
        making.into_iter().map(|(at, making)| self.source(at, making)).collect()
    }

    fn source(&mut self, at: Index, making: Making) -> Source {
        if let Making::Constant(value) = making {
            return Source::Constant { value, block: self.cfg.block_of(at) };
        }
        let next = self.values.len() as u32;
        Source::Value(self.values.entry(at).or_insert((next, making.into_call())).0)
    }

    fn is_reached(&self, at: Index) -> bool {
        !self.dependences[self.cfg.block_of(at)].is_empty()
    }

    fn values(self) -> Vec<Value> {
        let mut numbered: Vec<_> = self.values.into_iter().collect();
        numbered.sort_by_key(|&(_, (number, _))| number);
        let value = |(at, (_, call)): (Index, (u32, Option<Callee>))| Value {
            at,
            block: self.cfg.block_of(at),
            first: DistanceId(0),
            sources: call.map(Source::Call).into_iter().collect(),
        };
        numbered.into_iter().map(value).collect()
    }
}

impl Making {
    fn into_call(self) -> Option<Callee> {
        match self {
            Making::Call(callee) => Some(callee),
            Making::Constant(_) | Making::Other => None,
        }
    }
}

/// Whether what a jump compares with 0 is no number: something that made it makes only booleans, or all of it is 0 or 1.
fn is_boolean(found: &Found, making: &BTreeMap<Index, Making>) -> bool {
    let is_constant = |making: &Making| matches!(making, Making::Constant(_));
    !making.values().all(is_constant) || found.is_complete && making.len() == found.made.len()
}
