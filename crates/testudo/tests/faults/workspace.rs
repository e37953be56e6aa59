//! Compiled classes, and temporary folders in which the tests run `testudo`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use fixtures::JavaSources;

pub use crate::common::Workspace;

/// Returns the folder of the compiled classes of `demo/`.
pub fn classes() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo");
    FOLDER.get_or_init(|| JavaSources::new().options(&["-g"]).folder(&sources).compile())
}

/// The result of a run of `testudo`.
pub struct Run {
    /// Exit code of the run; `None` if a signal ended the run.
    pub code: Option<i32>,
    /// Standard error of the run.
    pub stderr: String,
}

impl Workspace {
    /// Returns the command `testudo generate` with options, which are separated by spaces. The command writes
    /// the tests into `out`.
    pub fn generate_command(&self, class_path: &Path, options: &str) -> Command {
        let mut command = self.testudo_command(&["generate", "--output", "out", "--classpath"]);
        command.arg(class_path).args(options.split(' '));
        command
    }

    /// Runs a command and discards its standard output. Checks that no temporary file and no process remains.
    pub fn run(&self, command: &mut Command) -> Run {
        self.run_to(command, Stdio::null())
    }

    /// Runs a command, which writes its standard output to `out`. Checks that no temporary file and no
    /// process remains.
    pub fn run_to(&self, command: &mut Command, out: impl Into<Stdio>) -> Run {
        let output = command.stdout(out).stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
        self.check_nothing_remains();
        Run { code: output.status.code(), stderr: String::from_utf8(output.stderr).unwrap() }
    }

    /// Returns the path of the test file of a class.
    pub fn test_file(&self, class: &str) -> PathBuf {
        self.path("out").join(format!("{}Test.java", class.replace('.', "/")))
    }

    /// Returns the names of all files in the folder of the test file of a class.
    pub fn file_names_beside_test(&self, class: &str) -> Vec<String> {
        let entries = fs::read_dir(self.test_file(class).parent().unwrap()).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    /// Waits until no process uses the folder for temporary files. Some processes end only after
    /// the program that killed or started them has ended. Panics after 10 seconds.
    pub fn wait_for_processes(&self) {
        for _ in 0..1000 {
            if self.processes().is_empty() {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(self.processes(), Vec::<String>::new(), "these processes did not end within 10 seconds");
    }

    /// Checks that the folder for temporary files is empty, and that no process uses it.
    pub fn check_nothing_remains(&self) {
        assert_eq!(self.temporary_files(), Vec::<PathBuf>::new());
        self.wait_for_processes();
    }
}
