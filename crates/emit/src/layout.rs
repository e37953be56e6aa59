//! Line breaking as in google-java-format, so that google-java-format does not change the source.
//!
//! Text and optional breaks form nested levels (Oppen, "Prettyprinting", 1980). A level is not broken if it
//! fits on the remaining columns of its first line. Text belongs to the level of the last break before the
//! text, even if levels were opened or closed between the break and the text. For example, the `);` after an
//! argument counts towards the width of the argument's level.

mod doc;
mod string_pieces;
mod writer;

use std::cell::Cell;
use std::rc::Rc;

use crate::ast::literals;
use doc::{Break, FillMode, Op};
use writer::PlacedString;

/// Maximum width of a line, in columns.
pub(crate) const WIDTH: usize = 100;
/// Minimum width of a long list item, in columns. Narrower items are short. If all items of a list are short,
/// a line can contain several items.
pub(crate) const MIN_LONG_ITEM: usize = 10;

/// A flag that is set during layout: whether a break was taken, or whether the items of a list are short.
#[derive(Clone, Debug, Default)]
pub(crate) struct SharedFlag(Rc<Cell<bool>>);

/// Indentation of the lines of a level relative to the enclosing level, in columns.
#[derive(Clone, Debug)]
pub(crate) enum Indent {
    Fixed(isize),
    /// The first number if the flag is set, otherwise the second number.
    Conditional(SharedFlag, isize, isize),
}

/// State of a list while its items are added.
pub(crate) struct List {
    /// Whether all items so far are short.
    is_short: SharedFlag,
    /// Width of the layout before the current item, in columns.
    item_start: usize,
}

/// Text to lay out. Text and breaks are added at the end.
#[derive(Default)]
pub(crate) struct Layout {
    ops: Vec<Op>,
    /// Width of the content on a single line, in columns.
    width: usize,
}

impl Layout {
    pub(crate) fn text(&mut self, text: impl Into<String>) {
        let text = text.into();
        self.width += text.chars().count();
        self.ops.push(Op::Text(text));
    }

    /// Adds a string literal. If the literal is too long for its line, it is split into concatenated pieces.
    pub(crate) fn string(&mut self, units: &[u16]) {
        self.width += literals::string(units).len();
        self.ops.push(Op::String(units.to_vec()));
    }

    /// Adds the lines of a text block.
    pub(crate) fn text_block(&mut self, lines: Vec<String>) {
        self.width += doc::UNBOUNDED;
        self.ops.push(Op::TextBlock(lines));
    }

    /// Opens a level that is indented by `columns`.
    pub(crate) fn open(&mut self, columns: isize) {
        self.open_indented(Indent::Fixed(columns));
    }

    pub(crate) fn open_indented(&mut self, indent: Indent) {
        self.ops.push(Op::Open(indent));
    }

    /// Closes the innermost level.
    pub(crate) fn close(&mut self) {
        self.ops.push(Op::Close);
    }

    fn add_break(&mut self, mode: FillMode, flat: &'static str, indent: isize, is_taken: Option<SharedFlag>) {
        let line_break = Break { mode, flat, indent, is_taken };
        self.width += line_break.width();
        self.ops.push(Op::Break(line_break));
    }

    /// Adds a break that is always taken.
    pub(crate) fn newline(&mut self) {
        self.add_break(FillMode::Forced, "", 0, None);
    }

    /// Adds a break that is always taken, followed by a blank line.
    pub(crate) fn blank_line(&mut self) {
        self.add_break(FillMode::ForcedBlank, "", 0, None);
    }

    /// Adds a break that is taken if its level is broken. If the break is not taken, `flat` replaces it.
    pub(crate) fn unified_break(&mut self, flat: &'static str) {
        self.add_break(FillMode::Unified, flat, 0, None);
    }

    /// Adds a break that is taken if its level is broken. The indentation of the next line is `columns`
    /// smaller than the indentation of the level.
    pub(crate) fn outdented_break(&mut self, columns: isize) {
        self.add_break(FillMode::Unified, "", -columns, None);
    }

    /// Adds a break that is taken if the text between this break and the next break does not fit on the line.
    /// If the break is not taken, `flat` replaces it.
    pub(crate) fn independent_break(&mut self, flat: &'static str) {
        self.add_break(FillMode::Independent, flat, 0, None);
    }

    /// Adds an independent or unified break. The layout records in `is_taken` whether the break is taken.
    pub(crate) fn recorded_break(&mut self, flat: &'static str, is_independent: bool, is_taken: &SharedFlag) {
        let mode = if is_independent { FillMode::Independent } else { FillMode::Unified };
        self.add_break(mode, flat, 0, Some(is_taken.clone()));
    }

    /// Starts a list. If the list does not fit on one line, the line breaks depend on the widths of the
    /// items. If all items are short, a line contains several items. If an item is long, each item has its
    /// own line.
    pub(crate) fn list(&self) -> List {
        let is_short = SharedFlag::default();
        is_short.0.set(true);
        List { is_short, item_start: self.width }
    }

    /// Adds a comma and a break between two items of a list.
    pub(crate) fn comma(&mut self, list: &mut List) {
        self.end_item(list);
        self.text(",");
        self.add_break(FillMode::IndependentIf(list.is_short.clone()), " ", 0, None);
        list.item_start = self.width;
    }

    /// Records whether the current item of a list is short. [`Layout::comma`] calls this method, and the
    /// caller calls it after the last item.
    pub(crate) fn end_item(&self, list: &List) {
        list.is_short.0.set(list.is_short.0.get() && self.width - list.item_start < MIN_LONG_ITEM);
    }

    /// Returns the lines. The first line starts at the column `indent`. String literals are split if their
    /// lines are too long.
    pub(crate) fn finish(mut self, indent: usize) -> String {
        loop {
            let output = writer::write(&doc::levels(&self.ops), indent);
            let too_long: Vec<PlacedString> = output
                .strings
                .into_iter()
                .filter(|string| string.column + string.width_to_line_end > WIDTH)
                .collect();
            if too_long.is_empty() {
                return output.text;
            }
            for PlacedString { op, column, width, width_to_line_end } in too_long.into_iter().rev() {
                let Op::String(units) = &self.ops[op] else { unreachable!("the operation is a string") };
                let pieces =
                    string_pieces::split(units, WIDTH.saturating_sub(column), width_to_line_end - width);
                self.ops.splice(op..=op, string_pieces::concatenation(&pieces));
            }
        }
    }
}
