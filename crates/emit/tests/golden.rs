//! What is written, compared with files under `golden`; all of it is compiled in one go, and every test is run
//! and must pass. `UPDATE_GOLDEN=1` writes the files anew.

mod build;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use build::{Maker, fixture};
use emit::{Mocks, Source, TestClass};
use testcase::{Behaviour, CheckedTest, Literal, Observation, Stored, Var};
use types::{Primitive, Type, World};

fn manifest() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn class(world: &World, subject: &str, tests: Vec<CheckedTest>) -> TestClass {
    let subject = world.class_named(subject).expect("a fixture");
    TestClass { tests, ..TestClass::named(world, subject) }
}

fn int(value: i32) -> Observation {
    Observation::Literal(Literal::Int(value))
}

fn string(text: &str) -> Observation {
    Observation::Literal(Literal::String(text.encode_utf16().collect()))
}

fn enumeration(name: &str) -> Observation {
    Observation::Enum { class: "fix.Shape$Color".into(), name: name.into() }
}

fn shape(m: &mut Maker) -> Var {
    let name = m.string("square");
    m.construct("fix.Shape", "(Ljava/lang/String;)V", &[name])
}

/// Values of every kind, with what is asserted of them.
fn values(world: &World) -> Vec<CheckedTest> {
    let mut m = Maker::new(world, "fix");
    let square = shape(&mut m);
    let expected = [
        ("getSize", int(0)),
        ("isEmpty", Observation::Literal(Literal::Boolean(true))),
        ("boxed", Observation::Boxed(Literal::Int(0))),
        ("small", Observation::Boxed(Literal::Byte(3))),
        ("tiny", Observation::Literal(Literal::Byte(-3))),
        ("little", Observation::Literal(Literal::Short(7))),
        ("letter", Observation::Literal(Literal::Char(10))),
        ("ratio", Observation::Literal(Literal::Float(0.5))),
        ("zero", Observation::Literal(Literal::Double(-0.0))),
        ("big", Observation::Literal(Literal::Long(i64::MIN))),
        ("anything", Observation::Boxed(Literal::Short(5))),
        ("numbers", Observation::Array(vec![int(1), int(2)])),
        (
            "mixed",
            Observation::Array(vec![
                Observation::Boxed(Literal::Int(1)),
                string("a"),
                Observation::Null,
                Observation::Boxed(Literal::Long(2)),
                Observation::Boxed(Literal::Byte(1)),
            ]),
        ),
        (
            "bytes",
            Observation::Array(vec![
                Observation::Literal(Literal::Byte(1)),
                Observation::Literal(Literal::Byte(-1)),
            ]),
        ),
        ("grid", Observation::Array(vec![Observation::Array(vec![int(1)]), Observation::Array(vec![])])),
        ("color", enumeration("GREEN")),
        ("getParts", Observation::Object("java.util.ArrayList".into())),
    ];
    for (name, expected) in expected {
        let value = m.call_named(square, name, &[]);
        m.expect(value, expected);
    }
    let name = m.read(Some(square), "fix.Shape", "name");
    m.expect(name, string("square"));
    vec![m.test("values")]
}

