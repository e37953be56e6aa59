//! Measures tests per second: in the loop of the runner, in a worker, and in a search.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use comfy_table::{CellAlignment, Table, presets};
use rand::SeedableRng;
use search::{Algorithm, Budget, Parameters, Progress, Rng, Spent};
use testcase::TestCase;
use types::{ClassPath, Jdk, World};
use vm::{BatchSettings, Mode, Outcome};

use crate::batch::Batch;
use crate::java;
use crate::processes::{self, WorkerTimes};
use crate::recorder::Recorder;
use crate::rounds::median;
use crate::scripts;
use crate::subject::{Target, Workspace};

/// Classes of the package `bench`.
const SMALL_CLASSES: [&str; 3] = ["bench.Arithmetic", "bench.Parser", "bench.Bag"];
/// Library classes: the prefix of the name of the jar, and the binary name of the class.
const LIBRARY_CLASSES: [(&str, &str); 3] = [
    ("commons-codec-", "org.apache.commons.codec.language.DoubleMetaphone"),
    ("gson-", "com.google.gson.stream.JsonReader"),
    ("commons-lang3-", "org.apache.commons.lang3.StringUtils"),
];
/// Number of tests in a batch for the worker.
const BATCH: usize = 50;
/// Number of batches that are submitted before the first results are read.
const IN_FLIGHT: usize = 2;

/// The origin of the tests of a table row.
#[derive(Clone)]
enum Source {
    /// Hand-written tests.
    Scripts,
    /// A sample of the tests that a search executed.
    Search(Algorithm),
}

/// All sources of tests, with their names in the tables.
const SOURCES: [(&str, Source); 3] = [
    ("by hand", Source::Scripts),
    ("random", Source::Search(Algorithm::Random)),
    ("DynaMOSA", Source::Search(Algorithm::Dynamosa)),
];
/// The indices of the searches in [`SOURCES`]. Library classes have no hand-written tests.
const SEARCH_SOURCES: Range<usize> = 1..3;

/// A row of the tables: a class and a source of tests.
struct Row<'a> {
    class: &'static str,
    /// The class path entry that contains the class.
    classes: &'a Path,
    world: &'a World,
    /// The source of the tests, with its name in the table.
    source: &'a (&'static str, Source),
}

/// Speed in the second half of a measurement.
#[derive(Clone, Copy, Default)]
struct Speed {
    /// Tests per second.
    tests: f64,
    /// Microseconds of processor time per test: of this process, and of the JVM.
    cost: [f64; 2],
}

/// The measurements of one row in one round.
#[derive(Clone, Copy, Default)]
struct Measurement {
    /// Mean number of statements of a test.
    length: f64,
    /// Mean number of executed statements of a test.
    executed: f64,
    /// Share of the tests that throw an exception, from 0 to 1.
    threw: f64,
    /// Speed of the loop of the runner in a separate JVM, without probes. The loop sends no results.
    plain: Speed,
    /// Speed of the loop of the runner in a separate JVM, with probes.
    probed: Speed,
    /// Speed of the tests in a worker.
    worker: Speed,
    /// Speed of the search that generated the tests.
    search: Speed,
    /// Number of statements that the search executed per second.
    statements: f64,
}

