//! Runs each attempt in a process of its own, in the sandbox and outside of it.

use std::ffi::CString;
use std::fs::{self, File};
use std::os::fd::{AsFd, AsRawFd};
use std::process::Stdio;

use vm::{Restrictions, Sandbox, Supervision};

use crate::{calls, reads, state};

/// Argument that precedes the name of the attempt to make.
const ATTEMPT: &str = "--attempt";

/// Path of a file outside of the scratch folder, from the scratch folder.
pub const OUTSIDE: &str = "../outside";

/// How an attempt ended.
#[derive(Debug, PartialEq, Eq)]
pub enum End {
    /// The sandbox denied the attempt.
    Denied,
    /// The attempt succeeded, or failed for another reason.
    NotDenied(String),
}

/// An attempt to break out.
pub struct Attempt {
    /// Name of the attempt in the output.
    pub name: &'static str,
    /// Makes the attempt.
    pub run: fn() -> End,
    /// Whether the attempt succeeds outside of the sandbox, for every user and on every supported kernel.
    pub succeeds_outside: bool,
}

/// Makes the attempt that the arguments name, or all attempts.
pub fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(at) = arguments.iter().position(|it| it == ATTEMPT) {
        let attempt = attempts().into_iter().find(|it| it.name == arguments[at + 1]);
        let end = attempt.map(|it| (it.run)());
        println!("{end:?}");
        return;
    }
    // The options of test harnesses, such as `--list`, have no meaning here.
    if arguments.iter().any(|it| it == "--list") {
        return;
    }
    let report = Sandbox::On.report();
    assert!(
        report.files && report.calls && report.denials,
        "this test needs Landlock version 3 and seccomp: Linux 6.2 or later"
    );
    let attempts = attempts();
    let failures: Vec<String> = attempts.iter().filter_map(failure).collect();
    println!("{} attempts, not denied: {}", attempts.len(), failures.len());
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

fn attempts() -> Vec<Attempt> {
    [calls::attempts(), reads::attempts(), state::attempts()].into_iter().flatten().collect()
}

/// Returns why an attempt does not show what it should show, or `None`.
fn failure(attempt: &Attempt) -> Option<String> {
    for is_supervised in [false, true] {
        let inside = end(attempt.name, Sandbox::On, is_supervised);
        if inside != "Some(Denied)" {
            let supervised = if is_supervised { " with supervision" } else { "" };
            return Some(format!("{}: in the sandbox{supervised}: {inside}", attempt.name));
        }
    }
    if attempt.succeeds_outside {
        let outside = end(attempt.name, Sandbox::Off, false);
        // Without output, another program has replaced this program.
        if !outside.is_empty() && !outside.contains("succeeded") {
            return Some(format!("{}: outside of the sandbox: {outside}", attempt.name));
        }
    }
    None
}

/// Makes an attempt in a new process. Returns the output of the process, and how it ended if it did not end
/// with the exit code 0.
fn end(name: &str, sandbox: Sandbox, is_supervised: bool) -> String {
    let program = std::env::current_exe().expect("the program has a path");
    let outer = tempfile::tempdir().expect("the folder for temporary files is writable");
    let folder = outer.path().canonicalize().expect("the folder exists").join("scratch");
    fs::create_dir(&folder).expect("the folder is writable");
    fs::write(folder.join(OUTSIDE), "secret").expect("the folder is writable");
    // A descriptor of the caller that the JVM must not inherit.
    let leaked = File::open("/dev/null").expect("every system has this device");
    rustix::io::fcntl_setfd(&leaked, rustix::io::FdFlags::empty()).expect("the descriptor is open");
    let (_reader, channel) = std::io::pipe().expect("a pipe can be created");
    let channels = [channel.as_fd()];
    let supervision = is_supervised.then(|| Supervision::new().expect("a connection can be created"));
    let restrictions =
        Restrictions { supervision: supervision.as_ref(), ..Restrictions::new(sandbox, &channels, &[]) };
    let mut command = vm::command(&program, &folder, &restrictions);
    command.args([ATTEMPT, name]).arg(channel.as_raw_fd().to_string());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let child = child.unwrap_or_else(|error| panic!("{name}: the program does not start: {error}"));
    let _supervisor = supervision.map(|it| it.start(&program, &folder, &[]).expect("a thread can be started"));
    let output = child.wait_with_output().expect("the system reports the end of the program");
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if output.status.success() { text } else { format!("{text} {}", output.status) }
}

/// Returns the number of the channel that this process inherited.
pub fn channel() -> i32 {
    let last = std::env::args().next_back();
    last.and_then(|it| it.parse().ok()).expect("the last argument is the number of the channel")
}

/// Returns a path in the scratch folder, which is the working folder.
pub fn scratch(name: &str) -> CString {
    CString::new(name).expect("the name has no zero byte")
}
