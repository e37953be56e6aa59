//! The sets of fitness functions that adaptive selection chooses from, by its aim.
//!
//! Almulla, Gay: "Learning How to Search: Generating Effective Test Cases Through Adaptive Fitness Function Selection",
//! EMSE 2022, Sections 3.4.1 to 3.4.3. The paper gives the number of sets but lists them only for exceptions; the
//! rules by which the others come to the same numbers are Testudo's.

use goals::Criterion;

use super::options::Aim;

/// A fitness function of suites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// How far a suite is from the goals of a criterion.
    Criterion(Criterion),
    /// How much its tests differ.
    Diversity,
}

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

/// The function that an aim has of its own (Section 5.2, current practice).
pub fn own(aim: Aim) -> Function {
    match aim {
        Aim::Exceptions => EC,
        Aim::Diversity => D,
        Aim::StrongMutation => SM,
    }
}

/// All functions that serve an aim (Section 5.2, the default approach).
pub fn all(aim: Aim) -> &'static [Function] {
    match aim {
        Aim::Exceptions => &[EC, BC, DBC, LC, MC, NTMC, OC, WM],
        Aim::Diversity => &[D, EC, BC, DBC, MC, NTMC, OC, WM],
        Aim::StrongMutation => &[SM, EC, BC, NTMC, OC, WM],
    }
}

/// The criteria of these functions.
pub fn criteria(aim: Aim) -> Vec<Criterion> {
    let criterion = |function: &Function| match *function {
        Function::Criterion(criterion) => Some(criterion),
        Function::Diversity => None,
    };
    all(aim).iter().filter_map(criterion).collect()
}

/// The sets of them that may be chosen.
pub fn choices(aim: Aim) -> Vec<Vec<Function>> {
    match aim {
        Aim::Exceptions => for_exceptions(),
        Aim::Diversity => for_diversity(),
        Aim::StrongMutation => for_strong_mutation(),
    }
}

/// The 64 sets for the discovery of exceptions: one to four functions, the number of exceptions among them.
fn for_exceptions() -> Vec<Vec<Function>> {
    let mut sets = sets(all(Aim::Exceptions), 4);
    sets.retain(|set| set.contains(&EC));
    sets
}

/// The 44 sets for diversity: one to four functions, diversity among them, of which no two overlap. Those that do are branches
/// and direct branches, methods and methods without exception, as in the paper; and either kind of branches and methods,
/// since a suite that takes all branches enters all methods.
fn for_diversity() -> Vec<Vec<Function>> {
    let overlapping = [[BC, DBC], [MC, NTMC], [BC, MC], [DBC, MC]];
    let mut sets = sets(all(Aim::Diversity), 4);
    sets.retain(|set| set.contains(&D));
    sets.retain(|set| !overlapping.iter().any(|pair| pair.iter().all(|function| set.contains(function))));
    sets
}

/// The 31 sets for strong mutation: all of one or two functions, and those of three with strong mutation among them. The
/// paper took those that did best in an experiment; the three that are not the aim are farthest from it.
fn for_strong_mutation() -> Vec<Vec<Function>> {
    let mut sets = sets(all(Aim::StrongMutation), 3);
    sets.retain(|set| set.len() < 3 || set.contains(&SM));
    sets
}

/// All sets of one to so many functions.
fn sets(functions: &[Function], most: u32) -> Vec<Vec<Function>> {
    let of = |chosen: u32| {
        let is_chosen = move |index: usize| chosen >> index & 1 == 1;
        (0..functions.len()).filter(|&index| is_chosen(index)).map(|index| functions[index]).collect()
    };
    (1..1 << functions.len()).filter(|chosen: &u32| chosen.count_ones() <= most).map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Expects so many different sets of at most so many functions, of which so many hold the given one.
    fn check(sets: &[Vec<Function>], count: usize, most: usize, function: Function, with: usize) {
        assert_eq!(sets.len(), count);
        assert!(sets.iter().all(|set| (1..=most).contains(&set.len())));
        assert!(sets.iter().enumerate().all(|(place, set)| !sets[..place].contains(set)));
        assert_eq!(sets.iter().filter(|set| set.contains(&function)).count(), with);
    }

    #[test]
    fn there_are_as_many_sets_as_in_the_paper() {
        check(&for_exceptions(), 64, 4, EC, 64);
        check(&for_diversity(), 44, 4, D, 44);
        check(&for_strong_mutation(), 31, 3, SM, 16);
    }

    #[test]
    fn every_aim_can_be_pursued_by_its_own_function_alone() {
        for aim in [Aim::Exceptions, Aim::Diversity, Aim::StrongMutation] {
            assert!(choices(aim).contains(&vec![own(aim)]));
        }
    }

    #[test]
    fn functions_that_overlap_are_not_in_one_set_for_diversity() {
        let sets = for_diversity();
        for pair in [[BC, DBC], [MC, NTMC], [BC, MC], [DBC, MC]] {
            assert!(!sets.iter().any(|set| set.contains(&pair[0]) && set.contains(&pair[1])));
            assert!(pair.iter().all(|function| sets.iter().any(|set| set.contains(function))));
        }
    }
}
