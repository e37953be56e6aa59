//! Calls that ask something of their operands, for the runner to take notes of where it is asked to.
//!
//! What is inserted stands before the call and gets copies of its operands; the call is made as ever.

use std::fmt::Write;

use analysis::{Outcome, Predicate};
use classfile::{Index, Instruction, Result, Utf8, op};
use specialise::Format;

use crate::calls::{self, Call, Kind, Kind::Constructor, Kind::Static, Kind::Virtual, Method};
use crate::patch::{self, Patch};

/// The class of the runner that takes the notes.
const QUESTIONS: &str = "Questions";

const STRING: &str = "java/lang/String";
const PATTERN: &str = "java/util/regex/Pattern";
const CLASS: &str = "java/lang/Class";
const FORMATTER: &str = "java/time/format/DateTimeFormatter";

/// The longest string that a class file can hold, in bytes.
const LONGEST: usize = 0xFFFF;

/// How far behind a case's label its texts are compared, in instructions: there are several where hashes collide.
const CASE: usize = 24;

/// Parsers: how they are called, the class, the method, and what its first parameter, a text, has to be.
const PARSERS: &[(Kind, &str, &str, Format)] = &[
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
    (Static, STRING, "format", Format::FormatString),
    (Static, PATTERN, "compile", Format::Regex),
    (Static, "java/util/Locale", "forLanguageTag", Format::LanguageTag),
    (Static, "java/util/Currency", "getInstance", Format::Currency),
    (Constructor, "java/text/SimpleDateFormat", "<init>", Format::DatePattern),
    (Static, FORMATTER, "ofPattern", Format::DatePattern),
    (Constructor, "java/text/DecimalFormat", "<init>", Format::DecimalPattern),
    (Constructor, "java/text/MessageFormat", "<init>", Format::MessagePattern),
    (Static, "java/text/MessageFormat", "format", Format::MessagePattern),
];

/// Other calls: the method of the runner that is told, and which of the operands. They go before the parsers.
const OTHERS: &[(Method, &str, &str)] = &[
    (Method::of(Virtual, PATTERN, "matcher", "OO"), "matcher", "OO"),
    (Method::of(Static, PATTERN, "matches", "TO"), "match", "TO"),
    (Method::of(Virtual, STRING, "matches", "TT"), "match", "TT"),
    (Method::of(Virtual, STRING, "replaceAll", "TTT"), "match", "TT"),
    (Method::of(Virtual, STRING, "replaceFirst", "TTT"), "match", "TT"),
    (Method::of(Virtual, STRING, "split", "TT"), "match", "TT"),
    (Method::of(Virtual, STRING, "split", "TTI"), "match", "TT"),
    (Method::of(Virtual, "java/text/DateFormat", "parse", "OT"), "date", "OT"),
    (Method::of(Virtual, "java/text/DateFormat", "parse", "OTO"), "date", "OT"),
    (Method::of(Virtual, "java/text/SimpleDateFormat", "parse", "OT"), "date", "OT"),
    (Method::of(Virtual, "java/text/SimpleDateFormat", "parse", "OTO"), "date", "OT"),
    (Method::of(Virtual, FORMATTER, "parse", "OO"), "time", "OO"),
    (Method::of(Virtual, FORMATTER, "parse", "OOO"), "time", "OO"),
    (Method::of(Static, "java/time/LocalDate", "parse", "OO"), "timeBy", "OO"),
    (Method::of(Static, "java/time/LocalTime", "parse", "OO"), "timeBy", "OO"),
    (Method::of(Static, "java/time/LocalDateTime", "parse", "OO"), "timeBy", "OO"),
    (Method::of(Static, "java/time/OffsetDateTime", "parse", "OO"), "timeBy", "OO"),
    (Method::of(Static, "java/time/ZonedDateTime", "parse", "OO"), "timeBy", "OO"),
    (Method::of(Static, "java/lang/Enum", "valueOf", "OT"), "constant", "OT"),
    (Method::of(Virtual, CLASS, "getField", "OT"), "field", "OT"),
    (Method::of(Virtual, CLASS, "getDeclaredField", "OT"), "field", "OT"),
    (Method::of(Virtual, CLASS, "getMethod", "OTO"), "method", "OT"),
    (Method::of(Virtual, CLASS, "getDeclaredMethod", "OTO"), "method", "OT"),
    (Method::of(Virtual, "java/util/Map", "get", "OO"), "key", "OO"),
    (Method::of(Virtual, "java/util/Map", "getOrDefault", "OOO"), "key", "OO"),
    (Method::of(Virtual, "java/util/HashMap", "get", "OO"), "key", "OO"),
    (Method::of(Virtual, "java/util/TreeMap", "get", "OO"), "key", "OO"),
    (Method::of(Virtual, "java/util/LinkedHashMap", "get", "OO"), "key", "OO"),
    (Method::of(Virtual, "java/util/Hashtable", "get", "OO"), "key", "OO"),
];

/// What is told of a call.
struct Note {
    /// The method of the runner that is told.
    name: &'static str,
    /// The operands that it takes, the first ones of the call.
    operands: &'static str,
    /// What it takes behind them.
    more: More,
}

enum More {
    Nothing,
    Format(Format),
    Class(String),
}

