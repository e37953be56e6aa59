//! Tests on mutants: which of these a test is still to run on, and what is known of the others.

use std::collections::BTreeMap;

use testcase::TestCase;

use crate::cursor::put_varint;
use crate::execution::Effect;

/// Most mutants of a test that may cost workers, and as a rule two seconds, each.
const MOST_LOSSES: u32 = 3;

/// A test with the mutants that it is to run on.
pub struct Trial {
    test: TestCase,
    /// With what is known; where that is nothing the test runs on the mutant.
    mutants: Vec<(u32, Option<Effect>)>,
    losses: u32,
}

impl Trial {
    /// A test that is to run on all of these.
    pub fn new(test: &TestCase, mutants: &[u32]) -> Trial {
        let mutants = mutants.iter().map(|&mutant| (mutant, None)).collect();
        Trial { test: test.clone(), mutants, losses: 0 }
    }

    /// How many mutants it is about.
    pub fn mutants(&self) -> usize {
        self.mutants.len()
    }

    /// Writes the mutants that the test is to run on.
    pub fn write(&self, out: &mut Vec<u8>) {
        let open = || self.mutants.iter().filter(|(_, known)| known.is_none());
        put_varint(out, open().count() as u64);
        open().for_each(|(mutant, _)| put_varint(out, (*mutant).into()));
    }

    /// What all mutants do, where those that were written do that; `None` if that cannot be.
    pub fn effects(&self, told: Vec<Effect>) -> Option<Vec<Effect>> {
        let mut told = told.into_iter();
        let effects = self.mutants.iter().map(|(_, known)| known.clone().or_else(|| told.next()));
        let effects = effects.collect::<Option<Vec<Effect>>>()?;
        told.next().is_none().then_some(effects)
    }

    /// The worker was lost while the test ran on the last of so many of the mutants that were written: it is killed. That
    /// mutant, or `None` if the test ran without any.
    fn kill(&mut self, begun: usize) -> Option<u32> {
        let mut open =
            self.mutants.iter_mut().filter(|(_, known)| known.is_none()).skip(begun.checked_sub(1)?);
        let (mutant, known) = open.next()?;
        *known = Some(Effect::Killed);
        self.losses += 1;
        if self.losses == MOST_LOSSES {
            open.for_each(|(_, known)| *known = Some(Effect::NotRun));
        }
        Some(*mutant)
    }
}

/// Where a test is among all: its batch, and its index in it.
pub type Place = (u64, usize);

/// Mutants under which a worker was lost, each with the first test that ran on it and where that was. No later test runs on them.
#[derive(Default)]
pub struct Fatal(BTreeMap<u32, (Place, TestCase)>);

impl Fatal {
    /// Settles what is known of mutants before a test is sent.
    pub fn settle(&self, place: Place, trial: &mut Trial) {
        let Trial { test, mutants, .. } = trial;
        for (mutant, known) in mutants.iter_mut().filter(|(_, known)| known.is_none()) {
            *known = self.effect(place, test, *mutant);
        }
    }

    /// Puts right what a test showed that ran in one worker while another was lost under a test before it: so that the number of
    /// workers changes nothing.
    pub fn correct(&self, place: Place, trial: &Trial, effects: &mut [Effect]) {
        for ((mutant, _), effect) in trial.mutants.iter().zip(effects) {
            if let Some(known) = self.effect(place, &trial.test, *mutant) {
                *effect = known;
            }
        }
    }

    /// What is known of a mutant from a test before that place: one that begins like the test that the mutant is fatal to gets no farther
    /// than that.
    fn effect(&self, place: Place, test: &TestCase, mutant: u32) -> Option<Effect> {
        let (_, fatal) = self.0.get(&mutant).filter(|(first, _)| *first < place)?;
        let alike = test.statements.starts_with(&fatal.statements);
        Some(if alike { Effect::Killed } else { Effect::NotRun })
    }

    /// Whether a mutant is to blame where a worker was lost: the last of so many that a test began to run on. It is killed
    /// then, and fatal.
    pub fn blame(&mut self, place: Place, trial: &mut Trial, begun: usize) -> bool {
        let mutant = trial.kill(begun);
        if let Some(mutant) = mutant
            && self.0.get(&mutant).is_none_or(|(first, _)| place < *first)
        {
            self.0.insert(mutant, (place, trial.test.clone()));
        }
        mutant.is_some()
    }
}
