//! The classes of a report by source file. The formats of other tools describe files, not classes.

use std::collections::BTreeMap;

use crate::model::{Class, Report};

/// Returns the classes of each source file, by the path of the file.
pub(crate) fn by_file(report: &Report) -> BTreeMap<&str, Vec<&Class>> {
    let mut files: BTreeMap<&str, Vec<&Class>> = BTreeMap::new();
    for class in report.classes() {
        files.entry(&class.path).or_default().push(class);
    }
    files
}
