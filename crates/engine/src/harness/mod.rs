//! Workers that load the class under test, and the goals that these workers measure.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use execution::run::{Executor, Tracer};
use goals::{Criterion, GoalId, Goals};
use mutation::{MutantId, Mutants};
use search::Archive;
use types::{ClassPath, World};
use vm::{Classes, Request, WorkerPool};

use crate::configuration::Configuration;
use crate::configuration::features::Feature;
use crate::counts::{Count, Sections};
use crate::platform::Platform;
use crate::subject::Subject;
use crate::subject::observed_calls::{self, ObservedCalls};

mod tick_limit;

pub use tick_limit::TickLimit;

/// In a short search, the time limit of one test is 1/5 of the search time, but not less than
/// [`MIN_TEST_TIME`].
const TEST_TIME_DIVISOR: u32 = 5;
/// Minimum time limit of one test.
const MIN_TEST_TIME: Duration = Duration::from_millis(300);

/// Workers that load the class under test, and the goals that these workers measure.
pub struct Harness {
    /// The workers.
    pub vm: WorkerPool,
    /// The goals. Exceptions become goals when tests throw them.
    pub goals: Goals,
    /// For each criterion in the report, the range of its goal numbers.
    pub sections: Sections,
    /// Turns executions into traces.
    pub tracer: Tracer,
    /// The mutants that the workers can activate.
    pub mutants: Arc<Mutants>,
    /// Tick limit of a test.
    pub tick_limit: TickLimit,
    /// Warnings about parts of the classes under test that could not be instrumented.
    uninstrumented: Uninstrumented,
}

/// Warnings about parts of the classes under test that could not be instrumented. The set grows while workers
/// load classes.
type Uninstrumented = Arc<Mutex<BTreeSet<String>>>;

impl Harness {
    /// Starts workers for the goals of a configuration, without waiting for the JVMs.
    ///
    /// - `targets`: criteria whose goals count in the report.
    /// - `uninitialised`: classes that the workers do not initialise before the first test, because this
    ///   initialisation would end or block a worker.
    ///
    /// # Errors
    /// Returns an error if no worker can be started.
    pub fn start(
        platform: &Platform,
        configuration: &Configuration,
        subject: &Subject,
        targets: &[Criterion],
        uninitialised: &[String],
    ) -> Result<Harness, vm::Error> {
        let GoalSetup { goals, observed, mutants } = goal_setup(&platform.world, configuration, subject);
        let path = platform.world.class_path().clone();
        let (classes, uninstrumented) = instrumented_classes(path, configuration, subject, &mutants);
        let mut base = worker_config(platform, subject, &mutants, &observed);
        base.initialise.retain(|class| !uninitialised.contains(class));
        let config = vm::Config {
            workers: platform.workers,
            // Round-robin makes the results reproducible. If the budget limits the time, the results depend
            // on the speed of the machine anyway.
            round_robin: configuration.budget.time.is_none(),
            short_lived: configuration.is_short(),
            test_timeout: test_timeout(configuration.budget.time, base.test_timeout),
            ..base
        };
        let mut sections = Sections::of(&goals);
        sections.0.retain(|(criterion, _)| targets.contains(criterion));
        let vm = WorkerPool::start(config, classes)?;
        Ok(Harness { sections, uninstrumented, ..Harness::new(vm, goals, observed.tracer, mutants) })
    }

    /// Returns a harness for running workers. Its sections are empty: no goal counts in a report.
    pub fn new(vm: WorkerPool, goals: Goals, tracer: Tracer, mutants: Arc<Mutants>) -> Harness {
        let tick_limit = TickLimit::new(vm::DEFAULT_TICK_LIMIT);
        let (sections, uninstrumented) = (Sections::default(), Uninstrumented::default());
        Harness { vm, goals, sections, tracer, mutants, tick_limit, uninstrumented }
    }

