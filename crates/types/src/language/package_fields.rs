//! Finds the fields that other classes of the same package use.

use std::cell::RefCell;

use classfile::{Constant, Summary};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{FieldId, World, package_of};

/// The name of a class with slashes, and the name of its field.
type FieldName = (Box<[u8]>, Box<[u8]>);

/// For each package that was searched, the fields that its classes use of other classes of the package.
#[derive(Default)]
pub struct PackageFields {
    packages: RefCell<FxHashMap<String, FxHashSet<FieldName>>>,
}

impl World {
    /// Returns whether the code of another class in the package of a field mentions the field. Nested classes
    /// of the same top-level class do not count.
    pub fn is_used_in_package(&self, field: FieldId) -> bool {
        let field = self.field(field);
        let class = self.name(field.class);
        let package = package_of(class);
        let mut packages = self.package_fields.packages.borrow_mut();
        let used = packages.entry(package.to_owned()).or_insert_with(|| used_fields(self, package));
        let class = class.replace('.', "/").into_bytes().into_boxed_slice();
        used.contains(&(class, field.name.as_bytes().into()))
    }
}

/// Returns the fields of classes in a package that the code of other classes in the package mentions.
fn used_fields(world: &World, package: &str) -> FxHashSet<FieldName> {
    let folder = package.replace('.', "/");
    let is_in_package = |name: &&str| name.rsplit_once('/').map_or("", |(folder, _)| folder) == folder;
    let mut used = FxHashSet::default();
    for name in world.class_path().names().filter(is_in_package) {
        let Some(bytes) = world.bytes(name) else { continue };
        let Ok(summary) = Summary::read(&bytes) else { continue };
        let fields = summary.constants.iter().filter(|(_, it)| matches!(it, Constant::Field { .. }));
        for member in fields.filter_map(|(index, _)| summary.constants.member(index).ok()) {
            if top_level(member.class.0) != top_level(name.as_bytes()) {
                used.insert((member.class.0.into(), member.name.0.into()));
            }
        }
    }
    used
}

/// Returns the name of the top-level class in which a class is nested.
fn top_level(name: &[u8]) -> &[u8] {
    name.split(|&byte| byte == b'$').next().unwrap_or(name)
}
