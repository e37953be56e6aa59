//! Code with probes is still accepted by the JVM and does what it did.

mod common;

use classfile::ErrorKind;
use common::{cache, classes, javac, jdk, probed, run, source, subject_jars, write_jar};
use std::fs;
use std::path::{Path, PathBuf};

/// The classes of jars that HotSpot refuses, with what it says.
fn refused(programs: &Path, jars: &[PathBuf]) -> Vec<String> {
    let verify =
        run(jdk("java").args(["-Xverify:all", "-cp"]).arg(programs).args(["Classes", "verify"]).args(jars));
    verify.lines().filter(|line| is_refusal(line)).map(str::to_owned).collect()
}

/// Missing classes are no fault of the class that needs them.
fn is_refusal(line: &str) -> bool {
    ["VerifyError", "ClassFormatError", "IncompatibleClassChange"].iter().any(|error| line.contains(error))
}

/// Puts probes into the classes of a jar that allow it; yields how many.
fn probe_jar(from: &Path, to: &Path) -> usize {
    let mut total = 0;
    let probed: Vec<_> = classes(from)
        .into_iter()
        .map(|(name, bytes)| match probed(&bytes) {
            Ok((bytes, probes)) => {
                total += probes;
                (name, bytes)
            }
            Err(error) => {
                assert_eq!(error.kind, ErrorKind::Subroutine, "{error}");
                (name, bytes)
            }
        })
        .collect();
    write_jar(to, &probed);
    total
}

fn programs() -> PathBuf {
    let programs = cache().join("probe-programs");
    javac(&programs, &[], &[source("Classes.java"), source("testudo/probe/Probe.java")]);
    programs
}

fn check_jars(jars: &[PathBuf], prefix: &str) {
    let programs = programs();
    let mut probes = 0;
    let probed: Vec<PathBuf> = jars
        .iter()
        .map(|jar| {
            let to = cache().join(format!("{prefix}-probed-{}", jar.file_name().unwrap().to_str().unwrap()));
            probes += probe_jar(jar, &to);
            to
        })
        .collect();
    let (before, after) = std::thread::scope(|scope| {
        let before = scope.spawn(|| refused(&programs, jars));
        (refused(&programs, &probed), before.join().unwrap())
    });
    let (after, before) = (before, after);
    eprintln!("{prefix}: {probes} probes; refused before {}, after {}", before.len(), after.len());
    let new: Vec<_> = after.iter().filter(|line| !before.contains(line)).collect();
    assert!(
        new.is_empty(),
        "{} classes are refused only with probes: {:#?}",
        new.len(),
        &new[..new.len().min(20)]
    );
}

#[test]
fn library_classes_with_probes_are_verified() {
    let jars = subject_jars();
    if !jars.is_empty() {
        check_jars(&jars, "library");
    }
}

#[test]
fn jdk_classes_with_probes_are_verified() {
    let programs = programs();
    let jars: Vec<_> = ["java.xml", "jdk.compiler"]
        .map(|module| {
            let jar = cache().join(format!("probes-{module}.jar"));
            run(jdk("java").arg("-cp").arg(&programs).args(["Classes", "dump", module]).arg(&jar));
            jar
        })
        .into();
    check_jars(&jars, "jdk");
}

/// Compiles a source, runs its `main`, puts probes into its classes, runs it again: it must print the same.
fn check_same_output(main: &str, source: PathBuf, options: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let untouched = folder.path().join("untouched");
    let edited = folder.path().join("edited");
    javac(&untouched, options, &[source]);
    javac(&edited, &[], &[common::source("testudo/probe/Probe.java")]);
    for file in fs::read_dir(&untouched).unwrap().map(|file| file.unwrap().path()) {
        let (bytes, probes) = probed(&fs::read(&file).unwrap()).unwrap();
        assert!(probes > 0 || file.to_str().unwrap().contains("Shape"));
        fs::write(edited.join(file.file_name().unwrap()), bytes).unwrap();
    }
    let output = |folder: &Path| run(jdk("java").args(["-Xverify:all", "-cp"]).arg(folder).arg(main));
    assert_eq!(output(&edited), output(&untouched));
}

#[test]
fn code_of_every_shape_does_with_probes_what_it_did() {
    check_same_output("Fixture", source("Fixture.java"), &["-g", "-parameters"]);
}
