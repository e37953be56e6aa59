//! Calls, and uses of static fields, under which tests are lost: others do without them for a while, so that there is time
//! for what is left.
//!
//! Tests are known by their numbers in order of submission.

use types::{FieldId, MethodId};

/// Uses of a member for each test that is lost under it, from which on it is used as ever: it hangs on some arguments only.
const RUNS_PER_LOSS: u64 = 20;
/// Tests that do without a member after the first that was lost, and how many times more after each further one.
const FIRST: u64 = 1000;
const FACTOR: u64 = 8;
/// Losses after which that grows no more.
const MOST_LOSSES: u32 = 10;

/// What has code under test run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Member {
    /// A method or constructor that is called.
    Method(MethodId),
    /// A static field, whose class may have to be initialised.
    Field(FieldId),
}

/// What is known of members that tests use.
///
/// What happened to a test is settled when that of all before it is, so which tests do without a call hangs neither on when results
/// come nor from where. Until then a loss is a rumour: it saves others the trouble, and those that should not have heeded it, or
/// should have and did not, run again.
#[derive(Default)]
pub struct Danger {
    /// The first test that is not settled: of those before it there are no rumours any more.
    pub next: u64,
    methods: Vec<Record>,
    fields: Vec<Record>,
    /// Whether there was a loss.
    any: bool,
}

#[derive(Clone, Copy, Default)]
struct Record {
    runs: u64,
    settled: Losses,
    rumoured: Losses,
}

/// Losses of tests under uses of a member.
#[derive(Clone, Copy, Default)]
struct Losses {
    count: u32,
    /// The test that was lost last, and the first that may use it again.
    last: u64,
    again: u64,
}

impl Losses {
    fn add(&mut self, test: u64, runs: u64) {
        if test < self.again {
            return;
        }
        self.count += 1;
        if runs < RUNS_PER_LOSS * u64::from(self.count) {
            self.last = test;
            self.again = test + FIRST * FACTOR.pow(self.count.min(MOST_LOSSES) - 1);
        }
    }

    fn concern(&self, test: u64) -> bool {
        self.last < test && test < self.again
    }
}

impl Danger {
    /// Settles that a test completed uses of some members.
    pub fn ran(&mut self, members: impl Iterator<Item = Member>) {
        members.for_each(|member| self.record(member).runs += 1);
    }

    /// Settles that a test was lost under a member.
    pub fn lost(&mut self, test: u64, member: Member) {
        let record = self.record(member);
        record.settled.add(test, record.runs);
        self.any = true;
    }

    /// It looks as if a test was lost under a member.
    pub fn rumour(&mut self, test: u64, member: Member) {
        let next = self.next;
        let record = self.record(member);
        if record.rumoured.last < next {
            record.rumoured = record.settled;
        }
        record.rumoured.add(test, record.runs);
        self.any = true;
    }

    /// Whether a test does without a member, once all before it are settled.
    pub fn is_avoided(&self, test: u64, member: Member) -> bool {
        self.get(member).is_some_and(|record| record.settled.concern(test))
    }

    /// Whether a test is likely to do without a member.
    pub fn is_suspect(&self, test: u64, member: Member) -> bool {
        let is_rumoured = |losses: &Losses| losses.last >= self.next && losses.concern(test);
        self.get(member).is_some_and(|record| record.settled.concern(test) || is_rumoured(&record.rumoured))
    }

    fn get(&self, member: Member) -> Option<&Record> {
        match member {
            _ if !self.any => None,
            Member::Method(id) => self.methods.get(id.0 as usize),
            Member::Field(id) => self.fields.get(id.0 as usize),
        }
    }

    fn record(&mut self, member: Member) -> &mut Record {
        let (records, index) = match member {
            Member::Method(id) => (&mut self.methods, id.0 as usize),
            Member::Field(id) => (&mut self.fields, id.0 as usize),
        };
        if records.len() <= index {
            records.resize(index + 1, Record::default());
        }
        &mut records[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const METHOD: Member = Member::Method(MethodId(3));

    #[test]
    fn what_a_test_was_lost_under_is_avoided_longer_each_time() {
        let mut danger = Danger::default();
        danger.lost(7, METHOD);
        let avoided = |danger: &Danger, test| danger.is_avoided(test, METHOD);
        assert!(
            !avoided(&danger, 7) && avoided(&danger, 8) && !danger.is_avoided(8, Member::Field(FieldId(3)))
        );
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

    #[test]
    fn what_looks_like_a_loss_is_suspect_and_no_more() {
        let mut danger = Danger::default();
        danger.rumour(7, METHOD);
        assert!(danger.is_suspect(8, METHOD) && !danger.is_avoided(8, METHOD));
        danger.next = 8;
        assert!(!danger.is_suspect(9, METHOD), "it was none");
        danger.lost(7, METHOD);
        assert!(danger.is_suspect(8, METHOD) && danger.is_avoided(8, METHOD));
    }
}
