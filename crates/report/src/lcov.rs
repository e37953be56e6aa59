//! The file `lcov.info`: line and branch coverage in the format of LCOV, which `genhtml` and most coverage
//! services read.
//!
//! The format counts executions. A report records only whether a test executes a line, so the counts are 1
//! and 0.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::files::by_file;
use crate::model::{Class, Report};

/// A branch: its line, its block (the number of its condition in the file) and its number in the block.
type BranchKey = (u32, u32, u32);

/// Returns the content of the file.
pub(crate) fn write(report: &Report) -> String {
    by_file(report).into_iter().map(|(path, classes)| file(path, &classes)).collect()
}

fn file(path: &str, classes: &[&Class]) -> String {
    // A line break would start a record of its own.
    let mut text = format!("TN:\nSF:{}\n", path.replace(['\n', '\r'], "_"));
    let branches = branches(classes);
    for ((line, block, number), taken) in &branches {
        let _ = writeln!(text, "BRDA:{line},{block},{number},{taken}");
    }
    let _ = writeln!(text, "BRF:{}\nBRH:{}", branches.len(), hits(&branches));
    let lines = lines(classes);
    for (line, count) in &lines {
        let _ = writeln!(text, "DA:{line},{count}");
    }
    let _ = writeln!(text, "LF:{}\nLH:{}\nend_of_record", lines.len(), hits(&lines));
    text
}

/// Returns 1 for each covered line, and 0 for each other line with code. Classes of a file can share a line.
fn lines(classes: &[&Class]) -> BTreeMap<u32, u32> {
    let mut counts = BTreeMap::new();
    for line in classes.iter().flat_map(|class| &class.lines) {
        let count = counts.entry(line.line).or_insert(0);
        *count = u32::from(line.covered).max(*count);
    }
    counts
}

/// Returns `1` for each covered branch, `0` for each other branch of an executed line, and `-` for each
/// branch of a line that no test executes. Branches without a line have no place in the format.
fn branches(classes: &[&Class]) -> BTreeMap<BranchKey, &'static str> {
    let lines = lines(classes);
    let mut taken = BTreeMap::new();
    let mut first_block = 0;
    for class in classes {
        let mut numbers: BTreeMap<u32, u32> = BTreeMap::new();
        for branch in class.branches.iter().filter(|branch| branch.line > 0) {
            let number = numbers.entry(branch.condition).or_default();
            let count = match (branch.covered, lines.get(&branch.line)) {
                (true, _) => "1",
                (false, Some(1)) => "0",
                (false, _) => "-",
            };
            taken.insert((branch.line, first_block + branch.condition, *number), count);
            *number += 1;
        }
        first_block += class.branches.iter().map(|branch| branch.condition + 1).max().unwrap_or(0);
    }
    taken
}

fn hits<K, V: ToString>(counts: &BTreeMap<K, V>) -> usize {
    counts.values().filter(|count| count.to_string() == "1").count()
}
