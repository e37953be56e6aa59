//! If a method or class has no room for all instrumentation, only a part of the instrumentation is omitted.

mod common;

use analysis::Program;
use classfile::{ClassFile, ErrorKind};
use fixtures::NamedClass;
use instrument::{InstrumentedClass, Omission, Options, instrument};
use std::fs;

/// Compiles the class `Big` with this body.
fn compile_big(body: &str) -> (Vec<NamedClass>, Program) {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("Big.java");
    fs::write(&source, format!("class Big {{\n{body}\n}}")).unwrap();
    common::javac(folder.path(), &[source]);
    let classes = common::classes(folder.path());
    let program = common::program(&classes);
    (classes, program)
}

/// Compiles and instruments the class `Big` with this body.
fn instrument_big(body: &str) -> (Vec<u8>, InstrumentedClass) {
    let (classes, program) = compile_big(body);
    let instrumented = instrument(&classes[0].1, &program, &Options::default());
    (classes[0].1.clone(), instrumented)
}

/// Returns whether the code of a method is unchanged.
fn is_unchanged(before: &[u8], after: &[u8], method: &str) -> bool {
    let code = |bytes| {
        let class = ClassFile::read(bytes).unwrap();
        let found = class.methods.iter().find(|member| class.constants.utf8(member.name).unwrap() == method);
        found.unwrap().attribute("Code", &class.constants).unwrap().to_vec()
    };
    code(before) == code(after)
}

#[test]
fn a_method_without_room_for_probes_of_branches_keeps_its_entry_probe_and_budget() {
    let predicates = "if (a > 1000) b++; b++; b++; b++; b++; b++; b++; b++; b++;".repeat(1_700);
    let body = format!(
        "static int f(int a, int b) {{ {predicates} return b; }}
        static int g(int a) {{ return a > 1 ? a : 2; }}"
    );
    let (before, InstrumentedClass { bytes, warnings }) = instrument_big(&body);
    assert_eq!(warnings.len(), 1);
    assert_eq!((warnings[0].method.as_str(), warnings[0].omission), ("f(II)I", Omission::Branches));
    assert_eq!(warnings[0].cause.kind, ErrorKind::MethodTooLarge);
    assert!(!is_unchanged(&before, &bytes, "f"));
    assert!(!is_unchanged(&before, &bytes, "g"));
}

#[test]
fn a_method_without_room_for_mutants_keeps_its_probes_of_lines() {
    let body = format!("static int f(int a, int b) {{ {} return a; }}", "a = a * 3;".repeat(3_000));
    let (classes, program) = compile_big(&body);
    let options = common::everything(&common::mutants(&classes, &program));
    let InstrumentedClass { warnings, .. } = instrument(&classes[0].1, &program, &options);
    assert_eq!(warnings.len(), 1);
    assert_eq!((warnings[0].method.as_str(), warnings[0].omission), ("f(II)I", Omission::Mutants));
}

#[test]
fn static_fields_are_restored_if_the_static_initialiser_has_no_room_for_a_budget() {
    let body = format!("static int[] a; static {{ {} }}", "a = new int[1000];".repeat(6_000));
    let (before, InstrumentedClass { bytes, warnings }) = instrument_big(&body);
    assert_eq!(warnings.len(), 1);
    assert_eq!((warnings[0].method.as_str(), warnings[0].omission), ("<clinit>()V", Omission::Budget));
    assert!(!is_unchanged(&before, &bytes, "<clinit>"));
}

#[test]
fn a_class_without_room_for_the_constants_of_mutants_has_no_mutants() {
    let body =
        |number| format!("static int f{number}(int a, int b) {{ {} return a; }}", "a = a * b;".repeat(200));
    let (classes, program) = compile_big(&(0..80).map(body).collect::<String>());
    let options = common::everything(&common::mutants(&classes, &program));
    let InstrumentedClass { warnings, .. } = instrument(&classes[0].1, &program, &options);
    assert_eq!(warnings.len(), 1);
    assert_eq!((warnings[0].method.as_str(), warnings[0].omission), ("", Omission::Mutants));
    assert_eq!(warnings[0].cause.kind, ErrorKind::PoolFull);
}

#[test]
fn a_method_without_room_for_probes_of_lines_keeps_its_probes_of_branches() {
    let body = format!("static int f(int a) {{\n{} return a > 1 ? a : 2; }}", "a++;\n".repeat(8_000));
    let (_, InstrumentedClass { warnings, .. }) = instrument_big(&body);
    assert_eq!(warnings.len(), 1);
    assert_eq!((warnings[0].method.as_str(), warnings[0].omission), ("f(I)I", Omission::Lines));
}

#[test]
fn a_method_without_room_for_any_instrumentation_is_unchanged() {
    let body = format!(
        "static int f(int a) {{ {} return a; }} static int g(int a) {{ return a; }}",
        "a++;".repeat(21_843)
    );
    let (before, InstrumentedClass { bytes, warnings }) = instrument_big(&body);
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].cause.kind, ErrorKind::MethodTooLarge);
    let text = warnings[0].to_string();
    assert!(
        text.starts_with(
            "Big.f(I)I: this code is not instrumented, so endless loops in it are not stopped (Big: Code"
        ),
        "{text}"
    );
    assert!(is_unchanged(&before, &bytes, "f"));
    assert!(!is_unchanged(&before, &bytes, "g"));
}

#[test]
fn bytes_that_are_no_class_file_are_unchanged() {
    let InstrumentedClass { bytes, warnings } =
        instrument(b"no class", &Program::default(), &Options::default());
    assert_eq!(bytes, b"no class");
    assert_eq!((warnings[0].omission, warnings[0].cause.kind), (Omission::Class, ErrorKind::NotAClass));
}
