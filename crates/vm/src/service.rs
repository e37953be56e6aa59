//! Answers one worker's requests for classes, on a thread of its own, until the worker is gone.

use std::fs::File;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::config::{Classes, Request};
use crate::cursor::{Cursor, put_varint};

const CLASS: u8 = 0;
/// Longest request in bytes: a class name has at most 65,535.
const LONGEST: usize = 1 << 20;

/// Serves until either channel closes. `served` counts the classes handed out.
pub fn serve(mut requests: File, mut answers: File, classes: &Classes, served: &Arc<AtomicU32>) {
    let mut buffer = Vec::new();
    while let Ok(()) = frame(&mut requests, &mut buffer) {
        let Some((kind, id, name)) = request(&buffer) else { return };
        let bytes = match kind {
            CLASS => classes(Request::Class(name)),
            _ => classes(Request::Resource(name)),
        };
        if kind == CLASS && bytes.is_some() {
            served.fetch_add(1, Ordering::Relaxed);
        }
        if answers.write_all(&answer(id, bytes.as_deref())).is_err() {
            return;
        }
    }
}

/// Reads a message: its length as four bytes, then its bytes.
fn frame(source: &mut File, buffer: &mut Vec<u8>) -> io::Result<()> {
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

fn request(bytes: &[u8]) -> Option<(u8, u64, String)> {
    let mut cursor = Cursor::new(bytes);
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
