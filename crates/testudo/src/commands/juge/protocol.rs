//! The protocol of JUGE, the infrastructure of the JUnit tool contest. JUGE and a test generator exchange
//! lines:
//!
//! 1. JUGE sends `BENCHMARK`, the folder of the sources, the folder of the classes, the number of class path
//!    entries, the entries, and the number of classes under test. The generator answers `READY`.
//! 2. For each class under test, JUGE sends the time budget in seconds, and the name of the class. The
//!    generator writes the tests, and answers `READY`.
//!
//! JUGE's own client sends the time budget only before the first class. Then the budget is the same for all
//! classes.

use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::time::Duration;

use crate::exit::{Exit, Failure};

/// Largest time budget in seconds: 30 days. A larger number is no time budget.
const MAX_BUDGET: u64 = 30 * 24 * 60 * 60;

/// The classes under test and their libraries.
#[derive(Debug, PartialEq, Eq)]
pub struct Benchmark {
    /// The folder of the classes, and the entries of the class path.
    pub class_path: Vec<PathBuf>,
    /// Number of classes under test.
    pub classes: usize,
}

/// A class under test.
#[derive(Debug, PartialEq, Eq)]
pub struct Challenge {
    /// Binary name of the class.
    pub class: String,
    /// Time for all work on the class.
    pub budget: Duration,
}

/// Serves JUGE until the last class is done. `prepare` prepares a benchmark, and its result is an argument of
/// `generate`, which writes the tests of a class.
///
/// # Errors
/// Returns a failure if `prepare` fails, if the input ends early or has an unexpected line, or if the output
/// cannot be written.
pub fn serve<T>(
    input: impl BufRead,
    mut output: impl Write,
    prepare: impl FnOnce(&Benchmark) -> Result<T, Failure>,
    mut generate: impl FnMut(&T, &Challenge),
) -> Result<(), Failure> {
    let mut input = Input { reader: input, line: 0, budget: None };
    let benchmark = input.benchmark()?;
    let prepared = prepare(&benchmark)?;
    ready(&mut output)?;
    for _ in 0..benchmark.classes {
        generate(&prepared, &input.challenge()?);
        ready(&mut output)?;
    }
    Ok(())
}

fn ready(output: &mut impl Write) -> Result<(), Failure> {
    writeln!(output, "READY").and_then(|()| output.flush()).map_err(|error| Failure {
        exit: Exit::Output,
        message: format!("cannot answer JUGE on standard output: {error}; check whether JUGE has ended"),
    })
}

/// Reads the lines of JUGE.
struct Input<R> {
    reader: R,
    /// Number of the last line that was read, counted from 1.
    line: usize,
    /// The last time budget that was read.
    budget: Option<Duration>,
}

impl<R: BufRead> Input<R> {
    fn benchmark(&mut self) -> Result<Benchmark, Failure> {
        self.read("BENCHMARK", |line| (line == "BENCHMARK").then_some(()))?;
        self.read("the folder of the sources", some_path)?;
        let mut class_path = vec![self.read("the folder of the classes", some_path)?];
        for _ in 0..self.read("the number of class path entries", |line| line.parse::<usize>().ok())? {
            let entry = self.read("a class path entry", some_path)?;
            if !class_path.contains(&entry) {
                class_path.push(entry);
            }
        }
        let classes = self.read("the number of classes under test", |line| line.parse().ok())?;
        Ok(Benchmark { class_path, classes })
    }

    fn challenge(&mut self) -> Result<Challenge, Failure> {
        let expected = match self.budget {
            None => "the time budget in seconds",
            Some(_) => "the time budget in seconds or the name of a class",
        };
        let budget = self.budget;
        let (budget, class) = self.read(expected, |line| match seconds(line) {
            Some(budget) => Some((budget, None)),
            None => Some((budget?, Some(class_name(line)?))),
        })?;
        self.budget = Some(budget);
        let class = match class {
            Some(class) => class,
            None => self.read("the name of a class", class_name)?,
        };
        Ok(Challenge { class, budget })
    }

    /// Reads the next line and parses it. `expected` describes the line; `parse` returns `None` for another
    /// line.
    fn read<T>(&mut self, expected: &str, parse: impl FnOnce(&str) -> Option<T>) -> Result<T, Failure> {
        self.line += 1;
        let mut line = String::new();
        let found = match self.reader.read_line(&mut line) {
            Ok(0) => "the end of the input".to_owned(),
            Ok(_) => {
                let line = line.trim_end_matches(['\r', '\n']);
                match parse(line) {
                    Some(value) => return Ok(value),
                    None => format!("\"{line}\""),
                }
            }
            Err(error) => format!("an error ({error})"),
        };
        let message = format!(
            "line {} of standard input must be {expected}, but is {found}; let JUGE start `testudo juge`, or \
             write the lines of its protocol",
            self.line
        );
        Err(Failure { exit: Exit::CommandLine, message })
    }
}

