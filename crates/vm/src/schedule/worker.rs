//! The conversation with one worker. No call blocks.

use std::io::{ErrorKind, Read, Write};
use std::time::{Duration, Instant};

use super::watchdog::{Silence, Watchdog};
use crate::config::Config;
use crate::execution::{Execution, InitFailure};
use crate::process::Process;
use crate::protocol::message::Received;
use crate::protocol::numbers::message;
use crate::protocol::results::{self, ExceptionTable, IdLimits};
use crate::protocol::{Reader, split_frame, verified};
use crate::settings::Mode;

/// Time limit for the start of a JVM.
const STARTUP: Duration = Duration::from_secs(30);
/// Time limit of a class initialiser.
const INITIALISER: Duration = Duration::from_secs(5);

/// Largest valid frame in bytes.
const LARGEST_FRAME: u32 = 1 << 28;

/// Number of bytes that one call reads.
const CHUNK: usize = 1 << 16;

/// State of the start of a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The JVM starts.
    Starting,
    /// Classes are being initialised.
    Initialising,
    /// The worker accepts batches.
    Ready,
}

/// Why a worker is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The process ended.
    Ended,
    /// The worker exceeded its time limit.
    Hung,
    /// The worker reported that no more tests should run in it. It is killed, since its own exit would take a
    /// third of a second.
    Unfit,
    /// The worker sent an invalid message.
    Garbled,
}

/// A worker and the state of the conversation.
pub struct Worker {
    pub process: Process,
    pub phase: Phase,
    /// What the worker has received.
    pub received: Received,
    /// Exception classes that the worker has described.
    pub exceptions: ExceptionTable,
    /// Number of results that the worker has sent.
    pub completed: u32,
    /// Number of classes that the worker has tried to initialise.
    pub initialised: usize,
    /// The classes among them that failed.
    pub failures: Vec<InitFailure>,
    /// Bytes that must still be sent.
    pub outgoing: Vec<u8>,
    incoming: Vec<u8>,
    chunk: Box<[u8; CHUNK]>,
    last_message: Instant,
    watchdog: Watchdog,
}

impl Worker {
    /// Wraps a process that has just been started.
    pub fn new(process: Process) -> Worker {
        Worker {
            process,
            phase: Phase::Starting,
            received: Received::default(),
            exceptions: ExceptionTable::default(),
            completed: 0,
            initialised: 0,
            failures: Vec::new(),
            outgoing: Vec::new(),
            incoming: Vec::new(),
            chunk: Box::new([0; CHUNK]),
            last_message: Instant::now(),
            watchdog: Watchdog::default(),
        }
    }

    /// Restarts the time limit, when the worker receives work after it had none.
    pub fn restart_time_limit(&mut self) {
        self.last_message = Instant::now();
    }

    /// Returns when to check the worker next, unless it reports progress before. `has_work` states whether it
    /// has tests to run.
    pub fn next_check(&self, config: &Config, has_work: bool) -> Option<Instant> {
        self.silence(config, has_work).map(|silence| self.watchdog.next_check(silence))
    }

    /// Returns whether the worker has exceeded its time limit.
    pub fn is_late(&self, config: &Config, has_work: bool, now: Instant) -> bool {
        self.silence(config, has_work).is_some_and(|silence| now >= silence.since + silence.limit)
    }

    /// Samples the state of the worker if half of its time limit has passed.
    pub fn sample_if_due(&mut self, config: &Config, has_work: bool, now: Instant) {
        if let Some(silence) = self.silence(config, has_work) {
            self.watchdog.sample_if_due(silence, &self.process, now);
        }
    }

    /// Returns whether the code that runs in a late worker is to blame, rather than the machine.
    pub fn is_stuck(&self) -> bool {
        self.watchdog.is_stuck(&self.process, self.phase != Phase::Ready)
    }

    fn silence(&self, config: &Config, has_work: bool) -> Option<Silence> {
        let limit = match self.phase {
            Phase::Starting => STARTUP,
            Phase::Initialising => INITIALISER.max(config.test_timeout),
            Phase::Ready if has_work => config.test_timeout,
            Phase::Ready => return None,
        };
        // The preparation of a class does not count as time of the test.
        Some(Silence { since: self.last_message.max(self.process.last_class.get()), limit })
    }

