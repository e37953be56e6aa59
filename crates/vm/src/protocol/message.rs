//! Encodes batches of tests as messages to workers.

use std::collections::BTreeMap;
use std::ops::Range;

use testcase::{Literal, Statement, StatementKind, TestCase};
use types::{FieldId, MethodId, World};

use super::members::MemberTable;
use super::numbers::mode;
use super::statements::StatementWriter;
use super::{Reader, begin_frame, end_frame, put_varint};
use crate::config::Watch;
use crate::schedule::mutant_runs::MutantRuns;
use crate::settings::{BatchSettings, Mode};

/// A member whose use runs code under test. During such a use, a worker can be lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Member {
    /// A method or constructor that a test calls.
    Method(MethodId),
    /// A static field that a test uses. The use can initialise the class of the field.
    Field(FieldId),
}

impl Member {
    /// Returns the method or constructor that a statement calls, or the static field that it uses.
    fn used_by(statement: &Statement) -> Option<Member> {
        match statement.kind {
            StatementKind::Call { method, .. }
            | StatementKind::Construct { constructor: method, .. }
            | StatementKind::Implement { constructor: Some(method), .. } => Some(Member::Method(method)),
            StatementKind::Literal(Literal::Enum(field))
            | StatementKind::ReadField { field, receiver: None }
            | StatementKind::WriteField { field, receiver: None, .. } => Some(Member::Field(field)),
            _ => None,
        }
    }
}

/// The use of a member by a statement of an encoded test.
#[derive(Clone, Copy)]
struct Use {
    member: Member,
    /// Index of the statement.
    statement: u32,
    /// Position of the first byte of the statement in the encoded tests.
    position: usize,
}

/// The encoded tests of one batch. A test is encoded as its length in four bytes, then the number of
/// statements, then the statements.
pub struct EncodedTests {
    bytes: Vec<u8>,
    /// By test, the position of its first byte. The last entry is the end of the last test.
    bounds: Vec<usize>,
    /// Number of disabled probes that a worker must have received before these tests.
    disabled_probes: usize,
    /// Number of members that a worker must have received before these tests.
    members: usize,
    /// Settings of the batch.
    pub settings: BatchSettings,
    /// Uses of members by all tests, in the order of the tests and their statements.
    uses: Vec<Use>,
    /// By test, the index of its first entry in `uses`. The last entry is the length of `uses`.
    use_bounds: Vec<usize>,
}

impl EncodedTests {
    /// Returns the number of tests.
    pub fn len(&self) -> usize {
        self.bounds.len() - 1
    }

    /// Returns the number of statements of a test.
    pub fn statement_count(&self, test: usize) -> u32 {
        let after_length = &self.bytes[self.bounds[test] + 4..self.bounds[test + 1]];
        Reader::new(after_length).u32().unwrap_or(0)
    }

    /// Returns the members that a test uses, each with the index of the statement that uses it, in the order
    /// of the statements.
    pub fn uses(&self, test: usize) -> impl Iterator<Item = (Member, u32)> {
        self.uses_of(test).iter().map(|it| (it.member, it.statement))
    }

    /// Returns whether the tests run without a tick limit.
    pub fn has_no_tick_limit(&self) -> bool {
        self.settings.tick_limit >= i64::MAX as u64
    }

    fn uses_of(&self, test: usize) -> &[Use] {
        &self.uses[self.use_bounds[test]..self.use_bounds[test + 1]]
    }

    /// Writes a test. If `cut` is the index of a statement that [uses](EncodedTests::uses) a member, writes
    /// only the statements before this statement.
    fn write(&self, test: usize, cut: Option<u32>, out: &mut Vec<u8>) {
        let bytes = &self.bytes[self.bounds[test]..self.bounds[test + 1]];
        let Some(end) = cut.and_then(|cut| self.uses_of(test).iter().find(|it| it.statement == cut)) else {
            return out.extend_from_slice(bytes);
        };
        let statements = self.first_statement(test)..end.position;
        let start = begin_frame(out);
        put_varint(out, end.statement.into());
        out.extend_from_slice(&self.bytes[statements]);
        end_frame(out, start);
    }

    /// Returns the position of the first statement of a test. The length of the test and the number of its
    /// statements precede this position.
    fn first_statement(&self, test: usize) -> usize {
        let count_start = self.bounds[test] + 4;
        let last_byte = self.bytes[count_start..].iter().position(|byte| byte & 0x80 == 0);
        count_start + last_byte.unwrap_or(0) + 1
    }
}

