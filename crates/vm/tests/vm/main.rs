//! Workers as their users see them: fixtures run in real JVMs.

mod hints;
mod files;
mod implementing;
mod losses;
mod observing;
mod runner;
mod running;
mod sandbox;
mod setup;
