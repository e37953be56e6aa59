//! The variation operators, each of which derives a test from other tests.

use std::fmt;

/// An operator that derives a test from other tests: by mutation, by crossover, by a hint or by local search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariationOperator {
    /// Deletes a statement.
    DeleteStatement,
    /// Changes the value of a literal.
    ChangeLiteral,
    /// Replaces an enum constant by another constant of the same enum.
    ChangeEnumConstant,
    /// Changes the length of an array.
    ResizeArray,
    /// Changes the index of a write to an array element.
    ChangeElementIndex,
    /// Changes the behaviour of one method of a stub.
    ChangeStubBehaviour,
    /// Replaces a call of the class under test by another call with the same result type.
    ReplaceCall,
    /// Replaces a statement by other statements that produce a value of the same type.
    RegenerateValue,
    /// Replaces a variable that a statement uses: its receiver, an argument or an assigned value.
    ReplaceOperand,
    /// Inserts a call together with the statements that the call needs.
    InsertCall,
    /// Inserts an assignment between two variables of the same type.
    InsertAssignment,
    /// Replaces an empty test by a random test.
    RandomTest,
    /// Changes a literal or the length of an array, so that the code under test possibly finds the value that
    /// a hint requires.
    FollowHint,
    /// Changes a literal or the length of an array by one step of local search.
    LocalSearchStep,
    /// Recombines the statements of two tests at one cut point in each test.
    SinglePointCrossover,
    /// Recombines the statements of two tests, then the arguments of calls of the same method in both
    /// children.
    HybridCrossover,
}

impl VariationOperator {
    /// All operators, in the order of their declaration.
    pub const ALL: [VariationOperator; 16] = [
        VariationOperator::DeleteStatement,
        VariationOperator::ChangeLiteral,
        VariationOperator::ChangeEnumConstant,
        VariationOperator::ResizeArray,
        VariationOperator::ChangeElementIndex,
        VariationOperator::ChangeStubBehaviour,
        VariationOperator::ReplaceCall,
        VariationOperator::RegenerateValue,
        VariationOperator::ReplaceOperand,
        VariationOperator::InsertCall,
        VariationOperator::InsertAssignment,
        VariationOperator::RandomTest,
        VariationOperator::FollowHint,
        VariationOperator::LocalSearchStep,
        VariationOperator::SinglePointCrossover,
        VariationOperator::HybridCrossover,
    ];

    /// Returns the name of the operator for reports, in lower case with hyphens.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            VariationOperator::DeleteStatement => "delete-statement",
            VariationOperator::ChangeLiteral => "change-literal",
            VariationOperator::ChangeEnumConstant => "change-enum-constant",
            VariationOperator::ResizeArray => "resize-array",
            VariationOperator::ChangeElementIndex => "change-element-index",
            VariationOperator::ChangeStubBehaviour => "change-stub-behaviour",
            VariationOperator::ReplaceCall => "replace-call",
            VariationOperator::RegenerateValue => "regenerate-value",
            VariationOperator::ReplaceOperand => "replace-operand",
            VariationOperator::InsertCall => "insert-call",
            VariationOperator::InsertAssignment => "insert-assignment",
            VariationOperator::RandomTest => "random-test",
            VariationOperator::FollowHint => "follow-hint",
            VariationOperator::LocalSearchStep => "local-search-step",
            VariationOperator::SinglePointCrossover => "single-point-crossover",
            VariationOperator::HybridCrossover => "hybrid-crossover",
        }
    }
}

impl fmt::Display for VariationOperator {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// The set of operators that derived a test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OperatorSet {
    /// One bit per operator, in the order of [`VariationOperator::ALL`].
    bits: u32,
}

impl OperatorSet {
    /// Adds an operator.
    pub fn insert(&mut self, operator: VariationOperator) {
        self.bits |= 1 << operator as u32;
    }

    /// Returns whether the set contains an operator.
    #[must_use]
    pub fn contains(self, operator: VariationOperator) -> bool {
        self.bits & (1 << operator as u32) != 0
    }

