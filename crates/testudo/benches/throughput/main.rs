//! Tests per second with and without a search, time to the first test, memory.
//!
//! `cargo bench -p testudo --bench throughput -- [rounds] [seconds of each measurement]`
//!
//! Everything is measured in turn, round after round, so that what else the machine does meets all alike; the tables
//! show medians, and medians of the rounds' ratios. The classes measured have a branch that cannot be taken, so that
//! no search ends before its time. Memory is measured on real classes, where `TESTUDO_SUBJECTS` names the folder of
//! their jars.

mod batch;
mod command;
mod java;
mod memory;
mod processes;
mod recorder;
mod rounds;
mod scripts;
mod speed;
mod subject;

use mimalloc::MiMalloc;
use tempfile::TempDir;
use types::{ClassPath, Jdk, World};

/// As in the program.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() {
    // cargo adds `--bench`.
    let mut numbers = std::env::args().skip(1).filter_map(|argument| argument.parse::<f64>().ok());
    let rounds = numbers.next().unwrap_or(5.0) as u64;
    let seconds = numbers.next().unwrap_or(2.0);
    let folder = TempDir::new().expect("a folder");
    let jdk = Jdk::find(None).expect("a JDK");
    println!("JDK {}, {rounds} rounds of {seconds} s\n", jdk.version);
    let place = subject::compile(&jdk, folder.path());
    let world = World::new(ClassPath::open(std::slice::from_ref(&place.classes)).expect("classes"), jdk);
    speed::report(&place, &world, rounds, seconds);
    command::report(&place, world.jdk());
    memory::report(&place);
}
