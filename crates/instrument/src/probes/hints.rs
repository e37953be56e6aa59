//! Probes for calls whose operands must have a certain value or format. The runner records the required
//! values and formats as hints, in runs for which hints are requested.
//!
//! A probe is inserted before the call and receives copies of the operands. The call itself does not change.

use std::fmt::Write;

use analysis::{Outcome, Predicate};
use classfile::{Index, Instruction, Result, Utf8, op};
use specialise::Format;

use crate::code_edit::calls::{
    self, CallKind, CallKind::Constructor, CallKind::Static, CallKind::Virtual, CallPattern, CallSite,
};
use crate::code_edit::patch::{self, Patch};

/// The runner class that records the hints.
const HINT_PROBES: &str = "distance/HintProbes";

const STRING_CLASS: &str = "java/lang/String";
const PATTERN_CLASS: &str = "java/util/regex/Pattern";
const JAVA_LANG_CLASS: &str = "java/lang/Class";
const FORMATTER_CLASS: &str = "java/time/format/DateTimeFormatter";

/// Maximum length of a string constant in a class file, in bytes.
const MAX_STRING_BYTES: usize = 0xFFFF;

/// Maximum number of instructions between the start of a case and the comparisons with its texts. A case has
/// several texts if their hash codes are equal.
const MAX_CASE_LENGTH: usize = 24;

/// Parsers: the kind of call, the class, the method, and the format that the first argument, a text, must
/// have.
const PARSERS: &[(CallKind, &str, &str, Format)] = &[
    (Static, "java/lang/Byte", "parseByte", Format::Byte),
    (Static, "java/lang/Byte", "valueOf", Format::Byte),
    (Static, "java/lang/Byte", "decode", Format::Byte),
    (Constructor, "java/lang/Byte", "<init>", Format::Byte),
    (Static, "java/lang/Short", "parseShort", Format::Short),
    (Static, "java/lang/Short", "valueOf", Format::Short),
    (Static, "java/lang/Short", "decode", Format::Short),
    (Constructor, "java/lang/Short", "<init>", Format::Short),
    (Static, "java/lang/Integer", "parseInt", Format::Int),
    (Static, "java/lang/Integer", "parseUnsignedInt", Format::Int),
    (Static, "java/lang/Integer", "valueOf", Format::Int),
    (Static, "java/lang/Integer", "decode", Format::Int),
    (Constructor, "java/lang/Integer", "<init>", Format::Int),
    (Static, "java/lang/Long", "parseLong", Format::Long),
    (Static, "java/lang/Long", "parseUnsignedLong", Format::Long),
    (Static, "java/lang/Long", "valueOf", Format::Long),
    (Static, "java/lang/Long", "decode", Format::Long),
    (Constructor, "java/lang/Long", "<init>", Format::Long),
    (Static, "java/lang/Float", "parseFloat", Format::Float),
    (Static, "java/lang/Float", "valueOf", Format::Float),
    (Constructor, "java/lang/Float", "<init>", Format::Float),
    (Static, "java/lang/Double", "parseDouble", Format::Double),
    (Static, "java/lang/Double", "valueOf", Format::Double),
    (Constructor, "java/lang/Double", "<init>", Format::Double),
    (Static, "java/lang/Boolean", "parseBoolean", Format::Boolean),
    (Static, "java/lang/Boolean", "valueOf", Format::Boolean),
    (Constructor, "java/lang/Boolean", "<init>", Format::Boolean),
    (Constructor, "java/math/BigInteger", "<init>", Format::BigInteger),
    (Constructor, "java/math/BigDecimal", "<init>", Format::BigDecimal),
    (Static, "java/time/LocalDate", "parse", Format::LocalDate),
    (Static, "java/time/LocalTime", "parse", Format::LocalTime),
    (Static, "java/time/LocalDateTime", "parse", Format::LocalDateTime),
    (Static, "java/time/OffsetDateTime", "parse", Format::OffsetDateTime),
    (Static, "java/time/ZonedDateTime", "parse", Format::ZonedDateTime),
    (Static, "java/time/Instant", "parse", Format::Instant),
    (Static, "java/time/Duration", "parse", Format::Duration),
    (Static, "java/time/Period", "parse", Format::Period),
    (Static, "java/time/ZoneId", "of", Format::ZoneId),
    (Static, "java/net/URI", "create", Format::Uri),
    (Constructor, "java/net/URI", "<init>", Format::Uri),
    (Constructor, "java/net/URL", "<init>", Format::Url),
    (Static, "java/util/UUID", "fromString", Format::Uuid),
    (Static, "java/nio/charset/Charset", "forName", Format::Charset),
    (Static, "java/nio/charset/Charset", "isSupported", Format::Charset),
    (Static, "java/lang/Class", "forName", Format::ClassName),
    (Static, STRING_CLASS, "format", Format::FormatString),
    (Static, PATTERN_CLASS, "compile", Format::Regex),
    (Static, "java/util/Locale", "forLanguageTag", Format::LanguageTag),
    (Static, "java/util/Currency", "getInstance", Format::Currency),
    (Constructor, "java/text/SimpleDateFormat", "<init>", Format::DatePattern),
    (Static, FORMATTER_CLASS, "ofPattern", Format::DatePattern),
    (Virtual, "java/text/SimpleDateFormat", "applyPattern", Format::DatePattern),
    (Constructor, "java/text/DecimalFormat", "<init>", Format::DecimalPattern),
    (Virtual, "java/text/DecimalFormat", "applyPattern", Format::DecimalPattern),
    (Virtual, "java/text/DecimalFormat", "applyLocalizedPattern", Format::DecimalPattern),
    (Constructor, "java/text/MessageFormat", "<init>", Format::MessagePattern),
    (Static, "java/text/MessageFormat", "format", Format::MessagePattern),
];