    /// Sends as much as the pipe accepts.
    pub fn send(&mut self) {
        let mut sent = 0;
        while sent < self.outgoing.len() {
            match (&self.process.batches).write(&self.outgoing[sent..]) {
                Ok(count) => sent += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                // The next read of results detects the end of the process.
                Err(_) => sent = self.outgoing.len(),
            }
        }
        self.outgoing.drain(..sent);
    }

    /// Reads available bytes and handles the messages in them. Calls `decode` for each result.
    pub fn receive(
        &mut self,
        mut decode: impl FnMut(&mut Reader, &mut ExceptionTable) -> Option<()>,
    ) -> Result<(), Loss> {
        let is_open = self.read();
        let incoming = std::mem::take(&mut self.incoming);
        let parsed = for_each_frame(&incoming, |frame| {
            self.last_message = Instant::now();
            self.handle(&mut verified(frame).ok_or(Loss::Garbled)?, &mut decode)
        })?;
        self.incoming = incoming;
        self.incoming.drain(..parsed);
        if is_open { Ok(()) } else { Err(Loss::Ended) }
    }

    fn handle(
        &mut self,
        reader: &mut Reader,
        decode: &mut impl FnMut(&mut Reader, &mut ExceptionTable) -> Option<()>,
    ) -> Result<(), Loss> {
        match (reader.u8().ok_or(Loss::Garbled)?, self.phase) {
            (message::UP, Phase::Starting) => self.phase = Phase::Initialising,
            (message::INITIALISED, Phase::Initialising) => {
                self.record_initialised(reader).ok_or(Loss::Garbled)?;
            }
            (message::READY, Phase::Initialising) => self.phase = Phase::Ready,
            (message::RESULTS, Phase::Ready) => {
                while !reader.is_empty() {
                    decode(reader, &mut self.exceptions).ok_or(Loss::Garbled)?;
                    self.completed += 1;
                }
            }
            (message::UNFIT, _) => return Err(Loss::Unfit),
            _ => return Err(Loss::Garbled),
        }
        Ok(())
    }

    /// Records that the next class was initialised or failed. The classes arrive in their order.
    fn record_initialised(&mut self, reader: &mut Reader) -> Option<()> {
        let index = usize::try_from(reader.varint()?).ok().filter(|index| *index == self.initialised)?;
        let class = self.process.initialise.get(index)?.clone();
        self.initialised += 1;
        if reader.u8()? != 0 {
            let (thrown, message) = results::exception(reader, &mut self.exceptions)?;
            self.failures.push(InitFailure { class, thrown: Some(thrown), message });
        }
        Some(())
    }

    /// Reads some available bytes. Returns false if the worker has closed its end of the pipe.
    fn read(&mut self) -> bool {
        match (&self.process.results).read(&mut self.chunk[..]) {
            Ok(count) => {
                self.incoming.extend_from_slice(&self.chunk[..count]);
                count > 0
            }
            Err(error) => matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted),
        }
    }
}

/// Calls `handle` for each complete frame at the start of some bytes. Returns the number of bytes in these
/// frames.
fn for_each_frame(bytes: &[u8], mut handle: impl FnMut(&[u8]) -> Result<(), Loss>) -> Result<usize, Loss> {
    let mut rest = bytes;
    while let Some((frame, behind)) = split_frame(rest) {
        handle(frame)?;
        rest = behind;
    }
    if rest.first_chunk().is_some_and(|length| u32::from_le_bytes(*length) > LARGEST_FRAME) {
        return Err(Loss::Garbled);
    }
    Ok(bytes.len() - rest.len())
}

/// Decodes arbitrary bytes as frames of results of tests with ten statements, up to the first invalid one.
/// For fuzzing.
#[doc(hidden)]
pub fn decode_results(bytes: &[u8], mode: Mode) -> Vec<Execution> {
    const LIMITS: IdLimits = IdLimits { methods: 100, branches: 100, statements: 100 };
    let (mut found, mut exceptions) = (Vec::new(), ExceptionTable::default());
    let _ = for_each_frame(bytes, |frame| {
        let mut reader = Reader::new(frame);
        while !reader.is_empty() {
            let execution = results::execution(&mut reader, mode, &mut exceptions, LIMITS, 10);
            found.push(execution.ok_or(Loss::Garbled)?);
        }
        Ok(())
    });
    found
}
