//! Generated tests compile.

use std::fs;
use std::process::Command;

use emit::TestClass;
use generation::{GenerationContext, crossover, mutate};
use testcase::{CheckedTest, TestCase};
use types::World;

use crate::setup::{classes, random_tests, seeded, shop, world};

/// Number of tests in a test class. It is small because the class file format limits the size of a class.
const TESTS_PER_CLASS: usize = 120;

/// Returns random tests and their descendants over several generations.
fn generations(context: &GenerationContext) -> Vec<TestCase> {
    let mut rng = seeded(5);
    let mut tests = random_tests(context, TESTS_PER_CLASS);
    let mut all = tests.clone();
    for _ in 0..4 {
        for pair in tests.chunks_exact_mut(2) {
            let [a, b] = pair else { unreachable!("each chunk is a pair") };
            (*a, *b) = crossover::single_point(a, b, context, &mut rng);
        }
        for test in &mut tests {
            let completed = test.len();
            mutate(test, completed, context, &mut rng);
        }
        tests.rotate_left(1);
        all.extend(tests.iter().cloned());
    }
    all
}

/// Returns a test class that contains the given tests.
fn test_class(world: &World, context: &GenerationContext, number: usize, tests: &[TestCase]) -> TestClass {
    let tests = tests.iter().enumerate();
    let tests = tests
        .map(|(index, case)| CheckedTest { name: format!("test{index}"), ..CheckedTest::new(case.clone()) });
    let named = TestClass::named(world, context.cluster.subject);
    TestClass { name: format!("Shop{number}Test"), tests: tests.collect(), ..named }
}

/// The names and the sources of the JUnit types that test classes use.
const JUNIT: [(&str, &str); 3] = [
    (
        "Assertions",
        "package org.junit.jupiter.api;
        public class Assertions {
            public interface Executable { void execute() throws Throwable; }
            public interface ThrowingSupplier<T> { T get() throws Throwable; }
            public static void assertDoesNotThrow(Executable executable) {}
            public static <T> T assertDoesNotThrow(ThrowingSupplier<T> supplier) { return null; }
        }",
    ),
    ("Test", "package org.junit.jupiter.api; public @interface Test { }"),
    ("TempDir", "package org.junit.jupiter.api.io; public @interface TempDir { }"),
];

#[test]
fn random_tests_and_their_descendants_compile_without_errors_and_warnings() {
    let world = world();
    let context = shop(&world);
    let folder = tempfile::tempdir().unwrap();
    let mut files = Vec::new();
    for (name, source) in JUNIT {
        files.push(folder.path().join(format!("{name}.java")));
        fs::write(files.last().unwrap(), source).unwrap();
    }
    for (number, tests) in generations(&context).chunks(TESTS_PER_CLASS).enumerate() {
        let class = test_class(&world, &context, number, tests);
        files.push(folder.path().join(format!("{}.java", class.name)));
        fs::write(files.last().unwrap(), emit::source(&world, &class).text).unwrap();
    }
    let output = Command::new(world.jdk().javac())
        .args(["-proc:none", "-Xlint:all", "-Xmaxwarns", "1000", "-encoding", "UTF-8", "-cp"])
        .arg(classes())
        .arg("-d")
        .arg(folder.path().join("classes"))
        .args(&files)
        .output()
        .unwrap();
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{messages}");
    let warnings: Vec<&str> = messages.lines().filter(|line| line.contains(": warning: ")).collect();
    assert!(warnings.is_empty(), "{} warnings:\n{messages}", warnings.len());
}
