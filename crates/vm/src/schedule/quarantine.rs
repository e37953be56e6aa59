//! Members under which workers were lost. Later tests are cut before such a member for a while, since each
//! loss takes much time.

use types::{FieldId, MethodId};

use super::ids::TestNumber;
use crate::protocol::message::Member;

/// Completed uses of a member per loss. With more completed uses the member is not quarantined, since it
/// causes losses with some arguments only.
const RUNS_PER_LOSS: u64 = 20;
/// Number of tests for which a member is quarantined after its first loss.
const FIRST_QUARANTINE: u64 = 1000;
/// Factor by which the quarantine grows with each further loss.
const GROWTH: u64 = 8;
/// Number of losses after which the quarantine grows no further.
const MOST_LOSSES: u32 = 10;

/// The losses of tests, by the member under which they happened.
///
/// A result is settled when the results of all earlier tests are settled. Only settled losses decide which
/// tests are cut, so that the decision depends neither on the order in which results arrive nor on the number
/// of workers. A loss that is not settled yet makes a member a suspect: later tests are cut before it
/// already. A test runs again if it was cut wrongly, or was not cut although it should have been.
#[derive(Default)]
pub struct Quarantine {
    /// The first test that is not settled. No earlier test makes a member a suspect.
    pub unsettled: TestNumber,
    methods: Vec<Record>,
    fields: Vec<Record>,
    has_losses: bool,
}

#[derive(Clone, Copy, Default)]
struct Record {
    completed_uses: u64,
    settled: Losses,
    suspected: Losses,
}

/// Losses of tests under one member.
#[derive(Clone, Copy, Default)]
struct Losses {
    count: u32,
    /// The last test that was lost.
    last: TestNumber,
    /// The first test that may use the member again.
    end: TestNumber,
}

impl Losses {
    fn add(&mut self, test: TestNumber, completed_uses: u64) {
        if test < self.end {
            return;
        }
        self.count += 1;
        if completed_uses < RUNS_PER_LOSS * u64::from(self.count) {
            self.last = test;
            self.end = test + FIRST_QUARANTINE * GROWTH.pow(self.count.min(MOST_LOSSES) - 1);
        }
    }

    /// Returns whether a test is after the last loss and before the end of the quarantine.
    fn apply_to(&self, test: TestNumber) -> bool {
        self.last < test && test < self.end
    }
}

impl Quarantine {
    /// Records that a settled test completed its use of each of some members.
    pub fn record_completed(&mut self, members: impl Iterator<Item = Member>) {
        members.for_each(|member| self.record(member).completed_uses += 1);
    }

    /// Records that a settled test was lost under a member.
    pub fn record_loss(&mut self, test: TestNumber, member: Member) {
        let record = self.record(member);
        record.settled.add(test, record.completed_uses);
        self.has_losses = true;
    }

    /// Records that a test, which is not settled, was lost under a member.
    pub fn record_suspect(&mut self, test: TestNumber, member: Member) {
        let unsettled = self.unsettled;
        let record = self.record(member);
        if record.suspected.last < unsettled {
            record.suspected = record.settled;
        }
        record.suspected.add(test, record.completed_uses);
        self.has_losses = true;
    }

    /// Returns whether a test is cut before a member. The answer is final once all earlier tests are settled.
    pub fn is_quarantined(&self, test: TestNumber, member: Member) -> bool {
        self.get(member).is_some_and(|record| record.settled.apply_to(test))
    }

    /// Returns whether a test is likely to be cut before a member.
    pub fn is_suspect(&self, test: TestNumber, member: Member) -> bool {
        let is_suspected = |losses: &Losses| losses.last >= self.unsettled && losses.apply_to(test);
        self.get(member)
            .is_some_and(|record| record.settled.apply_to(test) || is_suspected(&record.suspected))
    }

    fn get(&self, member: Member) -> Option<&Record> {
        match member {
            _ if !self.has_losses => None,
            Member::Method(MethodId(id)) => self.methods.get(id as usize),
            Member::Field(FieldId(id)) => self.fields.get(id as usize),
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
    fn the_quarantine_of_a_member_grows_with_each_loss() {
        let mut quarantine = Quarantine::default();
        quarantine.record_loss(TestNumber(7), METHOD);
        let is_quarantined =
            |quarantine: &Quarantine, test| quarantine.is_quarantined(TestNumber(test), METHOD);
        assert!(!is_quarantined(&quarantine, 7) && is_quarantined(&quarantine, 8));
        assert!(!quarantine.is_quarantined(TestNumber(8), Member::Field(FieldId(3))));
        let end = 7 + FIRST_QUARANTINE;
        assert!(is_quarantined(&quarantine, end - 1) && !is_quarantined(&quarantine, end));
        quarantine.record_loss(TestNumber(end), METHOD);
        let later = end + FIRST_QUARANTINE * GROWTH;
        assert!(is_quarantined(&quarantine, later - 1) && !is_quarantined(&quarantine, later));
    }

    #[test]
    fn a_member_with_many_completed_uses_is_not_quarantined() {
        let mut quarantine = Quarantine::default();
        (0..RUNS_PER_LOSS).for_each(|_| quarantine.record_completed([METHOD].into_iter()));
        quarantine.record_loss(TestNumber(20), METHOD);
        assert!(!quarantine.is_quarantined(TestNumber(21), METHOD));
        quarantine.record_loss(TestNumber(30), METHOD);
        assert!(quarantine.is_quarantined(TestNumber(31), METHOD));
    }

    #[test]
    fn a_loss_that_is_not_settled_makes_a_member_a_suspect_only() {
        let mut quarantine = Quarantine::default();
        quarantine.record_suspect(TestNumber(7), METHOD);
        let states = |quarantine: &Quarantine, test| {
            let test = TestNumber(test);
            (quarantine.is_suspect(test, METHOD), quarantine.is_quarantined(test, METHOD))
        };
        assert_eq!(states(&quarantine, 8), (true, false));
        quarantine.unsettled = TestNumber(8);
        assert_eq!(states(&quarantine, 9), (false, false), "the loss was not confirmed");
        quarantine.record_loss(TestNumber(7), METHOD);
        assert_eq!(states(&quarantine, 8), (true, true));
    }
}
