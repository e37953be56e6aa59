//! What a person sees who gives the program something that it cannot use.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::setup::{Place, Run, classes, jdk};

/// Generates tests for a fixture with a small budget.
fn generate(class: &str) -> (Place, Run) {
    let place = Place::new();
    let run = place.run(&mut place.command(&["--class", class, "--tests", "300", "--json"]));
    (place, run)
}

/// No tests can be made for a class: the exit code and the status tell it, and the message holds all these parts.
fn check_refused(class: &str, code: i32, status: &str, message: &[&str]) {
    let (place, run) = generate(class);
    assert_eq!(run.code, code, "{}", run.err);
    let reports = run.reports();
    assert_eq!(reports.len(), 1);
    assert_eq!((reports[0]["class"].as_str(), reports[0]["status"].as_str()), (Some(class), Some(status)));
    assert_message(&run, message);
    assert_eq!(reports[0]["files"].as_array().unwrap().len(), 0);
    assert!(!place.path("out").exists(), "nothing is written");
}

/// Tests are made for a class all the same, with a warning that holds all these parts, if there are any.
fn check_generated(class: &str, warning: &[&str]) {
    let (place, run) = generate(class);
    assert_eq!(run.code, 0, "{}", run.err);
    let report = &run.reports()[0];
    assert_eq!(report["status"], "written");
    let warnings = report["warnings"].as_array().unwrap();
    assert_eq!(warnings.is_empty(), warning.is_empty(), "{warnings:?}");
    let said = |part: &&str| warnings.iter().any(|warning| warning.as_str().unwrap().contains(part));
    assert!(warning.iter().all(said), "{warnings:?}");
    let file = format!("{}Test.java", class.replace('.', "/").replace('$', ""));
    assert!(place.written(&file).contains("Test\n  "), "it has a test");
}

/// The whole run is refused: the exit code tells it, each class is reported as skipped.
fn check_run_refused(arguments: &[&str], code: i32, message: &[&str]) {
    let place = Place::new();
    let mut command =
        place.bare(&["generate", "--output", "out", "--json", "--tests", "300", "--class", "kinds.Outer"]);
    let run = place.run(command.args(["--class", "kinds.Colour"]).args(arguments));
    assert_eq!(run.code, code, "{}", run.err);
    let statuses: Vec<String> = run.reports().iter().map(|report| report["status"].to_string()).collect();
    assert_eq!(statuses, ["\"skipped\"", "\"skipped\""]);
    assert_message(&run, message);
}

fn assert_message(run: &Run, parts: &[&str]) {
    let error =
        run.err.lines().find(|line| line.starts_with("error: ")).unwrap_or_else(|| panic!("{}", run.err));
    assert!(parts.iter().all(|part| error.contains(part)), "{error}");
}

#[test]
fn a_misspelt_class_gets_the_nearest_name() {
    check_refused("kinds.Color", 5, "not-found", &["kinds.Color: ", "did you mean kinds.Colour?"]);
}

#[test]
fn a_simple_name_gets_the_full_one() {
    check_refused("Account", 5, "not-found", &["demo.Account"]);
}

#[test]
fn a_name_that_is_like_no_other_points_at_the_class_path() {
    check_refused("org.example.Nowhere", 5, "not-found", &["check the name and --classpath"]);
}

#[test]
fn a_name_with_slashes_is_put_right() {
    check_refused("kinds/Outer.class", 5, "not-found", &["use the binary name kinds.Outer"]);
}

#[test]
fn a_nested_class_with_a_dot_is_put_right_and_quoted() {
    check_refused("kinds.Outer.Inner", 5, "not-found", &["use the binary name 'kinds.Outer$Inner'"]);
}

#[test]
fn a_class_of_the_jdk_is_not_tested() {
    check_refused("java.lang.String", 5, "not-found", &["name a class of your own", "tests of a JDK class"]);
}

#[test]
fn an_initialiser_that_throws_is_told_with_its_exception() {
    check_refused(
        "bad.Throwing",
        6,
        "does-not-load",
        &["java.lang.NumberFormatException: For input string: \"many\""],
    );
}

#[test]
fn an_initialiser_that_exits_is_told() {
    check_refused("bad.Exiting", 6, "does-not-load", &["its static initialiser ends the JVM"]);
}

#[test]
fn an_initialiser_that_never_ends_is_given_up() {
    check_refused("bad.Looping", 6, "does-not-load", &["its static initialiser does not end"]);
}

#[test]
fn an_initialiser_of_a_nested_class_costs_only_that() {
    check_generated("bad.NestedThrowing", &["bad.NestedThrowing$Inner", "NumberFormatException"]);
}