/// Variables, generics, arrays, inner classes, fields.
fn statements(world: &World) -> Vec<CheckedTest> {
    let mut tests = Vec::new();

    let mut m = Maker::new(world, "fix");
    let square = shape(&mut m);
    let (a, b) = (m.string("a"), m.string("b"));
    m.call_named(square, "add", &[a]);
    m.call_named(square, "add", &[b]);
    let parts = m.call_named(square, "getParts", &[]);
    let zero = m.int(0);
    let first = m.call(Some(parts), "java.util.List", "get", "(I)Ljava/lang/Object;", &[zero]);
    m.expect(first, string("a"));
    let size = m.call_named(square, "getSize", &[]);
    let again = m.call_named(square, "getSize", &[]);
    m.expect(size, int(2));
    m.expect(again, int(2));
    let known = m.call(Some(parts), "java.util.List", "indexOf", "(Ljava/lang/Object;)I", &[first]);
    m.expect(known, int(0));
    tests.push(m.test("adds"));

    let mut m = Maker::new(world, "fix");
    let square = shape(&mut m);
    let numbers = m.array(Type::Primitive(Primitive::Int), 3);
    for (index, value) in [4, 5].into_iter().enumerate() {
        let value = m.int(value);
        m.element(numbers, index as u32, value);
    }
    let (from, to) = (m.int(0), m.int(3));
    let sum = m.call_named(square, "sum", &[numbers, from, to]);
    m.expect(sum, int(9));
    tests.push(m.test("sumsArrayInPlace"));

    let mut m = Maker::new(world, "fix");
    let square = shape(&mut m);
    let numbers = m.array(Type::Primitive(Primitive::Int), 2);
    let (from, to) = (m.int(0), m.int(2));
    let sum = m.call_named(square, "sum", &[numbers, from, to]);
    m.expect(sum, int(0));
    let five = m.int(5);
    m.element(numbers, 1, five);
    let sum = m.call_named(square, "sum", &[numbers, from, to]);
    m.expect(sum, int(5));
    m.expect(numbers, Observation::Array(vec![int(0), int(5)]));
    tests.push(m.test("sumsArrayLater"));

    let mut m = Maker::new(world, "fix");
    let square = shape(&mut m);
    let rows = m.array(Type::Array(Arc::new(Type::Primitive(Primitive::Int))), 2);
    for (index, value) in [1, 2].into_iter().enumerate() {
        let row = m.array(Type::Primitive(Primitive::Int), 1);
        let value = m.int(value);
        m.element(row, 0, value);
        m.element(rows, index as u32, row);
    }
    let total = m.call_named(square, "total", &[rows]);
    m.expect(total, int(3));
    let words = m.array(Type::class(world.string()), 2);
    for (index, word) in ["a", "b"].into_iter().enumerate() {
        let word = m.string(word);
        m.element(words, index as u32, word);
    }
    let separator = m.string(", ");
    let joined = m.call_named(square, "join", &[separator, words]);
    m.expect(joined, string("a, b"));
    tests.push(m.test("nestsArraysAndSpreadsThem"));

    let mut m = Maker::new(world, "fix");
    let square = shape(&mut m);
    let best = m.string("best");
    m.write(Some(square), "fix.Shape", "best", best);
    let three = m.int(3);
    m.write(None, "fix.Shape", "count", three);
    let corner = m.construct_inner(square, "fix.Shape$Corner", "(Lfix/Shape;I)V", &[three]);
    let index = m.read(Some(corner), "fix.Shape$Corner", "index");
    m.expect(index, int(3));
    let mark = m.construct_inner(square, "fix.Shape$Mark", "(Lfix/Shape;Ljava/lang/Object;)V", &[best]);
    m.call_named(square, "isEmpty", &[]);
    let sign = m.read(Some(mark), "fix.Shape$Mark", "sign");
    m.expect(sign, string("best"));
    let value = m.boxed_int(7);
    let boxed = m.typed_construct("fix.Shape$Box", "(Ljava/lang/Object;)V", &[value], &["java.lang.Integer"]);
    let got = m.call_named(boxed, "get", &[]);
    m.expect(got, Observation::Boxed(Literal::Int(7)));
    tests.push(m.test("writesFieldsAndMakesInnerObjects"));

    let mut m = Maker::new(world, "fix");
    let square = shape(&mut m);
    let (one, two) = (m.int(1), m.int(2));
    let target = m.call_named(square, "getSize", &[]);
    m.assign(target, two);
    let numbers = m.array(Type::Primitive(Primitive::Int), 2);
    m.element(numbers, 0, one);
    let other = shape(&mut m);
    let sum = m.call_named(other, "sum", &[numbers, one, target]);
    m.expect(sum, int(0));
    m.assign(square, other);
    m.call_named(square, "isEmpty", &[]);
    tests.push(m.test("assignsVariables"));

    let mut m = Maker::new(world, "fix");
    let lists = m.array(Type::Class(m.class("java.util.List"), [Type::class(world.string())].into()), 1);
    let list = m.call(None, "fix.Shape", "rawList", "()Ljava/util/List;", &[]);
    m.element(lists, 0, list);
    let square = shape(&mut m);
    let count = m.call_named(square, "lists", &[lists]);
    m.expect(count, int(1));
    let size = m.call_named(square, "raw", &[list]);
    m.expect(size, int(0));
    tests.push(m.test("usesRawTypes"));

    let mut m = Maker::new(world, "fix");
    let unit = m.read(None, "fix.Shape", "UNIT");
    let same = m.call(None, "fix.Shape", "same", "(Ljava/lang/Object;)Ljava/lang/Object;", &[unit]);
    m.expect(same, Observation::Object("fix.Shape".into()));
    let path = m.string("x");
    m.call_named(unit, "save", &[path]);
    let long = m.string(&"A rather long sentence, \"quoted\". ".repeat(6));
    m.call_named(unit, "save", &[long]);
    let ty = m.literal(Literal::Class(Type::Primitive(Primitive::Int)), m.class_of(Primitive::Int));
    let level = m.literal(Literal::Byte(-2), Type::Primitive(Primitive::Byte));
    let red = m.constant("fix.Shape$Color", "RED");
    let checked = m.call_named(unit, "check", &[ty, level, red]);
    m.expect(checked, Observation::Literal(Literal::Boolean(true)));
    tests.push(m.test("declaresCheckedExceptions"));
    tests
}

