//! Probes of calls whose result hides how far it was from another one.
//!
//! They stand before the call and get copies of its operands; the call is made as ever.

use classfile::{Index, Instruction, Result, op};

use crate::calls::{self, Call, Kind::Static, Kind::Virtual, Method};
use crate::patch::Patch;

// The classes of the runner that have the probes.
const TEXTS: &str = "Near";
const VALUES: &str = "NearValues";
const CONTAINERS: &str = "NearContainers";
const CHARACTERS: &str = "NearCharacters";
const PATTERNS: &str = "NearPatterns";

const STRING: &str = "java/lang/String";
const PATTERN: &str = "java/util/regex/Pattern";
const MATCHER: &str = "java/util/regex/Matcher";

/// Methods that return true or false, the classes of their probes, and the probes.
const QUESTIONS: &[(Method, &str, &str)] = &[
    (Method::of(Virtual, STRING, "equalsIgnoreCase", "TT"), TEXTS, "equalIgnoringCase"),
    (Method::of(Virtual, STRING, "contentEquals", "TO"), TEXTS, "contentEquals"),
    (Method::of(Virtual, STRING, "startsWith", "TT"), TEXTS, "startsWith"),
    (Method::of(Virtual, STRING, "startsWith", "TTI"), TEXTS, "startsWith"),
    (Method::of(Virtual, STRING, "endsWith", "TT"), TEXTS, "endsWith"),
    (Method::of(Virtual, STRING, "contains", "TO"), TEXTS, "contains"),
    (Method::of(Virtual, STRING, "isEmpty", "T"), TEXTS, "isEmpty"),
    (Method::of(Virtual, STRING, "regionMatches", "TITII"), TEXTS, "regionMatches"),
    (Method::of(Virtual, STRING, "regionMatches", "TZITII"), TEXTS, "regionMatches"),
    (Method::of(Virtual, STRING, "matches", "TT"), PATTERNS, "matches"),
    (Method::of(Static, PATTERN, "matches", "TO"), PATTERNS, "matches"),
    (Method::of(Virtual, MATCHER, "matches", "O"), PATTERNS, "matches"),
    (Method::of(Virtual, MATCHER, "lookingAt", "O"), PATTERNS, "matches"),
    (Method::of(Virtual, MATCHER, "find", "O"), PATTERNS, "find"),
    (Method::of(Virtual, "", "equals", "OO"), VALUES, "equal"),
    (Method::of(Static, "java/util/Objects", "equals", "OO"), VALUES, "equal"),
    (Method::of(Static, "java/util/Objects", "deepEquals", "OO"), VALUES, "deepEqual"),
    (Method::of(Static, "java/util/Arrays", "equals", "OO"), VALUES, "equalArrays"),
    (Method::of(Static, "java/util/Arrays", "deepEquals", "OO"), VALUES, "equalArrays"),
    (Method::of(Virtual, "", "contains", "OO"), CONTAINERS, "contains"),
    (Method::of(Virtual, "", "containsAll", "OO"), CONTAINERS, "containsAll"),
    (Method::of(Virtual, "", "containsKey", "OO"), CONTAINERS, "contains"),
    (Method::of(Virtual, "", "containsValue", "OO"), CONTAINERS, "containsValue"),
    (Method::of(Virtual, "", "isEmpty", "O"), CONTAINERS, "isEmpty"),
];

/// Methods whose result, compared with 0, is the order of their operands, and the classes of their probes, which are
/// named as the comparisons are.
const ORDERS: &[(Method, &str)] = &[
    (Method::of(Virtual, "", "compareTo", "OO"), VALUES),
    (Method::of(Static, "java/lang/Byte", "compare", "BB"), VALUES),
    (Method::of(Static, "java/lang/Short", "compare", "SS"), VALUES),
    (Method::of(Static, "java/lang/Character", "compare", "CC"), VALUES),
    (Method::of(Static, "java/lang/Integer", "compare", "II"), VALUES),
    (Method::of(Static, "java/lang/Long", "compare", "JJ"), VALUES),
    (Method::of(Static, "java/lang/Float", "compare", "FF"), VALUES),
    (Method::of(Static, "java/lang/Double", "compare", "DD"), VALUES),
];

