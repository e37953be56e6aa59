//! Records on which mutants a test must still run, and the effects of its other mutants.

use std::collections::BTreeMap;

use testcase::TestCase;

use super::ids::Position;
use crate::execution::Effect;
use crate::ids::MutantNumber;
use crate::protocol::put_varint;

/// Number of mutants on which workers are lost during a test, after which the test runs on no further mutant.
/// Each such mutant usually takes two seconds.
const MAX_LOSSES: u32 = 3;

/// A test and the mutants on which it runs.
pub struct MutantRuns {
    test: TestCase,
    /// The mutants, each with its effect if the effect is known. The test must still run on the mutants
    /// without an effect.
    mutants: Vec<(MutantNumber, Option<Effect>)>,
    /// Number of mutants on which workers were lost during the test.
    losses: u32,
}

impl MutantRuns {
    /// Creates the runs of a test on all given mutants.
    pub fn new(test: &TestCase, mutants: &[MutantNumber]) -> MutantRuns {
        let mutants = mutants.iter().map(|&mutant| (mutant, None)).collect();
        MutantRuns { test: test.clone(), mutants, losses: 0 }
    }

    /// Returns the number of mutants.
    pub fn mutant_count(&self) -> usize {
        self.mutants.len()
    }

    /// Writes the mutants on which the test must still run.
    pub fn write(&self, out: &mut Vec<u8>) {
        let pending = || self.mutants.iter().filter(|(_, effect)| effect.is_none());
        put_varint(out, pending().count() as u64);
        pending().for_each(|(mutant, _)| put_varint(out, mutant.0.into()));
    }

    /// Returns the effects of all mutants. `reported` contains the effects of the mutants that
    /// [`write`](Self::write) has written. Returns `None` if the number of effects is wrong.
    pub fn complete(&self, reported: Vec<Effect>) -> Option<Vec<Effect>> {
        let mut reported = reported.into_iter();
        let effects = self.mutants.iter().map(|(_, effect)| effect.clone().or_else(|| reported.next()));
        let effects = effects.collect::<Option<Vec<Effect>>>()?;
        reported.next().is_none().then_some(effects)
    }

    /// Records that the worker was lost when the test had begun to run on the first `begun` mutants without
    /// an effect. The last of these mutants is killed. Returns this mutant, or `None` if the test ran without
    /// a mutant.
    fn kill_last(&mut self, begun: usize) -> Option<MutantNumber> {
        let mut pending =
            self.mutants.iter_mut().filter(|(_, effect)| effect.is_none()).skip(begun.checked_sub(1)?);
        let (mutant, effect) = pending.next()?;
        *effect = Some(Effect::Killed);
        self.losses += 1;
        if self.losses == MAX_LOSSES {
            pending.for_each(|(_, effect)| *effect = Some(Effect::NotRun));
        }
        Some(*mutant)
    }
}

/// Fatal mutants: mutants on which workers were lost. For each mutant, the first test during which a worker
/// was lost on the mutant, and the position of this test. No later test runs on these mutants.
#[derive(Default)]
pub struct FatalMutants(BTreeMap<MutantNumber, (Position, TestCase)>);

impl FatalMutants {
    /// Sets the effects of fatal mutants before a test is sent, so that the test does not run on these
    /// mutants.
    pub fn set_known_effects(&self, position: Position, runs: &mut MutantRuns) {
        let MutantRuns { test, mutants, .. } = runs;
        for (mutant, effect) in mutants.iter_mut().filter(|(_, effect)| effect.is_none()) {
            *effect = self.effect(position, test, *mutant);
        }
    }

    /// Corrects the effects of mutants on a test. While the test ran on one worker, another worker can have
    /// been lost on the same mutants during an earlier test. After this correction, the effects do not depend
    /// on the number of workers.
    pub fn correct(&self, position: Position, runs: &MutantRuns, effects: &mut [Effect]) {
        for ((mutant, _), effect) in runs.mutants.iter().zip(effects) {
            if let Some(known) = self.effect(position, &runs.test, *mutant) {
                *effect = known;
            }
        }
    }

    /// Returns the effect of a mutant on a test, if a worker was lost on the mutant during an earlier test.
    /// If the given test begins with the statements of the earlier test, a worker would be lost again. The
    /// effect is then `Killed`, otherwise `NotRun`.
    fn effect(&self, position: Position, test: &TestCase, mutant: MutantNumber) -> Option<Effect> {
        let (_, fatal) = self.0.get(&mutant).filter(|(first, _)| *first < position)?;
        let begins_alike = test.statements.starts_with(&fatal.statements);
        Some(if begins_alike { Effect::Killed } else { Effect::NotRun })
    }

    /// Records that a worker was lost when a test had begun to run on `begun` mutants. If `begun` is not 0,
    /// the last of these mutants is killed and fatal. Returns whether a mutant is the cause.
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
