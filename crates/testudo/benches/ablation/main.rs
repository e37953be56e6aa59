//! Measures the benefit of each part of the search: the covered branch goals with all parts on, and with one
//! part turned off at a time. With configurations as arguments, compares these configurations instead.
//!
//! - `cargo bench -p testudo --bench ablation -- [seconds of each search] [number of seeds]`
//! - `cargo bench -p testudo --bench ablation -- [number of seeds] configuration...`
//!
//! A configuration is one argument with options of `testudo generate`, including a budget. The benchmark
//! compares each configuration with the first configuration. It runs as many searches at the same time as the
//! machine has cores. It finishes all classes and configurations with one seed before it begins the next
//! seed. Therefore other load on the machine affects all configurations equally. The table is printed as
//! Markdown.

mod classes;

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use engine::configuration::features::{self, Feature};
use strum::VariantArray;

/// A search: the index of its class, the index of its configuration, and its seed.
type Run = (usize, usize, u64);

/// Options of `testudo generate`, with a title for the table.
struct Configuration {
    title: String,
    options: Vec<String>,
}

fn main() {
    // cargo adds the argument `--bench`.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let mut numbers = arguments.iter().filter_map(|argument| argument.parse::<u64>().ok());
    let option_texts = arguments.iter().filter(|argument| argument.starts_with("--"));
    let mut configurations: Vec<Configuration> = option_texts.map(configuration).collect();
    if configurations.is_empty() {
        configurations = ablations(numbers.next().unwrap_or(10));
    }
    let seeds = numbers.next().unwrap_or(3);
    let jars = jars(
        std::env::var_os("TESTUDO_SUBJECTS")
            .expect("TESTUDO_SUBJECTS is not set; run ./x ablation, which sets the variable"),
    );
    let runs: Vec<Run> = (1..=seeds)
        .flat_map(|seed| (0..classes::CLASSES.len()).map(move |class| (class, seed)))
        .flat_map(|(class, seed)| (0..configurations.len()).map(move |it| (class, it, seed)))
        .collect();
    let shares = search_all(&runs, &configurations, &jars);
    print_table(&runs, &shares, &configurations, seeds);
}

/// Returns the configuration with all parts of the search on, and for each part the configuration without it.
fn ablations(seconds: u64) -> Vec<Configuration> {
    let time = ["--stop-when-stale=false".to_owned(), "--time".to_owned(), format!("{seconds}s")];
    let without = |feature: &Feature| {
        let name = features::names(&[*feature]);
        let options = [&time[..], &["--without".to_owned(), name.clone()]].concat();
        Configuration { title: format!("without `{name}`"), options }
    };
    let all = Configuration { title: "all on".to_owned(), options: time.to_vec() };
    std::iter::once(all).chain(Feature::VARIANTS.iter().map(without)).collect()
}

/// Returns the configuration for an argument of the command line.
fn configuration(options: &String) -> Configuration {
    let words = options.split_whitespace().map(str::to_owned).collect();
    Configuration { title: format!("`{options}`"), options: words }
}

/// Returns all jars in the subfolders of a folder, as a class path.
fn jars(folder: impl AsRef<Path>) -> std::ffi::OsString {
    let mut jars: Vec<PathBuf> = Vec::new();
    for library in std::fs::read_dir(folder).expect("the folder of the jars").flatten() {
        let files = std::fs::read_dir(library.path()).into_iter().flatten().flatten();
        jars.extend(
            files.map(|file| file.path()).filter(|path| path.extension().is_some_and(|it| it == "jar")),
        );
    }
    jars.sort();
    std::env::join_paths(jars).expect("paths of jars")
}