/// Measures all rows and prints tables.
pub fn report(workspace: &Workspace, world: &World, rounds: u64, seconds: f64) {
    let libraries: Vec<_> =
        LIBRARY_CLASSES.iter().filter_map(|(jar, class)| library(jar, class, world.jdk())).collect();
    let small = SMALL_CLASSES.iter().flat_map(|class| {
        SOURCES.iter().map(move |source| Row { class, classes: &workspace.classes, world, source })
    });
    let large = libraries.iter().flat_map(|(class, jar, world)| {
        SOURCES[SEARCH_SOURCES].iter().map(move |source| Row { class, classes: jar, world, source })
    });
    let rows: Vec<Row> = small.chain(large).collect();
    let mut measurements: Vec<Vec<Measurement>> = vec![Vec::new(); rows.len()];
    for round in 0..rounds {
        for (row, measurements) in rows.iter().zip(&mut measurements) {
            measurements.push(measure(workspace, row, round, seconds));
        }
        eprintln!("round {} of {rounds}", round + 1);
    }
    let print = |columns: &[&str], cells: &dyn Fn(MedianOf) -> Vec<String>| {
        print_table(&rows, &measurements, columns, cells);
    };
    println!("tests per second; share: percentage of the number in the column `plain`");
    print(
        &[
            "length",
            "executed",
            "threw",
            "plain",
            "probes",
            "worker",
            "share",
            "search",
            "share",
            "statements",
        ],
        &|median_of| {
            let share = |value: f64| format!("{:.0} %", 100.0 * value);
            let number = |value: f64| format!("{value:.0}");
            vec![
                format!("{:.1}", median_of(|it| it.length)),
                format!("{:.1}", median_of(|it| it.executed)),
                share(median_of(|it| it.threw)),
                number(median_of(|it| it.plain.tests)),
                number(median_of(|it| it.probed.tests)),
                number(median_of(|it| it.worker.tests)),
                share(median_of(|it| it.worker.tests / it.plain.tests)),
                number(median_of(|it| it.search.tests)),
                share(median_of(|it| it.search.tests / it.plain.tests)),
                number(median_of(|it| it.statements)),
            ]
        },
    );
    println!("processor time per test in microseconds");
    print(&["plain", "probes", "worker: Testudo", "JVM", "search: Testudo", "JVM"], &|median_of| {
        let costs = [
            median_of(|it| it.plain.cost[1]),
            median_of(|it| it.probed.cost[1]),
            median_of(|it| it.worker.cost[0]),
            median_of(|it| it.worker.cost[1]),
            median_of(|it| it.search.cost[0]),
            median_of(|it| it.search.cost[1]),
        ];
        costs.map(|cost| format!("{cost:.2}")).into()
    });
}

/// Returns a library class with its jar and the types of the jar; `None` if the jar is missing.
fn library(jar: &str, class: &'static str, jdk: &Arc<Jdk>) -> Option<(&'static str, PathBuf, World)> {
    let jar_path = java::jar(jar);
    if jar_path.is_none() {
        println!(
            "{class}: not measured, because the folder in TESTUDO_SUBJECTS has no jar {jar}*; run ./x bench, which sets the variable"
        );
    }
    let jar = jar_path?;
    let path = ClassPath::open(std::slice::from_ref(&jar)).expect("classes");
    Some((class, jar, World::new(path, jdk.clone())))
}

/// A function whose argument selects one number of a measurement. The function returns the median of this
/// number over all rounds.
type MedianOf<'a> = &'a dyn Fn(fn(&Measurement) -> f64) -> f64;

fn print_table(
    rows: &[Row],
    measurements: &[Vec<Measurement>],
    columns: &[&str],
    cells: &dyn Fn(MedianOf) -> Vec<String>,
) {
    let mut table = Table::new();
    table.load_preset(presets::ASCII_MARKDOWN);
    table.set_header([&["class", "tests"], columns].concat());
    for (row, rounds) in rows.iter().zip(measurements) {
        let (_, class) = row.class.rsplit_once('.').expect("the class is in a package");
        let mut line = vec![class.to_owned(), row.source.0.to_owned()];
        line.extend(cells(&|value| median(rounds.iter().map(value).collect())));
        table.add_row(line.into_iter().map(|cell| cell.replace("NaN", "").replace(" %", "%")));
    }
    table.column_iter_mut().skip(2).for_each(|column| column.set_cell_alignment(CellAlignment::Right));
    println!("{table}\n");
}

fn measure(workspace: &Workspace, row: &Row, round: u64, seconds: f64) -> Measurement {
    let target = Target::new(row.world, row.class);
    let mut measurement = Measurement::default();
    let tests = match &row.source.1 {
        Source::Scripts => scripts::tests(row.world, row.class),
        Source::Search(algorithm) => search(&target, algorithm, round, seconds, &mut measurement),
    };
    measurement.length = tests.iter().map(TestCase::len).sum::<usize>() as f64 / tests.len() as f64;
    [measurement.plain, measurement.probed] = measure_loops(workspace, row.classes, &target, &tests, seconds);
    measurement.worker = measure_worker(&target, &tests, seconds, &mut measurement);
    measurement
}

/// Time between two readings of the processor times of workers.
const READING_INTERVAL: Duration = Duration::from_millis(50);

/// Measures the speed in the second half of a measurement.
struct Stopwatch {
    begin: Instant,
    /// Duration of the measurement in seconds.
    seconds: f64,
    workers: WorkerTimes,
    last_reading: Option<Instant>,
    /// The state at half time: elapsed seconds, processor times in seconds, and the used part of the budget.
    half: Option<(f64, [f64; 2], Spent)>,
}

impl Stopwatch {
    fn new(seconds: f64) -> Stopwatch {
        Stopwatch {
            begin: Instant::now(),
            seconds,
            workers: WorkerTimes::default(),
            last_reading: None,
            half: None,
        }
    }

