//! A JDK that injects faults into workers. A relay process forwards the results of a worker to Testudo. The
//! relay kills or stops the worker, or damages or delays the results.
//!
//! `bin/java` of the JDK is a script. To start a worker, the script runs this test binary. The test binary
//! forks the relay and then replaces itself by the real `java`.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use fixtures::create_jdk;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::common::jdk;

/// A fault of a worker. Each worker has at most one fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The relay kills the worker.
    Kill,
    /// The relay stops the worker with the signal STOP.
    Stop,
    /// The results end in the middle of a message.
    Truncate,
    /// Bytes of the results are changed.
    Garble,
    /// The results are delayed for longer than the time limit of a test.
    LongDelay,
    /// The results are delayed for less than the time limit of a test.
    ShortDelay,
}

/// All kinds of faults.
pub const FAULTS: [Fault; 6] =
    [Fault::Kill, Fault::Stop, Fault::Truncate, Fault::Garble, Fault::LongDelay, Fault::ShortDelay];

/// On average, one of `FAULTLESS_PERIOD` workers has no fault.
const FAULTLESS_PERIOD: u32 = 2;
/// Maximum time from the first results of a worker until the relay kills or stops the worker.
const MAX_SIGNAL_DELAY: Duration = Duration::from_millis(700);
/// Maximum number of times that the relay reads results before it damages or delays results.
///
/// The limit is not a time. With a time limit, a worker that waits long for work would always have its fault
/// at its first result. Then two workers would have their faults at the same test.
const MAX_READS: u32 = 40;
/// A delay that exceeds the time limit of a test, which is one second.
const LONG_DELAY: Duration = Duration::from_millis(1300);
/// A delay that is shorter than the time limit of a test.
const SHORT_DELAY: Duration = Duration::from_millis(200);

/// The main class of a worker.
const WORKER_CLASS: &str = "testudo.runner.Main";
/// Number of arguments from the main class to the argument that names the file descriptor for results.
const RESULTS_OFFSET: usize = 2;

/// Creates a JDK whose workers have the kinds of faults in `faults`. The seed, the order in which workers
/// start and the speed of the workers determine which faults occur and when.
pub fn create_faulty_jdk(home: &Path, faults: &[Fault], seed: u64) {
    let real_home = &jdk().home;
    fs::create_dir_all(home.join("workers")).unwrap();
    fs::create_dir(home.join("faults")).unwrap();
    let kinds: Vec<String> = faults.iter().map(|it| (*it as usize).to_string()).collect();
    let (test_binary, real_java) = (std::env::current_exe().unwrap(), jdk().java());
    let script = format!(
        "#!/bin/sh\nfor it; do\n  [ \"$it\" = {WORKER_CLASS} ] &&\n    exec '{}' --exact --include-ignored --nocapture \
         --test-threads 1 java::run_worker_with_fault -- '{}' '{}' {seed} '{}' \"$@\"\ndone\nexec '{}' \"$@\"\n",
        test_binary.display(),
        home.display(),
        kinds.join(","),
        real_java.display(),
        real_java.display(),
    );
    create_jdk(home, real_home, &script);
}

/// Returns the number of workers that a JDK has started.
pub fn worker_count(home: &Path) -> usize {
    fs::read_dir(home.join("workers")).unwrap().count()
}

/// Returns the number of workers of a JDK whose fault has occurred.
pub fn fault_count(home: &Path) -> usize {
    fs::read_dir(home.join("faults")).unwrap().count()
}

#[test]
#[ignore = "not a test: bin/java of the faulty JDK starts it"]
fn run_worker_with_fault() {
    let arguments: Vec<OsString> = std::env::args_os().skip_while(|it| it != "--").skip(1).collect();
    let [home, kinds, seed, java, arguments @ ..] = &arguments[..] else { return };
    let home = Path::new(home);
    let number = next_worker_number(home);
    let seed: u64 = seed.to_str().unwrap().parse().unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(seed.wrapping_mul(1000) + u64::from(number));
    let kinds: Vec<usize> = kinds.to_str().unwrap().split(',').filter_map(|kind| kind.parse().ok()).collect();
    let fault = match kinds[..] {
        [] => None,
        _ if rng.random_range(0..FAULTLESS_PERIOD) == 0 => None,
        _ => Some(FAULTS[kinds[rng.random_range(0..kinds.len())]]),
    };
    start(java, arguments, Relay { fault, rng, mark: home.join("faults").join(number.to_string()) });
}

/// Returns the smallest number that no other worker of a JDK has, and reserves it.
fn next_worker_number(home: &Path) -> u32 {
    let is_free = |number: &u32| File::create_new(home.join("workers").join(number.to_string())).is_ok();
    (0..).find(is_free).unwrap()
}

