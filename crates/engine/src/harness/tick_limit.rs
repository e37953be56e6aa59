//! How long tests may run: not long, unless much of what the code does takes longer and more time helps.

/// Tests after which it is looked at how many used up what they had. Where more did not help, it takes as many times more tests until
/// still more is tried: at any time that has cost about as much as all the others.
const WINDOW: u32 = 100;
/// Tests that are given more, to see whether it helps: they may take long.
const TRIAL: u32 = 16;
/// Share of tests that used up what they had from which more is tried.
const MANY: f64 = 0.15;
/// More helps if this share of them, or less, still uses it up.
const HELPED: f64 = 0.5;
/// How much more is tried at a time.
const FACTOR: u64 = 8;
/// As much as half a second of work: what takes longer is given up anyway.
const MOST: u64 = 105_000_000;

/// The ticks that a test may use up.
#[derive(Clone, Debug)]
pub struct TickLimit {
    /// As many as that, as a rule.
    ticks: u64,
    /// The most there ever were: a test that is kept may need them again.
    pub most: u64,
    usual: Count,
    /// Tests until these are looked at.
    window: u32,
    /// What was tried last.
    tried: u64,
    trial: Option<Trial>,
}

/// Tests that have run, and how many of them used up what they had.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    tests: u32,
    exhausted: u32,
}

impl Count {
    fn add(&mut self, exhausted: bool) {
        self.tests += 1;
        self.exhausted += u32::from(exhausted);
    }

    fn share(self) -> f64 {
        f64::from(self.exhausted) / f64::from(self.tests)
    }
}

/// Some tests are given more.
#[derive(Clone, Debug)]
struct Trial {
    ticks: u64,
    /// The share that used up what there was without more.
    before: f64,
    /// Tests that were or will be given more.
    submitted: u32,
    count: Count,
}

impl TickLimit {
    /// So many ticks at first.
    pub fn new(ticks: u64) -> TickLimit {
        TickLimit { ticks, most: ticks, usual: Count::default(), window: WINDOW, tried: ticks, trial: None }
    }

    /// The ticks for the next tests, which are so many.
    pub fn ticks_for(&mut self, tests: usize) -> u64 {
        match &mut self.trial {
            Some(trial) if trial.submitted < TRIAL => {
                trial.submitted += tests as u32;
                self.most = self.most.max(trial.ticks);
                trial.ticks
            }
            _ => self.ticks,
        }
    }

    /// Takes note of a test that had so many ticks, and of whether it used them up.
    pub fn record(&mut self, ticks: u64, exhausted: bool) {
        match &mut self.trial {
            Some(trial) if trial.ticks == ticks => {
                trial.count.add(exhausted);
                if trial.count.tests >= TRIAL {
                    self.judge();
                }
            }
            None if self.ticks == ticks => {
                self.usual.add(exhausted);
                if self.usual.tests >= self.window {
                    let share = std::mem::take(&mut self.usual).share();
                    self.trial = if share > MANY { more(self.tried, share) } else { None };
                }
            }
            _ => {}
        }
    }

    /// What helped becomes usual; else still more is tried some time, as far as that goes.
    fn judge(&mut self) {
        let Some(Trial { ticks, before, count, .. }) = self.trial.take() else { return };
        self.tried = ticks;
        if count.share() <= before * HELPED {
            (self.ticks, self.window) = (ticks, WINDOW);
        } else {
            self.window = self.window.saturating_mul(FACTOR as u32);
        }
    }
}

/// A trial of more than so many ticks, which that share used up; none where that would take too long.
fn more(ticks: u64, before: f64) -> Option<Trial> {
    let ticks = ticks * FACTOR;
    (ticks <= MOST).then(|| Trial { ticks, before, submitted: 0, count: Count::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Generations are of several batches that are under way at the same time.
    const GENERATION: [usize; 4] = [16, 16, 16, 2];

    /// The usual ticks after so many generations, with the number of tests that were given more than that and used it
    /// up. Tests use up what they have if they need more.
    fn after(generations: u32, needs: impl Fn(u32) -> u64) -> (u64, u32) {
        let mut limit = TickLimit::new(1000);
        let (mut test, mut wasted) = (0, 0);
        for _ in 0..generations {
            for (size, ticks) in GENERATION.map(|size| (size, limit.ticks_for(size))) {
                for _ in 0..size {
                    let exhausted = needs(test) > ticks;
                    wasted += u32::from(exhausted && ticks > 1000);
                    limit.record(ticks, exhausted);
                    test += 1;
                }
            }
        }
        assert!(limit.most >= limit.ticks);
        (limit.ticks, wasted)
    }

    #[test]
    fn a_few_long_tests_get_no_more() {
        assert_eq!(after(100, |test| if test % 10 == 0 { u64::MAX } else { 1 }), (1000, 0));
    }

    #[test]
    fn where_most_tests_take_longer_they_get_what_they_need() {
        assert_eq!(after(20, |_| 50_000).0, 64_000);
    }

    #[test]
    fn where_more_does_not_help_it_is_tried_with_few_tests_and_ever_later() {
        let tries = |generations| {
            let (ticks, wasted) = after(generations, |_| u64::MAX);
            assert_eq!(ticks, 1000);
            wasted / TRIAL
        };
        assert_eq!([1, 10, 30, 200, 2_000, 20_000].map(tries), [0, 1, 2, 3, 4, 5]);
        assert_eq!(tries(40_000), 5, "1000 * 8 to the 5th is the last below the limit");
    }
}
