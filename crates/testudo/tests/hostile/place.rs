//! A folder of its own for each run, and what of it must be as it was.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use crate::sources::classes;

/// After this a run is taken to hang, on however busy a machine.
const GUARD: Duration = Duration::from_secs(60);

/// The budget, and what does on a busy machine. One that is not time would have each slow test run.
pub const TIMES: [&str; 3] = ["3s", "9s", "27s"];

/// Where classes of the collection write that try to get out.
const ESCAPED: &str = "/tmp/hostile-escaped";

/// Folders that a run must leave as they are, with files that are in them.
const KEPT: [(&str, &str); 3] = [("home", ".profile"), ("canary", "bird"), ("work", "pom.xml")];

/// Files by their paths, with what they hold; folders hold nothing.
type Files = BTreeMap<PathBuf, Option<Vec<u8>>>;

/// A place to run in.
pub struct Place {
    folder: TempDir,
    before: Files,
}

impl Place {
    /// One with something in it that can be spoilt.
    pub fn new() -> Place {
        let folder = TempDir::new().unwrap();
        let path = folder.path();
        for (name, file) in KEPT {
            fs::create_dir_all(path.join(name).join("deep/er")).unwrap();
            fs::write(path.join(name).join(file), "sings").unwrap();
            fs::write(path.join(name).join("deep/er/file"), "here").unwrap();
        }
        fs::create_dir_all(path.join("given/hostile")).unwrap();
        fs::write(path.join("given/hostile/canary.txt"), path.join("canary").to_str().unwrap()).unwrap();
        fs::create_dir(path.join("tmp")).unwrap();
        let before = files(path);
        Place { folder, before }
    }

    /// Generates tests for a class in some time; `None` if that does not end.
    pub fn generate(&self, class: &str, time: &str) -> Option<Output> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_testudo"));
        let class_path = std::env::join_paths([classes(), &self.path("given")]).unwrap();
        command.args(["generate", "--class", class, "--time", time, "--seed", "1", "--json"]);
        command.arg("--classpath").arg(class_path).args(["--output", "../out"]);
        command.current_dir(self.path("work")).env("HOME", self.path("home")).env("TMPDIR", self.path("tmp"));
        command.env_remove("XDG_CACHE_HOME");
        command.env("NO_COLOR", "1").env_remove("TESTUDO_LOG");
        end(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()))
    }

    /// The text of the file written, if there is one.
    pub fn written(&self, name: &str) -> String {
        fs::read_to_string(self.path("out/hostile").join(format!("{name}Test.java"))).unwrap_or_default()
    }

    /// What a run has left or changed that it should not have.
    pub fn damage(&self) -> Vec<String> {
        let after = files(self.folder.path());
        let is_output = |path: &&PathBuf| path.starts_with(self.path("out"));
        let paths = self.before.keys().chain(after.keys()).filter(|path| !is_output(path));
        let is_changed = |path: &&PathBuf| self.before.get(*path) != after.get(*path);
        let mut damage: Vec<String> =
            paths.filter(is_changed).map(|path| format!("{} was changed", path.display())).collect();
        damage.dedup();
        if Path::new(ESCAPED).exists() {
            damage.push(format!("{ESCAPED} was written"));
        }
        damage.extend(processes(&self.path("tmp")).into_iter().map(|process| format!("it left {process}")));
        damage
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

/// Runs a command to its end, or kills it.
fn end(command: &mut Command) -> Option<Output> {
    let child = command.spawn().unwrap();
    let id = child.id();
    let (sender, receiver) = channel();
    let waiting = thread::spawn(move || sender.send(child.wait_with_output()));
    let output = receiver.recv_timeout(GUARD).ok().map(Result::unwrap);
    if output.is_none() {
        Command::new("kill").args(["-KILL", &id.to_string()]).status().unwrap();
    }
    let _ = waiting.join().unwrap();
    output
}

/// All that is in a folder.
fn files(folder: &Path) -> Files {
    let mut found = Files::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                found.insert(path.clone(), None);
                open.push(path);
            } else {
                let content = fs::read(&path).unwrap();
                found.insert(path, Some(content));
            }
        }
    }
    found
}

/// Running processes in whose command line or environment a path occurs; none on systems without `/proc`.
fn processes(path: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let path = path.to_str().unwrap();
    let told = entries.filter_map(|entry| {
        let process = entry.ok()?.path();
        let of = |name: &str| {
            fs::read(process.join(name))
                .map_or_else(|_| String::new(), |it| String::from_utf8_lossy(&it).into_owned())
        };
        let command_line = of("cmdline");
        (command_line.contains(path) || of("environ").contains(path)).then_some(command_line)
    });
    told.collect()
}
