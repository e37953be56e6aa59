//! Tests of the public interface of this crate. The workers are real JVMs that run compiled Java fixtures.

mod class_library;
mod execution;
mod files;
mod hints;
mod losses;
mod mutants;
mod observations;
mod runner;
mod sandbox;
mod setup;
mod stubs;
mod watched_calls;