/// Methods whose result is negative where they find nothing, and the classes of their probes.
const PLACES: &[(Method, &str)] = &[
    (Method::of(Virtual, STRING, "indexOf", "TT"), TEXTS),
    (Method::of(Virtual, STRING, "indexOf", "TTI"), TEXTS),
    (Method::of(Virtual, STRING, "indexOf", "TI"), TEXTS),
    (Method::of(Virtual, STRING, "indexOf", "TII"), TEXTS),
    (Method::of(Virtual, STRING, "lastIndexOf", "TT"), TEXTS),
    (Method::of(Virtual, STRING, "lastIndexOf", "TTI"), TEXTS),
    (Method::of(Virtual, STRING, "lastIndexOf", "TI"), TEXTS),
    (Method::of(Virtual, STRING, "lastIndexOf", "TII"), TEXTS),
    (Method::of(Virtual, "", "indexOf", "OO"), CONTAINERS),
    (Method::of(Virtual, "", "lastIndexOf", "OO"), CONTAINERS),
];

/// Methods of `Character` that tell whether a character is of a kind; the runner knows the kinds by their places here.
const KINDS: &[&str] = &[
    "isDigit",
    "isLetter",
    "isLetterOrDigit",
    "isAlphabetic",
    "isUpperCase",
    "isLowerCase",
    "isTitleCase",
    "isWhitespace",
    "isSpaceChar",
    "isISOControl",
    "isJavaIdentifierStart",
    "isJavaIdentifierPart",
    "isUnicodeIdentifierStart",
    "isUnicodeIdentifierPart",
    "isIdentifierIgnorable",
    "isDefined",
    "isMirrored",
    "isIdeographic",
    "isSurrogate",
    "isHighSurrogate",
    "isLowSurrogate",
    "isSupplementaryCodePoint",
];

/// A probe, and what it takes.
struct Probe {
    class: &'static str,
    name: &'static str,
    operands: &'static str,
    /// A number that it takes behind the operands.
    number: Option<u32>,
}

/// Has the runner remember the texts of matchers, which do not tell them.
pub(crate) fn insert_matchers(patch: &mut Patch<'_>) -> Result<()> {
    const MATCHER: Method = Method::of(Virtual, PATTERN, "matcher", "OO");
    for at in 0..patch.code.instructions.len() {
        let is_called = calls::call_at(patch, at)?.is_some_and(|call| MATCHER.is_called(&call));
        if is_called {
            let operands = MATCHER.operands;
            let descriptor = format!("({})V", calls::descriptor(operands));
            let told = patch.call(PATTERNS, "matcher", &descriptor)?;
            let snippet = calls::with_copies(patch, operands.as_bytes(), operands.len(), [told]);
            patch.editor.insert_before(at, snippet);
        }
    }
    Ok(())
}

/// Tells, before a call that returns true or false, how far it is from returning true; `yes` is the branch where it
/// does, `no` the other.
pub(crate) fn insert(patch: &mut Patch<'_>, at: Index, yes: u32, no: u32) -> Result<()> {
    let probe = match calls::call_at(patch, at)? {
        Some(call) if call.gives(b'Z') => question(&call),
        _ => None,
    };
    insert_probe(patch, at, probe, yes, no)
}

/// Tells, before a call on whose result a jump follows at once, how far the call is from leading to the branches. `name`
/// is the comparison that the jump makes, with 0 or with what was pushed last, `yes` the branch where it holds.
pub(crate) fn insert_before_jump(
    patch: &mut Patch<'_>,
    jump: Index,
    name: &'static str,
    yes: u32,
    no: u32,
) -> Result<()> {
    if patch.only_predecessor(jump).is_none() {
        return Ok(());
    }
    let (compared, before) = (patch.code.instructions[jump].op(), jump - 1);
    if let op::IFEQ..=op::IFLE = compared {
        return insert_before_zero(patch, before, name, yes, no);
    }
    let is_minus_one = patch.code.instructions[before] == Instruction::Simple(op::ICONST_M1);
    if is_minus_one && patch.only_predecessor(before).is_some() {
        match name {
            "equal" => return insert_before_place(patch, before - 1, no, yes),
            "greater" => return insert_before_place(patch, before - 1, yes, no),
            _ => {}
        }
    }
    Ok(())
}

