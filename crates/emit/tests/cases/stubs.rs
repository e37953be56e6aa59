//! Tests with stubs.

use testcase::{Behaviour, CheckedTest, Literal, Observation, Var};
use types::{Primitive, Type, World};

use super::{int, string};
use crate::build::TestBuilder;

const CALLBACKS: &str = "fix.Callbacks";

/// Returns tests with lambdas and anonymous classes.
pub fn stubs(world: &World) -> Vec<CheckedTest> {
    use Behaviour::{Argument, Return, Throw};
    let (text, integer, object) = ("java.lang.String", "java.lang.Integer", "java.lang.Object");
    let compare = "(Ljava/lang/Object;Ljava/lang/Object;Ljava/util/Comparator;)I";
    let mut tests = Vec::new();

    let mut builder = TestBuilder::new(world, "fix");
    let (a, b, seven) = (builder.string("a"), builder.string("b"), builder.int(7));
    let order = builder.implement("java.util.Comparator", &[text], &[], &[Return(vec![seven])]);
    let compared = builder.call(None, CALLBACKS, "compare", compare, &[a, b, order]);
    builder.expect(compared, int(7));
    let function = builder.implement("java.util.function.Function", &[text, text], &[], &[Argument(0)]);
    let same = builder.call(None, CALLBACKS, "apply", "", &[function, a]);
    builder.expect(same, string("a"));
    let task = builder.implement("java.lang.Runnable", &[], &[], &[Return(vec![])]);
    builder.call(None, CALLBACKS, "run", "", &[task]);
    let supplier = builder.implement("java.util.function.Supplier", &[object], &[], &[Return(vec![])]);
    let is_same = builder.call(None, CALLBACKS, "twice", "", &[supplier]);
    builder.expect(is_same, Observation::Literal(Literal::Boolean(true)));
    tests.push(builder.test("writesLambdas"));

    let mut builder = TestBuilder::new(world, "fix");
    let message = builder.string("failed");
    let exception = builder.construct("java.io.IOException", "(Ljava/lang/String;)V", &[message]);
    let task = builder.implement("java.util.concurrent.Callable", &[object], &[], &[Throw(exception)]);
    builder.call(None, CALLBACKS, "call", "", &[task]);
    tests.push(builder.throwing("throwsFromLambdas", "java.io.IOException"));

    let mut builder = TestBuilder::new(world, "fix");
    let (large, numbers) = (builder.boxed_int(1000), builder.array(Type::Primitive(Primitive::Int), 1));
    for value in [large, numbers] {
        let supplier =
            builder.implement("java.util.function.Supplier", &[object], &[], &[Return(vec![value])]);
        let same = builder.call(None, CALLBACKS, "twice", "", &[supplier]);
        builder.expect(same, Observation::Literal(Literal::Boolean(true)));
    }
    let (one, half) = (
        builder.boxed_int(1),
        builder.literal(Literal::Double(0.5), Type::class(world.boxed_class(Primitive::Double))),
    );
    let behaviour = Return(vec![one, half]);
    let supplier = builder.implement("java.util.function.Supplier", &[object], &[], &[behaviour]);
    let first = builder.call_named(supplier, "get", &[]);
    builder.expect(first, Observation::Boxed(Literal::Int(1)));
    tests.push(builder.test("returnsTheSameObjects"));

    let mut builder = TestBuilder::new(world, "fix");
    let (name, word) = (builder.string("it"), builder.string("a rather long word"));
    let path = builder.call(None, text, "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;", &[word]);
    let (small, null) =
        (builder.literal(Literal::Byte(3), Type::Primitive(Primitive::Byte)), builder.null(text));
    let behaviours =
        [Argument(0), Return(vec![small, small]), Return(vec![word, path, null]), Return(vec![])];
    let everything = builder.implement("fix.Callbacks$Everything", &[text], &[name], &behaviours);
    let all = builder.call_named(everything, "all", &[name]);
    builder.expect(all, string("it it 3 a rather long word a rather long word null"));
    let message = builder.string("lost");
    let exception = builder.construct("java.io.FileNotFoundException", "(Ljava/lang/String;)V", &[message]);
    let behaviours = [Throw(exception), Return(vec![]), Return(vec![]), Return(vec![])];
    let one = builder.boxed_int(1);
    let broken = builder.implement("fix.Callbacks$Everything", &[integer], &[name], &behaviours);
    builder.call_named(broken, "all", &[one]);
    tests.push(builder.throwing("writesClasses", "java.io.FileNotFoundException"));

    let mut builder = TestBuilder::new(world, "fix");
    let marker = builder.implement("fix.Callbacks$Marker", &[], &[], &[]);
    let marked = builder.call(None, CALLBACKS, "marked", "", &[marker]);
    builder.expect(marked, string("marked"));
    let name = builder.string("");
    builder.implement(
        "fix.Callbacks$Everything",
        &[integer],
        &[name],
        &[Argument(0), Return(vec![]), Return(vec![]), Return(vec![])],
    );
    tests.push(builder.throwing("throwsFromTheSuperclassConstructor", "java.io.IOException"));
    tests.push(generic_methods(world, "implementsGenericMethods"));
    tests
}

