//! Compiled fixtures, and temporary folders in which the tests run `testudo`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;

use fixtures::{JavaSources, subject_jar};

pub use crate::common::{Workspace, jdk};

/// Folders of the Java sources of the fixtures: the demo, and the fixtures of these tests.
const SOURCES: [&str; 2] = ["../../demo", "tests/fixtures"];

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

/// Runs the compiled tests in the folder `tests` with JUnit, and checks that they pass. The tests run in the
/// folder `working`.
pub fn check_tests_pass(tests: &Path, classes: &Path, working: &Path) {
    let output = Command::new(jdk().java())
        .current_dir(working)
        .arg("-jar")
        .arg(subject_jar("junit-platform-console"))
        .args(["execute", "--disable-banner", "--details=summary", "--fail-if-no-tests", "--scan-class-path"])
        .arg(tests)
        .arg("--class-path")
        .arg(std::env::join_paths([tests, classes]).unwrap())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

/// The result of a run of `testudo`.
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
    /// Returns the command `testudo generate` for the fixtures, with additional arguments. The command
    /// writes the tests into `out`.
    pub fn generate_command(&self, arguments: &[&str]) -> Command {
        let mut command = self.testudo_command(&["generate", "--classpath", classes().to_str().unwrap()]);
        command.args(["--output", "out"]).args(arguments);
        command
    }

    /// Runs `testudo generate` for the fixtures, with additional options that are separated by spaces.
    pub fn generate(&self, options: &str) -> Run {
        let arguments: Vec<&str> = options.split(' ').collect();
        self.run(&mut self.generate_command(&arguments))
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
    pub fn test_text(&self, file: &str) -> String {
        fs::read_to_string(self.path("out").join(file)).unwrap()
    }

    /// Checks that the folder for temporary files is empty, and that no process uses it.
    pub fn check_nothing_remains(&self) {
        assert_eq!(self.temporary_files(), Vec::<PathBuf>::new());
        assert_eq!(self.processes(), Vec::<String>::new());
    }
}
