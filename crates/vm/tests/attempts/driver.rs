//! Runs each attempt in a process of its own, in the sandbox and outside of it.

use std::ffi::CString;
use std::fmt;
use std::fs::{self, File};
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;
use std::thread;

use vm::{FolderNames, Jvm, Restrictions, Sandbox};

use crate::{calls, exhaustion, metadata, reads, state};

/// Argument that precedes the name of the attempt to make.
const ATTEMPT: &str = "--attempt";
/// Argument that makes this program print a table.
const TABLE: &str = "--table";
/// Path of a file outside of the scratch folder, from the scratch folder.
pub const OUTSIDE: &str = "../outside";

/// The kind of the attempts that only a user who can create namespaces makes.
const NAMESPACES: &str = "namespaces";

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

/// A JVM in whose place this program makes attempts. The variants have the restrictions of the JVM.
#[derive(Clone, Copy)]
enum Place {
    Worker,
    VerifyingJvm,
    Javac,
}

const PLACES: [Place; 3] = [Place::Worker, Place::VerifyingJvm, Place::Javac];

impl Place {
    fn restrict(self, restrictions: Restrictions) -> Restrictions {
        match self {
            Place::Worker => Restrictions { open_files: 512, ..restrictions },
            Place::VerifyingJvm => Restrictions {
                records_denials: true,
                folder_names: FolderNames::Verification,
                ..restrictions
            },
            Place::Javac => restrictions,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Place::Worker => "worker",
            Place::VerifyingJvm => "verifying JVM",
            Place::Javac => "javac",
        })
    }
}

/// Makes the attempt that the arguments name, or all attempts.
pub fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(at) = arguments.iter().position(|it| it == ATTEMPT) {
        let attempt = groups().into_iter().flat_map(|it| it.1).find(|it| it.name == arguments[at + 1]);
        println!("{:?}", attempt.map(|it| (it.run)()));
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
    let failures = run_all(arguments.iter().any(|it| it == TABLE));
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// Returns the attempts by kind.
fn groups() -> [(&'static str, Vec<Attempt>); 8] {
    [
        ("effects outside of the process", calls::effects()),
        ("sockets", calls::sockets()),
        ("other system calls", calls::refused_calls()),
        ("reading files", reads::attempts()),
        ("permissions and times", metadata::attempts()),
        ("inherited rights and files", state::attempts()),
        ("exhaustion", exhaustion::attempts()),
        (NAMESPACES, state::in_namespaces()),
    ]
}

/// Makes all attempts, and prints a table with one row for each kind. With `prints_all`, first prints a row
/// for each attempt. Returns the failures.
fn run_all(prints_all: bool) -> Vec<String> {
    let mut failures = Vec::new();
    let mut summary = Vec::new();
    let titles = PLACES.map(|place| place.to_string()).join(" | ");
    if prints_all {
        println!("| attempt | {titles} |\n|---|---|---|---|");
    }
    let has_namespaces = Sandbox::On.report().namespaces;
    for (kind, attempts) in groups().into_iter().filter(|it| has_namespaces || it.0 != NAMESPACES) {
        let mut denied = [0; PLACES.len()];
        for attempt in &attempts {
            let ends = ends_in_all_places(attempt.name);
            if prints_all {
                println!("| {} | {} |", attempt.name, ends.each_ref().map(|it| shown(it)).join(" | "));
            }
            for ((end, place), denied) in ends.iter().zip(PLACES).zip(&mut denied) {
                match is_denied(end) {
                    true => *denied += 1,
                    false => failures.push(format!("{} ({place}): {end}", attempt.name)),
                }
            }
            failures.extend(failure_outside(attempt));
        }
        let denied = denied.map(|it| it.to_string()).join(" | ");
        summary.push(format!("| {kind} | {} | {denied} |", attempts.len()));
    }
    println!("\n| kind | attempts | denied: {titles} |\n|---|---|---|---|---|\n{}", summary.join("\n"));
    failures
}

/// Makes an attempt in all places at the same time. Returns the result of [`end`] for each place.
fn ends_in_all_places(name: &str) -> [String; PLACES.len()] {
    thread::scope(|scope| {
        let running = PLACES.map(|place| scope.spawn(move || end(name, Sandbox::On, place)));
        running.map(|it| it.join().unwrap_or_else(|_| format!("{name}: the attempt cannot be made")))
    })
}

fn is_denied(end: &str) -> bool {
    end == "Some(Denied)"
}

fn shown(end: &str) -> &str {
    if is_denied(end) { "denied" } else { "NOT DENIED" }
}

/// Returns how an attempt failed outside of the sandbox, if it should succeed there.
fn failure_outside(attempt: &Attempt) -> Option<String> {
    if !attempt.succeeds_outside {
        return None;
    }
    let end = end(attempt.name, Sandbox::Off, Place::Worker);
    // Without output, another program has replaced this program.
    let has_succeeded = end.is_empty() || end.contains("succeeded");
    (!has_succeeded).then(|| format!("{}: outside of the sandbox: {end}", attempt.name))
}

/// Makes an attempt in a new process. Returns the output of the process, and how it ended if it did not end
/// with the exit code 0.
fn end(name: &str, sandbox: Sandbox, place: Place) -> String {
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
    let restrictions = place.restrict(Restrictions::new(sandbox, &channels, &[], exhaustion::HEAP_MB));
    let mut jvm = Jvm::new(&program, &folder, &restrictions).expect("a connection can be created");
    jvm.command().current_dir(&folder).args([ATTEMPT, name]).arg(channel.as_raw_fd().to_string());
    jvm.command().stdout(Stdio::piped()).stderr(Stdio::null());
    let (child, _guard) =
        jvm.spawn().unwrap_or_else(|error| panic!("{name}: the program does not start: {error}"));
    let output = child.wait_with_output().expect("the system reports the end of the program");
    vm::remove_folder(&folder);
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    match output.status.signal() {
        _ if output.status.success() => text,
        Some(libc::SIGKILL) if text == exhaustion::WAITS => format!("{:?}", Some(End::Denied)),
        _ => format!("{text} {}", output.status),
    }
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
