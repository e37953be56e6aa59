//! The exports of a module.

use classfile::{Summary, attributes};
use rustc_hash::FxHashSet;

/// Returns the packages that a `module-info.class` exports to every module, with slashes. The result is empty
/// if the class is damaged.
pub fn exports(module_info: &[u8]) -> FxHashSet<String> {
    let Ok(info) = Summary::read(module_info) else { return FxHashSet::default() };
    let data = info.attributes.find("Module", &info.constants).unwrap_or_default();
    let module = attributes::module(data, &info.constants);
    module
        .map(|m| m.exports.iter().map(|package| package.to_str().into_owned()).collect())
        .unwrap_or_default()
}
