//! What the code of a class under test looks like to a tester: control flow, control dependence,
//! branches, flags, lines and constants.
//!
//! Must never know of goals, probes or tests.

pub mod casts;
pub mod cfg;
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
pub use flags::{Callee, Flag, Source, Value};
pub use predicate::{Outcome, Predicate};
pub use program::{
    Branch, BranchId, Dependence, DistanceId, Line, LineId, Method, MethodIndex, Program, Statement,
    StatementId, Undecoded,
};
pub use typed_index_collections::{TiSlice, TiVec};
