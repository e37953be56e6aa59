//! The first stage: the class is loaded in workers, and a search can begin.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use emit::TestClass;
use execution::run::Coverage;
use generation::{Cluster, ClusterCall, ConstantPools, Crossover, Experience, GenerationContext, random};
use rand::seq::SliceRandom;
use search::{Purpose, stream};
use types::World;

use super::phase::Phase;
use super::run::Run;
use crate::cancellation::Cancellation;
use crate::configuration::Configuration;
use crate::configuration::features::{self, Feature};
use crate::details::Details;
use crate::error::{Cause, Error};
use crate::event::Event;
use crate::existing_coverage::ExistingCoverage;
use crate::existing_runs::ExistingRuns;
use crate::findings::details::Code;
use crate::findings::uncovered::{Explanation, Obstacles};
use crate::harness::Harness;
use crate::platform::Platform;
use crate::problem::JavaProblem;
use crate::problem::focus::Focus;
use crate::problem::generator::TestGenerator;
use crate::problem::outcome_counts::OutcomeCounts;
use crate::problem::submitter::StopSignal;
use crate::report::{Report, Status};
use crate::request::Request;
use crate::subject::method_table::indices_of_methods;
use crate::subject::reflection::inspects_classes;
use crate::subject::{self, Subject, indirect_calls, obstacles};
use crate::test_file;

/// A class that is ready for the search.
pub struct Prepared<'r> {
    pub(super) run: Run<'r>,
    /// The search problem, which owns the workers of the search.
    pub(super) problem: JavaProblem<'r>,
    /// Workers that can activate every mutant. During the search and after it, they run tests on mutants to
    /// select assertions.
    pub(super) mutant_harness: Harness,
    pub(super) phase: Phase,
}

/// Result of the preparation.
pub enum Preparation<'r> {
    /// The search can begin.
    Ready(Box<Prepared<'r>>),
    /// Existing tests cover every goal.
    NothingToAdd(Box<Report>),
}

impl<'r> Prepared<'r> {
    /// Reads the class, checks the test file, starts workers, and runs existing tests.
    ///
    /// # Errors
    /// Returns an error if the class or the test file cannot be used, or if no worker starts.
    pub fn load(
        platform: &'r Platform,
        request: &'r Request,
        cancellation: &'r Cancellation,
        listener: &'r mut dyn FnMut(Event),
    ) -> Result<Preparation<'r>, Error> {
        let began = Instant::now();
        let configuration = Configuration::new(&request.search, &request.budget)
            .map_err(|reason| Error::user(Cause::Options, &reason))?;
        tracing::info!("{configuration}");
        let world = &platform.world;
        let subject = subject::read(world, &request.class)?;
        let test_class = test_class(platform, request, &subject);
        let (package, name) = (&test_class.package, &test_class.name);
        let test_file = test_file::prepare(&request.output, package, name, request.force, cancellation)
            .map_err(|error| Error::user(Cause::Output, &error))?;
        let LoadedClass { mut harness, context, warnings, deadly } =
            load(platform, &configuration, &subject)?;
        // This call ignores a failure of the compiler. The verification uses the compiler later, and then
        // reports the failure.
        if !request.search_only {
            let _ = platform.verifier.warm_up();
        }
        let report = Report {
            without: configuration.without.clone(),
            lines: subject.program.lines.len(),
            warnings,
            ..Report::new(&request.class, Status::NoTestKept)
        };
        let mut run = Run {
            methods: Rc::new(indices_of_methods(&platform.world, &subject)),
            platform,
            request,
            configuration,
            cancellation,
            listener,
            subject,
            test_class,
            test_file,
            existing: None,
            began,
            checked_inspectors: Rc::default(),
            report,
            outcomes: OutcomeCounts::default(),
        };
        if run.run_existing_tests(&mut harness)? {
            return Ok(Preparation::NothingToAdd(Box::new(nothing_to_add(run.report))));
        }
        let configuration = run.configuration.with_strong_mutation();
        // The calls of existing tests are not recorded. So with existing tests, it is not known which
        // ordinary calls are new.
        let configuration = match run.existing {
            None => configuration.with_ordinary_calls(),
            Some(_) => configuration,
        };
        let mut mutant_harness =
            Harness::start(platform, &configuration, &run.subject, harness.goals.criteria(), &deadly)?;
        if let Some(existing) = &run.existing {
            existing.mark_covered(&mut mutant_harness.goals);
        }
        let phase = Phase::first(&run.configuration);
        let problem = problem(&run, harness, context, &phase);
        Ok(Preparation::Ready(Box::new(Prepared { run, problem, mutant_harness, phase })))
    }
}

