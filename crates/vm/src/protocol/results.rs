//! Decodes the results of tests. A decoder returns `None` if the message is invalid. The pool then replaces
//! the worker.

use std::sync::Arc;

use super::numbers::{effect, outcome, recorded_value};
use super::{Reader, hints, observations};
use crate::execution::{Effect, Execution, Outcome, RecordedValue, Thrown, Trace, WatchedCall};
use crate::ids::{DistanceProbe, MethodProbe, StatementProbe};
use crate::settings::Mode;

/// The exception classes that one worker has described. The index of a class is the number that the worker
/// assigned to it.
#[derive(Default)]
pub struct ExceptionTable(Vec<Arc<Thrown>>);

impl ExceptionTable {
    /// Reads the number of an exception class, and also the description of the class if the number is new.
    /// Returns the class.
    fn decode(&mut self, reader: &mut Reader) -> Option<Arc<Thrown>> {
        let number = reader.varint()? as usize;
        if number == self.0.len() {
            let mut classes = Vec::new();
            loop {
                let name = reader.text()?;
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
        self.0.get(number).cloned()
    }
}

/// Decodes the class of an exception, and its message if the worker reports one.
pub fn exception(
    reader: &mut Reader,
    exceptions: &mut ExceptionTable,
) -> Option<(Arc<Thrown>, Option<String>)> {
    let thrown = exceptions.decode(reader)?;
    let message = match reader.u8()? {
        0 => None,
        _ => Some(reader.text()?),
    };
    Some((thrown, message))
}

/// Upper limits, exclusive, of the ids in results. A result with an id that is not below its limit is
/// refused.
#[derive(Clone, Copy, Debug)]
pub struct IdLimits {
    /// Number of method ids.
    pub methods: u32,
    /// Number of ids of branches and mutants.
    pub branches: u32,
    /// Number of statement ids.
    pub statements: u32,
}

/// Decodes the result of a test. `length` is the number of its statements.
pub fn execution(
    reader: &mut Reader,
    mode: Mode,
    exceptions: &mut ExceptionTable,
    limits: IdLimits,
    length: u32,
) -> Option<Execution> {
    let outcome = match reader.u8()? {
        outcome::RETURNED => Outcome::Returned,
        outcome::THREW => {
            let explicit = reader.u8()? != 0;
            let (thrown, message) = exception(reader, exceptions)?;
            Outcome::Threw { thrown, message, explicit }
        }
        outcome::OUT_OF_BUDGET => Outcome::OutOfBudget,
        outcome::EXITED => Outcome::Exited,
        outcome::OUT_OF_MEMORY => Outcome::OutOfMemory,
        outcome::TIMED_OUT => Outcome::TimedOut,
        _ => return None,
    };
    let executed = below(reader.u32()?, length.checked_add(1)?)?;
    let tagged_ticks = reader.varint()?;
    let (ticks, reads_clock) = (tagged_ticks >> 1, tagged_ticks & 1 == 1);
    let (trace, calls) = (trace(reader, limits)?, calls(reader, length)?);
    let mut execution =
        Execution { executed, ticks, reads_clock, trace, calls, ..Execution::with_outcome(outcome) };
    match mode {
        Mode::Run => {}
        Mode::Observe | Mode::ObserveOtherwise(_) => {
            execution.observations = observations::observations(reader, executed)?;
            execution.final_observations = observations::observations(reader, executed)?;
            // The statement after the completed statements can also have read a clock, before it threw an
            // exception.
            execution.time_dependent = indices(reader, length.min(executed.saturating_add(1)))?;
            execution.overwrites_shared_state = reader.u8()? != 0;
        }
        Mode::Hints => execution.hints = hints::hints(reader)?,
        Mode::Mutants | Mode::Detections | Mode::UntilSurvivor => {
            execution.effects = effects(reader, length)?;
        }
    }
    Some(execution)
}

fn trace(reader: &mut Reader, limits: IdLimits) -> Option<Trace> {
    let methods = ids(reader, limits.methods, MethodProbe)?;
    let count = reader.count()?;
    let mut branches = Vec::with_capacity(count);
    let mut repeated = Vec::new();
    for _ in 0..count {
        // Bit 0 is set if the branch was taken. Bit 1 is set if its predicate was evaluated more than once.
        let tagged = reader.varint()?;
        let distance = if tagged & 1 == 1 { 0.0 } else { distance(reader)? };
        let branch = DistanceProbe(below(u32::try_from(tagged >> 2).ok()?, limits.branches)?);
        branches.push((branch, distance));
        repeated.extend((tagged & 2 == 2).then_some(branch));
    }
    let statements = ids(reader, limits.statements, StatementProbe)?;
    Some(Trace { methods, branches, repeated, statements })
}

/// Reads a distance. A distance is at least 0 and can be infinite.
fn distance(reader: &mut Reader) -> Option<f64> {
    reader.f64().filter(|distance| *distance >= 0.0)
}

/// Returns the id if it is below the limit, otherwise `None`.
pub fn below(id: u32, limit: u32) -> Option<u32> {
    (id < limit).then_some(id)
}

/// Reads a list of ids. `id` makes an id from its number. Refuses a list with a number that is not below the
/// limit.
fn ids<T>(reader: &mut Reader, limit: u32, id: impl Fn(u32) -> T) -> Option<Vec<T>> {
    let count = reader.count()?;
    let mut ids = Vec::with_capacity(count);
    for _ in 0..count {
        ids.push(id(below(reader.u32()?, limit)?));
    }
    Some(ids)
}

/// Reads a list of indices of statements. `length` is the number of statements of the test.
fn indices(reader: &mut Reader, length: u32) -> Option<Vec<u32>> {
    ids(reader, length, std::convert::identity)
}

/// Reads the watched calls of a test with `length` statements.
fn calls(reader: &mut Reader, length: u32) -> Option<Vec<WatchedCall>> {
    let count = reader.count()?;
    let call = |_| {
        let statement = below(reader.u32()?, length)?;
        let (recorded_values, is_trivial) = recorded_values(reader)?;
        Some(WatchedCall { statement, recorded_values, is_trivial })
    };
    (0..count).map(call).collect()
}

/// Reads the recorded values of one call up to the mark at its end. Also returns whether the call is
/// trivial: see [`WatchedCall::is_trivial`].
fn recorded_values(reader: &mut Reader) -> Option<(Vec<RecordedValue>, bool)> {
    let mut recorded_values = Vec::new();
    loop {
        recorded_values.push(match reader.u8()? {
            recorded_value::END => return Some((recorded_values, false)),
            recorded_value::END_TRIVIAL => return Some((recorded_values, true)),
            recorded_value::NULL => RecordedValue::Null,
            recorded_value::VALUE => RecordedValue::Value(reader.f64()?),
            recorded_value::UNKNOWN => RecordedValue::Unknown,
            _ => return None,
        });
    }
}

/// Reads the effects of mutants on a test with `length` statements.
fn effects(reader: &mut Reader, length: u32) -> Option<Vec<Effect>> {
    let count = reader.count()?;
    let mut effect = || {
        let number = reader.u32()?;
        Some(match u8::try_from(number) {
            Ok(effect::KILLED) => Effect::Killed,
            Ok(effect::NOT_RUN) => Effect::NotRun,
            Ok(effect::DETECTED) => Effect::Detected(indices(reader, length)?),
            Ok(effect::ENDS_DIFFERENTLY) => Effect::EndsDifferently {
                completed: reader.u32().filter(|&completed| completed <= length)?,
                detected: indices(reader, length)?,
            },
            _ => Effect::Survived { impact: number.checked_sub(effect::SURVIVED.into())? },
        })
    };
    (0..count).map(|_| effect()).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LIMITS: IdLimits = IdLimits { methods: 8, branches: 3, statements: 7 };

    fn decoded(bytes: &[u8], mode: Mode) -> Option<Execution> {
        execution(&mut Reader::new(bytes), mode, &mut ExceptionTable::default(), LIMITS, 129)
    }

    proptest! {
        #[test]
        fn decoding_of_arbitrary_bytes_does_not_panic(bytes in proptest::collection::vec(0_u8..28, 0..200)) {
            for mode in [Mode::Run, Mode::Observe, Mode::Hints, Mode::Mutants, Mode::Detections] {
                let mut reader = Reader::new(&bytes);
                while execution(&mut reader, mode, &mut ExceptionTable::default(), LIMITS, 129).is_some() {}
            }
        }
    }

    #[test]
    fn a_truncated_message_is_refused() {
        let outcome = [1, 1, 0, 1, b'E', 0, 0, 3, 9 << 1 | 1];
        let trace = [1, 7, 1, 10, 0, 0, 0, 0, 0, 0, 0, 64, 2, 5, 6];
        let calls = [2, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 64, 0, 2, 3, 4];
        let effects = [6, 0, 1, 2, 2, 5, 8, 3, 7, 1, 5, 4, 0x84, 1];
        let message = [&outcome[..], &trace, &calls, &effects].concat();
        let decode = |bytes| decoded(bytes, Mode::Mutants);
        let whole = decode(&message).unwrap();
        assert_eq!(
            whole.trace,
            Trace {
                methods: vec![MethodProbe(7)],
                branches: vec![(DistanceProbe(2), 2.0)],
                repeated: vec![DistanceProbe(2)],
                statements: vec![StatementProbe(5), StatementProbe(6)],
            }
        );
        assert_eq!((whole.executed, whole.ticks, whole.reads_clock), (3, 9, true));
        assert!(matches!(whole.outcome, Outcome::Threw { explicit: true, .. }));
        let calls = [
            WatchedCall {
                statement: 0,
                recorded_values: vec![RecordedValue::Null, RecordedValue::Value(2.0)],
                is_trivial: false,
            },
            WatchedCall { statement: 2, recorded_values: vec![RecordedValue::Unknown], is_trivial: true },
        ];
        assert_eq!(whole.calls, calls);
        let survived = |impact| Effect::Survived { impact };
        let detected = Effect::Detected(vec![5, 8]);
        let ends_differently = Effect::EndsDifferently { completed: 7, detected: vec![5] };
        let expected =
            [Effect::Killed, Effect::NotRun, detected, ends_differently, survived(0), survived(128)];
        assert_eq!(whole.effects, expected);
        for end in 0..message.len() {
            assert_eq!(decode(&message[..end]), None, "{end}");
        }
    }

    #[test]
    fn a_result_with_an_id_that_is_not_below_its_limit_is_refused() {
        let is_decoded = |executed: u8, trace: &[u8], calls: &[u8]| {
            decoded(&[&[0, executed, 0], trace, calls].concat(), Mode::Run).is_some()
        };
        let empty_trace = [0, 0, 0];
        let trace_with = |distance: f64| [&[0, 1, 0][..], &distance.to_le_bytes(), &[0]].concat();
        assert!(is_decoded(100, &empty_trace, &[0]));
        assert!(is_decoded(0, &[1, 7, 1, 2 << 2 | 1, 1, 6], &[1, 127, 0]), "the largest id of each kind");
        assert!(
            decoded(&[0, 130, 1, 0, 0, 0, 0, 0], Mode::Run).is_none(),
            "130 completed statements, but the test has 129"
        );
        assert!(!is_decoded(0, &[1, 8, 0, 0], &[0]), "method id");
        assert!(!is_decoded(0, &[0, 1, 3 << 2 | 1, 0], &[0]), "branch id");
        assert!(!is_decoded(0, &[0, 0, 1, 7], &[0]), "statement id");
        assert!(!is_decoded(0, &empty_trace, &[1, 129, 1, 0]), "statement of a call");
        assert!(is_decoded(0, &trace_with(f64::INFINITY), &[0]));
        assert!(!is_decoded(0, &trace_with(f64::NAN), &[0]) && !is_decoded(0, &trace_with(-1.0), &[0]));
    }

    #[test]
    fn a_collection_inside_a_collection_is_refused_at_any_depth() {
        let is_decoded = |value: &[u8]| {
            let bytes = [&[0, 1, 0, 0, 0, 0, 0][..], value, &[0, 0, 0]].concat();
            decoded(&bytes, Mode::Observe).is_some()
        };
        assert!(is_decoded(&[22, 1, 1]));
        assert!(!is_decoded(&[22, 1, 22, 1, 1]));
        assert!(!is_decoded(&[4, 1].repeat(1 << 20)));
        assert!(
            is_decoded(&[25, 0]) && !is_decoded(&[25, 1]),
            "the number of a variable that does not exist"
        );
    }
}