/// Other calls, each with the name of its probe and the operands that the probe receives. If a call matches
/// this list and [`PARSERS`], only this list applies.
const OTHER_CALLS: &[(CallPattern, &str, &str)] = &[
    (CallPattern::new(Virtual, PATTERN_CLASS, "matcher", "OO"), "matcher", "OO"),
    (CallPattern::new(Static, PATTERN_CLASS, "matches", "TO"), "match", "TO"),
    (CallPattern::new(Virtual, STRING_CLASS, "matches", "TT"), "match", "TT"),
    (CallPattern::new(Virtual, STRING_CLASS, "replaceAll", "TTT"), "match", "TT"),
    (CallPattern::new(Virtual, STRING_CLASS, "replaceFirst", "TTT"), "match", "TT"),
    (CallPattern::new(Virtual, STRING_CLASS, "split", "TT"), "match", "TT"),
    (CallPattern::new(Virtual, STRING_CLASS, "split", "TTI"), "match", "TT"),
    (CallPattern::new(Virtual, "java/text/DateFormat", "parse", "OT"), "date", "OT"),
    (CallPattern::new(Virtual, "java/text/DateFormat", "parse", "OTO"), "date", "OT"),
    (CallPattern::new(Virtual, "java/text/SimpleDateFormat", "parse", "OT"), "date", "OT"),
    (CallPattern::new(Virtual, "java/text/SimpleDateFormat", "parse", "OTO"), "date", "OT"),
    (CallPattern::new(Virtual, "java/text/NumberFormat", "parse", "OT"), "number", "OT"),
    (CallPattern::new(Virtual, "java/text/NumberFormat", "parse", "OTO"), "number", "OT"),
    (CallPattern::new(Virtual, "java/text/DecimalFormat", "parse", "OT"), "number", "OT"),
    (CallPattern::new(Virtual, "java/text/DecimalFormat", "parse", "OTO"), "number", "OT"),
    (CallPattern::new(Virtual, FORMATTER_CLASS, "parse", "OO"), "time", "OO"),
    (CallPattern::new(Virtual, FORMATTER_CLASS, "parse", "OOO"), "time", "OO"),
    (CallPattern::new(Static, "java/time/LocalDate", "parse", "OO"), "timeBy", "OO"),
    (CallPattern::new(Static, "java/time/LocalTime", "parse", "OO"), "timeBy", "OO"),
    (CallPattern::new(Static, "java/time/LocalDateTime", "parse", "OO"), "timeBy", "OO"),
    (CallPattern::new(Static, "java/time/OffsetDateTime", "parse", "OO"), "timeBy", "OO"),
    (CallPattern::new(Static, "java/time/ZonedDateTime", "parse", "OO"), "timeBy", "OO"),
    (CallPattern::new(Static, "java/lang/Enum", "valueOf", "OT"), "constant", "OT"),
    (CallPattern::new(Virtual, JAVA_LANG_CLASS, "getField", "OT"), "field", "OT"),
    (CallPattern::new(Virtual, JAVA_LANG_CLASS, "getDeclaredField", "OT"), "field", "OT"),
    (CallPattern::new(Virtual, JAVA_LANG_CLASS, "getMethod", "OTO"), "method", "OT"),
    (CallPattern::new(Virtual, JAVA_LANG_CLASS, "getDeclaredMethod", "OTO"), "method", "OT"),
    (CallPattern::new(Virtual, "java/util/Map", "get", "OO"), "key", "OO"),
    (CallPattern::new(Virtual, "java/util/Map", "getOrDefault", "OOO"), "key", "OO"),
    (CallPattern::new(Virtual, "java/util/HashMap", "get", "OO"), "key", "OO"),
    (CallPattern::new(Virtual, "java/util/TreeMap", "get", "OO"), "key", "OO"),
    (CallPattern::new(Virtual, "java/util/LinkedHashMap", "get", "OO"), "key", "OO"),
    (CallPattern::new(Virtual, "java/util/Hashtable", "get", "OO"), "key", "OO"),
];

