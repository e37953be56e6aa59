//! Runs a build in its own process group, and ends the group if the run is cancelled or stuck.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read, Seek};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::Error;
use crate::error::BuildFailure;
use crate::java_version;
use crate::test_run::compile_errors;

/// The number of lines of a failed build's output that an error shows.
const SHOWN_LINES: usize = 40;
/// The time between two checks whether the build has ended.
const POLL: Duration = Duration::from_millis(20);
/// The time that a cancelled build has to end itself.
const GRACE: Duration = Duration::from_secs(2);

/// A command that runs a build.
pub(crate) struct BuildCommand {
    program: PathBuf,
    folder: PathBuf,
    /// The arguments that Testudo passes.
    arguments: Vec<OsString>,
    /// The arguments that a person passes to repeat the build.
    shown: Vec<OsString>,
}

/// The result of a build.
pub(crate) struct Finished {
    /// Whether the exit status was 0.
    pub(crate) is_success: bool,
    /// Whether the build was ended because it was stuck.
    pub(crate) was_stuck: bool,
    /// Standard output and standard error, without escape sequences for colours.
    pub(crate) output: String,
}

impl BuildCommand {
    /// Returns a command without arguments, which runs in a folder.
    pub(crate) fn new(program: &Path, folder: &Path) -> BuildCommand {
        let (program, folder) = (program.to_owned(), folder.to_owned());
        BuildCommand { program, folder, arguments: Vec::new(), shown: Vec::new() }
    }

    /// Adds an argument.
    pub(crate) fn argument(&mut self, argument: impl Into<OsString>) -> &mut BuildCommand {
        let argument = argument.into();
        self.shown.push(argument.clone());
        self.hidden_argument(argument)
    }

    /// Adds an argument that a person does not need to repeat the build.
    pub(crate) fn hidden_argument(&mut self, argument: impl Into<OsString>) -> &mut BuildCommand {
        self.arguments.push(argument.into());
        self
    }

    /// Adds an argument that only a person needs to repeat the build.
    pub(crate) fn shown_argument(&mut self, argument: impl Into<OsString>) -> &mut BuildCommand {
        self.shown.push(argument.into());
        self
    }

    /// Returns the shell command that a person can run.
    pub(crate) fn shown(&self) -> String {
        let mut words = vec!["cd".to_owned(), quoted(self.folder.as_os_str()), "&&".to_owned()];
        words.extend(self.program_words().iter().map(|word| quoted(word)));
        words.extend(self.shown.iter().map(|argument| quoted(argument)));
        words.join(" ")
    }

    /// Returns the program with its interpreter. Some repositories contain wrappers without the permission to
    /// execute them.
    fn program_words(&self) -> Vec<OsString> {
        let mode = self.program.metadata().map(|metadata| metadata.permissions().mode());
        let needs_shell = self.program.is_absolute() && mode.is_ok_and(|mode| mode & 0o111 == 0);
        let shell = needs_shell.then(|| OsString::from("sh"));
        shell.into_iter().chain([self.program.clone().into_os_string()]).collect()
    }

    /// Runs the build until it ends, is cancelled or is stuck. A failed build is not an error.
    pub(crate) fn run(
        &self,
        is_cancelled: &dyn Fn() -> bool,
        is_stuck: &dyn Fn() -> bool,
    ) -> Result<Finished, Error> {
        let mut output = tempfile::tempfile().map_err(Error::io("create a temporary file"))?;
        let mut group = self.start(&output)?;
        let status = loop {
            if let Some(status) = group.poll()? {
                break Some(status);
            }
            if is_cancelled() {
                group.end();
                return Err(Error::Cancelled);
            }
            if is_stuck() {
                group.end();
                break None;
            }
            thread::sleep(POLL);
        };
        let output = read(&mut output).map_err(Error::io("read the output of the build"))?;
        let is_success = status.is_some_and(|status| status.success());
        Ok(Finished { is_success, was_stuck: status.is_none(), output })
    }

    fn start(&self, output: &File) -> Result<Group, Error> {
        let duplicate = || output.try_clone().map_err(Error::io("duplicate a file descriptor"));
        let words = self.program_words();
        let child = Command::new(&words[0])
            .args(&words[1..])
            .args(&self.arguments)
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .stdout(duplicate()?)
            .stderr(duplicate()?)
            .process_group(0)
            .spawn()
            .map_err(Error::io(format!("start {}", self.program.display())))?;
        Ok(Group { child, is_running: true })
    }

