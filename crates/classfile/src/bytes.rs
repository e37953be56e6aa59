//! Reads and writes big-endian numbers, with bounds checks.

use crate::error::{Error, ErrorKind, Result};

/// Reads numbers from bytes, one after the other. The offset in each error counts from the start of the
/// bytes.
#[derive(Clone)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    /// Offset of the next byte to read.
    at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, at: 0 }
    }

    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    pub(crate) fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// Returns the bytes from `start` to the next byte to read. `start` is the result of an earlier call of
    /// [`offset`](Self::offset).
    pub(crate) fn bytes_since(&self, start: usize) -> &'a [u8] {
        &self.bytes[start..self.at]
    }

    /// Reads `count` bytes.
    #[inline]
    pub(crate) fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        match self.bytes[self.at..].get(..count) {
            Some(bytes) => {
                self.at += count;
                Ok(bytes)
            }
            None => Err(self.error(ErrorKind::Truncated(count - self.remaining()))),
        }
    }

    #[inline]
    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        match self.bytes[self.at..].first_chunk::<N>() {
            Some(chunk) => {
                self.at += N;
                Ok(*chunk)
            }
            None => Err(self.error(ErrorKind::Truncated(N - self.remaining()))),
        }
    }

    #[inline]
    pub(crate) fn u1(&mut self) -> Result<u8> {
        self.array().map(|[byte]| byte)
    }

    #[inline]
    pub(crate) fn u2(&mut self) -> Result<u16> {
        self.array().map(u16::from_be_bytes)
    }

    #[inline]
    pub(crate) fn u4(&mut self) -> Result<u32> {
        self.array().map(u32::from_be_bytes)
    }

    #[inline]
    pub(crate) fn i4(&mut self) -> Result<i32> {
        self.array().map(i32::from_be_bytes)
    }

    /// Reads `count` items. Each item has at least `min_size` bytes. Before the method allocates memory for
    /// the items, it checks that enough bytes remain.
    pub(crate) fn list<T>(
        &mut self,
        count: usize,
        min_size: usize,
        mut item: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let min_total_size = count.saturating_mul(min_size);
        if min_total_size > self.remaining() {
            return Err(self.error(ErrorKind::Truncated(min_total_size - self.remaining())));
        }
        let mut items = Vec::with_capacity(count);
        for _ in 0..count {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// Reads a `u2` count, and then this number of items. Each item has at least `min_size` bytes.
    pub(crate) fn counted_list<T>(
        &mut self,
        min_size: usize,
        item: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let count = self.u2()?.into();
        self.list(count, min_size, item)
    }

    pub(crate) fn expect_end(&self) -> Result<()> {
        match self.remaining() {
            0 => Ok(()),
            rest => Err(self.error(ErrorKind::TrailingBytes(rest))),
        }
    }

    /// Returns an error at the offset of the next byte.
    #[cold]
    pub(crate) fn error(&self, kind: ErrorKind) -> Error {
        Error::new(self.at, kind)
    }
}

pub(crate) fn put_u2(out: &mut Vec<u8>, value: u16) {
    out.extend_from_slice(&value.to_be_bytes());
}

pub(crate) fn put_u4(out: &mut Vec<u8>, value: u32) {
    out.extend_from_slice(&value.to_be_bytes());
}

/// Converts a length to the type of a two-byte length field. If the length exceeds 65,535, returns
/// [`ErrorKind::TooLarge`] with the name `item`, and with the length of `out` as the offset.
pub(crate) fn u2_len(item: &'static str, length: usize, out: &[u8]) -> Result<u16> {
    u16::try_from(length).map_err(|_| Error::new(out.len(), ErrorKind::TooLarge(item)))
}

/// Converts a length to the type of a four-byte length field. If the length exceeds 2^32 - 1, returns
/// [`ErrorKind::TooLarge`] with the name `item`, and with the length of `out` as the offset.
pub(crate) fn u4_len(item: &'static str, length: usize, out: &[u8]) -> Result<u32> {
    u32::try_from(length).map_err(|_| Error::new(out.len(), ErrorKind::TooLarge(item)))
}
