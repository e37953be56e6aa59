//! Merges the reports of several machines, and the results of earlier runs.

use std::collections::BTreeSet;

use crate::Error;
use crate::model::{Class, Module, Report};

/// Merges reports of one project, such as the reports of all shards of a run.
///
/// # Errors
/// Returns an error if the reports are of different projects, or if two reports contain the same class.
pub fn merge(reports: impl IntoIterator<Item = Report>) -> Result<Report, Error> {
    let mut reports = reports.into_iter();
    let mut merged = reports.next().unwrap_or_default();
    for report in reports {
        if report.project != merged.project {
            return Err(Error::OtherProject { first: merged.project, second: report.project });
        }
        for module in report.modules {
            add_module(&mut merged, module)?;
        }
        // Each shard builds the whole project, so several shards can report the same test.
        let new = report.changes.into_iter().filter(|change| !merged.changes.contains(change));
        let new: Vec<_> = new.collect();
        merged.changes.extend(new);
    }
    Ok(merged)
}

fn add_module(merged: &mut Report, module: Module) -> Result<(), Error> {
    let Some(known) = merged.modules.iter_mut().find(|known| known.name == module.name) else {
        merged.modules.push(module);
        return Ok(());
    };
    let names: BTreeSet<&str> = known.classes.iter().map(|class| class.name.as_str()).collect();
    if let Some(twice) = module.classes.iter().find(|class| names.contains(class.name.as_str())) {
        return Err(Error::SameClass { module: module.name, class: twice.name.clone() });
    }
    known.classes.extend(module.classes);
    known.classes.sort_by(|left, right| left.name.cmp(&right.name));
    known.unchanged += module.unchanged;
    known.skipped += module.skipped;
    Ok(())
}

impl Module {
    /// Adds the classes of an earlier report that the run left alone. `unchanged` contains the names and
    /// fingerprints of these classes. Classes that are not in the earlier report are only counted.
    pub fn add_unchanged(&mut self, unchanged: &[(String, String)], earlier: Option<&Report>) {
        let is_same = |class: &&Class| {
            let is_same = |(name, fingerprint): &(String, String)| {
                class.name == *name && class.fingerprint.as_ref() == Some(fingerprint)
            };
            unchanged.iter().any(is_same)
        };
        let modules = earlier.iter().flat_map(|report| &report.modules);
        let classes = modules.filter(|module| module.name == self.name).flat_map(|module| &module.classes);
        let kept: Vec<Class> = classes.filter(is_same).cloned().collect();
        self.unchanged += unchanged.len() - kept.len();
        self.classes.extend(kept);
        self.classes.sort_by(|left, right| left.name.cmp(&right.name));
    }
}