/// Comparisons of strings, in the same form as [`OTHER_CALLS`]. In the class under test, the probes for
/// branches report these comparisons. So only other classes receive these probes.
const COMPARISONS: &[(CallPattern, &str, &str)] = &[
    (CallPattern::new(Virtual, STRING_CLASS, "equals", "TO"), "equal", "TO"),
    (CallPattern::new(Virtual, STRING_CLASS, "equalsIgnoreCase", "TT"), "equalIgnoringCase", "TT"),
    (CallPattern::new(Virtual, STRING_CLASS, "startsWith", "TT"), "startsWith", "TT"),
    (CallPattern::new(Virtual, STRING_CLASS, "endsWith", "TT"), "endsWith", "TT"),
    (CallPattern::new(Virtual, STRING_CLASS, "contains", "TO"), "contains", "TO"),
    (CallPattern::new(Virtual, STRING_CLASS, "indexOf", "TT"), "contains", "TO"),
];

/// A probe for a call.
struct Probe {
    /// Name of the probe.
    name: &'static str,
    /// The operands that the probe receives: the first operands of the call.
    operands: &'static str,
    /// The argument of the probe after the operands.
    argument: Argument,
}

/// The last argument of a probe.
enum Argument {
    None,
    /// The number of the format that the operand must have.
    Format(Format),
    /// The class with this binary name.
    Class(String),
}

/// Inserts probes before all calls in the code of a method whose operands must have a certain value or
/// format. `compares`: also before comparisons of strings.
pub(crate) fn insert(patch: &mut Patch<'_>, compares: bool) -> Result<()> {
    let comparisons = if compares { COMPARISONS } else { &[] };
    for at in 0..patch.code.instructions.len() {
        if let Some(call) = calls::call_at(patch, at)? {
            let operands = call.operands();
            if let Some(probe) = probe(&call, comparisons) {
                insert_probe(patch, at, &operands, probe)?;
            }
        }
    }
    Ok(())
}

fn probe(call: &CallSite<'_>, comparisons: &[(CallPattern, &'static str, &'static str)]) -> Option<Probe> {
    let mut calls = OTHER_CALLS.iter().chain(comparisons);
    if let Some(&(_, name, operands)) = calls.find(|(pattern, ..)| pattern.matches(call)) {
        return Some(Probe { name, operands, argument: Argument::None });
    }
    if let Some(format) = format(call) {
        let operands = parser_operands(call.kind);
        return Some(Probe { name: "parse", operands, argument: Argument::Format(format) });
    }
    let class = enum_of(call)?;
    Some(Probe { name: "constant", operands: "T", argument: Argument::Class(class) })
}

fn insert_probe(patch: &mut Patch<'_>, at: Index, operands: &[u8], probe: Probe) -> Result<()> {
    let Probe { name, operands: copied_operands, argument } = probe;
    let (push_argument, argument) = match argument {
        Argument::None => (None, ""),
        Argument::Format(format) => (Some(patch.int(format as u32)?), "I"),
        Argument::Class(class) => (Some(patch::load(patch.constants_mut().add_class(&class)?)), "O"),
    };
    let descriptor = format!("({}{})V", calls::descriptor(copied_operands), calls::descriptor(argument));
    let probe = patch.call(HINT_PROBES, name, &descriptor)?;
    let probe = push_argument.into_iter().chain([probe]);
    let snippet = calls::copy_operands(patch, operands, copied_operands.len(), probe);
    patch.editor.insert_before(at, snippet);
    Ok(())
}

/// Returns the operands of a parser up to the parsed text: the receiver of a method, and the text.
fn parser_operands(kind: CallKind) -> &'static str {
    if kind == Virtual { "OT" } else { "O" }
}

