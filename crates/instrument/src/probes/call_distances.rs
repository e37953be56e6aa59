//! Probes for calls such as `String.equals`, whose result does not show how close the call was to another
//! result.
//!
//! A probe is inserted before the call and receives copies of the operands. The call itself does not change.

use classfile::{Index, Instruction, Result, op};

use crate::code_edit::calls::{self, CallKind::Static, CallKind::Virtual, CallPattern, CallSite};
use crate::code_edit::patch::Patch;
use crate::probe_numbers::character_kind;

// The runner classes that contain the probes.
const STRING_PROBES: &str = "distance/StringProbes";
const VALUE_PROBES: &str = "distance/ValueProbes";
const CONTAINER_PROBES: &str = "distance/ContainerProbes";
const CHARACTER_PROBES: &str = "distance/CharacterProbes";
const PATTERN_PROBES: &str = "distance/PatternProbes";

const STRING_CLASS: &str = "java/lang/String";
const PATTERN_CLASS: &str = "java/util/regex/Pattern";
const MATCHER_CLASS: &str = "java/util/regex/Matcher";

/// Methods that return a boolean, each with the runner class and the name of its probe.
const PREDICATES: &[(CallPattern, &str, &str)] = &[
    (CallPattern::new(Virtual, STRING_CLASS, "equalsIgnoreCase", "TT"), STRING_PROBES, "equalIgnoringCase"),
    (CallPattern::new(Virtual, STRING_CLASS, "contentEquals", "TO"), STRING_PROBES, "contentEquals"),
    (CallPattern::new(Virtual, STRING_CLASS, "startsWith", "TT"), STRING_PROBES, "startsWith"),
    (CallPattern::new(Virtual, STRING_CLASS, "startsWith", "TTI"), STRING_PROBES, "startsWith"),
    (CallPattern::new(Virtual, STRING_CLASS, "endsWith", "TT"), STRING_PROBES, "endsWith"),
    (CallPattern::new(Virtual, STRING_CLASS, "contains", "TO"), STRING_PROBES, "contains"),
    (CallPattern::new(Virtual, STRING_CLASS, "isEmpty", "T"), STRING_PROBES, "isEmpty"),
    (CallPattern::new(Virtual, STRING_CLASS, "regionMatches", "TITII"), STRING_PROBES, "regionMatches"),
    (CallPattern::new(Virtual, STRING_CLASS, "regionMatches", "TZITII"), STRING_PROBES, "regionMatches"),
    (CallPattern::new(Virtual, STRING_CLASS, "matches", "TT"), PATTERN_PROBES, "matches"),
    (CallPattern::new(Static, PATTERN_CLASS, "matches", "TO"), PATTERN_PROBES, "matches"),
    (CallPattern::new(Virtual, MATCHER_CLASS, "matches", "O"), PATTERN_PROBES, "matches"),
    (CallPattern::new(Virtual, MATCHER_CLASS, "lookingAt", "O"), PATTERN_PROBES, "matches"),
    (CallPattern::new(Virtual, MATCHER_CLASS, "find", "O"), PATTERN_PROBES, "find"),
    (CallPattern::new(Virtual, "", "equals", "OO"), VALUE_PROBES, "equal"),
    (CallPattern::new(Static, "java/util/Objects", "equals", "OO"), VALUE_PROBES, "equal"),
    (CallPattern::new(Static, "java/util/Objects", "deepEquals", "OO"), VALUE_PROBES, "deepEqual"),
    (CallPattern::new(Static, "java/util/Arrays", "equals", "OO"), VALUE_PROBES, "equalArrays"),
    (CallPattern::new(Static, "java/util/Arrays", "deepEquals", "OO"), VALUE_PROBES, "equalArrays"),
    (CallPattern::new(Virtual, "", "contains", "OO"), CONTAINER_PROBES, "contains"),
    (CallPattern::new(Virtual, "", "containsAll", "OO"), CONTAINER_PROBES, "containsAll"),
    (CallPattern::new(Virtual, "", "containsKey", "OO"), CONTAINER_PROBES, "contains"),
    (CallPattern::new(Virtual, "", "containsValue", "OO"), CONTAINER_PROBES, "containsValue"),
    (CallPattern::new(Virtual, "", "isEmpty", "O"), CONTAINER_PROBES, "isEmpty"),
];

