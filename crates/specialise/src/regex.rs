//! Generates texts that match regular expressions of `java.util.regex`.
//!
//! The generator follows the tree of the regular part of an expression. If the expression has other parts,
//! such as look-around, a matcher selects the generated texts that match the whole expression.

use std::ops::Range;

use rand::Rng;
use rand::seq::IndexedRandom;
use regex_syntax::hir::{Class, Hir, HirKind, Look, Repetition};

use crate::translation::{Translation, referenced_group, translate};

/// Text length in bytes above which repetitions stop at their minimum.
const LONG_TEXT: usize = 100;
/// Maximum length of the shortest match. An expression with longer matches is refused.
const MAX_SHORTEST_MATCH: usize = 1000;
/// Maximum number of steps to generate a text, and maximum number of backtracking steps to match a text. A
/// short expression can require billions of steps, even to generate or match an empty text.
const MAX_STEPS: usize = 10_000;
/// Maximum number of texts to generate if not every text matches.
const MAX_ATTEMPTS: u32 = 40;
/// Probability of extra text before a partial match, and of extra text after it.
const EXTRA_TEXT_PROBABILITY: f64 = 0.3;

/// Generates a text that the expression matches as a whole.
pub(crate) fn full_match(pattern: &str, flags: u32, rng: &mut impl Rng) -> Option<String> {
    let translation = translate(pattern, flags)?;
    let expression = Expression::new(&translation, &format!(r"\A(?:{})\z", translation.complete))?;
    expression.instance(|this, rng| this.candidate(rng), rng)
}

/// Generates a text of which the expression matches a part.
pub(crate) fn partial_match(pattern: &str, flags: u32, rng: &mut impl Rng) -> Option<String> {
    let translation = translate(pattern, flags)?;
    let expression = Expression::new(&translation, &translation.complete)?;
    let is_anchored = !expression.tree.properties().look_set().is_empty();
    let candidate = |this: &Expression, rng: &mut _| {
        let behind =
            this.lookbehinds.iter().map(|body| generate_text(body, rng)).collect::<Option<String>>()?;
        let text = behind + &this.candidate(rng)?;
        Some(if is_anchored { text } else { with_extra_text(&text, rng) })
    };
    expression.instance(candidate, rng)
}

/// The parsed trees of an expression.
struct Expression {
    tree: Hir,
    lookaheads: Vec<Hir>,
    lookbehinds: Vec<Hir>,
    /// Checks generated texts; `None` if every generated text matches.
    matcher: Option<fancy_regex::Regex>,
}

impl Expression {
    fn new(translation: &Translation, checked: &str) -> Option<Expression> {
        let parsed = |texts: &[String]| texts.iter().map(|text| parse(text)).collect::<Option<Vec<_>>>();
        let tree = parse(&translation.regular)?;
        let all_match =
            translation.is_exact && tree.properties().look_set().iter().all(is_text_or_line_boundary);
        let matcher = if all_match { None } else { Some(bounded_matcher(checked)?) };
        Some(Expression {
            tree,
            lookaheads: parsed(&translation.lookaheads)?,
            lookbehinds: parsed(&translation.lookbehinds)?,
            matcher,
        })
    }

