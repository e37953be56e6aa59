//! Sends messages to one worker and handles its messages. No function waits.

use std::collections::VecDeque;
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

/// Time limit of the start of a JVM.
const START_TIME_LIMIT: Duration = Duration::from_secs(30);
/// Time limit of each class initialiser before the first test. If the time limit of tests is longer, the
/// limit of tests applies instead.
const INITIALISER_TIME_LIMIT: Duration = Duration::from_secs(5);

/// Time in which a worker must finish its current test after its tests were abandoned. Most tests take a few
/// milliseconds. A new worker would take longer, and would first interpret all code.
const ABANDONED_TIME_LIMIT: Duration = Duration::from_millis(300);

/// Maximum time without a result, as a multiple of the time limit of tests. Messages without results restart
/// the time limit, because a worker sends them while a test runs on many mutants. Code under test can forge
/// such messages.
const MAX_LIMITS_PER_RESULT: u32 = 30;

/// Maximum length of a valid frame in bytes.
const MAX_FRAME_LENGTH: u32 = 16 << 20;

/// Maximum number of bytes of one read from the pipe of a worker.
const CHUNK_SIZE: usize = 1 << 16;

/// The phases of the start of a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The JVM starts.
    Starting,
    /// The worker initialises classes.
    Initialising,
    /// The worker accepts batches.
    Ready,
}

/// The reason for the loss of a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The process ended.
    Ended,
    /// The worker exceeded its time limit.
    Hung,
    /// The worker reported that it cannot run further tests. The pool kills the worker, because its own exit
    /// would take a third of a second.
    Unfit,
    /// The worker sent an invalid message.
    Garbled,
}

/// Tests that a worker still runs although nobody needs their results.
struct Abandoned {
    /// When the tests were abandoned.
    since: Instant,
    /// By test, the mode and the number of statements, in the order in which the results will arrive.
    tests: VecDeque<(Mode, u32)>,
    /// The limits that valid results respect.
    id_limits: IdLimits,
}

/// A worker, and the state of the communication with it.
pub struct Worker {
    pub process: Process,
    pub phase: Phase,
    /// Counts of the members and disabled probes that the worker has received.
    pub received: Received,
    /// Exception classes that the worker has described.
    pub exceptions: ExceptionTable,
    /// Number of results that the worker has sent.
    pub completed: u32,
    /// Number of classes that the worker has tried to initialise.
    pub initialised: usize,
    /// Classes whose initialisation failed in this worker.
    pub failures: Vec<InitFailure>,
    /// Bytes that must still be sent to the worker.
    pub outgoing: Vec<u8>,
    /// Received bytes of a frame that is not complete yet.
    incoming: Vec<u8>,
    /// Buffer for the bytes that one call reads.
    chunk: Box<[u8; CHUNK_SIZE]>,
    /// Time of the last message or of the last [restart](Worker::restart_time_limit) of the time limit.
    last_message: Instant,
    /// Time of the last result or of the last [restart](Worker::restart_time_limit) of the time limit.
    last_result: Instant,
    watchdog: Watchdog,
    /// The tests whose results will be ignored, if there are such tests.
    abandoned: Option<Abandoned>,
}

