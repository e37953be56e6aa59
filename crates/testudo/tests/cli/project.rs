//! `testudo generate` in the folder of a Maven project. The tests need Maven and the registry with its
//! plugins.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

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
    let arguments = [&["generate", "--tests", "300", "--json"], options].concat();
    workspace.run(workspace.testudo_command(&arguments).current_dir(workspace.path("project")))
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

/// Generates tests for `Invoice`, and returns the workspace and the text of the test file.
fn generated_invoice_tests() -> (Workspace, String) {
    let workspace = project(&[(&source("Invoice"), INVOICE)]);
    let run = generate(&workspace, &["--no-build-check"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let text = invoice_tests(&workspace);
    (workspace, text)
}

fn invoice_tests(workspace: &Workspace) -> String {
    fs::read_to_string(workspace.path(TESTS).join("InvoiceTest.java")).unwrap()
}

/// Replaces the class `Invoice`.
fn replace_invoice(workspace: &Workspace, old: &str, new: &str) {
    assert!(INVOICE.contains(old));
    fs::write(workspace.path("project").join(source("Invoice")), INVOICE.replace(old, new)).unwrap();
}

#[test]
fn a_test_that_no_longer_passes_stays_until_the_new_behaviour_is_accepted() {
    let (workspace, before) = generated_invoice_tests();
    replace_invoice(&workspace, "return total;", "return total + 7;");
    let run = generate(&workspace, &["--ci", "github"]);
    assert_eq!(run.code, 9, "{}", run.stderr);
    assert!(run.stderr.contains("changed behaviour: com.acme.InvoiceTest."), "{}", run.stderr);
    assert!(run.stderr.contains("InvoiceTest.java,line="), "{}", run.stderr);
    assert!(run.stderr.contains("but now ") && run.stderr.contains("--accept"), "{}", run.stderr);
    assert_eq!(invoice_tests(&workspace), before);

    let run = generate(&workspace, &["--accept"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("the test now expects this"), "{}", run.stderr);
    let after = invoice_tests(&workspace);
    assert_ne!(after, before);
    assert!(emit::is_unedited(&after));
    let run = generate(&workspace, &[]);
    assert_eq!((run.code, run.reports().len()), (0, 0), "{}", run.stderr);
    assert_eq!(invoice_tests(&workspace), after);
}

#[test]
fn only_the_concerned_row_of_a_parameterized_test_is_changed() {
    let (workspace, before) = generated_invoice_tests();
    let pom = POM.replace("junit-jupiter-api", "junit-jupiter");
    fs::write(workspace.path("project/pom.xml"), pom).unwrap();
    let with_rows = |rows: &str| {
        format!(
            "{}
  @org.junit.jupiter.params.ParameterizedTest
  @org.junit.jupiter.params.provider.CsvSource({{{rows}}})
  void totalOfOneAmount(int amount, int expected) {{
    Invoice invoice = new Invoice();
    invoice.add(amount);
    org.junit.jupiter.api.Assertions.assertEquals(expected, invoice.total());
  }}
}}
",
            before.trim_end().strip_suffix('}').unwrap()
        )
    };
    fs::write(workspace.path(TESTS).join("InvoiceTest.java"), with_rows("\"1, 1\", \"77, 77\"")).unwrap();
    replace_invoice(&workspace, "total += amount;", "total += amount == 77 ? 1000 : amount;");
    let run = generate(&workspace, &["--accept"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("row 2: expected 77, but now 1000"), "{}", run.stderr);
    let table = with_rows("\"1, 1\", \"77, 1000\"");
    let table = &table[table.find("  @org.junit").unwrap()..table.rfind('}').unwrap()];
    let after = invoice_tests(&workspace);
    assert!(after.contains(table), "{after}");
}

#[test]
fn a_test_is_removed_if_it_cannot_access_the_new_exception() {
    let (workspace, before) = generated_invoice_tests();
    assert!(before.contains("IllegalArgumentException.class"), "{before}");
    let new_class =
        "private static class Negative extends RuntimeException { }\n public void add(int amount) {";
    let changed = INVOICE
        .replace("IllegalArgumentException", "Negative")
        .replace("public void add(int amount) {", new_class);
    fs::write(workspace.path("project").join(source("Invoice")), changed).unwrap();
    let run = generate(&workspace, &["--accept"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("the test is removed"), "{}", run.stderr);
    let after = invoice_tests(&workspace);
    assert!(!after.contains("Negative.class"), "{after}");
    let run = generate(&workspace, &[]);
    assert_eq!((run.code, run.reports().len()), (0, 0), "{}", run.stderr);
}

#[test]
fn a_changed_class_leaves_the_tests_of_other_classes_alone() {
    let shop = "package com.acme;
        public class Shop {
            public int sell(Invoice invoice, int price) { invoice.add(price); return price > 99 ? 1 : 0; }
        }";
    let workspace = project(&[(&source("Invoice"), INVOICE), (&source("Shop"), shop)]);
    let run = generate(&workspace, &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let tests = || fs::read_to_string(workspace.path(TESTS).join("ShopTest.java")).unwrap();
    let before = tests();
    let new_method = "public void clear() { total = 0; }\n public int total()";
    replace_invoice(&workspace, "public int total()", new_method);
    let run = generate(&workspace, &[]);
    assert_eq!((run.code, run.reports().len()), (0, 1), "{}", run.stderr);
    assert_eq!(run.reports()[0]["class"], "com.acme.Invoice");
    assert_eq!(tests(), before);
    let run = generate(&workspace, &[]);
    assert_eq!((run.code, run.reports().len()), (0, 0), "{}", run.stderr);
}

#[test]
fn a_report_keeps_unchanged_classes_and_shows_changed_behaviour() {
    let workspace = project(&[(&source("Invoice"), INVOICE), (&source("Currency"), CURRENCY)]);
    let content = || -> Value {
        let file = workspace.path("project/target/report/report.json");
        serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
    };
    let report = ["--report", "target/report"];
    let run = generate(&workspace, &report);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let first = content();
    assert_eq!(
        (&first["project"], &first["modules"][0]["name"]),
        (&"project".into(), &"com.acme:invoices".into())
    );
    let invoice = &first["modules"][0]["classes"][1];
    assert_eq!((&invoice["path"], &invoice["source"]), (&source("Invoice").into(), &INVOICE.into()));
    assert_eq!(invoice["test_file"], "src/test/java/com/acme/InvoiceTest.java");
    assert!(invoice["tests"][0]["seconds"].is_number(), "the build has measured the test: {invoice}");
    assert!(!first["modules"][0]["classes"][0]["refused"].as_array().unwrap().is_empty(), "{first}");

    let run = generate(&workspace, &report);
    assert_eq!((run.code, run.reports().len()), (0, 0), "{}", run.stderr);
    assert_eq!(content(), first);

    replace_invoice(&workspace, "total += amount", "total += 2 * amount");
    let run = generate(&workspace, &report);
    assert_eq!(run.code, 9, "{}", run.stderr);
    let change = &content()["changes"][0];
    assert_eq!((&change["class"], &change["action"]), (&"com.acme.Invoice".into(), &"reported".into()));
    assert!(change["what"].as_str().unwrap().contains("but now"), "{change}");
}

#[test]
fn new_tests_are_added_to_earlier_tests_and_to_the_tests_of_a_person_in_the_same_file() {
    let (workspace, before) = generated_invoice_tests();
    let own = "  @Test\n  void byHand() {\n    new Invoice().add(3); // mine\n  }\n}\n";
    let edited = format!("{}\n{own}", before.strip_suffix("}\n").unwrap());
    fs::write(workspace.path(TESTS).join("InvoiceTest.java"), &edited).unwrap();
    replace_invoice(
        &workspace,
        "public int total()",
        "public boolean isEmpty() { return total == 0; }\n public int total()",
    );
    let run = generate(&workspace, &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let after = invoice_tests(&workspace);
    let is_kept = |line: &str| after.contains(line) || line.starts_with("// ") || line == "}";
    edited.lines().for_each(|line| assert!(is_kept(line), "{line}\n{after}"));
    assert!(after.contains(own.strip_suffix("}\n").unwrap()) && after.contains("isEmpty("), "{after}");
    assert!(!emit::is_unedited(&after), "the file counts as edited");
}

#[test]
fn tests_of_a_removed_method_are_removed_only_if_this_is_accepted() {
    let (workspace, before) = generated_invoice_tests();
    assert!(before.contains("total()"), "{before}");
    replace_invoice(&workspace, "public int total() { return total; }", "");
    let run = generate(&workspace, &[]);
    assert_eq!(run.code, 9, "{}", run.stderr);
    assert!(run.stderr.contains("changed behaviour: com.acme.InvoiceTest."), "{}", run.stderr);
    assert!(run.stderr.contains("it does not compile") && run.stderr.contains("--accept"), "{}", run.stderr);
    assert_eq!(invoice_tests(&workspace), before);

    let run = generate(&workspace, &["--accept"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(!invoice_tests(&workspace).contains("total()"));
}

/// Commits all files of the project. Creates its repository first, if it has none.
fn commit(workspace: &Workspace) {
    for arguments in [&["init", "--quiet"][..], &["add", "."], &["commit", "--quiet", "--message", "state"]] {
        let user = ["-c", "user.name=a", "-c", "user.email=a@b"];
        let mut command = std::process::Command::new("git");
        command.args(user).args(arguments).current_dir(workspace.path("project"));
        assert!(command.status().unwrap().success());
    }
}

#[test]
fn tests_are_removed_from_a_committed_file_but_never_from_an_edited_one() {
    let (workspace, before) = generated_invoice_tests();
    let edited =
        before.replace("class InvoiceTest {", "class InvoiceTest {\n  int own = new Invoice().total();\n");
    commit(&workspace);
    fs::write(workspace.path(TESTS).join("InvoiceTest.java"), &edited).unwrap();
    replace_invoice(&workspace, "public int total() { return total; }", "");
    let run = generate(&workspace, &["--accept"]);
    assert_eq!(run.code, 7, "{}", run.stderr);
    assert!(run.stderr.contains("InvoiceTest.java has changes that are not committed"), "{}", run.stderr);
    assert_eq!(invoice_tests(&workspace), edited);

    commit(&workspace);
    let run = generate(&workspace, &["--accept"]);
    assert_eq!(run.code, 9, "{}", run.stderr);
    assert!(run.stderr.contains("correct the code outside of its tests"), "{}", run.stderr);
    assert_eq!(invoice_tests(&workspace), edited);

    fs::write(workspace.path(TESTS).join("InvoiceTest.java"), &before).unwrap();
    commit(&workspace);
    let run = generate(&workspace, &["--accept"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(!invoice_tests(&workspace).contains("total()"));
}

#[test]
fn the_next_run_checks_tests_that_have_not_run_in_the_build() {
    let workspace = project(&[(&source("Currency"), CURRENCY)]);
    let run = generate(&workspace, &["--no-build-check"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let file = workspace.path(TESTS).join("CurrencyTest.java");
    let before = fs::read_to_string(&file).unwrap();
    assert!(before.contains("(not run in the project's build)") && before.contains("\"USD\""), "{before}");
    let run = generate(&workspace, &[]);
    assert!(run.stderr.contains("removed because the project's own build refused it"), "{}", run.stderr);
    let after = fs::read_to_string(&file).unwrap();
    assert!(!after.contains("not run in") && !after.contains("\"USD\""), "{after}");
    assert!(emit::is_unedited(&after));
}

#[test]
fn a_folder_outside_of_the_build_contains_no_outdated_tests() {
    let workspace = project(&[(&source("Invoice"), INVOICE)]);
    let output = ["--no-build-check", "--output", "../out"];
    assert_eq!(generate(&workspace, &output).code, 0);
    replace_invoice(&workspace, "return total;", "return total + 70;");
    let run = generate(&workspace, &output);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let text = fs::read_to_string(workspace.path("out/com/acme/InvoiceTest.java")).unwrap();
    assert!(text.contains("assertEquals(70, ") && !text.contains("assertEquals(0, "), "{text}");
}

#[test]
fn deleted_tests_are_no_existing_tests() {
    let (workspace, _) = generated_invoice_tests();
    assert_eq!(generate(&workspace, &[]).code, 0);
    fs::remove_dir_all(workspace.path("project/src/test")).unwrap();
    let run = generate(&workspace, &["--no-build-check"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(test_files(&workspace), ["InvoiceTest.java"]);
}

#[test]
fn a_file_of_which_every_test_is_removed_is_written_anew() {
    let rate = "package com.acme;
        public final class Rate { private Rate() {} public static int percent() { return 5; } }";
    let workspace = project(&[(&source("Rate"), rate)]);
    let run = generate(&workspace, &["--no-build-check"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let changed = rate.replace("return 5;", "throw new IllegalStateException();");
    fs::write(workspace.path("project").join(source("Rate")), changed).unwrap();
    let run = generate(&workspace, &["--accept"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("the test is removed"), "{}", run.stderr);
    let text = fs::read_to_string(workspace.path(TESTS).join("RateTest.java")).unwrap();
    assert!(text.contains("IllegalStateException") && !text.contains("assertEquals(5"), "{text}");
}

/// Writes the configuration file of a project.
fn configure(workspace: &Workspace, text: &str) {
    fs::write(workspace.path("project/testudo.toml"), text).unwrap();
}

#[test]
fn the_file_testudo_toml_configures_the_run_and_the_command_line_has_precedence() {
    let workspace = project(&[(&source("Invoice"), INVOICE), (&source("Currency"), CURRENCY)]);
    configure(
        &workspace,
        "no-build-check = true\ntime = '1h'\nexclude = ['com.acme.C*']\n\
         [module.invoices]\nreasons = true\noutput = 'ignored'\n",
    );
    check_refused(&workspace, &[], 2, &["error: testudo.toml:6:1: output applies to the whole project"]);
    configure(
        &workspace,
        "no-build-check = true\ntime = '1h'\noutput = 'other'\nexclude = ['com.acme.C*']\n\
         [module.invoices]\nreasons = true\n",
    );
    let run = generate(&workspace, &["--output", "../out"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let text = fs::read_to_string(workspace.path("out/com/acme/InvoiceTest.java")).unwrap();
    assert!(text.contains("// Only this test "), "{text}");
    assert!(!workspace.path("out/com/acme/CurrencyTest.java").exists());
    assert_eq!(test_files(&workspace), [""; 0]);
}

#[test]
fn a_wrong_configuration_is_refused_with_its_place() {
    let workspace = project(&[(&source("Invoice"), INVOICE)]);
    let check = |text: &str, parts: &[&str]| {
        configure(&workspace, text);
        check_refused(&workspace, &[], 2, parts);
    };
    check("tests = 1\ntime = = 2", &["error: testudo.toml:2:8: "]);
    check("tme = '1s'", &["error: testudo.toml:1:1: unknown key tme; did you mean time?"]);
    check("jobs = '2'", &["error: testudo.toml:1:8: jobs must be a number"]);
    check("preset = 'testudo'\naffs-aim = 'diversity'", &["--affs"]);
    check(
        "\n[module.invoice]",
        &["error: testudo.toml:2:9: ", "no module invoice", "did you mean invoices?"],
    );
    check("exclude = [\n  'Bill']", &["error: testudo.toml:2:3: no class of the project matches Bill"]);
}

#[test]
fn init_writes_a_file_that_changes_nothing_and_does_not_replace_a_file() {
    let workspace = project(&[(&source("Limit"), LIMIT)]);
    let init = || workspace.run(workspace.testudo_command(&["init"]).current_dir(workspace.path("project")));
    assert_eq!(init().code, 0);
    let text = fs::read_to_string(workspace.path("project/testudo.toml")).unwrap();
    assert!(text.contains("#[module.core]") && text.contains("#time = \"10s\""), "{text}");
    let run = generate(&workspace, &[]);
    assert_eq!((run.code, run.reports().len()), (0, 0), "{}", run.stderr);
    configure(&workspace, "jobs = 1");
    let run = init();
    assert_eq!(run.code, 7);
    assert!(run.stderr.contains("error: testudo.toml exists; edit it"), "{}", run.stderr);
    assert_eq!(fs::read_to_string(workspace.path("project/testudo.toml")).unwrap(), "jobs = 1");
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
fn each_module_has_its_own_settings() {
    let start = POM.find("<groupId>").unwrap();
    let module = |name: &str| {
        format!(
            "{}<parent><groupId>com.acme</groupId><artifactId>shop</artifactId><version>1</version></parent>\n\
             <artifactId>{name}</artifactId></project>",
            &POM[..start]
        )
    };
    let (core, web) = (module("core"), module("web"));
    let core_source = format!("core/{}", source("Invoice"));
    let web_source = format!("web/{}", source("Page"));
    let rate_source = format!("web/{}", source("Rate"));
    let page = INVOICE.replace("Invoice", "Page");
    let rate = "package com.acme; public class Rate { public static int percent() { return 5; } }";
    let workspace = project(&[
        ("core/pom.xml", &core),
        ("web/pom.xml", &web),
        (&core_source, INVOICE),
        (&web_source, &page),
        (&rate_source, rate),
    ]);
    let modules = "<packaging>pom</packaging><modules><module>core</module><module>web</module></modules>";
    let parent = POM.replace("<artifactId>invoices</artifactId>", "<artifactId>shop</artifactId>");
    let parent = parent.replace("<properties>", &format!("{modules}<properties>"));
    fs::write(workspace.path("project/pom.xml"), parent).unwrap();
    configure(
        &workspace,
        "no-build-check = true\n[module.core]\nreasons = true\n\
         [module.'com.acme:web']\ninclude = ['Page']\n",
    );
    let run = generate(&workspace, &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let text = |path: &str| fs::read_to_string(workspace.path("project").join(path)).unwrap();
    let reason = "// Only this test ";
    assert!(text("core/src/test/java/com/acme/InvoiceTest.java").contains(reason));
    assert!(!text("web/src/test/java/com/acme/PageTest.java").contains(reason));
    assert!(!workspace.path("project/web/src/test/java/com/acme/RateTest.java").exists());
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
