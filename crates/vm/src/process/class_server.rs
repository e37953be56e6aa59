//! Answers the requests of one worker for classes and resources, on a separate thread, until the worker ends.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::config::{Classes, Request};
use crate::protocol::numbers::request;
use crate::protocol::{begin_frame, end_frame, put_varint, verified};

/// Maximum size of a request in bytes. A larger request is invalid, because a class name has at most 65,535
/// bytes.
const LARGEST_REQUEST: usize = 1 << 20;

/// Value of `LastClass::millis` while a class is being prepared.
const PREPARING: u64 = u64::MAX;

/// The time at which a worker last received a class. Several threads share this value.
pub struct LastClass {
    /// Time at which this value was created.
    start: Instant,
    /// Time of the last class in milliseconds since `start`, or `PREPARING`.
    millis: AtomicU64,
}

impl LastClass {
    /// Returns the state before the first class.
    #[expect(clippy::new_without_default, reason = "the current time is part of the state")]
    pub fn new() -> LastClass {
        LastClass { start: Instant::now(), millis: AtomicU64::new(0) }
    }

    /// Returns the time of the last class. Returns the current time while a class is being prepared. Before
    /// the first class, returns the time at which this value was created.
    pub fn get(&self) -> Instant {
        match self.millis.load(Ordering::Relaxed) {
            PREPARING => Instant::now(),
            millis => self.start + Duration::from_millis(millis),
        }
    }

    /// Calls `prepare` and returns the prepared class. Records the time, unless the class is absent.
    fn record(&self, prepare: impl FnOnce() -> Option<Vec<u8>>) -> Option<Vec<u8>> {
        let before = self.millis.swap(PREPARING, Ordering::Relaxed);
        let bytes = prepare();
        // The time limit of a test restarts at the recorded time. A test that requests absent classes in an
        // endless loop must exceed its time limit.
        let after = bytes.as_ref().map_or(before, |_| self.start.elapsed().as_millis() as u64);
        self.millis.store(after, Ordering::Relaxed);
        bytes
    }
}

/// Answers requests until a pipe is closed or a request is invalid.
pub fn serve(mut requests: impl Read, mut answers: impl Write, classes: &Classes, last_class: &LastClass) {
    let mut buffer = Vec::new();
    while let Ok(()) = read_frame(&mut requests, &mut buffer) {
        let Some((kind, id, name)) = decode(&buffer) else { return };
        let bytes = match kind {
            request::CLASS => last_class.record(|| classes(Request::Class(name))),
            request::RESOURCE => classes(Request::Resource(name)),
            _ => return,
        };
        if answers.write_all(&answer(id, bytes.as_deref())).is_err() {
            return;
        }
    }
}

/// Reads a frame into a buffer. A frame is its length as four bytes, then its bytes.
fn read_frame(source: &mut impl Read, buffer: &mut Vec<u8>) -> io::Result<()> {
    let mut length = [0; 4];
    source.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length) as usize;
    if length > LARGEST_REQUEST {
        return Err(io::ErrorKind::InvalidData.into());
    }
    buffer.resize(length, 0);
    source.read_exact(buffer)?;
    Ok(())
}

/// Returns the kind, the id and the name of a request.
fn decode(frame: &[u8]) -> Option<(u8, u64, String)> {
    let mut reader = verified(frame)?;
    Some((reader.u8()?, reader.varint()?, reader.text()?))
}

/// Returns the answer to a request: the id of the request, whether the class or resource exists, and its
/// bytes.
fn answer(id: u64, bytes: Option<&[u8]>) -> Vec<u8> {
    let mut out = Vec::new();
    let start = begin_frame(&mut out);
    put_varint(&mut out, id);
    out.push(u8::from(bytes.is_some()));
    if let Some(bytes) = bytes {
        put_varint(&mut out, bytes.len() as u64);
        out.extend_from_slice(bytes);
    }
    end_frame(&mut out, start);
    out
}