/// Counts of the members and disabled probes that a worker has received so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Received {
    /// Number of members that the worker has received.
    pub members: usize,
    /// Number of disabled probes that the worker has received.
    pub disabled_probes: usize,
}

/// Encodes batches of tests, and the messages that make workers run them.
#[derive(Default)]
pub struct Encoder {
    members: MemberTable,
    /// Ids of disabled probes, in the order in which they were disabled.
    disabled_probes: Vec<u32>,
}

impl Encoder {
    /// Creates an encoder. The workers watch the calls of the given members.
    pub fn new(watches: BTreeMap<MethodId, Watch>) -> Encoder {
        Encoder { members: MemberTable::new(watches), disabled_probes: Vec::new() }
    }

    /// Disables probes in all batches that are encoded later.
    pub fn disable_probes(&mut self, ids: &[u32]) {
        self.disabled_probes.extend(ids);
    }

    /// Encodes the tests of a batch.
    pub fn tests(&mut self, world: &World, tests: &[&TestCase], settings: BatchSettings) -> EncodedTests {
        let mut bytes = Vec::with_capacity(tests.len() * 64);
        let mut bounds = Vec::with_capacity(tests.len() + 1);
        let (mut uses, mut use_bounds) = (Vec::new(), vec![0]);
        for test in tests {
            let start = begin_frame(&mut bytes);
            bounds.push(start);
            put_varint(&mut bytes, test.statements.len() as u64);
            for (statement, index) in test.statements.iter().zip(0..) {
                if let Some(member) = Member::used_by(statement) {
                    uses.push(Use { member, statement: index, position: bytes.len() });
                }
                StatementWriter { world, members: &mut self.members, out: &mut bytes }.put(statement);
            }
            use_bounds.push(uses.len());
            end_frame(&mut bytes, start);
        }
        bounds.push(bytes.len());
        let (members, disabled_probes) = (self.members.len(), self.disabled_probes.len());
        EncodedTests { bytes, bounds, members, disabled_probes, settings, uses, use_bounds }
    }

    /// Writes the message that makes a worker run some tests of a batch.
    ///
    /// `cut` returns the index of the statement before which a test is cut, or `None` if the test is not cut.
    /// `mutant_runs` has an entry for each test of the batch, or is empty if the tests run without mutants.
    /// `received` is updated to the state of the worker after this message.
    pub fn message(
        &self,
        tests: &EncodedTests,
        range: Range<usize>,
        mutant_runs: &[MutantRuns],
        cut: &dyn Fn(usize) -> Option<u32>,
        received: &mut Received,
        out: &mut Vec<u8>,
    ) {
        let start = begin_frame(out);
        let settings = &tests.settings;
        out.push(mode_number(settings.mode));
        if let Mode::ObserveOtherwise(environment) = settings.mode {
            out.push(environment);
        }
        out.extend(settings.tick_limit.to_le_bytes());
        let new_probes = received.disabled_probes..tests.disabled_probes.max(received.disabled_probes);
        put_varint(out, new_probes.len() as u64);
        self.disabled_probes[new_probes.clone()].iter().for_each(|id| put_varint(out, (*id).into()));
        received.disabled_probes = new_probes.end;
        // Writes the number of probes that are disabled in this batch. The worker needs this number, because
        // an earlier message for a later batch can already have disabled more probes.
        put_varint(out, if settings.all_probes_report { 0 } else { tests.disabled_probes as u64 });
        let new_members = received.members..tests.members.max(received.members);
        put_varint(out, new_members.len() as u64);
        out.extend_from_slice(self.members.descriptions(new_members.clone()));
        received.members = new_members.end;
        put_varint(out, range.len() as u64);
        for test in range {
            if let Some(runs) = mutant_runs.get(test) {
                runs.write(out);
            }
            tests.write(test, cut(test), out);
        }
        end_frame(out, start);
    }
}

fn mode_number(mode: Mode) -> u8 {
    match mode {
        Mode::Run => mode::RUN,
        Mode::Observe => mode::OBSERVE,
        Mode::ObserveOtherwise(_) => mode::OBSERVE_VARIANT,
        Mode::Hints => mode::HINTS,
        Mode::Mutants => mode::MUTANTS,
        Mode::Detections => mode::DETECTIONS,
        Mode::UntilSurvivor => mode::UNTIL_SURVIVOR,
    }
}
