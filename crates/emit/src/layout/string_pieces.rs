//! Splitting of long string literals into concatenated pieces.

use super::doc::{Break, FillMode, Op};
use super::{Indent, SHORT_ITEM};
use crate::ast::literals;

/// Indentation of the lines after the first, in columns.
const CONTINUATION: isize = 4;
/// Columns before a piece on the lines after the first: the indentation and `+ `.
const BEFORE_PIECE: usize = CONTINUATION as usize + 2;

/// Splits a string. `room` is the number of columns for the literal on its first line, and `after` is the
/// number of columns after the literal on its last line.
pub(super) fn split(units: &[u16], room: usize, after: usize) -> Vec<Vec<u16>> {
    let mut pieces = Vec::new();
    let mut rest = units;
    while !rest.is_empty() {
        let room = if pieces.is_empty() { room } else { room.saturating_sub(BEFORE_PIECE) };
        let is_last = literals::string(rest).len() <= room;
        let room = if is_last { room.saturating_sub(after) } else { room };
        let (piece, others) = rest.split_at(prefix_length(rest, room.max(2 * SHORT_ITEM)));
        pieces.push(piece.to_vec());
        rest = others;
    }
    pieces
}

/// Returns the operations for the concatenation of the pieces.
pub(super) fn concatenation(pieces: &[Vec<u16>]) -> Vec<Op> {
    let all_short = pieces.iter().all(|piece| literals::string(piece).len() < SHORT_ITEM);
    let mut ops = vec![Op::Open(Indent::By(CONTINUATION))];
    for (index, piece) in pieces.iter().enumerate() {
        if index > 0 {
            let mode = if all_short { FillMode::Independent } else { FillMode::Unified };
            ops.push(Op::Break(Break { mode, flat: " ", indent: 0, is_taken: None }));
            ops.push(Op::Text("+ ".to_owned()));
        }
        ops.push(Op::Text(literals::string(piece)));
    }
    ops.push(Op::Close);
    ops
}

/// Returns the number of code units, at least 1, whose literal fits in `room` columns. The prefix ends at a
/// space or line feed if that is beyond the middle of the possible prefix.
fn prefix_length(units: &[u16], room: usize) -> usize {
    let quotes = 2;
    let mut width = quotes;
    let mut word_end = 0;
    for (i, &unit) in units.iter().enumerate() {
        width += literals::string(&[unit]).len() - quotes;
        if width > room && i > 0 {
            return if word_end > i / 2 { word_end } else { i };
        }
        if unit == u16::from(b' ') || unit == u16::from(b'\n') {
            word_end = i + 1;
        }
    }
    units.len()
}