fn format(call: &CallSite<'_>) -> Option<Format> {
    let is_match = |(kind, class, name, _): &&(CallKind, &str, &str, Format)| {
        *kind == call.kind
            && class.as_bytes() == call.callee.class.0
            && name.as_bytes() == call.callee.name.0
            && matches!(call.operands().get(parser_operands(*kind).len() - 1), Some(b'T' | b'O'))
    };
    PARSERS.iter().find(is_match).map(|(.., format)| *format)
}

/// Returns the class of a call of `valueOf(String)`, if the class can be an enum.
fn enum_of(call: &CallSite<'_>) -> Option<String> {
    let class = call.callee.class.to_str();
    let descriptor = format!("(Ljava/lang/String;)L{class};");
    let is_value_of = call.kind == Static && call.callee.name.0 == b"valueOf";
    (is_value_of && call.callee.descriptor == *descriptor && format(call).is_none())
        .then(|| class.into_owned())
}

/// Inserts a probe with the texts of all cases before a switch on a string. Compilers translate a switch on a
/// string to a switch on the hash code, followed by comparisons with the texts.
pub(crate) fn insert_switch(patch: &mut Patch<'_>, predicate: &Predicate) -> Result<()> {
    const HASH_CODE_CALL: CallPattern = CallPattern::new(Virtual, STRING_CLASS, "hashCode", "T");
    let Some(before) = predicate.at.checked_sub(1) else { return Ok(()) };
    if patch.only_predecessor(predicate.at).is_none()
        || !calls::call_at(patch, before)?.is_some_and(|call| HASH_CODE_CALL.matches(&call))
    {
        return Ok(());
    }
    let table = cases(patch, predicate)?;
    if !table.is_empty() && table.len() <= MAX_STRING_BYTES {
        let mut probe = vec![patch.string(&table)?];
        probe.extend(patch.branch(predicate.first.0)?);
        probe.push(patch.call(HINT_PROBES, "select", &format!("({}I)V", calls::descriptor("TT")))?);
        let snippet = calls::copy_operands(patch, b"T", 1, probe);
        patch.editor.insert_before(before, snippet);
    }
    Ok(())
}

/// Returns the table of the cases: for each text, the number of the branch for its hash code, its length in
/// UTF-16 code units, and the text. A space follows each of these parts.
fn cases(patch: &Patch<'_>, predicate: &Predicate) -> Result<String> {
    let mut table = String::new();
    let jumps = analysis::predicate::outcomes(&patch.code.instructions[predicate.at], predicate.at);
    for (number, (outcome, target)) in jumps.iter().enumerate() {
        let Outcome::Switch { keys, .. } = outcome else { continue };
        let end = (target + MAX_CASE_LENGTH).min(patch.code.instructions.len() - 1);
        for at in *target..end {
            if let Some(text) = compared_text(patch, at)? {
                let units = text.utf16();
                // Texts with unpaired surrogates are omitted.
                if keys.contains(&hash(&units)) && String::from_utf16(&units).is_ok() {
                    let _ = write!(table, "{number} {} {} ", units.len(), text.to_str());
                }
            }
        }
    }
    Ok(table)
}

/// Returns the text that an instruction loads as the argument of `String.equals`. Returns `None` for other
/// instructions.
fn compared_text<'p>(patch: &'p Patch<'_>, at: Index) -> Result<Option<Utf8<'p>>> {
    const EQUALS_CALL: CallPattern = CallPattern::new(Virtual, STRING_CLASS, "equals", "TO");
    let Instruction::Ldc { op: op::LDC | op::LDC_W, index } = patch.code.instructions[at] else {
        return Ok(None);
    };
    let is_compared = calls::call_at(patch, at + 1)?.is_some_and(|call| EQUALS_CALL.matches(&call));
    Ok(patch.constants().string(index).ok().filter(|_| is_compared))
}

/// Returns the result of `String.hashCode()` for a string with these UTF-16 code units.
fn hash(units: &[u16]) -> i32 {
    units.iter().fold(0, |hash: i32, unit| hash.wrapping_mul(31).wrapping_add(i32::from(*unit)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_test_program_makes_every_call_with_a_probe() {
        let parsers = PARSERS
            .iter()
            .map(|&(kind, class, name, _)| CallPattern::new(kind, class, name, parser_operands(kind)));
        calls::tests::check_tested(
            parsers.chain(OTHER_CALLS.iter().chain(COMPARISONS).map(|(pattern, ..)| *pattern)),
        );
    }
}
