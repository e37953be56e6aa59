//! Instruments classes when a worker loads them.
//!
//! The inserted code calls classes of the runner (package `testudo.runner`):
//! - Probes report the methods, lines and branches that a test executes, and how close each branch was.
//!   Classes `Probe`, `Infections`, `ThrowProbe`, and in the package `distance` the classes `StringProbes`,
//!   `HintProbes` and similar classes.
//! - Budgets stop a test that does not end. Class `Budget`.
//! - Calls that would end the JVM end the test instead. Class `Exit`.
//! - Clocks and random generators return the same values in each run of a test. Classes `Clock` and
//!   `Randomness`.
//! - Static fields and settings of the JVM can be restored after each test. Classes `Statics`, `Initialisers`
//!   and `Settings`.
//! - Mutants can be activated one at a time (mutant schemata). Class `Mutants`.
//!
//! Apart from these effects, instrumented code behaves like the original code. A program can observe these
//! differences:
//! - A class with static fields that are not final receives a static initialiser if it has none. A static
//!   initialiser changes the default `serialVersionUID` of a `Serializable` class.
//! - If a class has mutants, reflection finds private synthetic methods `mutant$0`, `mutant$1` and so on.
//! - With mutant schemata, exceptions of the original code can be thrown in these methods or in the runner.
//!   The stack trace then contains these methods, and the message can use another name for a null expression.
//!
//! This crate must not depend on the crates for the search or for test cases.

mod class;
mod code_edit;
mod isolation;
mod mutants;
mod probe_numbers;
mod probes;
mod warning;

pub use class::{InstrumentedClass, Options, instrument};
pub use warning::{Omission, Warning};
