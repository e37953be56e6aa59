//! A JDK of which each worker may have a fault: between the worker and the program that started it stands a process that kills or
//! stops the worker, or spoils what it says.
//!
//! Its `bin/java` is a script that runs this test binary in place of java, which becomes java when it has forked that process.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::common::jdk;

/// What may happen to a worker, once in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is killed.
    Kill,
    /// It is stopped, as by `kill -STOP`.
    Stop,
    /// What it says ends in the middle.
    Truncate,
    /// Some of what it says is replaced.
    Garble,
    /// What it says comes later than any test may take.
    Hold,
    /// What it says comes late, but in time.
    Delay,
}

/// All there are.
pub const FAULTS: [Fault; 6] =
    [Fault::Kill, Fault::Stop, Fault::Truncate, Fault::Garble, Fault::Hold, Fault::Delay];

/// Of so many workers one is left in peace.
const SPARED: u32 = 2;
/// A worker is killed or stopped at most so long after the JVM is up.
const LATEST: Duration = Duration::from_millis(700);
/// Times that something it says is read, at most, before that is spoilt. By the clock, one that had waited for work long
/// enough would always be struck at its first result, and two of them at that of the same test.
const MOST_READ: u32 = 40;
/// Longer than a test may take.
const HOLD: Duration = Duration::from_millis(1300);
/// Shorter than that.
const DELAY: Duration = Duration::from_millis(200);

/// The class that makes a JVM a worker.
const WORKER: &str = "testudo.runner.Main";
/// Which of its arguments names the channel of results.
const RESULTS: usize = 2;

/// Makes a JDK whose workers have faults of some kinds: which and when hangs on the seed, and on which of them are started and
/// how fast they are.
pub fn faulty(home: &Path, faults: &[Fault], seed: u64) {
    let real = &jdk().home;
    fs::create_dir_all(home.join("bin")).unwrap();
    fs::create_dir(home.join("workers")).unwrap();
    fs::create_dir(home.join("struck")).unwrap();
    link(real, home);
    link(&real.join("bin"), &home.join("bin"));
    let java = home.join("bin/java");
    fs::remove_file(&java).unwrap();
    let kinds: Vec<String> = faults.iter().map(|it| (*it as usize).to_string()).collect();
    let (own, real) = (std::env::current_exe().unwrap(), jdk().java());
    let script = format!(
        "#!/bin/sh\nfor it; do\n  [ \"$it\" = {WORKER} ] &&\n    exec '{}' --exact --include-ignored --nocapture \
         --test-threads 1 java::run_worker_with_fault -- '{}' '{}' {seed} '{}' \"$@\"\ndone\nexec '{}' \"$@\"\n",
        own.display(),
        home.display(),
        kinds.join(","),
        real.display(),
        real.display(),
    );
    fs::write(&java, script).unwrap();
    fs::set_permissions(&java, fs::Permissions::from_mode(0o755)).unwrap();
}

/// How many workers a JDK has started.
pub fn workers(home: &Path) -> usize {
    fs::read_dir(home.join("workers")).unwrap().count()
}

/// How many of them had their fault.
pub fn struck(home: &Path) -> usize {
    fs::read_dir(home.join("struck")).unwrap().count()
}

/// Links what is in a folder and not yet in another.
fn link(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let link = to.join(entry.file_name());
        if !link.exists() {
            symlink(entry.path(), link).unwrap();
        }
    }
}

#[test]
#[ignore = "not a test: runs in place of java"]
fn run_worker_with_fault() {
    let arguments: Vec<OsString> = std::env::args_os().skip_while(|it| it != "--").skip(1).collect();
    let [home, kinds, seed, java, arguments @ ..] = &arguments[..] else { return };
    let home = Path::new(home);
    let number = number(home);
    let seed: u64 = seed.to_str().unwrap().parse().unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(seed.wrapping_mul(1000) + u64::from(number));
    let kinds: Vec<usize> = kinds.to_str().unwrap().split(',').filter_map(|kind| kind.parse().ok()).collect();
    let fault = match kinds[..] {
        [] => None,
        _ if rng.random_range(0..SPARED) == 0 => None,
        _ => Some(FAULTS[kinds[rng.random_range(0..kinds.len())]]),
    };
    start(java, arguments, Pump { fault, rng, mark: home.join("struck").join(number.to_string()) });
}

