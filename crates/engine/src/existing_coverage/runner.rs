//! Runs the existing test classes of a project in workers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use execution::run::Tracer;
use goals::Trace;
use suite::verify::MOCKITO_PLUGINS;
use testcase::{Literal, Statement, StatementKind, TestCase, Var};
use types::Type;
use vm::{BatchSettings, Classes, Execution, Mode, Request, WorkerPool};

use super::code::CombinedCode;
use super::runs::ExistingTestRequest;
use crate::cancellation::Cancellation;
use crate::existing_tests::{ExistingTests, TestClass};
use crate::platform::Platform;

/// Maximum heap size of a worker in MB. Test frameworks need a part of the heap.
pub const HEAP_MB: u32 = 512;
/// Number of test classes per worker that are submitted before their results arrive.
const PENDING_PER_WORKER: usize = 2;
/// Time between two checks whether the run was cancelled.
const CANCELLATION_CHECK: Duration = Duration::from_millis(200);

/// Folder of service files. Several jars can contain a service file with the same name. The worker then
/// receives the joined contents of these files.
const SERVICES: &str = "META-INF/services/";

/// Runs test classes in workers.
pub struct TestClassRunner<'a> {
    tests: &'a ExistingTests,
    vm: WorkerPool,
    tracer: Tracer,
    cancellation: &'a Cancellation,
}

impl<'a> TestClassRunner<'a> {
    /// Starts the first worker. `limit` is the time limit of one test class.
    ///
    /// # Errors
    /// Returns an error if no worker can be started.
    pub fn start(
        tests: &'a ExistingTests,
        platform: &Platform,
        code: &CombinedCode,
        request: &ExistingTestRequest,
        limit: Duration,
        cancellation: &'a Cancellation,
    ) -> Result<TestClassRunner<'a>, vm::Error> {
        let config = vm::Config {
            workers: request.workers,
            reproducible: request.time.is_none(),
            test_timeout: limit,
            ..config(platform, code)
        };
        let vm = WorkerPool::start(config, served_classes(tests, code))?;
        let tracer = Tracer::new(code.program.distance_count());
        Ok(TestClassRunner { tests, vm, tracer, cancellation })
    }

    /// Runs test classes until `deadline`, and returns their results in order. Returns fewer results than
    /// test classes if the deadline is reached or the run is cancelled.
    ///
    /// # Errors
    /// Returns an error if no worker can be started.
    pub fn run(
        &mut self,
        classes: &[&TestClass],
        deadline: Instant,
    ) -> Result<Vec<(Execution, Trace)>, vm::Error> {
        let tests: Vec<TestCase> = classes.iter().map(|class| self.test_case(class)).collect();
        let max_pending = PENDING_PER_WORKER * self.vm.worker_count();
        let (mut results, mut submitted) = (Vec::new(), 0);
        while results.len() < tests.len() && Instant::now() < deadline && !self.cancellation.is_requested() {
            while submitted < tests.len().min(results.len() + max_pending) {
                self.vm.submit(&self.tests.runner, &[&tests[submitted]], settings());
                submitted += 1;
            }
            let until = deadline.min(Instant::now() + CANCELLATION_CHECK);
            for execution in self.vm.next_results_until(until)?.into_iter().flatten() {
                let trace = self.tracer.trace(&tests[results.len()], &execution, execution.trace.clone());
                results.push((execution, trace));
            }
        }
        self.vm.cancel();
        Ok(results)
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

/// Returns the settings of a batch of test classes. Existing tests have a time limit, but no tick limit.
fn settings() -> BatchSettings {
    BatchSettings { tick_limit: i64::MAX as u64, ..BatchSettings::new(Mode::Observe) }
}

/// Returns the configuration of one worker without time limits.
fn config(platform: &Platform, code: &CombinedCode) -> vm::Config {
    let CombinedCode { program, mutants, .. } = code;
    vm::Config {
        sandbox: platform.sandbox,
        readable: platform.readable.clone(),
        working_folder: platform.working_folder.clone(),
        temporary: platform.temporary_folder().to_owned(),
        arguments: platform.jvm_arguments.clone(),
        heap_mb: HEAP_MB,
        bytes: i64::MAX as u64,
        methods: program.methods.len() as u32,
        branches: program.distance_count() + mutants.mutants.len() as u32,
        statements: program.statements.len() as u32,
        ..vm::Config::new(platform.world.jdk().java())
    }
}

/// Returns a function that provides the worker with classes and resources. The function instruments the code
/// under test and the tests, but not the libraries.
fn served_classes(tests: &ExistingTests, code: &CombinedCode) -> Classes {
    let (project, libraries) = (tests.project.clone(), tests.libraries.clone());
    let program = code.program.clone();
    // Distances and hints guide a search. Existing tests only need the coverage.
    let options = instrument::Options {
        call_distances: false,
        hints: false,
        mutants: (!code.mutants.mutants.is_empty()).then(|| code.mutants.clone()),
        ..instrument::Options::default()
    };
    Arc::new(move |request| match request {
        Request::Class(name) if project.contains(&name) => {
            Some(instrument::instrument(&project.bytes(&name)?, &program, &options).bytes)
        }
        Request::Class(name) => libraries.bytes(&name),
        Request::Resource(name) if name.starts_with(SERVICES) => {
            let files: Vec<Vec<u8>> = project.resources(&name).chain(libraries.resources(&name)).collect();
            (!files.is_empty()).then(|| files.join(&b'\n'))
        }
        Request::Resource(name) => {
            mockito_plugin(&name).or_else(|| project.resource(&name)).or_else(|| libraries.resource(&name))
        }
    })
}

/// Returns the content of a resource that selects a plugin of Mockito. Returns `None` for another resource.
fn mockito_plugin(name: &str) -> Option<Vec<u8>> {
    let (_, plugin) = MOCKITO_PLUGINS.into_iter().find(|(resource, _)| *resource == name)?;
    Some(plugin.into())
}
