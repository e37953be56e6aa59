//! Written tests, run with JUnit: what JaCoCo measures, and where exceptions cut the code short.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use fixtures::{subject_jar, test_library};

use crate::setup::{Place, java_files, jdk};

/// The source of the program that reads JaCoCo's data.
const LINES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/jacoco/Lines.java");

/// The jars that it takes.
pub struct Tools {
    junit: PathBuf,
    agent: PathBuf,
    core: OsString,
}

/// A method: its class with slashes, its name, its descriptor.
pub type Method = (String, String, String);

/// What JaCoCo counts on one line of one method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Instructions covered.
    pub instructions: u32,
    /// Branches covered.
    pub covered: u32,
    /// Branches.
    pub branches: u32,
}

/// What a run of the tests showed.
pub struct Execution {
    /// By method and line.
    pub counters: BTreeMap<(Method, u16), Counters>,
    /// Methods, and byte positions in their code, where an exception was thrown or came out of a call.
    pub thrown: BTreeSet<(Method, u32)>,
}

impl Tools {
    /// Returns the downloaded jars.
    pub fn find() -> Tools {
        let core = ["org.jacoco.core", "asm-9", "asm-tree", "asm-commons"].map(test_library);
        Tools {
            junit: subject_jar("junit-platform-console"),
            agent: test_library("org.jacoco.agent"),
            core: std::env::join_paths(core).unwrap(),
        }
    }

    /// Compiles and runs the tests in `out`: of the classes of a library with those names, with slashes.
    pub fn execute(&self, place: &Place, library: &Path, names: &[String]) -> Execution {
        let (mut sources, compiled) = (Vec::new(), place.path("compiled"));
        java_files(&place.path("out"), &mut sources);
        let mut javac = Command::new(jdk().javac());
        javac.args(["-nowarn", "-proc:none", "-d"]).arg(&compiled).arg("-cp");
        succeed(javac.arg(std::env::join_paths([library, &self.junit]).unwrap()).args(&sources));
        let included: Vec<String> = names.iter().map(|name| name.replace('/', ".")).collect();
        let data = place.path("jacoco.exec");
        let agent =
            format!("{}=destfile={},includes={}", self.agent.display(), data.display(), included.join(":"));
        self.junit(place, library, &[&format!("-javaagent:{agent}")]);
        let log = place.path("exceptions.log");
        // Compiled code would not log them all.
        let logging = format!("-Xlog:exceptions=info:file={}::filecount=0", log.display());
        self.junit(place, library, &["-Xint", &logging]);
        let log = fs::read(log).unwrap();
        Execution {
            counters: self.counters(&data, library, names),
            thrown: thrown(&String::from_utf8_lossy(&log)),
        }
    }

    fn junit(&self, place: &Place, library: &Path, options: &[&str]) {
        let compiled = place.path("compiled");
        let mut command = Command::new(jdk().java());
        // Tests may write files where they run.
        command.current_dir(place.path("tmp")).args(options).arg("-jar").arg(&self.junit);
        command.args(["execute", "--disable-banner", "--details=tree", "--fail-if-no-tests"]);
        command.arg("--scan-class-path").arg(&compiled).arg("--class-path");
        succeed(command.arg(std::env::join_paths([&compiled, library]).unwrap()));
    }

    fn counters(&self, data: &Path, library: &Path, names: &[String]) -> BTreeMap<(Method, u16), Counters> {
        let mut command = Command::new(jdk().java());
        command.arg("-cp").arg(&self.core).args([OsStr::new(LINES), data.as_os_str(), library.as_os_str()]);
        let said = succeed(command.args(names.iter().map(|name| format!("{name}.class"))));
        said.lines().map(counters).collect()
    }
}

fn succeed(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    said
}

/// A line that the program writes.
fn counters(line: &str) -> ((Method, u16), Counters) {
    let fields: Vec<&str> = line.split('\t').collect();
    let (name, descriptor) = fields[1].split_at(fields[1].find('(').unwrap());
    let number = |field: usize| fields[field].parse().unwrap();
    let method = (fields[0].to_owned(), name.to_owned(), descriptor.to_owned());
    let counters = Counters { instructions: number(3), covered: number(4), branches: number(5) };
    ((method, fields[2].parse().unwrap()), counters)
}

/// The places that the JVM logs: `thrown in interpreter method <{method} {0x7f} 'name' '()V' in 'Class'>`, and on the next
/// line ` at bci 12 for thread`.
fn thrown(log: &str) -> BTreeSet<(Method, u32)> {
    let lines: Vec<&str> = log.lines().collect();
    let place = |pair: &[&str]| {
        let method = pair[0].split_once("thrown in interpreter method <{method}")?.1;
        let [_, name, _, descriptor, _, class, ..] = method.split('\'').collect::<Vec<_>>()[..] else {
            return None;
        };
        let position = pair[1].split_once("at bci ")?.1.split(' ').next()?.parse().ok()?;
        Some(((class.to_owned(), name.to_owned(), descriptor.to_owned()), position))
    };
    lines.windows(2).filter_map(place).collect()
}
