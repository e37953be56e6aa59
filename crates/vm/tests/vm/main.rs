//! Workers as their users see them: fixtures run in real JVMs.

mod files;
mod hints;
mod implementing;
mod losses;
mod mutants;
mod observing;
mod runner;
mod running;
mod sandbox;
mod setup;
mod watching;