/// Forks the relay, and replaces this process by the worker. The worker sends its results to the relay.
fn start(java: &OsStr, arguments: &[OsString], relay: Relay) {
    let main = arguments.iter().position(|it| it == WORKER_CLASS).unwrap();
    let results = PathBuf::from(&arguments[main + RESULTS_OFFSET]);
    let results: i32 = results.file_name().unwrap().to_str().unwrap().parse().unwrap();
    let (from_worker, to_relay) = io::pipe().unwrap();
    // SAFETY: the descriptors are open, and the child process uses no state that another thread could have
    // locked.
    unsafe {
        libc::fcntl(to_relay.as_raw_fd(), libc::F_SETFD, 0);
        let worker = libc::getpid();
        if libc::fork() == 0 {
            let used = [from_worker.as_raw_fd(), results];
            (3..1024).filter(|it| !used.contains(it)).for_each(|it| _ = libc::close(it));
            relay.run(File::from(OwnedFd::from(from_worker)), File::from_raw_fd(results), worker);
            libc::_exit(0);
        }
        libc::close(results);
    }
    let mut arguments = arguments.to_vec();
    arguments[main + RESULTS_OFFSET] = format!("/dev/fd/{}", to_relay.as_raw_fd()).into();
    panic!("cannot start java: {}", Command::new(java).args(arguments).exec());
}

/// A process that forwards the results of a worker to Testudo and injects a fault.
struct Relay {
    /// The fault that will occur; `None` after it occurred, or if the worker has no fault.
    fault: Option<Fault>,
    rng: ChaCha8Rng,
    /// Path of a file that the relay creates when the fault occurs.
    mark: PathBuf,
}

impl Relay {
    /// Forwards results from a worker until the worker or Testudo closes its pipe. Injects the fault.
    fn run(mut self, mut from: File, mut to: File, worker: i32) {
        let mut chunk = vec![0; 1 << 16];
        let mut signal_time: Option<Instant> = None;
        let mut reads_before_fault = self.rng.random_range(1..=MAX_READS);
        loop {
            if signal_time.is_some_and(|it| Instant::now() >= it) {
                signal_time = None;
                self.signal(worker);
            }
            if !wait_for_input(&from, signal_time) {
                continue;
            }
            let count = from.read(&mut chunk).unwrap_or(0);
            if count == 0 {
                return;
            }
            let bytes = &mut chunk[..count];
            if matches!(self.fault, Some(Fault::Kill | Fault::Stop)) {
                signal_time = signal_time
                    .or_else(|| Some(Instant::now() + MAX_SIGNAL_DELAY.mul_f64(self.rng.random())));
            } else if reads_before_fault > 0 {
                reads_before_fault -= 1;
            } else if let Some(fault) = self.take_fault() {
                match fault {
                    Fault::Truncate => return drop(to.write_all(&bytes[..count - 1 - count / 3])),
                    Fault::Garble => garble(bytes, &mut self.rng),
                    Fault::LongDelay => std::thread::sleep(LONG_DELAY),
                    _ => std::thread::sleep(SHORT_DELAY),
                }
            }
            if to.write_all(bytes).is_err() {
                return;
            }
        }
    }

    /// Kills or stops the worker.
    fn signal(&mut self, worker: i32) {
        let signal = if self.take_fault() == Some(Fault::Kill) { libc::SIGKILL } else { libc::SIGSTOP };
        // SAFETY: `kill` has no preconditions. The worker is the parent of this process. The system does not
        // reuse the ID of the worker before Testudo has waited for the worker.
        unsafe { libc::kill(worker, signal) };
    }

    /// Returns the fault, and records that it occurs now. Later calls return `None`.
    fn take_fault(&mut self) -> Option<Fault> {
        let fault = self.fault.take();
        if fault.is_some() {
            // An error is ignored, because a panic must not unwind in the forked process.
            let _ = File::create(&self.mark);
        }
        fault
    }
}

/// Waits for input. If `until` is a time, stops waiting at this time. Returns whether there is input.
fn wait_for_input(from: &File, until: Option<Instant>) -> bool {
    let timeout = until.map_or(-1, |it| it.saturating_duration_since(Instant::now()).as_millis() as i32 + 1);
    let mut polled = libc::pollfd { fd: from.as_raw_fd(), events: libc::POLLIN, revents: 0 };
    // SAFETY: the pointer is valid: it points to one local variable.
    unsafe { libc::poll(&mut polled, 1, timeout) > 0 }
}

/// Changes one bit, one byte, the first bytes, or all bytes from a random position to the end.
fn garble(bytes: &mut [u8], rng: &mut ChaCha8Rng) {
    let position = rng.random_range(0..bytes.len());
    match rng.random_range(0..4) {
        0 => bytes[position] ^= 1 << rng.random_range(0..8),
        1 => bytes[position] = bytes[position].wrapping_add(rng.random_range(1..=255)),
        2 => bytes[..4.min(position + 1)].fill_with(|| rng.random()),
        _ => bytes[position..].fill_with(|| rng.random()),
    }
}
