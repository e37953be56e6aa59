//! Names from class files can contain Java code, because the JVM allows almost every character in a name. No
//! such name becomes code of a test class.

#[allow(dead_code)]
mod build;

use std::fs;
use std::path::Path;

use build::TestBuilder;
use emit::{TestClass, UnknownToken};
use fixtures::JavaSources;
use tempfile::TempDir;
use testcase::{CheckedTest, Observation, Suspicion};
use types::{Type, World};

/// Name of a method in the source of the class `Hostile`.
const METHOD: &str = "method_with_a_name_of_30_bytes";
/// Name of an enum constant in the source of the class `Hostile`.
const CONSTANT: &str = "CONSTANT_WITH_NAME_OF_30_BYTES";

/// Compiles the class `Hostile`, and replaces the names of its method and of its constant in the class files.
/// Pads the new names with spaces to the length of the old names.
fn hostile_world(method: &str, constant: &str) -> (TempDir, World) {
    let folder = TempDir::new().unwrap();
    let text = format!(
        "public class Hostile {{
            public static int {METHOD}() {{ return 1; }}
            public enum Kind {{ {CONSTANT} }}
            public static Kind kind() {{ return null; }} }}"
    );
    JavaSources::new().text("Hostile.java", &text).compile_into(folder.path());
    for file in ["Hostile.class", "Hostile$Kind.class"] {
        replace(&folder.path().join(file), METHOD, method);
        replace(&folder.path().join(file), CONSTANT, constant);
    }
    let world = build::world(folder.path());
    (folder, world)
}

/// Replaces a text in a file by another text. The length of the file does not change.
fn replace(file: &Path, old: &str, new: &str) {
    let new = padded(new);
    assert_eq!(old.len(), new.len());
    let mut bytes = fs::read(file).unwrap();
    let positions: Vec<usize> =
        (0..bytes.len()).filter(|&position| bytes[position..].starts_with(old.as_bytes())).collect();
    for position in positions {
        bytes[position..position + new.len()].copy_from_slice(new.as_bytes());
    }
    fs::write(file, bytes).unwrap();
}

/// Pads a name with spaces to 30 bytes.
fn padded(name: &str) -> String {
    let spaces = METHOD.len().saturating_sub(name.len());
    format!("{name}{}", " ".repeat(spaces))
}

fn test_class(world: &World, tests: Vec<CheckedTest>) -> TestClass {
    let class = world.class_named("Hostile").expect("the class path has the class");
    TestClass { tests, ..TestClass::named(world, class) }
}

/// Returns a test that calls the method without parameters of this name.
fn call(world: &World, method: &str, test: &str) -> CheckedTest {
    let mut builder = TestBuilder::new(world, "");
    builder.call(None, "Hostile", method, "", &[]);
    builder.test(test)
}

/// Checks that the source of a call of a method with a hostile name has unknown tokens in the lines of the
/// test with this call, and in no other test.
fn check_method(method: &str) {
    let (_folder, world) = hostile_world(method, CONSTANT);
    let tests = vec![call(&world, "kind", "first"), call(&world, &padded(method), "second")];
    let source = emit::source(&world, &test_class(&world, tests));
    let lines: Vec<usize> = source.unknown_tokens.iter().map(|it| it.line).collect();
    assert!(!lines.is_empty(), "{}", source.text);
    assert!(lines.iter().any(|line| source.tests[1].contains(line)), "{lines:?}\n{}", source.text);
    assert!(lines.iter().all(|line| !source.tests[0].contains(line)), "{lines:?}\n{}", source.text);
}

#[test]
fn a_method_name_that_contains_code_is_reported() {
    check_method("kind(); System.exit(1); kind");
    check_method("kind(), evil(2), kind");
    check_method("kind()");
    check_method("kind()\n}\nvoid evil() {\nkind");
    check_method("kind\\u0028\\u0029");
    check_method("kind(\"\"\"");
    check_method("kind(\u{202E}) {\u{2066}");
    check_method("class");
}

#[test]
fn a_source_with_ordinary_names_has_no_unknown_tokens() {
    let (_folder, world) = hostile_world(METHOD, CONSTANT);
    let source = emit::source(&world, &test_class(&world, vec![call(&world, METHOD, "first")]));
    assert_eq!(source.unknown_tokens, Vec::<UnknownToken>::new());
}

#[test]
fn the_name_of_a_test_must_be_an_identifier() {
    let (_folder, world) = hostile_world(METHOD, CONSTANT);
    let source = emit::source(&world, &test_class(&world, vec![call(&world, METHOD, "a() {} void b")]));
    assert!(!source.unknown_tokens.is_empty(), "{}", source.text);
}

#[test]
fn the_names_of_the_class_and_of_its_package_must_be_identifiers() {
    let (_folder, world) = hostile_world(METHOD, CONSTANT);
    let class = test_class(&world, vec![call(&world, METHOD, "first")]);
    for (package, name) in [("", "A {} class B"), ("a; class B {}", "A"), ("a..b", "A"), ("a\\u002eb", "A")] {
        let class = TestClass { package: package.into(), name: name.into(), ..class.clone() };
        let source = emit::source(&world, &class);
        assert!(!source.unknown_tokens.is_empty(), "{}", source.text);
    }
}

#[test]
fn only_declared_enum_constants_are_asserted() {
    let hostile = &padded("RED, evil()");
    for (declared, observed, expected) in [
        (CONSTANT, CONSTANT, true),
        (CONSTANT, "OTHER", false),
        (CONSTANT, "CONSTANT; evil()", false),
        (CONSTANT, "class", false),
        (CONSTANT, "$VALUES", false),
        (hostile, hostile, false),
    ] {
        let (_folder, world) = hostile_world(METHOD, declared);
        let ty = Type::class(world.class_named("Hostile$Kind").expect("the class path has the enum"));
        let observation = Observation::Enum { class: "Hostile$Kind".into(), name: observed.into() };
        let class = test_class(&world, Vec::new());
        assert_eq!(emit::can_assert(&world, &class, &observation, &ty), expected, "{observed}");
    }
}

#[test]
fn comments_contain_only_printable_ascii_without_backslashes() {
    let (_folder, world) = hostile_world(METHOD, CONSTANT);
    let mut test = call(&world, METHOD, "first");
    let behaviour = "throws a\nb\r\\u000a evil(); \u{2028}\u{85}\u{202E}é".to_owned();
    test.suspicion = Some(Suspicion { rank: 1, method: "Hostile.\u{1B}m".to_owned(), behaviour });
    test.reason = Some("covers\\u000aevil();".to_owned());
    let source = emit::source(&world, &test_class(&world, vec![test]));
    let comments: Vec<&str> = source.text.lines().filter(|line| line.starts_with("  //")).collect();
    let is_plain = |line: &&str| line.bytes().all(|byte| (0x20..0x7f).contains(&byte) && byte != b'\\');
    assert!(comments.len() >= 2 && comments.iter().all(is_plain), "{}", source.text);
    assert!(!source.text.lines().any(|line| line.trim_start().starts_with("evil")), "{}", source.text);
    assert!(comments.iter().any(|line| line.contains("a b ?u000a evil(); ??.")), "{comments:?}");
    assert_eq!(source.unknown_tokens, Vec::<UnknownToken>::new());
}
