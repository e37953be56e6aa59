//! Compiled classes, and a folder to run the binary in.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use fixtures::JavaSources;
use tempfile::TempDir;

/// Returns the folder of the compiled classes of `demo/`.
pub fn classes() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo/src/demo");
    FOLDER.get_or_init(|| JavaSources::new().options(&["-g"]).folder(&sources).compile())
}

/// A folder of its own to run the binary in.
pub struct Place {
    folder: TempDir,
}

/// How a run ended and what it said.
pub struct Run {
    /// Its exit code, if no signal ended it.
    pub code: Option<i32>,
    /// Its standard error.
    pub said: String,
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

    /// `testudo generate` with options separated by blanks; the tests go to `out`.
    pub fn command(&self, class_path: &Path, options: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_testudo"));
        command.args(["generate", "--output", "out", "--classpath"]).arg(class_path).args(options.split(' '));
        command.current_dir(&self.folder).env("TMPDIR", self.path("tmp")).env("NO_COLOR", "1");
        command.env("XDG_CACHE_HOME", self.path("cache")).env_remove("TESTUDO_LOG").stdin(Stdio::null());
        command
    }

    /// Runs a command to its end, after which nothing of it may be left.
    pub fn run(&self, command: &mut Command) -> Run {
        self.run_to(command, Stdio::null())
    }

    /// The same with its standard output.
    pub fn run_to(&self, command: &mut Command, out: impl Into<Stdio>) -> Run {
        let output = command.stdout(out).stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
        self.check_nothing_is_left();
        Run { code: output.status.code(), said: String::from_utf8(output.stderr).unwrap() }
    }

    /// The file with the tests of a class.
    pub fn file(&self, class: &str) -> PathBuf {
        self.path("out").join(format!("{}Test.java", class.replace('.', "/")))
    }

    /// The names of what is in the folder of a class's tests.
    pub fn beside(&self, class: &str) -> Vec<String> {
        let entries = fs::read_dir(self.file(class).parent().unwrap()).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    /// Waits until no process is left: the kernel takes its time to end those that a program killed or left when it ended.
    pub fn wait_for_processes(&self) {
        for _ in 0..1000 {
            if self.processes().is_empty() {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(self.processes(), Vec::<String>::new(), "they are left");
    }

    /// No temporary file and no process that uses one.
    pub fn check_nothing_is_left(&self) {
        assert_eq!(self.temporary(), Vec::<PathBuf>::new());
        self.wait_for_processes();
    }

    /// What is among the temporary files.
    pub fn temporary(&self) -> Vec<PathBuf> {
        fs::read_dir(self.path("tmp")).unwrap().map(|entry| entry.unwrap().path()).collect()
    }

    /// Command lines of running processes in which the place for temporary files occurs; none on systems without `/proc`.
    pub fn processes(&self) -> Vec<String> {
        let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
        let told = entries.filter_map(|entry| fs::read(entry.ok()?.path().join("cmdline")).ok());
        let told = told.map(|line| String::from_utf8_lossy(&line).into_owned());
        let tmp = self.path("tmp");
        told.filter(|line| line.contains(tmp.to_str().unwrap())).collect()
    }
}
