//! Starts and ends the process of one worker JVM, with its pipes and its scratch folder.

pub mod activity;
pub mod class_server;
pub mod flags;
pub mod launcher;
mod pipes;
pub mod sandbox;
pub mod scratch;

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::{DirBuilderExt, FileExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use rustix::process::{Pid, Signal};

use crate::config::{Classes, Config};
use crate::error::Error;
use crate::protocol::numbers::progress;
use crate::protocol::{begin_frame, end_frame, put_text, put_varint};
use class_server::LastClass;

use sandbox::{Guard, Jvm, Restrictions};

/// Maximum number of bytes of a JVM's error output that an error message contains.
const MAX_SHOWN_OUTPUT: u64 = 2000;
/// Maximum number of open files of a worker. The number is small, so that a test that opens as many files as
/// possible ends soon.
const MAX_OPEN_FILES: u64 = 512;

/// The progress of a worker, as read from its progress file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Number of tests that the worker has begun since its start.
    pub tests: u32,
    /// Number of mutants on which the current test has begun to run.
    pub mutants: u32,
    /// Number of completed statements in the current run of the test.
    pub statements: u32,
    /// Whether the current test is still running.
    pub is_running: bool,
}

/// The process of a worker. Dropping it kills the JVM and waits until the process has ended.
pub struct Process {
    child: Child,
    /// Guards the JVM.
    _guard: Guard,
    /// Pipe through which batches are sent to the worker. Non-blocking.
    pub batches: File,
    /// Pipe through which the worker sends results. Non-blocking.
    pub results: File,
    /// Time at which the worker last received a class.
    pub last_class: Arc<LastClass>,
    /// Binary names of the classes that the worker initialises before the first test.
    pub initialise: Arc<[String]>,
    progress: File,
    /// File with the standard error output of the JVM.
    stderr: File,
    scratch: PathBuf,
    class_server: Option<JoinHandle<()>>,
}

/// Files to which a worker writes.
struct Files {
    progress: File,
    stderr: File,
}

impl Files {
    /// Creates the scratch folder and the files in it. Other users cannot read the folder.
    fn in_folder(scratch: &Path) -> io::Result<Files> {
        std::fs::DirBuilder::new().mode(0o700).create(scratch)?;
        let new = |name| File::options().read(true).write(true).create_new(true).open(scratch.join(name));
        let (progress, stderr) = (new("progress")?, new("stderr")?);
        // The JVM maps this file into memory. Without allocated disk space, the JVM would crash at its first
        // write to the file if the disk is full.
        progress.write_all_at(&[0; progress::BYTES as usize], 0)?;
        Ok(Files { progress, stderr })
    }
}

impl Process {
    /// Starts a JVM with its files in the folder `scratch`. Creates this folder; dropping the process removes
    /// it. The calling thread must not end before the process.
    pub fn start(
        config: &Config,
        classes: &Classes,
        runner: &Path,
        scratch: PathBuf,
        initialise: Arc<[String]>,
    ) -> Result<Process, Error> {
        let files = Files::in_folder(&scratch)
            .map_err(|source| Error::Scratch { folder: config.temporary.clone(), source })?;
        Self::launch(config, classes, runner, scratch, files, initialise).map_err(|source| {
            let is_confined = config.sandbox != sandbox::Sandbox::Off;
            Error::of_start(config.java.clone(), source, is_confined)
        })
    }

