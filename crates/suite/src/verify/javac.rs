//! The compiler, in a JVM that is kept: one that has compiled before takes a fraction of the time.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use vm::Sandbox;

use super::lines::lines;

/// How javac ended.
pub(super) enum End {
    /// By itself, with or without success; this is what it said.
    Done(bool, String),
    /// It did not in time.
    Late,
    /// Its JVM is gone, twice.
    Gone,
}

/// javac of one JDK. What it reads and writes is below one folder.
pub(super) struct Javac {
    java: PathBuf,
    /// The jar with the class that runs javac.
    runner: PathBuf,
    folder: PathBuf,
    sandbox: Sandbox,
    jvm: Option<Jvm>,
}

impl Javac {
    /// One that is not started yet.
    pub fn new(java: PathBuf, runner: PathBuf, folder: PathBuf, sandbox: Sandbox) -> Javac {
        Javac { java, runner, folder, sandbox, jvm: None }
    }

    /// Starts it and has it compile something, so that it is warm by the time it is needed; does not wait for that.
    pub fn warm_up(&mut self) -> io::Result<()> {
        if self.jvm.is_none() {
            self.jvm = Some(Jvm::start(self)?);
            let source = self.folder.join("Warm.java");
            fs::write(&source, WARM)?;
            let mut arguments = ["-proc:none", "-nowarn", "-d"].map(OsString::from).to_vec();
            arguments.extend([
                self.folder.clone().into(),
                "-cp".into(),
                self.runner.clone().into(),
                source.into(),
            ]);
            let request = self.folder.join("warm");
            self.ask(&request, &arguments)?;
        }
        Ok(())
    }

    /// Runs it with some arguments, which are written to that file.
    pub fn run(&mut self, request: &Path, arguments: &[OsString], patience: Duration) -> io::Result<End> {
        for _ in 0..2 {
            self.warm_up()?;
            let asked = self.ask(request, arguments);
            let end = asked.map_or(Err(RecvTimeoutError::Disconnected), |()| self.answer(patience));
            match end {
                Ok(code) => {
                    let said = fs::read(request.with_extension("said"))?;
                    return Ok(End::Done(code == "0", String::from_utf8_lossy(&said).into_owned()));
                }
                Err(error) => {
                    self.jvm = None;
                    if error == RecvTimeoutError::Timeout {
                        return Ok(End::Late);
                    }
                }
            }
        }
        Ok(End::Gone)
    }

    fn ask(&mut self, request: &Path, arguments: &[OsString]) -> io::Result<()> {
        let arguments: Vec<&[u8]> = arguments.iter().map(|it| it.as_bytes()).collect();
        fs::write(request, arguments.join(&0))?;
        let Some(jvm) = &mut self.jvm else { return Ok(()) };
        jvm.asked += 1;
        jvm.requests.write_all(&[request.as_os_str().as_bytes(), b"\n"].concat())
    }

    /// The exit code of what was asked last.
    fn answer(&mut self, patience: Duration) -> Result<String, RecvTimeoutError> {
        let Some(jvm) = &mut self.jvm else { return Err(RecvTimeoutError::Disconnected) };
        let mut last = String::new();
        for _ in 0..std::mem::take(&mut jvm.asked) {
            last = jvm.answers.recv_timeout(patience)?;
        }
        Ok(last)
    }
}

/// What javac compiles first: a bit of what tests are made of.
const WARM: &str = "\
class Warm {
  private final java.util.List<String> words = new java.util.ArrayList<>();

  void finds() {
    java.util.Map<String, int[]> found = new java.util.HashMap<>();
    words.forEach(word -> found.put(word, new int[] {1, 2}));
    testudo.verify.Checks.equal(2, found.get(\"a\").length);
    testudo.verify.Checks.instance(
        IllegalStateException.class, testudo.verify.Checks.thrown(() -> words.iterator().next()));
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

/// A JVM with javac in it; dropped, it is killed.
struct Jvm {
    child: Child,
    requests: ChildStdin,
    answers: Receiver<String>,
    /// How often it was asked and has not been listened to.
    asked: u32,
}

impl Jvm {
    /// In the sandbox, out of reach of the terminal's signals, and gone when the thread that starts it is.
    fn start(javac: &Javac) -> io::Result<Jvm> {
        let mut command = vm::command(&javac.java, &javac.folder, javac.sandbox);
        // Most of the time goes to starting up, which C1 alone does faster.
        command.args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-XX:-UsePerfData"]);
        command.args(["-Duser.language=en", "-cp"]).arg(&javac.runner).arg("testudo.verify.Compiler");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        let requests = child.stdin.take().expect("it is piped");
        let answers = lines(child.stdout.take().expect("it is piped"));
        Ok(Jvm { child, requests, answers, asked: 0 })
    }
}

impl Drop for Jvm {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
