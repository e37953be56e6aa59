//! The conversation with one worker: never blocks.

use std::io::{ErrorKind, Read, Write};
use std::time::{Duration, Instant};

use crate::config::Config;
use crate::cursor::{Cursor, checked};
use crate::decode::{self, Exceptions, Ids};
use crate::encode::Known;
use crate::execution::{Execution, InitFailure, Mode};
use crate::numbers::message;
use crate::process::{Begun, Process};

/// How long a JVM may take until it is up.
const STARTUP: Duration = Duration::from_secs(30);
/// How long a class initialiser may run.
const INITIALISER: Duration = Duration::from_secs(5);

/// The longest frame that is no nonsense, in bytes.
const LONGEST: u32 = 1 << 28;

/// Bytes read at once.
const CHUNK: usize = 1 << 16;

/// The share of the time that a worker must have had the processor to be the one that takes so long: one in so many.
const AT_WORK: u32 = 8;

/// How far a worker is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The JVM starts.
    Starting,
    /// Classes are initialised.
    Initialising,
    /// Batches may be sent.
    Ready,
}

/// Why a worker is of no more use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// It ended.
    Ended,
    /// It passed its deadline.
    Hung,
    /// It says that no more tests should run in it. Its own exit would take a third of a second.
    Unfit,
    /// It says what no runner says.
    Garbled,
}

/// What a worker was doing when it had been silent for half of its time.
struct Look {
    /// Since when it was silent.
    since: Instant,
    at: Instant,
    begun: Begun,
    worked: Option<Duration>,
}

/// A worker and what was heard of it.
pub struct Worker {
    /// Its process.
    pub process: Process,
    /// How far it is.
    pub phase: Phase,
    /// What it has been told of.
    pub known: Known,
    /// The exceptions it has told of.
    pub exceptions: Exceptions,
    /// How many results it has sent.
    pub completed: u32,
    /// How many of its classes were initialised, failed ones included.
    pub initialised: usize,
    /// Those that failed.
    pub failures: Vec<InitFailure>,
    /// What is to be sent.
    pub outgoing: Vec<u8>,
    incoming: Vec<u8>,
    chunk: Box<[u8; CHUNK]>,
    progressed: Instant,
    look: Option<Look>,
}

impl Worker {
    /// A worker from now on.
    pub fn new(process: Process) -> Worker {
        Worker {
            process,
            phase: Phase::Starting,
            known: Known::default(),
            exceptions: Exceptions::default(),
            completed: 0,
            initialised: 0,
            failures: Vec::new(),
            outgoing: Vec::new(),
            incoming: Vec::new(),
            chunk: Box::new([0; CHUNK]),
            progressed: Instant::now(),
            look: None,
        }
    }

    /// It got something to do after it had nothing.
    pub fn wake(&mut self) {
        self.progressed = Instant::now();
    }

    /// When it is to be looked at, if it does not show progress before: half-way to the time when it is given up, and then.
    /// `busy` tells whether it has tests to run.
    pub fn next_look(&self, config: &Config, busy: bool) -> Option<Instant> {
        let (since, patience) = self.silence(config, busy)?;
        let looked = self.look.as_ref().is_some_and(|look| look.since == since);
        Some(since + if looked { patience } else { patience / 2 })
    }

    /// Looks at it; whether it is to be given up.
    pub fn is_late(&mut self, config: &Config, busy: bool) -> bool {
        let Some((since, patience)) = self.silence(config, busy) else { return false };
        let at = Instant::now();
        let is_late = at >= since + patience;
        if !is_late && self.next_look(config, busy).is_some_and(|look| look <= at) {
            let (begun, worked) = (self.process.begun(), self.process.worked());
            self.look = Some(Look { since, at, begun, worked });
        }
        is_late
    }

    /// Whether what it runs is to blame where it is late: it was at the same place all the while, and used the processor or waits.
    /// It is not to blame where the worker went on, and only nothing was heard of it, nor where that was stopped or had no processor.
    pub fn is_stuck(&self) -> bool {
        self.look.as_ref().is_some_and(|look| {
            let worked = self.process.worked().zip(look.worked).map(|(now, then)| now.saturating_sub(then));
            let is_at_work = worked.is_some_and(|worked| worked * AT_WORK >= look.at.elapsed());
            let runs = look.begun.running || self.phase != Phase::Ready;
            runs && look.begun == self.process.begun() && (is_at_work || self.process.is_asleep())
        })
    }

