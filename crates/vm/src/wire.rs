//! The messages of a conversation without a worker: to measure each end of it alone.

use testcase::TestCase;
use types::World;

use crate::cursor::checked;
use crate::decode::{self, Exceptions, Ids};
use crate::encode::{Encoder, Known};
use crate::execution::{BatchSettings, Execution, Mode};
use crate::numbers::message;
use crate::worker::split_frame;

/// Ticks of each test: more than any uses that is measured.
const TICK_LIMIT: u64 = 1_000_000;

/// Whatever an answer names is there.
const ALL: Ids = Ids { methods: u32::MAX, branches: u32::MAX, statements: u32::MAX };
const MOST: u32 = u32::MAX - 1;

/// What both ends know of each other after some messages.
#[derive(Default)]
pub struct Wire {
    encoder: Encoder,
    known: Known,
    exceptions: Exceptions,
}

impl Wire {
    /// The message of a batch. It describes the members that no message before it did.
    pub fn message(&mut self, world: &World, tests: &[&TestCase]) -> Vec<u8> {
        let settings = BatchSettings { tick_limit: TICK_LIMIT, ..BatchSettings::new(Mode::Run) };
        let encoded = self.encoder.tests(world, tests, settings);
        let mut out = Vec::new();
        self.encoder.message(&encoded, 0..tests.len(), &[], &|_| None, &mut self.known, &mut out);
        out
    }

    /// The executions in the answer to such a message, if it is one. Answers are read in their order: an exception's class is
    /// described once, in the first that has one. To read an answer again that describes none changes nothing.
    pub fn executions(&mut self, answer: &[u8]) -> Option<Vec<Execution>> {
        let mut executions = Vec::new();
        let mut rest = answer;
        while let Some((frame, behind)) = split_frame(rest) {
            let mut cursor = checked(frame)?;
            if cursor.u8()? != message::RESULTS {
                return None;
            }
            while !cursor.is_empty() {
                executions.push(decode::execution(&mut cursor, Mode::Run, &mut self.exceptions, ALL, MOST)?);
            }
            rest = behind;
        }
        rest.is_empty().then_some(executions)
    }
}
