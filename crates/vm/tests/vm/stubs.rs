//! Tests of stubs.

use testcase::{Behaviour, ImplementedMethod, Literal, Observation, StatementKind, Var};
use types::{Jdk, Type};
use vm::{Config, Mode};

use crate::setup::{Script, config, on_each_jdk, outcome, run, run_on, script, start, world};

impl Script<'_> {
    /// Creates a stub of a class. `arguments` are its type arguments, `args` the arguments of the
    /// constructor, and `behaviours` the behaviour of each unimplemented method, in order.
    fn implement(
        &mut self,
        class: &str,
        arguments: &[Type],
        args: &[Var],
        behaviours: Vec<Behaviour>,
    ) -> Var {
        let class = self.world.class_named(class).unwrap();
        let unimplemented = self.world.unimplemented_methods(class);
        assert_eq!(unimplemented.len(), behaviours.len());
        let methods = unimplemented.iter().zip(behaviours);
        let methods = methods.map(|(it, behaviour)| ImplementedMethod { method: it.method, behaviour });
        let constructor = self.world.class(class).constructors.first().copied();
        let kind =
            StatementKind::Implement { class, constructor, args: args.into(), methods: methods.collect() };
        self.push(kind, Type::Class(class, arguments.into()))
    }
}

fn text(text: &str) -> Observation {
    Observation::Literal(Literal::String(text.encode_utf16().collect()))
}

/// Runs a test on JDKs and checks its outcome and the value of its last statement.
#[track_caller]
fn check(jdks: &[Jdk], write: &dyn Fn(&mut Script), expect: (&str, Option<&Observation>)) {
    let world = &world();
    let mut script = script(world);
    write(&mut script);
    for jdk in jdks {
        let mut pool = start(Config { java: jdk.java(), ..config() });
        let result = run_on(&mut pool, world, std::slice::from_ref(&script.test), Mode::Observe).remove(0);
        let last = script.test.statements.len() - 1;
        let observed = result.observations.get(last).cloned().flatten();
        assert_eq!((outcome(&result.outcome).as_str(), observed.as_ref()), expect, "JDK {}", jdk.version);
    }
}

on_each_jdk! {
    a_stub_returns_arguments_of_every_type,
    a_method_without_values_returns_zero_false_or_null,
    a_method_without_values_returns_an_empty_collection_or_optional_value,
    each_stub_returns_its_values_in_order,
    a_stub_throws_the_exception_object_of_the_test,
    all_descriptors_of_a_method_have_the_same_behaviour,
    the_superclass_constructor_can_call_methods_of_the_stub,
    an_argument_of_another_type_than_the_type_argument_causes_an_exception,
    methods_of_java_lang_object_can_be_called_on_a_stub,
}

fn returned(expect: &Observation) -> (&'static str, Option<&Observation>) {
    ("Returned", Some(expect))
}

const NOTHING: Behaviour = Behaviour::Return(Vec::new());

fn a_stub_returns_arguments_of_every_type(jdks: &[Jdk]) {
    let return_arguments = |test: &mut Script| {
        let mut behaviours = vec![Behaviour::Argument(0); 12];
        behaviours[11] = NOTHING;
        let every = test.implement("demo.Callbacks$Every", &[], &[], behaviours);
        test.call("demo.Callbacks", "every", None, &[every]);
    };
    check(jdks, &return_arguments, returned(&text("true 1 97 2 3 4 5.0 6.0 x true 1099511627776")));
}

fn a_method_without_values_returns_zero_false_or_null(jdks: &[Jdk]) {
    let return_defaults = |test: &mut Script| {
        let every = test.implement("demo.Callbacks$Every", &[], &[], vec![NOTHING; 12]);
        test.call("demo.Callbacks", "every", None, &[every]);
    };
    check(jdks, &return_defaults, returned(&text("false 0 0 0 0 0 0.0 0.0 null false 0")));
}

fn a_method_without_values_returns_an_empty_collection_or_optional_value(jdks: &[Jdk]) {
    let return_defaults = |test: &mut Script| {
        let (map, text) = (test.class("java.util.Map"), test.class("java.lang.String"));
        let map = Type::Class(map.class_id().unwrap(), [text.clone(), text].into());
        let mut behaviours = vec![NOTHING; 10];
        behaviours[8] = Behaviour::Argument(0);
        let empties = test.implement("demo.Callbacks$Empties", &[map], &[], behaviours);
        test.call("demo.Callbacks", "empties", None, &[empties]);
    };
    let expected = "[] {} [] {} Optional.empty OptionalInt.empty 0 0 1 []";
    check(jdks, &return_defaults, returned(&text(expected)));
}

