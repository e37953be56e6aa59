//! Exit codes, reports and messages for input that the program cannot use.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::setup::{Run, Workspace, classes, jdk, sources};

/// Generates tests for a class of the fixtures with a small budget.
fn generate(class: &str) -> (Workspace, Run) {
    let workspace = Workspace::new();
    let run = workspace.run(&mut workspace.generate_command(&["--class", class, "--tests", "300", "--json"]));
    (workspace, run)
}

/// Checks that no test is generated for a class: the exit code, the status in the report, and parts of the
/// message.
fn check_refused(class: &str, code: i32, status: &str, message: &[&str]) {
    let (workspace, run) = generate(class);
    assert_eq!(run.code, code, "{}", run.stderr);
    let reports = run.reports();
    assert_eq!(reports.len(), 1);
    assert_eq!((reports[0]["class"].as_str(), reports[0]["status"].as_str()), (Some(class), Some(status)));
    assert_message(&run, message);
    assert_eq!(reports[0]["files"].as_array().unwrap().len(), 0);
    assert!(!workspace.path("out").exists(), "a file was written");
}

/// Checks that tests are generated for a class, and that the warnings contain all parts. Without parts,
/// checks that there is no warning.
fn check_generated(class: &str, parts: &[&str]) {
    let (workspace, run) = generate(class);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let report = &run.reports()[0];
    assert_eq!(report["status"], "written");
    let warnings = report["warnings"].as_array().unwrap();
    assert_eq!(warnings.is_empty(), parts.is_empty(), "{warnings:?}");
    let is_reported = |part: &&str| warnings.iter().any(|warning| warning.as_str().unwrap().contains(part));
    assert!(parts.iter().all(is_reported), "{warnings:?}");
    let file = format!("{}Test.java", class.replace('.', "/").replace('$', ""));
    assert!(workspace.test_text(&file).contains("Test\n  "), "{file} contains no test");
}

/// Checks that a run on two classes is refused: the exit code, the status `skipped` of both classes, and
/// parts of the message.
fn check_run_refused(arguments: &[&str], code: i32, message: &[&str]) {
    let workspace = Workspace::new();
    let mut command = workspace.testudo_command(&[
        "generate",
        "--output",
        "out",
        "--json",
        "--tests",
        "300",
        "--class",
        "kinds.Outer",
    ]);
    let run = workspace.run(command.args(["--class", "kinds.Colour"]).args(arguments));
    assert_eq!(run.code, code, "{}", run.stderr);
    let statuses: Vec<String> = run.reports().iter().map(|report| report["status"].to_string()).collect();
    assert_eq!(statuses, ["\"skipped\"", "\"skipped\""]);
    assert_message(&run, message);
}

/// Checks that the first error message on standard error contains all parts.
fn assert_message(run: &Run, parts: &[&str]) {
    let error = run
        .stderr
        .lines()
        .find(|line| line.starts_with("error: "))
        .unwrap_or_else(|| panic!("{}", run.stderr));
    assert!(parts.iter().all(|part| error.contains(part)), "{error}");
}

