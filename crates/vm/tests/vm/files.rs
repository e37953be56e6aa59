//! Tests of the temporary files that tests create.

use testcase::{Literal, Observation, StatementKind, Stored, TestCase, Var};
use types::World;
use vm::Mode;

use crate::setup::{Script, call, config, run_on, script, start, world};

fn file(test: &mut Script, name: &str, stored: Stored) -> Var {
    let ty = test.class("java.io.File");
    test.push(StatementKind::TempFile { name: name.into(), stored }, ty)
}

/// Returns a test that creates the file `a` with the given content. The test then calls a method of
/// `java.io.File` without arguments on this file.
fn test(world: &World, stored: fn(&mut Script) -> Stored, method: &str) -> TestCase {
    let mut test = script(world);
    let stored = stored(&mut test);
    let file = file(&mut test, "a", stored);
    test.call("java.io.File", method, Some(file), &[]);
    test.test
}

fn nothing(_: &mut Script) -> Stored {
    Stored::Nothing
}

fn folder(_: &mut Script) -> Stored {
    Stored::Folder
}

fn text(test: &mut Script) -> Stored {
    Stored::Text(test.string("h\u{e4}llo"))
}

/// Adds a call that makes a folder read-only.
fn make_read_only(test: &mut Script, folder: Var) {
    let no = test.literal(Literal::Boolean(false));
    test.call("java.io.File", "setWritable", Some(folder), &[no, no]);
}

/// Runs tests on one worker. Returns the value of the last statement of each test.
fn observe(world: &World, tests: &[TestCase], mode: Mode) -> Vec<Option<Observation>> {
    let results = run_on(&mut start(config()), world, tests, mode);
    results.into_iter().map(|it| it.observations.last().cloned().flatten()).collect()
}

#[test]
fn a_temporary_file_is_either_a_text_in_utf_8_or_a_folder_or_absent() {
    let world = world();
    let check = |stored, method: &str, expect: Literal| {
        let values = observe(&world, &[test(&world, stored, method)], Mode::Observe);
        assert_eq!(values, [Some(Observation::Literal(expect))], "{method}");
    };
    check(text, "length", Literal::Long(6));
    check(text, "isFile", Literal::Boolean(true));
    check(folder, "isDirectory", Literal::Boolean(true));
    check(nothing, "exists", Literal::Boolean(false));
    check(nothing, "getName", Literal::String([0x61].as_slice().into()));
}

#[test]
fn a_test_does_not_find_files_of_another_test() {
    let world = world();
    let tests =
        [test(&world, folder, "exists"), test(&world, text, "exists"), test(&world, nothing, "exists")];
    let observed = |exists| Some(Observation::Literal(Literal::Boolean(exists)));
    assert_eq!(observe(&world, &tests, Mode::Observe), [observed(true), observed(true), observed(false)]);
}

#[test]
fn a_folder_that_a_test_deletes_replaces_or_makes_read_only_is_restored() {
    let world = world();
    let check = |change_folder: fn(&mut Script, Var)| {
        let mut changing_test = script(&world);
        let a = file(&mut changing_test, "a", Stored::Nothing);
        let parent = changing_test.call("java.io.File", "getParentFile", Some(a), &[]);
        change_folder(&mut changing_test, parent);
        let tests = [changing_test.test, test(&world, text, "length"), test(&world, nothing, "exists")];
        for mode in [Mode::Observe, Mode::ObserveOtherwise(1)] {
            let expect = [Literal::Boolean(true), Literal::Long(6), Literal::Boolean(false)];
            assert_eq!(observe(&world, &tests, mode), expect.map(|it| Some(Observation::Literal(it))));
        }
    };
    check(|test, folder| {
        test.call("java.io.File", "delete", Some(folder), &[]);
    });
    check(|test, folder| {
        test.call("java.io.File", "delete", Some(folder), &[]);
        test.call("java.io.File", "createNewFile", Some(folder), &[]);
    });
    check(|test, folder| {
        let parent = test.call("java.io.File", "getParentFile", Some(folder), &[]);
        test.call("java.io.File", "delete", Some(folder), &[]);
        make_read_only(test, parent);
    });
    check(|test, folder| {
        file(test, "b", Stored::Folder);
        make_read_only(test, folder);
    });
}

#[test]
fn the_folder_of_temporary_files_has_another_path_in_the_mode_observe_otherwise() {
    let world = world();
    let tests = [test(&world, nothing, "getName"), test(&world, nothing, "getParent")];
    let mut pool = start(config());
    let mut last_values = |mode| -> Vec<_> {
        let results = run_on(&mut pool, &world, &tests, mode);
        results.into_iter().map(|it| it.observations.last().cloned().flatten()).collect()
    };
    let (usual_values, other_values) = (last_values(Mode::Observe), last_values(Mode::ObserveOtherwise(1)));
    assert_eq!(usual_values[0], other_values[0]);
    assert_ne!(usual_values[1], other_values[1]);
}

#[test]
fn a_test_can_open_files_after_an_earlier_test_opened_as_many_files_as_possible() {
    let world = world();
    let open_files = call(&world, "demo.Wild", "openFiles", &[]);
    let observed = Some(Observation::Literal(Literal::Boolean(true)));
    let tests = [open_files.clone(), open_files];
    assert_eq!(observe(&world, &tests, Mode::Observe), [observed.clone(), observed]);
}