/// Runs all searches. Returns for each search the share of branch goals that it covered, from 0 to 1.
fn search_all(runs: &[Run], configurations: &[Configuration], jars: &std::ffi::OsStr) -> Vec<f64> {
    let next_index = AtomicUsize::new(0);
    let shares = Mutex::new(vec![f64::NAN; runs.len()]);
    let work = || {
        loop {
            let index = next_index.fetch_add(1, Ordering::Relaxed);
            let Some(&(class, configuration, seed)) = runs.get(index) else { break };
            eprint!("\rsearch {} of {}", index + 1, runs.len());
            let share = search(classes::CLASSES[class], &configurations[configuration], jars, seed);
            shares.lock().expect("no thread panics while it locks the shares")[index] = share;
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    eprintln!();
    shares.into_inner().expect("no thread panics while it locks the shares")
}

/// Runs a search. Returns the share of branch goals that it covered, from 0 to 1.
fn search(class: &str, configuration: &Configuration, jars: &std::ffi::OsStr, seed: u64) -> f64 {
    let output = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_testudo"));
    command.args(["generate", "--json", "--quiet", "--class", class]).args(&configuration.options);
    command
        .args(["--seed", &seed.to_string()])
        .arg("--classpath")
        .arg(jars)
        .arg("--output")
        .arg(output.path());
    let run = command.output().expect("testudo runs");
    let report: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap_or_default();
    let is_branch = |count: &&serde_json::Value| count["criterion"] == "branch";
    let branches = report["criteria"].as_array().into_iter().flatten().find(is_branch);
    let branches = branches.unwrap_or(&report);
    match (branches["covered"].as_f64(), branches["goals"].as_f64()) {
        (Some(covered), Some(goals)) => covered / goals.max(1.0),
        _ => panic!("{command:?} printed no report: {}", String::from_utf8_lossy(&run.stderr)),
    }
}

/// Prints the table: for each configuration the mean coverage, and its difference from the first
/// configuration.
fn print_table(runs: &[Run], shares: &[f64], configurations: &[Configuration], seeds: u64) {
    let classes = classes::CLASSES.len();
    println!("{classes} classes, {seeds} seeds\n");
    println!(
        "| configuration | mean of covered goals | difference | classes that lose | classes that win | largest loss |"
    );
    println!("|---|---|---|---|---|---|");
    let mean_of = |class: usize, configuration: usize| {
        let is_selected = |run: &Run| (run.0, run.1) == (class, configuration);
        mean(runs.iter().zip(shares).filter(|(run, _)| is_selected(run)).map(|(_, share)| 100.0 * share))
    };
    let first_means: Vec<f64> = (0..classes).map(|class| mean_of(class, 0)).collect();
    for (configuration, Configuration { title, .. }) in configurations.iter().enumerate() {
        let means: Vec<f64> = (0..classes).map(|class| mean_of(class, configuration)).collect();
        let differences: Vec<f64> =
            means.iter().zip(&first_means).map(|(mean, first)| mean - first).collect();
        let (mean_of_classes, difference) = (mean(means.into_iter()), mean(differences.iter().copied()));
        let count = |is_counted: fn(f64) -> bool| differences.iter().filter(|it| is_counted(**it)).count();
        let (lose, win) = (count(|difference| difference < -1.0), count(|difference| difference > 1.0));
        println!(
            "| {title} | {mean_of_classes:.1} % | {difference:+.1} | {lose} | {win} | {} |",
            largest_loss(&differences)
        );
    }
    println!(
        "\nA class loses or wins if its mean over the seeds differs from its mean with the first configuration by more than 1 percentage point."
    );
}

/// Returns the simple name of the class that loses most coverage, and the loss in percentage points. Returns
/// an empty text if no loss exceeds 1 percentage point. A loss is relative to the first configuration.
fn largest_loss(differences: &[f64]) -> String {
    let lowest_class = (0..differences.len()).min_by(|&a, &b| differences[a].total_cmp(&differences[b]));
    let losing_class = lowest_class.filter(|&class| differences[class] < -1.0);
    losing_class.map_or_else(String::new, |class| {
        let simple_name = classes::CLASSES[class].rsplit('.').next().unwrap_or_default();
        format!("`{simple_name}` {:+.1}", differences[class])
    })
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let values: Vec<f64> = values.collect();
    values.iter().sum::<f64>() / values.len().max(1) as f64
}