#[test]
fn control_characters_of_the_code_under_test_are_visible() {
    let folder = tempfile::tempdir().unwrap();
    let text = "
        package terminal;

        public class Escapes {
            static final int SIZE = fail();

            private static int fail() {
                throw new IllegalStateException(\"\\033]0;title\\007 \\u009b31m\\u202e\\r\\nerror: forged\");
            }

            public static int size() {
                return SIZE;
            }
        }";
    sources().text("terminal/Escapes.java", text).compile_into(folder.path());
    let workspace = Workspace::new();
    let mut command =
        workspace.testudo_command(&["generate", "--class", "terminal.Escapes", "--tests", "300"]);
    let run =
        workspace.run(command.args(["-vv", "--json", "--output", "out", "--classpath"]).arg(folder.path()));
    assert_message(&run, &["terminal.Escapes: ", "\\u001b]0;title\\u0007 \\u009b31m\\u202e"]);
    let is_raw = |c: char| (c.is_control() && c != '\n') || c == '\u{202E}';
    assert!(
        !run.stderr.contains(is_raw) && !run.stdout.contains(is_raw),
        "{:?}\n{:?}",
        run.stderr,
        run.stdout
    );
    assert!(!run.stderr.lines().any(|line| line.starts_with("error: forged")), "{}", run.stderr);
    let message = run.reports()[0]["message"].as_str().unwrap().to_owned();
    assert!(message.contains("\u{1B}]0;title\u{7} \u{9B}31m"), "{message:?}");
}

#[test]
fn the_error_for_a_misspelt_class_suggests_the_nearest_name() {
    check_refused("kinds.Color", 5, "not-found", &["kinds.Color: ", "did you mean kinds.Colour?"]);
}

#[test]
fn a_first_entry_without_classes_is_refused_if_no_class_is_named() {
    let workspace = Workspace::new();
    fs::create_dir(workspace.path("empty")).unwrap();
    let mut command = workspace.testudo_command(&["generate", "--output", "out", "--classpath", "empty"]);
    let run = workspace.run(&mut command);
    assert_eq!(run.code, 5, "{}", run.stderr);
    assert_message(&run, &["the first entry of --classpath contains no classes"]);
}

#[test]
fn the_error_for_a_simple_name_suggests_the_full_name() {
    check_refused("Account", 5, "not-found", &["demo.Account"]);
}

#[test]
fn the_error_for_a_name_unlike_all_classes_mentions_the_class_path() {
    check_refused("org.example.Nowhere", 5, "not-found", &["check the name and --classpath"]);
}

#[test]
fn the_error_for_a_name_with_slashes_suggests_the_binary_name() {
    check_refused("kinds/Outer.class", 5, "not-found", &["use the binary name kinds.Outer"]);
}

#[test]
fn the_error_for_a_nested_class_with_a_dot_suggests_the_quoted_binary_name() {
    check_refused("kinds.Outer.Inner", 5, "not-found", &["use the binary name 'kinds.Outer$Inner'"]);
}

#[test]
fn a_class_of_the_jdk_is_refused() {
    check_refused("java.lang.String", 5, "not-found", &["name a class of your own", "tests of a JDK class"]);
}

#[test]
fn the_exception_of_a_static_initialiser_is_reported() {
    check_refused(
        "bad.Throwing",
        6,
        "does-not-load",
        &["java.lang.NumberFormatException: For input string: \"many\""],
    );
}

#[test]
fn a_static_initialiser_that_ends_the_jvm_is_reported() {
    check_refused("bad.Exiting", 6, "does-not-load", &["its static initialiser ends the JVM"]);
}

#[test]
fn a_static_initialiser_that_never_ends_is_reported() {
    check_refused("bad.Looping", 6, "does-not-load", &["its static initialiser does not end"]);
}

#[test]
fn a_failing_static_initialiser_of_a_nested_class_is_a_warning() {
    check_generated("bad.NestedThrowing", &["bad.NestedThrowing$Inner", "NumberFormatException"]);
}

#[test]
fn a_class_that_the_jvm_rejects_is_refused() {
    check_refused(
        "bad.Unverifiable",
        6,
        "does-not-load",
        &["the JVM rejects the code of the class", "compile the class again"],
    );
}

#[test]
fn the_error_for_a_missing_superclass_contains_its_name() {
    check_refused(
        "bad.ExtendsGone",
        6,
        "does-not-load",
        &["it needs bad.Gone", "add the jar that contains bad.Gone to --classpath"],
    );
}

#[test]
fn a_class_that_extends_itself_indirectly_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    sources()
        .text(
            "cycle/Alpha.java",
            "package cycle; public class Alpha extends Gamma { public int one() { return 1; } }",
        )
        .text("cycle/Gamma.java", "package cycle; public class Gamma { }")
        .text("cycle/Delta.java", "package cycle; public class Delta extends Alpha { }")
        .compile_into(folder.path());
    let file = folder.path().join("cycle/Alpha.class");
    let bytes = fs::read(&file).unwrap();
    let at = bytes.windows(11).position(|window| window == b"cycle/Gamma").unwrap();
    let bytes = [&bytes[..at], b"cycle/Delta", &bytes[at + 11..]].concat();
    fs::write(&file, bytes).unwrap();
    for class in ["cycle.Alpha", "cycle.Delta"] {
        let workspace = Workspace::new();
        let mut command = workspace.testudo_command(&["generate", "--class", class, "--tests", "300"]);
        let run = workspace.run(command.args(["--output", "out", "--classpath"]).arg(folder.path()));
        assert_eq!(run.code, 6, "{}", run.stderr);
        assert_message(&run, &[class, "ClassCircularityError"]);
    }
}

#[test]
fn a_method_with_a_missing_parameter_type_is_skipped_with_a_warning() {
    check_generated("bad.TakesGone", &["bad.TakesGone.with is skipped: bad.Gone is not on the class path"]);
}

