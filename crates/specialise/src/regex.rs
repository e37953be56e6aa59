//! Generates texts that match regular expressions of `java.util.regex`.
//!
//! The generator follows the syntax tree of the regular part of an expression. If the expression also has
//! parts that are not regular, such as look-around, a matcher selects a generated text that matches the whole
//! expression.

use std::ops::Range;

use rand::Rng;
use rand::seq::IndexedRandom;
use regex_syntax::hir::{Class, Hir, HirKind, Look, Repetition};

use crate::translation::{Translation, referenced_group, translate};

/// Length in bytes of a long text. If the text has at least this length, each repetition in the expression
/// adds only its minimum number of repetitions.
const LONG_TEXT: usize = 100;
/// Maximum length in bytes of the shortest match of an expression. An expression whose shortest match is
/// longer is refused.
const MAX_SHORTEST_MATCH: usize = 1000;
/// Maximum number of steps to generate a text, and maximum number of backtracking steps to match a text. A
/// short expression can require billions of steps, even to generate or match an empty text.
const MAX_STEPS: usize = 10_000;
/// Maximum number of texts to generate until a text matches.
const MAX_ATTEMPTS: u32 = 40;
/// Probability of extra text before a partial match. Also the probability of extra text after the match. The
/// extra text can be empty.
const EXTRA_TEXT_PROBABILITY: f64 = 0.3;

/// Generates a text whose whole content matches the expression.
pub(crate) fn full_match(pattern: &str, flags: u32, rng: &mut impl Rng) -> Option<String> {
    let translation = translate(pattern, flags)?;
    let expression = Expression::new(&translation, &format!(r"\A(?:{})\z", translation.complete))?;
    expression.first_match(|this, rng| this.candidate(rng), rng)
}

/// Generates a text of which at least one part matches the expression.
pub(crate) fn partial_match(pattern: &str, flags: u32, rng: &mut impl Rng) -> Option<String> {
    let translation = translate(pattern, flags)?;
    let expression = Expression::new(&translation, &translation.complete)?;
    let is_anchored = !expression.tree.properties().look_set().is_empty();
    let candidate = |this: &Expression, rng: &mut _| {
        let text_of_lookbehinds =
            this.lookbehinds.iter().map(|body| generate_text(body, rng)).collect::<Option<String>>()?;
        let text = text_of_lookbehinds + &this.candidate(rng)?;
        Some(if is_anchored { text } else { add_extra_text(&text, rng) })
    };
    expression.first_match(candidate, rng)
}

/// The syntax trees of an expression, and its matcher.
struct Expression {
    /// The tree of the regular part.
    tree: Hir,
    /// The trees of the positive lookaheads.
    lookaheads: Vec<Hir>,
    /// The trees of the positive lookbehinds.
    lookbehinds: Vec<Hir>,
    /// The matcher that checks generated texts; `None` if every generated text matches.
    matcher: Option<fancy_regex::Regex>,
}

impl Expression {
    /// Parses an expression. `complete` is the expression that the matcher checks.
    fn new(translation: &Translation, complete: &str) -> Option<Expression> {
        let parse_all = |texts: &[String]| texts.iter().map(|text| parse(text)).collect::<Option<Vec<_>>>();
        let tree = parse(&translation.regular)?;
        let all_match =
            translation.is_exact && tree.properties().look_set().iter().all(is_text_or_line_boundary);
        let matcher = if all_match { None } else { Some(bounded_matcher(complete)?) };
        Some(Expression {
            tree,
            lookaheads: parse_all(&translation.lookaheads)?,
            lookbehinds: parse_all(&translation.lookbehinds)?,
            matcher,
        })
    }

    /// Returns the first candidate that matches. Returns `None` after [`MAX_ATTEMPTS`] candidates that do not
    /// match, or if `candidate` returns `None`.
    fn first_match<R: Rng>(
        &self,
        candidate: impl Fn(&Expression, &mut R) -> Option<String>,
        rng: &mut R,
    ) -> Option<String> {
        let Some(matcher) = &self.matcher else { return candidate(self, rng) };
        for _ in 0..MAX_ATTEMPTS {
            let text = candidate(self, rng)?;
            if matcher.is_match(&text).is_ok_and(|matched| matched) {
                return Some(text);
            }
        }
        None
    }

    /// Generates a text for the expression. Adds texts for the lookaheads before the text, after the text, or
    /// not at all.
    fn candidate(&self, rng: &mut impl Rng) -> Option<String> {
        let text = generate_text(&self.tree, rng)?;
        if self.lookaheads.is_empty() {
            return Some(text);
        }
        let text_of_lookaheads: String =
            self.lookaheads.iter().map(|body| generate_text(body, rng)).collect::<Option<_>>()?;
        Some(match rng.random_range(0..3) {
            0 => text,
            1 => text_of_lookaheads + &text,
            _ => text + &text_of_lookaheads,
        })
    }
}

/// Returns a matcher that fails after [`MAX_STEPS`] backtracking steps.
fn bounded_matcher(expression: &str) -> Option<fancy_regex::Regex> {
    fancy_regex::RegexBuilder::new(expression).backtrack_limit(MAX_STEPS).build().ok()
}

fn parse(regular: &str) -> Option<Hir> {
    let tree = regex_syntax::Parser::new().parse(regular).ok()?;
    tree.properties().minimum_len().is_some_and(|length| length <= MAX_SHORTEST_MATCH).then_some(tree)
}

