//! Verification drops tests that could do harm outside the sandbox, and keeps the other tests.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use emit::{Dialect, TestClass};
use suite::verify::{DropReason, Effort, SuspiciousTests, VerifiedClass, verify};
use testcase::{CheckedTest, Literal, Observation};
use types::World;

use crate::build::TestBuilder;
use crate::setup::world;
use crate::verify::verifier;

/// Returns a test with the assertion that a static method of `lib.Harmful` returns a value. The test has the
/// name of the method.
fn call(world: &World, method: &str, argument: &str, expected: bool) -> CheckedTest {
    let mut builder = TestBuilder::new(world, "lib");
    let argument = builder.string(argument);
    let result = builder.call(None, "lib.Harmful", method, "", &[argument]);
    builder.expect(result, Observation::Literal(Literal::Boolean(expected)));
    builder.test(method)
}

/// Returns a test in which `lib.Harmful.parse` throws an exception.
fn parse(world: &World, name: &str, url: &str, exception: &str) -> CheckedTest {
    let mut builder = TestBuilder::new(world, "lib");
    let url = builder.string(url);
    builder.call(None, "lib.Harmful", "parse", "", &[url]);
    builder.throwing(name, exception)
}

fn verify_tests(world: &World, tests: Vec<CheckedTest>) -> VerifiedClass {
    assert!(vm::Sandbox::On.report().denials, "this test needs Linux 6.2 with Landlock and seccomp");
    let class = world.class_named("lib.Harmful").expect("the fixture has the class");
    let class = TestClass { tests, ..TestClass::named(world, class) };
    let deadline = Instant::now() + Duration::from_secs(60);
    let verifier = verifier(world, Dialect::default());
    verify(world, &verifier, class, &|_| {}, Effort::Standard, SuspiciousTests::default(), deadline)
}

