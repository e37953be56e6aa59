//! Tests per second: of the runner's loop alone, of a worker, of a search.

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
use crate::processes;
use crate::recorder::Recorder;
use crate::rounds::median;
use crate::scripts;
use crate::subject::{Place, Target};

/// Small classes, made for this.
const SMALL: [&str; 3] = ["bench.Arithmetic", "bench.Parser", "bench.Bag"];
/// Real ones: how the name of the jar begins, and class.
const MEDIUM: [(&str, &str); 3] = [
    ("commons-codec-", "org.apache.commons.codec.language.DoubleMetaphone"),
    ("gson-", "com.google.gson.stream.JsonReader"),
    ("commons-lang3-", "org.apache.commons.lang3.StringUtils"),
];
/// Tests in a batch of the worker, and batches under way.
const BATCH: usize = 50;
const IN_FLIGHT: usize = 2;

/// Where the tests of a row come from.
#[derive(Clone)]
enum Source {
    Scripts,
    Search(Algorithm),
}

const SOURCES: [(&str, Source); 3] = [
    ("by hand", Source::Scripts),
    ("random", Source::Search(Algorithm::Random)),
    ("DynaMOSA", Source::Search(Algorithm::Dynamosa)),
];
/// Of real classes no tests are written by hand.
const SEARCHED: Range<usize> = 1..3;

/// A row of the tables.
struct Row<'a> {
    class: &'static str,
    /// Where the class is.
    classes: &'a Path,
    world: &'a World,
    /// Where its tests come from, in words, too.
    source: &'a (&'static str, Source),
}

/// How fast something ran in the second half of its time.
#[derive(Clone, Copy, Default)]
struct Speed {
    /// Tests per second.
    tests: f64,
    /// Microseconds of processor per test: of this process, and of the JVM.
    cost: [f64; 2],
}

/// What one round found out about one row.
#[derive(Clone, Copy, Default)]
struct Measured {
    /// Statements that a test has, and those of them that run.
    length: f64,
    executed: f64,
    /// Share of the tests that throw.
    threw: f64,
    /// The runner's loop, without probes, sending nothing.
    plain: Speed,
    /// The same with probes.
    probed: Speed,
    /// The same tests in a worker.
    worker: Speed,
    /// The search that the tests were taken from.
    search: Speed,
    /// Statements executed per second of the search.
    statements: f64,
}

/// Measures all and prints tables.
pub fn report(place: &Place, world: &World, rounds: u64, seconds: f64) {
    let libraries: Vec<_> =
        MEDIUM.iter().filter_map(|(jar, class)| library(jar, class, world.jdk())).collect();
    let small = SMALL.iter().flat_map(|class| {
        SOURCES.iter().map(move |source| Row { class, classes: &place.classes, world, source })
    });
    let medium = libraries.iter().flat_map(|(class, jar, world)| {
        SOURCES[SEARCHED].iter().map(move |source| Row { class, classes: jar, world, source })
    });
    let rows: Vec<Row> = small.chain(medium).collect();
    let mut measured: Vec<Vec<Measured>> = vec![Vec::new(); rows.len()];
    for round in 0..rounds {
        for (row, measured) in rows.iter().zip(&mut measured) {
            measured.push(measure(place, row, round, seconds));
        }
        eprintln!("round {} of {rounds}", round + 1);
    }
    let print = |columns: &[&str], cells: &dyn Fn(Of) -> Vec<String>| print(&rows, &measured, columns, cells);
    println!("tests per second, and as a share of the plain loop with the same tests");
    print(
        &["length", "run", "threw", "plain", "probes", "worker", "share", "search", "share", "statements"],
        &|of| {
            let share = |value: f64| format!("{:.0} %", 100.0 * value);
            let number = |value: f64| format!("{value:.0}");
            vec![
                format!("{:.1}", of(|it| it.length)),
                format!("{:.1}", of(|it| it.executed)),
                share(of(|it| it.threw)),
                number(of(|it| it.plain.tests)),
                number(of(|it| it.probed.tests)),
                number(of(|it| it.worker.tests)),
                share(of(|it| it.worker.tests / it.plain.tests)),
                number(of(|it| it.search.tests)),
                share(of(|it| it.search.tests / it.plain.tests)),
                number(of(|it| it.statements)),
            ]
        },
    );
    println!("processor time per test in microseconds");
    print(&["plain", "probes", "worker: own", "JVM", "search: own", "JVM"], &|of| {
        let costs = [
            of(|it| it.plain.cost[1]),
            of(|it| it.probed.cost[1]),
            of(|it| it.worker.cost[0]),
            of(|it| it.worker.cost[1]),
            of(|it| it.search.cost[0]),
            of(|it| it.search.cost[1]),
        ];
        costs.map(|cost| format!("{cost:.2}")).into()
    });
}

/// A class of a library, where its jar is, and what it is among; `None` without such a jar.
fn library(jar: &str, class: &'static str, jdk: &Arc<Jdk>) -> Option<(&'static str, PathBuf, World)> {
    let found = java::jar(jar);
    if found.is_none() {
        println!("{class}: no jar of {jar} in the folders of TESTUDO_SUBJECTS");
    }
    let jar = found?;
    let path = ClassPath::open(std::slice::from_ref(&jar)).expect("classes");
    Some((class, jar, World::new(path, jdk.clone())))
}

type Of<'a> = &'a dyn Fn(fn(&Measured) -> f64) -> f64;

