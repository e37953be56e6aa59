//! A class made ready to be tested: what there is to cover, what tests may call, and a worker that runs them.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use generation::{Cluster, Pools};
use goals::{Criterion, Goals};
use mutation::Mutants;
use types::{ClassPath, World};
use vm::{Classes, Request, WorkerPool};

use crate::configuration::Configuration;
use crate::events::Status;
use crate::features::{self, Feature};
use crate::platform::Platform;
use crate::subject::{self, Subject};
use crate::watching::{self, Watching};
use crate::{indirect, loading};

/// The share of a search that one test may take, and the least that it may.
const SHARE_OF_TEST: u32 = 5;
const LEAST_TIMEOUT: Duration = Duration::from_millis(300);

/// Why a class cannot be tested.
pub struct Failure {
    /// What this is to users.
    pub status: Status,
    /// What went wrong and what to do.
    pub message: String,
}

impl Failure {
    /// A failure with the message of an error.
    pub fn new(status: Status, message: &dyn Display) -> Failure {
        Failure { status, message: message.to_string() }
    }
}

/// A class that is ready.
pub struct Prepared<'a> {
    /// How tests see its methods.
    pub watching: Watching,
    /// The mutants of its code, if some criterion asks for them.
    pub mutants: Arc<Mutants>,
    /// What there is to cover.
    pub goals: Goals,
    /// What tests may call.
    pub cluster: Cluster<'a>,
    /// The workers, in which the class is loaded.
    pub vm: WorkerPool,
    /// What could not be instrumented so far.
    pub losses: Losses,
    /// What was left out of it and why.
    pub warnings: Vec<String>,
    /// Classes whose initialisers do not end, or take the JVM down: other workers are to leave them alone.
    pub deadly: Vec<String>,
}

/// What could not be instrumented of the class under test, in words; it grows as classes are loaded.
pub type Losses = Arc<Mutex<BTreeSet<String>>>;

/// Reads the class of a name.
///
/// # Errors
/// That there is none, or that it is damaged.
pub fn read(world: &World, name: &str) -> Result<Subject, Failure> {
    subject::read(world, name).map_err(|error| match error {
        subject::Error::NotFound(_) => Failure::new(Status::NotFound, &error),
        subject::Error::Damaged(_) => Failure::new(Status::DoesNotLoad, &error),
    })
}

/// Makes a class ready for tests that are in its package.
///
/// # Errors
/// That tests cannot call anything of it, that it does not load, or that the worker does not work.
pub fn prepare<'a>(
    platform: &'a Platform,
    configuration: &Configuration,
    subject: &Subject,
) -> Result<Prepared<'a>, Failure> {
    let world = &platform.world;
    let (goals, watching, mutants) = goals(world, configuration, subject);
    let no_worker = |error: vm::Error| Failure::new(Status::NoWorker, &error);
    let (mut vm, losses) =
        start_workers(platform, configuration, subject, &mutants, &watching, &[]).map_err(no_worker)?;
    let cluster = cluster(world, configuration, subject);
    if cluster.calls.is_empty() {
        return Err(Failure::new(Status::NothingToTest, &loading::nothing_to_call(world, subject)));
    }
    tracing::debug!(calls = cluster.calls.len(), "analysed");
    let failures = vm.initialisation_failures().map_err(no_worker)?;
    let name = &**world.name(subject.class);
    if let Some(failure) = failures.iter().find(|failure| failure.class == name) {
        return Err(Failure::new(Status::DoesNotLoad, &loading::describe(failure)));
    }
    let warnings = loading::warnings(world, subject, &failures);
    let is_deadly = |failure: &vm::InitFailure| failure.thrown.is_none();
    let deadly = failures.into_iter().filter(is_deadly).map(|failure| failure.class).collect();
    Ok(Prepared { watching, mutants, goals, cluster, vm, losses, warnings, deadly })
}

/// The goals of a class, what is watched for them, and the mutants that they are about.
pub fn goals(
    world: &World,
    configuration: &Configuration,
    subject: &Subject,
) -> (Goals, Watching, Arc<Mutants>) {
    let criteria = &configuration.criteria;
    let package = world.class(subject.class).package();
    let watching = Watching::new(world, subject, package, criteria);
    let mutants = subject.mutants(criteria);
    let seen = goals::Subject {
        program: &subject.program,
        mutants: &mutants,
        callable: &watching.callable,
        observers: &watching.observers,
        is_container: &|name| watching::is_container(world, name),
    };
    let goals = Goals::new(&seen, &configuration.aims());
    let goals = if configuration.has(Feature::Flags) { goals } else { goals.without_flags() };
    (goals, watching, mutants)
}