    fn elapsed(&self) -> f64 {
        self.begin.elapsed().as_secs_f64()
    }

    /// Returns the processor times of this process and of its workers, in seconds.
    fn processor_time(&mut self) -> [f64; 2] {
        let testudo = std::process::id();
        [processes::processor_seconds(testudo), self.workers.update(testudo)]
    }

    /// Records the state at half time. The caller must call this function often.
    fn update(&mut self, spent: Spent) {
        // The time of a worker is lost when the worker ends, so the times are read regularly.
        if self.last_reading.is_none_or(|last| last.elapsed() > READING_INTERVAL) {
            self.last_reading = Some(Instant::now());
            self.workers.update(std::process::id());
        }
        if self.half.is_none() && self.elapsed() > self.seconds / 2.0 {
            self.half = Some((self.elapsed(), self.processor_time(), spent));
        }
    }

    /// Returns the speed since half time, and the number of statements per second since half time.
    fn speed(mut self, spent: Spent) -> (Speed, f64) {
        let (half_time, before, spent_before) = self.half.expect("more than half of the time has passed");
        let (time, after) = (self.elapsed() - half_time, self.processor_time());
        let tests = (spent.tests - spent_before.tests) as f64;
        let cost = [0, 1].map(|process| (after[process] - before[process]) * 1e6 / tests);
        (Speed { tests: tests / time, cost }, (spent.statements - spent_before.statements) as f64 / time)
    }
}

/// Runs a search. Returns a sample of the executed tests.
fn search(
    target: &Target,
    algorithm: &Algorithm,
    seed: u64,
    seconds: f64,
    measurement: &mut Measurement,
) -> Vec<TestCase> {
    let begin = Instant::now();
    let mut recorder = Recorder::new(target, begin + Duration::from_secs_f64(seconds));
    let mut stopwatch = Stopwatch::new(seconds);
    let mut rng = Rng::seed_from_u64(seed);
    let elapsed_share = || begin.elapsed().as_secs_f64() / seconds;
    let budget = Budget { elapsed_share: &elapsed_share, ..Budget::default() };
    let mut listen = |progress: &Progress| stopwatch.update(progress.spent);
    // The preset `testudo` sets this parameter.
    let parameters = Parameters { overlap: true, ..Parameters::default() };
    let result = algorithm.search(&mut recorder, &parameters, &budget, &mut rng, &mut listen);
    (measurement.search, measurement.statements) = stopwatch.speed(result.spent);
    recorder.sample
}

/// Measures the speed of the loop of the runner in a separate JVM: first without probes, then with probes.
fn measure_loops(
    workspace: &Workspace,
    classes: &Path,
    target: &Target,
    tests: &[TestCase],
    seconds: f64,
) -> [Speed; 2] {
    let batch = Batch::new(target, tests, &workspace.scratch);
    let probed = workspace.scratch.join("probed");
    target.write_probed(&probed);
    [classes, &probed].map(|classes| {
        let [tests, cost] = batch.repeat(&workspace.runner, classes, seconds);
        Speed { tests, cost: [0.0, cost] }
    })
}

/// Measures the speed of one worker with probes. Also measures the number of executed statements, and the
/// share of tests that throw.
fn measure_worker(target: &Target, tests: &[TestCase], seconds: f64, measurement: &mut Measurement) -> Speed {
    let mut vm = target.worker();
    let batches: Vec<Vec<&TestCase>> = tests.chunks(BATCH).map(|it| it.iter().collect()).collect();
    for batch in batches.iter().cycle().take(IN_FLIGHT) {
        vm.submit(target.world, batch, BatchSettings::new(Mode::Run));
    }
    let mut stopwatch = Stopwatch::new(seconds);
    let mut spent = Spent::default();
    let mut threw = 0.0;
    for batch in batches.iter().cycle().skip(IN_FLIGHT) {
        for execution in vm.next_results().expect("results") {
            let has_thrown = matches!(execution.outcome, Outcome::Threw { .. });
            spent.tests += 1;
            spent.statements += u64::from(execution.executed) + u64::from(has_thrown);
            threw += f64::from(u8::from(has_thrown));
        }
        vm.submit(target.world, batch, BatchSettings::new(Mode::Run));
        stopwatch.update(spent);
        if stopwatch.elapsed() > seconds {
            break;
        }
    }
    measurement.executed = spent.statements as f64 / spent.tests as f64;
    measurement.threw = threw / spent.tests as f64;
    stopwatch.speed(spent).0
}
