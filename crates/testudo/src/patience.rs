//! How long tests may run: not long, unless much of what the code does takes longer and more time helps.

/// Tests after which it is looked at how many used up what they had.
const WINDOW: u32 = 100;
/// The same while more is tried, which takes time.
const TRIAL: u32 = 20;
/// Share of tests that used up what they had from which more is tried.
const MANY: f64 = 0.15;
/// More helps if this share of them, or less, still uses it up.
const HELPED: f64 = 0.5;
/// How much more is tried at a time.
const FACTOR: u64 = 8;
/// As much as a second of work: what takes longer is given up anyway.
const MOST: u64 = 100_000_000;

/// The ticks that a test may use up.
#[derive(Clone, Debug)]
pub struct Patience {
    /// As many as that.
    pub ticks: u64,
    /// The most there ever were: a test that is kept may need them again.
    pub most: u64,
    tests: u32,
    exhausted: u32,
    /// Where more is being tried: what there was before, and the share that used it up.
    before: Option<(u64, f64)>,
    /// Whether more was tried and did not help.
    in_vain: bool,
}

impl Patience {
    /// So many ticks at first.
    pub fn new(ticks: u64) -> Patience {
        Patience { ticks, most: ticks, tests: 0, exhausted: 0, before: None, in_vain: false }
    }

    /// Takes note of a test, and of whether it used up its ticks.
    pub fn note(&mut self, exhausted: bool) {
        self.tests += 1;
        self.exhausted += u32::from(exhausted);
        if self.tests >= if self.before.is_some() { TRIAL } else { WINDOW } {
            let share = f64::from(self.exhausted) / f64::from(self.tests);
            (self.tests, self.exhausted) = (0, 0);
            self.adapt(share);
            self.most = self.most.max(self.ticks);
        }
    }

    fn adapt(&mut self, share: f64) {
        let room = self.ticks <= MOST / FACTOR;
        match self.before {
            None if share > MANY && room && !self.in_vain => {
                self.before = Some((self.ticks, share));
                self.ticks *= FACTOR;
            }
            None => {}
            Some((_, before)) if share <= before * HELPED => self.before = None,
            Some(_) if room => self.ticks *= FACTOR,
            Some((ticks, _)) => {
                self.ticks = ticks;
                self.before = None;
                self.in_vain = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ticks after so many tests, of which those that need more than they have use them up.
    fn after(tests: u32, needs: impl Fn(u32) -> u64) -> u64 {
        let mut patience = Patience::new(1000);
        for test in 0..tests {
            let exhausted = needs(test) > patience.ticks;
            patience.note(exhausted);
        }
        assert!(patience.most >= patience.ticks);
        patience.ticks
    }

    #[test]
    fn a_few_long_tests_get_no_more() {
        assert_eq!(after(10_000, |test| if test % 10 == 0 { u64::MAX } else { 1 }), 1000);
    }

    #[test]
    fn where_most_tests_take_longer_they_get_what_they_need() {
        assert_eq!(after(1000, |_| 50_000), 64_000);
    }

    #[test]
    fn where_more_does_not_help_it_is_tried_once() {
        assert_eq!(after(10_000, |_| u64::MAX), 1000);
    }
}
