//! Measures tests per second with and without a search, the time to the first test, and memory.
//!
//! `cargo bench -p testudo --bench throughput -- [rounds] [seconds of each measurement]`
//!
//! Each round measures everything once, so that other load on the machine affects all measurements equally.
//! The tables show medians over the rounds. A ratio is computed in each round, and the table shows the median
//! of the ratios. The small classes have an infeasible branch, so that no search ends before its time limit.
//! Library classes are measured only if `TESTUDO_SUBJECTS` names the folder of their jars.

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

/// The same allocator as in the program `testudo`.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() {
    // cargo adds the argument `--bench`, which is no number.
    let mut numbers = std::env::args().skip(1).filter_map(|argument| argument.parse::<f64>().ok());
    let rounds = numbers.next().unwrap_or(5.0) as u64;
    let seconds = numbers.next().unwrap_or(2.0);
    let folder = TempDir::new().expect("a folder");
    let jdk = Jdk::find(None).expect("a JDK");
    println!("JDK {}, {rounds} rounds of {seconds} s\n", jdk.version);
    let workspace = subject::compile(&jdk, folder.path());
    let world = World::new(ClassPath::open(std::slice::from_ref(&workspace.classes)).expect("classes"), jdk);
    speed::report(&workspace, &world, rounds, seconds);
    command::report(&workspace, world.jdk());
    memory::report(&workspace);
}
