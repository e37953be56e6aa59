//! Compiles Java sources into jars, and translates tables of constants in Java sources into Rust code, for
//! build scripts.
//!
//! This crate does not depend on the purpose of the Java classes.

mod constants;

pub use constants::generate_constants;

use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use zip::write::SimpleFileOptions;

/// Compiles all Java sources below a folder into `$OUT_DIR/classes`, and packs the classes into
/// `$OUT_DIR/<name>`, together with the XML files of the folder. The classes run on Java 8 and later.
///
/// The sources can use the classes of the jars `class_path`, which earlier calls of this function built. The
/// same sources and the same compiler produce the same bytes. The function also instructs Cargo to run the
/// build script again if the sources, `build.rs` or `JAVA_HOME` change.
///
/// # Panics
/// If `javac` is not found, or if the sources do not compile. The build then fails. The function runs
/// `$JAVA_HOME/bin/javac`, or the `javac` on the `PATH` if `JAVA_HOME` is not set.
pub fn build(sources: &Path, name: &str, class_path: &[&str]) {
    println!("cargo:rerun-if-changed={}", sources.display());
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=JAVA_HOME");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let classes = out.join("classes");
    let _ = fs::remove_dir_all(&classes);
    fs::create_dir_all(&classes).expect("OUT_DIR is writable");
    let jars: Vec<PathBuf> = class_path.iter().map(|jar| out.join(jar)).collect();
    compile(&files(sources, "java"), &classes, &jars);
    fs::write(out.join(name), jar(&[(&classes, "class"), (sources, "xml")])).expect("OUT_DIR is writable");
}

/// Returns all files below a folder that have the extension `extension`, sorted by path.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).unwrap_or_else(|error| {
        panic!("cannot read {}: {error}; check that the folder of the sources exists", folder.display())
    }) {
        let path = entry.expect("a folder can be listed").path();
        if path.is_dir() {
            paths.extend(files(&path, extension));
        } else if path.extension().is_some_and(|it| it == extension) {
            paths.push(path);
        }
    }
    paths.sort();
    paths
}

fn compile(sources: &[PathBuf], classes: &Path, jars: &[PathBuf]) {
    let javac = match std::env::var_os("JAVA_HOME") {
        Some(home) => Path::new(&home).join("bin/javac"),
        None => PathBuf::from("javac"),
    };
    let entries = [classes].into_iter().chain(jars.iter().map(PathBuf::as_path));
    let class_path = std::env::join_paths(entries).expect("OUT_DIR contains no path separator");
    let output = Command::new(&javac)
        .args(["--release", "8", "-Xlint:-options", "-g", "-encoding", "UTF-8", "-d"])
        .arg(classes)
        .arg("-cp")
        .arg(class_path)
        .args(sources)
        .output()
        .unwrap_or_else(|error| {
            panic!(
                "cannot run {}: {error}; the build needs a JDK (9 or newer): set JAVA_HOME or add javac to the PATH",
                javac.display()
            )
        });
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "the Java sources do not compile; correct these errors:\n{errors}");
}

/// Returns the bytes of a jar that contains files below folders: of each folder the files that have an
/// extension. The same files produce the same bytes.
fn jar(contents: &[(&Path, &str)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().last_modified_time(zip::DateTime::default());
    for (folder, extension) in contents {
        for file in files(folder, extension) {
            let name = file
                .strip_prefix(folder)
                .expect("the file is below the folder")
                .to_string_lossy()
                .replace('\\', "/");
            zip.start_file(name, options).expect("a jar can contain the file");
            zip.write_all(&fs::read(&file).expect("the file can be read")).expect("memory can be written");
        }
    }
    zip.finish().expect("memory can be written").into_inner()
}
