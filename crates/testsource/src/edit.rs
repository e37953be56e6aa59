//! Edits of a text.

use std::ops::Range;

/// Replaces a range of bytes of a text.
#[derive(Clone, Debug)]
pub(crate) struct Edit {
    pub range: Range<usize>,
    pub text: String,
}

impl Edit {
    pub(crate) fn removal(range: Range<usize>) -> Edit {
        Edit { range, text: String::new() }
    }
}

/// Returns a text after edits. Edits at the same place apply in their order. Of two edits that overlap, the
/// second one applies only to the part behind the first.
pub(crate) fn apply(text: &str, edits: &[Edit]) -> String {
    apply_within(text, 0..text.len(), edits)
}

/// Returns a part of a text after the edits in it.
pub(crate) fn apply_within(text: &str, part: Range<usize>, edits: &[Edit]) -> String {
    let is_inside = |edit: &&Edit| part.start <= edit.range.start && edit.range.end <= part.end;
    let mut edits: Vec<&Edit> = edits.iter().filter(is_inside).collect();
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    let (mut result, mut at) = (String::with_capacity(part.len()), part.start);
    for edit in edits {
        result += &text[at..edit.range.start.max(at)];
        result += &edit.text;
        at = edit.range.end.max(at);
    }
    result + &text[at..part.end]
}
