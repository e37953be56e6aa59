//! Temporary folders for runs, and the check that a run has changed no file outside the output folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use crate::sources::classes;

/// Maximum duration of a run. A longer run is killed and counts as endless.
const MAX_DURATION: Duration = Duration::from_secs(60);

/// Time budgets of the first run and of its repetitions. The longer budgets suffice on a busy machine.
///
/// The budget is not a number of tests, because the tests of some hostile classes are slow.
pub const TIMES: [&str; 3] = ["3s", "9s", "27s"];

/// Path outside the temporary folder. A hostile class tries to write a file with this path.
const OUTSIDE: &str = "/tmp/hostile-escaped";

/// Folders that a run must not change, each with the name of a file in the folder.
const PROTECTED: [(&str, &str); 3] = [("home", ".profile"), ("canary", "bird"), ("work", "pom.xml")];

/// Files and folders by path: the content of a file, or `None` for a folder.
type Files = BTreeMap<PathBuf, Option<Vec<u8>>>;

/// A temporary folder for a run.
pub struct Workspace {
    folder: TempDir,
    /// The files before the run.
    before: Files,
}

impl Workspace {
    /// Creates a folder with files that a run must not change.
    pub fn new() -> Workspace {
        let folder = TempDir::new().unwrap();
        let path = folder.path();
        for (name, file) in PROTECTED {
            fs::create_dir_all(path.join(name).join("deep/er")).unwrap();
            fs::write(path.join(name).join(file), "sings").unwrap();
            fs::write(path.join(name).join("deep/er/file"), "here").unwrap();
        }
        fs::create_dir_all(path.join("resources/hostile")).unwrap();
        fs::write(path.join("resources/hostile/canary.txt"), path.join("canary").to_str().unwrap()).unwrap();
        fs::create_dir(path.join("tmp")).unwrap();
        let before = files(path);
        Workspace { folder, before }
    }

    /// Generates tests for a class with a time budget. Returns `None` if the run exceeds [`MAX_DURATION`].
    pub fn generate(&self, class: &str, time: &str) -> Option<Output> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_testudo"));
        let class_path = std::env::join_paths([classes(), &self.path("resources")]).unwrap();
        command.args(["generate", "--class", class, "--time", time, "--seed", "1", "--json"]);
        command.arg("--classpath").arg(class_path).args(["--output", "../out"]);
        command.current_dir(self.path("work")).env("HOME", self.path("home")).env("TMPDIR", self.path("tmp"));
        command.env_remove("XDG_CACHE_HOME");
        command.env("NO_COLOR", "1").env_remove("TESTUDO_LOG");
        run_with_limit(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()))
    }

    /// Returns the text of the test file of a class, or an empty text if there is no test file.
    pub fn test_text(&self, name: &str) -> String {
        fs::read_to_string(self.path("out/hostile").join(format!("{name}Test.java"))).unwrap_or_default()
    }

    /// Returns descriptions of changed files outside the output folder, and of processes that still run.
    pub fn damage(&self) -> Vec<String> {
        let after = files(self.folder.path());
        let is_output = |path: &&PathBuf| path.starts_with(self.path("out"));
        let paths = self.before.keys().chain(after.keys()).filter(|path| !is_output(path));
        let is_changed = |path: &&PathBuf| self.before.get(*path) != after.get(*path);
        let mut damage: Vec<String> =
            paths.filter(is_changed).map(|path| format!("{} was changed", path.display())).collect();
        damage.dedup();
        if Path::new(OUTSIDE).exists() {
            damage.push(format!("{OUTSIDE} was written"));
        }
        damage.extend(
            processes(&self.path("tmp"))
                .into_iter()
                .map(|process| format!("this process still runs: {process}")),
        );
        damage
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

/// Runs a command. If the command does not end within [`MAX_DURATION`], kills the command and returns `None`.
fn run_with_limit(command: &mut Command) -> Option<Output> {
    let child = command.spawn().unwrap();
    let id = child.id();
    let (sender, receiver) = channel();
    let waiting = thread::spawn(move || sender.send(child.wait_with_output()));
    let output = receiver.recv_timeout(MAX_DURATION).ok().map(Result::unwrap);
    if output.is_none() {
        Command::new("kill").args(["-KILL", &id.to_string()]).status().unwrap();
    }
    let _ = waiting.join().unwrap();
    output
}

/// Returns all files and folders below a folder.
fn files(folder: &Path) -> Files {
    let mut files = Files::new();
    let mut unread_folders = vec![folder.to_owned()];
    while let Some(folder) = unread_folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                files.insert(path.clone(), None);
                unread_folders.push(path);
            } else {
                let content = fs::read(&path).unwrap();
                files.insert(path, Some(content));
            }
        }
    }
    files
}

/// Returns the command lines of running processes whose command line or environment contains a path. Returns
/// nothing on systems without `/proc`.
fn processes(path: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let path = path.to_str().unwrap();
    let command_lines = entries.filter_map(|entry| {
        let process = entry.ok()?.path();
        let text_of = |name: &str| {
            fs::read(process.join(name))
                .map_or_else(|_| String::new(), |it| String::from_utf8_lossy(&it).into_owned())
        };
        let command_line = text_of("cmdline");
        (command_line.contains(path) || text_of("environ").contains(path)).then_some(command_line)
    });
    command_lines.collect()
}
