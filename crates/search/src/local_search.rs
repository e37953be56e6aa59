//! Local search within a many-objective search.

pub mod avm;
pub mod local;
