//! What the runner says, as data. `None` is a message that no runner sends: the worker is taken as broken.

use std::sync::Arc;

use testcase::{Literal, Observation, Var};

use crate::cursor::Cursor;
use crate::execution::{Effect, Execution, Facet, Mode, Outcome, Seen, Thrown, Trace};
use crate::hints;
use crate::numbers::{effect, facet, observation, outcome, primitive};

/// The classes of exceptions that one worker has described, by its numbers.
#[derive(Default)]
pub struct Exceptions(Vec<Arc<Thrown>>);

impl Exceptions {
    fn decode(&mut self, cursor: &mut Cursor) -> Option<Arc<Thrown>> {
        let id = cursor.varint()? as usize;
        if id == self.0.len() {
            let mut classes = Vec::new();
            loop {
                let name = cursor.text()?;
                if name.is_empty() {
                    break;
                }
                classes.push(name.into());
            }
            if classes.is_empty() {
                return None;
            }
            self.0.push(Arc::new(Thrown { classes }));
        }
        self.0.get(id).cloned()
    }
}

/// An exception with its message.
pub fn exception(cursor: &mut Cursor, known: &mut Exceptions) -> Option<(Arc<Thrown>, Option<String>)> {
    let thrown = known.decode(cursor)?;
    let message = match cursor.u8()? {
        0 => None,
        _ => Some(cursor.text()?),
    };
    Some((thrown, message))
}

/// How many ids there are of each kind: whatever names others is garbled.
#[derive(Clone, Copy, Debug)]
pub struct Ids {
    /// Methods that probes name.
    pub methods: u32,
    /// Branches that they name, and whatever else has a distance.
    pub branches: u32,
    /// Statements that they name.
    pub statements: u32,
}

/// How one test of so many statements went.
pub fn execution(
    cursor: &mut Cursor,
    mode: Mode,
    known: &mut Exceptions,
    ids: Ids,
    length: u32,
) -> Option<Execution> {
    let outcome = match cursor.u8()? {
        outcome::RETURNED => Outcome::Returned,
        outcome::THREW => {
            let explicit = cursor.u8()? != 0;
            let (thrown, message) = exception(cursor, known)?;
            Outcome::Threw { thrown, message, explicit }
        }
        outcome::OUT_OF_BUDGET => Outcome::OutOfBudget,
        outcome::EXITED => Outcome::Exited,
        outcome::OUT_OF_MEMORY => Outcome::OutOfMemory,
        outcome::WAITED => Outcome::TimedOut,
        _ => return None,
    };
    let executed = below(cursor.u32()?, length.checked_add(1)?)?;
    let (trace, calls) = (trace(cursor, ids)?, calls(cursor, length)?);
    let mut execution = Execution { executed, trace, calls, ..Execution::ended(outcome) };
    match mode {
        Mode::Run => {}
        Mode::Observe | Mode::ObserveOtherwise(_) => {
            execution.observations = observations(cursor, executed)?;
            execution.finally = observations(cursor, executed)?;
            execution.timed = numbers(cursor, executed)?;
        }
        Mode::Ask => execution.hints = hints::hints(cursor)?,
        Mode::Mutants | Mode::Sightings | Mode::EveryMutant => execution.effects = effects(cursor, length)?,
    }
    Some(execution)
}

fn trace(cursor: &mut Cursor, all: Ids) -> Option<Trace> {
    let methods = numbers(cursor, all.methods)?;
    let count = cursor.count()?;
    let mut branches = Vec::with_capacity(count);
    let mut repeated = Vec::new();
    for _ in 0..count {
        let tagged = cursor.varint()?;
        let distance = if tagged & 1 == 1 { 0.0 } else { distance(cursor)? };
        let branch = below(u32::try_from(tagged >> 2).ok()?, all.branches)?;
        branches.push((branch, distance));
        repeated.extend((tagged & 2 == 2).then_some(branch));
    }
    let statements = numbers(cursor, all.statements)?;
    Some(Trace { methods, branches, repeated, statements })
}

/// At least 0; infinity is allowed.
fn distance(cursor: &mut Cursor) -> Option<f64> {
    cursor.f64().filter(|distance| *distance >= 0.0)
}

fn below(id: u32, end: u32) -> Option<u32> {
    (id < end).then_some(id)
}

