//! The search of one class, as options ask for it, with what is reported of it.

use std::cell::Cell;
use std::time::Instant;

use fixedbitset::FixedBitSet;
use goals::Goals;
use rand::SeedableRng;
use search::{Archive, Found, Rng, Spent};

use crate::cli::Budget;
use crate::configuration::Configuration;
use crate::counts::{self, Count, Sections};
use crate::events::{Event, Progress, Report};
use crate::individual::Individual;
use crate::problem::JavaProblem;
use crate::session::Session;
use crate::settings::Algorithm;
use crate::{adaptive, interrupt, loading, stale};

/// Generations without anything new after which nothing more is expected of strengthening.
const PATIENCE: u64 = 40;

/// A part of the search of a class.
pub struct Stage {
    /// When it ends; times count from its beginning.
    pub limits: Budget,
    /// When it began.
    pub began: Instant,
    /// The shares of the whole budget that are gone when it begins and when it ends.
    pub shares: (f64, f64),
    /// When it ends before.
    pub patience: Patience,
}

/// When a stage ends because nothing is covered for the first time any more.
#[derive(Clone, Copy, Debug)]
pub enum Patience {
    /// Once a share of the whole budget is gone, and nothing was for another one; perhaps when it is stale.
    Share {
        /// The share that is gone at least.
        least: f64,
        /// The share for which nothing was.
        idle: f64,
        /// Whether it ends when it is [stale](crate::stale).
        stale: bool,
    },
    /// After so many generations without.
    Generations(u64),
}

impl Patience {
    /// Whether it is over, when a share of the whole budget is gone and something was covered last when another one was; the same
    /// in generations.
    fn is_over(self, share: f64, last_share: f64, generation: u64, last_generation: u64) -> bool {
        match self {
            Patience::Share { least, idle, stale } => {
                share >= least && share - last_share >= idle || stale && stale::is_stale(share, last_share)
            }
            Patience::Generations(idle) => generation - last_generation >= idle,
        }
    }
}

impl Stage {
    /// The part of a budget that is for what the criteria ask for; it begins now. Half of what is for killing mutants it may have
    /// as well, as long as it gets on.
    pub fn first(configuration: &Configuration) -> Stage {
        let kept = f64::from(configuration.strengthen) / 100.0;
        let part = 1.0 - kept / 2.0;
        let stale = configuration.stop_when_stale;
        let patience = Patience::Share { least: 1.0 - kept, idle: kept / 4.0, stale };
        let of = |limit: Option<u64>| limit.map(|limit| (limit as f64 * part) as u64);
        let Budget { time, generations, tests, statements } = configuration.budget;
        let limits = Budget {
            time: time.map(|time| time.mul_f64(part)),
            generations: of(generations),
            tests: of(tests),
            statements: of(statements),
        };
        Stage { limits, began: Instant::now(), shares: (0.0, part), patience }
    }

    /// What is left of it when that stage has spent some; it begins now.
    pub fn rest(&self, configuration: &Configuration, spent: &Spent) -> Stage {
        let of = |limit: Option<u64>, spent: u64| limit.map(|limit| limit.saturating_sub(spent));
        let Budget { time, generations, tests, statements } = configuration.budget;
        let limits = Budget {
            time: time.map(|time| time.saturating_sub(self.began.elapsed())),
            generations: of(generations, spent.generations),
            tests: of(tests, spent.tests),
            statements: of(statements, spent.statements),
        };
        let patience = Patience::Generations(PATIENCE);
        Stage { limits, began: Instant::now(), shares: (self.shares.1, 1.0), patience }
    }

    /// Whether its time is over.
    pub fn is_late(&self) -> bool {
        self.limits.time.is_some_and(|time| self.began.elapsed() >= time)
    }

    /// The share of the whole budget that is gone when a share of this stage's is.
    fn of_all(&self, share: f64) -> f64 {
        self.shares.0 + share.min(1.0) * (self.shares.1 - self.shares.0)
    }
}

/// Searches for tests until the stage is over or nothing is left to cover; `sections` are those of
/// the goals before the first test.
pub fn search<'a>(
    session: &Session,
    problem: &mut JavaProblem<'a>,
    sections: &Sections,
    stage: &Stage,
    report: &mut Report,
    tell: &mut dyn FnMut(Event),
) -> Found<JavaProblem<'a>> {
    let seed = session.options.seed;
    let began = stage.began;
    let timeline = session.timeline.as_ref();
    let mut track = timeline.map(|it| {
        let start = |start: &search::Progress| it.track(&report.class, seed, sections, start);
        standing(&problem.goals, &Archive::default(), Spent::default(), start)
    });
    // Those of exceptions have no end.
    let idle = sections.0.iter().all(|(_, section)| section.is_empty());
    let algorithm = algorithm(session, problem);
    let found = run(session, problem, &algorithm, stage, idle, &mut |share, progress| {
        if let Some(track) = &mut track {
            track.record(share, began.elapsed().as_secs_f64(), progress);
        }
        let &search::Progress { goals, covered, spent, .. } = progress;
        let share = stage.of_all(share);
        tell(Event::Progress(Progress { share, goals, covered, tests: spent.tests }));
    });
    if let Some(track) = track {
        let end = |end: &search::Progress| track.end(began.elapsed().as_secs_f64(), end);
        standing(&problem.goals, &found.archive, found.spent, end);
    }
    report.search_seconds = began.elapsed().as_secs_f64();
    let counts = covered(problem, &found, sections);
    report.warnings.extend(counts::none(&counts));
    report.count(counts);
    report.tests_executed = found.spent.tests;
    report.statements_executed = found.spent.statements;
    report.generations = found.spent.generations;
    report.runs_on_mutants = problem.runs_on_mutants;
    let affs = session.configuration.affs;
    report.choices = affs.map_or_else(Vec::new, |affs| adaptive::told(&affs, seed, &found.choices));
    report.unbuildable = loading::unbuildable(&problem.cluster, &problem.focus);
    found
}

