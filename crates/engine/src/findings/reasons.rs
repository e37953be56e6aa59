//! Why a test is in its file, in words.

use goals::{GoalId, Goals};

/// Most goals that are named.
const MOST: usize = 3;

/// The goals that only this test covers, and the mutants that it is kept to kill.
pub fn reason(goals: &Goals, only: &[GoalId], mutants: &[GoalId]) -> String {
    let mut parts: Vec<String> = only.iter().take(MOST).map(|&goal| short(goals, goal)).collect();
    parts.extend(more(only.len().saturating_sub(MOST), "goal"));
    let covers = match parts.is_empty() {
        true => "Other tests cover what this one covers.".to_owned(),
        false => format!("Only this test covers {}.", parts.join(", ")),
    };
    let name = |goal: GoalId| short(goals, goal).trim_end_matches(", killed").to_owned();
    match mutants {
        [] => covers,
        [mutant] => format!("{covers} It is kept to kill a mutant: {}.", name(*mutant)),
        [first, rest @ ..] => {
            let rest = more(rest.len(), "other").unwrap_or_default();
            format!("{covers} It is kept to kill mutants: {} {rest}.", name(*first))
        }
    }
}

/// A goal without the class of its method.
fn short(goals: &Goals, goal: GoalId) -> String {
    let described = goals.describe(goal);
    let method = described.split('(').next().map_or(0, |before| before.rfind('.').map_or(0, |dot| dot + 1));
    described[method..].to_owned()
}

fn more(count: usize, what: &str) -> Option<String> {
    match count {
        0 => None,
        1 => Some(format!("and 1 more {what}")),
        _ => Some(format!("and {count} more {what}s")),
    }
}
