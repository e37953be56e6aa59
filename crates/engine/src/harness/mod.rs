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

/// The time limit of one test is at most the search time divided by this number, but at least
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
    /// For each criterion in the report, the range of its goals.
    pub sections: Sections,
    /// Turns executions into traces.
    pub tracer: Tracer,
    /// The mutants that the workers can activate.
    pub mutants: Arc<Mutants>,
    /// Tick limit of a test.
    pub tick_limit: TickLimit,
    /// Warnings about parts of the classes under test that could not be instrumented.
    shared_warnings: SharedWarnings,
}

/// Warnings about parts of the classes under test that could not be instrumented. The set grows while workers
/// load classes.
type SharedWarnings = Arc<Mutex<BTreeSet<String>>>;

impl Harness {
    /// Starts workers that measure the goals of a configuration. Does not wait until the JVMs have started.
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
        let (classes, shared_warnings) = instrumented_classes(path, configuration, subject, &mutants);
        let mut base = worker_config(platform, subject, &mutants, &observed);
        base.initialise.retain(|class| !uninitialised.contains(class));
        let config = vm::Config {
            workers: platform.workers,
            // If the budget limits the time, the results depend on the speed of the machine anyway.
            reproducible: configuration.budget.time.is_none(),
            short_lived: configuration.is_short(),
            test_timeout: test_timeout(configuration.budget.time, base.test_timeout),
            ..base
        };
        let mut sections = Sections::of(&goals);
        sections.0.retain(|(criterion, _)| targets.contains(criterion));
        let vm = WorkerPool::start(config, classes)?;
        Ok(Harness { sections, shared_warnings, ..Harness::new(vm, goals, observed.tracer, mutants) })
    }

    /// Returns a harness for workers that already run. No goal counts in a report, because `sections` is
    /// empty.
    pub fn new(vm: WorkerPool, goals: Goals, tracer: Tracer, mutants: Arc<Mutants>) -> Harness {
        let tick_limit = TickLimit::new(vm::DEFAULT_TICK_LIMIT);
        let (sections, shared_warnings) = (Sections::default(), SharedWarnings::default());
        Harness { vm, goals, sections, tracer, mutants, tick_limit, shared_warnings }
    }

    /// Returns an executor of tests. `mutants` are the mutants for which the archive contains tests.
    pub fn executor<'a>(
        &'a mut self,
        world: &'a World,
        mutants: &'a BTreeSet<MutantId>,
        interrupted: &'a dyn Fn() -> bool,
    ) -> Executor<'a> {
        let Harness { goals, tracer, vm, tick_limit, .. } = self;
        Executor {
            vm,
            tick_limit: tick_limit.largest,
            world,
            goals,
            tracer,
            mutants,
            interrupted,
            failure: None,
        }
    }

    /// Returns whether a goal counts in the report, because its criterion was requested.
    pub fn is_requested(&self, goal: GoalId) -> bool {
        self.sections.0.iter().any(|(_, section)| section.contains(&goal))
    }

    /// Counts the goals and the covered goals of each requested criterion. A goal is covered if a test of the
    /// archive or an existing test covers it.
    pub fn count_covered<T>(&self, archive: &Archive<T>) -> Vec<Count> {
        let is_covered =
            |goal| self.goals.is_covered_by_existing(goal) || archive.is_covered(search::Goal(goal.0));
        self.sections.count(self.goals.len(), &is_covered)
    }

    /// Returns the warnings about parts of the classes under test that could not be instrumented.
    pub fn instrumentation_warnings(&self) -> Vec<String> {
        self.shared_warnings.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

/// The goals of a class. To measure these goals, workers observe calls and activate mutants.
pub struct GoalSetup {
    /// The goals.
    pub goals: Goals,
    /// The calls that workers observe.
    pub observed: ObservedCalls,
    /// The mutants; empty if no criterion needs mutants.
    pub mutants: Arc<Mutants>,
}

/// Returns the goals of a class for a configuration, with the calls that workers observe and the mutants that
/// workers activate to measure these goals.
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

/// Returns the time limit of one test: `default`, or less if the time of the search is short. `search` is the
/// time limit of the search, if there is one.
fn test_timeout(search: Option<Duration>, default: Duration) -> Duration {
    search.map_or(default, |search| default.min(MIN_TEST_TIME.max(search / TEST_TIME_DIVISOR)))
}

/// Returns the configuration of a pool of one worker, which loads the class under test.
pub fn worker_config(
    platform: &Platform,
    subject: &Subject,
    mutants: &Mutants,
    observed: &ObservedCalls,
) -> vm::Config {
    let binary_name = |name: &String| name.replace('/', ".");
    vm::Config {
        sandbox: platform.sandbox,
        readable: platform.readable.clone(),
        temporary: platform.temporary_folder().to_owned(),
        arguments: platform.jvm_arguments.clone(),
        initialise: subject.names.iter().map(binary_name).collect(),
        methods: subject.program.methods.len() as u32,
        branches: subject.program.distance_count() + mutants.mutants.len() as u32,
        impact_branches: subject.program.branches.len() as u32,
        watches: observed.watches.clone(),
        statements: subject.program.statements.len() as u32,
        ..vm::Config::new(platform.world.jdk().java())
    }
}

/// Returns a function that instruments the classes of a class path for the goals of a configuration, and
/// provides workers with the instrumented classes. Also returns the set to which the provided function adds
/// warnings about the classes under test.
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
    let shared_warnings = SharedWarnings::default();
    let warning_set = shared_warnings.clone();
    let classes = move |request: Request| match request {
        Request::Resource(name) => path.resource(&name),
        Request::Class(name) => {
            let instrumented = instrument::instrument(&path.bytes(&name)?, &program, &options);
            for warning in &instrumented.warnings {
                tracing::info!("{warning}");
                if names.binary_search(&name).is_ok() {
                    warning_set.lock().unwrap_or_else(PoisonError::into_inner).insert(warning.to_string());
                }
            }
            Some(instrumented.bytes)
        }
    };
    (Arc::new(classes), shared_warnings)
}
