//! Classes made for the test.

use testcase::{Behaviour, CheckedTest, Literal, Observation};
use types::{Primitive, Type, World};

use super::{int, string};
use crate::build::Maker;

const CALLBACKS: &str = "fix.Callbacks";

/// Classes made for the test.
pub fn stubs(world: &World) -> Vec<CheckedTest> {
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
pub fn mocks(world: &World) -> Vec<CheckedTest> {
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
