//! The folders of `--report`, and `testudo report merge`.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::setup::{Run, Workspace, classes};

/// Returns the file `report.json` in a folder of a workspace.
fn content(workspace: &Workspace, folder: &str) -> Value {
    let text = fs::read_to_string(workspace.path(folder).join("report.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn merge(workspace: &Workspace, folders: &[&str], output: &str) -> Run {
    let arguments = [&["report", "merge"], folders, &["--output", output]].concat();
    workspace.run(&mut workspace.testudo_command(&arguments))
}

/// Returns the number of elements of a list with a value in a field.
fn count(list: &Value, field: &str, value: impl Into<Value>) -> u64 {
    let value = value.into();
    list.as_array().unwrap().iter().filter(|element| element[field] == value).count() as u64
}

#[test]
fn the_folder_contains_what_the_report_of_each_class_counts() {
    let workspace = Workspace::new();
    let run = workspace.generate("--class demo.Account --class bad.Locked --tests 500 --json --report pages");
    assert!(run.stderr.contains("wrote the report pages/index.html"), "{}", run.stderr);
    let found = content(&workspace, "pages");
    let of_folder = found["modules"][0]["classes"].as_array().unwrap();
    for (class, report) in of_folder.iter().zip(run.reports()) {
        assert_eq!((&class["name"], &class["status"]), (&report["class"], &report["status"]));
        assert_eq!(class["lines"].as_array().unwrap().len() as u64, report["lines"].as_u64().unwrap());
        assert_eq!(count(&class["lines"], "covered", true), report["lines_covered"].as_u64().unwrap());
        assert_eq!(count(&class["mutants"], "state", "killed"), report["mutants_killed"].as_u64().unwrap());
    }
    let account = &of_folder[0];
    assert_eq!(account["test_file"], "out/demo/AccountTest.java");
    let test = workspace.test_text("demo/AccountTest.java");
    for name in account["tests"].as_array().unwrap() {
        assert!(test.contains(&format!("void {}(", name["name"].as_str().unwrap())), "{name}");
    }
    let page = fs::read_to_string(workspace.path("pages/class_path/demo/Account.html")).unwrap();
    assert!(page.contains("The source file was not found") && page.contains("AccountTest.java"), "{page}");
}

/// Returns the elements of a page after its scripts have run in headless Chromium.
fn shown_by_chromium(page: &Path) -> String {
    let mut chromium = Command::new("chromium");
    chromium.args(["--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--dump-dom"]);
    let output = chromium.arg(page).output().unwrap();
    let log = String::from_utf8_lossy(&output.stderr);
    let errors: Vec<&str> = log.lines().filter(|line| line.contains("CONSOLE")).collect();
    assert!(output.status.success() && errors.is_empty(), "{}: {errors:?}", page.display());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn chromium_shows_the_pages_without_errors_and_tables_can_be_sorted() {
    if Command::new("chromium").arg("--version").output().is_err() {
        println!(
            "skipped: there is no program `chromium` on the PATH; install it with `apt-get install chromium`"
        );
        return;
    }
    let workspace = Workspace::new();
    workspace.generate("--class demo.Account --class demo.Roman --tests 100 --report pages");
    let index = shown_by_chromium(&workspace.path("pages/index.html"));
    assert!(index.contains("<button>Class") && index.contains("Account"), "{index}");
    let account = shown_by_chromium(&workspace.path("pages/class_path/demo/Account.html"));
    assert!(account.contains("AccountTest.java"), "{account}");
}

#[test]
fn an_uncovered_line_has_the_reason_of_the_branch_that_leads_to_it() {
    let workspace = Workspace::new();
    let source = "package p;
        public class Gate {
            public int open(String key) {
                if (key.hashCode() == 123456789) {
                    return 1;
                }
                return 0;
            }
        }";
    let sources = fixtures::JavaSources::new().options(&["-g", "-nowarn"]).text("p/Gate.java", source);
    sources.compile_into(&workspace.path("classes"));
    let arguments = [
        "generate", "-c", "classes", "--class", "p.Gate", "--tests", "200", "-o", "out", "--report", "pages",
    ];
    let run = workspace.run(&mut workspace.testudo_command(&arguments));
    assert_eq!(run.code, 0, "{}", run.stderr);
    let found = content(&workspace, "pages");
    let class = &found["modules"][0]["classes"][0];
    let line = class["lines"].as_array().unwrap().iter().find(|line| line["line"] == 5).unwrap();
    assert_eq!(line["covered"], false);
    let reason =
        "needs line 4: key.hashCode() == 123456789; every evaluation of its condition had another outcome";
    assert_eq!(line["reason"], reason);
    let branches = class["branches"].as_array().unwrap();
    let open = branches.iter().find(|branch| branch["covered"] == false).unwrap();
    assert_eq!((&open["line"], &open["outcome"]), (&4.into(), &"key.hashCode() == 123456789".into()));
    assert!(open["distance"].as_f64() > Some(0.0), "{open}");
    assert!(count(&class["mutants"], "state", "not-covered") > 0, "{class}");
}

#[test]
fn a_folder_that_is_no_report_is_refused_before_the_search() {
    let workspace = Workspace::new();
    fs::create_dir(workspace.path("pages")).unwrap();
    fs::write(workspace.path("pages/notes"), "mine").unwrap();
    let run = workspace.generate("--class demo.Account --tests 500 --report pages");
    assert_eq!(run.code, 7, "{}", run.stderr);
    assert!(run.stderr.contains("pages exists and is not a report of Testudo"), "{}", run.stderr);
    assert!(!workspace.path("out").exists());
    assert_eq!(fs::read_to_string(workspace.path("pages/notes")).unwrap(), "mine");
}

#[test]
fn reports_of_different_classes_are_merged_into_one_folder() {
    let workspace = Workspace::new();
    for (class, folder) in [("demo.Account", "first"), ("demo.Roman", "second")] {
        let run = workspace.generate(&format!("--class {class} --tests 100 --report {folder}"));
        assert_eq!(run.code, 0, "{}", run.stderr);
    }
    let run = merge(&workspace, &["first", "second"], "both");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let names: Vec<Value> = content(&workspace, "both")["modules"][0]["classes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|class| class["name"].clone())
        .collect();
    assert_eq!(names, ["demo.Account", "demo.Roman"]);
    assert!(workspace.path("both/class_path/demo/Roman.html").exists());

    let run = merge(&workspace, &["first", "both"], "all");
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(
        run.stderr.contains("the class demo.Account of the module class path is in two reports"),
        "{}",
        run.stderr
    );
    let run = merge(&workspace, &[classes().to_str().unwrap()], "all");
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.stderr.contains("is not a report: the file does not exist"), "{}", run.stderr);
}
