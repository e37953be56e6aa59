//! Plans the tests of small modules.

use std::fs;
use std::path::Path;
use std::time::Duration;

use engine::Request;
use fixtures::JavaSources;
use maintain::{ModuleOptions, Options, Pattern, Plan, Record, StyleOptions, missing_framework, plan};
use project::{Build, Module};
use tempfile::TempDir;

const INVOICE: (&str, &str) = (
    "acme/Invoice.java",
    "package acme; public class Invoice { int total() { return new Item().price(); } static class Line {} }",
);
const ITEM: (&str, &str) =
    ("acme/Item.java", "package acme; class Item { int price() { return Tax.RATE; } }");
const TAX: (&str, &str) = ("acme/Tax.java", "package acme; class Tax { static int RATE = 19; }");
const OTHER: (&str, &str) = ("acme/Other.java", "package acme; class Other { }");
const SHAPE: (&str, &str) = ("acme/Shape.java", "package acme; interface Shape { int area(); }");

/// Returns a module with the compiled classes of sources, and a test source root.
fn module(sources: &[(&str, &str)]) -> (TempDir, Module) {
    let folder = tempfile::tempdir().unwrap();
    let mut java = JavaSources::new();
    for (path, text) in sources {
        java = java.text(path, text);
    }
    java.compile_into(&folder.path().join("classes"));
    fs::create_dir(folder.path().join("tests")).unwrap();
    let module = Module {
        name: "acme".to_owned(),
        classes: vec![folder.path().join("classes")],
        test_source_roots: vec![folder.path().join("tests")],
        test_source_root: folder.path().join("tests"),
        ..Module::default()
    };
    (folder, module)
}

/// Plans tests of JUnit 5 for the classes that a pattern selects.
fn planned(module: &Module, pattern: &str) -> Plan {
    plan(std::slice::from_ref(module), &options(pattern)).unwrap()
}

fn options(pattern: &str) -> Options {
    options_of(vec![ModuleOptions { include: vec![Pattern::new(pattern)], ..module_options() }])
}

fn options_of(modules: Vec<ModuleOptions>) -> Options {
    Options {
        modules,
        sources: None,
        shard: None,
        record: Record::default(),
        passed: Record::default(),
        scratch: "scratch".into(),
        jobs: 1,
        total_time: None,
    }
}

/// Returns options for tests of JUnit 5 for all classes.
fn module_options() -> ModuleOptions {
    ModuleOptions {
        include: Vec::new(),
        exclude: Vec::new(),
        output: None,
        style: StyleOptions { framework: Some(engine::Framework::Junit5), ..StyleOptions::default() },
        platform: engine::PlatformRequest::default(),
        request: Request::default(),
    }
}

/// Returns the names of the classes that get tests.
fn classes(plan: &Plan) -> Vec<&str> {
    let mut classes: Vec<&str> = plan.batch.tasks.iter().map(|task| &*task.request.class).collect();
    classes.sort_unstable();
    classes
}

/// Returns the fingerprint of `acme.Invoice` in a module with some sources.
fn fingerprint(sources: &[(&str, &str)]) -> String {
    let (_folder, module) = module(sources);
    let plan = planned(&module, "Invoice");
    plan.classes[0].fingerprint.clone()
}

/// Writes a file as an earlier run wrote it for `acme.Invoice`.
fn write_generated(folder: &Path, fingerprint: &str) {
    fs::create_dir_all(folder.join("tests/acme")).unwrap();
    let text = format!(
        "package acme;\n// {}\n// Testudo: 0123456789abcdef\nclass InvoiceTest {{}}\n",
        emit::fingerprint_line(fingerprint)
    );
    let text = emit::sign(&text);
    fs::write(folder.join("tests/acme/InvoiceTest.java"), text).unwrap();
}

#[test]
fn top_level_classes_with_code_get_tests() {
    let (_folder, module) = module(&[INVOICE, ITEM, TAX, SHAPE]);
    let plan = planned(&module, "*");
    assert_eq!(classes(&plan), ["acme.Invoice", "acme.Item", "acme.Tax"]);
    assert_eq!((plan.modules[0].classes, plan.modules[0].up_to_date.len()), (3, 0));
}

