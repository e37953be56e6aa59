//! Writes the levels of a layout: groups of texts that belong on one line. If a level does not fit on a line,
//! the writer begins new lines at the breaks of the level.

use std::ops::Range;

use super::doc::{Break, Doc, FillMode, Level, UNBOUNDED, width};
use super::{Indent, WIDTH};

/// Text with its line breaks, and the positions of its string literals.
pub(super) struct Output {
    pub text: String,
    pub strings: Vec<PlacedString>,
}

/// Position of a string literal in the output.
pub(super) struct PlacedString {
    /// Index of the literal's operation.
    pub op: usize,
    /// Column of the literal's start.
    pub column: usize,
    /// Width of the literal, in columns.
    pub width: usize,
    /// Number of columns from the start of the literal to the end of its line.
    pub width_to_line_end: usize,
}

/// Writes levels. The first line starts at the column `indent`.
pub(super) fn write(levels: &[Level], indent: usize) -> Output {
    let mut writer = Writer {
        levels,
        text: String::new(),
        column: indent,
        line_indent: indent,
        pending_break: None,
        strings: Vec::new(),
    };
    writer.write_level(0, indent as isize);
    let Writer { text, strings, .. } = writer;
    let to_placed_string = |(op, column, range): (usize, usize, Range<usize>)| {
        let line = text[range.start..].lines().next().unwrap_or_default();
        PlacedString { op, column, width: range.len(), width_to_line_end: line.chars().count() }
    };
    let strings = strings.into_iter().map(to_placed_string).collect();
    Output { text, strings }
}

/// Text written so far, and the position of the next text.
struct Writer<'a> {
    levels: &'a [Level<'a>],
    text: String,
    /// Column of the next text.
    column: usize,
    /// Indentation of the current line, in columns.
    line_indent: usize,
    /// Number of line feeds to write before the next text, and the indentation after them, in columns.
    pending_break: Option<(usize, usize)>,
    /// String literals: index of the operation, column, and byte range in the text.
    strings: Vec<(usize, usize, Range<usize>)>,
}

impl<'a> Writer<'a> {
    /// Writes a level. `outer` is the indentation of the enclosing level, in columns.
    fn write_level(&mut self, level: usize, outer: isize) {
        let Level { indent, docs } = &self.levels[level];
        if self.column + width(self.levels, docs) <= WIDTH {
            return self.write_flat(docs);
        }
        let columns = match indent {
            Indent::Conditional(flag, then, _) if flag.0.get() => then,
            Indent::Fixed(columns) | Indent::Conditional(_, _, columns) => columns,
        };
        self.write_broken(docs, outer + columns);
    }

    /// Writes the parts of a level on one line.
    fn write_flat(&mut self, docs: &[Doc]) {
        for doc in docs {
            match doc {
                Doc::Break(line_break) => {
                    line_break.record(false);
                    self.push(line_break.flat);
                }
                Doc::Level(level) => self.write_flat(&self.levels[*level].docs),
                other => self.write_leaf(other),
            }
        }
    }

    /// Writes the parts of a level that does not fit on one line. Takes or skips each break, depending on its
    /// mode and on the width of the parts between this break and the next break.
    fn write_broken(&mut self, docs: &[Doc], indent: isize) {
        let mut previous_overflows = false;
        for part in docs.chunk_by(|_, next| !matches!(next, Doc::Break(_))) {
            let (line_break, rest) = match part {
                [Doc::Break(line_break), rest @ ..] => (Some(line_break), rest),
                all => (None, all),
            };
            let width = width(self.levels, rest);
            if let Some(line_break) = line_break {
                let fits = self.column + line_break.flat.len() + width <= WIDTH;
                self.line_break(line_break, previous_overflows || !fits, indent);
            }
            previous_overflows = self.column + width > WIDTH;
            for doc in rest {
                match doc {
                    Doc::Level(level) => self.write_level(*level, indent),
                    other => self.write_leaf(other),
                }
            }
        }
    }

    fn write_leaf(&mut self, doc: &Doc) {
        match doc {
            Doc::Text(text) => self.push(text),
            Doc::String(text, op) => {
                self.push(text);
                let end = self.text.len();
                self.strings.push((*op, self.column - text.len(), end - text.len()..end));
            }
            Doc::TextBlock(lines) => self.text_block(lines),
            Doc::Break(_) | Doc::Level(_) => unreachable!("breaks and levels are not leaves"),
        }
    }

    /// Writes a text block. The lines of the text block have the indentation of the line on which it starts.
    /// Text after a text block never fits on the line.
    fn text_block(&mut self, lines: &[String]) {
        for (index, line) in lines.iter().enumerate() {
            if index > 0 {
                self.text.push('\n');
            }
            if index > 0 && !line.is_empty() {
                self.text.extend(std::iter::repeat_n(' ', self.line_indent));
            }
            self.push(line);
        }
        self.column += UNBOUNDED;
    }

    /// Takes or skips a break in a broken level.
    fn line_break(&mut self, line_break: &Break, overflows: bool, indent: isize) {
        let is_taken = match &line_break.mode {
            FillMode::Forced | FillMode::ForcedBlank | FillMode::Unified => true,
            FillMode::Independent => overflows,
            FillMode::IndependentIf(flag) => overflows || !flag.0.get(),
        };
        line_break.record(is_taken);
        if is_taken {
            let line_feeds = if matches!(line_break.mode, FillMode::ForcedBlank) { 2 } else { 1 };
            let pending_line_feeds = self.pending_break.map_or(0, |(line_feeds, _)| line_feeds);
            self.column = (indent + line_break.indent).max(0) as usize;
            self.pending_break = Some((line_feeds.max(pending_line_feeds), self.column));
        } else {
            self.push(line_break.flat);
        }
    }

    fn push(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if let Some((line_feeds, spaces)) = self.pending_break.take() {
            self.text.extend(std::iter::repeat_n('\n', line_feeds));
            self.text.extend(std::iter::repeat_n(' ', spaces));
            self.line_indent = spaces;
        }
        self.text += text;
        self.column += text.chars().count();
    }
}
