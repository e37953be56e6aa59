//! Interrupts by signals, and closed output streams.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::setup::Workspace;

/// Starts a run on two classes. The search for the first class does not end before the test sends a signal.
/// Waits until this search has begun. Returns the process and its standard error.
fn start_search(workspace: &Workspace) -> (Child, BufReader<std::process::ChildStderr>) {
    let mut command = workspace.generate_command(&[
        "--class",
        "kinds.Endless",
        "--class",
        "kinds.Outer",
        "--time",
        "10m",
        "--json",
    ]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    read_until(&mut stderr, "goals");
    (child, stderr)
}

/// Reads lines up to the first line that contains `part`.
fn read_until(stderr: &mut impl BufRead, part: &str) {
    let mut line = String::new();
    while !line.contains(part) {
        line.clear();
        assert!(stderr.read_line(&mut line).unwrap() > 0, "the output ended before a line with {part:?}");
    }
}

fn send(signal: &str, child: &Child) {
    let status = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

/// Checks that a signal ends the search, and that the tests found so far are written.
fn check_ends_early_and_writes(signal: &str) {
    let workspace = Workspace::new();
    let (mut child, mut stderr) = start_search(&workspace);
    send(signal, &child);
    stderr.read_to_string(&mut String::new()).unwrap();
    let mut stdout = String::new();
    child.stdout.take().unwrap().read_to_string(&mut stdout).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "the exit code of an interrupted run");
    assert!(
        stdout.contains("\"status\":\"written\"") && stdout.contains("\"status\":\"skipped\""),
        "{stdout}"
    );
    let text = workspace.test_text("kinds/EndlessTest.java");
    assert!(text.contains("assertEquals("), "the written tests must have assertions: {text}");
    workspace.check_nothing_remains();
}

#[test]
fn the_first_interrupt_ends_the_search_and_the_found_tests_are_written() {
    check_ends_early_and_writes("-INT");
}

#[test]
fn a_termination_signal_has_the_effect_of_an_interrupt() {
    check_ends_early_and_writes("-TERM");
}

#[test]
fn the_second_interrupt_ends_the_program_and_no_file_or_process_remains() {
    let workspace = Workspace::new();
    let (mut child, mut stderr) = start_search(&workspace);
    send("-INT", &child);
    read_until(&mut stderr, "Interrupted");
    send("-INT", &child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(!workspace.path("out/kinds/EndlessTest.java").exists());
    // The kernel kills the JVMs after the program has ended.
    while !workspace.processes().is_empty() {
        thread::sleep(Duration::from_millis(10));
    }
    workspace.check_nothing_remains();
}

#[test]
fn a_run_with_closed_output_streams_succeeds() {
    let workspace = Workspace::new();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command =
        workspace.generate_command(&["--class", "kinds.Colour", "--tests", "100", "--json", "-vv"]);
    command.stdout(writer.try_clone().unwrap()).stderr(writer);
    assert_eq!(workspace.run(&mut command).code, 0);
    assert!(workspace.test_text("kinds/ColourTest.java").contains("class ColourTest {"));
}