fn exceptions(world: &World) -> Vec<CheckedTest> {
    let mut tests = Vec::new();
    let mut m = Maker::new(world, "fix");
    let square = shape(&mut m);
    let path = m.null("java.lang.String");
    m.call_named(square, "save", &[path]);
    tests.push(m.throwing("callThrows", "java.io.IOException"));

    let mut m = Maker::new(world, "fix");
    let color = m.null("fix.Shape$Color");
    m.construct("fix.Shape", "(Lfix/Shape$Color;)V", &[color]);
    tests.push(m.throwing("constructorThrows", "java.lang.NullPointerException"));

    let mut m = Maker::new(world, "fix");
    let square = m.null("fix.Shape");
    m.read(Some(square), "fix.Shape", "size");
    tests.push(m.throwing("readThrows", "java.lang.NullPointerException"));

    let mut m = Maker::new(world, "fix");
    let square = m.null("fix.Shape");
    let size = m.int(-1);
    m.write(Some(square), "fix.Shape", "size", size);
    tests.push(m.throwing("writeThrows", "java.lang.NullPointerException"));

    let mut m = Maker::new(world, "fix");
    let numbers = m.array(Type::Primitive(Primitive::Int), 2);
    let one = m.int(1);
    m.element(numbers, 2, one);
    tests.push(m.throwing("elementThrows", "java.lang.ArrayIndexOutOfBoundsException"));
    tests
}

/// Files in a folder of the test.
fn files(world: &World) -> Vec<CheckedTest> {
    let mut tests = Vec::new();
    let mut m = Maker::new(world, "fix");
    let text = m.string("h\u{e4}llo");
    let file = m.temp_file("java.io.File", "a.txt", Stored::Text(text));
    let length = m.call_named(file, "length", &[]);
    m.expect(length, Observation::Literal(Literal::Long(6)));
    tests.push(m.test("fileWithContent"));

    let mut m = Maker::new(world, "fix");
    let folder = m.temp_file("java.io.File", "folder", Stored::Folder);
    let missing = m.temp_file("java.nio.file.Path", "b.txt", Stored::Nothing);
    let is_folder = m.call_named(folder, "isDirectory", &[]);
    m.expect(is_folder, Observation::Literal(Literal::Boolean(true)));
    let file = m.call_named(missing, "toFile", &[]);
    let exists = m.call_named(file, "exists", &[]);
    m.expect(exists, Observation::Literal(Literal::Boolean(false)));
    let text = m.string("");
    m.temp_file("java.nio.file.Path", "b.txt", Stored::Text(text));
    let exists = m.call_named(file, "exists", &[]);
    m.expect(exists, Observation::Literal(Literal::Boolean(true)));
    tests.push(m.test("folderAndMissingFile"));

    let mut m = Maker::new(world, "fix");
    let content = m.null("java.lang.String");
    m.temp_file("java.io.File", "a.txt", Stored::Text(content));
    tests.push(m.throwing("noContent", "java.lang.NullPointerException"));
    tests
}

const CALLBACKS: &str = "fix.Callbacks";