/// Some below an end.
fn numbers(cursor: &mut Cursor, end: u32) -> Option<Vec<u32>> {
    let count = cursor.count()?;
    let mut ids = Vec::with_capacity(count);
    for _ in 0..count {
        ids.push(below(cursor.u32()?, end)?);
    }
    Some(ids)
}

fn calls(cursor: &mut Cursor, length: u32) -> Option<Vec<Seen>> {
    let count = cursor.count()?;
    let call = |_| Some(Seen { statement: below(cursor.u32()?, length)?, facets: facets(cursor)? });
    (0..count).map(call).collect()
}

/// Facets up to an end.
fn facets(cursor: &mut Cursor) -> Option<Vec<Facet>> {
    let mut facets = Vec::new();
    loop {
        facets.push(match cursor.u8()? {
            facet::END => return Some(facets),
            facet::NULL => Facet::Null,
            facet::VALUE => Facet::Value(cursor.f64()?),
            facet::UNKNOWN => Facet::Unknown,
            _ => return None,
        });
    }
}

fn effects(cursor: &mut Cursor, length: u32) -> Option<Vec<Effect>> {
    let count = cursor.count()?;
    let mut effect = || {
        let number = cursor.u32()?;
        Some(match u8::try_from(number) {
            Ok(effect::KILLED) => Effect::Killed,
            Ok(effect::NOT_RUN) => Effect::NotRun,
            Ok(effect::SEEN) => Effect::Seen(numbers(cursor, length)?),
            _ => Effect::Survived { impact: number.checked_sub(effect::SURVIVED.into())? },
        })
    };
    (0..count).map(|_| effect()).collect()
}

fn observations(cursor: &mut Cursor, count: u32) -> Option<Vec<Option<Observation>>> {
    let observed = |_| match cursor.u8()? {
        observation::UNDEFINED => Some(None),
        tag => observation(tag, count, cursor).map(Some),
    };
    (0..count).map(observed).collect()
}

/// What is told of one of so many variables.
fn observation(tag: u8, variables: u32, cursor: &mut Cursor) -> Option<Observation> {
    Some(match tag {
        observation::ARRAY => Observation::Array(elements(cursor)?),
        observation::OBJECT => Observation::Object(cursor.text()?.into()),
        observation::LIST => Observation::List(elements(cursor)?),
        observation::SET => Observation::Set(elements(cursor)?),
        observation::MAP => {
            let flat = elements(cursor)?;
            let entry = |pair: &[Observation]| match pair {
                [key, value] => Some((key.clone(), value.clone())),
                _ => None,
            };
            Observation::Map(flat.chunks(2).map(entry).collect::<Option<_>>()?)
        }
        observation::SAME => Observation::Same(Var(below(cursor.u32()?, variables)?)),
        _ => element(tag, cursor)?,
    })
}

/// What may stand in an array or a collection. There are none in others.
fn element(tag: u8, cursor: &mut Cursor) -> Option<Observation> {
    Some(match tag {
        observation::NULL => Observation::Null,
        observation::STRING => Observation::Literal(Literal::String(cursor.utf16()?.into())),
        observation::ENUM => Observation::Enum { class: cursor.text()?.into(), name: cursor.text()?.into() },
        observation::VALUE..observation::BOXED => {
            Observation::Literal(value(tag - observation::VALUE, cursor)?)
        }
        observation::BOXED..observation::LIST => Observation::Boxed(value(tag - observation::BOXED, cursor)?),
        _ => return None,
    })
}

fn elements(cursor: &mut Cursor) -> Option<Vec<Observation>> {
    let count = cursor.count()?;
    let element = |_| {
        let tag = cursor.u8()?;
        element(tag, cursor)
    };
    (0..count).map(element).collect()
}