    /// Returns the failure of the build.
    pub(crate) fn failure(&self, output: &str) -> BuildFailure {
        BuildFailure {
            command: self.shown(),
            output: last_lines(output),
            compile_errors: compile_errors(output),
            needed_java: java_version::needed(output),
        }
    }

    /// Returns the error that the build did not write what this crate needs.
    pub(crate) fn no_facts(&self, problem: impl Into<String>) -> Error {
        Error::NoFacts { problem: problem.into(), command: self.shown() }
    }
}

/// A process and all processes that it starts, unless they leave the group. A drop ends all of them, if the
/// first process has not ended yet.
struct Group {
    child: Child,
    is_running: bool,
}

impl Group {
    fn poll(&mut self) -> Result<Option<ExitStatus>, Error> {
        let status = self.child.try_wait().map_err(Error::io("wait for the build"))?;
        self.is_running = status.is_none();
        Ok(status)
    }

    /// Asks the processes to end. After a while, kills the processes that are left.
    fn end(&mut self) {
        self.signal(Signal::TERM);
        let start = Instant::now();
        while start.elapsed() < GRACE && matches!(self.child.try_wait(), Ok(None)) {
            thread::sleep(POLL);
        }
        self.signal(Signal::KILL);
        let _ = self.child.wait();
        self.is_running = false;
    }

    fn signal(&self, signal: Signal) {
        let pid = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        if let Some(pid) = pid {
            // The call fails if all processes of the group have ended.
            let _ = kill_process_group(pid, signal);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if self.is_running {
            self.end();
        }
    }
}

fn read(output: &mut File) -> io::Result<String> {
    let mut bytes = Vec::new();
    output.rewind()?;
    output.read_to_end(&mut bytes)?;
    Ok(without_escapes(&String::from_utf8_lossy(&bytes)))
}

/// Removes the escape sequences that set colours and styles.
fn without_escapes(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain +=
            part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';').get(1..).unwrap_or_default();
    }
    plain
}

/// Returns the last lines, without the stack frames of Java exceptions: otherwise these would replace all
/// messages.
fn last_lines(text: &str) -> String {
    let is_frame = |line: &&str| line.trim_start_matches("[ERROR]").trim_start().starts_with("at ");
    let lines: Vec<&str> = text.trim_end().lines().filter(|line| !is_frame(line)).collect();
    lines[lines.len().saturating_sub(SHOWN_LINES)..].join("\n")
}

/// Returns a word for a POSIX shell.
fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.into_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a command that runs a script with `sh`.
    fn script(text: &str) -> BuildCommand {
        let mut command = BuildCommand::new(Path::new("sh"), Path::new("/"));
        command.argument("-c").argument(text);
        command
    }

    #[test]
    fn a_cancelled_build_ends_with_all_its_processes() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("pid");
        let text = format!(
            "(trap '' TERM; exec sleep 600) & echo $! > {}.new; mv {0}.new {0}; wait",
            file.display()
        );
        let result = script(&text).run(&|| file.exists(), &|| false);
        assert!(matches!(result, Err(Error::Cancelled)));
        let pid: i32 = std::fs::read_to_string(&file).unwrap().trim().parse().unwrap();
        // The kernel ends the process soon after the signal. If it does not end, this test does not end.
        let stat = || std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        while !stat().is_empty() && !stat().contains(") Z ") {
            thread::yield_now();
        }
    }

    #[test]
    fn both_output_streams_of_a_build_are_read_without_colours() {
        let finished = script("printf '\\033[1;31mred\\033[0m\\n'; echo two >&2; exit 3")
            .run(&|| false, &|| false)
            .unwrap();
        assert_eq!((finished.is_success, &*finished.output), (false, "red\ntwo\n"));
    }

    #[test]
    fn the_output_of_a_stuck_build_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("begun");
        let text = format!("echo one; touch {}; exec sleep 600", file.display());
        let finished = script(&text).run(&|| false, &|| file.exists()).unwrap();
        assert!(finished.was_stuck && !finished.is_success);
        assert_eq!(finished.output, "one\n");
    }

    #[test]
    fn the_error_of_a_failed_build_shows_the_last_40_messages_and_a_command_for_a_shell() {
        let output: String = (1..=50).map(|line| format!("{line}\n[ERROR] \tat a.B.c(B.java:1)\n")).collect();
        let message = script("echo it's").failure(&output).to_string();
        assert!(message.contains(r"cd / && sh -c 'echo it'\''s'; the last lines"), "{message}");
        assert!(message.contains(":\n11\n12\n") && message.ends_with("\n50"), "{message}");
        let message = script("exit 3").failure("").to_string();
        assert!(message.ends_with("; it printed nothing"), "{message}");
    }
}
