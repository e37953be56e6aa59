//! Folders that are full or cannot be written to: what happened is said, and the old file stays.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::java::faulty;
use crate::place::{Place, Run, classes};

const CLASS: &str = "demo.Roman";
const OPTIONS: &str = "--class demo.Roman --tests 60 --seed 1 --workers 1 -q";
/// A file that is there; `--force` has it replaced.
const OLD: &str = "class RomanTest {}\n";

/// A place with an old file.
fn place() -> Place {
    let place = Place::new();
    let file = place.file(CLASS);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, OLD).unwrap();
    place
}

/// Mounts as a script says, which only the command sees then, and runs it.
fn mounted(script: &str, place: &Place, command: &Command) -> Run {
    let rights: &[&str] =
        if mounts(&["--mount"]) { &["--mount"] } else { &["--user", "--map-root-user", "--mount"] };
    assert!(
        mounts(rights),
        "this test needs the right to mount a file system: run as root, or allow user namespaces; `./x test` \
         skips this test if it cannot mount"
    );
    let mut all = Command::new("unshare");
    all.args(rights).args(["sh", "-c", &format!("{script} && exec \"$0\" \"$@\"")]);
    all.arg(command.get_program()).args(command.get_args()).arg("--force");
    all.current_dir(command.get_current_dir().unwrap());
    for (name, value) in command.get_envs() {
        if let Some(value) = value {
            all.env(name, value)
        } else {
            all.env_remove(name)
        };
    }
    place.run(&mut all)
}

fn mounts(rights: &[&str]) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new("unshare");
    command.args(rights).args(["mount", "-t", "tmpfs", "tmpfs"]).arg(folder.path());
    command.output().is_ok_and(|output| output.status.success())
}

#[track_caller]
fn check(run: &Run, code: i32, parts: &[&str]) {
    assert_eq!(run.code, Some(code), "{}", run.said);
    assert!(parts.iter().all(|part| run.said.contains(part)), "{}", run.said);
}

fn check_old(place: &Place) {
    assert_eq!(fs::read_to_string(place.file(CLASS)).unwrap(), OLD);
    assert_eq!(place.beside(CLASS), ["RomanTest.java"]);
}

#[test]
fn mounted_full_folder_keeps_the_old_file() {
    let place = place();
    let script = "mkdir kept && cp -r out/. kept && mount -t tmpfs -o size=32k tmpfs out && cp -r kept/. out && \
                  { dd if=/dev/zero of=out/fill bs=4k 2>/dev/null || true; }";
    let command = place.command(classes(), OPTIONS);
    let run = mounted(script, &place, &command);
    check(&run, 7, &["cannot write to out/demo: No space left", "choose another folder with --output"]);
    assert!(!run.said.contains(".testudo"), "nobody knows that file: {}", run.said);
    check_old(&place);
}

#[test]
fn mounted_read_only_folder_keeps_the_old_file_and_no_search_starts() {
    let place = place();
    let script = "mount --bind out out && mount -o remount,bind,ro out";
    let run = mounted(script, &place, &place.command(classes(), OPTIONS));
    check(&run, 7, &["cannot write to out/demo: read-only", "choose another folder with --output"]);
    check_old(&place);
}

#[test]
fn a_file_in_the_place_of_a_folder_is_an_error_before_the_search() {
    let place = Place::new();
    fs::write(place.path("out"), "a file").unwrap();
    let run = place.run(&mut place.command(classes(), OPTIONS));
    check(&run, 7, &["cannot write to out/demo: "]);
    assert_eq!(fs::read_to_string(place.path("out")).unwrap(), "a file");
}

#[test]
fn mounted_temporary_folder_without_space_is_reported_at_the_start() {
    for size in ["4k", "100k"] {
        let place = place();
        let script = format!("mount -t tmpfs -o size={size} tmpfs tmp");
        let run = mounted(&script, &place, &place.command(classes(), OPTIONS));
        check(&run, 3, &["No space left", "set TMPDIR to a folder"]);
        check_old(&place);
    }
}

/// Has a JDK fill a folder before it starts a JVM with that text among the arguments. Nothing that the run removes from it makes
/// room again: each file has another name there.
fn fill_before(jdk: &Path, text: &str, folder: &Path) {
    faulty(jdk, &[], 0);
    let java = jdk.join("bin/java");
    let script = fs::read_to_string(&java).unwrap();
    let keep =
        "mkdir -p kept && find . -path ./kept -prune -o -type f -exec sh -c 'ln \"$1\" kept/$$' sh {} ';'";
    let fill = format!("(cd '{}' && {{ {keep}; cat /dev/zero >>fill; }}) 2>/dev/null", folder.display());
    let fill = format!("#!/bin/sh\ncase \"$*\" in *{text}*) {fill} ;; esac\n");
    fs::write(&java, script.replacen("#!/bin/sh\n", &fill, 1)).unwrap();
    fs::set_permissions(&java, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn mounted_temporary_folder_that_fills_up_is_reported() {
    for jvm in ["testudo.runner.Main", "testudo.verify.Compiler"] {
        let place = place();
        fill_before(&place.path("jdk"), jvm, &place.path("tmp"));
        let options = format!("{OPTIONS} --sandbox off --jdk jdk");
        let script = "mount -t tmpfs -o size=3m tmpfs tmp";
        let run = mounted(script, &place, &place.command(classes(), &options));
        check(&run, 3, &["No space left", "set TMPDIR to a folder with free space"]);
        check_old(&place);
    }
}

#[test]
fn a_timeline_for_which_there_is_no_room_is_an_error_and_the_tests_are_written() {
    let place = Place::new();
    let options = format!("{OPTIONS} --timeline /dev/full");
    let run = place.run(&mut place.command(classes(), &options));
    check(&run, 7, &["/dev/full is incomplete: No space left", "--timeline"]);
    assert!(emit::is_unedited(&fs::read_to_string(place.file(CLASS)).unwrap()));
}

#[test]
fn reports_for_which_there_is_no_room_are_an_error_and_the_tests_are_written() {
    let place = Place::new();
    let mut command = place.command(classes(), OPTIONS);
    let run = place.run_to(command.arg("--json"), File::create("/dev/full").unwrap());
    check(&run, 7, &["standard output", "No space left"]);
    assert!(emit::is_unedited(&fs::read_to_string(place.file(CLASS)).unwrap()));
}

#[test]
fn presets_for_which_there_is_no_room_are_an_error() {
    let place = Place::new();
    let run = place.run_to(
        Command::new(env!("CARGO_BIN_EXE_testudo")).arg("presets"),
        File::create("/dev/full").unwrap(),
    );
    check(&run, 7, &["standard output", "No space left"]);
}