fn cluster<'a>(world: &'a World, configuration: &Configuration, subject: &Subject) -> Cluster<'a> {
    let pools = if configuration.has(Feature::Constants) { subject.pools.clone() } else { Pools::default() };
    let mut cluster = Cluster::new(world, subject.class, &subject.nested, pools);
    cluster.making = features::making(&configuration.without);
    cluster.length = configuration.length;
    cluster.asked = subject.asked.clone();
    let indirect = indirect::calls(&cluster);
    cluster.calls.extend(indirect);
    cluster
}

/// Starts workers for a class and what is to be told of it, which do not initialise classes that are known to be deadly; what could
/// not be instrumented is noted as classes are loaded.
///
/// # Errors
/// If none can be started.
pub fn start_workers(
    platform: &Platform,
    configuration: &Configuration,
    subject: &Subject,
    mutants: &Arc<Mutants>,
    watching: &Watching,
    deadly: &[String],
) -> Result<(WorkerPool, Losses), vm::Error> {
    let world = &platform.world;
    let (classes, losses) = instrumented(world.class_path().clone(), configuration, subject, mutants);
    let mut usual = worker(world, subject, mutants, watching);
    usual.initialise.retain(|class| !deadly.contains(class));
    let config = vm::Config {
        workers: platform.workers,
        // What hangs on the time is not the same in every run anyway.
        round_robin: configuration.budget.time.is_none(),
        sandbox: platform.sandbox,
        short_lived: configuration.is_brief(),
        test_timeout: test_timeout(configuration.budget.time, usual.test_timeout),
        ..usual
    };
    Ok((WorkerPool::start(config, classes)?, losses))
}

/// How long a test may run: at most as usual, and in a short search no longer than that can bear a few times.
fn test_timeout(search: Option<Duration>, usual: Duration) -> Duration {
    search.map_or(usual, |search| usual.min(LEAST_TIMEOUT.max(search / SHARE_OF_TEST)))
}

/// How one worker for a class is started.
pub fn worker(world: &World, subject: &Subject, mutants: &Mutants, watching: &Watching) -> vm::Config {
    let binary = |name: &String| name.replace('/', ".");
    vm::Config {
        initialise: subject.names.iter().map(binary).collect(),
        methods: subject.program.methods.len() as u32,
        branches: subject.program.distances() + mutants.mutants.len() as u32,
        impact_branches: subject.program.branches.len() as u32,
        watches: watching.watched.clone(),
        statements: subject.program.statements.len() as u32,
        ..vm::Config::new(world.jdk().java())
    }
}

/// The classes of a path with what a configuration asks to be told of a class; what could not be instrumented is noted as they are
/// loaded.
pub fn instrumented(
    path: Arc<ClassPath>,
    configuration: &Configuration,
    subject: &Subject,
    mutants: &Arc<Mutants>,
) -> (Classes, Losses) {
    let (program, names) = (subject.program.clone(), subject.names.clone());
    let probes = instrument::Options {
        near: configuration.has(Feature::CallDistances),
        hints: configuration.has(Feature::Hints),
        direct: configuration.criteria.contains(&Criterion::DirectBranch),
        throws: [Criterion::Exception, Criterion::StrongMutation]
            .iter()
            .any(|it| configuration.criteria.contains(it)),
        mutants: (!mutants.mutants.is_empty()).then(|| mutants.clone()),
        schemata: configuration.criteria.contains(&Criterion::StrongMutation),
    };
    let losses = Losses::default();
    let noted = losses.clone();
    let classes = move |request: Request| match request {
        Request::Resource(name) => path.resource(&name),
        Request::Class(name) => {
            let instrumented = instrument::instrument(&path.bytes(&name)?, &program, &probes);
            for warning in &instrumented.warnings {
                tracing::info!("{warning}");
                if names.binary_search(&name).is_ok() {
                    noted.lock().expect("nobody panics with it").insert(warning.to_string());
                }
            }
            Some(instrumented.bytes)
        }
    };
    (Arc::new(classes), losses)
}