fn each_stub_returns_its_values_in_order(jdks: &[Jdk]) {
    let return_values = |test: &mut Script| {
        let values: Vec<Var> = ["a", "b"].map(|it| test.string(it)).into();
        let ty = [test.class("java.lang.String")];
        let behaviours = vec![Behaviour::Return(values)];
        let [a, b] = [(); 2].map(|()| test.implement("demo.Callbacks$Source", &ty, &[], behaviours.clone()));
        test.call("demo.Callbacks", "text", None, &[a, b]);
    };
    check(jdks, &return_values, returned(&text("[a, b, b] [a] b")));
}

fn a_stub_throws_the_exception_object_of_the_test(jdks: &[Jdk]) {
    let throw_exception = |test: &mut Script| {
        let message = test.string("wrong");
        let exception = test.construct("demo.Sample$Failure", None, &[message]);
        let task = test.implement("java.lang.Runnable", &[], &[], vec![Behaviour::Throw(exception)]);
        test.call("java.lang.Runnable", "run", Some(task), &[]);
    };
    check(jdks, &throw_exception, ("demo.Sample$Failure", None));
}

fn all_descriptors_of_a_method_have_the_same_behaviour(jdks: &[Jdk]) {
    let call_bridge = |test: &mut Script| {
        let seven = test.int(7);
        let order = test.implement("demo.Callbacks$Order", &[], &[], vec![Behaviour::Return(vec![seven])]);
        test.call("demo.Callbacks", "compare", None, &[order]);
    };
    check(jdks, &call_bridge, returned(&Observation::Literal(Literal::Int(7))));
}

/// Creates a stub of a package-private abstract class. The constructor of this class calls the method that
/// the stub implements.
fn hidden_stub(test: &mut Script) -> Var {
    let integer = [test.class("java.lang.Integer")];
    let (more, less) = (test.literal(Literal::Long(20)), test.int(3));
    let (one, two) = (test.int(1), test.int(2));
    let behaviours = vec![Behaviour::Return(vec![one, two])];
    test.implement("demo.Callbacks$Hidden", &integer, &[more, less], behaviours)
}

fn the_superclass_constructor_can_call_methods_of_the_stub(jdks: &[Jdk]) {
    let read_constructor_result = |test: &mut Script| {
        let object = hidden_stub(test);
        test.call("demo.Callbacks$Hidden", "seen", Some(object), &[]);
    };
    check(jdks, &read_constructor_result, returned(&Observation::Literal(Literal::Int(18))));
}

fn an_argument_of_another_type_than_the_type_argument_causes_an_exception(jdks: &[Jdk]) {
    let pass_wrong_type = |test: &mut Script| {
        let object = hidden_stub(test);
        let ty = test.class("java.lang.Double");
        let half = test.push(StatementKind::Literal(Literal::Double(0.5)), ty);
        test.call("demo.Callbacks$Hidden", "ask", Some(object), &[half]);
    };
    check(jdks, &pass_wrong_type, ("java.lang.ClassCastException", None));
}

fn methods_of_java_lang_object_can_be_called_on_a_stub(jdks: &[Jdk]) {
    let call_object_methods = |test: &mut Script| {
        let strings = [test.class("java.lang.String")];
        let order = test.implement("java.util.Comparator", &strings, &[], vec![NOTHING]);
        test.call("demo.Callbacks", "isItself", None, &[order]);
    };
    check(jdks, &call_object_methods, returned(&Observation::Literal(Literal::Boolean(true))));
}

#[test]
fn a_loop_that_only_calls_a_stub_ends() {
    let world = world();
    let mut test = script(&world);
    let task = test.implement("java.lang.Runnable", &[], &[], vec![NOTHING]);
    test.call("demo.Callbacks", "forever", None, &[task]);
    assert_eq!(outcome(&run(&world, &[test.test])[0].outcome), "Shortened(OutOfBudget)");
}

#[test]
fn a_worker_that_replaces_a_lost_worker_receives_the_stub_classes() {
    let world = world();
    let mut pool = start(config());
    let mut test = script(&world);
    let number = test.push(StatementKind::Literal(Literal::Int(7)), test.class("java.lang.Integer"));
    let source = test.implement(
        "demo.Callbacks$Source",
        &[test.class("java.lang.Integer")],
        &[],
        vec![Behaviour::Return(vec![number])],
    );
    test.call("demo.Callbacks$Source", "get", Some(source), &[]);
    let crash = crate::setup::call(&world, "demo.Wild", "halt", &[]);
    let tests = [test.test.clone(), crash, test.test];
    let outcome_names: Vec<String> =
        run_on(&mut pool, &world, &tests, Mode::Run).iter().map(|it| outcome(&it.outcome)).collect();
    assert_eq!((&*outcome_names[0], &*outcome_names[2]), ("Returned", "Returned"), "{outcome_names:?}");
}