    /// Returns an executor of tests. `mutants` are the mutants for which the archive contains tests.
    pub fn executor<'a>(
        &'a mut self,
        world: &'a World,
        mutants: &'a BTreeSet<MutantId>,
        interrupted: &'a dyn Fn() -> bool,
    ) -> Executor<'a> {
        let Harness { goals, tracer, vm, tick_limit, .. } = self;
        Executor { vm, tick_limit: tick_limit.largest, world, goals, tracer, mutants, interrupted }
    }

    /// Returns whether a goal counts in the report, because its criterion was requested.
    pub fn is_requested(&self, goal: GoalId) -> bool {
        self.sections.0.iter().any(|(_, section)| section.contains(&goal.0))
    }

    /// Counts, for each requested criterion, the goals that the tests of an archive or existing tests cover.
    pub fn count_covered<T>(&self, archive: &Archive<T>) -> Vec<Count> {
        let is_covered =
            |goal| self.goals.is_covered_by_existing(goal) || archive.is_covered(search::Goal(goal.0));
        self.sections.count(self.goals.len(), &is_covered)
    }

    /// Returns the warnings about parts of the classes under test that could not be instrumented.
    pub fn instrumentation_warnings(&self) -> Vec<String> {
        self.uninstrumented.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

/// The goals of a class, and the calls and mutants that workers need to measure these goals.
pub struct GoalSetup {
    /// The goals.
    pub goals: Goals,
    /// The calls that workers observe.
    pub observed: ObservedCalls,
    /// The mutants; empty if no criterion needs mutants.
    pub mutants: Arc<Mutants>,
}

/// Returns the goals of a class for a configuration, with the calls and mutants that workers need.
pub fn goal_setup(world: &World, configuration: &Configuration, subject: &Subject) -> GoalSetup {
    let criteria = &configuration.criteria;
    let package = world.class(subject.class).package();
    let observed = ObservedCalls::new(world, subject, package, criteria);
    let mutants = subject.mutants(criteria, configuration.max_mutants);
    let subject_of_goals = goals::Subject {
        program: &subject.program,
        mutants: &mutants,
        callable: &observed.callable,
        observers: &observed.observers,
        is_container: &|name| observed_calls::is_container(world, name),
    };
    let goals = Goals::new(&subject_of_goals, &configuration.goal_options());
    let goals = if configuration.has(Feature::Flags) { goals } else { goals.without_flags() };
    GoalSetup { goals, observed, mutants }
}

/// Returns the time limit of one test: `default`, or less in a short search. `search` is the time limit of
/// the search, if there is one.
fn test_timeout(search: Option<Duration>, default: Duration) -> Duration {
    search.map_or(default, |search| default.min(MIN_TEST_TIME.max(search / TEST_TIME_DIVISOR)))
}

/// Returns the configuration of a pool with one worker for a class.
pub fn worker_config(
    platform: &Platform,
    subject: &Subject,
    mutants: &Mutants,
    observed: &ObservedCalls,
) -> vm::Config {
    let binary_name = |name: &String| name.replace('/', ".");
    vm::Config {
        sandbox: platform.sandbox,
        temporary: platform.temporary_folder().to_owned(),
        initialise: subject.names.iter().map(binary_name).collect(),
        methods: subject.program.methods.len() as u32,
        branches: subject.program.distance_count() + mutants.mutants.len() as u32,
        impact_branches: subject.program.branches.len() as u32,
        watches: observed.watches.clone(),
        statements: subject.program.statements.len() as u32,
        ..vm::Config::new(platform.world.jdk().java())
    }
}

/// Returns a function that provides workers with the classes of a class path, instrumented for a
/// configuration. Also returns the set to which this function adds its warnings about the classes under test.
pub fn instrumented_classes(
    path: Arc<ClassPath>,
    configuration: &Configuration,
    subject: &Subject,
    mutants: &Arc<Mutants>,
) -> (Classes, Arc<Mutex<BTreeSet<String>>>) {
    let (program, names) = (subject.program.clone(), subject.names.clone());
    let needs = |criteria: &[Criterion]| criteria.iter().any(|it| configuration.criteria.contains(it));
    let options = instrument::Options {
        call_distances: configuration.has(Feature::CallDistances),
        hints: configuration.has(Feature::Hints),
        direct_branches: needs(&[Criterion::DirectBranch]),
        exceptions: needs(&[Criterion::Exception, Criterion::StrongMutation]),
        mutants: (!mutants.mutants.is_empty()).then(|| mutants.clone()),
        schemata: needs(&[Criterion::StrongMutation]),
    };
    let uninstrumented = Uninstrumented::default();
    let shared = uninstrumented.clone();
    let classes = move |request: Request| match request {
        Request::Resource(name) => path.resource(&name),
        Request::Class(name) => {
            let instrumented = instrument::instrument(&path.bytes(&name)?, &program, &options);
            for warning in &instrumented.warnings {
                tracing::info!("{warning}");
                if names.binary_search(&name).is_ok() {
                    shared.lock().unwrap_or_else(PoisonError::into_inner).insert(warning.to_string());
                }
            }
            Some(instrumented.bytes)
        }
    };
    (Arc::new(classes), uninstrumented)
}

/// Returns the mutants that existing tests do not infect, in ascending order.
pub fn open_mutants(goals: &Goals) -> Vec<MutantId> {
    let is_open =
        |mutant: &MutantId| goals.strong_goal(*mutant).is_none_or(|goal| !goals.is_covered_by_existing(goal));
    goals.mutants().filter(is_open).collect()
}
