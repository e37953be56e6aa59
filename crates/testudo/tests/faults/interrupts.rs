//! Runs that are ended from outside at any moment: the file is the old one or a whole new one, and nothing else is left.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::place::{Place, classes};

const CLASS: &str = "demo.Roman";
const OPTIONS: &str = "--class demo.Roman --tests 100 --seed 1 --workers 1";
/// How often two signals come rather than one.
const TWICE: f64 = 0.7;

/// A file of the same class that another run wrote, and how long that took.
fn before() -> (String, Duration) {
    let place = Place::new();
    let began = Instant::now();
    let run = place.run(&mut place.command(classes(), "--class demo.Roman --tests 50 --seed 9 --workers 1"));
    assert_eq!(run.code, Some(0), "{}", run.said);
    (fs::read_to_string(place.file(CLASS)).unwrap(), began.elapsed())
}

/// A number of runs, in each of which one of these signals comes at a random moment, and as a rule once more at another.
fn check(seeds: std::ops::Range<u64>, signals: &[libc::c_int]) {
    let (old, time) = before();
    let mut whole = 0;
    for seed in seeds {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let place = Place::new();
        fs::create_dir_all(place.file(CLASS).parent().unwrap()).unwrap();
        fs::write(place.file(CLASS), &old).unwrap();
        let signal = signals[rng.random_range(0..signals.len())];
        let first = time.mul_f64(1.1 * rng.random::<f64>());
        let second = rng.random_bool(TWICE).then(|| time.mul_f64(rng.random::<f64>().powi(2)));
        let mut child = place.command(classes(), OPTIONS).stderr(Stdio::null()).spawn().unwrap();
        for moment in [Some(first), second].into_iter().flatten() {
            sleep(moment);
            send(&mut child, signal);
        }
        let status = child.wait().unwrap();
        let what = format!("seed {seed}: {signal} after {first:?}, then {second:?}: {status}");
        place.wait_for_processes();
        let found = fs::read_to_string(place.file(CLASS)).unwrap();
        println!("{what}, {} file", if found == old { "the old" } else { "a new" });
        assert!(found == old || emit::is_unedited(&found), "{what}:\n{found}");
        whole += u32::from(found != old);
        if signal != libc::SIGKILL {
            assert_eq!(place.beside(CLASS), ["RomanTest.java"], "{what}");
            assert_eq!(place.temporary(), Vec::<PathBuf>::new(), "{what}");
        }
    }
    println!("{whole} new files");
}

/// Nothing happens where it has ended.
fn send(child: &mut Child, signal: libc::c_int) {
    if child.try_wait().unwrap().is_none() {
        // SAFETY: a system call; the child is not reaped yet.
        unsafe { libc::kill(child.id() as libc::pid_t, signal) };
    }
}

#[test]
fn interrupts_leave_the_old_file_or_a_whole_one_and_nothing_else() {
    check(0..5, &[libc::SIGINT, libc::SIGTERM, libc::SIGHUP]);
}

#[test]
fn no_process_outlives_a_run_that_is_killed() {
    check(0..2, &[libc::SIGKILL]);
}

#[test]
#[ignore = "takes an hour: ./x faults"]
fn for_an_hour_interrupts_leave_nothing() {
    check(100..300, &[libc::SIGINT, libc::SIGTERM, libc::SIGHUP]);
}