    fn instance<R: Rng>(
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

    /// Generates a text for the expression. Adds texts for its lookaheads before or after the text, or
    /// nothing.
    fn candidate(&self, rng: &mut impl Rng) -> Option<String> {
        let text = generate_text(&self.tree, rng)?;
        if self.lookaheads.is_empty() {
            return Some(text);
        }
        let ahead: String =
            self.lookaheads.iter().map(|body| generate_text(body, rng)).collect::<Option<_>>()?;
        Some(match rng.random_range(0..3) {
            0 => text,
            1 => ahead + &text,
            _ => text + &ahead,
        })
    }
}

/// Returns a matcher with a limit of backtracking steps. An undecided match costs this number of steps.
fn bounded_matcher(expression: &str) -> Option<fancy_regex::Regex> {
    fancy_regex::RegexBuilder::new(expression).backtrack_limit(MAX_STEPS).build().ok()
}

fn parse(regular: &str) -> Option<Hir> {
    let tree = regex_syntax::Parser::new().parse(regular).ok()?;
    tree.properties().minimum_len().is_some_and(|length| length <= MAX_SHORTEST_MATCH).then_some(tree)
}

/// Whether an assertion is about the start or end of the text or a line. A text that is generated from end to
/// end satisfies it, unless the assertion contradicts its neighbours.
fn is_text_or_line_boundary(look: Look) -> bool {
    matches!(look, Look::Start | Look::End | Look::StartLF | Look::EndLF)
}

fn with_extra_text(text: &str, rng: &mut impl Rng) -> String {
    let mut extra = || -> &str {
        const TEXTS: [&str; 6] = ["", " ", "a", "0", "abc ", "\n"];
        if rng.random_bool(EXTRA_TEXT_PROBABILITY) {
            TEXTS.choose(rng).copied().unwrap_or_default()
        } else {
            ""
        }
    };
    format!("{}{text}{}", extra(), extra())
}

/// Generates a text from a tree; `None` if this needs too many steps.
fn generate_text(tree: &Hir, rng: &mut impl Rng) -> Option<String> {
    let mut writer = Writer { text: String::new(), groups: Vec::new(), steps: MAX_STEPS, rng };
    writer.write(tree)?;
    Some(writer.text)
}

struct Writer<'a, R> {
    text: String,
    /// The range in `text` that each group matched last, by group number.
    groups: Vec<Range<usize>>,
    /// Remaining steps. A visited node and a byte copied by a back reference cost one step each.
    steps: usize,
    rng: &'a mut R,
}

impl<R: Rng> Writer<'_, R> {
    /// Appends the text of a tree; `None` if no steps remain.
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
        match referenced_group(character) {
            Some(group) => {
                let range = self.groups.get(group as usize).cloned().unwrap_or_default();
                self.spend(range.len())?;
                self.text.extend_from_within(range);
            }
            // The character stands for a half of a surrogate pair.
            None if character == char::REPLACEMENT_CHARACTER => {}
            None => self.text.push(character),
        }
        Some(())
    }

    /// Repeats a few times more than the minimum: once with probability 1/2, twice with 1/4, ...
    fn repeat(&mut self, repetition: &Repetition) -> Option<()> {
        for _ in 0..repetition.min {
            self.write(&repetition.sub)?;
        }
        let mut more = repetition.max.map_or(u32::MAX, |max| max - repetition.min);
        while more > 0 && self.text.len() < LONG_TEXT && self.rng.random() {
            self.write(&repetition.sub)?;
            more -= 1;
        }
        Some(())
    }
}

/// Returns the ranges of a class, both ends included.
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

/// Selects a character of a class.
///
/// The preferences are: ASCII letters and digits, printable ASCII characters, Latin characters, any other
/// characters. Characters that stand for back references are never selected.
fn character(ranges: &[(u32, u32)], rng: &mut impl Rng) -> Option<char> {
    const WORD: &[(u32, u32)] = &[(0x30, 0x39), (0x41, 0x5a), (0x61, 0x7a)];
    const PRINTABLE: &[(u32, u32)] = &[(0x20, 0x7e)];
    const LATIN: &[(u32, u32)] = &[(0xa1, 0x17f)];
    const ANY: &[(u32, u32)] = &[(0, 0xd7ff), (0xe000, 0xfffc), (0x1_0000, 0xf_ffff)];
    let preferred = if rng.random_bool(0.8) { WORD } else { PRINTABLE };
    let kinds = [preferred, PRINTABLE, LATIN, ANY];
    let chosen = kinds.iter().map(|kind| intersection(ranges, kind)).find(|shared| !shared.is_empty())?;
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

fn intersection(ranges: &[(u32, u32)], with: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let both = |(a, b): (&(u32, u32), &(u32, u32))| (a.0.max(b.0), a.1.min(b.1));
    let pairs = with.iter().flat_map(|of| ranges.iter().map(move |range| (range, of)));
    pairs.map(both).filter(|(start, end)| start <= end).collect()
}
