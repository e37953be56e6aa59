//! Checks the outcomes and traces of calls of instrumented Java code. The files `tests/traces/*.md` contain
//! the code, the calls and the expected results.
//!
//! A section is a ```` ```java ```` block, whose first class must have a unique name, and a ```` ```text ````
//! block. In the text block, lines `> expression` or `> { statements }` are calls. The calls are executed as
//! tests, in order. The lines after a call are its expected results. The first of these lines is the outcome:
//! the value or the exception. The other lines depend on the file:
//! - Most files: the entered methods, and for each reached predicate the taken outcomes and the distances to
//!   the other outcomes.
//! - `lines.md`: the executed lines.
//! - `hints.md`: the hints.
//! - `throws.md`: whether the code threw the exception explicitly.
//! - `infections.md`: the reached mutants and the distance to infecting each of them.
//! - `schemata.md`: each mutant of the first class that changes the outcome, with the changed outcome.
//!
//! A call in `direct.md` can start with the name and the number of parameters of the method that the test
//! calls, such as `f/1: `. `UPDATE_EXPECT=1` writes the actual results into the files.

mod common;
mod hints;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs};

use analysis::{BranchId, DistanceId, MethodIndex, Outcome, Program, StatementId};
use mutation::{Change, MutantId, Mutants, Operator, Point};

struct Subject {
    program: Program,
    mutants: Arc<Mutants>,
}

struct Section {
    file: PathBuf,
    java: String,
    expected: String,
    calls: Vec<String>,
}

#[test]
fn calls_have_the_outcomes_and_traces_in_the_fixtures() {
    let sections = sections(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/traces"));
    let (subject, printed) = execute(&sections);
    let printed: Vec<_> = printed.lines().collect();
    let (traces, hints) = printed.split_at(printed.len() / 2);
    let mut lines = traces.iter().zip(hints);
    let mut failures = String::new();
    for section in &sections {
        let mut found = String::new();
        for call in &section.calls {
            let (trace_line, hint_line) = lines.next().expect("the driver prints a line for each call");
            let line = if section.is_in_file("hints.md") { hint_line } else { trace_line };
            let mut parts = line.split('\t');
            let mut part = || parts.next().expect("a line has an outcome, a flag and a trace");
            let (outcome, explicit, trace) = (part(), part(), part());
            let details = match section.is_in_file("schemata.md") {
                true => describe_effects(parts, &Trace::read(trace), &subject),
                false => section.describe(explicit == "true", trace, &subject),
            };
            let _ = write!(found, "> {call}\n{outcome}\n{details}");
        }
        if found != section.expected {
            let (file, expected) = (section.file.display(), &section.expected);
            let _ = writeln!(failures, "{file}, {}: expected\n{expected}\nfound\n{found}", section.java);
            section.update(&found);
        }
    }
    assert!(failures.is_empty() || env::var_os("UPDATE_EXPECT").is_some(), "{failures}");
    assert!(sections.len() > 20);
}

fn sections(folder: &Path) -> Vec<Section> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    files.sort();
    let sections_of = |file: PathBuf| {
        let text = fs::read_to_string(&file).unwrap();
        text.split("```java\n").skip(1).map(|text| Section::read(&file, text)).collect::<Vec<_>>()
    };
    files.into_iter().flat_map(sections_of).collect()
}

