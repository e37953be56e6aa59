//! Runs the generated tests with JUnit: measures their coverage with JaCoCo, and records where exceptions
//! occur.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use fixtures::{subject_jar, test_library};

use crate::setup::{Workspace, java_files, jdk};

/// Path of the Java program that reads the data of JaCoCo.
const LINES_SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/jacoco/Lines.java");

/// The jars of JUnit and JaCoCo.
pub struct Tools {
    junit: PathBuf,
    /// The agent of JaCoCo, which records coverage.
    agent: PathBuf,
    /// The class path of the library that reads the data of JaCoCo.
    core: OsString,
}

/// A method: the internal name of its class (with slashes), its name, and its descriptor.
pub type Method = (String, String, String);

/// The counters of JaCoCo for one line of one method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Number of covered instructions.
    pub covered_instructions: u32,
    /// Number of covered branches.
    pub covered_branches: u32,
    /// Number of all branches.
    pub branches: u32,
}

/// The measurements of a run of the tests.
pub struct Execution {
    /// Counters of JaCoCo by method and line.
    pub counters: BTreeMap<(Method, u16), Counters>,
    /// Methods with the bytecode offsets of instructions at which an exception occurred. The instruction or a
    /// method that it calls threw the exception.
    pub thrown: BTreeSet<(Method, u32)>,
}

impl Tools {
    /// Finds the downloaded jars of JUnit and JaCoCo.
    pub fn find() -> Tools {
        let core = ["org.jacoco.core", "asm-9", "asm-tree", "asm-commons"].map(test_library);
        Tools {
            junit: subject_jar("junit-platform-console"),
            agent: test_library("org.jacoco.agent"),
            core: std::env::join_paths(core).unwrap(),
        }
    }

    /// Compiles and runs the tests in the folder `out`. `names` are the internal names (with slashes) of the
    /// library classes to measure.
    pub fn execute(&self, workspace: &Workspace, library: &Path, names: &[String]) -> Execution {
        let (mut sources, compiled) = (Vec::new(), workspace.path("compiled"));
        java_files(&workspace.path("out"), &mut sources);
        let mut javac = Command::new(jdk().javac());
        javac.args(["-nowarn", "-proc:none", "-d"]).arg(&compiled).arg("-cp");
        run_successfully(javac.arg(std::env::join_paths([library, &self.junit]).unwrap()).args(&sources));
        let included: Vec<String> = names.iter().map(|name| name.replace('/', ".")).collect();
        let data = workspace.path("jacoco.exec");
        let agent =
            format!("{}=destfile={},includes={}", self.agent.display(), data.display(), included.join(":"));
        self.run_junit(workspace, library, &[&format!("-javaagent:{agent}")]);
        let log = workspace.path("exceptions.log");
        // Code that the JIT compiler has compiled does not log all exceptions. So this run uses only the
        // interpreter.
        let logging = format!("-Xlog:exceptions=info:file={}::filecount=0", log.display());
        self.run_junit(workspace, library, &["-Xint", &logging]);
        let log = fs::read(log).unwrap();
        Execution {
            counters: self.read_counters(&data, library, names),
            thrown: parse_exceptions(&String::from_utf8_lossy(&log)),
        }
    }

    /// Runs the compiled tests with JUnit, in a JVM with additional options.
    fn run_junit(&self, workspace: &Workspace, library: &Path, options: &[&str]) {
        let compiled = workspace.path("compiled");
        let mut command = Command::new(jdk().java());
        // Tests can write files into the current folder.
        command.current_dir(workspace.path("tmp")).args(options).arg("-jar").arg(&self.junit);
        command.args(["execute", "--disable-banner", "--details=tree", "--fail-if-no-tests"]);
        command.arg("--scan-class-path").arg(&compiled).arg("--class-path");
        run_successfully(command.arg(std::env::join_paths([&compiled, library]).unwrap()));
    }

    /// Reads the counters of the classes from a data file of JaCoCo.
    fn read_counters(
        &self,
        data: &Path,
        library: &Path,
        names: &[String],
    ) -> BTreeMap<(Method, u16), Counters> {
        let mut command = Command::new(jdk().java());
        command.arg("-cp").arg(&self.core).args([
            OsStr::new(LINES_SOURCE),
            data.as_os_str(),
            library.as_os_str(),
        ]);
        let output = run_successfully(command.args(names.iter().map(|name| format!("{name}.class"))));
        output.lines().map(parse_counters).collect()
    }
}

/// Runs a command and checks that it succeeds. Returns its standard output.
fn run_successfully(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{stdout}{}", String::from_utf8_lossy(&output.stderr));
    stdout
}

/// Parses a line that the program `Lines` prints.
fn parse_counters(line: &str) -> ((Method, u16), Counters) {
    let fields: Vec<&str> = line.split('\t').collect();
    let (name, descriptor) = fields[1].split_at(fields[1].find('(').unwrap());
    let number = |field: usize| fields[field].parse().unwrap();
    let method = (fields[0].to_owned(), name.to_owned(), descriptor.to_owned());
    let counters =
        Counters { covered_instructions: number(3), covered_branches: number(4), branches: number(5) };
    ((method, fields[2].parse().unwrap()), counters)
}

/// Returns the methods and bytecode offsets of all exceptions in the log of the JVM. An entry has two lines,
/// such as `thrown in interpreter method <{method} {0x7f} 'name' '()V' in 'Class'>` and ` at bci 12 for
/// thread`.
fn parse_exceptions(log: &str) -> BTreeSet<(Method, u32)> {
    let lines: Vec<&str> = log.lines().collect();
    let parse = |pair: &[&str]| {
        let method = pair[0].split_once("thrown in interpreter method <{method}")?.1;
        let [_, name, _, descriptor, _, class, ..] = method.split('\'').collect::<Vec<_>>()[..] else {
            return None;
        };
        let offset = pair[1].split_once("at bci ")?.1.split(' ').next()?.parse().ok()?;
        Some(((class.to_owned(), name.to_owned(), descriptor.to_owned()), offset))
    };
    lines.windows(2).filter_map(parse).collect()
}