/// Classes made for the test.
fn stubs(world: &World) -> Vec<CheckedTest> {
    use Behaviour::{Argument, Return, Throw};
    let (text, integer, object) = ("java.lang.String", "java.lang.Integer", "java.lang.Object");
    let compare = "(Ljava/lang/Object;Ljava/lang/Object;Ljava/util/Comparator;)I";
    let mut tests = Vec::new();

    let mut m = Maker::new(world, "fix");
    let (a, b, seven) = (m.string("a"), m.string("b"), m.int(7));
    let order = m.implement("java.util.Comparator", &[text], &[], &[Return(vec![seven])]);
    let compared = m.call(None, CALLBACKS, "compare", compare, &[a, b, order]);
    m.expect(compared, int(7));
    let function = m.implement("java.util.function.Function", &[text, text], &[], &[Argument(0)]);
    let same = m.call(None, CALLBACKS, "apply", "", &[function, a]);
    m.expect(same, string("a"));
    let task = m.implement("java.lang.Runnable", &[], &[], &[Return(vec![])]);
    m.call(None, CALLBACKS, "run", "", &[task]);
    let supplier = m.implement("java.util.function.Supplier", &[object], &[], &[Return(vec![])]);
    let known = m.call(None, CALLBACKS, "twice", "", &[supplier]);
    m.expect(known, Observation::Literal(Literal::Boolean(true)));
    tests.push(m.test("writesLambdas"));

    let mut m = Maker::new(world, "fix");
    let message = m.string("failed");
    let exception = m.construct("java.io.IOException", "(Ljava/lang/String;)V", &[message]);
    let task = m.implement("java.util.concurrent.Callable", &[object], &[], &[Throw(exception)]);
    m.call(None, CALLBACKS, "call", "", &[task]);
    tests.push(m.throwing("throwsFromLambdas", "java.io.IOException"));

    let mut m = Maker::new(world, "fix");
    let (large, numbers) = (m.boxed_int(1000), m.array(Type::Primitive(Primitive::Int), 1));
    for value in [large, numbers] {
        let supplier = m.implement("java.util.function.Supplier", &[object], &[], &[Return(vec![value])]);
        let same = m.call(None, CALLBACKS, "twice", "", &[supplier]);
        m.expect(same, Observation::Literal(Literal::Boolean(true)));
    }
    let (one, half) =
        (m.boxed_int(1), m.literal(Literal::Double(0.5), Type::class(world.boxed_class(Primitive::Double))));
    let does = Return(vec![one, half]);
    let supplier = m.implement("java.util.function.Supplier", &[object], &[], &[does]);
    let first = m.call_named(supplier, "get", &[]);
    m.expect(first, Observation::Boxed(Literal::Int(1)));
    tests.push(m.test("givesTheSameObjects"));

    let mut m = Maker::new(world, "fix");
    let (name, word) = (m.string("it"), m.string("a rather long word"));
    let path = m.call(None, text, "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;", &[word]);
    let (small, null) = (m.literal(Literal::Byte(3), Type::Primitive(Primitive::Byte)), m.null(text));
    let does = [Argument(0), Return(vec![small, small]), Return(vec![word, path, null]), Return(vec![])];
    let everything = m.implement("fix.Callbacks$Everything", &[text], &[name], &does);
    let all = m.call_named(everything, "all", &[name]);
    m.expect(all, string("it it 3 a rather long word a rather long word null"));
    let message = m.string("lost");
    let exception = m.construct("java.io.FileNotFoundException", "(Ljava/lang/String;)V", &[message]);
    let does = [Throw(exception), Return(vec![]), Return(vec![]), Return(vec![])];
    let one = m.boxed_int(1);
    let broken = m.implement("fix.Callbacks$Everything", &[integer], &[name], &does);
    m.call_named(broken, "all", &[one]);
    tests.push(m.throwing("writesClasses", "java.io.FileNotFoundException"));

    let mut m = Maker::new(world, "fix");
    let marker = m.implement("fix.Callbacks$Marker", &[], &[], &[]);
    let marked = m.call(None, CALLBACKS, "marked", "", &[marker]);
    m.expect(marked, string("marked"));
    let name = m.string("");
    m.implement(
        "fix.Callbacks$Everything",
        &[integer],
        &[name],
        &[Argument(0), Return(vec![]), Return(vec![]), Return(vec![])],
    );
    tests.push(m.throwing("throwsFromTheConstructorAbove", "java.io.IOException"));
    tests
}

