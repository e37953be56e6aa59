//! Measures the processor time of each part of Testudo: `cargo bench -p testudo --bench parts -- [FILTER]`.
//!
//! `TESTUDO_SUBJECTS` names the folder with the jar of the large class. The benchmark `instructions` counts
//! the instructions of the same parts, except the part that runs a worker.

#[path = "../throughput/batch.rs"]
mod batch;
mod inputs;
#[path = "../throughput/java.rs"]
mod java;
mod processor;
#[path = "../growth/source.rs"]
mod source;
#[path = "../throughput/subject.rs"]
mod subject;
mod work;

use std::time::Duration;

use criterion::{BenchmarkId, Criterion};
use mimalloc::MiMalloc;
use processor::ProcessorTime;
use work::Part;

/// The same allocator as in the program `testudo`.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Inputs of the parts whose cost depends on the class.
const CLASSES: [&str; 2] = ["small", "large"];
/// Inputs of the parts whose cost depends on the number of goals.
const BRANCHES: [&str; 4] = ["10", "100", "1000", "10000"];

fn main() {
    let mut criterion = Criterion::default()
        .with_measurement(ProcessorTime)
        .sample_size(20)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .configure_from_args();
    inputs::write();
    for part in [Part::Instrument, Part::Generate, Part::Mutate, Part::Cross, Part::Encode] {
        measure(&mut criterion, part, &CLASSES);
    }
    for part in [Part::Transport, Part::Decode] {
        measure(&mut criterion, part, &CLASSES);
    }
    for part in [Part::Fitness, Part::Select, Part::Dominance, Part::Crowding] {
        measure(&mut criterion, part, &BRANCHES);
    }
    criterion.final_summary();
}

fn measure(criterion: &mut Criterion<ProcessorTime>, part: Part, names: &[&str]) {
    let mut group = criterion.benchmark_group(format!("{part:?}"));
    for &name in names {
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            let mut work = work::prepare(part, name);
            bencher.iter(&mut work);
        });
    }
    group.finish();
}
