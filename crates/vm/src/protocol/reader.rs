//! Reads numbers and texts from messages of a worker.

/// A reader of one message. Each reading method returns `None` if the remaining bytes are too few or invalid.
pub struct Reader<'a> {
    /// Bytes that have not been read.
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { rest: bytes }
    }

    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        Some(*head)
    }

    pub fn u8(&mut self) -> Option<u8> {
        self.array().map(|[byte]| byte)
    }

    /// Reads an unsigned number in the format LEB128: seven bits per byte, the least significant bits first.
    pub fn varint(&mut self) -> Option<u64> {
        match self.rest {
            // Most numbers have one byte.
            [byte @ ..0x80, rest @ ..] => {
                self.rest = rest;
                Some((*byte).into())
            }
            _ => self.long_varint(),
        }
    }

    fn long_varint(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.u8()?;
            value |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }

    pub fn u32(&mut self) -> Option<u32> {
        self.varint()?.try_into().ok()
    }

    /// Reads the length of a list. Refuses a length that exceeds the number of remaining bytes, because each
    /// element has at least one byte.
    pub fn count(&mut self) -> Option<usize> {
        let count = usize::try_from(self.varint()?).ok()?;
        (count <= self.rest.len()).then_some(count)
    }

    pub fn i64(&mut self) -> Option<i64> {
        self.array().map(i64::from_le_bytes)
    }

    pub fn f64(&mut self) -> Option<f64> {
        self.array().map(f64::from_le_bytes)
    }

    /// Reads a text as UTF-16 code units.
    pub fn utf16(&mut self) -> Option<Vec<u16>> {
        let length = self.count()?;
        (0..length).map(|_| self.varint()?.try_into().ok()).collect()
    }

    /// Reads a text. Replaces each surrogate that is not part of a pair by U+FFFD.
    pub fn text(&mut self) -> Option<String> {
        self.utf16().map(|units| String::from_utf16_lossy(&units))
    }
}

/// Splits bytes after the first frame. Returns the frame without its length, and the remaining bytes. Returns
/// `None` if the frame is incomplete.
pub fn split_frame(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = bytes.split_first_chunk()?;
    rest.split_at_checked(u32::from_le_bytes(*length) as usize)
}

/// Returns a reader of the content of a frame. Returns `None` if the checksum (CRC-32) at the end of the
/// frame is wrong.
pub fn verified(frame: &[u8]) -> Option<Reader<'_>> {
    let (content, checksum) = frame.split_last_chunk()?;
    (crc32fast::hash(content) == u32::from_le_bytes(*checksum)).then(|| Reader::new(content))
}
