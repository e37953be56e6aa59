//! Compiled fixtures, and temporary folders in which the tests run the binary.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use serde_json::Value;
use tempfile::TempDir;

use fixtures::JavaSources;

pub use crate::common::jdk;

/// Folders of the Java sources of the fixtures: the demo, and the fixtures of these tests.
const SOURCES: [&str; 2] = ["../../demo/src", "tests/fixtures"];

/// Returns the folder of the compiled fixtures, in which `bad.Gone` is missing and `bad.Unverifiable` is
/// invalid.
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

/// Makes a class file invalid: replaces `aconst_null; areturn` by `iconst_1; areturn`.
fn make_unverifiable(class: &Path) {
    let mut bytes = fs::read(class).unwrap();
    let at = bytes.windows(2).position(|pair| pair == [0x01, 0xb0]).unwrap();
    bytes[at] = 0x04;
    fs::write(class, bytes).unwrap();
}

/// Adds the Java files below a folder to `found`, sorted by path.
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

/// Returns an empty set of sources with compiler options that turn warnings into errors.
pub fn sources() -> JavaSources {
    JavaSources::new().options(&["-g", "-Xlint:all", "-Werror", "-Xlint:-processing"])
}

/// Compiles source files into a folder. A warning is an error.
pub fn javac(files: &[PathBuf], class_path: &[&Path], folder: &Path) {
    let sources = class_path.iter().fold(sources(), |sources, entry| sources.class_path(*entry));
    files.iter().fold(sources, |sources, file| sources.file(file)).compile_into(folder);
}

/// A temporary folder in which a test runs the binary. The folder `tmp` in it is the folder for temporary
/// files.
pub struct Workspace {
    folder: TempDir,
}

/// The result of a run of the binary.
pub struct Run {
    /// Exit code of the run.
    pub code: i32,
    /// Standard output of the run.
    pub stdout: String,
    /// Standard error of the run.
    pub stderr: String,
}

impl Run {
    /// Returns the JSON objects on standard output, one for each line.
    pub fn reports(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Returns the descriptions of the goals that are not covered according to the first report.
    pub fn missed(&self) -> Vec<String> {
        let report = &self.reports()[0];
        let missed = report["missed"].as_array().cloned().unwrap_or_default();
        missed.iter().map(|it| it["goal"].as_str().unwrap().to_owned()).collect()
    }
}

impl Workspace {
    /// Creates a folder that contains only the empty folder `tmp`.
    pub fn new() -> Workspace {
        let folder = TempDir::new().unwrap();
        fs::create_dir(folder.path().join("tmp")).unwrap();
        Workspace { folder }
    }

    /// Returns the path of a file or folder in this folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns the command `testudo generate` for the fixtures, with additional arguments. The command
    /// writes the tests into `out`.
    pub fn generate_command(&self, arguments: &[&str]) -> Command {
        let mut command = self.testudo_command(&["generate", "--classpath", classes().to_str().unwrap()]);
        command.args(["--output", "out"]).args(arguments);
        command
    }

    /// Returns the command `testudo` with the given arguments.
    pub fn testudo_command(&self, arguments: &[&str]) -> Command {
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

    /// Runs a command. Checks that no temporary file and no process remains.
    pub fn run(&self, command: &mut Command) -> Run {
        let output = command.output().unwrap();
        self.check_nothing_remains();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        Run {
            code: output.status.code().unwrap(),
            stdout: text(&output.stdout),
            stderr: text(&output.stderr),
        }
    }

    /// Returns the text of a test class in the folder `out`.
    pub fn written(&self, file: &str) -> String {
        fs::read_to_string(self.path("out").join(file)).unwrap()
    }

    /// Checks that the folder for temporary files is empty, and that no process uses it.
    pub fn check_nothing_remains(&self) {
        let tmp = self.path("tmp");
        let files: Vec<_> = fs::read_dir(&tmp).unwrap().collect();
        assert!(files.is_empty(), "{files:?}");
        assert_eq!(processes(tmp.to_str().unwrap()), Vec::<String>::new());
    }
}

/// Returns the command lines of running processes that contain a text. Returns nothing on systems without
/// `/proc`.
pub fn processes(text: &str) -> Vec<String> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let command_lines = entries.filter_map(|entry| fs::read(entry.ok()?.path().join("cmdline")).ok());
    command_lines
        .map(|line| String::from_utf8_lossy(&line).into_owned())
        .filter(|line| line.contains(text))
        .collect()
}
