//! The file `testudo.toml` of a project.

use std::fs;

use super::{CURRENCY, INVOICE, LIMIT, POM, check_refused, generate, project, source, test_files};
use crate::setup::Workspace;

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
