//! Instruments classes as the worker loads them: probes tell where a test went, budgets end it where it does not end
//! by itself, calls that would end the JVM end the test, clocks show the same in every run of a test, and static fields
//! can be put back after each test.
//!
//! What is inserted are calls of the runner: of its classes `Probe`, `Infections`, `Near` and the like, `Questions`,
//! `Budget`, `Exit`, `Clock`, `Chance`, `Statics`, `Settings`, `Thrown` and `Mutants`; everything else the code does stays as it was. Few differences can
//! be seen:
//! - a class with static fields to put back gets a static initialiser if it has none, which changes the `serialVersionUID`
//!   that a `Serializable` class without an explicit one has by default;
//! - with mutants, reflection finds private synthetic methods `mutant$0`, `mutant$1`...;
//! - with mutants that can live, exceptions of the JVM may be thrown in these or in the runner: stack traces show it, and
//!   what is null has another name in the message.
//!
//! Must never know of search or tests.

mod budget;
mod calls;
mod class;
mod detours;
mod hints;
mod infections;
mod locals;
mod near;
mod operators;
mod outlines;
mod patch;
mod probes;
mod schemata;
mod scope;
mod settings;
mod statics;
mod throws;
mod values;

pub use class::{Instrumented, Loss, Options, Warning, instrument};
