//! javac over one test class.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use emit::{Assertions, Dialect, Framework, Source, TestClass};
use tempfile::TempDir;
use wait_timeout::ChildExt;

macro_rules! jar {
    ($name:literal) => {
        ($name, include_bytes!(concat!(env!("OUT_DIR"), "/", $name)))
    };
}

/// What runs tests.
const RUNNER: (&str, &[u8]) = jar!("verify.jar");

/// The stand-ins for the libraries that a dialect uses.
fn stand_ins(dialect: Dialect) -> Vec<(&'static str, &'static [u8])> {
    let framework: (&str, &[u8]) = match dialect.framework {
        Framework::JUnit5 => jar!("junit5.jar"),
        Framework::JUnit4 => jar!("junit4.jar"),
        Framework::TestNg => jar!("testng.jar"),
    };
    let assertions: Option<(&str, &[u8])> = match dialect.assertions {
        Assertions::Plain => None,
        Assertions::AssertJ => Some(jar!("assertj.jar")),
        Assertions::Hamcrest => Some(jar!("hamcrest.jar")),
    };
    [RUNNER, framework].into_iter().chain(assertions).collect()
}

/// Compiles test classes of one dialect and runs them, with stand-ins for the libraries that they use.
pub struct Verifier {
    java: PathBuf,
    javac: PathBuf,
    release: Option<u8>,
    /// The stand-ins come before all else.
    stand_ins: Vec<PathBuf>,
    class_path: Vec<PathBuf>,
    scratch: TempDir,
    compiled: AtomicU32,
}

/// A compiled test class.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The folder of its class files.
    pub(super) classes: PathBuf,
    /// Its binary name.
    pub(super) name: String,
    /// Its tests, by the index that [`Verifier::run`] knows them by.
    pub(super) tests: Vec<String>,
}

/// Why a test class was not compiled.
#[derive(Debug, thiserror::Error)]
pub enum CompileFailure {
    /// Errors in the source, each with its line, counted from 1.
    #[error("javac finds {} errors, the first in line {}: {}", .0.len(), .0[0].0, .0[0].1)]
    Errors(Vec<(usize, String)>),
    /// javac said something else.
    #[error("javac fails: {0}")]
    Javac(String),
    /// A file or process could not be used.
    #[error("cannot compile tests: {0}; check the JDK and the folder for temporary files")]
    System(#[from] io::Error),
}

/// A file that Mockito reads: only interfaces are mocked, and its way for all else takes an agent, which the sandbox
/// keeps out.
pub const MOCK_MAKER: (&str, &str) = (
    "mockito-extensions/org.mockito.plugins.MockMaker",
    "org.mockito.internal.creation.bytebuddy.ByteBuddyMockMaker",
);

/// What javac is given at least: less would make a slow machine fail.
const PATIENCE: Duration = Duration::from_secs(10);

impl Verifier {
    /// Needs the JDK's `java` and `javac`, the class path of the classes under test, and how the tests are written.
    ///
    /// # Errors
    /// If the folder for temporary files cannot be written to.
    pub fn new(
        java: PathBuf,
        javac: PathBuf,
        entries: Vec<PathBuf>,
        dialect: Dialect,
    ) -> io::Result<Verifier> {
        let scratch = TempDir::with_prefix("testudo-verify-")?;
        let folder = scratch.path().canonicalize()?;
        let mut stand_ins = Vec::new();
        for (name, jar) in self::stand_ins(dialect) {
            let path = folder.join(name);
            fs::write(&path, jar)?;
            stand_ins.push(path);
        }
        fs::create_dir(folder.join("no-sources"))?;
        let settings = folder.join("settings");
        fs::create_dir_all(settings.join(MOCK_MAKER.0).parent().expect("it has one"))?;
        fs::write(settings.join(MOCK_MAKER.0), MOCK_MAKER.1)?;
        // Processes run in other folders.
        let absolute = |entry: PathBuf| entry.canonicalize().unwrap_or(entry);
        let class_path = std::iter::once(settings).chain(entries.into_iter().map(absolute)).collect();
        let release = dialect.release;
        Ok(Verifier { java, javac, release, stand_ins, class_path, scratch, compiled: AtomicU32::new(0) })
    }