/// Interfaces that Mockito can stand for, and others.
fn mocks(world: &World) -> Vec<CheckedTest> {
    use Behaviour::{Argument, Return, Throw};
    let mut m = Maker::new(world, "fix");
    let (a, seven, eight) = (m.string("a"), m.int(7), m.int(8));
    let message = m.string("failed");
    let exception = m.construct("java.io.IOException", "(Ljava/lang/String;)V", &[message]);
    let does = [
        Return(vec![]),
        Return(vec![seven, eight]),
        Argument(0),
        Return(vec![]),
        Throw(exception),
        Return(vec![]),
    ];
    let store = m.implement("fix.Callbacks$Store", &["java.lang.String"], &[], &does);
    m.call(None, CALLBACKS, "use", "", &[store, a]);
    let source = m.implement("fix.Callbacks$Lines", &[], &[], &[Return(vec![a])]);
    let twice = m.call_named(source, "twice", &[]);
    m.expect(twice, string("aa"));
    let task = m.implement("java.lang.Runnable", &[], &[], &[Return(vec![])]);
    m.call(None, CALLBACKS, "run", "", &[task]);
    vec![m.test("mocks")]
}

/// Every overload, called with everything that fits it, tells that it was the one.
fn overloads(world: &World) -> Vec<CheckedTest> {
    let mut tests = Vec::new();
    let subject = world.class(world.class_named("fix.Overloads").expect("a fixture"));
    for &id in &subject.methods {
        let method = world.method(id);
        if &*method.name == "equals" {
            continue;
        }
        let choices: Vec<Vec<build::Choice>> =
            build::erased(world, method).iter().map(|ty| build::choices(world, ty)).collect();
        for (number, chosen) in build::product(&choices).into_iter().enumerate() {
            let mut m = Maker::new(world, "fix");
            let overloads = m.construct("fix.Overloads", "()V", &[]);
            let args: Vec<Var> = chosen.iter().map(|choice| choice.make(&mut m, overloads)).collect();
            let receiver = (!method.is_static()).then_some(overloads);
            let picked = m.call(receiver, "fix.Overloads", &method.name, &method.descriptor, &args);
            let parameters = method.descriptor.split_inclusive(')').next().expect("a descriptor");
            m.expect(picked, string(parameters));
            tests.push(m.test(&format!("{}{}_{number}", method.name, id.0)));
        }
    }
    tests
}

/// A class of that simple name in the package `clash`.
fn clash(world: &World, name: &str) -> Vec<CheckedTest> {
    let mut m = Maker::new(world, "clash");
    let subject = format!("clash.{name}");
    let own = m.construct(&subject, "()V", &[]);
    let items = m.typed_construct("java.util.ArrayList", "()V", &[], &["java.lang.Integer"]);
    let same = m.call_named(own, "items", &[items]);
    let number = m.boxed_int(1);
    m.call(Some(same), "java.util.List", "add", "(Ljava/lang/Object;)Z", &[number]);
    let zero = m.int(0);
    let first = m.call(Some(same), "java.util.List", "get", "(I)Ljava/lang/Object;", &[zero]);
    m.expect(first, Observation::Boxed(Literal::Int(1)));
    let max = m.call_named(own, "max", &[]);
    m.call(Some(same), "java.util.List", "indexOf", "(Ljava/lang/Object;)I", &[max]);
    let maximum = m.call_named(own, "maximum", &[]);
    m.expect(maximum, int(i32::MAX));
    m.call_named(own, "self", &[]);
    vec![m.test("assertEquals")]
}

fn no_package(world: &World) -> Vec<CheckedTest> {
    let mut m = Maker::new(world, "");
    let own = m.construct("NoPackage", "()V", &[]);
    let two = m.int(2);
    let four = m.call_named(own, "twice", &[two]);
    m.expect(four, int(4));
    vec![m.test("twice")]
}

