//! Signals at random moments of a run: afterwards the test file is the old file or a complete new file, and
//! no process remains. After signals other than KILL, no other file remains.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::workspace::{Workspace, classes};

const CLASS: &str = "demo.Roman";
const OPTIONS: &str = "--class demo.Roman --tests 100 --seed 1 --workers 1";
/// Probability that a run receives the signal twice.
const SECOND_SIGNAL_PROBABILITY: f64 = 0.7;

/// Runs the command without a signal. The options differ from [`OPTIONS`], so that the test file differs from
/// the file of an interrupted run. Returns the text of the test file and the duration of the run.
fn uninterrupted_run() -> (String, Duration) {
    let workspace = Workspace::new();
    let start = Instant::now();
    let run = workspace.run(
        &mut workspace.generate_command(classes(), "--class demo.Roman --tests 50 --seed 9 --workers 1"),
    );
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    (fs::read_to_string(workspace.test_file(CLASS)).unwrap(), start.elapsed())
}

/// Checks which files and processes remain after an interrupted run, once for each seed. Each run receives
/// one of the signals at a random moment, and often receives the same signal again later.
fn check_interrupted_runs(seeds: std::ops::Range<u64>, signals: &[libc::c_int]) {
    let (old_text, duration) = uninterrupted_run();
    let mut new_files = 0;
    for seed in seeds {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let workspace = Workspace::new();
        fs::create_dir_all(workspace.test_file(CLASS).parent().unwrap()).unwrap();
        fs::write(workspace.test_file(CLASS), &old_text).unwrap();
        let signal = signals[rng.random_range(0..signals.len())];
        let first_delay = duration.mul_f64(1.1 * rng.random::<f64>());
        let second_delay =
            rng.random_bool(SECOND_SIGNAL_PROBABILITY).then(|| duration.mul_f64(rng.random::<f64>().powi(2)));
        let mut child = workspace.generate_command(classes(), OPTIONS).stderr(Stdio::null()).spawn().unwrap();
        for delay in [Some(first_delay), second_delay].into_iter().flatten() {
            sleep(delay);
            send(&mut child, signal);
        }
        let status = child.wait().unwrap();
        let description = format!(
            "seed {seed}: signal {signal} after {first_delay:?}, then after {second_delay:?}: {status}"
        );
        workspace.wait_for_processes();
        let text = fs::read_to_string(workspace.test_file(CLASS)).unwrap();
        println!("{description}, {} file", if text == old_text { "the old" } else { "a new" });
        assert!(text == old_text || emit::is_unedited(&text), "{description}:\n{text}");
        new_files += u32::from(text != old_text);
        if signal != libc::SIGKILL {
            assert_eq!(workspace.file_names_beside_test(CLASS), ["RomanTest.java"], "{description}");
            assert_eq!(workspace.temporary_files(), Vec::<PathBuf>::new(), "{description}");
        }
    }
    println!("{new_files} new files");
}

/// Sends a signal to a child process, if the process has not ended.
fn send(child: &mut Child, signal: libc::c_int) {
    if child.try_wait().unwrap().is_none() {
        // SAFETY: `kill` has no preconditions. The ID still belongs to the child, because this process has
        // not yet waited for the child.
        unsafe { libc::kill(child.id() as libc::pid_t, signal) };
    }
}

#[test]
fn after_an_interrupt_only_the_old_file_or_a_complete_new_file_remains() {
    check_interrupted_runs(0..5, &[libc::SIGINT, libc::SIGTERM, libc::SIGHUP]);
}

#[test]
fn no_process_remains_after_a_run_is_killed() {
    check_interrupted_runs(0..2, &[libc::SIGKILL]);
}

#[test]
#[ignore = "takes an hour: ./x faults"]
fn for_an_hour_only_test_files_remain_after_interrupts() {
    check_interrupted_runs(100..300, &[libc::SIGINT, libc::SIGTERM, libc::SIGHUP]);
}
