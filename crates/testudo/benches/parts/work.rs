//! The parts of Testudo, each as something that can be done again and again.

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

/// What is measured: but for the first, with a hundred tests.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// Putting probes into a class.
    Instrument,
    /// Making tests at random.
    Generate,
    /// Mutating each.
    Mutate,
    /// Recombining each with the next.
    Cross,
    /// Writing them as the runner reads them.
    Encode,
    /// Having a worker run them, from there to what it told, decoded.
    #[allow(
        dead_code,
        reason = "instructions are counted where each run is the same, which a worker's pace is not"
    )]
    Transport,
    /// Reading what the runner tells of them.
    Decode,
    /// How far each is from every goal.
    Fitness,
    /// Choosing the half that survives, by every goal, as the search does.
    Select,
    /// Sorting them into fronts by dominance.
    Dominance,
    /// How crowded each is among all.
    Crowding,
}

/// Something to measure. Every time it does about the same.
pub type Work = Box<dyn FnMut()>;

/// Makes a part of Testudo ready, with a class by its name among the inputs, and does it once: what is found out only once is known
/// then.
pub fn prepare(part: Part, name: &str) -> Work {
    let input = Input::read(name);
    let mut work = match part {
        Part::Instrument => instrumenting(&input),
        Part::Generate => generating(input),
        Part::Mutate => mutating(input),
        Part::Cross => crossing(input),
        Part::Encode => encoding(input),
        Part::Transport => transporting(input),
        Part::Decode => decoding(&input),
        Part::Fitness => fitness(input),
        Part::Select => selecting(&input),
        Part::Dominance => by_dominance(&input),
        Part::Crowding => by_crowding(&input),
    };
    work();
    work
}

fn rng() -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(2)
}

fn instrumenting(input: &Input) -> Work {
    let subject = &input.target.subject;
    let name = subject.internal_name(input.target.world);
    let bytes = input.target.world.class_path().bytes(&name).expect("a class");
    let program = subject.program.clone();
    Box::new(move || drop(black_box(instrument(&bytes, &program, &Options::default()))))
}

fn generating(input: Input) -> Work {
    Box::new(move || {
        let mut rng = rng();
        input.tests.iter().for_each(|_| drop(black_box(random::random_test(&input.context, &mut rng))));
    })
}

fn mutating(input: Input) -> Work {
    Box::new(move || {
        let mut rng = rng();
        for test in &input.tests {
            let mut test = test.clone();
            let all = test.len();
            mutate(&mut test, all, &input.context, &mut rng);
            black_box(&test);
        }
    })
}

fn crossing(input: Input) -> Work {
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

fn transporting(input: Input) -> Work {
    let mut vm = input.target.worker();
    Box::new(move || {
        vm.submit(input.target.world, &input.batch(), BatchSettings::new(Mode::Run));
        black_box(vm.next_results().expect("results"));
    })
}

fn decoding(input: &Input) -> Work {
    let [first, again] = input.answers();
    let mut wire = Wire::default();
    assert_eq!(wire.executions(&first).expect("an answer").len(), input.tests.len());
    Box::new(move || drop(black_box(wire.executions(&again).expect("an answer"))))
}

fn fitness(input: Input) -> Work {
    let traces = input.traces();
    let goals = input.target.goals;
    let mut dense = IndexedTrace::default();
    Box::new(move || {
        for trace in &traces {
            goals.load(trace, &mut dense);
            black_box((0..goals.len()).map(|goal| goals.fitness(goal.into(), &dense)).sum::<f64>());
        }
    })
}

/// The fitness of all tests on all goals.
fn scores(input: &Input) -> Scores {
    let goals = &input.target.goals;
    let mut dense = IndexedTrace::default();
    let mut values = Vec::new();
    for trace in &input.traces() {
        goals.load(trace, &mut dense);
        values.extend((0..goals.len()).map(|goal| goals.fitness(goal.into(), &dense)));
    }
    Scores::new((0..goals.len() as u32).map(Goal).collect(), values)
}

fn selecting(input: &Input) -> Work {
    let scores = scores(input);
    let lengths: Vec<usize> = input.tests.iter().map(TestCase::len).collect();
    let population = Parameters::default().population;
    Box::new(move || {
        let distinct = scores.distinct();
        let fronts = Sorting::Preference.fronts(&distinct, &lengths, population);
        black_box(survivors(&distinct, &fronts, population));
    })
}

fn by_dominance(input: &Input) -> Work {
    let (scores, tests) = (scores(input), input.tests.len());
    Box::new(move || drop(black_box(nondominated_sort(&scores, (0..tests).collect()))))
}

fn by_crowding(input: &Input) -> Work {
    let (scores, front) = (scores(input), (0..input.tests.len()).collect::<Vec<_>>());
    Box::new(move || drop(black_box(crowding(&scores, &front))))
}
