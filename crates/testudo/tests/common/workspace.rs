//! A temporary folder in which a test runs `testudo`.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A temporary folder in which a test runs `testudo`. Its subfolder `tmp` is the folder for temporary files
/// of the run.
pub struct Workspace {
    folder: TempDir,
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

    /// Returns the paths of all files and folders in the folder for temporary files.
    pub fn temporary_files(&self) -> Vec<PathBuf> {
        fs::read_dir(self.path("tmp")).unwrap().map(|entry| entry.unwrap().path()).collect()
    }

    /// Returns the command lines of running processes that contain the path of the folder for temporary
    /// files. Returns nothing on systems without `/proc`.
    pub fn processes(&self) -> Vec<String> {
        let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
        let command_lines = entries.filter_map(|entry| fs::read(entry.ok()?.path().join("cmdline")).ok());
        let command_lines = command_lines.map(|line| String::from_utf8_lossy(&line).into_owned());
        let tmp = self.path("tmp");
        command_lines.filter(|line| line.contains(tmp.to_str().unwrap())).collect()
    }
}
