//! What has no room is left out, and nothing else.

mod common;

use analysis::Program;
use classfile::{ClassFile, ErrorKind};
use common::Class;
use instrument::{Instrumented, Loss, Options, instrument};
use std::fs;

/// Compiles the class `Big` with this body.
fn compiled(body: &str) -> (Vec<Class>, Program) {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("Big.java");
    fs::write(&source, format!("class Big {{\n{body}\n}}")).unwrap();
    common::javac(folder.path(), &[source]);
    let classes = common::classes(folder.path());
    let program = common::program(&classes);
    (classes, program)
}

/// The same, and instruments it.
fn big(body: &str) -> (Vec<u8>, Instrumented) {
    let (classes, program) = compiled(body);
    let instrumented = instrument(&classes[0].1, &program, &Options::default());
    (classes[0].1.clone(), instrumented)
}

/// Whether the code of a method is as it was.
fn is_untouched(before: &[u8], after: &[u8], method: &str) -> bool {
    let code = |bytes| {
        let class = ClassFile::read(bytes).unwrap();
        let found = class.methods.iter().find(|member| class.constants.utf8(member.name).unwrap() == method);
        found.unwrap().attribute("Code", &class.constants).unwrap().to_vec()
    };
    code(before) == code(after)
}

#[test]
fn a_method_without_room_for_its_branches_is_still_entered_and_stopped() {
    let predicates = "if (a > 1000) b++; b++; b++; b++; b++; b++; b++; b++; b++;".repeat(1_700);
    let body = format!(
        "static int f(int a, int b) {{ {predicates} return b; }}
        static int g(int a) {{ return a > 1 ? a : 2; }}"
    );
    let (before, Instrumented { bytes, warnings }) = big(&body);
    assert_eq!(warnings.len(), 1);
    assert_eq!((warnings[0].method.as_str(), warnings[0].loss), ("f(II)I", Loss::Branches));
    assert_eq!(warnings[0].cause.kind, ErrorKind::MethodTooLarge);
    assert!(!is_untouched(&before, &bytes, "f"));
    assert!(!is_untouched(&before, &bytes, "g"));
}

#[test]
fn a_method_without_room_for_its_mutants_keeps_its_lines() {
    let body = format!("static int f(int a, int b) {{ {} return a; }}", "a = a * 3;".repeat(3_000));
    let (classes, program) = compiled(&body);
    let options = common::everything(&common::mutants(&classes, &program));
    let Instrumented { warnings, .. } = instrument(&classes[0].1, &program, &options);
    assert_eq!(warnings.len(), 1);
    assert_eq!((warnings[0].method.as_str(), warnings[0].loss), ("f(II)I", Loss::Mutants));
}

#[test]
fn a_static_initialiser_without_room_for_its_budget_still_has_fields_put_back() {
    let body = format!("static int[] a; static {{ {} }}", "a = new int[1000];".repeat(6_000));
    let (before, Instrumented { bytes, warnings }) = big(&body);
    assert_eq!(warnings.len(), 1);
    assert_eq!((warnings[0].method.as_str(), warnings[0].loss), ("<clinit>()V", Loss::Budget));
    assert!(!is_untouched(&before, &bytes, "<clinit>"));
}

#[test]
fn a_class_without_room_for_the_constants_of_its_mutants_has_none() {
    let body =
        |number| format!("static int f{number}(int a, int b) {{ {} return a; }}", "a = a * b;".repeat(200));
    let (classes, program) = compiled(&(0..80).map(body).collect::<String>());
    let options = common::everything(&common::mutants(&classes, &program));
    let Instrumented { warnings, .. } = instrument(&classes[0].1, &program, &options);
    assert_eq!(warnings.len(), 1);
    assert_eq!((warnings[0].method.as_str(), warnings[0].loss), ("", Loss::Mutants));
    assert_eq!(warnings[0].cause.kind, ErrorKind::PoolFull);
}

#[test]
fn a_method_without_room_for_its_lines_keeps_its_branches() {
    let body = format!("static int f(int a) {{\n{} return a > 1 ? a : 2; }}", "a++;\n".repeat(8_000));
    let (_, Instrumented { warnings, .. }) = big(&body);
    assert_eq!(warnings.len(), 1);
    assert_eq!((warnings[0].method.as_str(), warnings[0].loss), ("f(I)I", Loss::Lines));
}

#[test]
fn a_method_without_any_room_is_left_as_it_is() {
    let body = format!(
        "static int f(int a) {{ {} return a; }} static int g(int a) {{ return a; }}",
        "a++;".repeat(21_843)
    );
    let (before, Instrumented { bytes, warnings }) = big(&body);
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].cause.kind, ErrorKind::MethodTooLarge);
    let text = warnings[0].to_string();
    assert!(
        text.starts_with("Big.f(I)I: it cannot be seen, nor stopped where it does not end (Big: Code"),
        "{text}"
    );
    assert!(is_untouched(&before, &bytes, "f"));
    assert!(!is_untouched(&before, &bytes, "g"));
}

#[test]
fn what_is_no_class_file_is_given_back() {
    let Instrumented { bytes, warnings } = instrument(b"no class", &Program::default(), &Options::default());
    assert_eq!(bytes, b"no class");
    assert_eq!((warnings[0].loss, warnings[0].cause.kind), (Loss::Class, ErrorKind::NotAClass));
}
