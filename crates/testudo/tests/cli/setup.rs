//! Compiled fixtures, and a folder to run the binary in.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use serde_json::Value;
use tempfile::TempDir;

use fixtures::JavaSources;

pub use crate::common::jdk;

/// The sources that ship with the project, and those of the tests.
const SOURCES: [&str; 2] = ["../../demo/src", "tests/fixtures"];

/// Returns the folder of the compiled fixtures, in which `bad.Gone` is missing and `bad.Unverifiable` is
/// broken.
pub fn classes() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let sources =
            SOURCES.iter().fold(sources(), |sources, root| sources.folder(&crate_folder.join(root)));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("classes");
        let _ = fs::remove_dir_all(&folder);
        sources.compile_into(&folder);
        fs::remove_file(folder.join("bad/Gone.class")).unwrap();
        make_unverifiable(&folder.join("bad/Unverifiable.class"));
        folder
    })
}

/// `aconst_null; areturn` becomes `iconst_1; areturn`.
fn make_unverifiable(class: &Path) {
    let mut bytes = fs::read(class).unwrap();
    let at = bytes.windows(2).position(|pair| pair == [0x01, 0xb0]).unwrap();
    bytes[at] = 0x04;
    fs::write(class, bytes).unwrap();
}

/// All sources below a folder.
pub fn java_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            java_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "java") {
            found.push(path);
        }
    }
}

/// Returns no sources, and options under which a warning is an error.
pub fn sources() -> JavaSources {
    JavaSources::new().options(&["-g", "-Xlint:all", "-Werror", "-Xlint:-processing"])
}

/// Compiles source files into a folder. A warning is an error.
pub fn javac(files: &[PathBuf], class_path: &[&Path], folder: &Path) {
    let sources = class_path.iter().fold(sources(), |sources, entry| sources.class_path(*entry));
    files.iter().fold(sources, |sources, file| sources.file(file)).compile_into(folder);
}

/// A folder of its own to run the binary in.
pub struct Place {
    folder: TempDir,
}

/// How a run ended and what it said.
pub struct Run {
    /// Its exit code.
    pub code: i32,
    /// Its standard output.
    pub out: String,
    /// Its standard error.
    pub err: String,
}

impl Run {
    /// The objects on standard output, one a line.
    pub fn reports(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The goals that the first of them says are missed.
    pub fn missed(&self) -> Vec<String> {
        let report = &self.reports()[0];
        let missed = report["missed"].as_array().cloned().unwrap_or_default();
        missed.iter().map(|it| it["goal"].as_str().unwrap().to_owned()).collect()
    }
}

impl Place {
    /// An empty place.
    pub fn new() -> Place {
        let folder = TempDir::new().unwrap();
        fs::create_dir(folder.path().join("tmp")).unwrap();
        Place { folder }
    }

    /// A path in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// `testudo generate` on the fixtures with these arguments; the tests go to `out`.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.bare(&["generate", "--classpath", classes().to_str().unwrap()]);
        command.args(["--output", "out"]).args(arguments);
        command
    }

    /// `testudo` with these arguments.
    pub fn bare(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_testudo"));
        command
            .args(arguments)
            .current_dir(&self.folder)
            .env("TMPDIR", self.path("tmp"))
            .env("XDG_CACHE_HOME", self.path("cache"))
            .env("NO_COLOR", "1");
        command.env_remove("TESTUDO_LOG").stdin(Stdio::null());
        command
    }

    /// Runs a command to its end, after which nothing of it may be left.
    pub fn run(&self, command: &mut Command) -> Run {
        let output = command.output().unwrap();
        self.check_nothing_is_left();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        Run { code: output.status.code().unwrap(), out: text(&output.stdout), err: text(&output.stderr) }
    }

    /// The text of a test class in `out`.
    pub fn written(&self, file: &str) -> String {
        fs::read_to_string(self.path("out").join(file)).unwrap()
    }

    /// No temporary file and no process that uses one.
    pub fn check_nothing_is_left(&self) {
        let tmp = self.path("tmp");
        let files: Vec<_> = fs::read_dir(&tmp).unwrap().collect();
        assert!(files.is_empty(), "{files:?}");
        assert_eq!(processes(tmp.to_str().unwrap()), Vec::<String>::new());
    }
}

/// Command lines of running processes in which a text occurs; none on systems without `/proc`.
pub fn processes(text: &str) -> Vec<String> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let command_lines = entries.filter_map(|entry| fs::read(entry.ok()?.path().join("cmdline")).ok());
    command_lines
        .map(|line| String::from_utf8_lossy(&line).into_owned())
        .filter(|line| line.contains(text))
        .collect()
}