    fn launch(
        config: &Config,
        classes: &Classes,
        runner: &Path,
        scratch: PathBuf,
        files: Files,
        initialise: Arc<[String]>,
    ) -> io::Result<Process> {
        let Files { progress, stderr } = files;
        let (child_batches, batches) = io::pipe()?;
        let (results, child_results) = io::pipe()?;
        let (requests, child_requests) = io::pipe()?;
        let (child_answers, answers) = io::pipe()?;
        let child_pipes =
            [child_batches.as_fd(), child_results.as_fd(), child_requests.as_fd(), child_answers.as_fd()];
        let readable = [&[runner.to_owned()], &config.readable[..]].concat();
        let restrictions = Restrictions::new(config.sandbox, &child_pipes, &readable, config.heap_mb);
        let restrictions = Restrictions { open_files: MAX_OPEN_FILES, ..restrictions };
        let mut jvm = Jvm::new(&config.java, &scratch, &restrictions)?;
        let command = jvm.command();
        command.args(flags::flags(config)).arg("-cp").arg(runner).arg("testudo.runner.Main");
        command.args(child_pipes.map(sandbox::descriptor_path)).arg(scratch.join("progress"));
        command.stdout(Stdio::null()).stderr(stderr.try_clone()?);
        if let Some(folder) = &config.working_folder {
            command.current_dir(folder);
        }
        let (child, guard) = jvm.spawn()?;
        // Removes the file so that tests cannot find it. This process and the JVM can still use their open
        // descriptors.
        let _ = std::fs::remove_file(scratch.join("stderr"));
        // This process must close its copies of the child's pipe ends. Otherwise, a read in this process
        // would never report the end of the data after the child has ended.
        drop((child_batches, child_results, child_requests, child_answers));
        // If a later call fails, dropping `process` kills the child.
        let mut process = Process {
            child,
            _guard: guard,
            batches: pipes::enlarged(pipes::file(batches)),
            results: pipes::enlarged(pipes::file(results)),
            last_class: Arc::new(LastClass::new()),
            initialise,
            progress,
            stderr,
            scratch,
            class_server: None,
        };
        let (classes, last_class) = (classes.clone(), process.last_class.clone());
        let (requests, answers) = (pipes::file(requests), pipes::file(answers));
        let thread = std::thread::Builder::new().name("testudo-classes".into());
        process.class_server =
            Some(thread.spawn(move || class_server::serve(requests, answers, &classes, &last_class))?);
        // A failure is ignored here: if the JVM ends before it reads this message, a later error reports the
        // output of the JVM.
        let _ = (&process.batches).write_all(&first_message(config, &process.initialise));
        pipes::set_non_blocking(&process.batches)?;
        pipes::set_non_blocking(&process.results)?;
        Ok(process)
    }

    /// Tells the worker that it need not run its first `tests` tests any more. The worker still sends a
    /// result for each of them. A failure is ignored: then the worker runs these tests.
    pub fn abandon(&self, tests: u32) {
        let _ = self.progress.write_all_at(&tests.to_be_bytes(), progress::ABANDONED.into());
    }

    /// Returns the progress of the worker. Also works after the worker has ended.
    pub fn progress(&self) -> Progress {
        let mut bytes = [0; progress::BYTES as usize];
        let _ = self.progress.read_exact_at(&mut bytes, 0);
        let number = |offset: u8| {
            let at = usize::from(offset);
            u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
        };
        let (tests, ended) = (number(progress::TESTS), number(progress::ENDED));
        let (mutants, statements) = (number(progress::MUTANTS), number(progress::STATEMENTS));
        Progress { tests, mutants, statements, is_running: tests != ended }
    }

    /// Returns the processor time that all threads of the process have used, or `None` if the system does not
    /// report it.
    pub fn processor_time(&self) -> Option<Duration> {
        activity::processor_time(&self.child)
    }

    /// Returns whether all threads of the JVM sleep until an event happens: see [`activity::is_asleep`].
    pub fn is_asleep(&self) -> bool {
        activity::is_asleep(&self.child)
    }

    /// Kills the worker and all processes in its process group. Does not wait until the processes have ended.
    pub fn kill(&self) {
        // The child is the leader of its own process group. The system does not reuse the id of the child
        // until this process has waited for its end, so the signal cannot reach another process group.
        let _ = rustix::process::kill_process_group(Pid::from_child(&self.child), Signal::KILL);
    }

    /// Returns the last part of the standard error output of the JVM, at most 2000 bytes.
    pub fn end_of_output(&self) -> String {
        let length = self.stderr.metadata().map_or(0, |it| it.len());
        let mut bytes = vec![0; length.min(MAX_SHOWN_OUTPUT) as usize];
        let _ = self.stderr.read_exact_at(&mut bytes, length.saturating_sub(MAX_SHOWN_OUTPUT));
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
        let _ = self.child.wait();
        // The child has ended, so its ends of the pipes are closed. Therefore the class server ends, too.
        if let Some(thread) = self.class_server.take() {
            let _ = thread.join();
        }
        scratch::remove_folder(&self.scratch);
    }
}

/// Returns the message that a worker receives before its first batch: the limits of ids and of allocated
/// bytes, and the classes to initialise.
fn first_message(config: &Config, initialise: &[String]) -> Vec<u8> {
    let mut out = Vec::new();
    let start = begin_frame(&mut out);
    put_varint(&mut out, config.methods.into());
    put_varint(&mut out, config.branches.into());
    put_varint(&mut out, config.statements.into());
    out.extend(config.bytes.to_le_bytes());
    put_varint(&mut out, config.impact_branches.into());
    put_varint(&mut out, initialise.len() as u64);
    initialise.iter().for_each(|name| put_text(&mut out, name));
    end_frame(&mut out, start);
    out
}
