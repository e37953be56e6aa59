//! Makes equal names different by facts in which the tests differ.

use std::collections::BTreeMap;

use super::TestName;

/// Maximum number of parts of a situation. A longer name is hard to read.
const MAX_SITUATION: usize = 3;

/// Adds facts to the situations of equal names until the names differ. The names remain equal if the tests
/// differ in no fact, or if the situation would have too many parts.
///
/// `facts` contains the facts about each test. The facts of two tests with the same index are about the same
/// thing, such as the second argument.
pub(super) fn distinguish(names: &mut [TestName], facts: &[Vec<Option<String>>]) {
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, name) in names.iter().enumerate() {
        groups.entry(name.text()).or_default().push(index);
    }
    groups.into_values().for_each(|group| separate(&group, names, facts));
}

/// Adds the fact that separates the tests of a group into the most subgroups. Does the same with each
/// subgroup.
fn separate(group: &[usize], names: &mut [TestName], facts: &[Vec<Option<String>>]) {
    let fact_count = group.iter().map(|&test| facts[test].len()).min().unwrap_or_default();
    let subgroups = |fact: usize| {
        let mut subgroups: BTreeMap<Option<&str>, Vec<usize>> = BTreeMap::new();
        for &test in group {
            subgroups.entry(facts[test][fact].as_deref()).or_default().push(test);
        }
        subgroups
    };
    let is_full = names[group[0]].situation.len() >= MAX_SITUATION;
    let best = (0..fact_count).rev().map(subgroups).max_by_key(BTreeMap::len);
    let Some(best) = best.filter(|best| best.len() > 1 && !is_full) else { return };
    for (fact, subgroup) in best {
        let is_new = |name: &TestName, fact: &str| !name.situation.iter().any(|word| word == fact);
        for &test in &subgroup {
            let fact = fact.filter(|fact| is_new(&names[test], fact));
            names[test].situation.extend(fact.map(str::to_owned));
        }
        separate(&subgroup, names, facts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names tests of one method that differ in the given facts, and checks the names.
    #[track_caller]
    fn check(facts: &[&[&str]], expected: &[&str]) {
        let name = || TestName { method: "put".to_owned(), situation: Vec::new(), outcome: None };
        let mut names: Vec<TestName> = facts.iter().map(|_| name()).collect();
        let fact = |fact: &&str| (!fact.is_empty()).then(|| (*fact).to_owned());
        let facts: Vec<Vec<Option<String>>> =
            facts.iter().map(|facts| facts.iter().map(fact).collect()).collect();
        distinguish(&mut names, &facts);
        assert_eq!(names.iter().map(TestName::text).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_name_contains_the_fact_in_which_most_tests_differ() {
        check(&[&["keyA", "valueX"], &["keyA", "valueY"]], &["put_valueX", "put_valueY"]);
        check(
            &[&["keyA", "valueX"], &["keyA", "valueY"], &["keyB", "valueZ"]],
            &["put_valueX", "put_valueY", "put_valueZ"],
        );
    }

    #[test]
    fn a_second_fact_is_added_only_to_names_that_are_still_equal() {
        check(
            &[&["keyA", "valueX"], &["keyA", "valueY"], &["keyB", "valueX"]],
            &["put_keyAAndValueX", "put_keyAAndValueY", "put_keyB"],
        );
    }

    #[test]
    fn a_test_without_a_fact_keeps_its_name() {
        check(&[&["", ""], &["keyB", ""]], &["put", "put_keyB"]);
        check(&[&["keyA"], &["keyA"]], &["put", "put"]);
    }
}