#[test]
fn a_fingerprint_changes_with_the_code_that_the_class_reaches_and_with_no_other_code() {
    let before = fingerprint(&[INVOICE, ITEM, TAX, OTHER]);
    assert_eq!(before, fingerprint(&[INVOICE, ITEM, TAX]));
    let tax = (TAX.0, TAX.1.replace("19", "20"));
    assert_ne!(before, fingerprint(&[INVOICE, ITEM, (tax.0, &tax.1), OTHER]));
}

#[test]
fn a_class_whose_file_has_its_fingerprint_needs_no_tests() {
    let (folder, module) = module(&[INVOICE, ITEM, TAX]);
    let fingerprint = planned(&module, "Invoice").batch.tasks[0].request.fingerprint.clone().unwrap();
    write_generated(folder.path(), &fingerprint);
    let plan = planned(&module, "Invoice");
    assert!(plan.batch.tasks.is_empty());
    assert_eq!((plan.modules[0].classes, plan.modules[0].up_to_date.len()), (1, 1));
}

#[test]
fn a_class_whose_file_has_another_fingerprint_needs_tests_in_the_same_file() {
    let (folder, module) = module(&[INVOICE, ITEM, TAX]);
    write_generated(folder.path(), "0000000000000000");
    let plan = planned(&module, "Invoice");
    let request = &plan.batch.tasks[0].request;
    assert_eq!(request.test_class.as_deref(), Some("InvoiceTest"));
    assert_eq!(request.output, Path::new("scratch/0"), "the new tests are merged later");
    assert!(plan.classes[0].has_earlier_tests);
}

#[test]
fn tests_that_have_not_run_in_the_build_are_up_to_date_but_unchecked() {
    let (folder, module) = module(&[INVOICE, ITEM, TAX]);
    let request = planned(&module, "Invoice").batch.tasks[0].request.clone();
    write_generated(folder.path(), &request.fingerprint.unwrap());
    let unchecked = planned(&module, "Invoice");
    assert!(unchecked.classes.is_empty());
    let files: Vec<&str> = unchecked.modules[0].unchecked.iter().map(|file| &*file.test_class).collect();
    assert_eq!(files, ["acme.InvoiceTest"]);

    write_generated(folder.path(), &fingerprint(&[INVOICE, ITEM, TAX]));
    assert_eq!(planned(&module, "Invoice").modules[0].unchecked, []);
}

#[test]
fn a_class_needs_no_new_tests_if_only_code_that_it_reaches_has_changed_and_its_tests_pass() {
    let earlier = fingerprint(&[INVOICE, ITEM, TAX]);
    let tax = TAX.1.replace("19", "20");
    let (folder, module) = module(&[INVOICE, ITEM, (TAX.0, &tax)]);
    write_generated(folder.path(), &earlier);
    let file = folder.path().join("tests/acme/InvoiceTest.java");

    let cache = tempfile::tempdir().unwrap();
    let record = || Record::open(cache.path().to_owned());

    let mut failing = planned(&module, "Invoice");
    failing.remove_passed(&[], &record());
    assert_eq!(classes(&failing), ["acme.Invoice"]);
    let before = fs::read_to_string(&file).unwrap();
    let mut passing = planned(&module, "Invoice");
    passing.remove_passed(std::slice::from_ref(&file), &record());
    assert!(passing.classes.is_empty() && passing.batch.tasks.is_empty());
    assert!(passing.batch.environments.is_empty());
    assert_eq!(passing.modules[0].up_to_date, [("acme.Invoice".to_owned(), earlier)]);
    assert_eq!(fs::read_to_string(&file).unwrap(), before);

    let later = || plan(std::slice::from_ref(&module), &Options { passed: record(), ..options("Invoice") });
    assert!(later().unwrap().classes.is_empty(), "the tests pass with this version of the code");
    fs::write(&file, before.replace("{}", "{ }")).unwrap();
    assert_eq!(classes(&later().unwrap()), ["acme.Invoice"], "the file has changed");
}