/// Returns a test with stubs of interfaces that have generic methods.
fn generic_methods(world: &World, name: &str) -> CheckedTest {
    use Behaviour::{Argument, Return};
    let mut builder = TestBuilder::new(world, "fix");
    let (a, seven) = (builder.string("a"), builder.int(7));
    let behaviours = [Argument(0), Return(vec![]), Return(vec![]), Return(vec![seven])];
    let repository = builder.implement("fix.Callbacks$Repository", &["java.lang.String"], &[], &behaviours);
    let stored = builder.call(None, CALLBACKS, "stored", "", &[repository, a]);
    builder.expect(stored, string("[] a 7"));
    let converter = builder.implement("fix.Callbacks$Converter", &[], &[], &[Argument(0)]);
    let converted = builder.call(None, CALLBACKS, "converted", "", &[converter, a]);
    builder.expect(converted, string("a"));
    builder.test(name)
}

/// Returns a test with stubs that mocks can replace and with stubs that mocks cannot replace.
pub fn mocks(world: &World) -> Vec<CheckedTest> {
    use Behaviour::{Argument, Return, Throw};
    let mut builder = TestBuilder::new(world, "fix");
    let (a, seven, eight) = (builder.string("a"), builder.int(7), builder.int(8));
    let message = builder.string("failed");
    let exception = builder.construct("java.io.IOException", "(Ljava/lang/String;)V", &[message]);
    let behaviours = [
        Return(vec![]),
        Return(vec![seven, eight]),
        Argument(0),
        Return(vec![]),
        Throw(exception),
        Return(vec![]),
    ];
    let store = builder.implement("fix.Callbacks$Store", &["java.lang.String"], &[], &behaviours);
    builder.call(None, CALLBACKS, "use", "", &[store, a]);
    let source = builder.implement("fix.Callbacks$Lines", &[], &[], &[Return(vec![a])]);
    let twice = builder.call_named(source, "twice", &[]);
    builder.expect(twice, string("aa"));
    let task = builder.implement("java.lang.Runnable", &[], &[], &[Return(vec![])]);
    builder.call(None, CALLBACKS, "run", "", &[task]);
    vec![builder.test("mocks"), generic_methods(world, "mocksGenericMethods")]
}

/// Returns tests whose stubs differ only in the values that they return, and tests with other stubs.
pub fn shared(world: &World) -> Vec<CheckedTest> {
    use Behaviour::Return;
    let (text, integer) = ("java.lang.String", "java.lang.Integer");
    let mut tests = Vec::new();
    for (name, element) in [("hasFirst", "a"), ("hasSecond", "b")] {
        let mut builder = TestBuilder::new(world, "fix");
        let (yes, element) = (boolean(&mut builder, true), builder.string(element));
        let behaviours = [Return(vec![yes]), Return(vec![element])];
        let iterator = builder.implement("java.util.Iterator", &[text], &[], &behaviours);
        let has_next = builder.call_named(iterator, "hasNext", &[]);
        builder.expect(has_next, Observation::Literal(Literal::Boolean(true)));
        tests.push(builder.test(name));
    }
    let mut builder = TestBuilder::new(world, "fix");
    let (yes, word) = (boolean(&mut builder, true), builder.string("a rather long word"));
    let copy = builder.call(None, text, "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;", &[word]);
    let behaviours = [Return(vec![yes]), Return(vec![copy])];
    let iterator = builder.implement("java.util.Iterator", &[text], &[], &behaviours);
    let next = builder.call_named(iterator, "next", &[]);
    builder.expect(next, string("a rather long word"));
    tests.push(builder.test("returnsAVariable"));

    for (name, calls) in [("callsOnce", 1), ("callsTwice", 2)] {
        let mut builder = TestBuilder::new(world, "fix");
        let (yes, no, one) =
            (boolean(&mut builder, true), boolean(&mut builder, false), builder.boxed_int(1));
        let behaviours = [Return(vec![yes, no]), Return(vec![one])];
        let iterator = builder.implement("java.util.Iterator", &[integer], &[], &behaviours);
        for call in 0..calls {
            let has_next = builder.call_named(iterator, "hasNext", &[]);
            builder.expect(has_next, Observation::Literal(Literal::Boolean(call == 0)));
        }
        tests.push(builder.test(name));
    }
    let mut builder = TestBuilder::new(world, "fix");
    let no = boolean(&mut builder, false);
    let behaviours = [Return(vec![no]), Return(vec![])];
    let iterator = builder.implement("java.util.Iterator", &["java.lang.Long"], &[], &behaviours);
    let next = builder.call_named(iterator, "next", &[]);
    builder.expect(next, Observation::Null);
    tests.push(builder.test("isTheOnlyOneOfItsKind"));
    tests
}

fn boolean(builder: &mut TestBuilder, value: bool) -> Var {
    builder.literal(Literal::Boolean(value), Type::Primitive(Primitive::Boolean))
}
