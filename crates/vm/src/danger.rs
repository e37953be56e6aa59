//! Calls under which tests are lost: others do without them for a while, so that there is time for what is left.
//!
//! Tests are known by their numbers in order of submission: which of them do without a call does not hang on when results come.

use types::MethodId;

/// Runs of a method for each test that is lost under it, from which on it is called as ever: it hangs on some arguments only.
const RUNS_PER_LOSS: u64 = 20;
/// Tests that do without a method after the first that was lost, and how many times more after each further one.
const FIRST: u64 = 1000;
const FACTOR: u64 = 8;
/// Losses after which that grows no more.
const MOST_LOSSES: u32 = 10;

/// What is known of methods that tests call.
#[derive(Default)]
pub struct Danger {
    methods: Vec<Record>,
    /// Whether there was a loss.
    any: bool,
}

#[derive(Clone, Copy, Default)]
struct Record {
    runs: u64,
    losses: u32,
    /// The test that was lost last, and the first that may call it again.
    last: u64,
    again: u64,
}

impl Danger {
    /// Takes note of a test that completed calls of some methods.
    pub fn ran(&mut self, methods: impl Iterator<Item = MethodId>) {
        methods.for_each(|method| self.record(method).runs += 1);
    }

    /// Takes note of a test that was lost in a call of a method.
    pub fn lost(&mut self, test: u64, method: MethodId) {
        let record = self.record(method);
        if test < record.again {
            return;
        }
        record.losses += 1;
        if record.runs < RUNS_PER_LOSS * u64::from(record.losses) {
            record.last = test;
            record.again = test + FIRST * FACTOR.pow(record.losses.min(MOST_LOSSES) - 1);
            self.any = true;
        }
    }

    /// Whether a test does without a method.
    pub fn is_avoided(&self, test: u64, method: MethodId) -> bool {
        let avoids = |record: &Record| record.last < test && test < record.again;
        self.any && self.methods.get(method.0 as usize).is_some_and(avoids)
    }

    fn record(&mut self, method: MethodId) -> &mut Record {
        let index = method.0 as usize;
        if self.methods.len() <= index {
            self.methods.resize(index + 1, Record::default());
        }
        &mut self.methods[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const METHOD: MethodId = MethodId(3);

    #[test]
    fn what_a_test_was_lost_under_is_avoided_longer_each_time() {
        let mut danger = Danger::default();
        danger.lost(7, METHOD);
        let avoided = |danger: &Danger, test| danger.is_avoided(test, METHOD);
        assert!(!avoided(&danger, 7) && avoided(&danger, 8) && !danger.is_avoided(8, MethodId(1)));
        let again = 7 + FIRST;
        assert!(avoided(&danger, again - 1) && !avoided(&danger, again));
        danger.lost(again, METHOD);
        let later = again + FIRST * FACTOR;
        assert!(avoided(&danger, later - 1) && !avoided(&danger, later));
    }

    #[test]
    fn what_ends_as_a_rule_is_called_as_ever() {
        let mut danger = Danger::default();
        (0..RUNS_PER_LOSS).for_each(|_| danger.ran([METHOD].into_iter()));
        danger.lost(20, METHOD);
        assert!(!danger.is_avoided(21, METHOD));
        danger.lost(30, METHOD);
        assert!(danger.is_avoided(31, METHOD));
    }
}