fn print(rows: &[Row], measured: &[Vec<Measured>], columns: &[&str], cells: &dyn Fn(Of) -> Vec<String>) {
    let mut table = Table::new();
    table.load_preset(presets::ASCII_MARKDOWN);
    table.set_header([&["class", "tests"], columns].concat());
    for (row, rounds) in rows.iter().zip(measured) {
        let (_, class) = row.class.rsplit_once('.').expect("it is in a package");
        let mut line = vec![class.to_owned(), row.source.0.to_owned()];
        line.extend(cells(&|value| median(rounds.iter().map(value).collect())));
        table.add_row(line.into_iter().map(|cell| cell.replace("NaN", "").replace(" %", "%")));
    }
    table.column_iter_mut().skip(2).for_each(|column| column.set_cell_alignment(CellAlignment::Right));
    println!("{table}\n");
}

fn measure(place: &Place, row: &Row, round: u64, seconds: f64) -> Measured {
    let target = Target::new(row.world, row.class);
    let mut measured = Measured::default();
    let tests = match &row.source.1 {
        Source::Scripts => scripts::tests(row.world, row.class),
        Source::Search(algorithm) => search(&target, algorithm, round, seconds, &mut measured),
    };
    measured.length = tests.iter().map(TestCase::len).sum::<usize>() as f64 / tests.len() as f64;
    [measured.plain, measured.probed] = loops(place, row.classes, &target, &tests, seconds);
    measured.worker = worker(&target, &tests, seconds, &mut measured);
    measured
}

/// Processor time of this process and of its workers.
fn used() -> [f64; 2] {
    let own = std::process::id();
    [processes::seconds(own), processes::workers(own).map(processes::seconds).sum()]
}

/// Notes what was spent at half time and at the end.
struct Watch {
    begin: Instant,
    seconds: f64,
    half: Option<(f64, [f64; 2], Spent)>,
}

impl Watch {
    fn new(seconds: f64) -> Watch {
        Watch { begin: Instant::now(), seconds, half: None }
    }

    fn elapsed(&self) -> f64 {
        self.begin.elapsed().as_secs_f64()
    }

    /// To be called again and again.
    fn look(&mut self, spent: Spent) {
        if self.half.is_none() && self.elapsed() > self.seconds / 2.0 {
            self.half = Some((self.elapsed(), used(), spent));
        }
    }

    /// The speed since half time, and statements per second.
    fn speed(&self, spent: Spent) -> (Speed, f64) {
        let (then, before, done) = self.half.expect("it ran longer than half the time");
        let (time, used) = (self.elapsed() - then, used());
        let tests = (spent.tests - done.tests) as f64;
        let cost = [0, 1].map(|process| (used[process] - before[process]) * 1e6 / tests);
        (Speed { tests: tests / time, cost }, (spent.statements - done.statements) as f64 / time)
    }
}

/// Searches; a sample of the tests tried.
fn search(
    target: &Target,
    algorithm: &Algorithm,
    seed: u64,
    seconds: f64,
    measured: &mut Measured,
) -> Vec<TestCase> {
    let begin = Instant::now();
    let mut recorder = Recorder::new(target, begin + Duration::from_secs_f64(seconds));
    let mut watch = Watch::new(seconds);
    let mut rng = Rng::seed_from_u64(seed);
    let gone = || begin.elapsed().as_secs_f64() / seconds;
    let budget = Budget { elapsed_share: &gone, ..Budget::default() };
    let mut look = |progress: &Progress| watch.look(progress.spent);
    // As the preset `testudo` has it.
    let parameters = Parameters { overlap: true, ..Parameters::default() };
    let found = algorithm.search(&mut recorder, &parameters, &budget, &mut rng, &mut look);
    (measured.search, measured.statements) = watch.speed(found.spent);
    recorder.sample
}

/// The runner's loop in a JVM of its own, on classes without probes and with.
fn loops(place: &Place, classes: &Path, target: &Target, tests: &[TestCase], seconds: f64) -> [Speed; 2] {
    let batch = Batch::new(target, tests, &place.scratch);
    let probed = place.scratch.join("probed");
    target.write_probed(&probed);
    [classes, &probed].map(|classes| {
        let [tests, cost] = batch.repeat(&place.runner, classes, seconds);
        Speed { tests, cost: [0.0, cost] }
    })
}

/// One worker with probes; also what the tests do.
fn worker(target: &Target, tests: &[TestCase], seconds: f64, measured: &mut Measured) -> Speed {
    let mut vm = target.worker();
    let batches: Vec<Vec<&TestCase>> = tests.chunks(BATCH).map(|it| it.iter().collect()).collect();
    for batch in batches.iter().cycle().take(IN_FLIGHT) {
        vm.submit(target.world, batch, BatchSettings::new(Mode::Run));
    }
    let mut watch = Watch::new(seconds);
    let mut spent = Spent::default();
    let mut threw = 0.0;
    for batch in batches.iter().cycle().skip(IN_FLIGHT) {
        for execution in vm.next_results().expect("results") {
            let failed = matches!(execution.outcome, Outcome::Threw { .. });
            spent.tests += 1;
            spent.statements += u64::from(execution.executed) + u64::from(failed);
            threw += f64::from(u8::from(failed));
        }
        vm.submit(target.world, batch, BatchSettings::new(Mode::Run));
        watch.look(spent);
        if watch.elapsed() > seconds {
            break;
        }
    }
    measured.executed = spent.statements as f64 / spent.tests as f64;
    measured.threw = threw / spent.tests as f64;
    watch.speed(spent).0
}
