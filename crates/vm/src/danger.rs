//! Calls under which tests are lost: others do without them for a while, so that there is time for what is left.

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
    /// Tests that ran so far.
    tests: u64,
    /// Whether there was a loss.
    any: bool,
}

#[derive(Clone, Copy, Default)]
struct Record {
    runs: u64,
    losses: u32,
    /// The number of the first test that may call it again.
    again: u64,
}

impl Danger {
    /// Takes note of a test that completed calls of some methods.
    pub fn ran(&mut self, methods: impl Iterator<Item = MethodId>) {
        self.tests += 1;
        methods.for_each(|method| self.record(method).runs += 1);
    }

    /// Takes note of a test that was lost in a call of a method.
    pub fn lost(&mut self, method: MethodId) {
        let tests = self.tests;
        let record = self.record(method);
        if tests < record.again {
            return;
        }
        record.losses += 1;
        if record.runs < RUNS_PER_LOSS * u64::from(record.losses) {
            record.again = tests + FIRST * FACTOR.pow(record.losses.min(MOST_LOSSES) - 1);
            self.any = true;
        }
    }

    /// Whether tests do without a method now.
    pub fn is_avoided(&self, method: MethodId) -> bool {
        self.any && self.methods.get(method.0 as usize).is_some_and(|record| self.tests < record.again)
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

    fn run(danger: &mut Danger, tests: u64) {
        (0..tests).for_each(|_| danger.ran([MethodId(1)].into_iter()));
    }

    #[test]
    fn what_a_test_was_lost_under_is_avoided_longer_each_time() {
        let mut danger = Danger::default();
        danger.lost(METHOD);
        assert!(danger.is_avoided(METHOD) && !danger.is_avoided(MethodId(1)));
        run(&mut danger, FIRST);
        assert!(!danger.is_avoided(METHOD));
        danger.lost(METHOD);
        run(&mut danger, FIRST);
        assert!(danger.is_avoided(METHOD));
        run(&mut danger, FIRST * FACTOR);
        assert!(!danger.is_avoided(METHOD));
    }

    #[test]
    fn what_ends_as_a_rule_is_called_as_ever() {
        let mut danger = Danger::default();
        (0..RUNS_PER_LOSS).for_each(|_| danger.ran([METHOD].into_iter()));
        danger.lost(METHOD);
        assert!(!danger.is_avoided(METHOD));
        danger.lost(METHOD);
        assert!(danger.is_avoided(METHOD));
    }
}
