//! The outline of a class: what it extends, and which of its members yield what.

use classfile::{MemberSummary, Summary};
use serde::{Deserialize, Serialize};

use crate::access::{PRIVATE, STATIC, SYNTHETIC};

/// One class as the scan of the class path sees it. Names are internal.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outline {
    /// Its name.
    pub name: Box<str>,
    /// Its interfaces, then its superclass.
    pub supers: Vec<Box<str>>,
    /// The members whose erased type is a class, not of `java.lang`, or an array of one; static fields first.
    pub yields: Vec<Yielded>,
}

/// A method or static field and what it yields.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Yielded {
    /// A class, or an array by its descriptor.
    pub result: Box<str>,
    /// The member's name.
    pub name: Box<str>,
    /// Its descriptor; that of a method begins with `(`.
    pub descriptor: Box<str>,
}

impl Outline {
    /// Reads the class file of a class; `None`, with a warning in the log, when it is damaged.
    pub fn read(name: &str, bytes: &[u8]) -> Option<Outline> {
        let file = Summary::read(bytes)
            .inspect_err(|error| tracing::warn!(%error, "a class on the class path cannot be read"))
            .ok()?;
        let supers = file.interfaces.iter().chain([&file.super_class]);
        let supers =
            supers.filter_map(|&up| Some(file.constants.class_name(up).ok()?.to_str().into())).collect();
        let fields = file.fields.iter().filter(|f| f.access & STATIC != 0);
        let yields = fields.chain(&file.methods).filter_map(|member| yielded(&file, member)).collect();
        Some(Outline { name: name.into(), supers, yields })
    }
}

fn yielded(file: &Summary<'_>, member: &MemberSummary<'_>) -> Option<Yielded> {
    if member.access & (PRIVATE | SYNTHETIC) != 0 {
        return None;
    }
    let descriptor = file.constants.utf8(member.descriptor).ok()?.to_str();
    let result = descriptor.rsplit(')').next()?;
    let class = result.trim_start_matches('[').strip_prefix('L')?.strip_suffix(';')?;
    // Whoever looks for a string or a number does not look here.
    if class.starts_with("java/lang/") {
        return None;
    }
    let result = if result.starts_with('[') { result } else { class };
    let name = file.constants.utf8(member.name).ok()?.to_str();
    Some(Yielded { result: result.into(), name: (*name).into(), descriptor: (*descriptor).into() })
}