/// Compiles, instruments and executes all sections, with one run of the compiler and one JVM.
fn execute(sections: &[Section]) -> (Subject, String) {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let fixtures = folder.join("fixtures");
    let mut sources = common::runner_sources();
    for (number, section) in sections.iter().enumerate() {
        let path = folder.join(format!("Section{number}.java"));
        fs::write(&path, section.java.clone() + &section.calls_class(number)).unwrap();
        sources.push(path);
    }
    sources.push(common::source("testudo/Driver.java"));
    fs::create_dir(&fixtures).unwrap();
    common::javac(&fixtures, &sources);
    let classes = common::classes(&fixtures);
    let (calls, classes): (Vec<_>, Vec<_>) =
        classes.into_iter().partition(|(name, _)| name.starts_with("Calls"));
    let program = common::program(&classes);
    let mutants = common::mutants(&classes, &program);
    let everything = common::everything(&mutants);
    common::write(&folder.join("instrumented"), &common::instrumented(&classes, &program, &everything));
    // The classes with the calls are instrumented, too, because calls can write static fields. The branches
    // of these classes are not part of the program.
    common::write(&folder.join("instrumented"), &common::instrumented(&calls, &program, &everything));
    let mut java = fixtures::jdk_tool("java");
    // Without this option, compiled code can throw exceptions without a stack trace.
    java.args(["-Xss2m", "-Xmx64m", "-XX:-OmitStackTraceInFastThrow", "-cp"])
        .arg(common::path(&[&folder.join("instrumented"), &fixtures]));
    let called = sections.iter().flat_map(|section| &section.calls).filter_map(|call| called_method(call).0);
    java.args(called.map(|called| format!("-D{called}={}", family(called, &program).0)));
    for (number, section) in
        sections.iter().enumerate().filter(|(_, section)| section.is_in_file("schemata.md"))
    {
        let range = section.mutants(&program, &mutants);
        java.arg(format!("-Dmutants.Calls{number}={}-{}", range.start, range.end));
    }
    java.arg("testudo.Driver").args(common::counts(&program, &mutants));
    let printed = fixtures::run(java.args((0..sections.len()).map(|number| format!("Calls{number}"))));
    (Subject { program, mutants }, printed)
}

/// Splits a call in `direct.md` into the method that the test calls, if the call names one, and the call
/// itself.
fn called_method(call: &str) -> (Option<&str>, &str) {
    let prefix = call.split_once(": ").filter(|(called, _)| called.contains('/') && !called.contains(' '));
    prefix.map_or((None, call), |(called, call)| (Some(called), call))
}

/// Returns the id that the runner uses for methods with this name and number of parameters.
fn family(called: &str, program: &Program) -> MethodIndex {
    let is_match = |method: &analysis::Method| {
        let parameters = classfile::descriptor::parameters(&method.descriptor).count();
        format!("{}/{parameters}", method.name) == called
    };
    program.representative(MethodIndex(
        program.methods.iter().position(is_match).expect("direct.md names a method of its Java code") as u32,
    ))
}

impl Section {
    fn read(file: &Path, text: &str) -> Section {
        let (java, rest) = text.split_once("```\n").expect("a java block must have an end");
        let expected = rest.split_once("```text\n").expect("a text block must follow a java block").1;
        let expected = &expected[..expected.find("```").expect("a text block must have an end")];
        let calls = expected.lines().filter_map(|line| line.strip_prefix("> "));
        Section {
            file: file.to_owned(),
            java: java.to_owned(),
            expected: expected.to_owned(),
            calls: calls.map(str::to_owned).collect(),
        }
    }

    /// Returns the source of a Java class with a method for each call.
    fn calls_class(&self, number: usize) -> String {
        let mut class = format!("class Calls{number} {{\n");
        for (number, call) in self.calls.iter().enumerate() {
            let (called, call) = called_method(call);
            let called = called.map(|family| {
                format!("testudo.runner.probe.Probe.called = Integer.getInteger(\"{family}\");")
            });
            let called = called.unwrap_or_default();
            let body = match call.starts_with('{') {
                true => format!("{called} {call} return \"done\";"),
                false => format!("{called} return {call};"),
            };
            let _ = writeln!(class, "static Object call{number}() throws Throwable {{ {body} }}");
        }
        class + "}\n"
    }

    fn is_in_file(&self, file: &str) -> bool {
        self.file.ends_with(file)
    }

    /// Returns the ids of the mutants of the first class.
    fn mutants(&self, program: &Program, mutants: &Mutants) -> Range<u32> {
        let mut words = self.java.split([' ', '<']).skip_while(|word| !["class", "interface"].contains(word));
        let name = words.nth(1);
        let is_own = |point: &&Point| Some(&*program.methods[point.method].class) == name;
        let first = mutants
            .points
            .iter()
            .find(is_own)
            .expect("the first class of a section in schemata.md must have mutants")
            .first
            .0;
        let next = mutants.points.iter().skip_while(|it| !is_own(it)).find(|it| !is_own(it));
        first..next.map_or(mutants.mutants.len() as u32, |point| point.first.0)
    }

    fn describe(&self, explicit: bool, trace: &str, subject: &Subject) -> String {
        let Subject { program, mutants } = subject;
        match self {
            _ if self.is_in_file("throws.md") => {
                format!("{}\n", if explicit { "explicit" } else { "implicit" })
            }
            _ if self.is_in_file("hints.md") => hints::describe(&mut bytes(trace)),
            _ if self.is_in_file("lines.md") => Trace::read(trace).describe_lines(program),
            _ if self.is_in_file("infections.md") => Trace::read(trace).describe_mutants(program, mutants),
            _ => Trace::read(trace).describe(program),
        }
    }