    /// Returns whether the set contains no operator.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Returns the operators that are in at least one of two sets.
    #[must_use]
    pub fn union(self, other: OperatorSet) -> OperatorSet {
        OperatorSet { bits: self.bits | other.bits }
    }

    /// Returns the operators in the set, in the order of [`VariationOperator::ALL`].
    pub fn iter(self) -> impl Iterator<Item = VariationOperator> {
        VariationOperator::ALL.into_iter().filter(move |&operator| self.contains(operator))
    }
}

impl From<VariationOperator> for OperatorSet {
    fn from(operator: VariationOperator) -> OperatorSet {
        let mut set = OperatorSet::default();
        set.insert(operator);
        set
    }
}

/// The numbers of tests that one operator derived.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OperatorCount {
    /// Number of tests that the operator derived, alone or together with other operators.
    pub applied: u64,
    /// Number of tests that the operator derived and that covered a goal that no earlier test covered.
    pub successful: u64,
}

/// The counts of all operators.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OperatorCounts {
    counts: [OperatorCount; VariationOperator::ALL.len()],
}

impl OperatorCounts {
    /// Records that a set of operators derived one test.
    pub fn record_applied(&mut self, operators: OperatorSet) {
        operators.iter().for_each(|operator| self.counts[operator as usize].applied += 1);
    }

    /// Records that a test covered a goal that no earlier test covered. `operators` are the operators that
    /// derived the test.
    pub fn record_success(&mut self, operators: OperatorSet) {
        operators.iter().for_each(|operator| self.counts[operator as usize].successful += 1);
    }

    /// Returns the count of one operator.
    #[must_use]
    pub fn of(&self, operator: VariationOperator) -> OperatorCount {
        self.counts[operator as usize]
    }

    /// Returns all operators with their counts, in the order of [`VariationOperator::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = (VariationOperator, OperatorCount)> {
        VariationOperator::ALL.into_iter().map(|operator| (operator, self.of(operator)))
    }

    /// Adds other counts to these counts.
    pub fn add(&mut self, other: &OperatorCounts) {
        for (count, added) in self.counts.iter_mut().zip(&other.counts) {
            count.applied += added.applied;
            count.successful += added.successful;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operator_has_its_own_position_and_name() {
        for (position, operator) in VariationOperator::ALL.into_iter().enumerate() {
            assert_eq!(operator as usize, position);
        }
        let mut names = VariationOperator::ALL.map(VariationOperator::name).to_vec();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), VariationOperator::ALL.len());
    }

    #[test]
    fn a_set_contains_exactly_the_inserted_operators() {
        let mut set = OperatorSet::from(VariationOperator::ResizeArray);
        set.insert(VariationOperator::InsertCall);
        let expected = [VariationOperator::ResizeArray, VariationOperator::InsertCall];
        assert_eq!(set.iter().collect::<Vec<_>>(), expected);
        assert!(!set.contains(VariationOperator::ChangeLiteral) && !set.is_empty());
        assert_eq!(set.union(OperatorSet::default()), set);
    }

    #[test]
    fn counts_separate_applications_and_successes() {
        let mut counts = OperatorCounts::default();
        let set = OperatorSet::from(VariationOperator::InsertCall);
        counts.record_applied(set.union(VariationOperator::ChangeLiteral.into()));
        counts.record_applied(set);
        counts.record_success(set);
        let mut total = counts.clone();
        total.add(&counts);
        assert_eq!(counts.of(VariationOperator::InsertCall), OperatorCount { applied: 2, successful: 1 });
        assert_eq!(counts.of(VariationOperator::ChangeLiteral), OperatorCount { applied: 1, successful: 0 });
        assert_eq!(total.of(VariationOperator::InsertCall), OperatorCount { applied: 4, successful: 2 });
        assert_eq!(counts.iter().filter(|(_, count)| count.applied > 0).count(), 2);
    }
}