/// Methods that return the order of their operands as a number, which the code compares with 0. Each entry
/// contains the runner class of the probe. The name of the probe is the name of the comparison.
const ORDERS: &[(CallPattern, &str)] = &[
    (CallPattern::new(Virtual, "", "compareTo", "OO"), VALUE_PROBES),
    (CallPattern::new(Static, "java/lang/Byte", "compare", "BB"), VALUE_PROBES),
    (CallPattern::new(Static, "java/lang/Short", "compare", "SS"), VALUE_PROBES),
    (CallPattern::new(Static, "java/lang/Character", "compare", "CC"), VALUE_PROBES),
    (CallPattern::new(Static, "java/lang/Integer", "compare", "II"), VALUE_PROBES),
    (CallPattern::new(Static, "java/lang/Long", "compare", "JJ"), VALUE_PROBES),
    (CallPattern::new(Static, "java/lang/Float", "compare", "FF"), VALUE_PROBES),
    (CallPattern::new(Static, "java/lang/Double", "compare", "DD"), VALUE_PROBES),
];

/// Methods that return a position, or a negative number if they find nothing. Each entry contains the
/// runner class of the probe.
const SEARCHES: &[(CallPattern, &str)] = &[
    (CallPattern::new(Virtual, STRING_CLASS, "indexOf", "TT"), STRING_PROBES),
    (CallPattern::new(Virtual, STRING_CLASS, "indexOf", "TTI"), STRING_PROBES),
    (CallPattern::new(Virtual, STRING_CLASS, "indexOf", "TI"), STRING_PROBES),
    (CallPattern::new(Virtual, STRING_CLASS, "indexOf", "TII"), STRING_PROBES),
    (CallPattern::new(Virtual, STRING_CLASS, "lastIndexOf", "TT"), STRING_PROBES),
    (CallPattern::new(Virtual, STRING_CLASS, "lastIndexOf", "TTI"), STRING_PROBES),
    (CallPattern::new(Virtual, STRING_CLASS, "lastIndexOf", "TI"), STRING_PROBES),
    (CallPattern::new(Virtual, STRING_CLASS, "lastIndexOf", "TII"), STRING_PROBES),
    (CallPattern::new(Virtual, "", "indexOf", "OO"), CONTAINER_PROBES),
    (CallPattern::new(Virtual, "", "lastIndexOf", "OO"), CONTAINER_PROBES),
];

/// Methods of `Character` that return whether a character is of a kind, each with the number of the kind.
const CHARACTER_KINDS: &[(&str, u8)] = &[
    ("isDigit", character_kind::DIGIT),
    ("isLetter", character_kind::LETTER),
    ("isLetterOrDigit", character_kind::LETTER_OR_DIGIT),
    ("isAlphabetic", character_kind::ALPHABETIC),
    ("isUpperCase", character_kind::UPPER_CASE),
    ("isLowerCase", character_kind::LOWER_CASE),
    ("isTitleCase", character_kind::TITLE_CASE),
    ("isWhitespace", character_kind::WHITESPACE),
    ("isSpaceChar", character_kind::SPACE_CHAR),
    ("isISOControl", character_kind::ISO_CONTROL),
    ("isJavaIdentifierStart", character_kind::JAVA_IDENTIFIER_START),
    ("isJavaIdentifierPart", character_kind::JAVA_IDENTIFIER_PART),
    ("isUnicodeIdentifierStart", character_kind::UNICODE_IDENTIFIER_START),
    ("isUnicodeIdentifierPart", character_kind::UNICODE_IDENTIFIER_PART),
    ("isIdentifierIgnorable", character_kind::IDENTIFIER_IGNORABLE),
    ("isDefined", character_kind::DEFINED),
    ("isMirrored", character_kind::MIRRORED),
    ("isIdeographic", character_kind::IDEOGRAPHIC),
    ("isSurrogate", character_kind::SURROGATE),
    ("isHighSurrogate", character_kind::HIGH_SURROGATE),
    ("isLowSurrogate", character_kind::LOW_SURROGATE),
    ("isSupplementaryCodePoint", character_kind::SUPPLEMENTARY_CODE_POINT),
];

