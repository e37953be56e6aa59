//! Runs of tests on mutants: which mutants a test must still run on, and the effects of the others.

use std::collections::BTreeMap;

use testcase::TestCase;

use super::ids::Position;
use crate::execution::Effect;
use crate::protocol::put_varint;

/// Largest number of mutants of one test that may cause losses of workers. Each such mutant usually takes two
/// seconds.
const MOST_LOSSES: u32 = 3;

/// A test and the mutants to run it on.
pub struct MutantRuns {
    test: TestCase,
    /// The mutants, each with its effect if the effect is known. The test runs on the mutants without an
    /// effect.
    mutants: Vec<(u32, Option<Effect>)>,
    losses: u32,
}

impl MutantRuns {
    /// Creates the runs of a test on all of some mutants.
    pub fn new(test: &TestCase, mutants: &[u32]) -> MutantRuns {
        let mutants = mutants.iter().map(|&mutant| (mutant, None)).collect();
        MutantRuns { test: test.clone(), mutants, losses: 0 }
    }

    /// Returns the number of mutants.
    pub fn mutant_count(&self) -> usize {
        self.mutants.len()
    }

    /// Writes the mutants that the test must still run on.
    pub fn write(&self, out: &mut Vec<u8>) {
        let open = || self.mutants.iter().filter(|(_, effect)| effect.is_none());
        put_varint(out, open().count() as u64);
        open().for_each(|(mutant, _)| put_varint(out, (*mutant).into()));
    }

    /// Returns the effects of all mutants, given the effects of the mutants that were written. Returns `None`
    /// if the number of effects is wrong.
    pub fn complete(&self, written: Vec<Effect>) -> Option<Vec<Effect>> {
        let mut written = written.into_iter();
        let effects = self.mutants.iter().map(|(_, effect)| effect.clone().or_else(|| written.next()));
        let effects = effects.collect::<Option<Vec<Effect>>>()?;
        written.next().is_none().then_some(effects)
    }

    /// Records that the worker was lost when the test had begun to run on `begun` of the written mutants: the
    /// last of them is killed. Returns this mutant, or `None` if the test ran without a mutant.
    fn kill_last(&mut self, begun: usize) -> Option<u32> {
        let mut open =
            self.mutants.iter_mut().filter(|(_, effect)| effect.is_none()).skip(begun.checked_sub(1)?);
        let (mutant, effect) = open.next()?;
        *effect = Some(Effect::Killed);
        self.losses += 1;
        if self.losses == MOST_LOSSES {
            open.for_each(|(_, effect)| *effect = Some(Effect::NotRun));
        }
        Some(*mutant)
    }
}

/// Mutants under which a worker was lost, each with the first test that ran on it and the position of this
/// test. No later test runs on these mutants.
#[derive(Default)]
pub struct FatalMutants(BTreeMap<u32, (Position, TestCase)>);

impl FatalMutants {
    /// Sets the known effects of mutants before a test is sent.
    pub fn set_known_effects(&self, position: Position, runs: &mut MutantRuns) {
        let MutantRuns { test, mutants, .. } = runs;
        for (mutant, effect) in mutants.iter_mut().filter(|(_, effect)| effect.is_none()) {
            *effect = self.effect(position, test, *mutant);
        }
    }

    /// Corrects the effects of a test that ran in one worker while another worker was lost under an earlier
    /// test. The number of workers then does not affect the effects.
    pub fn correct(&self, position: Position, runs: &MutantRuns, effects: &mut [Effect]) {
        for ((mutant, _), effect) in runs.mutants.iter().zip(effects) {
            if let Some(known) = self.effect(position, &runs.test, *mutant) {
                *effect = known;
            }
        }
    }

    /// Returns the effect of a mutant that was fatal for a test before a position. A test that begins with
    /// the statements of that test is lost too, so it kills the mutant.
    fn effect(&self, position: Position, test: &TestCase, mutant: u32) -> Option<Effect> {
        let (_, fatal) = self.0.get(&mutant).filter(|(first, _)| *first < position)?;
        let begins_alike = test.statements.starts_with(&fatal.statements);
        Some(if begins_alike { Effect::Killed } else { Effect::NotRun })
    }

    /// Records that a worker was lost when a test had begun to run on `begun` mutants. If that is not zero,
    /// the last of these mutants is killed and fatal. Returns whether a mutant is to blame.
    pub fn blame(&mut self, position: Position, runs: &mut MutantRuns, begun: usize) -> bool {
        let mutant = runs.kill_last(begun);
        if let Some(mutant) = mutant
            && self.0.get(&mutant).is_none_or(|(first, _)| position < *first)
        {
            self.0.insert(mutant, (position, runs.test.clone()));
        }
        mutant.is_some()
    }
}
