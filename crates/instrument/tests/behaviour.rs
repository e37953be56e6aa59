//! Instrumented code behaves like the original code, and the JVM accepts it.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::Program;
use fixtures::NamedClass;
use instrument::{Omission, Options, instrument};

#[test]
fn an_instrumented_program_prints_the_same_output() {
    check("Everything");
}

#[test]
fn probes_do_not_change_the_results_of_calls_and_do_not_call_code_under_test() {
    check("ProbedCalls");
}

/// Checks that a program prints the same output with and without instrumentation, and with and without hints.
fn check(program: &str) {
    let main = program;
    let folder = tempfile::tempdir().unwrap();
    let [runner, original, defaults, probes, everything] =
        ["runner", "original", "defaults", "probes", "everything"].map(|name| folder.path().join(name));
    let mut sources = common::runner_sources();
    sources.push(common::source("testudo/Launch.java"));
    sources.push(common::source(&format!("{main}.java")));
    common::javac(&runner, &sources);
    let classes = common::classes(&runner);
    for (name, _) in &classes {
        fs::remove_file(runner.join(name)).unwrap();
    }
    let program = common::program(&classes);
    common::write(&original, &classes);
    let mutants = common::mutants(&classes, &program);
    let options = common::everything(&mutants);
    common::write(&defaults, &common::instrumented(&classes, &program, &Options::default()));
    common::write(&everything, &common::instrumented(&classes, &program, &options));
    let options = Options { schemata: false, ..options };
    common::write(&probes, &common::instrumented(&classes, &program, &options));
    let run = |folder: &Path, hints: bool, details: char| {
        let mut java = fixtures::jdk_tool("java");
        // Without this option, compiled code can throw exceptions without a stack trace.
        java.arg("-XX:-OmitStackTraceInFastThrow")
            .args(["-XX:+IgnoreUnrecognizedVMOptions".to_owned(), format!("-Dhints={hints}")])
            .arg(format!("-XX:{details}ShowCodeDetailsInExceptionMessages"))
            .arg("-cp")
            .arg(common::path(&[folder, &runner]));
        fixtures::run(java.arg("testudo.Launch").args(common::counts(&program, &mutants)).arg(main))
    };
    let expected = run(&original, false, '+');
    assert!(expected.lines().count() > 100);
    for (classes, hints) in [(&defaults, false), (&defaults, true), (&probes, false), (&probes, true)] {
        assert_same_lines(&run(classes, hints, '+'), &expected);
    }
    // With mutant schemata, the JVM runs without details in messages: a message would name another null
    // expression if an outlined method makes the call.
    let expected = run(&original, false, '-');
    for hints in [false, true] {
        assert_same_lines(&run(&everything, hints, '-'), &expected);
    }
}

#[test]
#[ignore = "sweep over whole libraries: ./x test --all"]
fn the_jvm_accepts_every_instrumented_class_of_the_subjects() {
    let jars = fixtures::subject_jars();
    let folder = tempfile::tempdir().unwrap();
    let runner = folder.path().join("runner");
    let mut sources = common::runner_sources();
    sources.push(common::source("testudo/Link.java"));
    common::javac(&runner, &sources);
    for jar in jars {
        let classes = fixtures::class_files_of_jar(&jar);
        let name = jar.file_name().unwrap().to_str().unwrap();
        let rejected_before = rejected_classes(&runner, &jar, &jar);
        for program in [common::program(&classes), Program::default()] {
            let mutants = match program.methods.is_empty() {
                false => common::mutants(&classes, &program),
                true => Arc::default(),
            };
            for options in [Options::default(), common::everything(&mutants)] {
                let edited = instrument_all(name, &classes, &program, &options);
                let edited_jar = folder.path().join(name);
                fixtures::write_jar(&edited_jar, &edited);
                assert_eq!(rejected_classes(&runner, &edited_jar, &jar), rejected_before, "{name}");
            }
        }
    }
}

fn assert_same_lines(found: &str, expected: &str) {
    for (found, expected) in found.lines().zip(expected.lines()) {
        let name = expected.split(':').next();
        for (found, expected) in found.split(" (").zip(expected.split(" (")) {
            assert_eq!(found, expected, "{name:?}");
        }
        assert_eq!(found.len(), expected.len(), "{name:?}");
    }
    assert_eq!(found.lines().count(), expected.lines().count());
}

/// Returns the classes of `jar` that the JVM rejects. The class path includes all jars in the folder of
/// `original`, because these jars can contain dependencies.
fn rejected_classes(runner: &Path, jar: &Path, original: &Path) -> String {
    let mut path = vec![jar.to_owned(), runner.to_owned()];
    path.extend(common::jars(original.parent().unwrap()));
    let path: Vec<&Path> = path.iter().map(PathBuf::as_path).collect();
    fixtures::run(fixtures::jdk_tool("java").arg("-cp").arg(common::path(&path)).arg("testudo.Link").arg(jar))
}

/// Instruments the classes of a jar and prints the warnings. No class may remain without instrumentation.
fn instrument_all(
    jar: &str,
    classes: &[NamedClass],
    program: &Program,
    options: &Options,
) -> Vec<NamedClass> {
    let mut edited = Vec::new();
    for (name, bytes) in classes {
        let instrumented = instrument(bytes, program, options);
        for warning in &instrumented.warnings {
            println!("{jar}: {warning}");
            assert_ne!(warning.omission, Omission::Class);
        }
        edited.push((name.clone(), instrumented.bytes));
    }
    edited
}
