//! What holds of goals and fitness for every program and execution.

use std::fs::{self, File};
use std::io::Read;
use std::ops::Range;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;
use std::{env, iter};

use analysis::{Method, Program};
use classfile::ClassFile;
use goals::{Dense, Goals, Trace, nu};
use proptest::prelude::*;
use zip::ZipArchive;

const SOURCE: &str = r#"
class Subject {
    int plain() { return 1; }
    void empty() { }
    static int f(int a, int[] b) {
        for (int i = 0; i < a; i++) {
            while (b[i] > 3) {
                if (i == 7 && a > 9 || b[i] < 5) continue;
                switch (b[i]) { case 1: case 2: return 5; case 3: break; default: b[i]--; }
            }
        }
        try {
            if (Integer.parseInt("" + a) > 4) return 1;
        } catch (NumberFormatException e) {
            if (a > 99) return 2;
        } finally {
            if (a == -1) b[0] = 1;
        }
        return 3;
    }
    static void g(int a) { for (;;) if (a-- == 3) f(a, null); }
    static boolean small(int a) { return a < 9; }
    static boolean fits(int a, String b) { return a > 20 && !small(a) || even(a) && b.isEmpty(); }
    static boolean even(int a) { return a == 0 || odd(a - 1); }
    static boolean odd(int a) { return small(a) ? even(a - 1) : a > 99; }
    static int h(int[] a, String b) {
        boolean all = true, any = false;
        for (int c : a) { all &= fits(c, b); if (small(c)) any = true; }
        return all ? 1 : any ? 2 : odd(a[0]) ? 3 : 4;
    }
}
"#;

static PROGRAM: LazyLock<Program> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("Subject.java");
    fs::write(&source, SOURCE).unwrap();
    let javac = env::var_os("JAVA_HOME").map_or("javac".into(), |home| Path::new(&home).join("bin/javac"));
    assert!(Command::new(javac).arg("-d").arg(folder.path()).arg(&source).status().unwrap().success());
    let bytes = fs::read(folder.path().join("Subject.class")).unwrap();
    Program::new(&[&ClassFile::read(&bytes).unwrap()]).unwrap()
});

prop_compose! {
    /// Any predicates of any entered methods ran, whether the control flow allows it or not.
    fn trace()(
        entered in prop::collection::vec(any::<bool>(), PROGRAM.methods.len()),
        ran in prop::collection::vec(any::<bool>(), PROGRAM.branches_and_values() as usize),
        distances in prop::collection::vec(
            prop_oneof![3 => Just(0.0), 2 => Just(1.0), 3 => 0.0..100.0, 1 => Just(f64::MAX), 1 => Just(f64::MIN_POSITIVE), 1 => Just(f64::INFINITY)],
            PROGRAM.branches_and_values() as usize,
        ),
    ) -> Trace {
        let methods: Vec<u32> = (0..entered.len() as u32).filter(|&method| entered[method as usize]).collect();
        let probed = methods.iter().flat_map(|&method| probed(&PROGRAM.methods[method as usize]));
        let branches = probed.filter(|branches| ran[branches.start as usize]).flatten();
        Trace { branches: branches.map(|branch| (branch, distances[branch as usize])).collect(), methods, ..Trace::default() }
    }
}

/// The branches of every predicate and value of a method.
fn probed(method: &Method) -> impl Iterator<Item = Range<u32>> {
    let predicates =
        method.predicates.iter().map(|predicate| (predicate.first.0, predicate.outcomes.len() as u32));
    let values = method.values.iter().map(|value| (value.first.0, 2));
    predicates.chain(values).map(|(first, count)| first..first + count)
}

fn covered(goals: &Goals, trace: &Trace) -> Vec<u32> {
    let mut covered = Vec::new();
    goals.covered(trace, &mut |goal| covered.push(goal));
    covered
}

fn all_fitness(goals: &Goals, dense: &Dense) -> Vec<f64> {
    (0..goals.len() as u32).map(|goal| goals.fitness(goal, dense)).collect()
}

