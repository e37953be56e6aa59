//! Makes equal names different by facts in which the tests differ.

use std::collections::BTreeMap;

use super::TestName;
use super::facts::{FIRST_CONDITION, Fact, OVERLOAD};
use super::words::capitalised;

/// Maximum number of parts of a situation. A longer name is hard to read.
const MAX_SITUATION: usize = 3;
/// Maximum length of a fact that is added to a situation, in bytes.
const MAX_FACT: usize = 36;

/// Adds facts to the situations of equal names until the names differ. The names remain equal if the tests
/// differ in no fact, or if the situation would have too many parts.
///
/// `facts` contains the facts about each test. The facts of two tests with the same index are about the same
/// thing, such as the second argument.
pub(super) fn distinguish(names: &mut [TestName], facts: &[Vec<Option<Fact>>]) {
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, name) in names.iter().enumerate() {
        groups.entry(name.text()).or_default().push(index);
    }
    groups.into_values().for_each(|group| split_group(&group, names, facts));
}

/// Adds the fact that separates the tests of a group into the most subgroups. Prefers conditions of the code,
/// then the parameters in which overloads differ. Does the same with each subgroup.
fn split_group(group: &[usize], names: &mut [TestName], facts: &[Vec<Option<Fact>>]) {
    let fact_count = group.iter().map(|&test| facts[test].len()).min().unwrap_or_default();
    let subgroups = |fact: usize| {
        let mut subgroups: BTreeMap<Option<&str>, Vec<usize>> = BTreeMap::new();
        for &test in group {
            let text = usable(&facts[test][fact]).map(|fact| &*fact.text);
            subgroups.entry(text).or_default().push(test);
        }
        subgroups
    };
    let is_full = names[group[0]].situation.len() >= MAX_SITUATION;
    let splitting = (0..fact_count).rev().filter(|&fact| subgroups(fact).len() > 1);
    let best =
        splitting.max_by_key(|&fact| (fact >= FIRST_CONDITION, fact == OVERLOAD, subgroups(fact).len()));
    let Some(best) = best.filter(|_| !is_full) else { return };
    for subgroup in subgroups(best).into_values() {
        for &test in &subgroup {
            match usable(&facts[test][best]) {
                Some(fact) if best == OVERLOAD => names[test].situation.insert(0, fact.text.clone()),
                Some(fact) => add(&mut names[test].situation, fact),
                None => {}
            }
        }
        split_group(&subgroup, names, facts);
    }
}

/// Returns a fact, unless it is too long.
fn usable(fact: &Option<Fact>) -> Option<&Fact> {
    fact.as_ref().filter(|fact| fact.text.len() <= MAX_FACT)
}

/// Adds a fact to a situation. The fact replaces the part of the situation that is less precise, such as
/// `withIndex` if the fact is `indexFive`.
fn add(situation: &mut Vec<String>, fact: &Fact) {
    if situation.contains(&fact.text) {
        return;
    }
    let is_about = |part: &str| {
        part.strip_prefix("with").is_some_and(|parameter| capitalised(&fact.text).starts_with(parameter))
    };
    match situation.iter_mut().find(|part| fact.replaces.as_ref() == Some(part) || is_about(part)) {
        Some(part) => part.clone_from(&fact.text),
        None => situation.push(fact.text.clone()),
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
        let fact =
            |text: &&str| (!text.is_empty()).then(|| Fact { text: (*text).to_owned(), replaces: None });
        let facts: Vec<Vec<Option<Fact>>> =
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
    fn a_fact_replaces_a_less_precise_part_of_the_situation() {
        let fact = Fact { text: "indexMinus5".to_owned(), replaces: Some("negativeIndex".to_owned()) };
        for less_precise in ["negativeIndex", "withIndex"] {
            let mut situation = vec!["nullKey".to_owned(), less_precise.to_owned()];
            add(&mut situation, &fact);
            assert_eq!(situation, ["nullKey", "indexMinus5"]);
        }
    }

    #[test]
    fn a_long_fact_is_not_added() {
        let long = "valueOfAVeryLongTextThatNobodyWantsToRead";
        check(&[&["keyA", long], &["keyB", "valueX"]], &["put_keyA", "put_keyB"]);
        check(&[&[long], &["valueX"]], &["put", "put_valueX"]);
    }

    #[test]
    fn a_test_without_a_fact_keeps_its_name() {
        check(&[&["", ""], &["keyB", ""]], &["put", "put_keyB"]);
        check(&[&["keyA"], &["keyA"]], &["put", "put"]);
    }
}