#[test]
fn tests_are_generated_for_a_class_if_only_a_method_body_uses_a_missing_class() {
    check_generated("bad.CallsGone", &[]);
}

#[test]
fn the_static_methods_of_an_abstract_class_are_tested() {
    check_generated("kinds.Shape", &[]);
}

#[test]
fn no_file_is_written_for_an_abstract_class_that_no_class_can_extend() {
    check_refused(
        "kinds.Closed",
        6,
        "no-test-kept",
        &[
            "each test fails, or asserts nothing and covers no goal",
            "no test can create an object of kinds.Closed",
        ],
    );
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
fn an_interface_with_code_is_tested() {
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
fn a_class_without_callable_members_is_refused() {
    check_refused("kinds.Sealed", 6, "nothing-to-test", &["no method, constructor or field"]);
}

#[test]
fn a_class_without_code_is_refused() {
    check_refused("kinds.Empty", 6, "nothing-to-test", &["no code to test"]);
}

#[test]
fn the_error_for_a_private_nested_class_suggests_the_enclosing_class() {
    check_refused("kinds.Outer$Hidden", 6, "nothing-to-test", &["name the class that contains it"]);
}

#[test]
fn the_error_for_a_missing_class_path_entry_contains_its_name() {
    let class_path = format!("{}:nowhere.jar", classes().display());
    check_run_refused(&["--classpath", &class_path], 4, &["nowhere.jar does not exist"]);
}

#[test]
fn a_release_that_the_jdk_does_not_support_is_refused() {
    if jdk().version < 25 {
        let class_path = classes().to_str().unwrap();
        check_run_refused(&["--classpath", class_path, "--release", "25"], 3, &["newer JDK with --jdk"]);
    }
}

#[test]
fn mocks_are_refused_if_mockito_is_not_on_the_class_path() {
    let class_path = classes().to_str().unwrap();
    check_run_refused(
        &["--classpath", class_path, "--mocks", "mockito"],
        4,
        &["needs Mockito", "add the jars of mockito-core", "--test-classpath"],
    );
}

#[test]
fn the_error_for_a_missing_test_class_path_entry_contains_its_name() {
    let class_path = classes().to_str().unwrap();
    check_run_refused(
        &["--classpath", class_path, "--test-classpath", "nowhere.jar"],
        4,
        &["nowhere.jar does not exist"],
    );
}

#[test]
fn the_error_for_a_file_that_is_no_jar_contains_its_name() {
    let workspace = Workspace::new();
    let jar = workspace.path("no.jar");
    for content in ["", "hello", "PK\u{3}\u{4}hello"] {
        fs::write(&jar, content).unwrap();
        check_run_refused(
            &["--classpath", jar.to_str().unwrap()],
            4,
            &["no.jar is not a jar, or is damaged"],
        );
    }
}

#[test]
fn a_folder_that_is_no_jdk_is_refused() {
    let workspace = Workspace::new();
    let folder = workspace.path("");
    let arguments = ["--classpath", classes().to_str().unwrap(), "--jdk", folder.to_str().unwrap()];
    check_run_refused(&arguments, 3, &["is not the folder of a JDK"]);
}

#[test]
fn a_java_runtime_without_a_compiler_is_refused() {
    let workspace = Workspace::new();
    let jre = jdk_without_programs(&workspace);
    let arguments = ["--classpath", classes().to_str().unwrap(), "--jdk", jre.to_str().unwrap()];
    check_run_refused(&arguments, 3, &["without javac", "install a full JDK"]);
}

/// Returns the folder of a JDK with the class library of the real JDK, but without programs.
fn jdk_without_programs(workspace: &Workspace) -> std::path::PathBuf {
    let home = workspace.path("jdk");
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
    let workspace = Workspace::new();
    let home = jdk_without_programs(&workspace);
    symlink(&jdk().javac(), &home.join("bin/javac"));
    symlink(Path::new("/bin/false"), &home.join("bin/java"));
    let mut command = workspace.generate_command(&[
        "--class",
        "kinds.Outer",
        "--class",
        "kinds.Colour",
        "--json",
        "--jdk",
        "jdk",
    ]);
    let run = workspace.run(&mut command);
    assert_eq!(run.code, 3, "{}", run.stderr);
    let statuses: Vec<String> = run.reports().iter().map(|report| report["status"].to_string()).collect();
    assert_eq!(statuses, ["\"no-worker\"", "\"no-worker\""]);
}

#[test]
fn a_java_home_without_a_jdk_is_skipped_with_a_warning() {
    let workspace = Workspace::new();
    let mut command = workspace.generate_command(&["--class", "kinds.Mark"]);
    let javac = jdk().javac();
    let run =
        workspace.run(command.env("JAVA_HOME", workspace.path("tmp")).env("PATH", javac.parent().unwrap()));
    assert_eq!(run.code, 6, "{}", run.stderr);
    assert!(run.stderr.contains("skipping an unusable JDK"), "{}", run.stderr);
}

#[test]
fn the_error_for_a_missing_temporary_folder_contains_its_name() {
    let workspace = Workspace::new();
    let run =
        workspace.run(workspace.generate_command(&["--class", "kinds.Outer"]).env("TMPDIR", "/nowhere"));
    assert_eq!(run.code, 3);
    assert_message(&run, &["cannot write temporary files to /nowhere", "set TMPDIR"]);
}

#[test]
fn the_error_for_an_output_folder_that_cannot_be_created_contains_its_name() {
    let workspace = Workspace::new();
    fs::write(workspace.path("out"), "a file").unwrap();
    let run = workspace.generate("--class kinds.Outer --json");
    assert_eq!(run.code, 7, "{}", run.stderr);
    assert_message(&run, &["cannot write to out/kinds", "--output"]);
    assert_eq!(run.reports()[0]["status"], "not-written");
}

#[test]
fn a_test_file_that_was_edited_by_hand_is_overwritten_only_with_force() {
    let workspace = Workspace::new();
    let generate = |options: &[&str]| {
        let arguments = [&["--class", "kinds.Colour", "--tests", "100", "--json"], options].concat();
        workspace.run(&mut workspace.generate_command(&arguments))
    };
    let file = "kinds/ColourTest.java";
    assert_eq!(generate(&[]).code, 0);
    let generated = workspace.test_text(file);
    assert_eq!(generate(&[]).code, 0, "the run must overwrite an unedited file");

    let edited = format!("{generated}// mine\n");
    fs::write(workspace.path("out").join(file), &edited).unwrap();
    let refused = generate(&[]);
    assert_eq!(refused.code, 7, "{}", refused.stderr);
    assert_message(&refused, &["edited by hand", "--force"]);
    assert_eq!(workspace.test_text(file), edited);

    assert_eq!(generate(&["--force"]).code, 0);
    assert_eq!(workspace.test_text(file), generated);
}

#[test]
fn tests_are_generated_for_the_other_classes_if_a_class_is_refused() {
    let workspace = Workspace::new();
    let classes = ["--class", "kinds.Nothing", "--class", "kinds.Colour", "--class", "kinds.Mark"];
    let run = workspace.run(workspace.generate_command(&classes).args(["--tests", "100", "--json"]));
    assert_eq!(run.code, 6, "the run must end with the highest exit code");
    let statuses: Vec<String> = run.reports().iter().map(|report| report["status"].to_string()).collect();
    assert_eq!(statuses, ["\"not-found\"", "\"written\"", "\"nothing-to-test\""]);
}

#[test]
fn a_type_that_no_test_can_create_is_reported_with_the_reason_and_the_number_of_goals() {
    let (_workspace, run) = generate("bad.Locked");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let unbuildable = &run.reports()[0]["unbuildable"];
    assert_eq!(
        unbuildable.as_array().unwrap().len(),
        1,
        "tests can create File and Field, but not Vault: {unbuildable}"
    );
    assert_eq!(unbuildable[0]["type"], "bad.Vault");
    assert_eq!(
        unbuildable[0]["goals"], 3,
        "the goals are one branch of `vault == null` and both branches of `vault.gold > 3`"
    );
    assert!(unbuildable[0]["reason"].as_str().unwrap().contains("private"));
    let note = "note: bad.Locked: no test can create an object of bad.Vault: its constructors are private";
    assert!(run.stderr.contains(note), "{}", run.stderr);
}

#[test]
fn the_error_of_explain_for_a_missing_report_contains_its_name_and_the_remedy() {
    let workspace = Workspace::new();
    let run = workspace.run(Command::new(env!("CARGO_BIN_EXE_testudo")).args(["explain", "nothing.json"]));
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("cannot read nothing.json") && run.stderr.contains("testudo explain"),
        "{}",
        run.stderr
    );
}