/// A probe with its parameters.
struct Probe {
    class: &'static str,
    name: &'static str,
    operands: &'static str,
    /// A constant argument after the operands.
    number: Option<u32>,
}

/// Inserts a probe before each call of `Pattern.matcher`. The runner stores the text of the matcher, because
/// `Matcher` has no method that returns the text.
pub(crate) fn insert_matchers(patch: &mut Patch<'_>) -> Result<()> {
    const MATCHER_CALL: CallPattern = CallPattern::new(Virtual, PATTERN_CLASS, "matcher", "OO");
    for at in 0..patch.code.instructions.len() {
        let is_match = calls::call_at(patch, at)?.is_some_and(|call| MATCHER_CALL.matches(&call));
        if is_match {
            let operands = MATCHER_CALL.operands;
            let descriptor = format!("({})V", calls::descriptor(operands));
            let probe = patch.call(PATTERN_PROBES, "matcher", &descriptor)?;
            let snippet = calls::copy_operands(patch, operands.as_bytes(), operands.len(), [probe]);
            patch.editor.insert_before(at, snippet);
        }
    }
    Ok(())
}

/// Inserts a probe before a call that returns a boolean. The probe reports how close the call was to the
/// other result. `if_true` is the branch for true, `if_false` the branch for false.
pub(crate) fn insert(patch: &mut Patch<'_>, at: Index, if_true: u32, if_false: u32) -> Result<()> {
    let probe = match calls::call_at(patch, at)? {
        Some(call) if call.has_result(b'Z') => predicate(&call),
        _ => None,
    };
    insert_probe(patch, at, probe, if_true, if_false)
}

/// Inserts a probe before a call whose result is immediately tested by a jump. The probe reports how close
/// the call was to the branch that the jump does not take. `name` is the comparison that the jump makes, with
/// 0 or with the value pushed last. `if_true` is the branch for a true comparison.
pub(crate) fn insert_before_jump(
    patch: &mut Patch<'_>,
    jump: Index,
    name: &'static str,
    if_true: u32,
    if_false: u32,
) -> Result<()> {
    if patch.only_predecessor(jump).is_none() {
        return Ok(());
    }
    let (jump_op, previous) = (patch.code.instructions[jump].op(), jump - 1);
    if let op::IFEQ..=op::IFLE = jump_op {
        return insert_before_zero(patch, previous, name, if_true, if_false);
    }
    let is_minus_one = patch.code.instructions[previous] == Instruction::Simple(op::ICONST_M1);
    if is_minus_one && patch.only_predecessor(previous).is_some() {
        match name {
            "equal" => return insert_before_search(patch, previous - 1, if_false, if_true),
            "greater" => return insert_before_search(patch, previous - 1, if_true, if_false),
            _ => {}
        }
    }
    Ok(())
}

/// Inserts a probe before a call whose result is compared with 0.
fn insert_before_zero(
    patch: &mut Patch<'_>,
    at: Index,
    name: &'static str,
    if_true: u32,
    if_false: u32,
) -> Result<()> {
    let order = match calls::call_at(patch, at)? {
        // The comparison `equal` is true if the result of the call is 0, that is, false.
        Some(call) if call.has_result(b'Z') => return insert(patch, at, if_false, if_true),
        Some(call) if call.has_result(b'I') => order(&call, name),
        _ => None,
    };
    insert_probe(patch, at, order, if_true, if_false)?;
    match name {
        "less" => insert_before_search(patch, at, if_false, if_true),
        "greater" => insert_before_search(patch, at, if_true, if_false),
        _ => Ok(()),
    }
}