/// Checks that each test is dropped because of a denied action. `expected` contains the name of each test,
/// and a part of the description of the action. A harmless test is verified with them, and is kept.
fn check_dropped(world: &World, mut tests: Vec<CheckedTest>, expected: &[(&str, &str)]) {
    tests.insert(tests.len() / 2, call(world, "isLong", "text", true));
    let verified = verify_tests(world, tests);
    let kept: Vec<&str> = verified.class.tests.iter().map(|test| &*test.name).collect();
    assert_eq!(kept, ["isLong"], "{:?}", verified.dropped);
    for (name, action) in expected {
        let reason = verified.dropped.iter().find(|it| it.test.name == *name).map(|it| &it.reason);
        match reason {
            Some(DropReason::Denied(denied)) => assert!(denied.contains(action), "{name}: {denied}"),
            other => panic!("{name}: {other:?}"),
        }
    }
    assert_eq!(verified.dropped.len(), expected.len());
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs Linux")]
fn a_test_that_changes_a_file_outside_the_scratch_folder_is_dropped() {
    let world = world();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "mine").unwrap();
    let path = file.to_str().unwrap();
    let methods = [
        ("wipe", "deletes"),
        ("rename", "renames"),
        ("write", "writes to"),
        ("append", "writes to"),
        ("setReadable", "changes the permissions"),
        ("touch", "changes the permissions or times"),
    ];
    let tests = methods.map(|(method, _)| call(&world, method, path, false));
    check_dropped(&world, tests.into(), &methods);
    let new_folder = folder.path().join("new");
    let test = call(&world, "createFolder", new_folder.to_str().unwrap(), false);
    check_dropped(&world, vec![test], &[("createFolder", new_folder.to_str().unwrap())]);
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    assert!(!new_folder.exists());
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs Linux")]
fn a_test_that_deletes_a_file_that_exists_only_on_other_machines_is_dropped() {
    let world = world();
    let path = "/home/somebody-else/notes.txt";
    assert!(!Path::new(path).exists());
    check_dropped(&world, vec![call(&world, "wipe", path, false)], &[("wipe", path)]);
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs Linux")]
fn a_test_that_would_leave_a_file_in_the_project_or_in_the_home_is_dropped() {
    let world = world();
    let test = call(&world, "write", "name.txt", false);
    check_dropped(&world, vec![test], &[("write", "writes to name.txt in the working folder")]);
    let test = call(&world, "writeInHome", "name.txt", false);
    check_dropped(&world, vec![test], &[("writeInHome", "writes to name.txt in the home of the user")]);
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs Linux")]
fn a_test_that_reads_a_file_of_the_user_is_dropped() {
    let world = world();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "mine").unwrap();
    let path = file.to_str().unwrap();
    check_dropped(&world, vec![call(&world, "read", path, false)], &[("read", &format!("reads {path}"))]);
    let folder = folder.path().to_str().unwrap();
    check_dropped(&world, vec![call(&world, "list", folder, false)], &[("list", &format!("reads {folder}"))]);
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs Linux")]
fn a_test_that_reads_the_standard_input_is_dropped() {
    let world = world();
    let test = call(&world, "answers", "yes", false);
    check_dropped(&world, vec![test], &[("answers", "reads the standard input")]);
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs Linux")]
fn a_test_that_uses_the_network_is_dropped() {
    let world = world();
    let tests = vec![
        parse(&world, "address", "http://127.0.0.1:9/", "java.net.SocketException"),
        parse(&world, "name", "http://u", "java.io.IOException"),
        call(&world, "connect", "localhost", false),
    ];
    let socket = "opens a socket";
    check_dropped(&world, tests, &[("address", socket), ("name", socket), ("connect", socket)]);
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs Linux")]
fn a_test_that_starts_a_program_is_dropped() {
    let world = world();
    check_dropped(&world, vec![call(&world, "run", "/bin/true", false)], &[("run", "starts a program")]);
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs Linux")]
fn a_test_that_ends_another_process_is_dropped() {
    let world = world();
    let mut other_process = Command::new("sleep").arg("600").spawn().unwrap();
    let test = call(&world, "kill", &other_process.id().to_string(), false);
    check_dropped(&world, vec![test], &[("kill", "reads /proc/")]);
    assert!(other_process.try_wait().unwrap().is_none(), "the process has ended");
    other_process.kill().unwrap();
    other_process.wait().unwrap();
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs Linux")]
fn tests_that_stay_inside_the_sandbox_are_kept() {
    let world = world();
    let tests = vec![
        call(&world, "writeTemporary", "prefix", true),
        call(&world, "write", "/dev/null", true),
        call(&world, "read", "/etc/passwd", true),
        CheckedTest { name: "absent".into(), ..call(&world, "read", "/home/nobody/absent", false) },
        CheckedTest { name: "own".into(), ..call(&world, "read", "/proc/self/status", true) },
        call(&world, "isLoopback", "127.0.0.1", true),
        parse(&world, "malformed", "no-protocol://x", "java.net.MalformedURLException"),
    ];
    let names: Vec<String> = tests.iter().map(|test| test.name.clone()).collect();
    let verified = verify_tests(&world, tests);
    let kept: Vec<&str> = verified.class.tests.iter().map(|test| &*test.name).collect();
    assert_eq!(kept, names, "{:?}", verified.dropped);
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs Linux")]
fn if_a_test_marks_tests_itself_no_test_of_its_jvm_is_kept() {
    let world = world();
    let tests = vec![call(&world, "wipeBehindMarker", "/x", false), call(&world, "isLong", "text", true)];
    let verified = verify_tests(&world, tests);
    assert!(verified.class.tests.iter().all(|test| test.name != "wipeBehindMarker"));
    let denied = |it: &&suite::verify::DroppedTest| matches!(it.reason, DropReason::Denied(_));
    assert!(verified.dropped.iter().any(|it| it.test.name == "wipeBehindMarker" && denied(&it)));
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs Linux")]
fn a_test_that_marks_the_end_of_the_last_test_itself_is_dropped() {
    let world = world();
    let tests = vec![call(&world, "isLong", "text", true), call(&world, "wipeBehindLastMarker", "/x", false)];
    let verified = verify_tests(&world, tests);
    assert!(verified.class.tests.iter().all(|test| test.name != "wipeBehindLastMarker"));
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs Linux")]
fn a_test_that_deletes_a_file_at_the_end_of_the_jvm_is_dropped() {
    let world = world();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "mine").unwrap();
    let path = file.to_str().unwrap();
    for method in ["wipeAtEnd", "wipeInHook"] {
        let test = call(&world, method, path, true);
        check_dropped(&world, vec![test], &[(method, &format!("deletes {path}"))]);
    }
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs Linux")]
fn a_test_that_lists_a_folder_that_has_other_files_elsewhere_is_dropped() {
    let world = world();
    let test = call(&world, "wipeLogs", ".log", true);
    check_dropped(&world, vec![test], &[("wipeLogs", "reads the working folder")]);
    for (property, folder) in
        [("user.home", "the home of the user"), ("java.io.tmpdir", "the folder for temporary files")]
    {
        let test = call(&world, "wipeAll", property, true);
        check_dropped(&world, vec![test], &[("wipeAll", &format!("reads {folder}"))]);
    }
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs Linux")]
fn a_test_that_asks_for_a_file_that_is_probably_elsewhere_is_dropped() {
    let world = world();
    let test = call(&world, "wipeIfInHome", "notes", false);
    check_dropped(&world, vec![test], &[("wipeIfInHome", "asks for notes in the home of the user")]);
    // The tests run in the folder of this crate.
    let test = call(&world, "wipeIfExists", "Cargo.toml", false);
    check_dropped(&world, vec![test], &[("wipeIfExists", "asks for Cargo.toml in the working folder")]);
    let verified = verify_tests(&world, vec![call(&world, "wipeIfExists", "no-such-file", false)]);
    assert_eq!(verified.class.tests.len(), 1, "{:?}", verified.dropped);
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs Linux")]
fn a_test_is_dropped_if_it_leaves_a_thread_that_continues_by_itself() {
    let world = world();
    let test = call(&world, "wipeLater", "/x", true);
    check_dropped(&world, vec![test], &[("wipeLater", "leaves the thread cleaner")]);
    let verified = verify_tests(&world, vec![call(&world, "await", "waiting", true)]);
    assert_eq!(verified.class.tests.len(), 1, "{:?}", verified.dropped);
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs Linux")]
fn a_test_that_needs_a_screen_is_dropped() {
    let world = world();
    let mut builder = TestBuilder::new(&world, "lib");
    let text = builder.string("text");
    builder.call(None, "lib.Harmful", "copyToClipboard", "", &[text]);
    let test = builder.throwing("copyToClipboard", "java.awt.HeadlessException");
    check_dropped(&world, vec![test], &[("copyToClipboard", "needs a screen")]);
}

#[test]
fn an_assertion_that_depends_on_usual_variables_of_the_environment_is_dropped() {
    let world = world();
    let verified = verify_tests(&world, vec![call(&world, "greetsNobody", "hello ", true)]);
    assert_eq!(verified.assertions_dropped, 1, "{:?}", verified.dropped);
}
