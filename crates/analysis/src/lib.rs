//! Static analysis of the code of a class under test: control flow, control dependences, branches, flags,
//! lines, constants and casts.
//!
//! This crate must not depend on goals, probes or tests.

pub mod casts;
pub mod cfg;
pub mod conditions;
pub mod constants;
pub mod control;
pub mod flags;
mod ids;
mod origins;
pub mod predicate;
pub mod program;
pub mod stack;

pub use cfg::{Block, BlockId, Cfg, Edge, EdgeKind};
pub use constants::Constants;
pub use flags::{BooleanValue, Callee, Flag, Source};
pub use predicate::{Outcome, Predicate};
pub use program::{
    Branch, BranchId, Dependence, DistanceId, Line, LineId, Method, MethodIndex, Program, Statement,
    StatementId, Undecoded,
};
pub use typed_index_collections::{TiSlice, TiVec};
