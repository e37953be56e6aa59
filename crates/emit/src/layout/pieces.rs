//! Long strings in pieces that are added.

use super::doc::{Break, Mode, Op};
use super::{Indent, SHORT};
use crate::literal;

/// Spaces by which the second line goes in.
const CONTINUATION: isize = 4;
/// Columns of that and of `+ `.
const BEFORE: usize = CONTINUATION as usize + 2;

/// Cuts a string that has so much room on its line, with that many columns behind it on its last one.
pub(super) fn cut(units: &[u16], room: usize, behind: usize) -> Vec<Vec<u16>> {
    let mut pieces = Vec::new();
    let mut rest = units;
    while !rest.is_empty() {
        let room = if pieces.is_empty() { room } else { room.saturating_sub(BEFORE) };
        let fits = literal::string(rest).len() <= room;
        let room = if fits { room.saturating_sub(behind) } else { room };
        let (piece, others) = rest.split_at(prefix_that_fits(rest, room.max(2 * SHORT)));
        pieces.push(piece.to_vec());
        rest = others;
    }
    pieces
}

/// The sum of the pieces.
pub(super) fn joined(pieces: &[Vec<u16>]) -> Vec<Op> {
    let all_short = pieces.iter().all(|piece| literal::string(piece).len() < SHORT);
    let mut ops = vec![Op::Open(Indent::By(CONTINUATION))];
    for (index, piece) in pieces.iter().enumerate() {
        if index > 0 {
            let mode = if all_short { Mode::Alone } else { Mode::Together };
            ops.push(Op::Break(Break { mode, flat: " ", indent: 0, taken: None }));
            ops.push(Op::Text("+ ".to_owned()));
        }
        ops.push(Op::Text(literal::string(piece)));
    }
    ops.push(Op::Close);
    ops
}

/// How many units of a string go into `room` columns with their quotes: at least one, and whole words if that is not
/// much less.
fn prefix_that_fits(units: &[u16], room: usize) -> usize {
    let mut width = 2;
    let mut last_break = 0;
    for (i, &unit) in units.iter().enumerate() {
        width += literal::string(&[unit]).len() - 2;
        if width > room && i > 0 {
            return if last_break > i / 2 { last_break } else { i };
        }
        if unit == u16::from(b' ') || unit == u16::from(b'\n') {
            last_break = i + 1;
        }
    }
    units.len()
}