#[test]
fn a_class_that_does_not_verify_is_told() {
    check_refused(
        "bad.Unverifiable",
        6,
        "does-not-load",
        &["the JVM rejects its code", "compile the class again"],
    );
}

#[test]
fn a_missing_superclass_is_named() {
    check_refused(
        "bad.ExtendsGone",
        6,
        "does-not-load",
        &["it needs bad.Gone", "add the jar of bad.Gone to --classpath"],
    );
}

#[test]
fn a_method_with_a_missing_parameter_type_is_left_out() {
    check_generated("bad.TakesGone", &["bad.TakesGone.with is left out: bad.Gone is not on the class path"]);
}

#[test]
fn a_class_missing_in_a_body_only_does_no_harm() {
    check_generated("bad.CallsGone", &[]);
}

#[test]
fn of_an_abstract_class_what_is_static_is_tested() {
    check_generated("kinds.Shape", &[]);
}

#[test]
fn a_class_whose_code_no_test_reaches_gets_a_warning() {
    check_generated("kinds.Closed", &["cover no goal"]);
}

#[test]
fn an_interface_without_code_is_refused() {
    check_refused(
        "kinds.Plain",
        6,
        "nothing-to-test",
        &["no default or static method", "name a class that implements the interface"],
    );
}

#[test]
fn of_an_interface_what_is_static_is_tested() {
    check_generated("kinds.Defaults", &[]);
}

#[test]
fn an_enum_is_tested() {
    check_generated("kinds.Colour", &[]);
}

#[test]
fn a_nested_class_is_tested() {
    check_generated("kinds.Outer$Inner", &[]);
}

#[test]
fn an_annotation_is_refused() {
    check_refused("kinds.Mark", 6, "nothing-to-test", &["an annotation has no code"]);
}

#[test]
fn a_class_with_nothing_to_call_is_refused() {
    check_refused("kinds.Sealed", 6, "nothing-to-test", &["no method, constructor or field"]);
}

#[test]
fn a_class_without_code_is_refused() {
    check_refused("kinds.Empty", 6, "nothing-to-test", &["no code to test"]);
}

#[test]
fn a_private_nested_class_points_at_the_one_around_it() {
    check_refused("kinds.Outer$Hidden", 6, "nothing-to-test", &["name the class that contains it"]);
}

#[test]
fn a_class_path_entry_that_does_not_exist_is_named() {
    let class_path = format!("{}:nowhere.jar", classes().display());
    check_run_refused(&["--classpath", &class_path], 4, &["nowhere.jar does not exist"]);
}

#[test]
fn a_release_is_one_that_the_jdk_knows() {
    if jdk().version < 25 {
        let class_path = classes().to_str().unwrap();
        check_run_refused(&["--classpath", class_path, "--release", "25"], 3, &["newer JDK with --jdk"]);
    }
}

#[test]
fn mockito_must_be_on_a_class_path_to_be_used() {
    let class_path = classes().to_str().unwrap();
    check_run_refused(
        &["--classpath", class_path, "--mocks", "mockito"],
        4,
        &["needs Mockito", "add the jars of mockito-core", "--test-classpath"],
    );
    check_run_refused(
        &["--classpath", class_path, "--test-classpath", "nowhere.jar"],
        4,
        &["nowhere.jar does not exist"],
    );
}

#[test]
fn a_file_that_is_no_jar_is_named() {
    let place = Place::new();
    let jar = place.path("no.jar");
    for content in ["", "hello", "PK\u{3}\u{4}hello"] {
        fs::write(&jar, content).unwrap();
        check_run_refused(&["--classpath", jar.to_str().unwrap()], 4, &["no.jar is not a jar or is damaged"]);
    }
}

#[test]
fn a_folder_that_is_no_jdk_is_named() {
    let place = Place::new();
    let folder = place.path("");
    let arguments = ["--classpath", classes().to_str().unwrap(), "--jdk", folder.to_str().unwrap()];
    check_run_refused(&arguments, 3, &["is not the folder of a JDK"]);
}

#[test]
fn a_runtime_without_a_compiler_is_named() {
    let place = Place::new();
    let jre = half_a_jdk(&place);
    let arguments = ["--classpath", classes().to_str().unwrap(), "--jdk", jre.to_str().unwrap()];
    check_run_refused(&arguments, 3, &["without javac", "install a full JDK"]);
}

/// A JDK with the classes of the real one and no programs.
fn half_a_jdk(place: &Place) -> std::path::PathBuf {
    let home = place.path("jdk");
    fs::create_dir_all(home.join("lib")).unwrap();
    fs::create_dir_all(home.join("bin")).unwrap();
    symlink(&jdk().home.join("lib/modules"), &home.join("lib/modules"));
    home
}

fn symlink(target: &Path, link: &Path) {
    std::os::unix::fs::symlink(target, link).unwrap();
}