    fn update(&self, found: &str) {
        if env::var_os("UPDATE_EXPECT").is_some() {
            let mut text = fs::read_to_string(&self.file).unwrap();
            let start = text.find(&self.java).unwrap();
            let at = start + text[start..].find("```text\n").unwrap() + "```text\n".len();
            text.replace_range(at..at + self.expected.len(), found);
            fs::write(&self.file, text).unwrap();
        }
    }
}

/// A trace of the runner.
struct Trace {
    methods: Vec<u64>,
    /// For each branch, boolean or mutant, its distance.
    branches: BTreeMap<u32, f64>,
    statements: Vec<u64>,
}

impl Trace {
    fn read(hexadecimal: &str) -> Trace {
        let mut bytes = bytes(hexadecimal);
        let methods = ids(&mut bytes);
        let mut branches = BTreeMap::new();
        for _ in 0..varint(&mut bytes) {
            let branch = varint(&mut bytes);
            let distance = match branch & 1 {
                1 => 0.0,
                _ => f64::from_le_bytes(std::array::from_fn(|_| bytes.next().unwrap())),
            };
            assert!(
                branches.insert((branch >> 2) as u32, distance).is_none(),
                "a trace contains each branch once"
            );
        }
        let statements = ids(&mut bytes);
        assert_eq!(bytes.next(), None);
        Trace { methods, branches, statements }
    }

    /// Returns the entered methods, then a line for each reached predicate.
    fn describe(&self, program: &Program) -> String {
        let mut text = String::new();
        if !self.methods.is_empty() {
            let names: Vec<_> = self
                .methods
                .iter()
                .map(|&id| program.methods[MethodIndex::from(id as usize)].name.as_str())
                .collect();
            let _ = writeln!(text, "enters {}", names.join(", "));
        }
        for predicate in program.methods.iter().flat_map(|method| &method.predicates) {
            let BranchId(first) = predicate.first;
            let line = program.branches[predicate.first].line;
            for (called, first) in [("", first), (", directly", program.direct_distance(predicate.first).0)] {
                if let Some(reached) = self.describe_outcomes(&predicate.outcomes, first) {
                    let _ = writeln!(text, "line {line}{called}: {reached}");
                }
            }
        }
        text + &self.describe_values(program)
    }

    /// Describes the outcomes of a predicate, if it was reached.
    fn describe_outcomes(&self, outcomes: &[Outcome], first: u32) -> Option<String> {
        let distances = (first..).zip(outcomes);
        let reached: Vec<_> = distances
            .filter_map(|(id, outcome)| self.branches.get(&id).map(|&distance| describe(outcome, distance)))
            .collect();
        if !reached.is_empty() {
            assert_eq!(reached.len(), outcomes.len(), "all branches of a predicate are reached together");
        }
        (!reached.is_empty()).then(|| reached.join(", "))
    }

    /// Returns a line for each boolean that is not tested immediately.
    fn describe_values(&self, program: &Program) -> String {
        let mut text = String::new();
        for method in &program.methods {
            for DistanceId(first) in method.values.iter().map(|value| value.first) {
                if let (Some(&yes), Some(&no)) = (self.branches.get(&first), self.branches.get(&(first + 1)))
                {
                    let (yes, no) = (describe_distance("true", yes), describe_distance("false", no));
                    let _ = writeln!(text, "value in {}: {yes}, {no}", method.name);
                }
            }
        }
        text
    }

    /// Returns whether a mutant was infected.
    fn is_infected(&self, mutant: MutantId, Subject { program, mutants }: &Subject) -> bool {
        let point = mutants.point(mutant);
        let distance = |mutant: u32| self.branches.get(&(program.distance_count() + mutant)).copied();
        match &point.change {
            Change::Comparison { original, others } => {
                let other = others[(mutant.0 - point.first.0) as usize];
                let differs = |region: u32| (original.0 ^ other.0) >> region & 1 == 1;
                (0..3).any(|region| differs(region) && distance(point.first.0 + region) == Some(0.0))
            }
            _ if has_distance(point) => distance(mutant.0) == Some(0.0),
            _ => distance(mutants.points[point.reached_with].first.0).is_some(),
        }
    }