fn some_path(line: &str) -> Option<PathBuf> {
    (!line.is_empty()).then(|| PathBuf::from(line))
}

fn seconds(line: &str) -> Option<Duration> {
    line.parse().ok().filter(|seconds| (1..=MAX_BUDGET).contains(seconds)).map(Duration::from_secs)
}

/// Returns a line as the name of a class. Only the first character is checked, because the engine refuses a
/// class that does not exist.
fn class_name(line: &str) -> Option<String> {
    let is_name = line.starts_with(|first: char| first.is_alphabetic() || "_$".contains(first));
    is_name.then(|| line.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Serves an input. Returns the output and the result. The output also contains a line for each call of
    /// `prepare` and `generate`.
    fn serve_lines(lines: &[&str]) -> (String, Result<(), String>) {
        let output = std::cell::RefCell::new(Vec::new());
        let note = |text: String| writeln!(output.borrow_mut(), "{text}").unwrap();
        let result = serve(
            lines.join("\n").as_bytes(),
            Shared(&output),
            |benchmark| {
                note(format!("{:?} {}", benchmark.class_path, benchmark.classes));
                Ok(())
            },
            |(), challenge| note(format!("{} {:?}", challenge.class, challenge.budget)),
        );
        let output = String::from_utf8(output.into_inner()).unwrap();
        (output, result.map_err(|failure| failure.message))
    }

    /// A writer that shares its bytes with the test.
    struct Shared<'a>(&'a std::cell::RefCell<Vec<u8>>);

    impl Write for Shared<'_> {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[track_caller]
    fn check_output(lines: &[&str], expected: &str) {
        assert_eq!(serve_lines(lines), (expected.to_owned(), Ok(())));
    }

    #[track_caller]
    fn check_error(lines: &[&str], expected: &str) {
        let (output, result) = serve_lines(lines);
        let message = result.expect_err(&output);
        assert!(message.starts_with(expected), "{message}");
    }

    const ONE_CLASS: [&str; 6] = ["BENCHMARK", "src", "bin", "1", "a.jar", "1"];

    #[test]
    fn the_generator_is_ready_after_the_description_and_after_each_class() {
        let input = [&ONE_CLASS[..5], &["2", "10", "a.B", "20", "a.C$D"]].concat();
        check_output(&input, "[\"bin\", \"a.jar\"] 2\nREADY\na.B 10s\nREADY\na.C$D 20s\nREADY\n");
    }

    #[test]
    fn the_budget_of_the_first_class_is_the_budget_of_later_classes_without_a_budget() {
        let input = [&ONE_CLASS[..5], &["2", "10", "a.B", "a.C"]].concat();
        check_output(&input, "[\"bin\", \"a.jar\"] 2\nREADY\na.B 10s\nREADY\na.C 10s\nREADY\n");
    }

    #[test]
    fn a_class_path_can_repeat_the_folder_of_the_classes_and_the_number_of_classes_can_be_zero() {
        check_output(&["BENCHMARK", "src", "bin", "1", "bin", "0"], "[\"bin\"] 0\nREADY\n");
    }

    #[test]
    fn lines_can_end_as_on_windows() {
        check_output(&["BENCHMARK\r", "src\r", "bin\r", "0\r", "0\r"], "[\"bin\"] 0\nREADY\n");
    }

    #[test]
    fn an_unexpected_line_is_an_error_with_its_number_and_the_expected_line() {
        check_error(&["BENCH"], "line 1 of standard input must be BENCHMARK, but is \"BENCH\"; ");
        check_error(&["BENCHMARK", ""], "line 2 of standard input must be the folder of the sources");
        check_error(&["BENCHMARK", "src", "bin", "-1"], "line 4 of standard input must be the number");
        let challenge = |lines: &[&'static str]| [&ONE_CLASS[..], lines].concat();
        let budget = "line 7 of standard input must be the time budget in seconds, but is ";
        check_error(&challenge(&["a.B"]), budget);
        check_error(&challenge(&["0"]), budget);
        check_error(&challenge(&["99999999999999999999"]), budget);
        check_error(&challenge(&["10", "20"]), "line 8 of standard input must be the name of a class");
    }

    #[test]
    fn an_early_end_of_the_input_is_an_error() {
        check_error(&[], "line 1 of standard input must be BENCHMARK, but is the end of the input; ");
        check_error(&ONE_CLASS[..5], "line 6 of standard input must be the number of classes under test");
        check_error(&ONE_CLASS, "line 7 of standard input must be the time budget in seconds");
    }
}