fn golden(name: &str, source: &Source) {
    let path = manifest().join("tests/golden").join(format!("{name}.java"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &source.text).expect("golden file is writable");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(expected == source.text, "{name} differs from {}:\n{}", path.display(), source.text);
}

fn check_lines(class: &TestClass, source: &Source) {
    let lines: Vec<&str> = source.text.lines().collect();
    for (range, test) in source.tests.iter().zip(&class.tests) {
        let header = format!(" {}()", test.name);
        let is_method = lines[range.start..range.start + 2].iter().any(|line| line.contains(&header));
        assert!(is_method, "{range:?} is not {}", test.name);
        assert_eq!(lines[range.end - 2], "  }");
    }
    for assertion in &source.assertions {
        let first = lines[assertion.lines.start - 1].trim_start();
        assert!(first.contains("assert"), "no assertion: {first}");
    }
    for line in lines {
        assert!(line.len() <= 100 && line.trim_end() == line, "{line}");
    }
    assert!(emit::is_unedited(&source.text));
}

/// Compiles the classes with the stand-in for JUnit and runs every test.
fn compile_and_run(folder: &Path, world: &World, all: &[(TestClass, Source)]) {
    let out = folder.join("out");
    let mut files = build::sources_under(&manifest().join("../suite/java"));
    for (class, source) in all {
        let package = class.package.replace('.', "/");
        let path = folder.join("tests").join(package).join(format!("{}.java", class.name));
        fs::create_dir_all(path.parent().expect("a folder")).expect("scratch is writable");
        fs::write(&path, &source.text).expect("scratch is writable");
        files.push(path);
    }
    let classes = folder.join("classes");
    let compiled = Command::new(world.jdk().javac())
        .args(["-proc:none", "-Xlint:all", "-encoding", "UTF-8", "-d"])
        .arg(&out)
        .arg("-cp")
        .arg(&classes)
        .args(&files)
        .output()
        .expect("javac starts");
    let said = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{said}");
    let noise = said.lines().find(|line| line.contains("Test.java") && line.contains("warning"));
    assert!(noise.is_none(), "{said}");
    for (class, _) in all {
        let ran = Command::new(world.jdk().java())
            .arg("-cp")
            .arg(format!("{}:{}", out.display(), classes.display()))
            .arg("testudo.verify.Main")
            .arg(if class.package.is_empty() {
                class.name.clone()
            } else {
                format!("{}.{}", class.package, class.name)
            })
            .args(class.tests.iter().map(|test| &test.name))
            .output()
            .expect("java starts");
        let events = String::from_utf8_lossy(&ran.stdout);
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        assert!(!events.contains("failed\t"), "{events}");
        assert_eq!(events.matches("ended\t").count(), class.tests.len(), "{events}");
    }
}

#[test]
fn with_mockito_interfaces_are_mocked() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let world = fixture(folder.path(), &manifest().join("tests/fixture"));
    let class = TestClass { mocks: Mocks::Mockito, ..class(&world, "fix.Callbacks", mocks(&world)) };
    let source = emit::source(&world, &class);
    check_lines(&class, &source);
    golden("mocks", &source);
}

#[test]
fn what_is_written_compiles_passes_and_reads_as_expected() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let world = fixture(folder.path(), &manifest().join("tests/fixture"));
    let mut classes = vec![("overloads", class(&world, "fix.Overloads", overloads(&world)))];
    let of_shape = [
        ("values", values(&world)),
        ("statements", statements(&world)),
        ("exceptions", exceptions(&world)),
        ("files", files(&world)),
    ];
    for (name, tests) in of_shape {
        let mut made = class(&world, "fix.Shape", tests);
        made.name = format!("Shape{}{}Test", name[..1].to_uppercase(), &name[1..]);
        classes.push((name, made));
    }
    classes.push(("stubs", class(&world, "fix.Callbacks", stubs(&world))));
    for name in ["List", "Test", "Assertions", "Integer", "assertEquals"] {
        classes.push((name, class(&world, &format!("clash.{name}"), clash(&world, name))));
    }
    classes.push(("no_package", class(&world, "NoPackage", no_package(&world))));
    let mut all = Vec::new();
    for (name, class) in classes {
        let source = emit::source(&world, &class);
        check_lines(&class, &source);
        all.push((name, class, source));
    }
    let compiled: Vec<(TestClass, Source)> = all.iter().map(|(_, c, s)| (c.clone(), s.clone())).collect();
    compile_and_run(folder.path(), &world, &compiled);
    for (name, _, source) in all.iter().filter(|(name, ..)| *name != "overloads") {
        golden(name, source);
    }
}
