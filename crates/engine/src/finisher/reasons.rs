//! Explains why a test is in the test file.

use goals::{GoalId, Goals};

/// Maximum number of goals that a reason names.
const MAX_GOALS: usize = 3;

/// Returns why a test is in the test file. `unique` are the goals that no other test covers. `mutants` are
/// the goals of the mutants that the test is kept to kill.
pub fn reason(goals: &Goals, unique: &[GoalId], mutants: &[GoalId]) -> String {
    let mut parts: Vec<String> =
        unique.iter().take(MAX_GOALS).map(|&goal| description(goals, goal)).collect();
    parts.extend(and_more(unique.len().saturating_sub(MAX_GOALS), "goal"));
    let covers = match parts.is_empty() {
        true => "Other tests also cover the goals of this test.".to_owned(),
        false => format!("Only this test covers {}.", parts.join(", ")),
    };
    let name = |goal: GoalId| description(goals, goal).trim_end_matches(", killed").to_owned();
    match mutants {
        [] => covers,
        [mutant] => format!("{covers} This test is kept because it kills a mutant: {}.", name(*mutant)),
        [first, rest @ ..] => {
            let rest = and_more(rest.len(), "mutant").unwrap_or_default();
            format!("{covers} This test is kept because it kills mutants: {} {rest}.", name(*first))
        }
    }
}

/// Returns the description of a goal without the name of the class.
fn description(goals: &Goals, goal: GoalId) -> String {
    let described = goals.describe(goal);
    let start = described.split('(').next().map_or(0, |before| before.rfind('.').map_or(0, |dot| dot + 1));
    described[start..].to_owned()
}

fn and_more(count: usize, noun: &str) -> Option<String> {
    match count {
        0 => None,
        1 => Some(format!("and 1 more {noun}")),
        _ => Some(format!("and {count} more {noun}s")),
    }
}