/// Returns whether an assertion requires the start or the end of the text or of a line. A text that is
/// generated for a whole expression satisfies the assertion, unless the expression contradicts itself: `a^b`.
fn is_text_or_line_boundary(look: Look) -> bool {
    matches!(look, Look::Start | Look::End | Look::StartLF | Look::EndLF)
}

fn add_extra_text(text: &str, rng: &mut impl Rng) -> String {
    let mut extra_text = || -> &str {
        const TEXTS: [&str; 6] = ["", " ", "a", "0", "abc ", "\n"];
        if rng.random_bool(EXTRA_TEXT_PROBABILITY) {
            TEXTS.choose(rng).copied().unwrap_or_default()
        } else {
            ""
        }
    };
    format!("{}{text}{}", extra_text(), extra_text())
}

/// Generates a text from a tree. Returns `None` if the text needs more than [`MAX_STEPS`] steps.
fn generate_text(tree: &Hir, rng: &mut impl Rng) -> Option<String> {
    let mut writer = Writer { text: String::new(), groups: Vec::new(), steps: MAX_STEPS, rng };
    writer.write(tree)?;
    Some(writer.text)
}

/// Writes a text that a tree matches.
struct Writer<'a, R> {
    text: String,
    /// For each group number, the range in `text` that the group matched most recently.
    groups: Vec<Range<usize>>,
    /// Remaining steps. A visited node and a byte copied by a back reference cost one step each.
    steps: usize,
    rng: &'a mut R,
}

impl<R: Rng> Writer<'_, R> {
    /// Appends a text that a tree matches. Returns `None` if no steps remain.
    fn write(&mut self, tree: &Hir) -> Option<()> {
        self.spend(1)?;
        match tree.kind() {
            HirKind::Empty | HirKind::Look(_) => Some(()),
            HirKind::Literal(literal) => {
                String::from_utf8_lossy(&literal.0).chars().try_for_each(|character| self.append(character))
            }
            HirKind::Class(class) => match random_character(&ranges(class), self.rng) {
                Some(character) => self.append(character),
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

    /// Subtracts steps from the remaining steps. Returns `None` if too few steps remain.
    fn spend(&mut self, steps: usize) -> Option<()> {
        self.steps = self.steps.checked_sub(steps)?;
        Some(())
    }

    /// Appends a character. If the character represents a back reference, appends the text of the group.
    fn append(&mut self, character: char) -> Option<()> {
        match referenced_group(character) {
            Some(group) => {
                let range = self.groups.get(group as usize).cloned().unwrap_or_default();
                self.spend(range.len())?;
                self.text.extend_from_within(range);
            }
            // The expression contains half of a surrogate pair, which a Rust string cannot contain.
            None if character == char::REPLACEMENT_CHARACTER => {}
            None => self.text.push(character),
        }
        Some(())
    }

    /// Appends the text of a repetition. The number of repetitions exceeds the minimum by at least 1 with
    /// probability 1/2, by at least 2 with probability 1/4, and so on.
    fn repeat(&mut self, repetition: &Repetition) -> Option<()> {
        for _ in 0..repetition.min {
            self.write(&repetition.sub)?;
        }
        let mut optional_count = repetition.max.map_or(u32::MAX, |max| max - repetition.min);
        while optional_count > 0 && self.text.len() < LONG_TEXT && self.rng.random() {
            self.write(&repetition.sub)?;
            optional_count -= 1;
        }
        Some(())
    }
}

/// Returns the ranges of character codes of a class. Both ends of a range are included.
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

/// Returns a random character of a class, or `None` if the class is empty.
///
/// The order of preference is: ASCII letters and digits (with probability 0.8), printable ASCII characters,
/// Latin characters, other characters. Characters that represent back references are never selected.
fn random_character(ranges: &[(u32, u32)], rng: &mut impl Rng) -> Option<char> {
    const WORD: &[(u32, u32)] = &[(0x30, 0x39), (0x41, 0x5a), (0x61, 0x7a)];
    const PRINTABLE: &[(u32, u32)] = &[(0x20, 0x7e)];
    const LATIN: &[(u32, u32)] = &[(0xa1, 0x17f)];
    const ANY: &[(u32, u32)] = &[(0, 0xd7ff), (0xe000, 0xfffc), (0x1_0000, 0xf_ffff)];
    let preferred_kind = if rng.random_bool(0.8) { WORD } else { PRINTABLE };
    let kinds = [preferred_kind, PRINTABLE, LATIN, ANY];
    let chosen_ranges =
        kinds.iter().map(|kind| intersection(ranges, kind)).find(|shared| !shared.is_empty())?;
    let total: u32 = chosen_ranges.iter().map(|(start, end)| end - start + 1).sum();
    let mut index = rng.random_range(0..total);
    for (start, end) in chosen_ranges {
        match index.checked_sub(end - start + 1) {
            None => return char::from_u32(start + index),
            Some(remaining) => index = remaining,
        }
    }
    None
}

/// Returns the ranges of the codes that are in both lists of ranges.
fn intersection(left: &[(u32, u32)], right: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let overlap = |(a, b): (&(u32, u32), &(u32, u32))| (a.0.max(b.0), a.1.min(b.1));
    let pairs = right.iter().flat_map(|b| left.iter().map(move |a| (a, b)));
    pairs.map(overlap).filter(|(start, end)| start <= end).collect()
}
