//! Runs javac in a JVM that stays alive between compilations. The first compilation takes many times longer
//! than later compilations.
//!
//! Code under test could run in this JVM. Therefore this process writes files only into a folder that the JVM
//! can only read, and the JVM writes only into its scratch folder. This process opens nothing in the scratch
//! folder except the output of javac, which it reads with [`vm::read_from_scratch`].

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use tempfile::TempDir;
use vm::{Guard, Restrictions, Sandbox};

use super::lines::{Line, lines};

/// Arguments with which javac runs no code of the class path.
///
/// `-proc:none` turns off annotation processors, but not plugins that start without an option. javac searches
/// for plugins on the processor path, and on the class path only if there is no processor path.
pub(super) const NO_PLUGINS: [&str; 3] = ["-proc:none", "-processorpath", ""];

/// How a run of javac ended.
pub(super) enum JavacEnd {
    /// javac completed.
    Completed {
        /// Whether the exit code was 0.
        succeeded: bool,
        /// Output of javac.
        output: String,
    },
    /// javac exceeded the time limit.
    TimedOut,
    /// The JVM of javac ended unexpectedly in both attempts. Contains the first line of its error output.
    Crashed(String),
}

/// Maximum size of the output of a run of javac, in bytes. A test class with errors in each of its lines has
/// a smaller output.
const MAX_OUTPUT: u64 = 16 << 20;

/// Maximum size of the heap of javac in MiB. A long class path with many large jars needs a part of it.
const HEAP_MB: u32 = 2048;

/// Maximum time in which a JVM that has ended delivers its error output.
const ERROR_WAIT: Duration = Duration::from_secs(1);

/// The javac of a JDK.
pub(super) struct Javac {
    java: PathBuf,
    /// Jar with the program that runs javac.
    runner: PathBuf,
    /// Folder for files that javac can only read.
    folder: PathBuf,
    /// Files and folders that javac may read: `folder` and the class path.
    readable: Vec<PathBuf>,
    /// Folder inside `folder` for files that javac writes.
    scratch: TempDir,
    sandbox: Sandbox,
    jvm: Option<Jvm>,
}

impl Javac {
    /// Creates a javac without starting its JVM. Creates a scratch folder for the JVM inside `folder`.
    ///
    /// # Errors
    /// If the scratch folder cannot be created.
    pub fn new(
        java: PathBuf,
        runner: PathBuf,
        folder: PathBuf,
        class_path: Vec<PathBuf>,
        sandbox: Sandbox,
    ) -> io::Result<Javac> {
        let scratch = vm::create_folder("javac-", &folder)?;
        let readable = [class_path, vec![folder.clone()]].concat();
        Ok(Javac { java, runner, folder, readable, scratch, sandbox, jvm: None })
    }

    /// Creates a folder for the class files of a compilation. The JVM can write into this folder.
    pub fn create_class_folder(&self) -> io::Result<TempDir> {
        vm::create_folder("classes-", self.scratch.path())
    }

    /// If the JVM is not running, starts the JVM and the compilation of an example, because later
    /// compilations are faster. Does not wait for the end of the compilation.
    pub fn warm_up(&mut self) -> io::Result<()> {
        if self.jvm.is_none() {
            self.jvm = Some(Jvm::start(self)?);
            let source = self.folder.join("Warm.java");
            fs::write(&source, WARM_UP_EXAMPLE)?;
            let mut arguments =
                NO_PLUGINS.iter().chain(&["-nowarn", "-d"]).map(OsString::from).collect::<Vec<_>>();
            arguments.extend([
                self.scratch.path().into(),
                "-cp".into(),
                self.runner.clone().into(),
                source.into(),
            ]);
            let request = self.folder.join("warm");
            self.send(&request, &arguments)?;
        }
        Ok(())
    }

    /// Returns how long the start of the JVM and the compilation of the example took. Returns `None` if the
    /// JVM is not running, or still compiles the example.
    pub fn warm_up_time(&mut self) -> Option<Duration> {
        let jvm = self.jvm.as_mut()?;
        if jvm.warm_up_time.is_none()
            && let Ok(line) = jvm.answers.try_recv()
        {
            jvm.record_answer(&line);
        }
        jvm.warm_up_time
    }

    /// Starts a compilation whose result is not needed, and does not wait for its end. Later compilations of
    /// similar classes are faster. `folders` are kept until the JVM ends. Does nothing if the JVM is not
    /// running.
    pub fn rehearse(
        &mut self,
        request: &Path,
        arguments: &[OsString],
        folders: [TempDir; 2],
    ) -> io::Result<()> {
        self.send(request, arguments)?;
        if let Some(jvm) = &mut self.jvm {
            jvm.rehearsals.push(folders);
        }
        Ok(())
    }

    /// Runs javac with arguments, which are written to the file `request`. If the JVM ends unexpectedly,
    /// tries once more. `limit` is the time limit of each attempt. The JVM must not be able to write to the
    /// folder of `request`.
    pub fn run(&mut self, request: &Path, arguments: &[OsString], limit: Duration) -> io::Result<JavacEnd> {
        let mut error_output = String::new();
        for _ in 0..2 {
            self.warm_up()?;
            let sent = self.send(request, arguments);
            let exit_code =
                sent.map_or(Err(RecvTimeoutError::Disconnected), |()| self.receive_exit_code(limit));
            match exit_code {
                Ok(code) => {
                    let output = vm::read_from_scratch(&self.output(request), MAX_OUTPUT)?;
                    let output = String::from_utf8_lossy(&output).into_owned();
                    return Ok(JavacEnd::Completed { succeeded: code == "0", output });
                }
                Err(error) => {
                    let jvm = self.jvm.take();
                    if error == RecvTimeoutError::Timeout {
                        return Ok(JavacEnd::TimedOut);
                    }
                    let first_line = jvm.and_then(|jvm| jvm.errors.recv_timeout(ERROR_WAIT).ok());
                    error_output = first_line.map_or_else(String::new, |line| line.text);
                }
            }
        }
        Ok(JavacEnd::Crashed(error_output))
    }

