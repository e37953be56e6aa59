//! Texts that regular expressions of `java.util.regex` match.
//!
//! They are written along the expression's tree. Where that says less than the expression itself, as of look-around, a
//! matcher tells which of some tries are good.

use std::ops::Range;

use rand::Rng;
use rand::seq::IndexedRandom;
use regex_syntax::hir::{Class, Hir, HirKind, Look, Repetition};

use crate::translate::{Translated, referenced, translate};

/// Length in characters from which on repetitions are no longer than they must be.
const LONG: usize = 100;
/// Shortest match that is too long to be written at all.
const TOO_LONG: usize = 1000;
/// What writing a text may cost, and how often judging it may go back: an expression of a few characters can ask for billions of steps
/// that write nothing, and for more to match nothing.
const STEPS: usize = 10_000;
/// Texts tried where not every one is a match.
const ATTEMPTS: u32 = 40;
/// Probability that a text to be searched has more in it than the match.
const AROUND: f64 = 0.3;

/// A text that the expression matches as a whole.
pub(crate) fn matching(pattern: &str, flags: u32, rng: &mut impl Rng) -> Option<String> {
    let translated = translate(pattern, flags)?;
    let expression = Expression::new(&translated, &format!(r"\A(?:{})\z", translated.faithful))?;
    expression.instance(|this, rng| this.candidate(rng), rng)
}

/// A text in which the expression matches a part.
pub(crate) fn containing(pattern: &str, flags: u32, rng: &mut impl Rng) -> Option<String> {
    let translated = translate(pattern, flags)?;
    let expression = Expression::new(&translated, &translated.faithful)?;
    let anchored = !expression.tree.properties().look_set().is_empty();
    let candidate = |this: &Expression, rng: &mut _| {
        let behind = this.behind.iter().map(|body| written(body, rng)).collect::<Option<String>>()?;
        let text = behind + &this.candidate(rng)?;
        Some(if anchored { text } else { surrounded(&text, rng) })
    };
    expression.instance(candidate, rng)
}

/// An expression as trees.
struct Expression {
    tree: Hir,
    ahead: Vec<Hir>,
    behind: Vec<Hir>,
    /// Tells good tries from bad ones, where there are bad ones.
    judge: Option<fancy_regex::Regex>,
}

impl Expression {
    fn new(translated: &Translated, judge: &str) -> Option<Expression> {
        let parsed = |texts: &[String]| texts.iter().map(|text| parse(text)).collect::<Option<Vec<_>>>();
        let tree = parse(&translated.plain)?;
        let certain = translated.exact && tree.properties().look_set().iter().all(is_an_end);
        let judge = if certain { None } else { Some(matcher(judge)?) };
        Some(Expression {
            tree,
            ahead: parsed(&translated.ahead)?,
            behind: parsed(&translated.behind)?,
            judge,
        })
    }

    fn instance<R: Rng>(
        &self,
        candidate: impl Fn(&Expression, &mut R) -> Option<String>,
        rng: &mut R,
    ) -> Option<String> {
        let Some(judge) = &self.judge else { return candidate(self, rng) };
        for _ in 0..ATTEMPTS {
            let text = candidate(self, rng)?;
            if judge.is_match(&text).is_ok_and(|matched| matched) {
                return Some(text);
            }
        }
        None
    }

    /// A text of the expression, with those of its lookaheads before or behind it, or without.
    fn candidate(&self, rng: &mut impl Rng) -> Option<String> {
        let text = written(&self.tree, rng)?;
        if self.ahead.is_empty() {
            return Some(text);
        }
        let ahead: String = self.ahead.iter().map(|body| written(body, rng)).collect::<Option<_>>()?;
        Some(match rng.random_range(0..3) {
            0 => text,
            1 => ahead + &text,
            _ => text + &ahead,
        })
    }
}

/// A matcher that gives up soon: each text that it fails to tell of costs as much.
fn matcher(expression: &str) -> Option<fancy_regex::Regex> {
    fancy_regex::RegexBuilder::new(expression).backtrack_limit(STEPS).build().ok()
}

fn parse(plain: &str) -> Option<Hir> {
    let tree = regex_syntax::Parser::new().parse(plain).ok()?;
    tree.properties().minimum_len().is_some_and(|length| length <= TOO_LONG).then_some(tree)
}

/// Where texts are written from end to end such assertions hold, unless they contradict what stands around them.
fn is_an_end(look: Look) -> bool {
    matches!(look, Look::Start | Look::End | Look::StartLF | Look::EndLF)
}

fn surrounded(text: &str, rng: &mut impl Rng) -> String {
    let mut around = || -> &str {
        const TEXTS: [&str; 6] = ["", " ", "a", "0", "abc ", "\n"];
        if rng.random_bool(AROUND) { TEXTS.choose(rng).copied().unwrap_or_default() } else { "" }
    };
    format!("{}{text}{}", around(), around())
}

