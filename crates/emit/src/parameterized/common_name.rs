//! Name of a parameterized test.

use std::collections::BTreeSet;

use types::{capitalised, decapitalised};

use crate::ast::{Role, TestMethod};

/// Returns the common part of the names of several tests.
///
/// The parts of a test name such as `parse_emptyText_returnsNull_2` are separated by underscores. The common
/// name contains the parts that occur in all names, except numbers. Of parts such as `nullKeyAndZeroIndex`,
/// it contains the conditions that occur in all names. If names have different parts that start with
/// `returns`, the common name ends with `returnsExpected`. If only some names have such a part, it becomes
/// part of the common name, unless the expected values differ. A name without any part ends with
/// `hasExpectedValues` if the tests assert values.
pub(super) fn common_name(tests: &[TestMethod], do_expected_values_differ: bool) -> String {
    let parts = |name: &str| -> Vec<String> {
        let is_number = |part: &str| part.chars().all(|c| c.is_ascii_digit());
        name.split('_').skip(1).filter(|part| !is_number(part)).map(str::to_owned).collect()
    };
    let parts_by_test: Vec<Vec<String>> = tests.iter().map(|it| parts(&it.name)).collect();
    let methods = tests.iter().map(TestMethod::tested_method);
    let mut name = methods.min_by_key(|method| method.len()).expect("a group is not empty").to_owned();
    for part in &parts_by_test[0] {
        let is_common = |condition: &String| {
            parts_by_test.iter().all(|parts| parts.iter().any(|part| conditions(part).contains(condition)))
        };
        let common: Vec<String> = conditions(part).into_iter().filter(is_common).collect();
        if !common.is_empty() {
            name += &format!("_{}", decapitalised(&common.join("And")));
        }
    }
    let is_result = |part: &&String| part.starts_with("returns");
    let results: BTreeSet<&String> = parts_by_test.iter().flatten().filter(is_result).collect();
    match results.first() {
        Some(result) if results.len() == 1 && !do_expected_values_differ && !name.contains("_returns") => {
            name += &format!("_{result}");
        }
        Some(_) if !name.contains("_returns") => name += "_returnsExpected",
        _ => {}
    }
    let asserts_value = tests[0].body.iter().any(|step| matches!(step.role, Role::Assert(Some(_))));
    if asserts_value && !name.contains('_') {
        name += "_hasExpectedValues";
    }
    name
}

/// Returns the conditions in a part of a name, with their first letters in upper case: `NullKey` and
/// `ZeroIndex` for `nullKeyAndZeroIndex`.
fn conditions(part: &str) -> Vec<String> {
    let mut conditions: Vec<String> = Vec::new();
    for piece in part.split("And") {
        match conditions.last_mut() {
            // The letters are part of a word, such as `androidAndroid`.
            Some(last) if !piece.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()) => {
                *last += &format!("And{piece}");
            }
            _ => conditions.push(capitalised(piece)),
        }
    }
    conditions
}
