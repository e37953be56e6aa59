//! Tests made by hand to be written.

pub mod containers;
pub mod names;
pub mod old;
pub mod rows;
pub mod stubs;
pub mod wide;

use std::sync::Arc;

use testcase::{CheckedTest, Literal, Observation, Stored, Var};
use types::{Primitive, Type, World};

use crate::build::Maker;

pub fn int(value: i32) -> Observation {
    Observation::Literal(Literal::Int(value))
}

pub fn string(text: &str) -> Observation {
    Observation::Literal(Literal::String(text.encode_utf16().collect()))
}

pub fn enumeration(name: &str) -> Observation {
    Observation::Enum { class: "fix.Shape$Color".into(), name: name.into() }
}

pub fn shape(m: &mut Maker) -> Var {
    let name = m.string("square");
    m.construct("fix.Shape", "(Ljava/lang/String;)V", &[name])
}

/// Values of every kind, with what is asserted of them.
pub fn values(world: &World) -> Vec<CheckedTest> {
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
        ("none", Observation::Literal(Literal::Double(f64::NAN))),
        ("third", Observation::Near(Literal::Float(0.333_333))),
        ("mass", Observation::Near(Literal::Double(6.666_666_666_667e29))),
        ("half", Observation::Boxed(Literal::Double(0.5))),
        ("initial", Observation::Boxed(Literal::Char(115))),
        ("round", Observation::Boxed(Literal::Boolean(false))),
        ("maybe", Observation::Boxed(Literal::Boolean(true))),
        (
            "ratios",
            Observation::Array(vec![
                Observation::Literal(Literal::Float(0.5)),
                Observation::Literal(Literal::Float(f32::NAN)),
            ]),
        ),
        ("nothing", Observation::Array(vec![])),
        ("corner", Observation::Null),
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
        ("ring", Observation::Object("fix.Shape$Ring".into())),
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
pub fn statements(world: &World) -> Vec<CheckedTest> {
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

/// Values for which the class has a name, or two, and such as it has not.
pub fn constants(world: &World) -> Vec<CheckedTest> {
    let mut m = Maker::new(world, "fix");
    let name = m.string("unnamed");
    let unnamed = m.construct("fix.Shape", "(Ljava/lang/String;)V", &[name]);
    for (width, expected) in [(74, 81), (99, 106), (75, 82)] {
        let width = m.int(width);
        let padded = m.call_named(unnamed, "padded", &[width]);
        m.expect(padded, int(expected));
    }
    vec![m.test("constants")]
}

pub fn exceptions(world: &World) -> Vec<CheckedTest> {
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
pub fn files(world: &World) -> Vec<CheckedTest> {
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

/// What newer releases of Java have words for.
pub fn newer(world: &World) -> Vec<CheckedTest> {
    let poem = "The first line.\n\n  \"A second one, quoted and with spaces before it\",\nand a \\ last one";
    let mut tests = Vec::new();
    let mut m = Maker::new(world, "fix");
    let given = m.string(poem);
    let separator = m.string(", ");
    let words = m.array(Type::class(world.string()), 2);
    for index in 0..2 {
        m.element(words, index, given);
    }
    let square = shape(&mut m);
    let joined = m.call_named(square, "join", &[separator, words]);
    m.expect(joined, string(&format!("{poem}, {poem}")));
    let lines = m.string(&format!("{poem}\n"));
    m.call_named(square, "save", &[lines]);
    tests.push(m.test("writesTextBlocks"));

    let mut m = Maker::new(world, "fix");
    let ring = m.construct("fix.Shape$Ring", "()V", &[]);
    let other = m.construct("fix.Shape$Ring", "()V", &[]);
    let compared = m.call_named(ring, "compareTo", &[other]);
    m.expect(compared, int(0));
    let square = shape(&mut m);
    let empty = m.call_named(square, "isEmpty", &[]);
    m.expect(empty, Observation::Literal(Literal::Boolean(true)));
    tests.push(m.test("infersTypes"));
    tests
}