    /// Compiles the source of a test class; javac is given until the deadline, and at least ten seconds.
    ///
    /// # Errors
    /// With the lines that javac complains of.
    pub fn compile(
        &self,
        class: &TestClass,
        source: &Source,
        deadline: Instant,
    ) -> Result<Compiled, CompileFailure> {
        let number = self.compiled.fetch_add(1, Ordering::Relaxed);
        let folder = self.scratch.path().canonicalize()?.join(format!("compiled-{number}"));
        let classes = folder.join("classes");
        fs::create_dir(&folder)?;
        fs::create_dir(&classes)?;
        let file = folder.join(format!("{}.java", class.name));
        fs::write(&file, &source.text)?;
        let said = folder.join("said");
        let mut javac = self.javac(&classes, &file).stderr(fs::File::create(&said)?).spawn()?;
        let Some(status) = javac.wait_timeout(PATIENCE.max(deadline - Instant::now()))? else {
            javac.kill()?;
            javac.wait()?;
            return Err(CompileFailure::Javac("it takes too long".to_owned()));
        };
        if !status.success() {
            return Err(failure(&String::from_utf8_lossy(&fs::read(&said)?), &file));
        }
        let tests = class.tests.iter().map(|test| test.name.clone()).collect();
        let name = if class.package.is_empty() {
            class.name.clone()
        } else {
            format!("{}.{}", class.package, class.name)
        };
        Ok(Compiled { classes, name, tests })
    }

    /// javac, not by its launcher but as any other JVM: in the sandbox, out of reach of the terminal's signals, and gone
    /// when this process is.
    fn javac(&self, classes: &Path, file: &Path) -> Command {
        let mut command = vm::command(&self.java, classes);
        // Most of the time goes to starting up, which C1 alone does faster.
        command.args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-XX:-UsePerfData"]);
        command.arg("-Duser.language=en");
        let tools = self.javac.ancestors().nth(2).map(|home| home.join("lib/tools.jar"));
        match tools.filter(|tools| tools.is_file()) {
            Some(tools) => command.arg("-cp").arg(tools).arg("com.sun.tools.javac.Main"),
            None => {
                command.args(["-m", "jdk.compiler/com.sun.tools.javac.Main"]);
                let release = self.release.map(|release| ["--release".to_owned(), release.to_string()]);
                command.args(release.into_iter().flatten())
            }
        };
        command.args(["-proc:none", "-nowarn", "-implicit:none", "-encoding", "UTF-8", "-Xmaxerrs", "10000"]);
        command.arg("-sourcepath").arg(self.scratch.path().join("no-sources"));
        command.arg("-cp").arg(self.joined(&[])).arg("-d").arg(classes).arg(file);
        command
    }

    /// The class path, with more entries right behind the stand-ins.
    pub(super) fn joined(&self, more: &[PathBuf]) -> OsString {
        join(self.stand_ins.iter().chain(more).chain(&self.class_path))
    }

    /// The same in two parts: the stand-ins, and all else.
    pub(super) fn joined_apart(&self, more: &[PathBuf]) -> (OsString, OsString) {
        (join(self.stand_ins.iter()), join(more.iter().chain(&self.class_path)))
    }

    pub(super) fn java(&self) -> &Path {
        &self.java
    }

    /// A new folder for a process.
    pub(super) fn folder(&self) -> io::Result<TempDir> {
        TempDir::with_prefix_in("run-", self.scratch.path().canonicalize()?)
    }
}

/// Reads `Foo.java:12: error: message` lines.
fn failure(said: &str, file: &Path) -> CompileFailure {
    let start = format!("{}:", file.display());
    let error = |line: &str| -> Option<(usize, String)> {
        let (number, rest) = line.strip_prefix(&start)?.split_once(':')?;
        Some((number.parse().ok()?, rest.trim().strip_prefix("error: ")?.to_owned()))
    };
    let errors: Vec<(usize, String)> = said.lines().filter_map(error).collect();
    if errors.is_empty() {
        CompileFailure::Javac(said.trim().chars().take(2000).collect())
    } else {
        CompileFailure::Errors(errors)
    }
}

/// Paths as one text; what cannot be part of it is left out.
fn join<'a>(paths: impl Iterator<Item = &'a PathBuf> + Clone) -> OsString {
    std::env::join_paths(paths.clone()).unwrap_or_else(|_| {
        let usable = paths.filter(|path| std::env::join_paths([path]).is_ok());
        std::env::join_paths(usable).expect("each of them can be joined")
    })
}
