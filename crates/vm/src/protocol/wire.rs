//! Encodes and decodes messages without a worker, for benchmarks of the encoder and the decoder.

use testcase::TestCase;
use types::World;

use super::message::{Encoder, Received};
use super::numbers::message;
use super::results::{self, ExceptionTable, IdLimits};
use super::{split_frame, verified};
use crate::execution::Execution;
use crate::settings::{BatchSettings, Mode};

/// Tick limit of each test. No test of a benchmark reaches this limit.
const TICK_LIMIT: u64 = 1_000_000;

/// Limits of ids that accept every id.
const NO_LIMITS: IdLimits = IdLimits { methods: u32::MAX, branches: u32::MAX, statements: u32::MAX };
/// Assumed maximum number of statements of a test.
const MAX_STATEMENTS: u32 = u32::MAX - 1;

/// An encoder of messages and a decoder of answers, with the state after the messages so far.
#[derive(Default)]
pub struct Wire {
    encoder: Encoder,
    received: Received,
    exceptions: ExceptionTable,
}

impl Wire {
    /// Returns the message that makes a worker run a batch. The message describes each member that no earlier
    /// message described.
    pub fn message(&mut self, world: &World, tests: &[&TestCase]) -> Vec<u8> {
        let settings = BatchSettings { tick_limit: TICK_LIMIT, ..BatchSettings::new(Mode::Run) };
        let encoded = self.encoder.tests(world, tests, settings);
        let mut out = Vec::new();
        self.encoder.message(&encoded, 0..tests.len(), &[], &|_| None, &mut self.received, &mut out);
        out
    }

    /// Decodes the answer to a message, or returns `None` if the answer is invalid.
    ///
    /// Answers must be decoded in the order in which the worker sent them, because only the first answer with
    /// an exception class describes this class. An answer that describes no class can be decoded several
    /// times.
    pub fn executions(&mut self, answer: &[u8]) -> Option<Vec<Execution>> {
        let mut executions = Vec::new();
        let mut rest = answer;
        while let Some((frame, after_frame)) = split_frame(rest) {
            let mut reader = verified(frame)?;
            if reader.u8()? != message::RESULTS {
                return None;
            }
            while !reader.is_empty() {
                executions.push(results::execution(
                    &mut reader,
                    Mode::Run,
                    &mut self.exceptions,
                    NO_LIMITS,
                    MAX_STATEMENTS,
                )?);
            }
            rest = after_frame;
        }
        rest.is_empty().then_some(executions)
    }
}
