//! Ctrl-C, and output that nobody reads.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::setup::{Place, processes};

/// A run that is ended by nothing but a signal, and has begun to search.
fn searching(place: &Place) -> (Child, BufReader<std::process::ChildStderr>) {
    let mut command =
        place.command(&["--class", "kinds.Endless", "--class", "kinds.Outer", "--time", "10m", "--json"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap());
    read_until(&mut said, "goals");
    (child, said)
}

fn read_until(said: &mut impl BufRead, part: &str) {
    let mut line = String::new();
    while !line.contains(part) {
        line.clear();
        assert!(said.read_line(&mut line).unwrap() > 0, "it ended before it said {part}");
    }
}

fn send(signal: &str, child: &Child) {
    let status = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

fn check_ends_early_and_writes(signal: &str) {
    let place = Place::new();
    let (mut child, mut said) = searching(&place);
    send(signal, &child);
    let mut rest = String::new();
    said.read_to_string(&mut rest).unwrap();
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "a class was not begun");
    assert!(out.contains("\"status\":\"written\"") && out.contains("\"status\":\"skipped\""), "{out}");
    assert!(
        place.written("kinds/EndlessTest.java").contains("assertEquals(3, "),
        "its tests have assertions"
    );
    place.check_nothing_is_left();
}

#[test]
fn the_first_interrupt_ends_the_search_and_what_was_found_is_written() {
    check_ends_early_and_writes("-INT");
}

#[test]
fn being_asked_to_terminate_is_an_interrupt() {
    check_ends_early_and_writes("-TERM");
}

#[test]
fn the_second_interrupt_ends_the_program_and_leaves_nothing() {
    let place = Place::new();
    let (mut child, mut said) = searching(&place);
    send("-INT", &child);
    read_until(&mut said, "Interrupted");
    send("-INT", &child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(!place.path("out/kinds/EndlessTest.java").exists());
    // The kernel kills the JVMs after the program has ended.
    let tmp = place.path("tmp");
    while !processes(tmp.to_str().unwrap()).is_empty() {
        thread::sleep(Duration::from_millis(10));
    }
    place.check_nothing_is_left();
}

#[test]
fn output_that_nobody_reads_does_no_harm() {
    let place = Place::new();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = place.command(&["--class", "kinds.Colour", "--tests", "100", "--json", "-vv"]);
    command.stdout(writer.try_clone().unwrap()).stderr(writer);
    assert_eq!(place.run(&mut command).code, 0);
    assert!(place.written("kinds/ColourTest.java").contains("@Test"));
}
