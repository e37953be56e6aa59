//! Answers one worker's requests for classes, on a thread of its own, until the worker is gone.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::config::{Classes, Request};
use crate::cursor::{checked, put_varint};
use crate::numbers::request;

/// Longest request in bytes: a class name has at most 65,535.
const LONGEST: usize = 1 << 20;

/// In place of a time: a class is being prepared.
const PREPARING: u64 = u64::MAX;

/// When a class was handed out last.
pub struct LastClass {
    start: Instant,
    millis: AtomicU64,
}

impl LastClass {
    /// Before there was any.
    #[expect(clippy::new_without_default, reason = "it starts to count")]
    pub fn new() -> LastClass {
        LastClass { start: Instant::now(), millis: AtomicU64::new(0) }
    }

    /// The time: now while one is prepared, some time in the past when there was none.
    pub fn get(&self) -> Instant {
        match self.millis.load(Ordering::Relaxed) {
            PREPARING => Instant::now(),
            millis => self.start + Duration::from_millis(millis),
        }
    }

    /// Prepares a class.
    fn during(&self, prepare: impl FnOnce() -> Option<Vec<u8>>) -> Option<Vec<u8>> {
        let before = self.millis.swap(PREPARING, Ordering::Relaxed);
        let bytes = prepare();
        // A test may ask for absent classes forever.
        let after = bytes.as_ref().map_or(before, |_| self.start.elapsed().as_millis() as u64);
        self.millis.store(after, Ordering::Relaxed);
        bytes
    }
}

/// Serves until either channel closes.
pub fn serve(mut requests: impl Read, mut answers: impl Write, classes: &Classes, last_class: &LastClass) {
    let mut buffer = Vec::new();
    while let Ok(()) = frame(&mut requests, &mut buffer) {
        let Some((kind, id, name)) = parse(&buffer) else { return };
        let bytes = match kind {
            request::CLASS => last_class.during(|| classes(Request::Class(name))),
            request::RESOURCE => classes(Request::Resource(name)),
            _ => return,
        };
        if answers.write_all(&answer(id, bytes.as_deref())).is_err() {
            return;
        }
    }
}

/// Reads a message: its length as four bytes, then its bytes.
fn frame(source: &mut impl Read, buffer: &mut Vec<u8>) -> io::Result<()> {
    let mut length = [0; 4];
    source.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length) as usize;
    if length > LONGEST {
        return Err(io::ErrorKind::InvalidData.into());
    }
    buffer.resize(length, 0);
    source.read_exact(buffer)?;
    Ok(())
}

fn parse(bytes: &[u8]) -> Option<(u8, u64, String)> {
    let mut cursor = checked(bytes)?;
    Some((cursor.u8()?, cursor.varint()?, cursor.text()?))
}

fn answer(id: u64, bytes: Option<&[u8]>) -> Vec<u8> {
    let mut out = vec![0; 4];
    put_varint(&mut out, id);
    out.push(u8::from(bytes.is_some()));
    if let Some(bytes) = bytes {
        put_varint(&mut out, bytes.len() as u64);
        out.extend_from_slice(bytes);
    }
    let length = (out.len() - 4) as u32;
    out[..4].copy_from_slice(&length.to_le_bytes());
    out
}
