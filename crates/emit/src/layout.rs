//! Where lines are broken: as google-java-format breaks them, so that it leaves alone what is written here.
//!
//! Text and possible breaks stand in nested levels, and a level that fits on the rest of its line is not broken
//! (Oppen, "Prettyprinting", 1980). Text belongs to the level of the last possible break before it, whichever
//! levels were opened or closed in between: so the `);` behind an argument is counted where the argument is measured.

mod doc;
mod pieces;
mod writer;

use std::cell::Cell;
use std::rc::Rc;

use doc::{Break, Mode, Op};
use writer::Placed;

use crate::literal;

/// Columns of a line.
pub(crate) const WIDTH: usize = 100;
/// Items of lists that are shorter may share lines where a list is broken.
pub(crate) const SHORT: usize = 10;

/// Something that is known only later: whether a break was taken, or whether the items of a list are short.
#[derive(Clone, Debug, Default)]
pub(crate) struct Later(Rc<Cell<bool>>);

/// By how many spaces the lines of a level go in.
#[derive(Clone, Debug)]
pub(crate) enum Indent {
    By(isize),
    /// The first number if the break was taken, else the second.
    If(Later, isize, isize),
}

/// A list that is being written.
pub(crate) struct List {
    short: Later,
    /// Where its last item begins.
    begun: usize,
}

/// Text to be laid out. It grows at its end.
#[derive(Default)]
pub(crate) struct Layout {
    ops: Vec<Op>,
    /// Of all that was put there, on one line.
    width: usize,
}

impl Layout {
    pub(crate) fn text(&mut self, text: impl Into<String>) {
        let text = text.into();
        self.width += text.chars().count();
        self.ops.push(Op::Text(text));
    }

    /// A string literal, which may be cut into pieces that are added.
    pub(crate) fn string(&mut self, units: &[u16]) {
        self.width += literal::string(units).len();
        self.ops.push(Op::String(units.to_vec()));
    }

    /// A text block.
    pub(crate) fn block(&mut self, lines: Vec<String>) {
        self.width += doc::ENDLESS;
        self.ops.push(Op::Block(lines));
    }

    pub(crate) fn open(&mut self, by: isize) {
        self.open_indented(Indent::By(by));
    }

    pub(crate) fn open_indented(&mut self, indent: Indent) {
        self.ops.push(Op::Open(indent));
    }

    pub(crate) fn close(&mut self) {
        self.ops.push(Op::Close);
    }

    fn put(&mut self, mode: Mode, flat: &'static str, indent: isize, taken: Option<Later>) {
        let it = Break { mode, flat, indent, taken };
        self.width += it.width();
        self.ops.push(Op::Break(it));
    }

    /// The end of a line.
    pub(crate) fn newline(&mut self) {
        self.put(Mode::Always, "", 0, None);
    }

    /// The end of a line, and an empty line.
    pub(crate) fn blank_line(&mut self) {
        self.put(Mode::Blank, "", 0, None);
    }

    /// A break that is taken if its level is broken.
    pub(crate) fn soft(&mut self, flat: &'static str) {
        self.put(Mode::Together, flat, 0, None);
    }

    /// The same, and the next line goes out against its level.
    pub(crate) fn soft_out(&mut self, by: isize) {
        self.put(Mode::Together, "", -by, None);
    }

    /// A break that is taken where what follows does not fit.
    pub(crate) fn fill(&mut self, flat: &'static str) {
        self.put(Mode::Alone, flat, 0, None);
    }

    /// A break to be remembered, which `fills` or is soft.
    pub(crate) fn noted(&mut self, flat: &'static str, fills: bool, taken: &Later) {
        let mode = if fills { Mode::Alone } else { Mode::Together };
        self.put(mode, flat, 0, Some(taken.clone()));
    }

    /// Begins a list: as many items share a line as fit if all are short, else each has its own.
    pub(crate) fn list(&self) -> List {
        let short = Later::default();
        short.0.set(true);
        List { short, begun: self.width }
    }

    /// Between two items of a list.
    pub(crate) fn comma(&mut self, list: &mut List) {
        self.end(list);
        self.text(",");
        self.put(Mode::AloneIf(list.short.clone()), " ", 0, None);
        list.begun = self.width;
    }

    /// Behind the last item of a list.
    pub(crate) fn end(&self, list: &List) {
        list.short.0.set(list.short.0.get() && self.width - list.begun < SHORT);
    }

    /// The lines, the first one of which is already `indent` columns in. Strings are cut where their lines would be
    /// too long.
    pub(crate) fn finish(mut self, indent: usize) -> String {
        loop {
            let written = writer::write(&doc::levels(&self.ops), indent);
            let too_long: Vec<Placed> =
                written.strings.into_iter().filter(|string| string.column + string.rest > WIDTH).collect();
            if too_long.is_empty() {
                return written.text;
            }
            for Placed { op, column, width, rest } in too_long.into_iter().rev() {
                let Op::String(units) = &self.ops[op] else { unreachable!("a string was placed") };
                let pieces = pieces::cut(units, WIDTH.saturating_sub(column), rest - width);
                self.ops.splice(op..=op, pieces::joined(&pieces));
            }
        }
    }
}