/// Counts the goals of some sections that a search or existing tests cover.
pub fn covered(problem: &JavaProblem, found: &Found<JavaProblem>, sections: &Sections) -> Vec<Count> {
    let goals = &problem.goals;
    sections
        .count(goals.len(), &|goal| goals.is_settled(goal) || found.archive.is_covered(search::Goal(goal)))
}

/// Searches, from the tests that the problem has to begin with, for those that kill mutants.
pub fn strengthen<'a>(
    session: &Session,
    problem: &mut JavaProblem<'a>,
    stage: &Stage,
    report: &mut Report,
    tell: &mut dyn FnMut(Event),
) -> Found<JavaProblem<'a>> {
    let before = report.tests_executed;
    let found = run(session, problem, &search::Algorithm::Dynamosa, stage, false, &mut |share, progress| {
        let &search::Progress { goals, covered, spent, .. } = progress;
        let (share, tests) = (stage.of_all(share), before + spent.tests);
        tell(Event::Progress(Progress { share, goals, covered, tests }));
    });
    report.search_seconds += stage.began.elapsed().as_secs_f64();
    report.tests_executed += found.spent.tests;
    report.statements_executed += found.spent.statements;
    report.generations += found.spent.generations;
    report.runs_on_mutants += problem.runs_on_mutants;
    found
}

/// Runs an algorithm as long as a stage lasts, which is over at once where it is idle; `listen` is told the share of it that is gone.
fn run<'a>(
    session: &Session,
    problem: &mut JavaProblem<'a>,
    algorithm: &search::Algorithm,
    stage: &Stage,
    idle: bool,
    listen: &mut dyn FnMut(f64, &search::Progress),
) -> Found<JavaProblem<'a>> {
    let lost = problem.lost.clone();
    let configuration = session.configuration;
    let limits = &stage.limits;
    let last = Cell::new((0, 0.0, 0));
    let stale = Cell::new(false);
    let idle = idle || problem.goals.are_settled();
    let settled: FixedBitSet = problem.goals.settled().map(|goal| goal as usize).collect();
    let gone = || match limits.time {
        _ if idle || stale.get() || lost.get() || interrupt::requested() => 1.0,
        Some(time) => stage.began.elapsed().as_secs_f64() / time.as_secs_f64(),
        None => 0.0,
    };
    let budget = search::Budget {
        generations: limits.generations,
        tests: limits.tests,
        statements: limits.statements,
        gone: &gone,
    };
    let mut report = |progress: &search::Progress| {
        let share = budget.share(&progress.spent).min(1.0);
        let (of_all, generation) = (stage.of_all(share), progress.spent.generations);
        if progress.covered > last.get().0 {
            last.set((progress.covered, of_all, generation));
        }
        let (_, last_share, last_generation) = last.get();
        stale.set(stage.patience.is_over(of_all, last_share, generation, last_generation));
        listen(
            share,
            &search::Progress {
                covered: progress.covered + settled.count_ones(..),
                is_covered: &|goal| settled.contains(goal.index()) || (progress.is_covered)(goal),
                ..*progress
            },
        );
    };
    let mut rng = Rng::seed_from_u64(session.options.seed);
    algorithm.search(problem, &configuration.parameters, &budget, &mut rng, &mut report)
}

fn algorithm(session: &Session, problem: &mut JavaProblem) -> search::Algorithm {
    let configuration = session.configuration;
    match (configuration.affs, configuration.algorithm) {
        (Some(affs), _) => search::Algorithm::Affs(adaptive::selection(&affs, session.options.seed, problem)),
        (None, Algorithm::Random) => search::Algorithm::Random,
        (None, Algorithm::OneGoal) => search::Algorithm::OneGoal,
        (None, Algorithm::Ws) => search::Algorithm::Ws,
        (None, Algorithm::Wsa) => search::Algorithm::Wsa,
        (None, Algorithm::Mosa) => search::Algorithm::Mosa,
        (None, Algorithm::Dynamosa) => search::Algorithm::Dynamosa,
        (None, Algorithm::DynamosaRank) => search::Algorithm::DynamosaRank,
        (None, Algorithm::DynamosaPref) => search::Algorithm::DynamosaPref,
    }
}

/// Tells how a search stands whose tests are in an archive, existing ones included.
fn standing<R>(
    goals: &Goals,
    archive: &Archive<Individual>,
    spent: Spent,
    tell: impl FnOnce(&search::Progress) -> R,
) -> R {
    tell(&search::Progress {
        spent,
        goals: goals.len(),
        covered: archive.covered() + goals.settled().count(),
        archived: archive.tests().len(),
        is_covered: &|goal| goals.is_settled(goal.0) || archive.is_covered(goal),
    })
}
