//! Hash codes: others in each run where objects do not say what theirs are, and in another release of the JDK where they are those
//! of its own objects, or of what is made of them.

use testcase::hash_codes::hash_code_owner;
use testcase::{Literal, Statement, StatementKind, TestCase};
use types::World;

/// Classes of the JDK whose hash codes are told by their documentation or hang on nothing but numbers and texts.
const LASTING: [&str; 11] = [
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

/// Whether a statement gives the hash code of an object that is one of the JDK or was made of such, whose hash codes are not lasting.
pub(crate) fn is_fickle(world: &World, test: &TestCase, at: usize) -> bool {
    let Some(object) = hash_code_owner(world, &test.statements[at]) else { return false };
    let mut is_part = vec![false; at];
    is_part[object.0 as usize] = true;
    for before in (0..at).rev() {
        let statement = &test.statements[before];
        // What is done to a part may add to it.
        let changed = statement.receiver().or(statement.written());
        if is_part[before] || changed.is_some_and(|var| is_part[var.0 as usize]) {
            statement.uses(|var| is_part[var.0 as usize] = true);
        }
    }
    let parts = test.statements[..at].iter().zip(is_part).filter(|(_, is_part)| *is_part);
    parts.map(|(statement, _)| statement).any(|part| !is_lasting(world, part))
}

/// Whether the hash code of what a statement gives is the same in all releases, as far as that is up to the JDK.
fn is_lasting(world: &World, statement: &Statement) -> bool {
    if matches!(statement.kind, StatementKind::Literal(Literal::Null)) {
        return true;
    }
    let Some(class) = statement.ty.class_id().filter(|&class| world.is_from_jdk(class)) else { return true };
    let is = |name: &&str| world.class_named(name).is_some_and(|known| world.is_subclass(class, known));
    world.name(class).starts_with("java.time.") || LASTING.iter().any(is)
}