impl Worker {
    /// Creates a worker for a process that has just been started.
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
            chunk: Box::new([0; CHUNK_SIZE]),
            last_message: Instant::now(),
            last_result: Instant::now(),
            watchdog: Watchdog::default(),
            abandoned: None,
        }
    }

    /// Returns whether the worker can receive tests.
    pub fn accepts_tests(&self) -> bool {
        self.phase == Phase::Ready && self.abandoned.is_none()
    }

    /// Ignores the results of tests that were sent to the worker. The worker skips those that have not begun.
    /// It accepts no further tests until it has finished the current test, and is late if this takes more
    /// than [`ABANDONED_TIME_LIMIT`].
    ///
    /// `tests` are the mode and the number of statements of each test.
    pub fn abandon(&mut self, tests: impl Iterator<Item = (Mode, u32)>, id_limits: IdLimits) {
        let abandoned = Abandoned { since: Instant::now(), tests: tests.collect(), id_limits };
        if !abandoned.tests.is_empty() {
            self.process.abandon(self.completed + abandoned.tests.len() as u32);
            self.abandoned = Some(abandoned);
        }
    }

    /// Restarts the time limit. Must be called when the worker receives tests after it had none.
    pub fn restart_time_limit(&mut self) {
        self.last_message = Instant::now();
        self.last_result = self.last_message;
        self.abandoned.iter_mut().for_each(|abandoned| abandoned.since = Instant::now());
    }

    /// Returns the time at which the worker must be checked next, unless its time limit restarts earlier.
    /// `has_work` is true if the worker has tests to run.
    pub fn next_check(&self, config: &Config, has_work: bool) -> Option<Instant> {
        self.silence(config, has_work).map(|silence| self.watchdog.next_check(silence))
    }

    /// Checks whether the worker has exceeded its time limit.
    pub fn is_late(&mut self, config: &Config, has_work: bool, now: Instant) -> bool {
        let silence = self.silence(config, has_work);
        silence.is_some_and(|silence| self.watchdog.is_late(silence, &self.process, now))
    }

    /// Returns whether the worker exceeds its time limit because of the code that it runs, and not because
    /// the machine is busy.
    pub fn is_stuck(&self) -> bool {
        self.watchdog.is_stuck(&self.process, self.phase != Phase::Ready)
    }

    /// Returns the start and the length of the current time limit, or `None` if the worker has no work.
    fn silence(&self, config: &Config, has_work: bool) -> Option<Silence> {
        if let Some(Abandoned { since, .. }) = self.abandoned {
            return Some(Silence { since, limit: ABANDONED_TIME_LIMIT, is_of_processor: false });
        }
        let limit = match self.phase {
            Phase::Starting => START_TIME_LIMIT,
            Phase::Initialising => INITIALISER_TIME_LIMIT.max(config.test_timeout),
            Phase::Ready if has_work => config.test_timeout,
            Phase::Ready => return None,
        };
        // The time limits do not include the preparation of classes.
        let last_class = self.process.last_class.get();
        let since = self.last_message.max(last_class);
        let limit = match self.phase {
            Phase::Ready => {
                let end = self.last_result.max(last_class) + MAX_LIMITS_PER_RESULT * limit;
                limit.min(end.saturating_duration_since(since))
            }
            _ => limit,
        };
        Some(Silence { since, limit, is_of_processor: config.reproducible })
    }

    /// Sends as many bytes as the pipe accepts.
    pub fn send(&mut self) {
        let mut sent = 0;
        while sent < self.outgoing.len() {
            match (&self.process.batches).write(&self.outgoing[sent..]) {
                Ok(count) => sent += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                // The process has ended. The next read of results detects this.
                Err(_) => sent = self.outgoing.len(),
            }
        }
        self.outgoing.drain(..sent);
    }

    /// Reads available bytes and handles the complete messages. Calls `decode` for each result.
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

    /// Handles one message.
    fn handle(
        &mut self,
        reader: &mut Reader,
        decode: &mut impl FnMut(&mut Reader, &mut ExceptionTable) -> Option<()>,
    ) -> Result<(), Loss> {
        match (reader.u8().ok_or(Loss::Garbled)?, self.phase) {
            (message::STARTED, Phase::Starting) => self.phase = Phase::Initialising,
            (message::INITIALISED, Phase::Initialising) => {
                self.record_initialised(reader).ok_or(Loss::Garbled)?;
            }
            (message::READY, Phase::Initialising) => self.phase = Phase::Ready,
            (message::RESULTS, Phase::Ready) => {
                while !reader.is_empty() {
                    let decoded = match self.abandoned.take() {
                        Some(abandoned) => self.ignore_result(abandoned, reader),
                        None => decode(reader, &mut self.exceptions),
                    };
                    decoded.ok_or(Loss::Garbled)?;
                    self.completed += 1;
                    self.last_result = self.last_message;
                }
            }
            (message::UNFIT, _) => return Err(Loss::Unfit),
            _ => return Err(Loss::Garbled),
        }
        Ok(())
    }

    /// Decodes the result of the first abandoned test. The result can describe an exception class to which
    /// later results refer.
    fn ignore_result(&mut self, mut abandoned: Abandoned, reader: &mut Reader) -> Option<()> {
        let (mode, statements) = abandoned.tests.pop_front()?;
        results::execution(reader, mode, &mut self.exceptions, abandoned.id_limits, statements)?;
        self.abandoned = Some(abandoned).filter(|abandoned| !abandoned.tests.is_empty());
        Some(())
    }

    /// Records whether the initialisation of the next class failed. The worker reports the classes in their
    /// order.
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

    /// Reads available bytes, at most [`CHUNK_SIZE`]. Returns false if the worker has closed the pipe.
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

/// Calls `handle` for each complete frame at the start of `bytes`. Returns the total length of these frames
/// in bytes.
fn for_each_frame(bytes: &[u8], mut handle: impl FnMut(&[u8]) -> Result<(), Loss>) -> Result<usize, Loss> {
    let mut rest = bytes;
    while let Some((frame, after_frame)) = split_frame(rest) {
        handle(frame)?;
        rest = after_frame;
    }
    if rest.first_chunk().is_some_and(|length| u32::from_le_bytes(*length) > MAX_FRAME_LENGTH) {
        return Err(Loss::Garbled);
    }
    Ok(bytes.len() - rest.len())
}

/// Decodes arbitrary bytes as frames with results, up to the first invalid result. This function is for
/// fuzzing. Each test is assumed to have ten statements.
#[doc(hidden)]
pub fn decode_results(bytes: &[u8], mode: Mode) -> Vec<Execution> {
    const LIMITS: IdLimits = IdLimits { methods: 100, branches: 100, statements: 100 };
    let (mut executions, mut exceptions) = (Vec::new(), ExceptionTable::default());
    let _ = for_each_frame(bytes, |frame| {
        let mut reader = Reader::new(frame);
        while !reader.is_empty() {
            let execution = results::execution(&mut reader, mode, &mut exceptions, LIMITS, 10);
            executions.push(execution.ok_or(Loss::Garbled)?);
        }
        Ok(())
    });
    executions
}
