//! The measured parts of Testudo, as functions that a benchmark calls repeatedly.

use std::hint::black_box;

use generation::{crossover, mutate, random};
use goals::IndexedTrace;
use instrument::{Options, instrument};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use search::ranking::{Sorting, crowding, nondominated_sort};
use search::scores::Scores;
use search::selection::survivors;
use search::{Goal, Parameters};
use testcase::TestCase;
use vm::{BatchSettings, Mode, Wire};

use crate::inputs::Input;

/// A measured part of Testudo. Each part except `Instrument` processes a hundred tests.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// Instruments a class.
    Instrument,
    /// Generates random tests.
    Generate,
    /// Mutates each test.
    Mutate,
    /// Applies crossover to each test and the next test.
    Cross,
    /// Encodes the tests for the runner.
    Encode,
    /// Runs the tests in a worker, including encoding and decoding.
    #[allow(
        dead_code,
        reason = "the benchmark `instructions` omits this part, because its counts differ between runs"
    )]
    Transport,
    /// Decodes the response of the runner.
    Decode,
    /// Computes the fitness of each test for each goal.
    Fitness,
    /// Selects the surviving half of the tests by their fitness for all goals, as the search does.
    Select,
    /// Sorts the tests into fronts by dominance.
    Dominance,
    /// Computes the crowding distance of each test.
    Crowding,
}

/// A function to measure. Each call repeats the same work.
pub type Work = Box<dyn FnMut()>;

/// Returns the function of a part for an input. Calls the function once before it is measured: the first call
/// computes values that later calls reuse.
pub fn prepare(part: Part, name: &str) -> Work {
    let input = Input::read(name);
    let mut work = match part {
        Part::Instrument => instrumentation(&input),
        Part::Generate => generation(input),
        Part::Mutate => mutation(input),
        Part::Cross => crossover(input),
        Part::Encode => encoding(input),
        Part::Transport => transport(input),
        Part::Decode => decoding(&input),
        Part::Fitness => fitness(input),
        Part::Select => selection(&input),
        Part::Dominance => dominance(&input),
        Part::Crowding => crowding_distance(&input),
    };
    work();
    work
}

fn rng() -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(2)
}

fn instrumentation(input: &Input) -> Work {
    let subject = &input.target.subject;
    let name = subject.internal_name(input.target.world);
    let bytes = input.target.world.class_path().bytes(&name).expect("a class");
    let program = subject.program.clone();
    Box::new(move || drop(black_box(instrument(&bytes, &program, &Options::default()))))
}

fn generation(input: Input) -> Work {
    Box::new(move || {
        let mut rng = rng();
        input.tests.iter().for_each(|_| drop(black_box(random::random_test(&input.context, &mut rng))));
    })
}

fn mutation(input: Input) -> Work {
    Box::new(move || {
        let mut rng = rng();
        for test in &input.tests {
            let mut test = test.clone();
            let length = test.len();
            mutate(&mut test, length, &input.context, &mut rng);
            black_box(&test);
        }
    })
}

fn crossover(input: Input) -> Work {
    Box::new(move || {
        let mut rng = rng();
        for pair in input.tests.windows(2) {
            black_box(crossover::single_point(&pair[0], &pair[1], &input.context, &mut rng));
        }
    })
}

fn encoding(input: Input) -> Work {
    let mut wire = Wire::default();
    Box::new(move || drop(black_box(wire.message(input.target.world, &input.batch()))))
}

fn transport(input: Input) -> Work {
    let mut vm = input.target.worker();
    Box::new(move || {
        vm.submit(input.target.world, &input.batch(), BatchSettings::new(Mode::Run));
        black_box(vm.next_results().expect("results"));
    })
}

fn decoding(input: &Input) -> Work {
    let [first, second] = input.responses();
    let mut wire = Wire::default();
    assert_eq!(wire.executions(&first).expect("a response").len(), input.tests.len());
    Box::new(move || drop(black_box(wire.executions(&second).expect("a response"))))
}

fn fitness(input: Input) -> Work {
    let traces = input.traces();
    let goals = input.target.goals;
    let mut indexed = IndexedTrace::default();
    Box::new(move || {
        for trace in &traces {
            goals.load(trace, &mut indexed);
            black_box((0..goals.len()).map(|goal| goals.fitness(goal.into(), &indexed)).sum::<f64>());
        }
    })
}

/// Returns the fitness of all tests for all goals.
fn scores(input: &Input) -> Scores {
    let goals = &input.target.goals;
    let mut indexed = IndexedTrace::default();
    let mut values = Vec::new();
    for trace in &input.traces() {
        goals.load(trace, &mut indexed);
        values.extend((0..goals.len()).map(|goal| goals.fitness(goal.into(), &indexed)));
    }
    Scores::new((0..goals.len() as u32).map(Goal).collect(), values)
}

fn selection(input: &Input) -> Work {
    let scores = scores(input);
    let lengths: Vec<usize> = input.tests.iter().map(TestCase::len).collect();
    let population = Parameters::default().population;
    Box::new(move || {
        let distinct = scores.distinct();
        let fronts = Sorting::Preference.fronts(&distinct, &lengths, population);
        black_box(survivors(&distinct, &fronts, population));
    })
}

fn dominance(input: &Input) -> Work {
    let (scores, tests) = (scores(input), input.tests.len());
    Box::new(move || drop(black_box(nondominated_sort(&scores, (0..tests).collect()))))
}

fn crowding_distance(input: &Input) -> Work {
    let (scores, front) = (scores(input), (0..input.tests.len()).collect::<Vec<_>>());
    Box::new(move || drop(black_box(crowding(&scores, &front))))
}
