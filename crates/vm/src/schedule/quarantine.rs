//! Records the members during whose use tests were lost. A limited number of later tests are cut before a use
//! of such a member, because each loss takes much time.

use types::{FieldId, MethodId};

use super::ids::TestNumber;
use crate::protocol::message::Member;

/// If a member has at least this number of completed uses per loss, it is not quarantined, because it causes
/// losses only with some arguments.
const COMPLETED_USES_PER_LOSS: u64 = 20;
/// Number of tests for which a member is quarantined after its first loss.
const FIRST_QUARANTINE: u64 = 1000;
/// Factor by which the quarantine grows with each further loss.
const GROWTH_FACTOR: u64 = 8;
/// Number of losses after which the quarantine does not grow further.
const MAX_GROWTH_LOSSES: u32 = 10;

/// The losses of tests, by the member that each test used when it was lost. A test is lost if its outcome is
/// a [loss](super::batch::is_loss).
///
/// A result is settled when it and the results of all earlier tests are final. Only settled losses finally
/// decide which tests are cut. This decision depends neither on the order in which results arrive nor on the
/// number of workers.
///
/// A loss that is not settled makes a member a suspect: later tests are cut before the suspect until the loss
/// is settled. A test runs again if it was cut before a wrong statement, or was not cut although it had to be
/// cut.
#[derive(Default)]
pub struct Quarantine {
    /// The first test that is not settled. Only losses of this test and of later tests make a member a
    /// suspect.
    pub first_unsettled: TestNumber,
    methods: Vec<Record>,
    fields: Vec<Record>,
    /// Whether any loss was recorded.
    has_losses: bool,
}

/// How often tests completed a use of one member, and how often a worker was lost during a use.
#[derive(Clone, Copy, Default)]
struct Record {
    /// Number of uses that settled tests completed.
    completed_uses: u64,
    /// Losses of settled tests.
    settled: Losses,
    /// Losses of settled and unsettled tests.
    suspected: Losses,
}

/// The losses of tests during uses of one member.
#[derive(Clone, Copy, Default)]
struct Losses {
    /// Number of losses outside a quarantine.
    count: u32,
    /// The lost test that began the current quarantine.
    lost_test: TestNumber,
    /// The first test after the quarantine. This test may use the member again.
    end: TestNumber,
}

impl Losses {
    /// Records that a test was lost. Begins a quarantine unless the member has many completed uses.
    fn add(&mut self, test: TestNumber, completed_uses: u64) {
        if test < self.end {
            return;
        }
        self.count += 1;
        if completed_uses < COMPLETED_USES_PER_LOSS * u64::from(self.count) {
            self.lost_test = test;
            self.end = test + FIRST_QUARANTINE * GROWTH_FACTOR.pow(self.count.min(MAX_GROWTH_LOSSES) - 1);
        }
    }

    /// Returns whether the quarantine includes a test: the test is after the lost test and before the end.
    fn includes(&self, test: TestNumber) -> bool {
        self.lost_test < test && test < self.end
    }
}

impl Quarantine {
    /// Records that a settled test completed its uses of the given members.
    pub fn record_completed(&mut self, members: impl Iterator<Item = Member>) {
        members.for_each(|member| self.record(member).completed_uses += 1);
    }

    /// Records that a settled test was lost during its use of a member.
    pub fn record_loss(&mut self, test: TestNumber, member: Member) {
        let record = self.record(member);
        record.settled.add(test, record.completed_uses);
        self.has_losses = true;
    }

    /// Records that an unsettled test was lost during its use of a member.
    pub fn record_suspect(&mut self, test: TestNumber, member: Member) {
        let first_unsettled = self.first_unsettled;
        let record = self.record(member);
        if record.suspected.lost_test < first_unsettled {
            record.suspected = record.settled;
        }
        record.suspected.add(test, record.completed_uses);
        self.has_losses = true;
    }

    /// Returns whether a test is cut before a use of a member. The answer is final when all earlier tests are
    /// settled.
    pub fn is_quarantined(&self, test: TestNumber, member: Member) -> bool {
        self.get(member).is_some_and(|record| record.settled.includes(test))
    }

    /// Returns whether a test will probably be cut before a use of a member when all earlier tests are
    /// settled.
    pub fn is_suspect(&self, test: TestNumber, member: Member) -> bool {
        let is_suspected =
            |losses: &Losses| losses.lost_test >= self.first_unsettled && losses.includes(test);
        self.get(member)
            .is_some_and(|record| record.settled.includes(test) || is_suspected(&record.suspected))
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
        let later = end + FIRST_QUARANTINE * GROWTH_FACTOR;
        assert!(is_quarantined(&quarantine, later - 1) && !is_quarantined(&quarantine, later));
    }

    #[test]
    fn a_member_with_many_completed_uses_is_not_quarantined() {
        let mut quarantine = Quarantine::default();
        (0..COMPLETED_USES_PER_LOSS).for_each(|_| quarantine.record_completed([METHOD].into_iter()));
        quarantine.record_loss(TestNumber(20), METHOD);
        assert!(!quarantine.is_quarantined(TestNumber(21), METHOD));
        quarantine.record_loss(TestNumber(30), METHOD);
        assert!(quarantine.is_quarantined(TestNumber(31), METHOD));
    }

    #[test]
    fn an_unsettled_loss_makes_a_member_a_suspect_but_does_not_quarantine_it() {
        let mut quarantine = Quarantine::default();
        quarantine.record_suspect(TestNumber(7), METHOD);
        let states = |quarantine: &Quarantine, test| {
            let test = TestNumber(test);
            (quarantine.is_suspect(test, METHOD), quarantine.is_quarantined(test, METHOD))
        };
        assert_eq!(states(&quarantine, 8), (true, false));
        quarantine.first_unsettled = TestNumber(8);
        assert_eq!(states(&quarantine, 9), (false, false), "the loss was not confirmed");
        quarantine.record_loss(TestNumber(7), METHOD);
        assert_eq!(states(&quarantine, 8), (true, true));
    }
}
