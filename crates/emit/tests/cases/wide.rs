//! What does not fit on a line.

use std::sync::Arc;

use testcase::{Behaviour, CheckedTest, Literal, Observation, Var};
use types::{Primitive, Type, World};

use super::{int, string};
use crate::build::Maker;

const WIDE: &str = "fix.Wide";
const ECHO: &str = "theVeryLongNameOfAMethodThatReturnsWhatItIsGiven";

fn numbers(m: &mut Maker, values: impl ExactSizeIterator<Item = i32>) -> Var {
    let array = m.array(Type::Primitive(Primitive::Int), values.len() as u32);
    for (index, value) in values.enumerate() {
        let value = m.int(value);
        m.element(array, index as u32, value);
    }
    array
}

fn array_of(m: &mut Maker, element: Type, values: &[Var]) -> Var {
    let array = m.array(element, values.len() as u32);
    for (index, &value) in values.iter().enumerate() {
        m.element(array, index as u32, value);
    }
    array
}

fn long_strings(world: &World) -> Vec<CheckedTest> {
    let mut tests = Vec::new();
    let lines =
        "The first line.\nA second line, which is \"longer\" than the first.\n\nThe last one\tof all.";
    for (name, text) in [
        ("cutsAtSpaces", lines.repeat(3)),
        ("cutsWhatHasNoSpaces", "\u{e4}\u{f6}\u{fc}\u{1f600}".repeat(20)),
        ("fitsAlone", "a".repeat(88)),
        ("fitsNearly", "a ".repeat(44)),
        ("hasPlaces", format!("{} %s {{0}}", "a ".repeat(30))),
    ] {
        let mut m = Maker::new(world, "fix");
        let given = m.string(&text);
        let same = m.call(None, WIDE, ECHO, "", &[given]);
        m.expect(same, string(&text));
        tests.push(m.test(name));
    }

    let mut m = Maker::new(world, "fix");
    let format = m.string(&"%s ".repeat(5));
    let word = m.string("a word");
    let other = m.string("any longer");
    let words = array_of(&mut m, Type::class(world.string()), &[word, other, other, word, word, other]);
    let formatted = m.call(None, WIDE, "format", "", &[format, words]);
    m.expect(formatted, string("a word any longer any longer a word a word "));
    let words = array_of(&mut m, Type::class(world.string()), &[word; 20]);
    let formatted = m.call(None, WIDE, "format", "", &[word, words]);
    m.expect(formatted, string("a word"));
    tests.push(m.test("keepsAFormatApart"));
    tests
}

fn long_arrays(world: &World) -> Vec<CheckedTest> {
    let ints = || Type::Array(Arc::new(Type::Primitive(Primitive::Int)));
    let mut tests = Vec::new();
    let mut m = Maker::new(world, "fix");
    let many = numbers(&mut m, (0..60).map(|value| value * value));
    let length = m.call(None, WIDE, "lengthOf", "", &[many]);
    m.expect(length, int(60));
    m.expect(many, Observation::Array((0..60).map(|value| int(value * value)).collect()));
    tests.push(m.test("fillsLinesWithNumbers"));

    let mut m = Maker::new(world, "fix");
    for columns in [2, 4, 9] {
        let rows: Vec<Var> = (0..16).map(|row| numbers(&mut m, (0..columns).map(|at| row * at))).collect();
        let rows = array_of(&mut m, ints(), &rows);
        let length = m.call(None, WIDE, "lengthOfRows", "", &[rows]);
        m.expect(length, int(16));
    }
    tests.push(m.test("writesRows"));

    let mut m = Maker::new(world, "fix");
    let rows: Vec<Var> = (0..3).map(|row| numbers(&mut m, (0..40).map(|at| row * at * 1000))).collect();
    let rows = array_of(&mut m, ints(), &rows);
    let length = m.call(None, WIDE, "lengthOfRows", "", &[rows]);
    m.expect(length, int(3));
    let words: Vec<Var> = (0..4).map(|at| m.string(&format!("a rather long {at}"))).collect();
    let words = array_of(&mut m, Type::class(world.string()), &words);
    let other = m.string("something else altogether");
    let number = m.call(None, WIDE, "numberOfThemAll", "", &[words, other]);
    m.expect(number, int(4));
    tests.push(m.test("writesLongRowsAndWords"));
    tests
}

fn long_names(world: &World) -> Vec<CheckedTest> {
    let mut tests = Vec::new();
    let mut m = Maker::new(world, "fix");
    let boxed = "java.util.concurrent.atomic.AtomicReferenceFieldUpdater";
    let wide = m.typed_construct(WIDE, "()V", &[], &[boxed, boxed]);
    let mut last = wide;
    for _ in 0..3 {
        last = m.call_named(last, "withNothingElse", &[]);
    }
    let itself = m.read(Some(last), WIDE, "itself");
    m.expect(itself, Observation::Object(WIDE.into()));
    tests.push(m.test("breaksTypes"));

    let mut m = Maker::new(world, "fix");
    let text = m.string("some text that is long enough to be kept");
    let file = m.temp_file("java.io.File", "with-a-rather-long-name.txt", testcase::Stored::Text(text));
    let length = m.call_named(file, "length", &[]);
    m.expect(length, Observation::Literal(Literal::Long(40)));
    let name = format!("{}ItThrowsSomething", "thisTestHasSuchALongNameThat".repeat(2));
    tests.push(m.test(&name));

    let mut m = Maker::new(world, "fix");
    let (first, second) = (m.string(&"first ".repeat(9)), m.string(&"second ".repeat(9)));
    let first = m.call(None, WIDE, ECHO, "", &[first]);
    let second = m.call(None, WIDE, ECHO, "", &[second]);
    let does = Behaviour::Return(vec![first, second]);
    let supplier = m.implement("java.util.function.Supplier", &["java.lang.Object"], &[], &[does]);
    let given = m.call(None, WIDE, "firstOf", "", &[supplier]);
    m.expect(given, string(&"first ".repeat(9)));
    tests.push(m.test("breaksLambdasAndConditions"));

    let mut m = Maker::new(world, "fix");
    let message = m.string(&"There is nothing to consume. ".repeat(4));
    let exception = m.construct("java.io.IOException", "(Ljava/lang/String;)V", &[message]);
    let consumer = "fix.Wide$ConsumerOfManyThings";
    let consumer = m.implement(consumer, &[], &[], &[Behaviour::Throw(exception)]);
    m.call(None, WIDE, "consume", "", &[consumer]);
    tests.push(m.throwing("breaksParameters", "java.io.IOException"));
    tests
}

pub fn wide(world: &World) -> Vec<CheckedTest> {
    [long_strings(world), long_arrays(world), long_names(world)].concat()
}
