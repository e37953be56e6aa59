//! Tests of the public interface: fixtures run in real JVMs.

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
