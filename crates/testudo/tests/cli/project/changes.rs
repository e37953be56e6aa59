//! Runs after the classes of a project have changed: earlier tests, new tests beside them, and `--accept`.

use std::fs;

use serde_json::Value;

use super::{CURRENCY, INVOICE, POM, TESTS, generate, generate_command, project, source, test_files};
use crate::common::mounted;
use crate::setup::Workspace;

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
fn a_run_for_the_changes_since_a_revision_needs_a_revision_and_changes() {
    let (workspace, before) = generated_invoice_tests();
    commit(&workspace);
    let run = generate(&workspace, &["--since", "nowhere"]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.stderr.contains("nowhere"), "{}", run.stderr);
    let run = generate(&workspace, &["--since", "HEAD"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("no selected class has changed since HEAD"), "{}", run.stderr);
    assert_eq!(invoice_tests(&workspace), before);
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

#[test]
fn mounted_full_folder_of_the_tests_keeps_the_earlier_tests() {
    let (workspace, before) = generated_invoice_tests();
    replace_invoice(
        &workspace,
        "public int total()",
        "public boolean isEmpty() { return total == 0; }\n public int total()",
    );
    let full = "cp -r src/test kept && mount -t tmpfs -o size=64k tmpfs src/test && cp -r kept/. src/test && \
                { dd if=/dev/zero of=src/test/fill bs=4k 2>/dev/null || true; }";
    let command = generate_command(&workspace, &["--no-build-check"]);
    // The mounted folder is gone after the run. A copy replaces the hidden folder.
    let run = workspace.run(&mut mounted(full, &command, "cp -r src/test/java/com/acme seen"));
    assert_eq!(run.code, 7, "{}", run.stderr);
    assert!(run.stderr.contains("InvoiceTest.java: No space left"), "{}", run.stderr);
    assert!(!run.stderr.contains("wrote") && !run.stderr.contains(".testudo"), "{}", run.stderr);
    let seen = workspace.path("project/seen");
    assert_eq!(fs::read_to_string(seen.join("InvoiceTest.java")).unwrap(), before);
    assert_eq!(fs::read_dir(seen).unwrap().count(), 1);
}
