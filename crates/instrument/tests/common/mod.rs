//! What the tests share: a JDK, compiled Java, instrumented classes.

#![allow(dead_code)] // Each test uses a part of it.

use analysis::Program;
use classfile::ClassFile;
use instrument::{Instrumented, Options, instrument};
use mutation::Mutants;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::{env, fs};

/// A class file: its entry name (`com/acme/Foo.class`) and bytes.
pub type Class = (String, Vec<u8>);

/// A tool of the JDK in `JAVA_HOME`, else on the path.
pub fn jdk(tool: &str) -> Command {
    Command::new(env::var_os("JAVA_HOME").map_or(tool.into(), |home| Path::new(&home).join("bin").join(tool)))
}

/// Runs a command that must succeed; yields what it printed.
pub fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{command:?}\n{printed}\n{}", String::from_utf8_lossy(&output.stderr));
    printed
}

/// The Java files of the runner that are this crate's other half.
pub fn runner_sources() -> Vec<PathBuf> {
    let names = [
        "Probe",
        "Switch",
        "Hints",
        "Infections",
        "Mutants",
        "Operators",
        "Difference",
        "Near",
        "NearCharacters",
        "NearContainers",
        "NearPatterns",
        "NearValues",
        "Questions",
        "Budget",
        "BudgetError",
        "Heap",
        "Clock",
        "Chance",
        "Exit",
        "ExitError",
        "Initialisers",
        "Settings",
        "Snapshot",
        "Statics",
        "Thrown",
        "Content",
        "Contents",
        "Held",
        "Reach",
        "Variable",
        "Out",
    ];
    let folder = repository().join("runner/src/testudo/runner");
    names.iter().map(|name| folder.join(format!("{name}.java"))).collect()
}

/// The root of the repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A Java file of the tests.
pub fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java").join(name)
}

/// Compiles sources into a folder.
pub fn javac(to: &Path, sources: &[PathBuf]) {
    run(jdk("javac").args(["-g", "-nowarn", "-Xlint:none", "-d"]).arg(to).args(sources));
}

/// The class files of a folder, not of those below it, in order of name.
pub fn classes(folder: &Path) -> Vec<Class> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files.filter(|file| file.extension().is_some_and(|end| end == "class")).collect();
    files.sort();
    let name = |file: &Path| file.file_name().unwrap().to_str().unwrap().to_owned();
    files.iter().map(|file| (name(file), fs::read(file).unwrap())).collect()
}

/// The program of all these classes.
pub fn program(classes: &[Class]) -> Program {
    let classes: Vec<_> = classes.iter().map(|(_, bytes)| ClassFile::read(bytes).unwrap()).collect();
    Program::new(&classes.iter().collect::<Vec<_>>()).unwrap()
}

/// What the runner's `Probe.start` is told: numbers of methods, distances and lines.
pub fn counts(program: &Program, mutants: &Mutants) -> [String; 3] {
    let distances = program.distances() + mutants.mutants.len() as u32;
    [program.methods.len() as u32, distances, program.statements.len() as u32].map(|count| count.to_string())
}

/// The mutants of all these classes.
pub fn mutants(classes: &[Class], program: &Program) -> Arc<Mutants> {
    let classes: Vec<_> = classes.iter().map(|(_, bytes)| ClassFile::read(bytes).unwrap()).collect();
    Arc::new(mutation::mutants(program, &classes.iter().collect::<Vec<_>>()).unwrap())
}

/// Everything that can be inserted.
pub fn everything(mutants: &Arc<Mutants>) -> Options {
    Options {
        near: true,
        hints: true,
        direct: true,
        throws: true,
        mutants: Some(mutants.clone()),
        schemata: true,
    }
}

/// The classes instrumented for the program, without warnings.
pub fn instrumented(classes: &[Class], program: &Program, options: &Options) -> Vec<Class> {
    let edit = |(name, bytes): &Class| {
        let Instrumented { bytes, warnings } = instrument(bytes, program, options);
        assert!(warnings.is_empty(), "{name}: {}", warnings[0]);
        (name.clone(), bytes)
    };
    classes.iter().map(edit).collect()
}

/// Writes classes below a folder.
pub fn write(to: &Path, classes: &[Class]) {
    for (name, bytes) in classes {
        let file = to.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, bytes).unwrap();
    }
}

/// A class path.
pub fn path(folders: &[&Path]) -> std::ffi::OsString {
    env::join_paths(folders).unwrap()
}

/// The jars in the folders of the one that `TESTUDO_SUBJECTS` names.
pub fn subject_jars() -> Vec<PathBuf> {
    let Some(root) = env::var_os("TESTUDO_SUBJECTS") else {
        println!("note: TESTUDO_SUBJECTS is not set, so no library is checked");
        return Vec::new();
    };
    let folders = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path());
    let mut jars: Vec<_> = folders.filter(|path| path.is_dir()).flat_map(|folder| jars(&folder)).collect();
    jars.sort();
    jars
}

/// The jars of a folder.
pub fn jars(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|file| file.extension().is_some_and(|end| end == "jar")).collect()
}

/// The classes of a jar.
pub fn read_jar(jar: &Path) -> Vec<Class> {
    let mut jar = zip::ZipArchive::new(fs::File::open(jar).unwrap()).unwrap();
    let mut classes = Vec::new();
    for index in 0..jar.len() {
        let mut entry = jar.by_index(index).unwrap();
        // Of classes for several Java versions only those for all count.
        if entry.name().ends_with(".class") && !entry.name().contains('-') {
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            classes.push((entry.name().to_owned(), bytes));
        }
    }
    classes
}
