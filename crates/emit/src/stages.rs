//! Empty lines between what a test arranges, what it does, and what it checks.

use crate::java::Role;

/// Longest run of statements that needs no empty lines.
const SHORT: usize = 3;

/// Whether an empty line stands before each statement.
///
/// Checks in the middle of a test stay with what they check, and an empty line follows them. Behind the last of those,
/// the checks at the end are set apart, and so is the call before them, which is what the test does.
pub(crate) fn gaps(roles: &[Role]) -> Vec<bool> {
    if roles.len() <= SHORT {
        return vec![false; roles.len()];
    }
    let is_check = |role: &Role| matches!(role, Role::Check(_));
    let follows_check = |at: usize| at > 0 && is_check(&roles[at - 1]) && !is_check(&roles[at]);
    let mut gaps: Vec<bool> = (0..roles.len()).map(follows_check).collect();
    let last_stage = gaps.iter().rposition(|gap| *gap).unwrap_or(0);
    let checks = roles.iter().rposition(|role| !is_check(role)).map_or(0, |last| last + 1);
    if roles.len() - last_stage > SHORT && checks > last_stage {
        if let Some(gap) = gaps.get_mut(checks) {
            *gap = true;
        }
        let act = checks - 1;
        gaps[act] |= act > last_stage && roles[act] == Role::Act;
    }
    gaps
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Statements by letters: `k` for a check, `c` for a call, `o` for others; an empty line is a space.
    fn check(expected: &str) {
        let of_letter = |letter| match letter {
            'k' => Role::Check(None),
            'c' => Role::Act,
            _ => Role::Arrange,
        };
        let letters = || expected.chars().filter(|letter| *letter != ' ');
        let gaps = gaps(&letters().map(of_letter).collect::<Vec<Role>>());
        let gap = |gap: bool| if gap { " " } else { "" };
        let written: String =
            letters().zip(gaps).map(|(letter, is)| format!("{}{letter}", gap(is))).collect();
        assert_eq!(written, expected);
    }

    #[test]
    fn a_test_of_three_lines_is_one_paragraph() {
        check("k");
        check("ock");
        check("ckc");
    }

    #[test]
    fn arrange_act_and_assert_are_set_apart() {
        check("oo c kk");
        check("occ c k");
        check("c kkk");
    }

    #[test]
    fn a_test_that_calls_where_it_checks_has_no_act() {
        check("o kkk");
        check("oco k");
    }

    #[test]
    fn a_test_without_checks_sets_its_last_call_apart() {
        check("oco c");
        check("occo");
    }

    #[test]
    fn checks_in_the_middle_stay_with_their_calls() {
        check("ock ck");
        check("ok ck cck");
        check("ck oo c kk");
    }
}
