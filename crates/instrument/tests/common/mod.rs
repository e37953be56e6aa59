//! Functions with which the tests compile Java and instrument classes.

#![allow(dead_code)] // Each test uses only some of these functions.

use analysis::Program;
use classfile::ClassFile;
use fixtures::{NamedClass, jdk_tool, run};
use instrument::{InstrumentedClass, Options, instrument};
use mutation::Mutants;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs};

/// Returns the Java files of the runner that instrumented code calls, with their dependencies.
pub fn runner_sources() -> Vec<PathBuf> {
    let names = [
        "distance/CharacterProbes",
        "distance/ContainerProbes",
        "distance/Distance",
        "distance/HintProbes",
        "distance/PatternProbes",
        "distance/StringProbes",
        "distance/ValueProbes",
        "message/MessageWriter",
        "message/Protocol",
        "probe/Hints",
        "probe/Infections",
        "probe/Mutants",
        "probe/Operators",
        "probe/Probe",
        "probe/ProbeNumbers",
        "probe/SwitchTable",
        "probe/ThrowProbe",
        "probe/Trace",
        "sandbox/Budget",
        "sandbox/BudgetError",
        "sandbox/Clock",
        "sandbox/Exit",
        "sandbox/ExitError",
        "sandbox/Heap",
        "sandbox/Randomness",
        "sandbox/Settings",
        "sandbox/ThreadGenerator",
        "state/ConstantTables",
        "state/Initialisers",
        "state/ObjectGraph",
        "state/ReachableState",
        "state/SavedAtomics",
        "state/SavedField",
        "state/SavedGroup",
        "state/SavedState",
        "state/Snapshot",
        "state/Statics",
    ];
    let folder = repository().join("runner/src/testudo/runner");
    names.iter().map(|name| folder.join(format!("{name}.java"))).collect()
}

/// Returns the root of the repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the path of a Java file of the tests.
pub fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java").join(name)
}

/// Compiles sources into a folder.
pub fn javac(to: &Path, sources: &[PathBuf]) {
    run(jdk_tool("javac").args(["-g", "-nowarn", "-Xlint:none", "-d"]).arg(to).args(sources));
}

/// Returns the class files directly in a folder, sorted by name.
pub fn classes(folder: &Path) -> Vec<NamedClass> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files.filter(|file| file.extension().is_some_and(|end| end == "class")).collect();
    files.sort();
    let name = |file: &Path| file.file_name().unwrap().to_str().unwrap().to_owned();
    files.iter().map(|file| (name(file), fs::read(file).unwrap())).collect()
}

/// Returns the analysed program that consists of these classes.
pub fn program(classes: &[NamedClass]) -> Program {
    let classes: Vec<_> = classes.iter().map(|(_, bytes)| ClassFile::read(bytes).unwrap()).collect();
    Program::new(&classes.iter().collect::<Vec<_>>()).unwrap()
}

/// Returns the arguments of the runner's `Trace.start`: the numbers of ids of methods, distances and
/// statements.
pub fn counts(program: &Program, mutants: &Mutants) -> [String; 3] {
    let distances = program.distance_count() + mutants.mutants.len() as u32;
    [program.methods.len() as u32, distances, program.statements.len() as u32].map(|count| count.to_string())
}

/// Returns the mutants of these classes.
pub fn mutants(classes: &[NamedClass], program: &Program) -> Arc<Mutants> {
    let classes: Vec<_> = classes.iter().map(|(_, bytes)| ClassFile::read(bytes).unwrap()).collect();
    Arc::new(mutation::mutants(program, &classes.iter().collect::<Vec<_>>()).unwrap())
}

/// Returns the options for all instrumentation.
pub fn everything(mutants: &Arc<Mutants>) -> Options {
    Options {
        call_distances: true,
        hints: true,
        direct_branches: true,
        exceptions: true,
        mutants: Some(mutants.clone()),
        schemata: true,
    }
}

/// Instruments the classes, which must not cause warnings.
pub fn instrumented(classes: &[NamedClass], program: &Program, options: &Options) -> Vec<NamedClass> {
    let edit = |(name, bytes): &NamedClass| {
        let InstrumentedClass { bytes, warnings } = instrument(bytes, program, options);
        assert!(warnings.is_empty(), "{name}: {}", warnings[0]);
        (name.clone(), bytes)
    };
    classes.iter().map(edit).collect()
}

/// Writes classes into a folder.
pub fn write(to: &Path, classes: &[NamedClass]) {
    for (name, bytes) in classes {
        let file = to.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, bytes).unwrap();
    }
}

/// Joins folders to a class path.
pub fn path(folders: &[&Path]) -> std::ffi::OsString {
    env::join_paths(folders).unwrap()
}

/// Returns the jars in a folder.
pub fn jars(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|file| file.extension().is_some_and(|end| end == "jar")).collect()
}