/// Tells of all calls of a method that ask something of their operands.
pub(crate) fn insert(patch: &mut Patch<'_>) -> Result<()> {
    for at in 0..patch.code.instructions.len() {
        if let Some(call) = calls::call_at(patch, at)? {
            let operands = call.operands();
            if let Some(note) = note(&call) {
                insert_note(patch, at, &operands, note)?;
            }
        }
    }
    Ok(())
}

fn note(call: &Call<'_>) -> Option<Note> {
    if let Some(&(_, name, operands)) = OTHERS.iter().find(|(method, ..)| method.is_called(call)) {
        return Some(Note { name, operands, more: More::Nothing });
    }
    if let Some(format) = format(call) {
        return Some(Note { name: "parse", operands: "O", more: More::Format(format) });
    }
    let class = enum_of(call)?;
    Some(Note { name: "constant", operands: "T", more: More::Class(class) })
}

fn insert_note(patch: &mut Patch<'_>, at: Index, operands: &[u8], note: Note) -> Result<()> {
    let Note { name, operands: takes, more } = note;
    let (pushed, last) = match more {
        More::Nothing => (None, ""),
        More::Format(format) => (Some(patch.int(format as u32)?), "I"),
        More::Class(class) => (Some(patch::load(patch.constants_mut().add_class(&class)?)), "O"),
    };
    let descriptor = format!("({}{})V", calls::descriptor(takes), calls::descriptor(last));
    let told = patch.call(QUESTIONS, name, &descriptor)?;
    let snippet = calls::with_copies(patch, operands, takes.len(), pushed.into_iter().chain([told]));
    patch.editor.insert_before(at, snippet);
    Ok(())
}

fn format(call: &Call<'_>) -> Option<Format> {
    let is_called = |(kind, class, name, _): &&(Kind, &str, &str, Format)| {
        *kind == call.kind
            && class.as_bytes() == call.callee.class.0
            && name.as_bytes() == call.callee.name.0
            && matches!(call.operands().first(), Some(b'T' | b'O'))
    };
    PARSERS.iter().find(is_called).map(|(.., format)| *format)
}

/// The class whose `valueOf` a call calls, where it may be an enum.
fn enum_of(call: &Call<'_>) -> Option<String> {
    let class = call.callee.class.to_str();
    let descriptor = format!("(Ljava/lang/String;)L{class};");
    let is_called = call.kind == Static && call.callee.name.0 == b"valueOf";
    (is_called && call.callee.descriptor == *descriptor && format(call).is_none()).then(|| class.into_owned())
}

/// Tells, before a switch on texts looks for a hash, of the texts of its cases.
pub(crate) fn insert_switch(patch: &mut Patch<'_>, predicate: &Predicate) -> Result<()> {
    const HASH: Method = Method::of(Virtual, STRING, "hashCode", "T");
    let Some(before) = predicate.at.checked_sub(1) else { return Ok(()) };
    if patch.only_predecessor(predicate.at).is_none()
        || !calls::call_at(patch, before)?.is_some_and(|call| HASH.is_called(&call))
    {
        return Ok(());
    }
    let table = cases(patch, predicate)?;
    if !table.is_empty() && table.len() <= LONGEST {
        let mut told = vec![patch.string(&table)?];
        told.extend(patch.branch(predicate.first.0)?);
        told.push(patch.call(QUESTIONS, "select", &format!("({}I)V", calls::descriptor("TT")))?);
        let snippet = calls::with_copies(patch, b"T", 1, told);
        patch.editor.insert_before(before, snippet);
    }
    Ok(())
}

/// Each case: the number of the branch that its hash leads to, the length of its text, and the text, with a blank behind
/// each.
fn cases(patch: &Patch<'_>, predicate: &Predicate) -> Result<String> {
    let mut table = String::new();
    let jumps = analysis::predicate::outcomes(&patch.code.instructions[predicate.at], predicate.at);
    for (number, (outcome, target)) in jumps.iter().enumerate() {
        let Outcome::Switch { keys, .. } = outcome else { continue };
        let end = (target + CASE).min(patch.code.instructions.len() - 1);
        for at in *target..end {
            if let Some(text) = compared(patch, at)? {
                let units = text.utf16();
                // What cannot be written as text is left out.
                if keys.contains(&hash(&units)) && String::from_utf16(&units).is_ok() {
                    let _ = write!(table, "{number} {} {} ", units.len(), text.to_str());
                }
            }
        }
    }
    Ok(table)
}

/// The text that an instruction loads for a comparison.
fn compared<'p>(patch: &'p Patch<'_>, at: Index) -> Result<Option<Utf8<'p>>> {
    const EQUALS: Method = Method::of(Virtual, STRING, "equals", "TO");
    let Instruction::Ldc { op: op::LDC | op::LDC_W, index } = patch.code.instructions[at] else {
        return Ok(None);
    };
    let is_compared = calls::call_at(patch, at + 1)?.is_some_and(|call| EQUALS.is_called(&call));
    Ok(patch.constants().string(index).ok().filter(|_| is_compared))
}

/// `String.hashCode()`.
fn hash(units: &[u16]) -> i32 {
    units.iter().fold(0, |hash: i32, unit| hash.wrapping_mul(31).wrapping_add(i32::from(*unit)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_call_that_notes_are_taken_of_is_tried_before_and_after() {
        let parsers = PARSERS.iter().map(|&(kind, class, name, _)| Method::of(kind, class, name, "O"));
        calls::tests::check_tried(parsers.chain(OTHERS.iter().map(|(method, ..)| *method)));
    }
}