    /// Since when it is silent, and how long it may be.
    fn silence(&self, config: &Config, busy: bool) -> Option<(Instant, Duration)> {
        let patience = match self.phase {
            Phase::Starting => STARTUP,
            Phase::Initialising => INITIALISER.max(config.test_timeout),
            Phase::Ready if busy => config.test_timeout,
            Phase::Ready => return None,
        };
        // The preparation of a class is not the test's own delay.
        Some((self.progressed.max(self.process.last_class.get()), patience))
    }

    /// Sends as much as fits.
    pub fn send(&mut self) {
        let mut sent = 0;
        while sent < self.outgoing.len() {
            match (&self.process.batches).write(&self.outgoing[sent..]) {
                Ok(count) => sent += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                // Whoever reads the results will see that it is gone.
                Err(_) => sent = self.outgoing.len(),
            }
        }
        self.outgoing.drain(..sent);
    }

    /// Reads what there is and gives the results in it, as undecoded bytes, to `results`.
    pub fn receive(
        &mut self,
        mut results: impl FnMut(&mut Cursor, &mut Exceptions) -> Option<()>,
    ) -> Result<(), Loss> {
        let open = self.read();
        let incoming = std::mem::take(&mut self.incoming);
        let parsed = frames(&incoming, |frame| {
            self.progressed = Instant::now();
            self.frame(&mut checked(frame).ok_or(Loss::Garbled)?, &mut results)
        })?;
        self.incoming = incoming;
        self.incoming.drain(..parsed);
        if open { Ok(()) } else { Err(Loss::Ended) }
    }

    fn frame(
        &mut self,
        cursor: &mut Cursor,
        results: &mut impl FnMut(&mut Cursor, &mut Exceptions) -> Option<()>,
    ) -> Result<(), Loss> {
        match (cursor.u8().ok_or(Loss::Garbled)?, self.phase) {
            (message::UP, Phase::Starting) => self.phase = Phase::Initialising,
            (message::INITIALISED, Phase::Initialising) => self.initialised(cursor).ok_or(Loss::Garbled)?,
            (message::READY, Phase::Initialising) => self.phase = Phase::Ready,
            (message::RESULTS, Phase::Ready) => {
                while !cursor.is_empty() {
                    results(cursor, &mut self.exceptions).ok_or(Loss::Garbled)?;
                    self.completed += 1;
                }
            }
            (message::UNFIT, _) => return Err(Loss::Unfit),
            _ => return Err(Loss::Garbled),
        }
        Ok(())
    }

    /// They come in their order.
    fn initialised(&mut self, cursor: &mut Cursor) -> Option<()> {
        let index = usize::try_from(cursor.varint()?).ok().filter(|index| *index == self.initialised)?;
        let class = self.process.initialise.get(index)?.clone();
        self.initialised += 1;
        if cursor.u8()? != 0 {
            let (thrown, message) = decode::exception(cursor, &mut self.exceptions)?;
            self.failures.push(InitFailure { class, thrown: Some(thrown), message });
        }
        Some(())
    }

    /// Reads some of what there is; false when the other end is closed.
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

/// Gives the whole frames at the start of some bytes to `each`; how many bytes they take.
fn frames(bytes: &[u8], mut each: impl FnMut(&[u8]) -> Result<(), Loss>) -> Result<usize, Loss> {
    let mut rest = bytes;
    while let Some((frame, behind)) = split_frame(rest) {
        each(frame)?;
        rest = behind;
    }
    if rest.first_chunk().is_some_and(|length| u32::from_le_bytes(*length) > LONGEST) {
        return Err(Loss::Garbled);
    }
    Ok(bytes.len() - rest.len())
}

/// The first frame of some bytes, without its length, and what is behind it; `None` where it is not whole.
pub fn split_frame(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = bytes.split_first_chunk()?;
    rest.split_at_checked(u32::from_le_bytes(*length) as usize)
}

/// The results in what a worker might send, up to where it is garbled, of tests of ten statements: to try any bytes.
#[doc(hidden)]
pub fn results(bytes: &[u8], mode: Mode) -> Vec<Execution> {
    const IDS: Ids = Ids { methods: 100, branches: 100, statements: 100 };
    let (mut found, mut known) = (Vec::new(), Exceptions::default());
    let _ = frames(bytes, |frame| {
        let mut cursor = Cursor::new(frame);
        while !cursor.is_empty() {
            let execution = decode::execution(&mut cursor, mode, &mut known, IDS, 10);
            found.push(execution.ok_or(Loss::Garbled)?);
        }
        Ok(())
    });
    found
}
