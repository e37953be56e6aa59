//! Full and read-only folders: Testudo reports the cause, and the old test file remains.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use crate::common::mounted;
use crate::java::create_faulty_jdk;
use crate::workspace::{Run, Workspace, classes};

const CLASS: &str = "demo.Roman";
const OPTIONS: &str = "--class demo.Roman --tests 60 --seed 1 --workers 1 -q";
/// The content of the test file before the run. Only a run with `--force` overwrites this file.
const OLD_TEXT: &str = "class RomanTest {}\n";

/// Returns a folder with an old test file.
fn workspace_with_old_file() -> Workspace {
    let workspace = Workspace::new();
    let file = workspace.test_file(CLASS);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, OLD_TEXT).unwrap();
    workspace
}

/// Runs a script that mounts file systems, and then the command with `--force`.
fn run_mounted(script: &str, workspace: &Workspace, command: &Command) -> Run {
    workspace.run(mounted(script, command, ":").arg("--force"))
}

/// Checks that a run has the exit code `code`, and that its standard error contains all parts.
#[track_caller]
fn check_failure(run: &Run, code: i32, parts: &[&str]) {
    assert_eq!(run.code, Some(code), "{}", run.stderr);
    assert!(parts.iter().all(|part| run.stderr.contains(part)), "{}", run.stderr);
}

/// Checks that the folder of the tests contains only the old file.
fn check_old_file(workspace: &Workspace) {
    assert_eq!(fs::read_to_string(workspace.test_file(CLASS)).unwrap(), OLD_TEXT);
    assert_eq!(workspace.file_names_beside_test(CLASS), ["RomanTest.java"]);
}

#[test]
fn mounted_full_output_folder_keeps_the_old_test_file() {
    let workspace = workspace_with_old_file();
    let script = "mkdir kept && cp -r out/. kept && mount -t tmpfs -o size=32k tmpfs out && cp -r kept/. out && \
                  { dd if=/dev/zero of=out/fill bs=4k 2>/dev/null || true; }";
    let command = workspace.generate_command(classes(), OPTIONS);
    // The mounted folder is gone after the run. A copy replaces the hidden folder.
    let run = workspace.run(mounted(script, &command, "cp -r out/demo seen").arg("--force"));
    check_failure(
        &run,
        7,
        &["cannot write to out/demo: No space left", "choose another folder with --output"],
    );
    assert!(!run.stderr.contains(".testudo"), "the message must not name a temporary file: {}", run.stderr);
    assert_eq!(fs::read_to_string(workspace.path("seen/RomanTest.java")).unwrap(), OLD_TEXT);
    assert_eq!(fs::read_dir(workspace.path("seen")).unwrap().count(), 1);
}

#[test]
fn mounted_read_only_output_folder_keeps_the_old_test_file_and_no_search_starts() {
    let workspace = workspace_with_old_file();
    let script = "mount --bind out out && mount -o remount,bind,ro out";
    let run = run_mounted(script, &workspace, &workspace.generate_command(classes(), OPTIONS));
    check_failure(&run, 7, &["cannot write to out/demo: read-only", "choose another folder with --output"]);
    check_old_file(&workspace);
}

#[test]
fn a_file_instead_of_the_output_folder_is_an_error_before_the_search() {
    let workspace = Workspace::new();
    fs::write(workspace.path("out"), "a file").unwrap();
    let run = workspace.run(&mut workspace.generate_command(classes(), OPTIONS));
    check_failure(&run, 7, &["cannot write to out/demo: "]);
    assert_eq!(fs::read_to_string(workspace.path("out")).unwrap(), "a file");
}

#[test]
fn mounted_temporary_folder_without_space_is_reported_at_the_start() {
    for size in ["4k", "100k"] {
        let workspace = workspace_with_old_file();
        let script = format!("mount -t tmpfs -o size={size} tmpfs tmp");
        let run = run_mounted(&script, &workspace, &workspace.generate_command(classes(), OPTIONS));
        check_failure(&run, 3, &["No space left", "set TMPDIR to a writable folder"]);
        check_old_file(&workspace);
    }
}

/// Creates a JDK that fills `folder` before it starts a JVM with the main class `main_class`. The JDK also
/// adds a hard link to each file in the folder, so that a file uses space even after the run removes it.
fn create_filling_jdk(jdk: &Path, main_class: &str, folder: &Path) {
    create_faulty_jdk(jdk, &[], 0);
    let java = jdk.join("bin/java");
    let script = fs::read_to_string(&java).unwrap();
    let link =
        "mkdir -p kept && find . -path ./kept -prune -o -type f -exec sh -c 'ln \"$1\" kept/$$' sh {} ';'";
    let fill = format!("(cd '{}' && {{ {link}; cat /dev/zero >>fill; }}) 2>/dev/null", folder.display());
    let fill = format!("#!/bin/sh\ncase \"$*\" in *{main_class}*) {fill} ;; esac\n");
    fixtures::write_program(&java, &script.replacen("#!/bin/sh\n", &fill, 1));
}

#[test]
fn mounted_temporary_folder_that_fills_up_is_reported() {
    for main_class in ["testudo.runner.Main", "testudo.verify.Compiler"] {
        let workspace = workspace_with_old_file();
        create_filling_jdk(&workspace.path("jdk"), main_class, &workspace.path("tmp"));
        let options = format!("{OPTIONS} --sandbox off --jdk jdk");
        let script = "mount -t tmpfs -o size=3m tmpfs tmp";
        let run = run_mounted(script, &workspace, &workspace.generate_command(classes(), &options));
        check_failure(&run, 3, &["No space left", "set TMPDIR to a writable folder with free space"]);
        check_old_file(&workspace);
    }
}

#[test]
fn a_timeline_on_a_full_disk_is_an_error_and_the_tests_are_written() {
    let workspace = Workspace::new();
    let options = format!("{OPTIONS} --timeline /dev/full");
    let run = workspace.run(&mut workspace.generate_command(classes(), &options));
    check_failure(&run, 7, &["/dev/full is incomplete: No space left", "--timeline"]);
    assert!(emit::is_unedited(&fs::read_to_string(workspace.test_file(CLASS)).unwrap()));
}

#[test]
fn reports_on_a_full_disk_are_an_error_and_the_tests_are_written() {
    let workspace = Workspace::new();
    let mut command = workspace.generate_command(classes(), OPTIONS);
    let run = workspace.run_to(command.arg("--json"), File::create("/dev/full").unwrap());
    check_failure(&run, 7, &["standard output", "No space left"]);
    assert!(emit::is_unedited(&fs::read_to_string(workspace.test_file(CLASS)).unwrap()));
}

#[test]
fn presets_on_a_full_disk_are_an_error() {
    let workspace = Workspace::new();
    let run = workspace.run_to(
        Command::new(env!("CARGO_BIN_EXE_testudo")).arg("presets"),
        File::create("/dev/full").unwrap(),
    );
    check_failure(&run, 7, &["standard output", "No space left"]);
}