fn value(tag: u8, cursor: &mut Cursor) -> Option<Literal> {
    Some(match tag {
        primitive::BOOLEAN => Literal::Boolean(cursor.u8()? != 0),
        primitive::BYTE => Literal::Byte(cursor.u8()? as i8),
        primitive::CHAR => Literal::Char(cursor.varint()? as u16),
        primitive::SHORT => Literal::Short(cursor.varint()? as i16),
        primitive::INT => Literal::Int(cursor.varint()? as i32),
        primitive::LONG => Literal::Long(cursor.i64()?),
        primitive::FLOAT => Literal::Float(f32::from_bits(cursor.u32()?)),
        primitive::DOUBLE => Literal::Double(cursor.f64()?),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const IDS: Ids = Ids { methods: 8, branches: 3, statements: 7 };

    fn decoded(bytes: &[u8], mode: Mode) -> Option<Execution> {
        execution(&mut Cursor::new(bytes), mode, &mut Exceptions::default(), IDS, 129)
    }

    proptest! {
        #[test]
        fn no_bytes_make_decoding_panic(bytes in proptest::collection::vec(0_u8..28, 0..200)) {
            for mode in [Mode::Run, Mode::Observe, Mode::Ask, Mode::Mutants, Mode::Sightings] {
                let mut cursor = Cursor::new(&bytes);
                while execution(&mut cursor, mode, &mut Exceptions::default(), IDS, 129).is_some() {}
            }
        }
    }

    #[test]
    fn a_cut_message_is_no_execution() {
        let outcome = [1, 1, 0, 1, b'E', 0, 0, 3];
        let trace = [1, 7, 1, 10, 0, 0, 0, 0, 0, 0, 0, 64, 2, 5, 6];
        let calls = [2, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 64, 0, 2, 3, 0];
        let effects = [5, 0, 1, 2, 2, 5, 8, 3, 0x83, 1];
        let message = [&outcome[..], &trace, &calls, &effects].concat();
        let decode = |bytes| decoded(bytes, Mode::Mutants);
        let whole = decode(&message).unwrap();
        assert_eq!(
            whole.trace,
            Trace { methods: vec![7], branches: vec![(2, 2.0)], repeated: vec![2], statements: vec![5, 6] }
        );
        assert_eq!(whole.executed, 3);
        assert!(matches!(whole.outcome, Outcome::Threw { explicit: true, .. }));
        let calls = [
            Seen { statement: 0, facets: vec![Facet::Null, Facet::Value(2.0)] },
            Seen { statement: 2, facets: vec![Facet::Unknown] },
        ];
        assert_eq!(whole.calls, calls);
        let survived = |impact| Effect::Survived { impact };
        let seen = Effect::Seen(vec![5, 8]);
        assert_eq!(whole.effects, [Effect::Killed, Effect::NotRun, seen, survived(0), survived(128)]);
        for end in 0..message.len() {
            assert_eq!(decode(&message[..end]), None, "{end}");
        }
    }

    #[test]
    fn what_names_more_than_there_is_is_no_execution() {
        let ended = |executed: u8, trace: &[u8], calls: &[u8]| {
            decoded(&[&[0, executed], trace, calls].concat(), Mode::Run).is_some()
        };
        let (nothing, distance) = ([0, 0, 0], |it: f64| [&[0, 1, 0][..], &it.to_le_bytes(), &[0]].concat());
        assert!(ended(100, &nothing, &[0]));
        assert!(ended(0, &[1, 7, 1, 2 << 2 | 1, 1, 6], &[1, 127, 0]), "the last of each");
        assert!(decoded(&[0, 130, 1, 0, 0, 0, 0], Mode::Run).is_none(), "more statements than the test has");
        assert!(!ended(0, &[1, 8, 0, 0], &[0]), "a method");
        assert!(!ended(0, &[0, 1, 3 << 2 | 1, 0], &[0]), "a branch");
        assert!(!ended(0, &[0, 0, 1, 7], &[0]), "a statement");
        assert!(!ended(0, &nothing, &[1, 129, 1, 0]), "a call");
        assert!(ended(0, &distance(f64::INFINITY), &[0]));
        assert!(!ended(0, &distance(f64::NAN), &[0]) && !ended(0, &distance(-1.0), &[0]));
    }

    #[test]
    fn collections_in_collections_are_no_execution_however_deep() {
        let observed = |value: &[u8]| {
            let bytes = [&[0, 1, 0, 0, 0, 0][..], value, &[0, 0]].concat();
            decoded(&bytes, Mode::Observe).is_some()
        };
        assert!(observed(&[22, 1, 1]));
        assert!(!observed(&[22, 1, 22, 1, 1]));
        assert!(!observed(&[4, 1].repeat(1 << 20)));
        assert!(observed(&[25, 0]) && !observed(&[25, 1]), "the same as a variable that is not there");
    }
}
