//! The outline of a class: its direct supertypes, and the types that its members return.

use classfile::{MemberSummary, Summary};
use serde::{Deserialize, Serialize};

use crate::access::{PRIVATE, STATIC, SYNTHETIC};

/// The part of a class that the index needs. All names are internal.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outline {
    /// The name of the class.
    pub name: Box<str>,
    /// The interfaces of the class, then its superclass.
    pub supers: Vec<Box<str>>,
    /// The methods and static fields whose erased type is a class outside `java.lang` and its subpackages, or
    /// an array of such a class. Static fields come first. Private and synthetic members are excluded.
    pub producers: Vec<ReturningMember>,
}

/// A method or static field, and the type that it returns.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReturningMember {
    /// The class, or the descriptor of the array, that the member returns.
    pub result: Box<str>,
    /// The name of the member.
    pub name: Box<str>,
    /// The descriptor of the member. The descriptor of a method begins with `(`.
    pub descriptor: Box<str>,
}

impl Outline {
    /// Reads the outline from a class file. Returns `None` and logs a warning if the file is damaged.
    pub fn read(name: &str, bytes: &[u8]) -> Option<Outline> {
        let file = Summary::read(bytes)
            .inspect_err(|error| tracing::warn!(class = name, %error, "skipping an unreadable class on the class path"))
            .ok()?;
        let supers = file.interfaces.iter().chain([&file.super_class]);
        let supers = supers
            .filter_map(|&index| Some(file.constants.class_name(index).ok()?.to_str().into()))
            .collect();
        let fields = file.fields.iter().filter(|f| f.access & STATIC != 0);
        let producers =
            fields.chain(&file.methods).filter_map(|member| returning_member(&file, member)).collect();
        Some(Outline { name: name.into(), supers, producers })
    }
}

fn returning_member(file: &Summary<'_>, member: &MemberSummary<'_>) -> Option<ReturningMember> {
    if member.access & (PRIVATE | SYNTHETIC) != 0 {
        return None;
    }
    let descriptor = file.constants.utf8(member.descriptor).ok()?.to_str();
    let result = descriptor.rsplit(')').next()?;
    let class = result.trim_start_matches('[').strip_prefix('L')?.strip_suffix(';')?;
    // Many members return strings and numbers. The index omits these members, because the JDK has producers
    // of strings and numbers.
    if class.starts_with("java/lang/") {
        return None;
    }
    let result = if result.starts_with('[') { result } else { class };
    let name = file.constants.utf8(member.name).ok()?.to_str();
    Some(ReturningMember { result: result.into(), name: (*name).into(), descriptor: (*descriptor).into() })
}
