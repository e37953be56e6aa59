//! Splitting of long string literals into concatenated pieces.

use super::doc::{Break, FillMode, Op};
use super::{Indent, MIN_LONG_ITEM};
use crate::ast::literals;

/// Indentation of the lines of a concatenation after its first line, in columns.
const CONTINUATION_INDENT: isize = 4;
/// Number of columns before a piece after the first piece: the indentation and `+ `.
const BEFORE_PIECE: usize = CONTINUATION_INDENT as usize + 2;

/// Splits a string into pieces that fit on a line. `available` is the number of columns for the first piece.
/// `following` is the number of columns for the text after the literal, on the line of the last piece.
pub(super) fn split(units: &[u16], available: usize, following: usize) -> Vec<Vec<u16>> {
    let mut pieces = Vec::new();
    let mut rest = units;
    while !rest.is_empty() {
        let available = if pieces.is_empty() { available } else { available.saturating_sub(BEFORE_PIECE) };
        let is_last = literals::string(rest).len() <= available;
        let available = if is_last { available.saturating_sub(following) } else { available };
        let (piece, remaining) = rest.split_at(prefix_length(rest, available.max(2 * MIN_LONG_ITEM)));
        pieces.push(piece.to_vec());
        rest = remaining;
    }
    pieces
}

/// Returns the operations for the concatenation of the pieces.
pub(super) fn concatenation(pieces: &[Vec<u16>]) -> Vec<Op> {
    let are_all_short = pieces.iter().all(|piece| literals::string(piece).len() < MIN_LONG_ITEM);
    let mut ops = vec![Op::Open(Indent::Fixed(CONTINUATION_INDENT))];
    for (index, piece) in pieces.iter().enumerate() {
        if index > 0 {
            let mode = if are_all_short { FillMode::Independent } else { FillMode::Unified };
            ops.push(Op::Break(Break { mode, flat: " ", indent: 0, is_taken: None }));
            ops.push(Op::Text("+ ".to_owned()));
        }
        ops.push(Op::Text(literals::string(piece)));
    }
    ops.push(Op::Close);
    ops
}

/// Returns the length, in code units, of a prefix whose literal fits in `available` columns. The length is at
/// least 1.
///
/// The prefix ends after the last possible space or line feed. If this prefix is not longer than half of the
/// longest possible prefix, the function returns the length of the longest possible prefix.
fn prefix_length(units: &[u16], available: usize) -> usize {
    let quotes_width = 2;
    let mut width = quotes_width;
    let mut word_end = 0;
    for (i, &unit) in units.iter().enumerate() {
        width += literals::string(&[unit]).len() - quotes_width;
        if width > available && i > 0 {
            return if word_end > i / 2 { word_end } else { i };
        }
        if unit == u16::from(b' ') || unit == u16::from(b'\n') {
            word_end = i + 1;
        }
    }
    units.len()
}