/// Before a call whose result is compared with 0.
fn insert_before_zero(patch: &mut Patch<'_>, at: Index, name: &'static str, yes: u32, no: u32) -> Result<()> {
    let order = match calls::call_at(patch, at)? {
        // The comparison holds where the result is 0, that is false.
        Some(call) if call.gives(b'Z') => return insert(patch, at, no, yes),
        Some(call) if call.gives(b'I') => order(&call, name),
        _ => None,
    };
    insert_probe(patch, at, order, yes, no)?;
    match name {
        "less" => insert_before_place(patch, at, no, yes),
        "greater" => insert_before_place(patch, at, yes, no),
        _ => Ok(()),
    }
}

/// Before a call that finds something where its result is not negative; `found` is that branch.
fn insert_before_place(patch: &mut Patch<'_>, at: Index, found: u32, missing: u32) -> Result<()> {
    let place = match calls::call_at(patch, at)? {
        Some(call) if call.gives(b'I') => place(&call),
        _ => None,
    };
    insert_probe(patch, at, place, found, missing)
}

fn question(call: &Call<'_>) -> Option<Probe> {
    let kind = KINDS.iter().position(|name| name.as_bytes() == call.callee.name.0);
    if let Some(kind) = kind.filter(|_| call.callee.class.0 == b"java/lang/Character") {
        let operands = ["C", "I"].into_iter().find(|operands| call.takes(operands))?;
        return Some(Probe { class: CHARACTERS, name: "is", operands, number: Some(kind as u32) });
    }
    let (method, class, name) = *QUESTIONS.iter().find(|(method, ..)| method.is_called(call))?;
    Some(Probe { class, name, operands: method.operands, number: None })
}

fn order(call: &Call<'_>, name: &'static str) -> Option<Probe> {
    const IGNORING_CASE: Method = Method::of(Virtual, STRING, "compareToIgnoreCase", "TT");
    if name == "equal" && IGNORING_CASE.is_called(call) {
        let (name, operands) = ("equalIgnoringCase", IGNORING_CASE.operands);
        return Some(Probe { class: TEXTS, name, operands, number: None });
    }
    let (method, class) = *ORDERS.iter().find(|(method, _)| method.is_called(call))?;
    let operands = match method.operands {
        // On the stack they are ints.
        "BB" | "SS" | "CC" => "II",
        operands => operands,
    };
    Some(Probe { class, name, operands, number: None })
}

fn place(call: &Call<'_>) -> Option<Probe> {
    let (method, class) = *PLACES.iter().find(|(method, _)| method.is_called(call))?;
    Some(Probe { class, name: "contains", operands: method.operands, number: None })
}

fn insert_probe(patch: &mut Patch<'_>, at: Index, probe: Option<Probe>, yes: u32, no: u32) -> Result<()> {
    let Some(Probe { class, name, operands, number }) = probe.filter(|_| patch.near) else { return Ok(()) };
    let mut probe = Vec::new();
    let mut descriptor = calls::descriptor(operands);
    if let Some(number) = number {
        probe.push(patch.int(number)?);
        descriptor.push('I');
    }
    probe.extend(patch.branch(yes)?);
    probe.extend(patch.branch(no)?);
    descriptor.push_str("II");
    probe.push(patch.call(class, name, &format!("({descriptor})V"))?);
    let snippet = calls::with_copies(patch, operands.as_bytes(), operands.len(), probe);
    patch.editor.insert_before(at, snippet);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_call_with_a_probe_is_tried_before_and_after() {
        calls::tests::check_tried(QUESTIONS.iter().map(|(method, ..)| *method));
        calls::tests::check_tried(ORDERS.iter().chain(PLACES).map(|(method, _)| *method));
        calls::tests::check_tried(
            KINDS.iter().map(|kind| Method::of(Static, "java/lang/Character", kind, "C")),
        );
    }
}
