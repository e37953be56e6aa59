//! Writes numbers, texts and frames into messages to a worker.

/// Appends a number that [`Reader::varint`](super::Reader::varint) reads.
pub fn put_varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends a text that [`Reader::utf16`](super::Reader::utf16) reads.
pub fn put_text(out: &mut Vec<u8>, text: &str) {
    put_varint(out, text.encode_utf16().count() as u64);
    for unit in text.encode_utf16() {
        put_varint(out, unit.into());
    }
}

/// Begins a frame: reserves four bytes for its length. Returns the start of the frame, which [`end_frame`]
/// needs.
pub fn begin_frame(out: &mut Vec<u8>) -> usize {
    let start = out.len();
    out.extend([0; 4]);
    start
}

/// Ends the frame that begins at `start`: writes its length into the reserved bytes.
pub fn end_frame(out: &mut [u8], start: usize) {
    let length = (out.len() - start - 4) as u32;
    out[start..start + 4].copy_from_slice(&length.to_le_bytes());
}
