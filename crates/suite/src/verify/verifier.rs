//! Compiles test classes against stand-ins for the libraries that tests use.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use emit::{Assertions, Dialect, Framework, Source, TestClass, UnknownToken};
use tempfile::TempDir;
use types::World;
use vm::Sandbox;

use super::environment::Environment;
use super::javac::{Javac, JavacEnd, NO_PLUGINS};
use super::path_jar;

macro_rules! jar {
    ($name:literal) => {
        ($name, include_bytes!(concat!(env!("OUT_DIR"), "/", $name)))
    };
}

/// The jar with the program that runs tests.
const RUNNER: (&str, &[u8]) = jar!("verify.jar");

/// Returns the jars that a dialect needs: the test runner and stand-ins for libraries.
fn stand_in_jars(dialect: Dialect) -> Vec<(&'static str, &'static [u8])> {
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

/// Compiles and runs test classes of one dialect, with stand-ins for the libraries that the test classes use.
pub struct Verifier {
    java: PathBuf,
    /// Another JDK, on which the tests run in addition.
    other_jdk: Option<OtherJdk>,
    /// Further arguments of the JVMs that run tests.
    jvm_arguments: Vec<String>,
    /// Further files and folders that tests may read.
    readable: Vec<PathBuf>,
    javac: Mutex<Javac>,
    pub(super) sandbox: Sandbox,
    release: Option<u8>,
    /// Jars that precede the class path.
    stand_ins: Vec<PathBuf>,
    /// Class path entries for javac. Javac reads its arguments from a file, so the length of the class path
    /// is not limited.
    compile_path: Vec<PathBuf>,
    /// Class path entries for a JVM, short enough for one argument: the entries of `compile_path`, or one jar
    /// that names these entries.
    run_path: Vec<PathBuf>,
    /// Folder for all files of the verification. The JVMs can write only into their own scratch folders
    /// inside this folder.
    folder: PathBuf,
    /// Deletes `folder` when this value is dropped.
    _scratch: TempDir,
}

/// A JDK on which tests run, but which does not compile them.
pub struct OtherJdk {
    /// The `java` command of the JDK.
    pub java: PathBuf,
    /// Feature version of the JDK, such as 25.
    pub version: u32,
}

/// A compiled test class.
#[derive(Debug)]
pub(super) struct CompiledClass {
    /// Folder with the class files.
    pub(super) folder: TempDir,
    /// Binary name of the class.
    pub(super) name: String,
    /// Names of the tests. [`Verifier::run`] expects indices of this list.
    pub(super) tests: Vec<String>,
}

/// The files of one compilation.
struct Compilation {
    /// Folder with the source, which javac can only read.
    sources: TempDir,
    /// File with the source.
    file: PathBuf,
    /// Folder for the class files.
    classes: TempDir,
    /// File for the request to the JVM of javac.
    request: PathBuf,
    /// Arguments of javac.
    arguments: Vec<OsString>,
}

/// Reason why a test class does not compile.
#[derive(Debug, thiserror::Error)]
pub(super) enum CompileFailure {
    /// Errors in the source, each with its line, counted from 1.
    #[error("the source has errors ({}), the first in line {}: {}", .0.len(), .0[0].0, .0[0].1)]
    Errors(Vec<(usize, String)>),
    /// javac failed without reporting the line of an error.
    #[error("javac fails: {0}")]
    Javac(String),
    /// A file or process operation failed.
    #[error("cannot compile tests: {0}; check the JDK and the folder for temporary files (TMPDIR)")]
    System(#[from] io::Error),
}

/// Names and contents of resources that select plugins of Mockito. The default plugins start a program that
/// loads a Java agent, which the sandbox does not allow. These plugins are sufficient, because generated
/// tests mock only interfaces.
pub const MOCKITO_PLUGINS: [(&str, &str); 2] = [
    (
        "mockito-extensions/org.mockito.plugins.MockMaker",
        "org.mockito.internal.creation.bytebuddy.ByteBuddyMockMaker",
    ),
    (
        "mockito-extensions/org.mockito.plugins.MemberAccessor",
        "org.mockito.internal.util.reflection.ReflectionMemberAccessor",
    ),
];

/// Minimum time limit of a compilation. On a slow machine, a compilation with a shorter limit would fail.
const MIN_COMPILE: Duration = Duration::from_secs(10);

/// Free disk space that a compiled test class needs at most, in bytes.
const DISK_SPACE: usize = 1 << 16;

impl Verifier {
    /// Creates a verifier for tests of a dialect. `java` is the `java` command of a JDK, and `entries` is the
    /// class path of the classes under test. The tests also run on `other_jdk`, if there is one. Javac and
    /// the tests run in the sandbox. Temporary files are created in a new folder inside `temporary`.
    ///
    /// # Errors
    /// If the folder for temporary files is not writable.
    pub fn new(
        java: PathBuf,
        other_jdk: Option<OtherJdk>,
        entries: Vec<PathBuf>,
        dialect: Dialect,
        sandbox: Sandbox,
        temporary: &Path,
    ) -> io::Result<Verifier> {
        let scratch = vm::create_folder("testudo-verify-", temporary)?;
        let folder = scratch.path().canonicalize()?;
        let mut stand_ins = Vec::new();
        for (name, jar) in stand_in_jars(dialect) {
            let path = folder.join(name);
            fs::write(&path, jar)?;
            stand_ins.push(path);
        }
        fs::create_dir(folder.join("no-sources"))?;
        let settings = folder.join("settings");
        for (name, plugin) in MOCKITO_PLUGINS {
            let file = settings.join(name);
            fs::create_dir_all(file.parent().expect("the path has a parent folder"))?;
            fs::write(file, plugin)?;
        }
        // The processes have other working directories, so relative paths would be wrong.
        let to_absolute = |entry: PathBuf| entry.canonicalize().unwrap_or(entry);
        let compile_path: Vec<PathBuf> =
            std::iter::once(settings).chain(entries.into_iter().map(to_absolute)).collect();
        let run_path = path_jar::short_entries(compile_path.clone(), &folder.join("class-path.jar"))?;
        let javac =
            Javac::new(java.clone(), stand_ins[0].clone(), folder.clone(), compile_path.clone(), sandbox)?;
        let release = dialect.release;
        Ok(Verifier {
            java,
            other_jdk,
            jvm_arguments: Vec::new(),
            readable: Vec::new(),
            javac: Mutex::new(javac),
            sandbox,
            release,
            stand_ins,
            compile_path,
            run_path,
            folder,
            _scratch: scratch,
        })
    }

    /// Sets further arguments of the JVMs that run tests. If an argument contradicts an argument of Testudo,
    /// Testudo's argument counts.
    pub fn with_jvm_arguments(self, jvm_arguments: Vec<String>) -> Verifier {
        Verifier { jvm_arguments, ..self }
    }

    /// Allows tests to read further files and folders in the sandbox.
    pub fn with_readable(self, readable: Vec<PathBuf>) -> Verifier {
        Verifier { readable, ..self }
    }

    /// Checks that there is disk space for temporary files. Without disk space, no test class compiles.
    ///
    /// # Errors
    /// If a temporary file cannot be written.
    pub fn check_disk_space(&self) -> io::Result<()> {
        let file = tempfile::tempfile_in(&self.folder)?;
        (&file).write_all(&[0; DISK_SPACE])?;
        file.sync_all()
    }

    /// Starts the compiler, and does not wait for it. A compiler that has compiled a class before is many
    /// times faster.
    ///
    /// # Errors
    /// If the compiler cannot be started.
    pub fn warm_up(&self) -> io::Result<()> {
        self.javac.lock().expect("no thread panics while it uses javac").warm_up()
    }

    /// Returns how long the start of the compiler took, or `None` if the compiler has not started completely.
    /// This time shows how fast JVMs start on this machine at present.
    pub fn warm_up_time(&self) -> Option<Duration> {
        self.javac.lock().expect("no thread panics while it uses javac").warm_up_time()
    }

    /// Starts the compilation of unfinished tests, and does not wait for its end. The result is not used.
    /// This prepares the compiler for the finished tests: it loads the classes that the tests use. Does
    /// nothing if a test contains an unknown token, because javac must not see such a test.
    ///
    /// # Errors
    /// If a temporary file cannot be written, or the compiler has ended.
    pub fn rehearse(&self, world: &World, mut class: TestClass) -> io::Result<()> {
        class.tests.iter_mut().enumerate().for_each(|(index, test)| test.name = format!("test{index}"));
        let source = emit::source(world, &class);
        if !source.unknown_tokens.is_empty() {
            return Ok(());
        }
        let mut javac = self.javac.lock().expect("no thread panics while it uses javac");
        let Compilation { sources, classes, request, arguments, .. } =
            self.compilation(&javac, &class, &source)?;
        javac.rehearse(&request, &arguments, [sources, classes])
    }

    /// Writes the source of a test class into a new folder, and returns what javac needs to compile it.
    fn compilation(&self, javac: &Javac, class: &TestClass, source: &Source) -> io::Result<Compilation> {
        let sources = vm::create_folder("sources-", &self.folder)?;
        let file = sources.path().join(format!("{}.java", class.name));
        fs::write(&file, &source.text)?;
        let classes = javac.create_class_folder()?;
        let arguments = self.arguments(classes.path(), &file);
        Ok(Compilation { request: sources.path().join("javac"), sources, file, classes, arguments })
    }

    /// Compiles the source of a test class. Waits until the deadline, but at least ten seconds.
    ///
    /// # Errors
    /// If the source has unknown tokens, or if javac reports errors, fails, or exceeds the time limit.
    pub(super) fn compile(
        &self,
        class: &TestClass,
        source: &Source,
        deadline: Instant,
    ) -> Result<CompiledClass, CompileFailure> {
        if !source.unknown_tokens.is_empty() {
            return Err(CompileFailure::Errors(
                source.unknown_tokens.iter().map(unknown_token_error).collect(),
            ));
        }
        let limit = MIN_COMPILE.max(deadline.saturating_duration_since(Instant::now()));
        let mut javac = self.javac.lock().expect("no thread panics while it uses javac");
        let compilation = self.compilation(&javac, class, source)?;
        let Compilation { file, request, arguments, .. } = &compilation;
        match javac.run(request, arguments, limit)? {
            JavacEnd::Completed { succeeded: true, .. } => {}
            JavacEnd::Completed { output, .. } => return Err(compile_failure(&output, file)),
            JavacEnd::TimedOut => {
                return Err(CompileFailure::Javac("javac exceeds its time limit".to_owned()));
            }
            JavacEnd::Crashed(error) => {
                return Err(CompileFailure::Javac(format!("the JVM of javac crashes: {error}")));
            }
        }
        let tests = class.tests.iter().map(|test| test.name.clone()).collect();
        let name = if class.package.is_empty() {
            class.name.clone()
        } else {
            format!("{}.{}", class.package, class.name)
        };
        Ok(CompiledClass { folder: compilation.classes, name, tests })
    }

    /// Returns the arguments of javac.
    fn arguments(&self, classes: &Path, file: &Path) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = Vec::new();
        if let Some(release) = self.release.filter(|_| self.supports_release_option()) {
            arguments.extend(["--release".into(), release.to_string().into()]);
        }
        let options =
            ["-nowarn", "-implicit:none", "-encoding", "UTF-8", "-Xmaxerrs", "10000", "-sourcepath"];
        arguments.extend(NO_PLUGINS.iter().chain(&options).map(OsString::from));
        arguments.push(self.folder.join("no-sources").into());
        let class_path = join(self.stand_ins.iter().chain(&self.compile_path));
        arguments.extend(["-cp".into(), class_path, "-d".into(), classes.into(), file.into()]);
        arguments
    }

    /// Returns whether javac supports `--release`. Javac supports this option since Java 9.
    fn supports_release_option(&self) -> bool {
        let home = self.java.ancestors().nth(2);
        home.is_none_or(|home| !home.join("lib/tools.jar").is_file())
    }

    /// Returns the class path: the stand-ins, `test_classes`, and the classes under test.
    pub(super) fn class_path(&self, test_classes: &[PathBuf]) -> OsString {
        join(self.stand_ins.iter().chain(test_classes).chain(&self.run_path))
    }

    /// Returns the class path in two parts: the stand-ins, and all other entries.
    pub(super) fn split_class_path(&self, test_classes: &[PathBuf]) -> (OsString, OsString) {
        (join(self.stand_ins.iter()), join(test_classes.iter().chain(&self.run_path)))
    }

    /// Returns the files and folders that a JVM may read that runs the test classes of a folder.
    pub(super) fn readable(&self, test_classes: &Path) -> Vec<PathBuf> {
        let own = [&self.stand_ins, &self.compile_path, &self.run_path, &self.readable];
        own.into_iter().flatten().cloned().chain([test_classes.to_owned()]).collect()
    }

    /// Returns the other JDK on which the tests run.
    pub(super) fn other_jdk(&self) -> Option<&OtherJdk> {
        self.other_jdk.as_ref()
    }

    /// Returns the `java` command for an environment.
    pub(super) fn java(&self, environment: Environment) -> &Path {
        let other = self.other_jdk.as_ref().filter(|_| environment.uses_other_jdk);
        other.map_or(&self.java, |jdk| &jdk.java)
    }

    /// Returns the further arguments of the JVM for an environment.
    pub(super) fn jvm_arguments(&self, environment: Environment) -> Vec<String> {
        match &self.other_jdk {
            Some(jdk) if environment.uses_other_jdk => vm::arguments_for(jdk.version, &self.jvm_arguments),
            _ => self.jvm_arguments.clone(),
        }
    }

    /// Creates a new folder for the working directory of a process.
    pub(super) fn create_folder(&self) -> io::Result<TempDir> {
        vm::create_folder("run-", &self.folder)
    }
}

/// Returns the line and the message of the error for an unknown token.
fn unknown_token_error(unknown: &UnknownToken) -> (usize, String) {
    let UnknownToken { line, token } = unknown;
    (*line, format!("the source would contain `{token}`, which is possibly code in a name of a class file"))
}

/// Parses the output of javac: lines of the form `Foo.java:12: error: message`.
fn compile_failure(output: &str, file: &Path) -> CompileFailure {
    let start = format!("{}:", file.display());
    let error = |line: &str| -> Option<(usize, String)> {
        let (number, rest) = line.strip_prefix(&start)?.split_once(':')?;
        Some((number.parse().ok()?, rest.trim().strip_prefix("error: ")?.to_owned()))
    };
    let errors: Vec<(usize, String)> = output.lines().filter_map(error).collect();
    if errors.is_empty() {
        CompileFailure::Javac(output.trim().chars().take(2000).collect())
    } else {
        CompileFailure::Errors(errors)
    }
}

/// Joins paths with the path separator. Skips paths that contain the separator.
fn join<'a>(paths: impl Iterator<Item = &'a PathBuf> + Clone) -> OsString {
    std::env::join_paths(paths.clone()).unwrap_or_else(|_| {
        let usable_paths = paths.filter(|path| std::env::join_paths([path]).is_ok());
        std::env::join_paths(usable_paths).expect("no path contains the separator")
    })
}
