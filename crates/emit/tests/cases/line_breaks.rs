//! Tests whose statements do not fit on a line.

use std::sync::Arc;

use testcase::{Behaviour, CheckedTest, Literal, Observation, Var};
use types::{Primitive, Type, World};

use super::{int, string};
use crate::build::TestBuilder;

const WIDE: &str = "fix.Wide";
/// Name of a static method of `fix.Wide` that returns its argument.
const ECHO: &str = "theVeryLongNameOfAMethodThatReturnsWhatItIsGiven";

/// Adds an array of `int` values.
fn numbers(builder: &mut TestBuilder, values: impl ExactSizeIterator<Item = i32>) -> Var {
    let array = builder.array(Type::Primitive(Primitive::Int), values.len() as u32);
    for (index, value) in values.enumerate() {
        let value = builder.int(value);
        builder.element(array, index as u32, value);
    }
    array
}

/// Adds an array of variables.
fn array_of(builder: &mut TestBuilder, element: Type, values: &[Var]) -> Var {
    let array = builder.array(element, values.len() as u32);
    for (index, &value) in values.iter().enumerate() {
        builder.element(array, index as u32, value);
    }
    array
}

/// Returns tests with long string literals.
fn long_strings(world: &World) -> Vec<CheckedTest> {
    let mut tests = Vec::new();
    let lines =
        "The first line.\nA second line, which is \"longer\" than the first.\n\nThe last one\tof all.";
    for (name, text) in [
        ("splitsStringAtSpaces", lines.repeat(3)),
        ("splitsStringWithoutSpaces", "\u{e4}\u{f6}\u{fc}\u{1f600}".repeat(20)),
        ("splitsLongWord", "a".repeat(88)),
        ("splitsLastWord", "a ".repeat(44)),
        ("expectsFormatString", format!("{} %s {{0}}", "a ".repeat(30))),
    ] {
        let mut builder = TestBuilder::new(world, "fix");
        let argument = builder.string(&text);
        let same = builder.call(None, WIDE, ECHO, "", &[argument]);
        builder.expect(same, string(&text));
        tests.push(builder.test(name));
    }

    let mut builder = TestBuilder::new(world, "fix");
    let format = builder.string(&"%s ".repeat(5));
    let word = builder.string("a word");
    let other = builder.string("any longer");
    let words = array_of(&mut builder, Type::class(world.string()), &[word, other, other, word, word, other]);
    let formatted = builder.call(None, WIDE, "format", "", &[format, words]);
    builder.expect(formatted, string("a word any longer any longer a word a word "));
    let words = array_of(&mut builder, Type::class(world.string()), &[word; 20]);
    let formatted = builder.call(None, WIDE, "format", "", &[word, words]);
    builder.expect(formatted, string("a word"));
    tests.push(builder.test("breaksLineAfterFormatString"));
    tests
}

/// Returns tests with arrays of several lines.
fn long_arrays(world: &World) -> Vec<CheckedTest> {
    let ints = || Type::Array(Arc::new(Type::Primitive(Primitive::Int)));
    let mut tests = Vec::new();
    let mut builder = TestBuilder::new(world, "fix");
    let many = numbers(&mut builder, (0..60).map(|value| value * value));
    let length = builder.call(None, WIDE, "lengthOf", "", &[many]);
    builder.expect(length, int(60));
    builder.expect(many, Observation::Array((0..60).map(|value| int(value * value)).collect()));
    tests.push(builder.test("fillsLinesWithNumbers"));

    let mut builder = TestBuilder::new(world, "fix");
    for columns in [2, 4, 9] {
        let rows: Vec<Var> =
            (0..16).map(|row| numbers(&mut builder, (0..columns).map(|at| row * at))).collect();
        let rows = array_of(&mut builder, ints(), &rows);
        let length = builder.call(None, WIDE, "lengthOfRows", "", &[rows]);
        builder.expect(length, int(16));
    }
    tests.push(builder.test("writesRows"));

    let mut builder = TestBuilder::new(world, "fix");
    let rows: Vec<Var> = (0..3).map(|row| numbers(&mut builder, (0..40).map(|at| row * at * 1000))).collect();
    let rows = array_of(&mut builder, ints(), &rows);
    let length = builder.call(None, WIDE, "lengthOfRows", "", &[rows]);
    builder.expect(length, int(3));
    let words: Vec<Var> = (0..4).map(|at| builder.string(&format!("a rather long {at}"))).collect();
    let words = array_of(&mut builder, Type::class(world.string()), &words);
    let other = builder.string("something else altogether");
    let number = builder.call(None, WIDE, "numberOfThemAll", "", &[words, other]);
    builder.expect(number, int(4));
    tests.push(builder.test("writesLongRowsAndWords"));
    tests
}

/// Returns tests with long names of types, methods and parameters.
fn long_names(world: &World) -> Vec<CheckedTest> {
    let mut tests = Vec::new();
    let mut builder = TestBuilder::new(world, "fix");
    let type_argument = "java.util.concurrent.atomic.AtomicReferenceFieldUpdater";
    let wide = builder.construct_generic(WIDE, "()V", &[], &[type_argument, type_argument]);
    let mut last = wide;
    for _ in 0..3 {
        last = builder.call_named(last, "withNothingElse", &[]);
    }
    let itself = builder.read(Some(last), WIDE, "itself");
    builder.expect(itself, Observation::Object(WIDE.into()));
    tests.push(builder.test("breaksTypes"));

    let mut builder = TestBuilder::new(world, "fix");
    let text = builder.string("some text that is long enough to be kept");
    let file = builder.temp_file("java.io.File", "with-a-rather-long-name.txt", testcase::Stored::Text(text));
    let length = builder.call_named(file, "length", &[]);
    builder.expect(length, Observation::Literal(Literal::Long(40)));
    let name = format!("{}ItThrowsSomething", "thisTestHasSuchALongNameThat".repeat(2));
    tests.push(builder.test(&name));

    let mut builder = TestBuilder::new(world, "fix");
    let (first, second) = (builder.string(&"first ".repeat(9)), builder.string(&"second ".repeat(9)));
    let first = builder.call(None, WIDE, ECHO, "", &[first]);
    let second = builder.call(None, WIDE, ECHO, "", &[second]);
    let behaviour = Behaviour::Return(vec![first, second]);
    let supplier = builder.implement("java.util.function.Supplier", &["java.lang.Object"], &[], &[behaviour]);
    let result = builder.call(None, WIDE, "firstOf", "", &[supplier]);
    builder.expect(result, string(&"first ".repeat(9)));
    tests.push(builder.test("breaksLambdasAndConditions"));

    let mut builder = TestBuilder::new(world, "fix");
    let message = builder.string(&"There is nothing to consume. ".repeat(4));
    let exception = builder.construct("java.io.IOException", "(Ljava/lang/String;)V", &[message]);
    let consumer = "fix.Wide$ConsumerOfManyThings";
    let consumer = builder.implement(consumer, &[], &[], &[Behaviour::Throw(exception)]);
    builder.call(None, WIDE, "consume", "", &[consumer]);
    tests.push(builder.throwing("breaksParameters", "java.io.IOException"));
    tests
}

/// Returns tests whose statements do not fit on a line.
pub fn line_breaks(world: &World) -> Vec<CheckedTest> {
    [long_strings(world), long_arrays(world), long_names(world)].concat()
}
