//! Properties of the mutants of a small class and of whole libraries.

use std::collections::{BTreeMap, BTreeSet};

use analysis::{Method, MethodIndex, Program};
use classfile::{ClassFile, Code, Instruction, descriptor, op};
use fixtures::{JavaSources, NamedClass};
use mutation::{Change, MutantId, Mutants, Point};

const STATIC: u16 = 0x0008;

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
    read_all(&JavaSources::new().options(&[debug]).text("Subject.java", source).class_files())
}

fn read_all(files: &[NamedClass]) -> Vec<ClassFile> {
    files.iter().map(|(_, bytes)| ClassFile::read(bytes).unwrap()).collect()
}

fn find_mutants(classes: &[ClassFile]) -> (Program, Mutants) {
    let classes: Vec<&ClassFile> = classes.iter().collect();
    let program = Program::new(&classes).unwrap();
    let mutants = mutation::mutants(&program, &classes).unwrap();
    (program, mutants)
}

#[test]
#[ignore = "sweep over whole libraries: ./x test --all"]
fn mutants_are_in_order_and_never_read_an_unassigned_variable() {
    let small_classes = [compile(SOURCE, "-g"), compile(SOURCE, "-g:none")];
    let jars = fixtures::subject_jars();
    let libraries = jars.iter().map(|jar| read_all(&fixtures::class_files_of_jar(jar)));
    for classes in small_classes.into_iter().chain(libraries) {
        let (program, mutants) = find_mutants(&classes);
        assert!(!mutants.mutants.is_empty() || program.methods.is_empty());
        assert_ids_follow_the_points(&mutants);
        assert_reached_together(&mutants);
        assert_variables_are_assigned(&classes, &program, &mutants);
    }
}

/// Checks that the ids of the mutants follow the order of the points without gaps, and that the points are
/// sorted.
fn assert_ids_follow_the_points(mutants: &Mutants) {
    let mut next_id = 0;
    for (id, point) in mutants.points.iter_enumerated() {
        assert_eq!(point.first, MutantId(next_id));
        next_id += alternative_count(&point.change) as u32;
        for mutant in MutantId::range(point.first..MutantId(next_id)) {
            assert_eq!(mutants.mutants[mutant].point, id);
        }
    }
    assert_eq!(next_id as usize, mutants.mutants.len());
    let position = |point: &Point| (point.method, point.at, point.operator);
    assert!(mutants.points.is_sorted_by(|point, next| position(point) < position(next)));
}

/// Returns the number of alternatives in a change. Asserts that this number is not 0.
fn alternative_count(change: &Change) -> usize {
    let count = match change {
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
    assert!(count > 0);
    count
}

/// Checks that `reached_with` is an earlier point of the same block or the point itself.
fn assert_reached_together(mutants: &Mutants) {
    for (id, point) in mutants.points.iter_enumerated() {
        let shared_point = &mutants.points[point.reached_with];
        assert!(point.reached_with <= id);
        assert_eq!(shared_point.reached_with, point.reached_with);
        assert_eq!((shared_point.method, shared_point.block), (point.method, point.block));
        assert!(!point.operator.has_infection_condition() || std::ptr::eq(shared_point, point));
    }
}

/// Checks that every path from the entry to a point assigns the variables that mutants of the point read.
fn assert_variables_are_assigned(classes: &[ClassFile], program: &Program, mutants: &Mutants) {
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
            let reached = reached_without_store(&codes[&key], slot);
            assert!(
                points.iter().all(|at| !reached.contains(at)),
                "a path does not assign slot {slot} in {key:?}"
            );
        }
    }
}

/// Returns the code of each method of a class, by class, name and descriptor.
fn codes(class: &ClassFile) -> Vec<((String, String, String), Code)> {
    let text = |index| class.constants.utf8(index).unwrap().to_str().into_owned();
    let members = class.methods.iter().filter_map(|member| Some((member, class.code(member).ok()??)));
    let owner = class.name().unwrap().to_str().into_owned();
    members
        .map(|(member, code)| ((owner.clone(), text(member.name), text(member.descriptor)), code))
        .collect()
}

