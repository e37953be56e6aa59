//! Where lines are broken: as google-java-format breaks them, so that it leaves alone what is written here.
//!
//! Text and possible breaks stand in nested levels, and a level that fits on the rest of its line is not broken
//! (Oppen, "Prettyprinting", 1980). Text belongs to the level of the last possible break before it, whichever
//! levels were opened or closed in between: so the `);` behind an argument is counted where the argument is measured.

use std::cell::Cell;
use std::rc::Rc;

use crate::literal;

/// Columns of a line.
pub(crate) const WIDTH: usize = 100;
/// The width of what never fits.
const ENDLESS: usize = 1 << 20;
/// Items of lists that are shorter may share lines where a list is broken.
const SHORT: usize = 10;
/// Spaces by which the second line of a long string goes in.
const CONTINUATION: usize = 4;

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

/// When a break is taken in a level that does not fit.
#[derive(Clone, Debug)]
enum Mode {
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
struct Break {
    mode: Mode,
    /// What stands there if it is not taken.
    flat: &'static str,
    /// Spaces by which the next line goes in against its level.
    indent: isize,
    taken: Option<Later>,
}

#[derive(Clone, Debug)]
enum Doc {
    Text(String),
    /// A string literal, which is cut into pieces where it does not fit.
    String(Vec<u16>),
    Break(Break),
    /// By its number.
    Level(usize),
}

#[derive(Clone, Debug)]
struct Level {
    indent: Indent,
    docs: Vec<Doc>,
}

/// A list that is being written.
pub(crate) struct List {
    short: Later,
    /// Where its last item begins.
    begun: usize,
}

/// Text to be laid out. It grows at its end.
pub(crate) struct Layout {
    levels: Vec<Level>,
    open: Vec<usize>,
    /// The level of the last break.
    last: usize,
    /// Of all that was put there, on one line.
    width: usize,
}

impl Layout {
    pub(crate) fn new() -> Layout {
        let base = Level { indent: Indent::By(0), docs: Vec::new() };
        Layout { levels: vec![base], open: vec![0], last: 0, width: 0 }
    }

    pub(crate) fn text(&mut self, text: impl Into<String>) {
        self.add(Doc::Text(text.into()));
    }

    /// A string literal.
    pub(crate) fn string(&mut self, units: &[u16]) {
        self.add(Doc::String(units.to_vec()));
    }

    fn add(&mut self, doc: Doc) {
        self.width += width(&self.levels, &doc);
        self.levels[self.last].docs.push(doc);
    }

    pub(crate) fn open(&mut self, by: isize) {
        self.open_indented(Indent::By(by));
    }

    pub(crate) fn open_indented(&mut self, indent: Indent) {
        self.open.push(self.levels.len());
        self.levels.push(Level { indent, docs: Vec::new() });
    }

    pub(crate) fn close(&mut self) {
        let level = self.open.pop().expect("a level is open");
        let outer = self.innermost();
        self.levels[outer].docs.push(Doc::Level(level));
    }

    fn innermost(&self) -> usize {
        *self.open.last().expect("the outermost level stays open")
    }

    fn put(&mut self, mode: Mode, flat: &'static str, indent: isize, taken: Option<Later>) {
        self.last = self.innermost();
        self.add(Doc::Break(Break { mode, flat, indent, taken }));
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

    /// The same, to be remembered; filling or not.
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

    /// The lines, the first one of which is already `indent` columns in.
    pub(crate) fn finish(self, indent: usize) -> String {
        let mut writer =
            Writer { levels: &self.levels, text: String::new(), column: indent, newline: None };
        writer.level(0, indent as isize);
        writer.text
    }
}

fn width_of_all(levels: &[Level], docs: &[Doc]) -> usize {
    docs.iter().map(|doc| width(levels, doc)).sum::<usize>().min(ENDLESS)
}

fn width(levels: &[Level], doc: &Doc) -> usize {
    match doc {
        Doc::Text(text) => text.chars().count(),
        Doc::String(units) => literal::string(units).len(),
        Doc::Break(Break { mode: Mode::Always | Mode::Blank, .. }) => ENDLESS,
        Doc::Break(other) => other.flat.len(),
        Doc::Level(level) => width_of_all(levels, &levels[*level].docs),
    }
}

struct Writer<'a> {
    levels: &'a [Level],
    text: String,
    column: usize,
    /// Line ends still to be written, and the spaces behind them.
    newline: Option<(usize, usize)>,
}

impl Writer<'_> {
    fn level(&mut self, level: usize, outer: isize) {
        let Level { indent, docs } = &self.levels[level];
        if self.column + width_of_all(self.levels, docs) <= WIDTH {
            return self.flat(docs);
        }
        let by = match indent {
            Indent::By(by) => *by,
            Indent::If(taken, then, otherwise) => {
                if taken.0.get() {
                    *then
                } else {
                    *otherwise
                }
            }
        };
        self.broken(docs, outer + by);
    }

    fn flat(&mut self, docs: &[Doc]) {
        for doc in docs {
            match doc {
                Doc::Text(text) => self.push(text),
                Doc::String(units) => self.push(&literal::string(units)),
                Doc::Break(unbroken) => self.push(unbroken.flat),
                Doc::Level(level) => self.flat(&self.levels[*level].docs),
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
            let width = width_of_all(self.levels, rest);
            if let Some(first) = first {
                let fits = self.column + first.flat.len() + width <= WIDTH;
                self.take(first, overflown || !fits, indent);
            }
            overflown = self.column + width > WIDTH;
            for (index, doc) in rest.iter().enumerate() {
                match doc {
                    Doc::Text(text) => self.push(text),
                    Doc::String(units) => {
                        let behind = width_of_all(self.levels, &rest[index + 1..]);
                        self.string(units, behind, indent as usize + CONTINUATION);
                    }
                    Doc::Level(level) => self.level(*level, indent),
                    Doc::Break(_) => unreachable!("a break begins a part"),
                }
            }
        }
    }

    fn take(&mut self, it: &Break, does_not_fit: bool, indent: isize) {
        let together = match &it.mode {
            Mode::Always | Mode::Blank | Mode::Together => true,
            Mode::Alone => false,
            Mode::AloneIf(short) => !short.0.get(),
        };
        let taken = together || does_not_fit;
        if let Some(later) = &it.taken {
            later.0.set(taken);
        }
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
        }
        self.text += text;
        self.column += text.chars().count();
    }

    /// A string, in pieces that fit their lines if need be; `behind` columns follow it on its last line.
    fn string(&mut self, units: &[u16], behind: usize, indent: usize) {
        let mut rest = units;
        loop {
            let room = WIDTH.saturating_sub(self.column);
            let room = if literal::string(rest).len() <= room { room.saturating_sub(behind) } else { room };
            let taken = prefix_that_fits(rest, room.max(2 * SHORT));
            self.push(&literal::string(&rest[..taken]));
            rest = &rest[taken..];
            if rest.is_empty() {
                return;
            }
            self.column = indent;
            self.newline = Some((1, indent));
            self.push("+ ");
        }
    }
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
