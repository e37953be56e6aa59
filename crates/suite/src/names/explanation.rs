//! Adds to names the conditions of the code that distinguish a test from the other tests of its method.

use std::collections::BTreeMap;

use super::TestName;

/// Adds a condition to each name without a situation: the condition that holds for the fewest tests of the
/// method. Among conditions that hold for equally many tests, takes the last one in the code, because it is
/// nearest to the result. Adds nothing if every condition holds for all tests of the method.
///
/// `conditions` contains the conditions of each test, or `None` if they are unknown. Conditions with the same
/// index belong to the same predicate. `methods` are the tested methods.
pub(super) fn add_conditions<M: Ord>(
    names: &mut [TestName],
    methods: &[M],
    conditions: &[&[Option<String>]],
) {
    let mut groups: BTreeMap<&M, Vec<usize>> = BTreeMap::new();
    for (test, method) in methods.iter().enumerate() {
        groups.entry(method).or_default().push(test);
    }
    for group in groups.into_values() {
        for &test in &group {
            if names[test].situation.is_empty() {
                names[test].situation.extend(distinguishing_condition(test, &group, conditions));
            }
        }
    }
}

/// Returns the condition of a test that holds for the fewest tests of a group.
fn distinguishing_condition(
    test: usize,
    group: &[usize],
    conditions: &[&[Option<String>]],
) -> Option<String> {
    let holds = |index: usize, words: &String, test: usize| {
        conditions[test].get(index).is_some_and(|other| other.as_ref() == Some(words))
    };
    let count = |index: usize, words| group.iter().filter(|&&test| holds(index, words, test)).count();
    let known = conditions[test].iter().enumerate().rev();
    let known = known.filter_map(|(index, words)| Some((index, words.as_ref()?)));
    let counted = known.map(|(index, words)| (count(index, words), words));
    let distinguishing = counted.filter(|&(tests, _)| tests < group.len());
    distinguishing.min_by_key(|&(tests, _)| tests).map(|(_, words)| words.clone())
}
