//! One worker JVM as a process: its pipes, its scratch directory, its end.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use rustix::fs::OFlags;
use rustix::process::{Pid, Signal};

use crate::config::{Classes, Config, Error};
use crate::cursor::{put_text, put_varint};
use crate::numbers::progress;
use crate::service::{self, LastClass};
use crate::{sandbox, scratch};

/// Room in the pipes of batches and results, in bytes, where the system grants it.
#[cfg(target_os = "linux")]
const PIPE_SIZE: usize = 1 << 20;
/// How much of a dead JVM's output is told.
const LAST_WORDS: u64 = 2000;

/// What a worker has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Begun {
    /// Tests in its life.
    pub tests: u32,
    /// Mutants that the last of them ran on.
    pub mutants: u32,
    /// Its statements that completed, as it runs now.
    pub statements: u32,
    /// Whether it runs still.
    pub running: bool,
}

/// A running worker. Dropping it kills it and waits for its end.
pub struct Process {
    child: Child,
    /// Batches go in here. Never blocks.
    pub batches: File,
    /// Results come out here. Never blocks.
    pub results: File,
    /// When it was given a class last.
    pub last_class: Arc<LastClass>,
    /// The classes that it initialises at first.
    pub initialise: Arc<[String]>,
    progress: File,
    /// What the JVM itself prints.
    said: File,
    scratch: PathBuf,
    service: Option<JoinHandle<()>>,
}

/// What a worker writes.
struct Files {
    progress: File,
    said: File,
}

impl Files {
    /// Makes them with their folder.
    fn in_folder(scratch: &Path) -> io::Result<Files> {
        std::fs::create_dir(scratch)?;
        let new = |name| File::options().read(true).write(true).create_new(true).open(scratch.join(name));
        let (progress, said) = (new("progress")?, new("stderr")?);
        // A JVM that has it in memory and finds no room on the disk for it crashes.
        progress.write_all_at(&[0; progress::BYTES as usize], 0)?;
        Ok(Files { progress, said })
    }
}

impl Process {
    /// Starts a JVM whose files are in `scratch`, which is made and belongs to it. The caller's thread must outlive
    /// the process.
    pub fn start(
        config: &Config,
        classes: &Classes,
        runner: &Path,
        scratch: PathBuf,
        initialise: Arc<[String]>,
    ) -> Result<Process, Error> {
        let files = Files::in_folder(&scratch)
            .map_err(|source| Error::Scratch { folder: config.temporary.clone(), source })?;
        Self::launch(config, classes, runner, scratch, files, initialise)
            .map_err(|source| Error::Launch { java: config.java.clone(), source })
    }

    fn launch(
        config: &Config,
        classes: &Classes,
        runner: &Path,
        scratch: PathBuf,
        files: Files,
        initialise: Arc<[String]>,
    ) -> io::Result<Process> {
        let Files { progress, said } = files;
        let (their_batches, batches) = io::pipe()?;
        let (results, their_results) = io::pipe()?;
        let (requests, their_requests) = io::pipe()?;
        let (their_answers, answers) = io::pipe()?;
        let theirs =
            [their_batches.as_fd(), their_results.as_fd(), their_requests.as_fd(), their_answers.as_fd()];
        let mut command = sandbox::command(&config.java, &scratch, config.sandbox);
        command.args(flags(config)).arg("-cp").arg(runner).arg("testudo.runner.Main");
        command.args(theirs.map(sandbox::path_of)).arg(scratch.join("progress"));
        command.stdout(Stdio::null()).stderr(said.try_clone()?);
        theirs.iter().for_each(|pipe| sandbox::hand_over(&mut command, *pipe));
        let child = command.spawn()?;
        // No test is to find it.
        let _ = std::fs::remove_file(scratch.join("stderr"));
        // From here on its end is noticed: only it holds the other ends of the pipes.
        drop((their_batches, their_results, their_requests, their_answers));
        // What fails from here on drops the process, which ends it.
        let mut process = Process {
            child,
            batches: enlarge(file(batches)),
            results: enlarge(file(results)),
            last_class: Arc::new(LastClass::new()),
            initialise,
            progress,
            said,
            scratch,
            service: None,
        };
        let (classes, last_class) = (classes.clone(), process.last_class.clone());
        let (requests, answers) = (file(requests), file(answers));
        let service = std::thread::Builder::new().name("testudo-classes".into());
        process.service =
            Some(service.spawn(move || service::serve(requests, answers, &classes, &last_class))?);
        // It may end before it reads that: its last words say more than a broken pipe.
        let _ = (&process.batches).write_all(&first_message(config, &process.initialise));
        unblock(&process.batches)?;
        unblock(&process.results)?;
        Ok(process)
    }

    /// How far it came; stays known when it is dead.
    pub fn begun(&self) -> Begun {
        let mut bytes = [0; progress::BYTES as usize];
        let _ = self.progress.read_exact_at(&mut bytes, 0);
        let number = |offset: u8| {
            let at = usize::from(offset);
            u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
        };
        let (tests, ended) = (number(progress::TESTS), number(progress::ENDED));
        let (mutants, statements) = (number(progress::MUTANTS), number(progress::STATEMENTS));
        Begun { tests, mutants, statements, running: tests != ended }
    }

