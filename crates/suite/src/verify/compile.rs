//! javac over one test class.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use emit::{Assertions, Dialect, Framework, Source, TestClass};
use tempfile::TempDir;
use vm::Sandbox;

use super::javac::{End, Javac};

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
    javac: Mutex<Javac>,
    pub(super) sandbox: Sandbox,
    release: Option<u8>,
    /// The stand-ins come before all else.
    stand_ins: Vec<PathBuf>,
    class_path: Vec<PathBuf>,
    /// Where all that is written goes.
    folder: PathBuf,
    _scratch: TempDir,
}

/// A compiled test class.
#[derive(Debug)]
pub struct Compiled {
    /// With its class files.
    pub(super) folder: TempDir,
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

/// Bytes that a compiled test class may well need.
const ROOM: usize = 1 << 16;

impl Verifier {
    /// Needs the `java` of a JDK, the class path of the classes under test, how the tests are written, and whether javac and the tests
    /// run in the sandbox. Temporary files are created in a folder inside `temporary`.
    ///
    /// # Errors
    /// If the folder for temporary files cannot be written to.
    pub fn new(
        java: PathBuf,
        entries: Vec<PathBuf>,
        dialect: Dialect,
        sandbox: Sandbox,
        temporary: &Path,
    ) -> io::Result<Verifier> {
        let scratch = TempDir::with_prefix_in("testudo-verify-", temporary)?;
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
        let javac = Mutex::new(Javac::new(java.clone(), stand_ins[0].clone(), folder.clone(), sandbox));
        let release = dialect.release;
        Ok(Verifier { java, javac, sandbox, release, stand_ins, class_path, folder, _scratch: scratch })
    }

    /// Whether there is room for temporary files: where there is none, nothing compiles.
    ///
    /// # Errors
    /// What the system says to a file that is written.
    pub fn check_room(&self) -> io::Result<()> {
        let file = tempfile::tempfile_in(&self.folder)?;
        (&file).write_all(&[0; ROOM])?;
        file.sync_all()
    }

    /// Starts the compiler, without waiting for it: it is many times faster once it has compiled something.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn warm_up(&self) -> io::Result<()> {
        self.javac.lock().expect("nobody panics with it").warm_up()
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
        let folder = TempDir::with_prefix_in("compiled-", &self.folder)?;
        let file = folder.path().join(format!("{}.java", class.name));
        fs::write(&file, &source.text)?;
        let patience = PATIENCE.max(deadline.saturating_duration_since(Instant::now()));
        let arguments = self.arguments(folder.path(), &file);
        let mut javac = self.javac.lock().expect("nobody panics with it");
        match javac.run(&folder.path().join("javac"), &arguments, patience)? {
            End::Done(true, _) => {}
            End::Done(false, said) => return Err(failure(&said, &file)),
            End::Late => return Err(CompileFailure::Javac("it takes too long".to_owned())),
            End::Gone => return Err(CompileFailure::Javac("its JVM ends".to_owned())),
        }
        let tests = class.tests.iter().map(|test| test.name.clone()).collect();
        let name = if class.package.is_empty() {
            class.name.clone()
        } else {
            format!("{}.{}", class.package, class.name)
        };
        Ok(Compiled { folder, name, tests })
    }

    /// What javac is told.
    fn arguments(&self, classes: &Path, file: &Path) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = Vec::new();
        if let Some(release) = self.release.filter(|_| self.knows_releases()) {
            arguments.extend(["--release".into(), release.to_string().into()]);
        }
        let plain = [
            "-proc:none",
            "-nowarn",
            "-implicit:none",
            "-encoding",
            "UTF-8",
            "-Xmaxerrs",
            "10000",
            "-sourcepath",
        ];
        arguments.extend(plain.map(OsString::from));
        arguments.push(self.folder.join("no-sources").into());
        arguments.extend(["-cp".into(), self.joined(&[]), "-d".into(), classes.into(), file.into()]);
        arguments
    }

    /// Whether javac knows `--release`, as it does from Java 9 on.
    fn knows_releases(&self) -> bool {
        let home = self.java.ancestors().nth(2);
        home.is_none_or(|home| !home.join("lib/tools.jar").is_file())
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
        TempDir::with_prefix_in("run-", &self.folder)
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
