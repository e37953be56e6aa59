//! Why a test is in its file, in words.

use goals::Goals;

/// Most goals that are named.
const MOST: usize = 3;

/// What only this test covers, of goals that are its own.
pub fn reason(goals: &Goals, own: &[u32]) -> String {
    let (mutants, others): (Vec<u32>, Vec<u32>) =
        own.iter().partition(|goal| goals.strong_mutant(**goal).is_some());
    let mut parts: Vec<String> = others.iter().take(MOST).map(|&goal| short(goals, goal)).collect();
    parts.extend(more(others.len().saturating_sub(MOST), "goal"));
    let kills = match &mutants[..] {
        [] => None,
        [only] => Some(format!("kills the mutant of {}", short(goals, *only))),
        [first, rest @ ..] => {
            let rest = more(rest.len(), "mutant").unwrap_or_default();
            Some(format!("kills the mutant of {} {rest}", short(goals, *first)))
        }
    };
    let covers = (!parts.is_empty()).then(|| format!("covers {}", parts.join(", ")));
    let said: Vec<String> = covers.into_iter().chain(kills).collect();
    match said.is_empty() {
        true => "Nothing is covered by this test alone.".to_owned(),
        false => format!("Only this test {}.", said.join(" and ")),
    }
}

/// A goal without the class of its method.
fn short(goals: &Goals, goal: u32) -> String {
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