/// Inserts a probe before a call that returns a position. `found` is the branch for a found position, and
/// `missing` is the branch for a negative result.
fn insert_before_search(patch: &mut Patch<'_>, at: Index, found: u32, missing: u32) -> Result<()> {
    let probe = match calls::call_at(patch, at)? {
        Some(call) if call.has_result(b'I') => search(&call),
        _ => None,
    };
    insert_probe(patch, at, probe, found, missing)
}

fn predicate(call: &CallSite<'_>) -> Option<Probe> {
    let kind = CHARACTER_KINDS.iter().find(|(name, _)| name.as_bytes() == call.callee.name.0);
    if let Some(&(_, kind)) = kind.filter(|_| call.callee.class.0 == b"java/lang/Character") {
        let operands = ["C", "I"].into_iter().find(|operands| call.has_operands(operands))?;
        return Some(Probe { class: CHARACTER_PROBES, name: "is", operands, number: Some(kind.into()) });
    }
    let (pattern, class, name) = *PREDICATES.iter().find(|(pattern, ..)| pattern.matches(call))?;
    Some(Probe { class, name, operands: pattern.operands, number: None })
}

fn order(call: &CallSite<'_>, name: &'static str) -> Option<Probe> {
    const IGNORING_CASE_CALL: CallPattern =
        CallPattern::new(Virtual, STRING_CLASS, "compareToIgnoreCase", "TT");
    if name == "equal" && IGNORING_CASE_CALL.matches(call) {
        let (name, operands) = ("equalIgnoringCase", IGNORING_CASE_CALL.operands);
        return Some(Probe { class: STRING_PROBES, name, operands, number: None });
    }
    let (pattern, class) = *ORDERS.iter().find(|(pattern, _)| pattern.matches(call))?;
    let operands = match pattern.operands {
        // These types are ints on the operand stack.
        "BB" | "SS" | "CC" => "II",
        operands => operands,
    };
    Some(Probe { class, name, operands, number: None })
}

fn search(call: &CallSite<'_>) -> Option<Probe> {
    let (pattern, class) = *SEARCHES.iter().find(|(pattern, _)| pattern.matches(call))?;
    Some(Probe { class, name: "contains", operands: pattern.operands, number: None })
}

fn insert_probe(
    patch: &mut Patch<'_>,
    at: Index,
    probe: Option<Probe>,
    if_true: u32,
    if_false: u32,
) -> Result<()> {
    let Some(Probe { class, name, operands, number }) = probe.filter(|_| patch.call_distances) else {
        return Ok(());
    };
    let mut probe = Vec::new();
    let mut descriptor = calls::descriptor(operands);
    if let Some(number) = number {
        probe.push(patch.int(number)?);
        descriptor.push('I');
    }
    probe.extend(patch.branch(if_true)?);
    probe.extend(patch.branch(if_false)?);
    descriptor.push_str("II");
    probe.push(patch.call(class, name, &format!("({descriptor})V"))?);
    let snippet = calls::copy_operands(patch, operands.as_bytes(), operands.len(), probe);
    patch.editor.insert_before(at, snippet);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_test_program_makes_every_call_with_a_probe() {
        calls::tests::check_tested(PREDICATES.iter().map(|(pattern, ..)| *pattern));
        calls::tests::check_tested(ORDERS.iter().chain(SEARCHES).map(|(pattern, _)| *pattern));
        calls::tests::check_tested(
            CHARACTER_KINDS
                .iter()
                .map(|(name, _)| CallPattern::new(Static, "java/lang/Character", name, "C")),
        );
    }
}