impl Run<'_> {
    /// Runs existing tests, unless they ran already, and marks the goals that they cover. Returns whether
    /// existing tests cover all goals.
    fn run_existing_tests(&mut self, harness: &mut Harness) -> Result<bool, Error> {
        let existing_began = Instant::now();
        let Some(existing) = self.existing_coverage()? else { return Ok(false) };
        // The time limit of the run does not include the time of existing tests.
        self.began += existing_began.elapsed();
        existing.mark_covered(&mut harness.goals);
        existing.report(&harness.sections, &harness.goals, &mut self.report);
        let goals = if self.configuration.strengthen > 0 { &existing.goals } else { &harness.goals };
        let all_are_covered = goals.are_targets_covered_by_existing();
        if all_are_covered {
            self.report.details = Arc::new(self.details_of_existing(&existing));
        }
        self.existing = Some(existing);
        Ok(all_are_covered)
    }

    /// Returns what existing tests cover, line by line.
    fn details_of_existing(&self, existing: &ExistingCoverage) -> Details {
        let configuration = self.configuration.with_strong_mutation();
        let (coverage, obstacles) = (Coverage::default(), Obstacles::default());
        let program = &*self.subject.program;
        let code = Code {
            program,
            mutants: &self.subject.mutants(&configuration.criteria, configuration.max_mutants),
            lines: &existing.lines(),
            killed: &coverage.killed,
            explanation: Explanation::new(program, &existing.goals, &coverage, &[], &obstacles),
        };
        code.details()
    }

    /// Returns the coverage by existing tests. Returns `None` if there are no existing tests.
    fn existing_coverage(&self) -> Result<Option<ExistingCoverage>, Error> {
        let Run { platform, configuration, subject, .. } = self;
        let ignored = &self.request.ignored_tests;
        if platform.existing.as_ref().is_none_or(|tests| tests.are_all_ignored(ignored)) {
            return Ok(None);
        }
        let class = subject.internal_name(&platform.world);
        let max_mutants = configuration.with_strong_mutation().max_mutants;
        let coverage = |runs: &ExistingRuns| {
            let index = runs.index_of(&class, max_mutants)?;
            Some(runs.coverage(index, platform, configuration, subject, ignored))
        };
        if let Some(coverage) = platform.existing_runs.as_deref().and_then(coverage) {
            return Ok(Some(coverage));
        }
        let runs = platform.run_existing_tests(&[self.request], None, 1, self.cancellation)?;
        Ok(runs.as_ref().and_then(coverage))
    }
}

/// Returns the test class of a class under test, without tests.
fn test_class(platform: &Platform, request: &Request, subject: &Subject) -> TestClass {
    let named_class = TestClass::named(&platform.world, subject.class);
    let mut test_class = TestClass { dialect: platform.tests.dialect(), ..named_class };
    if let Some(fingerprint) = &request.fingerprint {
        test_class.header.push(emit::fingerprint_line(fingerprint));
    }
    let chosen = || platform.test_class_name(&request.output, &request.class);
    if let Some(name) = request.test_class.clone().or_else(chosen) {
        test_class.name = name;
    }
    test_class
}

/// A class that workers have loaded.
pub struct LoadedClass<'r> {
    /// The workers and the goals of the search.
    pub harness: Harness,
    /// The test cluster and the constants.
    pub context: GenerationContext<'r>,
    /// Warnings about parts of the class that Testudo cannot test.
    pub warnings: Vec<String>,
    /// Classes whose initialisation ends or blocks a worker.
    pub deadly: Vec<String>,
}