/// A text of a tree; `None` if that costs too much.
fn written(tree: &Hir, rng: &mut impl Rng) -> Option<String> {
    let mut writer = Writer { text: String::new(), groups: Vec::new(), steps: STEPS, rng };
    writer.write(tree)?;
    Some(writer.text)
}

struct Writer<'a, R> {
    text: String,
    /// By number, what groups matched last.
    groups: Vec<Range<usize>>,
    /// Nodes of the tree that may still be visited, and bytes that may still be repeated.
    steps: usize,
    rng: &'a mut R,
}

impl<R: Rng> Writer<'_, R> {
    /// `None` once the steps are used up.
    fn write(&mut self, tree: &Hir) -> Option<()> {
        self.spend(1)?;
        match tree.kind() {
            HirKind::Empty | HirKind::Look(_) => Some(()),
            HirKind::Literal(literal) => {
                String::from_utf8_lossy(&literal.0).chars().try_for_each(|unit| self.character(unit))
            }
            HirKind::Class(class) => match character(&ranges(class), self.rng) {
                Some(chosen) => self.character(chosen),
                None => Some(()),
            },
            HirKind::Repetition(repetition) => self.repeat(repetition),
            HirKind::Capture(capture) => {
                let start = self.text.len();
                self.write(&capture.sub)?;
                if let Some(number) = capture.name.as_ref().and_then(|name| name[1..].parse::<usize>().ok()) {
                    self.groups.resize(self.groups.len().max(number + 1), 0..0);
                    self.groups[number] = start..self.text.len();
                }
                Some(())
            }
            HirKind::Concat(parts) => parts.iter().try_for_each(|part| self.write(part)),
            HirKind::Alternation(choices) => match choices.choose(self.rng) {
                Some(choice) => self.write(choice),
                None => Some(()),
            },
        }
    }

    fn spend(&mut self, steps: usize) -> Option<()> {
        self.steps = self.steps.checked_sub(steps)?;
        Some(())
    }

    fn character(&mut self, character: char) -> Option<()> {
        match referenced(character) {
            Some(group) => {
                let range = self.groups.get(group as usize).cloned().unwrap_or_default();
                self.spend(range.len())?;
                self.text.extend_from_within(range);
            }
            // It stands for half a surrogate pair.
            None if character == char::REPLACEMENT_CHARACTER => {}
            None => self.text.push(character),
        }
        Some(())
    }

    /// A few times more than is needed: one with probability 1/2, two with 1/4, ...
    fn repeat(&mut self, repetition: &Repetition) -> Option<()> {
        for _ in 0..repetition.min {
            self.write(&repetition.sub)?;
        }
        let mut more = repetition.max.map_or(u32::MAX, |max| max - repetition.min);
        while more > 0 && self.text.len() < LONG && self.rng.random() {
            self.write(&repetition.sub)?;
            more -= 1;
        }
        Some(())
    }
}

/// The ranges of a class, both ends included.
fn ranges(class: &Class) -> Vec<(u32, u32)> {
    match class {
        Class::Unicode(class) => {
            class.ranges().iter().map(|range| (range.start() as u32, range.end() as u32)).collect()
        }
        Class::Bytes(class) => {
            class.ranges().iter().map(|range| (range.start().into(), range.end().into())).collect()
        }
    }
}

/// A character of a class: a letter or digit of ASCII as a rule, else a printable character of it, else one of Latin
/// script, else any but those that stand for something else.
fn character(ranges: &[(u32, u32)], rng: &mut impl Rng) -> Option<char> {
    const WORD: &[(u32, u32)] = &[(0x30, 0x39), (0x41, 0x5a), (0x61, 0x7a)];
    const PRINTABLE: &[(u32, u32)] = &[(0x20, 0x7e)];
    const LATIN: &[(u32, u32)] = &[(0xa1, 0x17f)];
    const ANY: &[(u32, u32)] = &[(0, 0xd7ff), (0xe000, 0xfffc), (0x1_0000, 0xf_ffff)];
    let preferred = if rng.random_bool(0.8) { WORD } else { PRINTABLE };
    let kinds = [preferred, PRINTABLE, LATIN, ANY];
    let chosen = kinds.iter().map(|kind| common(ranges, kind)).find(|common| !common.is_empty())?;
    let total: u32 = chosen.iter().map(|(start, end)| end - start + 1).sum();
    let mut at = rng.random_range(0..total);
    for (start, end) in chosen {
        match at.checked_sub(end - start + 1) {
            None => return char::from_u32(start + at),
            Some(less) => at = less,
        }
    }
    None
}

fn common(ranges: &[(u32, u32)], with: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let both = |(a, b): (&(u32, u32), &(u32, u32))| (a.0.max(b.0), a.1.min(b.1));
    let pairs = with.iter().flat_map(|of| ranges.iter().map(move |range| (range, of)));
    pairs.map(both).filter(|(start, end)| start <= end).collect()
}
