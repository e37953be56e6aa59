//! Where tests are judged when the search is over: workers in which every mutant of the class can live, whatever the criteria.

use std::collections::BTreeSet;
use std::sync::Arc;

use execution::executor::Executor;
use execution::trace::Tracer;
use goals::{Criterion, Goals, Selection};
use mutation::Mutants;
use types::World;
use vm::WorkerPool;

use crate::configuration::Configuration;
use crate::counts::Sections;
use crate::platform::Platform;
use crate::prepare;
use crate::settings::Algorithm;
use crate::subject::Subject;

/// What tests are judged by.
pub struct Judging {
    /// The goals of the search, and that each mutant is killed.
    pub goals: Goals,
    /// Where those of the criteria asked for are.
    pub sections: Sections,
    /// Reads executions.
    pub tracer: Tracer,
    /// The mutants.
    pub mutants: Arc<Mutants>,
    /// The workers.
    pub vm: WorkerPool,
    /// Tick limit of the tests that are judged.
    pub tick_limit: u64,
}

impl Judging {
    /// Starts the workers, without waiting for it, for tests of a class that are to be found for some criteria; they leave deadly classes
    /// alone. Exceptions are still to be made known to its goals.
    ///
    /// # Errors
    /// If no worker can be started.
    pub fn begin(
        platform: &Platform,
        configuration: &Configuration,
        subject: &Subject,
        criteria: &[Criterion],
        deadly: &[String],
    ) -> Result<Judging, vm::Error> {
        let own = configuration_of(configuration);
        let (goals, watching, mutants) = prepare::goals(&platform.world, &own, subject);
        let (vm, _) = prepare::start_workers(platform, &own, subject, &mutants, &watching, deadly)?;
        let mut sections = Sections::of(&goals);
        sections.0.retain(|(criterion, _)| criteria.contains(criterion));
        Ok(Judging {
            goals,
            sections,
            tracer: watching.tracer,
            mutants,
            vm,
            tick_limit: vm::DEFAULT_TICK_LIMIT,
        })
    }

    /// What runs tests, which are kept for some mutants.
    pub fn executor<'a>(
        &'a mut self,
        world: &'a World,
        mutants: &'a BTreeSet<u32>,
        interrupted: &'a dyn Fn() -> bool,
    ) -> Executor<'a> {
        let Judging { goals, tracer, vm, tick_limit, .. } = self;
        Executor { vm, tick_limit: *tick_limit, world, goals, tracer, mutants, interrupted }
    }

    /// Whether a goal is one of a criterion that was asked for.
    pub fn is_asked_for(&self, goal: u32) -> bool {
        self.sections.0.iter().any(|(_, section)| section.contains(&goal))
    }
}

/// The same goals and strong mutation, as DynaMOSA searches for them.
pub fn configuration_of(search: &Configuration) -> Configuration {
    let mut criteria = search.aims().criteria;
    if !criteria.contains(&Criterion::StrongMutation) {
        criteria.push(Criterion::StrongMutation);
    }
    Configuration {
        criteria,
        affs: None,
        algorithm: Algorithm::Dynamosa,
        selection: Selection::All,
        ..search.clone()
    }
}
