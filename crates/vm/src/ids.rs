//! Ids of probes and mutants in instrumented code.

/// Id of the probe of a method, which reports that the method was entered. The id is below
/// [`Config::methods`](crate::Config::methods).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MethodProbe(pub u32);

/// Id of the probe of a branch or a mutant, which reports a branch distance or an infection distance. The id
/// is below [`Config::branches`](crate::Config::branches).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DistanceProbe(pub u32);

/// Id of the probe of a statement in the code under test, which reports that the statement was executed. The
/// id is below [`Config::statements`](crate::Config::statements).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StatementProbe(pub u32);

/// Number of a mutant: the number that the runner's class `Mutants` stores for the active mutant. The probe
/// of the mutant has another id, a [`DistanceProbe`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MutantNumber(pub u32);
