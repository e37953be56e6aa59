//! Reads the runner's numbers and texts.

/// A place in a message. Everything is `None` behind its end.
pub struct Cursor<'a> {
    rest: &'a [u8],
}

impl<'a> Cursor<'a> {
    pub fn new(bytes: &'a [u8]) -> Cursor<'a> {
        Cursor { rest: bytes }
    }

    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        Some(*head)
    }

    pub fn u8(&mut self) -> Option<u8> {
        self.take().map(|[byte]| byte)
    }

    pub fn varint(&mut self) -> Option<u64> {
        match self.rest {
            // Most are so short.
            [byte @ ..0x80, rest @ ..] => {
                self.rest = rest;
                Some((*byte).into())
            }
            _ => self.longer_varint(),
        }
    }

    fn longer_varint(&mut self) -> Option<u64> {
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

    /// A number of things that take at least a byte each: never more than the message can hold.
    pub fn count(&mut self) -> Option<usize> {
        let count = usize::try_from(self.varint()?).ok()?;
        (count <= self.rest.len()).then_some(count)
    }

    pub fn i64(&mut self) -> Option<i64> {
        self.take().map(i64::from_le_bytes)
    }

    pub fn f64(&mut self) -> Option<f64> {
        self.take().map(f64::from_le_bytes)
    }

    pub fn utf16(&mut self) -> Option<Vec<u16>> {
        let length = self.count()?;
        (0..length).map(|_| self.varint()?.try_into().ok()).collect()
    }

    /// Text of which a lone surrogate is replaced.
    pub fn text(&mut self) -> Option<String> {
        self.utf16().map(|units| String::from_utf16_lossy(&units))
    }
}

/// What is in a message, which ends with its sum; `None` if that is another one.
pub fn checked(message: &[u8]) -> Option<Cursor<'_>> {
    let (content, sum) = message.split_last_chunk()?;
    (crc32fast::hash(content) == u32::from_le_bytes(*sum)).then(|| Cursor::new(content))
}

/// Appends what [`Cursor::varint`] reads.
pub fn put_varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends what [`Cursor::utf16`] reads.
pub fn put_text(out: &mut Vec<u8>, text: &str) {
    put_varint(out, text.encode_utf16().count() as u64);
    for unit in text.encode_utf16() {
        put_varint(out, unit.into());
    }
}
