//! Fault injection: lost and slow workers, damaged results, interrupts at random moments, and full disks.

#[path = "../common/mod.rs"]
mod common;

mod disk;
mod interrupts;
mod java;
mod workers;
mod workspace;
