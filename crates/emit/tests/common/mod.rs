//! What is written of the cases, compiled.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use emit::{Dialect, Source, TestClass};
use testcase::CheckedTest;
use types::World;

use crate::cases::{self, containers, names, old, rows, stubs, wide};

pub fn manifest() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The compiled fixture, under `folder`.
pub fn fixture(folder: &Path) -> World {
    crate::build::fixture(folder, &manifest().join("tests/fixture"))
}

pub fn class(world: &World, subject: &str, tests: Vec<CheckedTest>) -> TestClass {
    let subject = world.class_named(subject).expect("a fixture");
    TestClass { tests, ..TestClass::named(world, subject) }
}

/// All cases that can be compiled without Mockito, each set with a name.
pub fn classes(world: &World) -> Vec<(&'static str, TestClass)> {
    let mut classes = vec![("overloads", class(world, "fix.Overloads", names::overloads(world)))];
    let of_shape = [
        ("values", cases::values(world)),
        ("statements", cases::statements(world)),
        ("exceptions", cases::exceptions(world)),
        ("files", cases::files(world)),
        ("constants", cases::constants(world)),
    ];
    for (name, tests) in of_shape {
        let mut made = class(world, "fix.Shape", tests);
        made.name = format!("Shape{}{}Test", name[..1].to_uppercase(), &name[1..]);
        classes.push((name, made));
    }
    classes.push(("containers", class(world, "fix.Bag", containers::containers(world))));
    classes.push(("wide", class(world, "fix.Wide", wide::wide(world))));
    classes.push(("old", class(world, "fix.Old", old::old(world))));
    classes.push(("old_class", class(world, "fix.Old$Part", old::old_class(world))));
    classes.push(("stubs", class(world, "fix.Callbacks", stubs::stubs(world))));
    for name in ["List", "Test", "Assertions", "Integer", "assertEquals"] {
        classes.push((name, class(world, &format!("clash.{name}"), names::clash(world, name))));
    }
    classes.push(("rows", class(world, "fix.Echo", rows::rows(world))));
    classes.push(("no_package", class(world, "NoPackage", names::no_package(world))));
    classes
}

/// All cases in a dialect.
pub fn written(world: &World, dialect: Dialect) -> Vec<(TestClass, Source)> {
    let write = |(_, class)| {
        let class = TestClass { dialect, ..class };
        let source = emit::source(world, &class);
        (class, source)
    };
    classes(world).into_iter().map(write).collect()
}

/// Compiles test classes to `folder/out`, against the fixture and more; there must not be a warning.
pub fn compile(folder: &Path, world: &World, all: &[(TestClass, Source)], more: &[PathBuf]) -> PathBuf {
    let mut files = Vec::new();
    for (class, source) in all {
        let package = class.package.replace('.', "/");
        let path = folder.join("tests").join(package).join(format!("{}.java", class.name));
        fs::create_dir_all(path.parent().expect("a folder")).expect("scratch is writable");
        fs::write(&path, &source.text).expect("scratch is writable");
        files.push(path);
    }
    let class_path = [more, &[folder.join("classes")]].concat();
    // Libraries name others that are not there.
    let lints = ["-Xlint:all", "-Xlint:-path", "-Xlint:-classfile", "-Werror"];
    javac(world, &files, &class_path, &folder.join("out"), &lints);
    folder.join("out")
}

pub fn javac(world: &World, files: &[PathBuf], class_path: &[PathBuf], out: &Path, options: &[&str]) {
    let compiled = Command::new(world.jdk().javac())
        .args(["-proc:none", "-encoding", "UTF-8"])
        .args(options)
        .arg("-d")
        .arg(out)
        .arg("-cp")
        .arg(joined(class_path))
        .args(files)
        .output()
        .expect("javac starts");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
}

pub fn joined(class_path: &[PathBuf]) -> std::ffi::OsString {
    std::env::join_paths(class_path).expect("a class path")
}

/// The binary name of a test class.
pub fn binary_name(class: &TestClass) -> String {
    let dot = if class.package.is_empty() { "" } else { "." };
    format!("{}{dot}{}", class.package, class.name)
}

/// The jars whose names start so, where a variable names a folder of folders of jars.
pub fn libraries(variable: &str, starts: &[&str]) -> Option<Vec<PathBuf>> {
    let folders = fs::read_dir(std::env::var_os(variable)?).ok()?;
    let jars = folders.filter_map(|folder| fs::read_dir(folder.ok()?.path()).ok()).flatten();
    let mut jars: Vec<PathBuf> = jars.filter_map(|jar| Some(jar.ok()?.path())).collect();
    jars.sort();
    let named = |start: &&str| {
        let is =
            |path: &&PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(start));
        jars.iter().find(is).cloned()
    };
    starts.iter().map(named).collect()
}
