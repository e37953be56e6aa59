//! The sets of fitness functions that adaptive fitness function selection chooses from, for each aim of the
//! search.
//!
//! Almulla, Gay: "Learning How to Search: Generating Effective Test Cases Through Adaptive Fitness Function
//! Selection", EMSE 2022, Sections 3.4.1 to 3.4.3. The paper states the number of sets for each aim, but
//! lists the sets only for exceptions. For the other aims, Testudo's own rules produce the same numbers of
//! sets.

use goals::Criterion;

use super::options::Aim;

/// A fitness function of suites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// Distance between a suite and the goals of a criterion.
    Criterion(Criterion),
    /// Diversity: the differences between the tests of a suite.
    Diversity,
}

// Abbreviations of the fitness functions.
const D: Function = Function::Diversity;
const EC: Function = Function::Criterion(Criterion::Exception);
const BC: Function = Function::Criterion(Criterion::Branch);
const DBC: Function = Function::Criterion(Criterion::DirectBranch);
const LC: Function = Function::Criterion(Criterion::Line);
const MC: Function = Function::Criterion(Criterion::Method);
const NTMC: Function = Function::Criterion(Criterion::TopMethodNoException);
const OC: Function = Function::Criterion(Criterion::Output);
const WM: Function = Function::Criterion(Criterion::WeakMutation);
const SM: Function = Function::Criterion(Criterion::StrongMutation);

/// Returns the fitness function that measures an aim directly. The paper calls a search with only this
/// function "current practice" (Section 5.2).
pub fn own_function(aim: Aim) -> Function {
    match aim {
        Aim::Exceptions => EC,
        Aim::Diversity => D,
        Aim::StrongMutation => SM,
    }
}

/// Returns all fitness functions that can help to reach an aim. The paper calls a search with all these
/// functions the "default approach" (Section 5.2).
pub fn all_functions(aim: Aim) -> &'static [Function] {
    match aim {
        Aim::Exceptions => &[EC, BC, DBC, LC, MC, NTMC, OC, WM],
        Aim::Diversity => &[D, EC, BC, DBC, MC, NTMC, OC, WM],
        Aim::StrongMutation => &[SM, EC, BC, NTMC, OC, WM],
    }
}

/// Returns the criteria of all fitness functions that can help to reach an aim.
pub fn criteria(aim: Aim) -> Vec<Criterion> {
    let criterion = |function: &Function| match *function {
        Function::Criterion(criterion) => Some(criterion),
        Function::Diversity => None,
    };
    all_functions(aim).iter().filter_map(criterion).collect()
}

/// Returns the sets of fitness functions that can be chosen for an aim.
pub fn choices(aim: Aim) -> Vec<Vec<Function>> {
    match aim {
        Aim::Exceptions => sets_for_exceptions(),
        Aim::Diversity => sets_for_diversity(),
        Aim::StrongMutation => sets_for_strong_mutation(),
    }
}

/// Returns the 64 sets of fitness functions for the aim of many exceptions. Each set has one to four
/// functions and contains the function of the criterion `exception`.
fn sets_for_exceptions() -> Vec<Vec<Function>> {
    let mut sets = sets(all_functions(Aim::Exceptions), 4);
    sets.retain(|set| set.contains(&EC));
    sets
}

/// Returns the 44 sets of fitness functions for the aim of diversity. Each set has one to four functions,
/// contains diversity, and contains no two functions that overlap. As in the paper, branch overlaps with
/// direct branch, and method overlaps with top method without exception. Branch and direct branch also
/// overlap with method, because a suite that takes all branches enters all methods.
fn sets_for_diversity() -> Vec<Vec<Function>> {
    let overlapping = [[BC, DBC], [MC, NTMC], [BC, MC], [DBC, MC]];
    let mut sets = sets(all_functions(Aim::Diversity), 4);
    sets.retain(|set| set.contains(&D));
    sets.retain(|set| !overlapping.iter().any(|pair| pair.iter().all(|function| set.contains(function))));
    sets
}

/// Returns the 31 sets of fitness functions for the aim of strong mutation: all sets of one or two functions,
/// and the sets of three functions that include strong mutation. The paper selected the best sets by an
/// experiment. The result contains no sets of three functions without strong mutation, because these sets
/// measure the aim least directly.
fn sets_for_strong_mutation() -> Vec<Vec<Function>> {
    let mut sets = sets(all_functions(Aim::StrongMutation), 3);
    sets.retain(|set| set.len() < 3 || set.contains(&SM));
    sets
}

/// Returns all sets of one to `max_size` functions.
fn sets(functions: &[Function], max_size: u32) -> Vec<Vec<Function>> {
    let set = |bits: u32| {
        let is_chosen = move |index: usize| bits >> index & 1 == 1;
        (0..functions.len()).filter(|&index| is_chosen(index)).map(|index| functions[index]).collect()
    };
    (1..1 << functions.len()).filter(|bits: &u32| bits.count_ones() <= max_size).map(set).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the number of sets, their maximum size, and the number of sets that contain a function.
    fn check(
        sets: &[Vec<Function>],
        count: usize,
        max_size: usize,
        function: Function,
        count_with_function: usize,
    ) {
        assert_eq!(sets.len(), count);
        assert!(sets.iter().all(|set| (1..=max_size).contains(&set.len())));
        assert!(sets.iter().enumerate().all(|(index, set)| !sets[..index].contains(set)), "sets differ");
        assert_eq!(sets.iter().filter(|set| set.contains(&function)).count(), count_with_function);
    }

    #[test]
    fn the_numbers_of_sets_match_the_paper() {
        check(&sets_for_exceptions(), 64, 4, EC, 64);
        check(&sets_for_diversity(), 44, 4, D, 44);
        check(&sets_for_strong_mutation(), 31, 3, SM, 16);
    }

    #[test]
    fn the_own_function_of_an_aim_alone_is_one_of_the_sets_for_the_aim() {
        for aim in [Aim::Exceptions, Aim::Diversity, Aim::StrongMutation] {
            assert!(choices(aim).contains(&vec![own_function(aim)]));
        }
    }

    #[test]
    fn no_set_for_diversity_contains_two_functions_that_overlap() {
        let sets = sets_for_diversity();
        for pair in [[BC, DBC], [MC, NTMC], [BC, MC], [DBC, MC]] {
            assert!(!sets.iter().any(|set| set.contains(&pair[0]) && set.contains(&pair[1])));
            assert!(pair.iter().all(|function| sets.iter().any(|set| set.contains(function))));
        }
    }
}