/// Loads a class in workers.
///
/// # Errors
/// Returns an error if the class cannot be loaded or has nothing to call, or if no worker starts.
pub fn load<'r>(
    platform: &'r Platform,
    configuration: &Configuration,
    subject: &Subject,
) -> Result<LoadedClass<'r>, Error> {
    let world = &platform.world;
    let targets = configuration.goal_options().criteria;
    let mut harness = Harness::start(platform, configuration, subject, &targets, &[])?;
    let context = context(world, configuration, subject);
    if context.cluster.calls.is_empty() {
        return Err(obstacles::nothing_to_call(world, subject));
    }
    tracing::debug!(calls = context.cluster.calls.len(), "class analysed");
    let failures = harness.vm.initialisation_failures()?;
    let name = &**world.name(subject.class);
    if let Some(failure) = failures.iter().find(|failure| failure.class == name) {
        return Err(obstacles::describe(failure, world.jdk()));
    }
    let warnings = obstacles::warnings(world, subject, &failures);
    let is_deadly = |failure: &vm::InitFailure| failure.thrown.is_none();
    let deadly = failures.into_iter().filter(is_deadly).map(|failure| failure.class).collect();
    Ok(LoadedClass { harness, context, warnings, deadly })
}

fn context<'r>(world: &'r World, configuration: &Configuration, subject: &Subject) -> GenerationContext<'r> {
    let has_constants = configuration.has(Feature::Constants);
    let mut pools = if has_constants { subject.pools.clone() } else { ConstantPools::default() };
    let mut cluster = Cluster::new(world, subject.class, &subject.nested);
    cluster.options = features::generation_options(&configuration.without);
    cluster.max_length = configuration.length;
    cluster.casts = subject.cast_types.clone();
    let indirect = indirect_calls::calls(&cluster);
    cluster.calls.extend(indirect);
    let inherited = subject.template_methods.iter().map(|template| template.method);
    let callable = inherited.filter(|&method| cluster.can_call(method));
    let callable: Vec<ClusterCall> = callable.map(ClusterCall::Method).collect();
    cluster.calls.extend(callable);
    if configuration.has(Feature::Content) && inspects_classes(&cluster, &subject.files) {
        cluster.sample = TestClass::named(world, subject.class).sample;
    }
    if has_constants && cluster.sample.is_some() {
        pools.own.strings.extend(sample::FIELDS.map(|name| name.encode_utf16().collect()));
    }
    GenerationContext { cluster, experience: Experience::new(pools) }
}

/// Returns a generator of tests. It prefers calls that can cover the goals of a harness.
pub fn generator<'r>(
    context: GenerationContext<'r>,
    crossover: Crossover,
    subject: &Subject,
    harness: &Harness,
) -> TestGenerator<'r> {
    let focus = Focus::new(&context.cluster, subject, &harness.goals);
    TestGenerator { context, focus, crossover, seeds: Vec::new() }
}

fn problem<'r>(
    run: &Run<'r>,
    harness: Harness,
    context: GenerationContext<'r>,
    phase: &Phase,
) -> JavaProblem<'r> {
    let configuration = &run.configuration;
    let generator = generator(context, configuration.crossover, &run.subject, &harness);
    let stop = StopSignal { cancellation: run.cancellation.clone(), deadline: phase.deadline.clone() };
    let mut problem = JavaProblem::new(harness, generator, stop);
    if configuration.has(Feature::CarvedTests)
        && let (Some(existing), Some(coverage)) = (&run.platform.existing, &run.existing)
    {
        let cluster = &problem.generator.context.cluster;
        problem.generator.seeds = existing.carve(&coverage.mentioning, cluster, &run.subject);
    }
    if configuration.has(Feature::SingleCalls) {
        let mut rng = stream(run.request.seed, Purpose::SeedTests);
        // `JavaProblem::new` has set the constants that the generator prefers. The seed tests use these
        // constants.
        let mut seeds = random::single_calls(&problem.generator.context, &mut rng);
        seeds.shuffle(&mut rng);
        seeds.truncate(configuration.parameters.population);
        problem.generator.seeds.extend(seeds);
    }
    problem
}

/// Returns the report of a class for which no new test covers more than the existing tests.
pub fn nothing_to_add(report: Report) -> Report {
    Report { status: Status::NothingToAdd, ..report }
        .with_message("no file is written: no new test covers a goal that the existing tests do not cover")
}