#[test]
fn a_changed_class_needs_new_tests_even_if_its_earlier_tests_pass() {
    let earlier = fingerprint(&[INVOICE, ITEM, TAX]);
    let changed = INVOICE.1.replace("price()", "price() + 1");
    let (folder, module) = module(&[(INVOICE.0, &changed), ITEM, TAX]);
    write_generated(folder.path(), &earlier);
    let mut plan = planned(&module, "Invoice");
    plan.remove_passed(&[folder.path().join("tests/acme/InvoiceTest.java")], &Record::default());
    assert_eq!(classes(&plan), ["acme.Invoice"]);
}

#[test]
fn other_options_need_other_tests() {
    let (_folder, module) = module(&[INVOICE, ITEM, TAX]);
    let fingerprint = |seed| {
        let mut options = options("Invoice");
        options.modules[0].request.seed = seed;
        plan(std::slice::from_ref(&module), &options).unwrap().batch.tasks[0].request.fingerprint.clone()
    };
    assert_eq!(fingerprint(1), fingerprint(1));
    assert_ne!(fingerprint(1), fingerprint(2));
}

#[test]
fn a_pattern_without_a_class_is_an_error_with_a_suggestion() {
    let (_folder, module) = module(&[INVOICE, ITEM, TAX]);
    let error = |pattern| plan(std::slice::from_ref(&module), &options(pattern)).unwrap_err().to_string();
    assert_eq!(
        error("acme.invoice"),
        "no class of the project matches acme.invoice; did you mean acme.Invoice?"
    );
    assert!(error("Bill").contains("write a pattern such as 'com.acme.*'"));
}

#[test]
fn excluded_classes_get_no_tests() {
    let (_folder, module) = module(&[INVOICE, ITEM, TAX]);
    let exclude = vec![Pattern::new("*I*"), Pattern::new("Invoice")];
    let options = options_of(vec![ModuleOptions { exclude, ..module_options() }]);
    assert_eq!(classes(&plan(&[module], &options).unwrap()), ["acme.Tax"]);
}

#[test]
fn a_pattern_of_a_file_applies_to_the_modules_that_have_it_and_its_error_names_its_place() {
    let ((_first, acme), (_second, other)) = (module(&[INVOICE, ITEM, TAX]), module(&[SHAPE, OTHER]));
    let modules = [acme, other];
    let with = |patterns: [&str; 2]| {
        let include = |text: &str| vec![Pattern::with_place(text, "file:1:2")];
        options_of(patterns.map(|text| ModuleOptions { include: include(text), ..module_options() }).into())
    };
    assert_eq!(classes(&plan(&modules, &with(["Tax", "Other"])).unwrap()), ["acme.Other", "acme.Tax"]);
    assert_eq!(classes(&plan(&modules, &with(["Tax", "Tax"])).unwrap()), ["acme.Tax"]);
    let message = plan(&modules, &with(["Tax", "Item"])).unwrap_err().to_string();
    assert!(message.starts_with("file:1:2: no class of the project matches Item; "), "{message}");
}

#[test]
fn a_pattern_whose_classes_are_all_excluded_is_an_error() {
    let (_folder, module) = module(&[INVOICE, ITEM, TAX]);
    let error = |include| {
        let options = ModuleOptions {
            include: vec![Pattern::new(include)],
            exclude: vec![Pattern::with_place("*.I*", "file:3:4")],
            ..module_options()
        };
        plan(std::slice::from_ref(&module), &options_of(vec![options])).map_err(|error| error.to_string())
    };
    let message = error("Invoice").unwrap_err();
    assert!(message.starts_with("file:3:4: this pattern excludes all classes"), "{message}");
    assert_eq!(classes(&error("acme.*").unwrap()), ["acme.Tax"]);
}

#[test]
fn a_module_without_a_test_framework_has_no_tasks() {
    let (_folder, module) = module(&[INVOICE, ITEM, TAX]);
    let options = options_of(vec![ModuleOptions { style: StyleOptions::default(), ..module_options() }]);
    let plan = plan(std::slice::from_ref(&module), &options).unwrap();
    assert!(plan.modules[0].has_no_framework && plan.batch.tasks.is_empty());
}