/// Returns the number of slots of the parameters of a method and of `this`.
fn parameter_slots(method: &Method) -> u16 {
    let this = u16::from(method.access & STATIC == 0);
    this + descriptor::parameters(&method.descriptor).map(descriptor::slots).sum::<u16>()
}

/// Returns the instructions that some path from the entry reaches without a store to a slot.
fn reached_without_store(code: &Code, slot: u16) -> BTreeSet<usize> {
    let mut reached = BTreeSet::new();
    let mut pending = vec![0];
    while let Some(at) = pending.pop() {
        if reached.insert(at) {
            let guards = code.handlers.iter().filter(|row| (row.start..row.end).contains(&at));
            pending.extend(guards.map(|row| row.handler));
            if !stores_to(&code.instructions[at], slot) {
                pending.extend(code.successors(at));
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
fn descriptions_contain_the_slots_of_variables_without_names() {
    let (_, mutants) = find_mutants(&compile(SOURCE, "-g:none"));
    let has_mutant = |text: &str| mutants.mutants.iter().any(|mutant| mutant.description == text);
    assert!(has_mutant("line 0: local 1 + 1"));
    assert!(has_mutant("line 0: assignment to local 7 removed"), "the counter of the loop has a mutant");
    assert!(!has_mutant("line 0: local 2 + 1"), "a boolean parameter is not incremented");
    let changes = mutants.points.iter().map(|point| &point.change);
    assert_eq!(changes.filter(|change| matches!(change, Change::Variable { .. })).count(), 0);
}

/// Returns whether a point is a comparison, which has at least three mutants in each sample.
fn is_comparison(point: &Point) -> bool {
    matches!(point.change, Change::Comparison { .. })
}

#[test]
fn a_sample_represents_every_point_before_any_point_has_further_mutants() {
    let (_, mutants) = find_mutants(&compile(SOURCE, "-g"));
    let representatives = |point: &Point| if is_comparison(point) { 3 } else { 1 };
    let sample = mutants.clone().sample(mutants.points.iter().map(representatives).sum());
    let instruction = |point: &Point| (point.method, point.at, point.operator);
    assert!(sample.points.iter().map(instruction).eq(mutants.points.iter().map(instruction)));
    for (id, point) in sample.points.iter_enumerated() {
        let count = sample.mutants.iter().filter(|mutant| mutant.point == id).count();
        assert_eq!(count, representatives(point));
    }
}

#[test]
fn a_sample_has_only_mutants_of_the_class_and_is_not_larger_than_requested() {
    let (_, mutants) = find_mutants(&compile(SOURCE, "-g"));
    let descriptions = |mutants: &Mutants| -> Vec<(usize, String)> {
        let describe =
            |(id, mutant): (MutantId, &mutation::Mutant)| (mutants.point(id).at, mutant.description.clone());
        mutants.mutants.iter_enumerated().map(describe).collect()
    };
    let all_mutants = descriptions(&mutants);
    for limit in [1, 5, 20, all_mutants.len() - 1, all_mutants.len(), all_mutants.len() + 1] {
        let sample = mutants.clone().sample(limit);
        let size = sample.mutants.len();
        assert!(limit.min(all_mutants.len()) <= size + 3 && size <= limit, "{size} mutants of {limit}");
        assert!(descriptions(&sample).iter().all(|mutant| all_mutants.contains(mutant)));
        for (id, point) in sample.points.iter_enumerated() {
            let count = sample.mutants.iter().filter(|mutant| mutant.point == id).count();
            assert!(!is_comparison(point) || count >= 3);
            assert_eq!(sample.points[point.reached_with].reached_with, point.reached_with);
        }
    }
}