#[test]
fn a_jvm_that_does_not_start_is_reported_for_each_class() {
    let place = Place::new();
    let home = half_a_jdk(&place);
    symlink(&jdk().javac(), &home.join("bin/javac"));
    symlink(Path::new("/bin/false"), &home.join("bin/java"));
    let mut command =
        place.command(&["--class", "kinds.Outer", "--class", "kinds.Colour", "--json", "--jdk", "jdk"]);
    let run = place.run(&mut command);
    assert_eq!(run.code, 3, "{}", run.err);
    let statuses: Vec<String> = run.reports().iter().map(|report| report["status"].to_string()).collect();
    assert_eq!(statuses, ["\"no-worker\"", "\"no-worker\""]);
}

#[test]
fn a_wrong_java_home_is_passed_over_with_a_warning() {
    let place = Place::new();
    let mut command = place.command(&["--class", "kinds.Mark"]);
    let javac = jdk().javac();
    let run = place.run(command.env("JAVA_HOME", place.path("tmp")).env("PATH", javac.parent().unwrap()));
    assert_eq!(run.code, 6, "{}", run.err);
    assert!(run.err.contains("skipping an unusable JDK"), "{}", run.err);
}

#[test]
fn a_missing_folder_for_temporary_files_is_named() {
    let place = Place::new();
    let run = place.run(place.command(&["--class", "kinds.Outer"]).env("TMPDIR", "/nowhere"));
    assert_eq!(run.code, 3);
    assert_message(&run, &["cannot write temporary files to /nowhere", "set TMPDIR"]);
}

#[test]
fn an_output_folder_that_cannot_be_made_is_named() {
    let place = Place::new();
    fs::write(place.path("out"), "a file").unwrap();
    let run = place.run(&mut place.command(&["--class", "kinds.Outer", "--json"]));
    assert_eq!(run.code, 7, "{}", run.err);
    assert_message(&run, &["cannot write to out/kinds", "--output"]);
    assert_eq!(run.reports()[0]["status"], "not-written");
}

#[test]
fn a_test_that_a_person_edited_is_kept_unless_forced() {
    let place = Place::new();
    let generate = |more: &[&str]| {
        let arguments = [&["--class", "kinds.Colour", "--tests", "100", "--json"], more].concat();
        place.run(&mut place.command(&arguments))
    };
    let file = "kinds/ColourTest.java";
    assert_eq!(generate(&[]).code, 0);
    let generated = place.written(file);
    assert_eq!(generate(&[]).code, 0, "what was not edited is overwritten");

    let edited = format!("{generated}// mine\n");
    fs::write(place.path("out").join(file), &edited).unwrap();
    let refused = generate(&[]);
    assert_eq!(refused.code, 7, "{}", refused.err);
    assert_message(&refused, &["edited by hand", "--force"]);
    assert_eq!(place.written(file), edited);

    assert_eq!(generate(&["--force"]).code, 0);
    assert_eq!(place.written(file), generated);
}

#[test]
fn a_class_that_fails_does_not_keep_the_others_from_being_tested() {
    let place = Place::new();
    let classes = ["--class", "kinds.Nothing", "--class", "kinds.Colour", "--class", "kinds.Mark"];
    let run = place.run(place.command(&classes).args(["--tests", "100", "--json"]));
    assert_eq!(run.code, 6, "the highest counts");
    let statuses: Vec<String> = run.reports().iter().map(|report| report["status"].to_string()).collect();
    assert_eq!(statuses, ["\"not-found\"", "\"written\"", "\"nothing-to-test\""]);
}

#[test]
fn a_type_that_nobody_can_make_is_named_with_the_reason_and_the_goals_it_blocks() {
    let (_place, run) = generate("bad.Locked");
    assert_eq!(run.code, 0, "{}", run.err);
    let unbuildable = &run.reports()[0]["unbuildable"];
    assert_eq!(unbuildable.as_array().unwrap().len(), 1, "files and fields can be had: {unbuildable}");
    assert_eq!(unbuildable[0]["type"], "bad.Vault");
    assert_eq!(unbuildable[0]["goals"], 3, "one of two branches of the first predicate, two of the second");
    assert!(unbuildable[0]["reason"].as_str().unwrap().contains("private"));
    let note = "note: bad.Locked: no test can make an object of bad.Vault: its constructors are private";
    assert!(run.err.contains(note), "{}", run.err);
}

#[test]
fn a_report_that_is_not_there_is_named_by_the_command_that_asks_for_it() {
    let place = Place::new();
    let run = place.run(Command::new(env!("CARGO_BIN_EXE_testudo")).args(["explain", "nothing.json"]));
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("cannot read nothing.json") && run.err.contains("testudo explain"),
        "{}",
        run.err
    );
}