    /// Returns a line for each reached mutant, with two exceptions. The mutants of a comparison share a line.
    /// Mutants that are infected whenever they are reached share a line if they are always reached together.
    fn describe_mutants(&self, program: &Program, mutants: &Mutants) -> String {
        let mut text = String::new();
        for (number, point) in mutants.points.iter_enumerated() {
            let id = program.distance_count() + point.first.0;
            let next = mutants.points.raw.get(number.index() + 1).map(|point| point.first.0);
            let count = next.unwrap_or(mutants.mutants.len() as u32) - point.first.0;
            if let Change::Comparison { .. } = point.change {
                let distance = |(id, name)| Some(describe_distance(name, *self.branches.get(&id)?));
                let regions: Vec<_> = (id..).zip(["<", "=", ">"]).filter_map(distance).collect();
                if !regions.is_empty() {
                    let _ = writeln!(text, "line {}: compared {}", point.line, regions.join(", "));
                }
                continue;
            }
            for (id, mutant) in (id..id + count).zip(&mutants.mutants[point.first..]) {
                if let Some(&distance) = self.branches.get(&id) {
                    assert!(has_distance(point) || point.reached_with == number);
                    let _ = writeln!(text, "{}", describe_distance(&mutant.description, distance));
                }
            }
        }
        text
    }

    /// Returns the executed lines, in order of their first execution.
    fn describe_lines(&self, program: &Program) -> String {
        let line = |&id: &u64| {
            let line = program.statements[StatementId::from(id as usize)].line;
            program.lines[line].line.to_string()
        };
        let mut lines: Vec<String> = Vec::new();
        for line in self.statements.iter().map(line) {
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        format!("lines {}\n", lines.join(", "))
    }
}

/// Returns a line for each mutant that changes the outcome of a call.
fn describe_effects<'a>(effects: impl Iterator<Item = &'a str>, trace: &Trace, subject: &Subject) -> String {
    let mut text = String::new();
    for effect in effects {
        let (mutant, outcome) = effect.split_once(' ').unwrap();
        let mutant = MutantId(mutant.parse().unwrap());
        let description = &subject.mutants.mutants[mutant].description;
        let _ = writeln!(text, "{description}: {outcome}");
        assert!(
            trace.is_infected(mutant, subject),
            "{description} changes the outcome, so it must be infected"
        );
    }
    text
}

/// Returns whether reaching a mutant is not enough to infect it.
fn has_distance(point: &Point) -> bool {
    use Operator::{ReplaceArithmetic, ReplaceBitwise, ReplaceComparison, ReplaceVariable};
    matches!(point.operator, ReplaceArithmetic | ReplaceBitwise | ReplaceComparison | ReplaceVariable)
}

fn describe(outcome: &Outcome, distance: f64) -> String {
    match outcome {
        Outcome::Jump => describe_distance("jump", distance),
        Outcome::Fall => describe_distance("fall", distance),
        Outcome::Switch { keys, default } => {
            let default = default.then(|| "default".to_owned());
            describe_distance(
                &keys.iter().map(i32::to_string).chain(default).collect::<Vec<_>>().join("|"),
                distance,
            )
        }
    }
}

fn describe_distance(name: &str, distance: f64) -> String {
    match distance {
        0.0 => name.into(),
        f64::MAX => format!("{name} (farthest)"),
        _ if !(1e-15..1e15).contains(&distance) => format!("{name} ({distance:e})"),
        _ => format!("{name} ({distance})"),
    }
}

/// Decodes hexadecimal digits to bytes.
fn bytes(hexadecimal: &str) -> impl Iterator<Item = u8> {
    let digits = hexadecimal.as_bytes().chunks(2).map(|two| std::str::from_utf8(two).unwrap());
    digits.map(|two| u8::from_str_radix(two, 16).unwrap())
}

/// Reads the number of ids, then the ids.
fn ids(bytes: &mut impl Iterator<Item = u8>) -> Vec<u64> {
    (0..varint(bytes)).map(|_| varint(bytes)).collect()
}

/// Reads a number in LEB128.
fn varint(bytes: &mut impl Iterator<Item = u8>) -> u64 {
    let mut value = 0;
    for (position, byte) in (0..).step_by(7).zip(bytes) {
        value |= u64::from(byte & 0x7F) << position;
        if byte & 0x80 == 0 {
            break;
        }
    }
    value
}
