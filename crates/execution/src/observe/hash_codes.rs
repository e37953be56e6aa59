//! Finds hash codes that can differ in another JVM or in another release of the JDK.
//!
//! Objects of a class that does not override `hashCode` have different hash codes in each run. Hash codes of
//! most JDK classes can differ between releases of the JDK. Hash codes that are computed from these hash
//! codes can differ, too.

use testcase::hash_codes::hash_code_owner;
use testcase::{Literal, Statement, StatementKind, TestCase};
use types::World;

/// JDK classes with hash codes that are the same in every release: the hash codes are specified, or depend
/// only on numbers and texts. Subclasses of these classes also have such hash codes.
const STABLE_CLASSES: [&str; 11] = [
    "java.lang.CharSequence",
    "java.lang.Number",
    "java.lang.Boolean",
    "java.lang.Character",
    "java.util.Collection",
    "java.util.Map",
    "java.util.Map$Entry",
    "java.util.BitSet",
    "java.util.Date",
    "java.util.Optional",
    "java.util.UUID",
];

/// Returns whether the statement with the index `index` returns an unstable hash code.
///
/// The hash code of an object is unstable if the object, or an object from which it was built, is a JDK
/// object without a stable hash code.
pub(super) fn is_unstable_hash_code(world: &World, test: &TestCase, index: usize) -> bool {
    let Some(object) = hash_code_owner(world, &test.statements[index]) else { return false };
    let mut is_part = vec![false; index];
    is_part[object.0 as usize] = true;
    for earlier in (0..index).rev() {
        let statement = &test.statements[earlier];
        // A call on a part of the object can store the arguments of the call in this part.
        let changed_object = statement.receiver().or(statement.written_variable());
        if is_part[earlier] || changed_object.is_some_and(|var| is_part[var.0 as usize]) {
            statement.uses(|var| is_part[var.0 as usize] = true);
        }
    }
    let parts = test.statements[..index].iter().zip(is_part).filter(|(_, is_part)| *is_part);
    parts.map(|(statement, _)| statement).any(|part| !has_stable_hash_code(world, part))
}

/// Returns whether the hash code of a statement's value is the same in all releases of the JDK. Returns true
/// for null, primitive values, and objects of classes outside the JDK.
fn has_stable_hash_code(world: &World, statement: &Statement) -> bool {
    if matches!(statement.kind, StatementKind::Literal(Literal::Null)) {
        return true;
    }
    let Some(class) = statement.ty.class_id().filter(|&class| world.is_from_jdk(class)) else { return true };
    let extends =
        |name: &&str| world.class_named(name).is_some_and(|stable| world.is_subclass(class, stable));
    world.name(class).starts_with("java.time.") || STABLE_CLASSES.iter().any(extends)
}
