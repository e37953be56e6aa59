//! `testudo generate` in the folder of a Maven project. The tests need Maven and the registry with its
//! plugins.

mod changes;
mod settings;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::setup::{Run, Workspace, java_files};

const POM: &str = r"<project><modelVersion>4.0.0</modelVersion>
  <groupId>com.acme</groupId><artifactId>invoices</artifactId><version>1</version>
  <properties>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
    <maven.compiler.release>17</maven.compiler.release>
  </properties>
  <dependencies>
    <dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter-api</artifactId>
      <version>6.0.3</version><scope>test</scope></dependency>
  </dependencies>
  <build><pluginManagement><plugins>
    <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.13.0</version></plugin>
    <plugin><artifactId>maven-surefire-plugin</artifactId><version>3.5.2</version>
      <configuration><environmentVariables><CURRENCY>EUR</CURRENCY></environmentVariables>
        <systemPropertyVariables><mode>fast</mode></systemPropertyVariables>
        <argLine>-Xmx300m --add-opens java.base/java.lang=ALL-UNNAMED</argLine></configuration>
    </plugin>
  </plugins></pluginManagement></build>
</project>";
const INVOICE: &str = "package com.acme;
public class Invoice {
    private int total;
    public void add(int amount) {
        if (amount < 0) throw new IllegalArgumentException();
        total += amount;
    }
    public int total() { return total; }
}";
/// The build sets the environment variable `CURRENCY`, and Testudo does not.
const CURRENCY: &str = "package com.acme;
public class Currency {
    public static String name() { return System.getenv().getOrDefault(\"CURRENCY\", \"USD\"); }
    public static boolean isKnown(String name) { return name.equals(\"EUR\"); }
}";
const LIMIT: &str = "package com.acme; public interface Limit { int limit(); }";
const TESTS: &str = "project/src/test/java/com/acme";

/// Creates a project with classes, in the folder `project` of a workspace.
fn project(files: &[(&str, &str)]) -> Workspace {
    let workspace = Workspace::new();
    for (path, text) in files.iter().chain(&[("pom.xml", POM)]) {
        let path = workspace.path("project").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    workspace
}

/// Runs `testudo generate` in the folder of the project.
fn generate(workspace: &Workspace, options: &[&str]) -> Run {
    workspace.run(&mut generate_command(workspace, options))
}

/// Returns the command `testudo generate` for the folder of the project.
fn generate_command(workspace: &Workspace, options: &[&str]) -> Command {
    let arguments = [&["generate", "--tests", "300", "--json"], options].concat();
    let mut command = workspace.testudo_command(&arguments);
    command.current_dir(workspace.path("project"));
    command
}

fn source(class: &str) -> String {
    format!("src/main/java/com/acme/{class}.java")
}

/// Returns the names of all Java files below the folder for tests.
fn test_files(workspace: &Workspace) -> Vec<String> {
    let mut files: Vec<PathBuf> = Vec::new();
    let folder = workspace.path("project/src/test");
    if folder.exists() {
        java_files(&folder, &mut files);
    }
    files.iter().map(|file| file.file_name().unwrap().to_str().unwrap().to_owned()).collect()
}

fn modified(path: &Path) -> std::time::SystemTime {
    fs::metadata(path).unwrap().modified().unwrap()
}

#[test]
fn a_project_gets_tests_that_its_own_build_runs_and_a_second_run_writes_nothing() {
    let workspace = project(&[(&source("Invoice"), INVOICE), (&source("Limit"), LIMIT)]);
    let run = generate(&workspace, &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(test_files(&workspace), ["InvoiceTest.java"]);
    assert_eq!(run.reports().len(), 1, "an interface without code gets no tests");
    let report = &run.reports()[0];
    assert_eq!(
        (&report["module"], &report["class"]),
        (&"com.acme:invoices".into(), &"com.acme.Invoice".into())
    );
    assert_eq!(report["covered"], report["goals"]);
    let reports = workspace.path("project/target/surefire-reports/TEST-com.acme.InvoiceTest.xml");
    assert!(reports.exists(), "surefire has run the tests");

    let file = workspace.path(TESTS).join("InvoiceTest.java");
    let (text, time) = (fs::read_to_string(&file).unwrap(), modified(&file));
    assert!(text.starts_with("package com.acme;\n") && text.contains("org.junit.jupiter.api.Test"), "{text}");
    let run = generate(&workspace, &[]);
    assert_eq!((run.code, run.reports().len()), (0, 0), "{}", run.stderr);
    assert_eq!(modified(&file), time);
}

#[test]
fn tests_that_fail_in_the_project_s_build_are_removed_and_reported() {
    let workspace = project(&[(&source("Currency"), CURRENCY)]);
    let run = generate(&workspace, &["--ci", "github", "Currency"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let annotation = format!(
        "::warning file={}/CurrencyTest.java,title=Refused test::removed com.acme.CurrencyTest.",
        workspace.path(TESTS).canonicalize().unwrap().display()
    );
    assert!(run.stderr.lines().any(|line| line.starts_with(&annotation)), "{}", run.stderr);
    let report = &run.reports()[0];
    let refused = report["refused"].as_array().unwrap();
    assert!(!refused.is_empty(), "{report}");
    let reason = refused[0]["reason"].as_str().unwrap();
    assert!(reason.contains("it fails: ") && reason.contains("EUR"), "{reason}");
    assert!(run.stderr.contains("removed because the project's own build refused it"), "{}", run.stderr);
    let text = fs::read_to_string(workspace.path(TESTS).join("CurrencyTest.java")).unwrap();
    assert!(text.contains("isKnown(") && !text.contains("\"USD\""), "{text}");
    assert!(emit::is_unedited(&text), "{text}");
}

#[test]
fn the_code_runs_with_the_system_properties_and_the_open_packages_of_the_module() {
    let settings = "package com.acme;
        public class Settings {
            public static String mode() { return System.getProperty(\"mode\", \"slow\"); }
            public static boolean isLanguageOpen() {
                return String.class.getModule().isOpen(\"java.lang\", Settings.class.getModule());
            }
        }";
    let workspace = project(&[(&source("Settings"), settings)]);
    let run = generate(&workspace, &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(run.reports()[0]["refused"].as_array().unwrap().len(), 0, "{}", run.stderr);
    let text = fs::read_to_string(workspace.path(TESTS).join("SettingsTest.java")).unwrap();
    assert!(text.contains("\"fast\"") && text.contains("assertTrue("), "{text}");
}

#[test]
fn tests_stay_if_the_project_s_build_does_not_check_them() {
    let workspace = project(&[(&source("Currency"), CURRENCY)]);
    let run = generate(&workspace, &["--no-build-check", "Currency"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let text = fs::read_to_string(workspace.path(TESTS).join("CurrencyTest.java")).unwrap();
    assert!(text.contains("\"USD\""), "{text}");
}

#[test]
fn a_person_s_test_stays_and_new_tests_cover_what_is_left() {
    let own = "package com.acme;
        class InvoiceTest { @org.junit.jupiter.api.Test void adds() { new Invoice().add(1); } }";
    let path = "src/test/java/com/acme/InvoiceTest.java";
    let workspace = project(&[(&source("Invoice"), INVOICE), (path, own)]);
    let run = generate(&workspace, &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(test_files(&workspace), ["InvoiceTest.java", "InvoiceTestudoTest.java"]);
    assert_eq!(fs::read_to_string(workspace.path("project").join(path)).unwrap(), own);
}

#[test]
fn a_project_without_tests_can_have_files_and_helper_classes_for_tests() {
    let helper = "package com.acme; class Helper { @Override public String toString() { return \"\"; } }";
    let files = [
        (source("Invoice"), INVOICE),
        ("src/test/resources/invoice.txt".to_owned(), "1"),
        ("src/test/java/com/acme/Helper.java".to_owned(), helper),
    ];
    let workspace = project(&files.each_ref().map(|(path, text)| (path.as_str(), *text)));
    let run = generate(&workspace, &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(test_files(&workspace), ["Helper.java", "InvoiceTest.java"]);
}

#[test]
fn one_folder_can_receive_all_tests() {
    let workspace = project(&[(&source("Invoice"), INVOICE)]);
    let run = generate(&workspace, &["--output", "../out", "--no-build-check"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(workspace.path("out/com/acme/InvoiceTest.java").exists());
    assert_eq!(test_files(&workspace), [""; 0]);
}

#[test]
fn the_last_line_names_a_weak_sandbox() {
    let workspace = project(&[(&source("Invoice"), INVOICE)]);
    let run = generate(&workspace, &["--sandbox", "weak", "--no-build-check"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let last = run.stderr.lines().last().unwrap();
    assert!(last.starts_with("sandbox: weak (missing: "), "{}", run.stderr);
}

#[track_caller]
fn check_refused(workspace: &Workspace, options: &[&str], code: i32, parts: &[&str]) {
    let run = generate(workspace, options);
    assert_eq!(run.code, code, "{}", run.stderr);
    parts.iter().for_each(|part| assert!(run.stderr.contains(part), "{}", run.stderr));
    assert_eq!(test_files(workspace), [""; 0]);
}

#[test]
fn a_folder_without_a_build_file_is_refused() {
    let workspace = project(&[]);
    fs::remove_file(workspace.path("project/pom.xml")).unwrap();
    check_refused(&workspace, &[], 2, &["contains no build file", "--classpath"]);
}

#[test]
fn a_missing_build_tool_is_refused() {
    let workspace = project(&[(&source("Invoice"), INVOICE)]);
    let run = workspace.run(generate_command(&workspace, &[]).env("PATH", workspace.path("tmp")));
    assert_eq!(run.code, 8, "{}", run.stderr);
    assert!(run.stderr.contains("there is no program mvn"), "{}", run.stderr);
}

#[test]
fn a_second_run_at_the_same_time_is_refused() {
    let workspace = project(&[(&source("Invoice"), INVOICE)]);
    let folder = fs::File::open(workspace.path("project")).unwrap();
    folder.lock().unwrap();
    check_refused(&workspace, &[], 7, &["another run of Testudo works on this project; wait until it ends"]);
}

#[test]
fn a_run_without_classes_says_why() {
    let run = generate(&project(&[]), &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("the project has no compiled classes with code"), "{}", run.stderr);
    let workspace = project(&[(&source("Limit"), LIMIT), (&source("Invoice"), INVOICE)]);
    let shards = ["1/2", "2/2"].map(|shard| generate(&workspace, &["--no-build-check", "--shard", shard]));
    let is_empty = |run: &&Run| run.stderr.contains("no selected class is in this shard");
    assert_eq!(shards.iter().filter(is_empty).count(), 1, "{}{}", shards[0].stderr, shards[1].stderr);
}

#[test]
fn the_output_of_a_failed_build_is_shown() {
    let workspace = project(&[(&source("Broken"), "package com.acme; class Broken { int x = nothing; }")]);
    check_refused(&workspace, &[], 8, &["build failed", "Broken.java", "cannot find symbol"]);
}

#[test]
fn a_pattern_that_selects_no_class_is_refused_with_a_suggestion() {
    let workspace = project(&[(&source("Invoice"), INVOICE)]);
    check_refused(&workspace, &["com.acme.invoice"], 5, &["did you mean com.acme.Invoice?"]);
}

#[test]
fn a_module_without_a_test_framework_gets_the_lines_to_add() {
    let workspace = project(&[(&source("Invoice"), INVOICE)]);
    let start = POM.find("<dependencies>").unwrap();
    let end = POM.find("</dependencies>").unwrap();
    let pom = format!("{}{}", &POM[..start], &POM[end + "</dependencies>".len()..]);
    fs::write(workspace.path("project/pom.xml"), pom).unwrap();
    check_refused(
        &workspace,
        &[],
        8,
        &["com.acme:invoices has no test framework", "<artifactId>junit-jupiter</artifactId>"],
    );
}

#[test]
fn options_of_a_class_path_are_refused_for_a_project() {
    let workspace = project(&[]);
    check_refused(&workspace, &["--class", "com.acme.Invoice"], 2, &["--classpath"]);
}

#[test]
fn a_second_run_does_not_try_a_class_again_for_which_no_test_could_be_written() {
    let leak = "package com.acme; public class Leak {
        private Leak() {}
        private static int hidden(int value) { return value > 0 ? 1 : 2; }
    }";
    let workspace = project(&[(&source("Leak"), leak)]);
    let run = generate(&workspace, &[]);
    assert_eq!((run.code, run.reports().len()), (0, 1), "{}", run.stderr);
    assert_eq!(test_files(&workspace), [""; 0], "{}", run.stdout);
    let run = generate(&workspace, &[]);
    assert_eq!((run.code, run.reports().len()), (0, 0), "{}", run.stderr);
    assert!(run.stderr.contains("no new tests: 1 unchanged class "), "{}", run.stderr);
    let run = generate(&workspace, &["--force"]);
    assert_eq!((run.code, run.reports().len()), (0, 1), "{}", run.stderr);
}

#[test]
fn an_annotation_of_suspicious_behaviour_names_the_source_file() {
    let basket = "package com.acme; public class Basket {
        private String owner;
        public int ownerLength() { return owner.length(); }
    }";
    let workspace = project(&[(&source("Basket"), basket)]);
    let run = generate(&workspace, &["--ci", "github", "--no-build-check"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let file = workspace.path("project").join(source("Basket")).canonicalize().unwrap();
    let annotation = format!("::warning file={},title=Suspicious behaviour::", file.display());
    assert!(run.stderr.lines().any(|line| line.starts_with(&annotation)), "{}", run.stderr);
}
