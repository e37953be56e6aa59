//! Counts the instructions of each part of Testudo. Other load on the machine does not change the counts.
//!
//! Command: `cargo bench -p testudo --bench instructions`. It requires Valgrind, and the program
//! gungraun-runner in the same version as the library gungraun.
//!
//! The parts are the parts of the benchmark `parts`, except the part that runs a worker.

#![allow(missing_docs, reason = "gungraun generates items without documentation")]

#[path = "../throughput/batch.rs"]
mod batch;
#[path = "../parts/inputs.rs"]
mod inputs;
#[path = "../throughput/java.rs"]
mod java;
#[path = "../growth/source.rs"]
mod source;
#[path = "../throughput/subject.rs"]
mod subject;
#[path = "../parts/work.rs"]
mod work;

use gungraun::{LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main};
use mimalloc::MiMalloc;
use work::{Part, Work, prepare};

/// The same allocator as in the program `testudo`.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

#[library_benchmark(setup = prepare)]
#[benches::instrument((Part::Instrument, "small"), (Part::Instrument, "large"))]
#[benches::generate((Part::Generate, "small"), (Part::Generate, "large"))]
#[benches::mutate((Part::Mutate, "small"), (Part::Mutate, "large"))]
#[benches::cross((Part::Cross, "small"), (Part::Cross, "large"))]
#[benches::encode((Part::Encode, "small"), (Part::Encode, "large"))]
#[benches::decode((Part::Decode, "small"), (Part::Decode, "large"))]
#[benches::fitness(
    (Part::Fitness, "10"), (Part::Fitness, "100"), (Part::Fitness, "1000"), (Part::Fitness, "10000")
)]
#[benches::select(
    (Part::Select, "10"), (Part::Select, "100"), (Part::Select, "1000"), (Part::Select, "10000")
)]
#[benches::dominance(
    (Part::Dominance, "10"), (Part::Dominance, "100"), (Part::Dominance, "1000"), (Part::Dominance, "10000")
)]
#[benches::crowding(
    (Part::Crowding, "10"), (Part::Crowding, "100"), (Part::Crowding, "1000"), (Part::Crowding, "10000")
)]
fn part(mut work: Work) -> Work {
    work();
    work
}

library_benchmark_group!(name = parts, setup = inputs::write(), benchmarks = part);

// The preparation of the inputs starts a JVM. Valgrind must not trace this JVM.
main!(
    config = LibraryBenchmarkConfig::default()
        .pass_through_envs(["PATH", "JAVA_HOME", "TESTUDO_SUBJECTS"])
        .valgrind_args(["--trace-children=no"]),
    library_benchmark_groups = parts
);
