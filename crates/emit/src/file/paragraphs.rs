//! Blank lines that separate the arrange, act and assert parts of a test.

use crate::ast::Role;

/// Maximum number of statements in a test, or in the last paragraph of a test, without a blank line.
const MAX_UNBROKEN: usize = 3;

/// Returns, for each statement, whether a blank line precedes it.
///
/// A test of at most [`MAX_UNBROKEN`] statements has no blank lines. In a longer test:
///
/// - A blank line follows each group of assertions in the middle of the test. The last of these blank
///   lines starts the last paragraph.
/// - In a last paragraph of more than [`MAX_UNBROKEN`] statements, a blank line precedes the assertions at
///   the end. Another blank line precedes the call before these assertions: the call is the act part.
pub(crate) fn blank_lines(roles: &[Role]) -> Vec<bool> {
    if roles.len() <= MAX_UNBROKEN {
        return vec![false; roles.len()];
    }
    let is_assertion = |role: &Role| matches!(role, Role::Assert(_));
    let follows_assertion =
        |index: usize| index > 0 && is_assertion(&roles[index - 1]) && !is_assertion(&roles[index]);
    let mut blank_lines: Vec<bool> = (0..roles.len()).map(follows_assertion).collect();
    let last_paragraph_start = blank_lines.iter().rposition(|is_blank| *is_blank).unwrap_or(0);
    let final_assertions_start =
        roles.iter().rposition(|role| !is_assertion(role)).map_or(0, |last| last + 1);
    if roles.len() - last_paragraph_start > MAX_UNBROKEN && final_assertions_start > last_paragraph_start {
        if let Some(is_blank) = blank_lines.get_mut(final_assertions_start) {
            *is_blank = true;
        }
        let last_call = final_assertions_start - 1;
        blank_lines[last_call] |= last_call > last_paragraph_start && roles[last_call] == Role::Act;
    }
    blank_lines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the blank lines of a test. `expected` has one letter per statement: `k` for an assertion, `c`
    /// for a call, `o` for a statement that creates an object. A space is a blank line.
    fn check(expected: &str) {
        let role_of = |letter| match letter {
            'k' => Role::Assert(None),
            'c' => Role::Act,
            _ => Role::Arrange,
        };
        let letters = || expected.chars().filter(|letter| *letter != ' ');
        let blank_lines = blank_lines(&letters().map(role_of).collect::<Vec<Role>>());
        let actual: String = letters()
            .zip(blank_lines)
            .map(|(letter, is_blank)| format!("{}{letter}", if is_blank { " " } else { "" }))
            .collect();
        assert_eq!(actual, expected);
    }

    #[test]
    fn a_test_of_three_statements_has_no_blank_lines() {
        check("k");
        check("ock");
        check("ckc");
    }

    #[test]
    fn blank_lines_separate_arrange_act_and_assert() {
        check("oo c kk");
        check("occ c k");
        check("c kkk");
    }

    #[test]
    fn without_a_call_before_the_final_assertions_there_is_no_act_part() {
        check("o kkk");
        check("oco k");
    }

    #[test]
    fn in_a_test_without_assertions_a_blank_line_precedes_a_call_at_the_end() {
        check("oco c");
        check("occo");
    }

    #[test]
    fn a_blank_line_follows_assertions_in_the_middle_of_a_test() {
        check("ock ck");
        check("ok ck cck");
        check("ck oo c kk");
    }
}
