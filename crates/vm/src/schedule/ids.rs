//! Types for the numbers of batches, slots and tests.

/// Number of a batch, in the order of submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BatchNumber(pub u64);

/// Number of a slot of the pool. A slot contains at most one worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotNumber(pub usize);

/// Number of a test among all submitted tests, in the order of submission.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct TestNumber(pub u64);

impl std::ops::Add<u64> for TestNumber {
    type Output = TestNumber;

    fn add(self, count: u64) -> TestNumber {
        TestNumber(self.0 + count)
    }
}

/// Position of a test: its batch, and its index in the batch. Earlier tests have smaller positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    pub batch: BatchNumber,
    pub index: usize,
}
