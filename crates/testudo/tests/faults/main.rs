//! What goes wrong around a run: workers that are killed, stopped, garbled or slow, interrupts at any moment, full disks.

#[path = "../common/mod.rs"]
mod common;

mod disk;
mod interrupts;
mod java;
mod place;
mod workers;
