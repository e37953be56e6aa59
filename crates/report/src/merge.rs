//! Merges the reports of several machines.

use std::collections::BTreeSet;

use crate::Error;
use crate::model::{Module, Report};

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