/// The number of this worker among those of a JDK.
fn number(home: &Path) -> u32 {
    let is_free = |number: &u32| File::create_new(home.join("workers").join(number.to_string())).is_ok();
    (0..).find(is_free).unwrap()
}

fn start(java: &OsStr, arguments: &[OsString], pump: Pump) {
    let main = arguments.iter().position(|it| it == WORKER).unwrap();
    let results = PathBuf::from(&arguments[main + RESULTS]);
    let results: i32 = results.file_name().unwrap().to_str().unwrap().parse().unwrap();
    let (ours, theirs) = io::pipe().unwrap();
    // SAFETY: system calls on descriptors that are open; the child of a process without other threads at work.
    unsafe {
        libc::fcntl(theirs.as_raw_fd(), libc::F_SETFD, 0);
        let worker = libc::getpid();
        if libc::fork() == 0 {
            let kept = [ours.as_raw_fd(), results];
            (3..1024).filter(|it| !kept.contains(it)).for_each(|it| _ = libc::close(it));
            pump.run(File::from(OwnedFd::from(ours)), File::from_raw_fd(results), worker);
            libc::_exit(0);
        }
        libc::close(results);
    }
    let mut arguments = arguments.to_vec();
    arguments[main + RESULTS] = format!("/dev/fd/{}", theirs.as_raw_fd()).into();
    panic!("{}", Command::new(java).args(arguments).exec());
}

/// What stands between a worker and the program that started it.
struct Pump {
    /// What is still to come.
    fault: Option<Fault>,
    rng: ChaCha8Rng,
    /// Is made when the fault comes.
    mark: PathBuf,
}

impl Pump {
    /// Hands on what a worker says, until the fault is to come.
    fn run(mut self, mut from: File, mut to: File, worker: i32) {
        let mut chunk = vec![0; 1 << 16];
        let mut moment: Option<Instant> = None;
        let mut before = self.rng.random_range(1..=MOST_READ);
        loop {
            if moment.is_some_and(|it| Instant::now() >= it) {
                moment = None;
                self.signal(worker);
            }
            if !waits(&from, moment) {
                continue;
            }
            let count = from.read(&mut chunk).unwrap_or(0);
            if count == 0 {
                return;
            }
            let said = &mut chunk[..count];
            if matches!(self.fault, Some(Fault::Kill | Fault::Stop)) {
                moment = moment.or_else(|| Some(Instant::now() + LATEST.mul_f64(self.rng.random())));
            } else if before > 0 {
                before -= 1;
            } else if let Some(fault) = self.strike() {
                match fault {
                    Fault::Truncate => return drop(to.write_all(&said[..count - 1 - count / 3])),
                    Fault::Garble => garble(said, &mut self.rng),
                    Fault::Hold => std::thread::sleep(HOLD),
                    _ => std::thread::sleep(DELAY),
                }
            }
            if to.write_all(said).is_err() {
                return;
            }
        }
    }

    fn signal(&mut self, worker: i32) {
        let signal = if self.strike() == Some(Fault::Kill) { libc::SIGKILL } else { libc::SIGSTOP };
        // SAFETY: a system call; the worker is this process's parent, or gone and not yet reaped.
        unsafe { libc::kill(worker, signal) };
    }

    /// The fault, which comes now.
    fn strike(&mut self) -> Option<Fault> {
        let fault = self.fault.take();
        if fault.is_some() {
            // Errors are ignored, because a panic must not unwind in this process.
            let _ = File::create(&self.mark);
        }
        fault
    }
}

/// Whether there is something to read, which is waited for until a moment.
fn waits(from: &File, until: Option<Instant>) -> bool {
    let timeout = until.map_or(-1, |it| it.saturating_duration_since(Instant::now()).as_millis() as i32 + 1);
    let mut polled = libc::pollfd { fd: from.as_raw_fd(), events: libc::POLLIN, revents: 0 };
    // SAFETY: the pointer is to one live value.
    unsafe { libc::poll(&mut polled, 1, timeout) > 0 }
}

/// A bit, a byte, the beginning, or all from a place on.
fn garble(said: &mut [u8], rng: &mut ChaCha8Rng) {
    let place = rng.random_range(0..said.len());
    match rng.random_range(0..4) {
        0 => said[place] ^= 1 << rng.random_range(0..8),
        1 => said[place] = said[place].wrapping_add(rng.random_range(1..=255)),
        2 => said[..4.min(place + 1)].fill_with(|| rng.random()),
        _ => said[place..].fill_with(|| rng.random()),
    }
}
