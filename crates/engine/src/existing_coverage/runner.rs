//! Runs the existing test classes of a project in a worker.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use execution::run::{Executor, Tracer};
use goals::{Goals, Trace};
use mutation::Mutants;
use suite::verify::MOCK_MAKER;
use testcase::{Literal, Statement, StatementKind, TestCase, Var};
use types::Type;
use vm::{Classes, Execution, Mode, Request, WorkerPool};

use crate::cancellation::Cancellation;
use crate::configuration::Configuration;
use crate::existing_tests::{ExistingTests, TestClass};
use crate::harness::{instrumented_classes, worker_config};
use crate::platform::Platform;
use crate::subject::Subject;
use crate::subject::observed_calls::ObservedCalls;

/// Maximum heap size of the worker in MB. Test frameworks need a part of the heap.
pub const HEAP_MB: u32 = 512;
/// Number of test classes that are sent to the worker together.
pub const BATCH: usize = 8;

/// Folder of service files. Several jars can contain a service file with the same name. The worker then
/// receives the joined contents of these files.
const SERVICES: &str = "META-INF/services/";

/// Runs test classes in one worker.
pub struct TestClassRunner<'a> {
    tests: &'a ExistingTests,
    vm: WorkerPool,
    tracer: Tracer,
    cancellation: &'a Cancellation,
}

impl<'a> TestClassRunner<'a> {
    /// Starts a worker that runs test classes.
    pub fn start(
        tests: &'a ExistingTests,
        config: vm::Config,
        classes: Classes,
        first_mutant: u32,
        cancellation: &'a Cancellation,
    ) -> Result<TestClassRunner<'a>, vm::Error> {
        let vm = WorkerPool::start(config, classes)?;
        Ok(TestClassRunner { tests, vm, tracer: Tracer::new(first_mutant), cancellation })
    }

    /// Runs test classes until `deadline`, and returns their results in order. Returns fewer results than
    /// test classes if the deadline is reached or the run is cancelled.
    ///
    /// # Errors
    /// Returns an error if no worker can be started.
    pub fn run(
        &mut self,
        classes: &[&TestClass],
        goals: &Goals,
        deadline: Instant,
    ) -> Result<Vec<(Execution, Trace)>, vm::Error> {
        let tests: Vec<TestCase> = classes.iter().map(|class| self.test_case(class)).collect();
        let mut executor = Executor {
            vm: &mut self.vm,
            // Existing tests have a time limit, but no tick limit.
            tick_limit: i64::MAX as u64,
            world: &self.tests.runner,
            goals,
            tracer: &self.tracer,
            mutants: &BTreeSet::new(),
            interrupted: &|| self.cancellation.is_requested(),
            failure: None,
        };
        let executions = executor.run(&tests, Mode::Observe, deadline);
        executor.failure.map_or(Ok(()), Err)?;
        let add_trace = |(test, execution): (&TestCase, Execution)| {
            let trace = self.tracer.trace(test, &execution, execution.trace.clone());
            (execution, trace)
        };
        Ok(tests.iter().zip(executions).map(add_trace).collect())
    }

    /// Returns a test case that calls `testudo.existing.Tests` with the name of a test class.
    fn test_case(&self, class: &TestClass) -> TestCase {
        let ty = Type::class(self.tests.runner.string());
        let name: Vec<u16> = class.name.replace('/', ".").encode_utf16().collect();
        let method = self.tests.method(class.framework);
        let kinds = [
            StatementKind::Literal(Literal::String(name.into())),
            StatementKind::Call { method, receiver: None, args: [Var(0)].as_slice().into() },
        ];
        TestCase { statements: kinds.map(|kind| Statement { kind, ty: ty.clone() }).into() }
    }
}

/// Returns the configuration of the worker.
pub fn config(
    platform: &Platform,
    subject: &Subject,
    mutants: &Mutants,
    observed: &ObservedCalls,
    class_time_limit: Duration,
) -> vm::Config {
    vm::Config {
        heap_mb: HEAP_MB,
        test_timeout: class_time_limit,
        bytes: i64::MAX as u64,
        watches: BTreeMap::new(),
        ..worker_config(platform, subject, mutants, observed)
    }
}

/// Returns a function that provides the worker with classes and resources. The function instruments the code
/// under test and the tests, but not the libraries.
pub fn served_classes(
    tests: &ExistingTests,
    configuration: &Configuration,
    subject: &Subject,
    mutants: &Arc<Mutants>,
) -> Classes {
    let (project, libraries) = (tests.project.clone(), tests.libraries.clone());
    let (instrumented, _) = instrumented_classes(project.clone(), configuration, subject, mutants);
    Arc::new(move |request| match request {
        Request::Class(name) if project.contains(&name) => instrumented(Request::Class(name)),
        Request::Class(name) => libraries.bytes(&name),
        Request::Resource(name) if name == MOCK_MAKER.0 => Some(MOCK_MAKER.1.into()),
        Request::Resource(name) if name.starts_with(SERVICES) => {
            let files: Vec<Vec<u8>> = project.resources(&name).chain(libraries.resources(&name)).collect();
            (!files.is_empty()).then(|| files.join(&b'\n'))
        }
        Request::Resource(name) => project.resource(&name).or_else(|| libraries.resource(&name)),
    })
}
