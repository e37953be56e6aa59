//! Levels of text and breaks, from the order in which they were put there.

use super::{Indent, Later};
use crate::literal;

/// The width of what never fits.
pub(super) const ENDLESS: usize = 1 << 20;

/// When a break is taken in a level that does not fit.
#[derive(Clone, Debug)]
pub(super) enum Mode {
    Always,
    /// With an empty line.
    Blank,
    /// With all others of its level.
    Together,
    /// Where what follows it up to the next break does not fit.
    Alone,
    /// So if the items of its list are short, else with all others.
    AloneIf(Later),
}

#[derive(Clone, Debug)]
pub(super) struct Break {
    pub mode: Mode,
    /// What stands there if it is not taken.
    pub flat: &'static str,
    /// Spaces by which the next line goes in against its level.
    pub indent: isize,
    pub taken: Option<Later>,
}

impl Break {
    pub(super) fn width(&self) -> usize {
        match self.mode {
            Mode::Always | Mode::Blank => ENDLESS,
            _ => self.flat.len(),
        }
    }
}

#[derive(Clone, Debug)]
pub(super) enum Op {
    Text(String),
    /// A string literal.
    String(Vec<u16>),
    /// A text block, by its lines.
    Block(Vec<String>),
    Break(Break),
    Open(Indent),
    Close,
}

pub(super) enum Doc<'a> {
    Text(&'a str),
    /// A string literal, with the index of its operation.
    String(String, usize),
    /// The lines of a text block.
    Block(&'a [String]),
    Break(&'a Break),
    /// By its number.
    Level(usize),
}

pub(super) struct Level<'a> {
    pub indent: Indent,
    pub docs: Vec<Doc<'a>>,
}

/// The first level is around all others.
pub(super) fn levels(ops: &[Op]) -> Vec<Level<'_>> {
    let mut levels = vec![Level { indent: Indent::By(0), docs: Vec::new() }];
    let mut open = vec![0];
    // The level of the last break.
    let mut last = 0;
    for (index, op) in ops.iter().enumerate() {
        let innermost = *open.last().expect("the first level stays open");
        match op {
            Op::Text(text) => levels[last].docs.push(Doc::Text(text)),
            Op::String(units) => levels[last].docs.push(Doc::String(literal::string(units), index)),
            Op::Block(lines) => levels[last].docs.push(Doc::Block(lines)),
            Op::Break(it) => {
                last = innermost;
                levels[last].docs.push(Doc::Break(it));
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

/// What it takes to write all on one line.
pub(super) fn width(levels: &[Level], docs: &[Doc]) -> usize {
    let one = |doc: &Doc| match doc {
        Doc::Text(text) => text.chars().count(),
        Doc::String(text, _) => text.len(),
        Doc::Block(_) => ENDLESS,
        Doc::Break(it) => it.width(),
        Doc::Level(level) => width(levels, &levels[*level].docs),
    };
    docs.iter().map(one).sum::<usize>().min(ENDLESS)
}
