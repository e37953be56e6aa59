//! Tests of the command line. The tests run `testudo` on small compiled classes, as a user does.

#[path = "../common/mod.rs"]
mod common;

mod bad_input;
mod configurations;
mod correlation;
mod defects;
mod end_to_end;
mod existing;
mod golden;
mod hostile_names;
mod interrupt;
mod jacoco;
mod juge;
mod killed;
mod oracles;
mod output;
mod project;
mod readability;
mod repeats;
mod report;
#[cfg(target_os = "linux")]
mod sandbox;
mod setup;
mod shell;
