//! Writes levels, broken where they do not fit.

use std::ops::Range;

use super::doc::{Break, Doc, ENDLESS, Level, Mode, width};
use super::{Indent, WIDTH};

pub(super) struct Written {
    pub text: String,
    pub strings: Vec<Placed>,
}

/// Where a string literal stands.
pub(super) struct Placed {
    /// The index of its operation.
    pub op: usize,
    pub column: usize,
    /// Columns of the literal.
    pub width: usize,
    /// Columns from its start to the end of its line.
    pub rest: usize,
}

pub(super) fn write(levels: &[Level], indent: usize) -> Written {
    let mut writer = Writer {
        levels,
        text: String::new(),
        column: indent,
        margin: indent,
        newline: None,
        strings: Vec::new(),
    };
    writer.level(0, indent as isize);
    let Writer { text, strings, .. } = writer;
    let placed = |(op, column, at): (usize, usize, Range<usize>)| {
        let line = text[at.start..].lines().next().unwrap_or_default();
        Placed { op, column, width: at.len(), rest: line.chars().count() }
    };
    let strings = strings.into_iter().map(placed).collect();
    Written { text, strings }
}

struct Writer<'a> {
    levels: &'a [Level<'a>],
    text: String,
    column: usize,
    /// Spaces at the start of the line.
    margin: usize,
    /// Line ends still to be written, and the spaces behind them.
    newline: Option<(usize, usize)>,
    /// String literals: their operations, their columns, and where they are in the text.
    strings: Vec<(usize, usize, Range<usize>)>,
}

impl<'a> Writer<'a> {
    fn level(&mut self, level: usize, outer: isize) {
        let Level { indent, docs } = &self.levels[level];
        if self.column + width(self.levels, docs) <= WIDTH {
            return self.flat(docs);
        }
        let by = match indent {
            Indent::If(taken, then, _) if taken.0.get() => then,
            Indent::By(by) | Indent::If(_, _, by) => by,
        };
        self.broken(docs, outer + by);
    }

    fn flat(&mut self, docs: &[Doc]) {
        for doc in docs {
            match doc {
                Doc::Break(it) => {
                    it.note(false);
                    self.push(it.flat);
                }
                Doc::Level(level) => self.flat(&self.levels[*level].docs),
                other => self.leaf(other),
            }
        }
    }

    /// A level that does not fit: each break with what follows it up to the next one.
    fn broken(&mut self, docs: &[Doc], indent: isize) {
        let mut overflown = false;
        for part in docs.chunk_by(|_, next| !matches!(next, Doc::Break(_))) {
            let (first, rest) = match part {
                [Doc::Break(first), rest @ ..] => (Some(first), rest),
                all => (None, all),
            };
            let width = width(self.levels, rest);
            if let Some(first) = first {
                let fits = self.column + first.flat.len() + width <= WIDTH;
                self.take(first, overflown || !fits, indent);
            }
            overflown = self.column + width > WIDTH;
            for doc in rest {
                match doc {
                    Doc::Level(level) => self.level(*level, indent),
                    other => self.leaf(other),
                }
            }
        }
    }

    fn leaf(&mut self, doc: &Doc) {
        match doc {
            Doc::Text(text) => self.push(text),
            Doc::String(text, op) => {
                self.push(text);
                let end = self.text.len();
                self.strings.push((*op, self.column - text.len(), end - text.len()..end));
            }
            Doc::Block(lines) => self.block(lines),
            Doc::Break(_) | Doc::Level(_) => unreachable!("no leaves"),
        }
    }

    /// A text block: its lines go in as far as the one where it begins. What follows counts as not fitting.
    fn block(&mut self, lines: &[String]) {
        for (index, line) in lines.iter().enumerate() {
            if index > 0 {
                self.text.push('\n');
            }
            if index > 0 && !line.is_empty() {
                self.text.extend(std::iter::repeat_n(' ', self.margin));
            }
            self.push(line);
        }
        self.column += ENDLESS;
    }

    fn take(&mut self, it: &Break, does_not_fit: bool, indent: isize) {
        let together = match &it.mode {
            Mode::Always | Mode::Blank | Mode::Together => true,
            Mode::Alone => false,
            Mode::AloneIf(short) => !short.0.get(),
        };
        let taken = together || does_not_fit;
        it.note(taken);
        if taken {
            let lines = if matches!(it.mode, Mode::Blank) { 2 } else { 1 };
            let known = self.newline.map_or(0, |(lines, _)| lines);
            self.column = (indent + it.indent).max(0) as usize;
            self.newline = Some((lines.max(known), self.column));
        } else {
            self.push(it.flat);
        }
    }

    fn push(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if let Some((lines, spaces)) = self.newline.take() {
            self.text.extend(std::iter::repeat_n('\n', lines));
            self.text.extend(std::iter::repeat_n(' ', spaces));
            self.margin = spaces;
        }
        self.text += text;
        self.column += text.chars().count();
    }
}

impl Break {
    fn note(&self, taken: bool) {
        if let Some(later) = &self.taken {
            later.0.set(taken);
        }
    }
}