#[test]
fn the_message_about_a_missing_test_framework_names_the_dependency_to_add() {
    let (folder, mut module) = module(&[TAX]);
    let message = |module: &Module| missing_framework(module, &Build::Maven { command: "mvn".into() });
    assert!(message(&module).contains("<artifactId>junit-jupiter</artifactId>"));
    let junit3 = "package junit.framework; public class TestCase {}";
    JavaSources::new().text("junit/framework/TestCase.java", junit3).compile_into(folder.path());
    module.test_class_path = vec![folder.path().to_owned()];
    let expected =
        "the module acme uses JUnit 3, but the tests of Testudo need JUnit 4 or later; use version 4.13.2";
    assert!(message(&module).starts_with(expected));
}

#[test]
fn a_class_without_tests_is_tried_again_only_if_the_time_limit_or_a_person_s_test_changes() {
    let (folder, mut module) = module(&[INVOICE, ITEM, TAX]);
    module.test_classes = vec![folder.path().join("test-classes")];
    let compile_test = |name: &str, body: &str| {
        let source = format!("package acme; class {name} {{ {body} }}");
        JavaSources::new().text(&format!("acme/{name}.java"), &source).compile_into(&module.test_classes[0]);
    };
    compile_test("OwnTest", "");
    let record = Record::open(folder.path().join("record"));
    let planned = || {
        let options = Options { record: record.clone(), ..options("Tax") };
        plan(std::slice::from_ref(&module), &options).unwrap()
    };
    let first = planned();
    assert_eq!(classes(&first), ["acme.Tax"]);
    record.insert(first.classes[0].record_key.as_ref().unwrap());
    let second = planned();
    assert_eq!(classes(&second), [""; 0]);
    assert_eq!((second.modules[0].up_to_date.len(), second.modules[0].without_tests), (1, 1));

    let with_time =
        Options { record: record.clone(), total_time: Some(Duration::from_secs(60)), ..options("Tax") };
    let plan_with_time = plan(std::slice::from_ref(&module), &with_time).unwrap();
    assert_eq!(classes(&plan_with_time), ["acme.Tax"], "with more time, there can be tests");

    write_generated(folder.path(), "0000000000000000");
    compile_test("InvoiceTest", "");
    assert_eq!(classes(&planned()), [""; 0], "a generated test is no test of a person");
    compile_test("OwnTest", "int changed;");
    assert_eq!(classes(&planned()), ["acme.Tax"]);
}

#[test]
fn a_class_is_tried_even_if_no_test_could_be_written_for_a_class_that_reaches_the_same_code() {
    let (folder, module) = module(&[
        ("acme/Hen.java", "package acme; class Hen { Egg lay() { return new Egg(); } }"),
        ("acme/Egg.java", "package acme; class Egg { Hen hatch() { return new Hen(); } }"),
    ]);
    let record = Record::open(folder.path().join("record"));
    let plan = || {
        let options = Options { record: record.clone(), ..options("*") };
        plan(std::slice::from_ref(&module), &options).unwrap()
    };
    let before = plan();
    assert_eq!(classes(&before), ["acme.Egg", "acme.Hen"]);
    record.insert(before.classes[0].record_key.as_ref().unwrap());
    assert_eq!(classes(&plan()).len(), 1);
}

#[test]
fn a_record_that_cannot_be_read_or_written_is_empty() {
    let (folder, module) = module(&[TAX]);
    fs::write(folder.path().join("file"), "no folder").unwrap();
    fs::create_dir(folder.path().join("record")).unwrap();
    for path in ["file", "file/record", "record"] {
        let record = Record::open(folder.path().join(path));
        let options = Options { record: record.clone(), ..options("Tax") };
        let planned = || plan(std::slice::from_ref(&module), &options).unwrap();
        let key = planned().classes[0].record_key.clone().unwrap();
        // In the last case, a folder has the name of an entry.
        let _ = fs::create_dir(folder.path().join("record").join(&key));
        record.insert(&key);
        assert_eq!(classes(&planned()), ["acme.Tax"], "{path}");
    }
}
