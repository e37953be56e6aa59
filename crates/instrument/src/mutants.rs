//! Mutants: probes for weak mutation, and mutant schemata for strong mutation.

pub(crate) mod infections;
mod operators;
pub(crate) mod schemata;
pub(crate) mod scope;
