//! For build scripts: Java sources as a jar that a crate embeds.
//!
//! Must never know what the classes are for.

use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use zip::write::SimpleFileOptions;

/// Compiles all Java sources below a folder for Java 8 into `$OUT_DIR/classes` and packs them into `$OUT_DIR/<name>`; they
/// may use what is in the jars `against`, built before. The same sources and compiler give the same bytes. Only for build
/// scripts: it tells cargo when to run them again.
///
/// # Panics
/// When there is no `javac` in `JAVA_HOME` or on the `PATH`, or the sources do not compile: the build fails.
pub fn build(sources: &Path, name: &str, against: &[&str]) {
    println!("cargo:rerun-if-changed={}", sources.display());
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=JAVA_HOME");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let classes = out.join("classes");
    let _ = fs::remove_dir_all(&classes);
    fs::create_dir_all(&classes).expect("OUT_DIR can be written");
    let jars: Vec<PathBuf> = against.iter().map(|jar| out.join(jar)).collect();
    compile(&files(sources, "java"), &classes, &jars);
    fs::write(out.join(name), jar(&classes)).expect("OUT_DIR can be written");
}

/// All files below a folder with an extension, sorted.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("a folder can be listed").path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|it| it == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn compile(sources: &[PathBuf], classes: &Path, jars: &[PathBuf]) {
    let javac = match std::env::var_os("JAVA_HOME") {
        Some(home) => Path::new(&home).join("bin/javac"),
        None => PathBuf::from("javac"),
    };
    let output = Command::new(&javac)
        .args(["--release", "8", "-Xlint:-options", "-g", "-encoding", "UTF-8", "-d"])
        .arg(classes)
        .arg("-cp")
        .arg(std::env::join_paths([classes].into_iter().chain(jars.iter().map(|jar| &**jar))).expect("no colons"))
        .args(sources)
        .output()
        .unwrap_or_else(|error| {
            panic!(
                "cannot run {}: {error}. Building needs a JDK (9 or later): set JAVA_HOME or put javac on the PATH",
                javac.display()
            )
        });
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "the Java sources do not compile:\n{said}");
}

/// The same classes give the same bytes.
fn jar(classes: &Path) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().last_modified_time(zip::DateTime::default());
    for file in files(classes, "class") {
        let name =
            file.strip_prefix(classes).expect("it was found there").to_string_lossy().replace('\\', "/");
        zip.start_file(name, options).expect("a class fits into a jar");
        zip.write_all(&fs::read(&file).expect("it was just written")).expect("memory can be written");
    }
    zip.finish().expect("memory can be written").into_inner()
}
