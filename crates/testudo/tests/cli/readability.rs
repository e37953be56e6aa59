//! Limits for what makes generated tests hard to read. The golden files are the tests of twelve classes.

use std::fs;
use std::path::Path;

use readability::{Counts, PROPERTIES, count};

use crate::setup::java_files;

/// For each property, the maximum percentage of tests with the property. Lower a limit when the tests get
/// better.
const LIMITS: [(&str, f64); PROPERTIES.len()] = [
    ("numbered name", 3.0),
    ("name of the method only", 3.0),
    ("noise text", 3.0),
    ("unused variable", 2.0),
    ("no assertion", 2.0),
    ("assertion before the tested call", 13.0),
    ("unrelated assertion", 3.0),
    ("self-reference", 3.0),
    ("expected crash", 4.0),
    ("near-duplicate", 10.0),
];

#[test]
fn golden_files_contain_few_tests_that_are_hard_to_read() {
    let mut files = Vec::new();
    java_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden"), &mut files);
    let mut all = Counts::default();
    for file in files {
        let source = fs::read_to_string(&file).unwrap();
        all += &count(&source).unwrap_or_else(|| panic!("{} is not valid Java", file.display()));
    }
    for ((name, limit), (property, found)) in LIMITS.iter().zip(PROPERTIES.iter().zip(all.found)) {
        let percent = 100.0 * found as f64 / all.tests as f64;
        assert_eq!(*name, property.name);
        assert!(percent <= *limit, "{name}: {percent:.1} % of {} tests, limit {limit} %", all.tests);
    }
}
