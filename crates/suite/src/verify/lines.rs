//! What a process says, line by line.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, sync_channel};

/// The longest line, in bytes. A process that says more says nonsense: code under test can come by what it writes to.
const LONGEST: u64 = 1 << 20;
/// Lines that are kept before somebody asks for them.
const AHEAD: usize = 100;

/// Reads lines on a thread that ends with the process, or at the first line that is too long.
pub(super) fn lines(source: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = sync_channel(AHEAD);
    std::thread::spawn(move || {
        let mut source = BufReader::new(source);
        while let Some(line) = next(&mut source) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

fn next(source: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    source.take(LONGEST).read_until(b'\n', &mut line).ok().filter(|read| *read > 0)?;
    match line.pop_if(|last| *last == b'\n') {
        None if line.len() as u64 == LONGEST => None,
        _ => Some(String::from_utf8_lossy(&line).into_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_one_by_one_with_what_is_behind_the_last() {
        let said: Vec<String> = lines(&b"a\n\n\xFF\nb"[..]).into_iter().collect();
        assert_eq!(said, ["a", "", "\u{FFFD}", "b"]);
        assert_eq!(lines(&b""[..]).into_iter().count(), 0);
    }

    #[test]
    fn a_line_without_end_is_the_end() {
        let said: Vec<String> = lines((&b"a\n"[..]).chain(std::io::repeat(b'b'))).into_iter().collect();
        assert_eq!(said, ["a"]);
    }
}
