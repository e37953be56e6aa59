//! What holds of all mutants of every program: of one small one, and of the libraries where `TESTUDO_SUBJECTS` names a
//! folder of folders of jars.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

use analysis::{Method, MethodIndex, Program};
use classfile::{ClassFile, Code, Instruction, descriptor, op};
use mutation::{Change, MutantId, Mutants, Point};
use zip::ZipArchive;

const SOURCE: &str = r#"
class Subject {
    int size, count;
    static boolean on;
    int f(int a, boolean on, String s, String t) throws Exception {
        int later;
        if (a > size) later = 7; else later = count * 3;
        String u;
        try {
            u = s.trim();
            t = u;
            for (int i = 0; i < later; i++) {
                if (on && t.isEmpty()) break;
            }
        } catch (RuntimeException e) {
            u = null;
            throw new Exception(e);
        } finally {
            count++;
        }
        return u.length() + later;
    }
}
"#;

fn compile(source: &str, debug: &str) -> Vec<ClassFile> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Subject.java");
    fs::write(&path, source).unwrap();
    let javac = env::var_os("JAVA_HOME").map_or("javac".into(), |home| Path::new(&home).join("bin/javac"));
    let done = Command::new(javac).args([debug, "-d"]).arg(folder.path()).arg(&path).status().unwrap();
    assert!(done.success());
    vec![ClassFile::read(&fs::read(folder.path().join("Subject.class")).unwrap()).unwrap()]
}

fn find(classes: &[ClassFile]) -> (Program, Mutants) {
    let classes: Vec<&ClassFile> = classes.iter().collect();
    let program = Program::new(&classes).unwrap();
    let mutants = mutation::mutants(&program, &classes).unwrap();
    (program, mutants)
}

#[test]
fn mutants_are_in_order_and_can_run() {
    let small = [compile(SOURCE, "-g"), compile(SOURCE, "-g:none")];
    for classes in small.into_iter().chain(subject_jars().iter().map(|jar| classes(jar))) {
        let (program, mutants) = find(&classes);
        assert!(!mutants.mutants.is_empty() || program.methods.is_empty());
        assert_numbered(&mutants);
        assert_reached_together(&mutants);
        assert_assigned(&classes, &program, &mutants);
    }
}

fn assert_numbered(mutants: &Mutants) {
    let mut next = 0;
    for (id, point) in mutants.points.iter_enumerated() {
        assert_eq!(point.first, MutantId(next));
        next += alternatives(&point.change) as u32;
        for mutant in MutantId::range(point.first..MutantId(next)) {
            assert_eq!(mutants.mutants[mutant].point, id);
        }
    }
    assert_eq!(next as usize, mutants.mutants.len());
    let place = |point: &Point| (point.method, point.at, point.operator);
    assert!(mutants.points.is_sorted_by(|one, next| place(one) < place(next)));
}

fn alternatives(change: &Change) -> usize {
    let number = match change {
        Change::Int(others) => others.len(),
        Change::Long(others) => others.len(),
        Change::Float(others) => others.len(),
        Change::Double(others) => others.len(),
        Change::Text(others) | Change::Field(others) => others.len(),
        Change::Variable { slots, .. } => slots.len(),
        Change::Operation(others) => others.len(),
        Change::Unary(others) => others.len(),
        Change::Comparison { others, .. } => others.len(),
        Change::Deleted => 1,
    };
    assert!(number > 0);
    number
}

fn assert_reached_together(mutants: &Mutants) {
    for (id, point) in mutants.points.iter_enumerated() {
        let leader = &mutants.points[point.reached_with];
        assert!(point.reached_with <= id);
        assert_eq!(leader.reached_with, point.reached_with);
        assert_eq!((leader.method, leader.block), (point.method, point.block));
        assert!(!point.operator.is_graded() || std::ptr::eq(leader, point));
    }
}

