//! Tests for kinds of statements.

use std::sync::Arc;

use testcase::{CheckedTest, Literal, Observation};
use types::{Primitive, Type, World};

use super::{int, shape, string};
use crate::build::TestBuilder;

/// Returns tests with variables, generic types, arrays, inner classes and fields.
pub fn statements(world: &World) -> Vec<CheckedTest> {
    let mut tests = Vec::new();

    let mut builder = TestBuilder::new(world, "fix");
    let square = shape(&mut builder);
    let (a, b) = (builder.string("a"), builder.string("b"));
    builder.call_named(square, "add", &[a]);
    builder.call_named(square, "add", &[b]);
    let parts = builder.call_named(square, "getParts", &[]);
    let zero = builder.int(0);
    let first = builder.call(Some(parts), "java.util.List", "get", "(I)Ljava/lang/Object;", &[zero]);
    builder.expect(first, string("a"));
    let size = builder.call_named(square, "getSize", &[]);
    let again = builder.call_named(square, "getSize", &[]);
    builder.expect(size, int(2));
    builder.expect(again, int(2));
    let index = builder.call(Some(parts), "java.util.List", "indexOf", "(Ljava/lang/Object;)I", &[first]);
    builder.expect(index, int(0));
    tests.push(builder.test("adds"));

    let mut builder = TestBuilder::new(world, "fix");
    let (apple, pear) = (builder.string("apple"), builder.string("pear"));
    let compared =
        builder.call(Some(apple), "java.lang.String", "compareTo", "(Ljava/lang/String;)I", &[pear]);
    builder.expect(compared, int(-15));
    tests.push(builder.test("comparesBySign"));

    let mut builder = TestBuilder::new(world, "fix");
    let square = shape(&mut builder);
    let numbers = builder.array(Type::Primitive(Primitive::Int), 3);
    for (index, value) in [4, 5].into_iter().enumerate() {
        let value = builder.int(value);
        builder.element(numbers, index as u32, value);
    }
    let (from, to) = (builder.int(0), builder.int(3));
    let sum = builder.call_named(square, "sum", &[numbers, from, to]);
    builder.expect(sum, int(9));
    tests.push(builder.test("sumsArrayInPlace"));

    let mut builder = TestBuilder::new(world, "fix");
    let square = shape(&mut builder);
    let numbers = builder.array(Type::Primitive(Primitive::Int), 2);
    let (from, to) = (builder.int(0), builder.int(2));
    let sum = builder.call_named(square, "sum", &[numbers, from, to]);
    builder.expect(sum, int(0));
    let five = builder.int(5);
    builder.element(numbers, 1, five);
    let sum = builder.call_named(square, "sum", &[numbers, from, to]);
    builder.expect(sum, int(5));
    builder.expect(numbers, Observation::Array(vec![int(0), int(5)]));
    tests.push(builder.test("sumsArrayLater"));

    let mut builder = TestBuilder::new(world, "fix");
    let square = shape(&mut builder);
    let bytes = builder.call_named(square, "bytes", &[]);
    let second = builder.read_element(bytes, 1);
    builder.expect(second, Observation::Literal(Literal::Byte(-1)));
    let grid = builder.call_named(square, "grid", &[]);
    let row = builder.read_element(grid, 0);
    let cell = builder.read_element(row, 0);
    builder.expect(cell, int(1));
    tests.push(builder.test("readsElements"));

    let mut builder = TestBuilder::new(world, "fix");
    let square = shape(&mut builder);
    let rows = builder.array(Type::Array(Arc::new(Type::Primitive(Primitive::Int))), 2);
    for (index, value) in [1, 2].into_iter().enumerate() {
        let row = builder.array(Type::Primitive(Primitive::Int), 1);
        let value = builder.int(value);
        builder.element(row, 0, value);
        builder.element(rows, index as u32, row);
    }
    let total = builder.call_named(square, "total", &[rows]);
    builder.expect(total, int(3));
    let words = builder.array(Type::class(world.string()), 2);
    for (index, word) in ["a", "b"].into_iter().enumerate() {
        let word = builder.string(word);
        builder.element(words, index as u32, word);
    }
    let separator = builder.string(", ");
    let joined = builder.call_named(square, "join", &[separator, words]);
    builder.expect(joined, string("a, b"));
    tests.push(builder.test("passesNestedArraysAndVarargs"));

    let mut builder = TestBuilder::new(world, "fix");
    let square = shape(&mut builder);
    let best = builder.string("best");
    builder.write(Some(square), "fix.Shape", "best", best);
    let three = builder.int(3);
    builder.write(None, "fix.Shape", "count", three);
    let corner = builder.construct_inner(square, "fix.Shape$Corner", "(Lfix/Shape;I)V", &[three]);
    let index = builder.read(Some(corner), "fix.Shape$Corner", "index");
    builder.expect(index, int(3));
    let mark = builder.construct_inner(square, "fix.Shape$Mark", "(Lfix/Shape;Ljava/lang/Object;)V", &[best]);
    builder.call_named(square, "isEmpty", &[]);
    let sign = builder.read(Some(mark), "fix.Shape$Mark", "sign");
    builder.expect(sign, string("best"));
    let value = builder.boxed_int(7);
    let boxed =
        builder.construct_generic("fix.Shape$Box", "(Ljava/lang/Object;)V", &[value], &["java.lang.Integer"]);
    let got = builder.call_named(boxed, "get", &[]);
    builder.expect(got, Observation::Boxed(Literal::Int(7)));
    tests.push(builder.test("writesFieldsAndCreatesInnerObjects"));

    let mut builder = TestBuilder::new(world, "fix");
    let square = shape(&mut builder);
    let (one, two) = (builder.int(1), builder.int(2));
    let target = builder.call_named(square, "getSize", &[]);
    builder.assign(target, two);
    let numbers = builder.array(Type::Primitive(Primitive::Int), 2);
    builder.element(numbers, 0, one);
    let other = shape(&mut builder);
    let sum = builder.call_named(other, "sum", &[numbers, one, target]);
    builder.expect(sum, int(0));
    builder.assign(square, other);
    builder.call_named(square, "isEmpty", &[]);
    tests.push(builder.test("assignsVariables"));

    let mut builder = TestBuilder::new(world, "fix");
    let lists =
        builder.array(Type::Class(builder.class("java.util.List"), [Type::class(world.string())].into()), 1);
    let list = builder.call(None, "fix.Shape", "rawList", "()Ljava/util/List;", &[]);
    builder.element(lists, 0, list);
    let square = shape(&mut builder);
    let count = builder.call_named(square, "lists", &[lists]);
    builder.expect(count, int(1));
    let size = builder.call_named(square, "raw", &[list]);
    builder.expect(size, int(0));
    tests.push(builder.test("usesRawTypes"));

    let mut builder = TestBuilder::new(world, "fix");
    let unit = builder.read(None, "fix.Shape", "UNIT");
    let same = builder.call(None, "fix.Shape", "same", "(Ljava/lang/Object;)Ljava/lang/Object;", &[unit]);
    builder.expect(same, Observation::Object("fix.Shape".into()));
    let path = builder.string("x");
    builder.call_named(unit, "save", &[path]);
    let long = builder.string(&"A rather long sentence, \"quoted\". ".repeat(6));
    builder.call_named(unit, "save", &[long]);
    let ty =
        builder.literal(Literal::Class(Type::Primitive(Primitive::Int)), builder.class_of(Primitive::Int));
    let level = builder.literal(Literal::Byte(-2), Type::Primitive(Primitive::Byte));
    let red = builder.constant("fix.Shape$Color", "RED");
    let checked = builder.call_named(unit, "check", &[ty, level, red]);
    builder.expect(checked, Observation::Literal(Literal::Boolean(true)));
    tests.push(builder.test("declaresCheckedExceptions"));
    tests
}