    /// Returns the file to which the JVM writes the output of javac for a request.
    fn output(&self, request: &Path) -> PathBuf {
        let mut name = request.file_name().unwrap_or_default().to_owned();
        name.push(".output");
        self.scratch.path().join(name)
    }

    /// Sends a request to the JVM without waiting for the answer.
    fn send(&mut self, request: &Path, arguments: &[OsString]) -> io::Result<()> {
        let arguments: Vec<&[u8]> = arguments.iter().map(|it| it.as_bytes()).collect();
        fs::write(request, arguments.join(&0))?;
        let Some(jvm) = &mut self.jvm else { return Ok(()) };
        jvm.pending_requests += 1;
        match jvm.requests.write_all(&[request.as_os_str().as_bytes(), b"\n"].concat()) {
            // The JVM has ended, so it will send no answer. Whoever waits for the answer notices this.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            other => other,
        }
    }

    /// Waits for the answers to all requests, and returns the exit code of the last request.
    fn receive_exit_code(&mut self, limit: Duration) -> Result<String, RecvTimeoutError> {
        let Some(jvm) = &mut self.jvm else { return Err(RecvTimeoutError::Disconnected) };
        let mut last = String::new();
        while jvm.pending_requests > 0 {
            let line = jvm.answers.recv_timeout(limit)?;
            jvm.record_answer(&line);
            last = line.text;
        }
        Ok(last)
    }
}

impl Drop for Javac {
    fn drop(&mut self) {
        self.jvm = None;
        vm::remove_folder(self.scratch.path());
    }
}

/// Example class that warms up javac. It contains typical parts of tests.
const WARM_UP_EXAMPLE: &str = "\
class Warm {
  private final java.util.List<String> words = new java.util.ArrayList<>();

  void finds() {
    java.util.Map<String, int[]> found = new java.util.HashMap<>();
    words.forEach(word -> found.put(word, new int[] {1, 2}));
    testudo.verify.Checks.equal(2, found.get(\"a\").length);
    testudo.verify.Checks.requireInstance(
        IllegalStateException.class, testudo.verify.Checks.catchException(() -> words.iterator().next()));
    Object object = new Object() {
      @Override
      public String toString() {
        return words.isEmpty() ? \"\" : words.get(0) + 'b';
      }
    };
    testudo.verify.Checks.equal(\"\", object.toString());
  }
}
";

/// A JVM that runs javac. The process is killed when this value is dropped.
struct Jvm {
    child: Child,
    /// Guards the JVM.
    _guard: Guard,
    requests: ChildStdin,
    answers: Receiver<Line>,
    /// The error output.
    errors: Receiver<Line>,
    /// Number of requests whose answers were not received yet.
    pending_requests: u32,
    /// Folders of compilations whose results are not needed.
    rehearsals: Vec<[TempDir; 2]>,
    /// Time at which the JVM was started.
    started: Instant,
    /// Time from the start of the JVM to the first answer. `None` before the first answer.
    warm_up_time: Option<Duration>,
}

impl Jvm {
    /// Starts a JVM in the sandbox. The JVM does not receive signals of the terminal. On Linux, the JVM ends
    /// when the thread that started it ends.
    fn start(javac: &Javac) -> io::Result<Jvm> {
        let restrictions = Restrictions::new(javac.sandbox, &[], &javac.readable, HEAP_MB);
        let mut jvm = vm::Jvm::new(&javac.java, javac.scratch.path(), &restrictions)?;
        let command = jvm.command();
        // The program writes the output of javac into its working folder.
        command.current_dir(javac.scratch.path());
        // The start of the JVM takes most of the time. A JVM with only the C1 compiler starts faster.
        command.args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-XX:-UsePerfData"]);
        command.arg(format!("-Xmx{HEAP_MB}m"));
        command.args(["-Duser.language=en", "-cp"]).arg(&javac.runner).arg("testudo.verify.Compiler");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let started = Instant::now();
        let (mut child, guard) = jvm.spawn()?;
        let requests = child.stdin.take().expect("the stream is piped");
        let answers = lines(child.stdout.take().expect("the stream is piped"));
        let errors = lines(child.stderr.take().expect("the stream is piped"));
        Ok(Jvm {
            child,
            _guard: guard,
            requests,
            answers,
            errors,
            pending_requests: 0,
            rehearsals: Vec::new(),
            started,
            warm_up_time: None,
        })
    }

    /// Records that the answer to the oldest pending request was received.
    fn record_answer(&mut self, line: &Line) {
        self.pending_requests -= 1;
        self.warm_up_time.get_or_insert(line.read_at.duration_since(self.started));
    }
}

impl Drop for Jvm {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_jvm_that_does_not_start_is_reported_with_its_error_output() {
        let folder = tempfile::tempdir().unwrap();
        let java = folder.path().join("java");
        fs::write(&java, "#!/bin/sh\necho 'cannot load the settings' >&2\nexit 1\n").unwrap();
        fs::set_permissions(&java, fs::Permissions::from_mode(0o755)).unwrap();
        let runner = folder.path().join("runner.jar");
        let folder_path = folder.path().to_owned();
        let mut javac = Javac::new(java, runner, folder_path, Vec::new(), Sandbox::Off).unwrap();
        let end = javac.run(&folder.path().join("request"), &[], Duration::from_secs(60)).unwrap();
        assert!(matches!(end, JavacEnd::Crashed(error) if error == "cannot load the settings"));
    }
}
