//! What is written, compared with files under `golden`; all of it is compiled in one go, and every test is run
//! and must pass. `UPDATE_GOLDEN=1` writes the files anew.

mod build;
#[allow(dead_code)]
mod cases;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use build::fixture;
use cases::{names, old, stubs, wide};
use emit::{Mocks, Source, TestClass};
use testcase::CheckedTest;
use types::World;

fn manifest() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn class(world: &World, subject: &str, tests: Vec<CheckedTest>) -> TestClass {
    let subject = world.class_named(subject).expect("a fixture");
    TestClass { tests, ..TestClass::named(world, subject) }
}

fn golden(name: &str, source: &Source) {
    let path = manifest().join("tests/golden").join(format!("{name}.java"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &source.text).expect("golden file is writable");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(expected == source.text, "{name} differs from {}:\n{}", path.display(), source.text);
}

fn check_lines(class: &TestClass, source: &Source) {
    let lines: Vec<&str> = source.text.lines().collect();
    for (range, test) in source.tests.iter().zip(&class.tests) {
        let header = format!(" {}()", test.name);
        let is_method = lines[range.start..range.end].iter().any(|line| line.contains(&header));
        assert!(is_method, "{range:?} is not {}", test.name);
        assert_eq!(lines[range.end - 2], "  }");
    }
    for assertion in &source.assertions {
        let first = lines[assertion.lines.start - 1].trim_start();
        assert!(first.contains("assert"), "no assertion: {first}");
    }
    for line in lines {
        assert!(line.len() <= 100 && line.trim_end() == line, "{line}");
    }
    assert!(emit::is_unedited(&source.text));
}

/// Compiles sources, without a warning where that is `strict`.
fn javac(world: &World, files: &[PathBuf], class_path: &[&Path], out: &Path, strict: bool) {
    let compiled = Command::new(world.jdk().javac())
        .args(["-proc:none", "-encoding", "UTF-8"])
        .args(if strict { &["-Xlint:all", "-Werror"][..] } else { &["-nowarn"] })
        .arg("-d")
        .arg(out)
        .arg("-cp")
        .arg(std::env::join_paths(class_path).expect("a class path"))
        .args(files)
        .output()
        .expect("javac starts");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
}

/// Compiles the classes against the stand-in for JUnit and runs every test.
fn compile_and_run(folder: &Path, world: &World, all: &[(TestClass, Source)]) {
    let [out, stand_in, classes] = ["out", "stand-in", "classes"].map(|name| folder.join(name));
    javac(world, &build::sources_under(&manifest().join("../suite/java")), &[], &stand_in, false);
    let mut files = Vec::new();
    for (class, source) in all {
        let package = class.package.replace('.', "/");
        let path = folder.join("tests").join(package).join(format!("{}.java", class.name));
        fs::create_dir_all(path.parent().expect("a folder")).expect("scratch is writable");
        fs::write(&path, &source.text).expect("scratch is writable");
        files.push(path);
    }
    javac(world, &files, &[&classes, &stand_in], &out, true);
    for (class, _) in all {
        let ran = Command::new(world.jdk().java())
            .arg("-cp")
            .arg(std::env::join_paths([&out, &classes, &stand_in]).expect("a class path"))
            .arg("testudo.verify.Main")
            .arg(if class.package.is_empty() {
                class.name.clone()
            } else {
                format!("{}.{}", class.package, class.name)
            })
            .args(class.tests.iter().map(|test| &test.name))
            .output()
            .expect("java starts");
        let events = String::from_utf8_lossy(&ran.stdout);
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        assert!(!events.contains("failed\t"), "{events}");
        assert_eq!(events.matches("ended\t").count(), class.tests.len(), "{events}");
    }
}

#[test]
fn with_mockito_interfaces_are_mocked() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let world = fixture(folder.path(), &manifest().join("tests/fixture"));
    let class = TestClass { mocks: Mocks::Mockito, ..class(&world, "fix.Callbacks", stubs::mocks(&world)) };
    let source = emit::source(&world, &class);
    check_lines(&class, &source);
    golden("mocks", &source);
}

#[test]
fn what_is_written_compiles_passes_and_reads_as_expected() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let world = fixture(folder.path(), &manifest().join("tests/fixture"));
    let mut classes = vec![("overloads", class(&world, "fix.Overloads", names::overloads(&world)))];
    let of_shape = [
        ("values", cases::values(&world)),
        ("statements", cases::statements(&world)),
        ("exceptions", cases::exceptions(&world)),
        ("files", cases::files(&world)),
    ];
    for (name, tests) in of_shape {
        let mut made = class(&world, "fix.Shape", tests);
        made.name = format!("Shape{}{}Test", name[..1].to_uppercase(), &name[1..]);
        classes.push((name, made));
    }
    classes.push(("wide", class(&world, "fix.Wide", wide::wide(&world))));
    classes.push(("old", class(&world, "fix.Old", old::old(&world))));
    classes.push(("old_class", class(&world, "fix.Old$Part", old::old_class(&world))));
    classes.push(("stubs", class(&world, "fix.Callbacks", stubs::stubs(&world))));
    for name in ["List", "Test", "Assertions", "Integer", "assertEquals"] {
        classes.push((name, class(&world, &format!("clash.{name}"), names::clash(&world, name))));
    }
    classes.push(("no_package", class(&world, "NoPackage", names::no_package(&world))));
    let mut all = Vec::new();
    for (name, class) in classes {
        let source = emit::source(&world, &class);
        check_lines(&class, &source);
        all.push((name, class, source));
    }
    let compiled: Vec<(TestClass, Source)> = all.iter().map(|(_, c, s)| (c.clone(), s.clone())).collect();
    compile_and_run(folder.path(), &world, &compiled);
    for (name, _, source) in all.iter().filter(|(name, ..)| *name != "overloads") {
        golden(name, source);
    }
}