    /// The processor time that its threads have had, where the system tells.
    pub fn worked(&self) -> Option<Duration> {
        processor_time(self.child.id() as libc::pid_t)
    }

    /// Whether all its threads wait for something else than the processor and the disk, where the system tells: it is neither stopped
    /// nor starved.
    pub fn is_asleep(&self) -> bool {
        let Ok(threads) = std::fs::read_dir(format!("/proc/{}/task", self.child.id())) else { return false };
        threads.flatten().all(|thread| {
            // The state stands behind the name, which may hold anything.
            let told = std::fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
            told.rsplit_once(')').is_some_and(|(_, rest)| rest.starts_with(" S"))
        })
    }

    /// Kills it with everything it started. It is reaped when dropped.
    pub fn kill(&self) {
        // The child leads its own process group, and its process id stays its own until it is reaped.
        let _ = rustix::process::kill_process_group(Pid::from_child(&self.child), Signal::KILL);
    }

    /// The end of what the JVM itself printed.
    pub fn last_words(&self) -> String {
        let length = self.said.metadata().map_or(0, |it| it.len());
        let mut bytes = vec![0; length.min(LAST_WORDS) as usize];
        let _ = self.said.read_exact_at(&mut bytes, length.saturating_sub(LAST_WORDS));
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
        let _ = self.child.wait();
        // Its end of the channels is closed now, so the thread ends too.
        if let Some(service) = self.service.take() {
            let _ = service.join();
        }
        scratch::remove(&self.scratch);
    }
}

/// The serial collector with tiered compilation ran short tests fastest and steadiest. Where classes are large the better compiler
/// takes a core of its own for longer than short searches last: up to 20 s C1 alone runs as many tests or more, after a minute 0.65 to
/// 0.8 times as many. Without the flag on fast throws, hot code throws exceptions without message and frames, so that what a test
/// shows would hang on how warm the JVM is. What probes of mutants do when there is something to learn is kept apart from
/// the code around them, which without this took 2 to 4 times as long in hot loops. The smaller the stack, the sooner endless recursion ends: 2 ms at 512k, 50 to
/// 80 ms at 8m.
fn flags(config: &Config) -> Vec<String> {
    let mut flags: Vec<String> = [
        "-XX:+IgnoreUnrecognizedVMOptions",
        "-XX:+UseSerialGC",
        "-XX:+UseCountedLoopSafepoints",
        "-XX:LoopStripMiningIter=1000",
        "-XX:-OmitStackTraceInFastThrow",
        // Else methods that probes make longer than 8,000 bytes are only ever interpreted.
        "-XX:-DontCompileHugeMethods",
        "-XX:-UsePerfData",
        // Else a test that has classes made takes all memory there is.
        "-XX:MaxMetaspaceSize=512m",
        "-XX:CompileCommand=quiet",
        "-XX:CompileCommand=dontinline,testudo/runner/Infections.see*",
        "-XX:+DisplayVMOutputToStderr",
        "-Xss512k",
        "-Djava.awt.headless=true",
        "-Dfile.encoding=UTF-8",
        "-Duser.timezone=UTC",
        "-Duser.language=en",
        "-Duser.country=US",
    ]
    .map(String::from)
    .into();
    if config.brief {
        flags.push("-XX:TieredStopAtLevel=1".into());
    }
    flags.push(format!("-Xms{}m", config.heap_mb.min(64)));
    flags.push(format!("-Xmx{}m", config.heap_mb));
    flags
}

fn file(pipe: impl Into<OwnedFd>) -> File {
    File::from(pipe.into())
}

#[cfg(target_os = "linux")]
// rustix has no `clock_getcpuclockid`, nor the clocks that it returns.
fn processor_time(process: libc::pid_t) -> Option<Duration> {
    let mut clock = 0;
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointers are to live values.
    let told = unsafe {
        libc::clock_getcpuclockid(process, &mut clock) == 0 && libc::clock_gettime(clock, &mut time) == 0
    };
    told.then(|| Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
}

#[cfg(not(target_os = "linux"))]
fn processor_time(_: libc::pid_t) -> Option<Duration> {
    None
}

#[cfg(target_os = "linux")]
fn enlarge(pipe: File) -> File {
    let _ = rustix::pipe::fcntl_setpipe_size(&pipe, PIPE_SIZE);
    pipe
}

#[cfg(not(target_os = "linux"))]
fn enlarge(pipe: File) -> File {
    pipe
}

fn unblock(pipe: &File) -> io::Result<()> {
    let flags = rustix::fs::fcntl_getfl(pipe)?;
    Ok(rustix::fs::fcntl_setfl(pipe, flags | OFlags::NONBLOCK)?)
}

/// What a worker is told before its first batch.
fn first_message(config: &Config, initialise: &[String]) -> Vec<u8> {
    let mut out = vec![0; 4];
    put_varint(&mut out, config.methods.into());
    put_varint(&mut out, config.branches.into());
    put_varint(&mut out, config.statements.into());
    out.extend(config.bytes.to_le_bytes());
    put_varint(&mut out, config.covered_below.into());
    put_varint(&mut out, initialise.len() as u64);
    initialise.iter().for_each(|name| put_text(&mut out, name));
    let length = (out.len() - 4) as u32;
    out[..4].copy_from_slice(&length.to_le_bytes());
    out
}