proptest! {
    #[test]
    fn fitness_is_zero_exactly_when_covered(trace in trace()) {
        let goals = Goals::branches(&PROGRAM);
        let mut dense = Dense::default();
        goals.load(&trace, &mut dense);
        let zero: Vec<u32> = (0..goals.len() as u32).filter(|&goal| goals.fitness(goal, &dense) == 0.0).collect();
        prop_assert_eq!(zero, covered(&goals, &trace));
        prop_assert!(all_fitness(&goals, &dense).iter().all(|&fitness| fitness >= 0.0 && fitness.is_finite()));
    }

    #[test]
    fn flags_only_bring_branches_nearer_that_were_missed(trace in trace()) {
        let with = Goals::branches(&PROGRAM);
        let without = with.clone().without_flags();
        let (mut graded, mut plain) = (Dense::default(), Dense::default());
        with.load(&trace, &mut graded);
        without.load(&trace, &mut plain);
        let branches = PROGRAM.branches.len() as u32;
        for (goal, (graded, plain)) in (0..).zip(iter::zip(all_fitness(&with, &graded), all_fitness(&without, &plain))) {
            prop_assert!(graded <= plain && plain - graded <= 1.0, "no change is worth more than a level");
            prop_assert!(goal < branches || graded == plain);
        }
        prop_assert_eq!(covered(&with, &trace), covered(&without, &trace));
    }

    #[test]
    fn nothing_of_an_earlier_execution_is_left(first in trace(), second in trace()) {
        let goals = Goals::branches(&PROGRAM);
        let (mut reused, mut fresh) = (Dense::default(), Dense::default());
        goals.load(&first, &mut reused);
        goals.load(&second, &mut reused);
        goals.load(&second, &mut fresh);
        prop_assert_eq!(all_fitness(&goals, &reused), all_fitness(&goals, &fresh));
    }

    #[test]
    fn a_method_that_is_not_entered_is_worse_than_any_way_through_it(trace in trace()) {
        let goals = Goals::branches(&PROGRAM);
        let (mut entered, mut nothing) = (Dense::default(), Dense::default());
        goals.load(&trace, &mut entered);
        goals.load(&Trace::default(), &mut nothing);
        for goal in 0..goals.len() as u32 {
            let method = goals.method(goal);
            let (some, none) = (goals.fitness(goal, &entered), goals.fitness(goal, &nothing));
            prop_assert_eq!(some < none, trace.methods.contains(&method.0));
        }
    }

    #[test]
    fn normalising_keeps_the_order(a in 0..10_000_000_u32, b in 0..10_000_000_u32) {
        prop_assert_eq!(a < b, nu(a.into()) < nu(b.into()));
        prop_assert!(nu(a.into()) < 1.0);
    }
}

#[test]
fn distances_at_the_limits_normalise_to_less_than_one() {
    for distance in [1e17, f64::MAX, f64::INFINITY] {
        assert!(nu(distance) < 1.0);
    }
    assert!(nu(f64::from_bits(1)) > 0.0);
}

#[test]
fn every_goal_hangs_on_a_root_in_the_end() {
    assert_all_are_reached(&Goals::branches(&PROGRAM));
}

#[test]
fn every_goal_of_the_subject_libraries_hangs_on_a_root_in_the_end() {
    let Some(folder) = env::var_os("TESTUDO_SUBJECTS") else {
        println!("skipped: TESTUDO_SUBJECTS names no folder of libraries");
        return;
    };
    for library in fs::read_dir(folder).unwrap() {
        for jar in fs::read_dir(library.unwrap().path()).unwrap().map(|entry| entry.unwrap().path()) {
            if jar.extension().is_some_and(|extension| extension == "jar") {
                classes(&jar).iter().for_each(|class| {
                    assert_all_are_reached(&Goals::branches(&Program::new(&[class]).unwrap()));
                });
            }
        }
    }
}

fn assert_all_are_reached(goals: &Goals) {
    let mut reached = vec![false; goals.len()];
    let mut open = goals.roots().to_vec();
    while let Some(goal) = open.pop() {
        if !std::mem::replace(&mut reached[goal as usize], true) {
            open.extend(goals.dependents(goal));
        }
    }
    let missed =
        iter::zip(0.., reached).filter(|(_, reached)| !reached).map(|(goal, _)| goals.describe(goal));
    assert_eq!(missed.collect::<Vec<_>>(), Vec::<String>::new());
}

fn classes(jar: &Path) -> Vec<ClassFile> {
    let mut archive = ZipArchive::new(File::open(jar).unwrap()).unwrap();
    let mut classes = Vec::new();
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).unwrap();
        if entry.name().ends_with(".class") {
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            classes.push(ClassFile::read(&bytes).unwrap());
        }
    }
    classes
}