/// No way from the entry to a point passes by all assignments to a variable that is read there instead.
fn assert_assigned(classes: &[ClassFile], program: &Program, mutants: &Mutants) {
    let mut slots: BTreeMap<MethodIndex, BTreeMap<u16, Vec<usize>>> = BTreeMap::new();
    for point in &mutants.points {
        if let Change::Variable { slots: others, .. } = &point.change {
            for &slot in others {
                slots.entry(point.method).or_default().entry(slot).or_default().push(point.at);
            }
        }
    }
    let codes: BTreeMap<_, _> = classes.iter().flat_map(codes).collect();
    for (id, slots) in slots {
        let method = &program.methods[id];
        let key = (method.class.clone(), method.name.clone(), method.descriptor.clone());
        for (slot, points) in slots.into_iter().filter(|(slot, _)| *slot >= parameter_slots(method)) {
            let unassigned = reached_without_store(&codes[&key], slot);
            assert!(points.iter().all(|at| !unassigned.contains(at)), "slot {slot} in {key:?}");
        }
    }
}

fn codes(class: &ClassFile) -> Vec<((String, String, String), Code)> {
    let text = |index| class.constants.utf8(index).unwrap().to_str().into_owned();
    let members = class.methods.iter().filter_map(|member| Some((member, class.code(member).ok()??)));
    let owner = class.name().unwrap().to_str().into_owned();
    members
        .map(|(member, code)| ((owner.clone(), text(member.name), text(member.descriptor)), code))
        .collect()
}

fn parameter_slots(method: &Method) -> u16 {
    let this = u16::from(method.access & 0x0008 == 0);
    this + descriptor::parameters(&method.descriptor).map(descriptor::slots).sum::<u16>()
}

fn reached_without_store(code: &Code, slot: u16) -> BTreeSet<usize> {
    let mut reached = BTreeSet::new();
    let mut open = vec![0];
    while let Some(at) = open.pop() {
        if reached.insert(at) {
            let guards = code.handlers.iter().filter(|row| (row.start..row.end).contains(&at));
            open.extend(guards.map(|row| row.handler));
            if !stores_to(&code.instructions[at], slot) {
                open.extend(code.successors(at));
            }
        }
    }
    reached
}

fn stores_to(instruction: &Instruction, slot: u16) -> bool {
    match *instruction {
        Instruction::Local { op: op::ISTORE..=op::ASTORE, slot: to, .. } => to == slot,
        Instruction::Simple(op @ op::ISTORE_0..=op::ASTORE_3) => u16::from((op - op::ISTORE_0) % 4) == slot,
        _ => false,
    }
}

#[test]
fn without_debug_information_variables_are_told_by_their_slots() {
    let (_, mutants) = find(&compile(SOURCE, "-g:none"));
    let said = |words: &str| mutants.mutants.iter().any(|mutant| mutant.description == words);
    assert!(said("line 0: local 1 + 1"));
    assert!(said("line 0: assignment to local 7 left out"), "the counter of the loop");
    assert!(!said("line 0: local 2 + 1"), "a boolean parameter");
    let changes = mutants.points.iter().map(|point| &point.change);
    assert_eq!(changes.filter(|change| matches!(change, Change::Variable { .. })).count(), 0);
}

/// The jars of the folders of the folder that `TESTUDO_SUBJECTS` names.
fn subject_jars() -> Vec<PathBuf> {
    let Some(root) = env::var_os("TESTUDO_SUBJECTS") else {
        println!("note: TESTUDO_SUBJECTS is not set, so no library is checked");
        return Vec::new();
    };
    let entries = |folder: &Path| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let folders = entries(Path::new(&root)).filter(|path| path.is_dir());
    let files = folders.flat_map(|folder| entries(&folder).collect::<Vec<_>>());
    let mut jars: Vec<_> = files.filter(|file| file.extension().is_some_and(|end| end == "jar")).collect();
    jars.sort();
    jars
}

fn classes(jar: &Path) -> Vec<ClassFile> {
    let mut archive = ZipArchive::new(File::open(jar).unwrap()).unwrap();
    let mut classes = Vec::new();
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).unwrap();
        // Of classes for several Java versions only those for all count.
        if entry.name().ends_with(".class") && !entry.name().contains('-') {
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            classes.push(ClassFile::read(&bytes).unwrap());
        }
    }
    classes
}
