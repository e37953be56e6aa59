//! Reads the output of a process, line by line.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::Instant;

/// Maximum length of a line, in bytes. Reading ends at a longer line, because code under test can write lines
/// of any length to the stream.
const MAX_LINE: u64 = 1 << 20;
/// Maximum number of lines that are read before the receiver has received the first of these lines.
const MAX_UNRECEIVED_LINES: usize = 100;

/// A line of the output of a process.
pub(super) struct Line {
    /// The text, without the line terminator.
    pub text: String,
    /// Time at which the line was read.
    pub read_at: Instant,
}

/// Reads lines on another thread. The thread ends at the end of the stream or at the first line that is too
/// long.
pub(super) fn lines(source: impl Read + Send + 'static) -> Receiver<Line> {
    let (sender, receiver) = sync_channel(MAX_UNRECEIVED_LINES);
    std::thread::spawn(move || {
        let mut source = BufReader::new(source);
        while let Some(text) = read_line(&mut source) {
            if sender.send(Line { text, read_at: Instant::now() }).is_err() {
                return;
            }
        }
    });
    receiver
}

fn read_line(source: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    source.take(MAX_LINE).read_until(b'\n', &mut line).ok().filter(|read| *read > 0)?;
    match line.pop_if(|last| *last == b'\n') {
        None if line.len() as u64 == MAX_LINE => None,
        _ => Some(String::from_utf8_lossy(&line).into_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_lines_are_read_including_an_unterminated_last_line() {
        let read: Vec<String> = lines(&b"a\n\n\xFF\nb"[..]).into_iter().map(|line| line.text).collect();
        assert_eq!(read, ["a", "", "\u{FFFD}", "b"]);
        assert_eq!(lines(&b""[..]).into_iter().count(), 0);
    }

    #[test]
    fn reading_stops_at_a_line_that_is_too_long() {
        let read: Vec<String> =
            lines((&b"a\n"[..]).chain(std::io::repeat(b'b'))).into_iter().map(|line| line.text).collect();
        assert_eq!(read, ["a"]);
    }
}
