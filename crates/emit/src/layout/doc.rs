//! Tree of levels, built from the sequence of layout operations.

use super::{Indent, SharedFlag};
use crate::ast::literals;

/// Width of content that never fits on a line, in columns.
pub(super) const UNBOUNDED: usize = 1 << 20;

/// Condition for taking a break in a level that does not fit on one line. The names are from
/// google-java-format.
#[derive(Clone, Debug)]
pub(super) enum FillMode {
    /// Always taken.
    Forced,
    /// Always taken, followed by a blank line.
    ForcedBlank,
    /// Taken together with all other unified breaks of the level.
    Unified,
    /// Taken if the text between this break and the next break does not fit on the line.
    Independent,
    /// `Independent` if the flag is set, otherwise `Unified`.
    IndependentIf(SharedFlag),
}

/// An optional line break. If the break is taken, a new line starts.
#[derive(Clone, Debug)]
pub(super) struct Break {
    pub mode: FillMode,
    /// Text that replaces the break if the break is not taken.
    pub flat: &'static str,
    /// Indentation of the next line relative to the level, in columns.
    pub indent: isize,
    /// Flag that records whether the break is taken.
    pub is_taken: Option<SharedFlag>,
}

impl Break {
    pub(super) fn width(&self) -> usize {
        match self.mode {
            FillMode::Forced | FillMode::ForcedBlank => UNBOUNDED,
            _ => self.flat.len(),
        }
    }

    pub(super) fn record(&self, is_taken: bool) {
        if let Some(flag) = &self.is_taken {
            flag.0.set(is_taken);
        }
    }
}

/// A layout operation.
#[derive(Clone, Debug)]
pub(super) enum Op {
    Text(String),
    /// String literal, in UTF-16 code units.
    String(Vec<u16>),
    /// Lines of a text block.
    TextBlock(Vec<String>),
    Break(Break),
    /// Opens a level.
    Open(Indent),
    /// Closes the innermost level.
    Close,
}

/// A part of a level.
pub(super) enum Doc<'a> {
    Text(&'a str),
    /// String literal and the index of its operation.
    String(String, usize),
    /// Lines of a text block.
    TextBlock(&'a [String]),
    Break(&'a Break),
    /// Index of a nested level.
    Level(usize),
}

/// A level: a part of the text that is either on one line or broken at its breaks.
pub(super) struct Level<'a> {
    pub indent: Indent,
    pub docs: Vec<Doc<'a>>,
}

/// Returns the levels of a sequence of operations. The first level contains all other levels.
pub(super) fn levels(ops: &[Op]) -> Vec<Level<'_>> {
    let mut levels = vec![Level { indent: Indent::Fixed(0), docs: Vec::new() }];
    let mut open = vec![0];
    let mut level_of_last_break = 0;
    for (index, op) in ops.iter().enumerate() {
        let innermost = *open.last().expect("the first level is never closed");
        let text_level = level_of_last_break;
        match op {
            Op::Text(text) => levels[text_level].docs.push(Doc::Text(text)),
            Op::String(units) => levels[text_level].docs.push(Doc::String(literals::string(units), index)),
            Op::TextBlock(lines) => levels[text_level].docs.push(Doc::TextBlock(lines)),
            Op::Break(line_break) => {
                level_of_last_break = innermost;
                levels[innermost].docs.push(Doc::Break(line_break));
            }
            Op::Open(indent) => {
                open.push(levels.len());
                levels.push(Level { indent: indent.clone(), docs: Vec::new() });
            }
            Op::Close => {
                open.pop();
                levels[open[open.len() - 1]].docs.push(Doc::Level(innermost));
            }
        }
    }
    levels
}

/// Returns the width of parts of a level that are written on one line, in columns.
pub(super) fn width(levels: &[Level], docs: &[Doc]) -> usize {
    let doc_width = |doc: &Doc| match doc {
        Doc::Text(text) => text.chars().count(),
        Doc::String(text, _) => text.len(),
        Doc::TextBlock(_) => UNBOUNDED,
        Doc::Break(line_break) => line_break.width(),
        Doc::Level(level) => width(levels, &levels[*level].docs),
    };
    docs.iter().map(doc_width).sum::<usize>().min(UNBOUNDED)
}
