//! Tests of the types of a member in source that uses the member. Every call that these types allow must
//! compile.

use std::fmt::Write;
use std::path::PathBuf;

use fixtures::JavaSources;
use tempfile::TempDir;
use types::{ClassId, Method, Type, World};

use crate::common::{Fixture, class, display_all, field_type, jdk_world};

/// Returns the source of a method `name` that calls `method` and assigns the result. All types in the source
/// are types that the world computed.
pub fn call(world: &World, method: &Method, receiver: Option<&Type>, name: &str) -> String {
    let bindings = world.bind(method.id, receiver, None);
    let mut parameters: Vec<String> =
        receiver.map(|ty| format!("{} self", world.display(ty))).into_iter().collect();
    let mut arguments = Vec::new();
    for (i, argument) in method.arguments.iter().enumerate() {
        match world.substitute_parameter(argument, &bindings) {
            Type::Null => arguments.push("null".into()),
            ty => {
                parameters.push(format!("{} a{i}", world.display(&ty)));
                arguments.push(format!("a{i}"));
            }
        }
    }
    let arguments = arguments.join(", ");
    let result = world.display(&world.nameable(&world.substitute(&method.result, &bindings), "p"));
    let class = world.source_name(method.class);
    let call = match receiver {
        _ if method.is_constructor() => {
            let diamond =
                if world.class(method.class).parameters.is_empty() || bindings.raw { "" } else { "<>" };
            format!("{result} r = new {class}{diamond}({arguments});")
        }
        receiver => {
            let owner = if receiver.is_some() { "self" } else { &class };
            let call = format!("{owner}.{}({arguments});", method.name);
            if method.result == Type::Void { call } else { format!("{result} r = {call}") }
        }
    };
    format!("static void {name}({}) throws Throwable {{ {call} }}", parameters.join(", "))
}

/// Appends calls of all methods and constructors of the classes that a test in package `p` can use.
pub fn calls(world: &World, classes: &[ClassId], source: &mut String) {
    let mut names = (0..).map(|n| format!("m{n}"));
    for &class in classes {
        let receiver = world.default_type(class);
        let declaration = world.class(class);
        let constructors = declaration.constructors.iter().copied().filter(|_| !declaration.is_abstract());
        for method in constructors.chain(world.methods_of(class, "p")).map(|id| world.method(id)) {
            let types = method.arguments.iter().chain([&method.result]);
            let has_unnameable_type =
                types.clone().any(|ty| world.nameable(&world.erase(ty), "p") != world.erase(ty));
            if has_unnameable_type
                || !world.is_accessible_method(method, "p")
                || method.outer_instance.is_some()
                || method.is_static() && !world.is_accessible_class(method.class, "p")
            {
                continue;
            }
            let receiver = (!method.is_static() && !method.is_constructor()).then_some(&receiver);
            writeln!(source, "{}", call(world, method, receiver, &names.next().unwrap())).unwrap();
        }
    }
}

/// Compiles a class of package `p` with a body, and returns the output of javac. The result is empty if the
/// class compiles.
pub fn compile(body: &str, class_path: &[PathBuf]) -> String {
    let folder = TempDir::new().unwrap();
    let source = format!("package p; class Calls {{\n{body}\n}}");
    let sources = JavaSources::new().options(&["-nowarn", "-Xmaxerrs", "1000"]).text("p/Calls.java", &source);
    let sources = class_path.iter().fold(sources, JavaSources::class_path);
    let output = sources.command(folder.path()).output().unwrap();
    if output.status.success() { String::new() } else { String::from_utf8_lossy(&output.stderr).into_owned() }
}

#[test]
fn every_call_on_common_classes_of_the_jdk_compiles() {
    let world = jdk_world();
    let names = [
        "java.lang.String",
        "java.lang.Integer",
        "java.lang.Character",
        "java.lang.Class",
        "java.lang.Enum",
        "java.lang.StringBuilder",
        "java.lang.ThreadLocal",
        "java.util.List",
        "java.util.ArrayList",
        "java.util.TreeMap",
        "java.util.HashMap",
        "java.util.Map$Entry",
        "java.util.AbstractMap$SimpleEntry",
        "java.util.EnumMap",
        "java.util.EnumSet",
        "java.util.Collections",
        "java.util.Arrays",
        "java.util.Objects",
        "java.util.Optional",
        "java.util.Comparator",
        "java.util.PriorityQueue",
        "java.util.concurrent.ConcurrentHashMap",
        "java.util.concurrent.CompletableFuture",
        "java.util.concurrent.TimeUnit",
        "java.util.stream.Stream",
        "java.util.stream.Collectors",
        "java.util.function.Function",
        "java.util.function.BinaryOperator",
        "java.math.BigDecimal",
        "java.time.LocalDate",
        "java.time.chrono.ChronoLocalDateTime",
        "java.nio.ByteBuffer",
        "java.nio.file.Files",
    ];
    let classes: Vec<ClassId> = names.iter().map(|name| class(&world, name)).collect();
    let mut source = String::new();
    calls(&world, &classes, &mut source);
    assert!(source.lines().count() > 1000);
    assert_eq!(compile(&source, &[]), "");
}

#[test]
fn the_receiver_type_determines_argument_and_result_types() {
    let fixture = Fixture::new(&[(
        "p/R.java",
        "package p; import java.util.*; class R {
            List<String> exact; List raw; List<? extends Number> read; List<? super Integer> write; List<?> any;
            Map<String, ? extends List<Integer>> map; }",
    )]);
    let world = &fixture.world;
    let check = |field: &str, name: &str, descriptor: &str, expect: &str| {
        let receiver = field_type(world, "p.R", field);
        let class = receiver.class_id().unwrap();
        let methods = world.methods_of(class, "p").into_iter().map(|id| world.method(id));
        let method =
            methods.into_iter().find(|m| &*m.name == name && m.descriptor.starts_with(descriptor)).unwrap();
        let bindings = world.bind(method.id, Some(&receiver), None);
        let arguments: Vec<Type> =
            method.arguments.iter().map(|ty| world.substitute_parameter(ty, &bindings)).collect();
        let result = world.display(&world.substitute(&method.result, &bindings));
        assert_eq!(format!("{result} ({})", display_all(world, &arguments)), expect, "{field}.{name}");
    };
    check("exact", "get", "(I)", "java.lang.String (int)");
    check("exact", "addAll", "(Ljava", "boolean (java.util.Collection<? extends java.lang.String>)");
    check("raw", "get", "(I)", "java.lang.Object (int)");
    check("raw", "addAll", "(Ljava", "boolean (java.util.Collection)");
    check("raw", "stream", "()", "java.util.stream.Stream ()");
    check("read", "get", "(I)", "java.lang.Number (int)");
    check("read", "set", "(I", "java.lang.Number (int, null)");
    check("read", "iterator", "()", "java.util.Iterator<? extends java.lang.Number> ()");
    check("read", "forEach", "(L", "void (java.util.function.Consumer<? super java.lang.Number>)");
    check("write", "get", "(I)", "java.lang.Object (int)");
    check("write", "set", "(I", "java.lang.Object (int, java.lang.Integer)");
    check("write", "addAll", "(Ljava", "boolean (java.util.Collection<? extends java.lang.Integer>)");
    check("any", "contains", "(L", "boolean (java.lang.Object)");
    check("any", "removeIf", "(L", "boolean (java.util.function.Predicate<? super java.lang.Object>)");
    check("map", "get", "(L", "java.util.List<java.lang.Integer> (java.lang.Object)");
}

#[test]
fn a_wanted_type_binds_the_variables_of_factories_and_constructors() {
    let fixture = Fixture::new(&[(
        "p/W.java",
        "package p; import java.util.*; class W {
            List<String> strings; Collection<? extends Number> numbers; Map<String, Integer> map; Object object; Set<?> any;
            Comparable<String> comparable; Box<Integer> box;
            static <T> List<T> of(T t) { return null; } static <T extends Comparable<T>> T max(T t) { return null; }
            static <E extends Enum<E>> E parse(Class<E> c) { return null; }
            static <N extends Number & Comparable<N>> List<N> list(N n) { return null; }
            static <S extends Selfish<S>> S selfish(S s) { return s; }
            static <A extends B, B extends CharSequence> A chain(A a, B b) { return a; }
            static class Box<N extends Number> { Box(N n) {} }
            public static class Selfish<S extends Selfish<S>> {} public static class Me extends Selfish<Me> {} }",
    )]);
    let world = &fixture.world;
    let check = |class_name: &str, method: &str, wanted: &str, expect: &str| {
        let declaring = world.class(class(world, class_name));
        let mut members = declaring.methods.iter().chain(&declaring.constructors).map(|&id| world.method(id));
        let method = members.find(|m| &*m.name == method && m.arguments.len() < 3).unwrap();
        let wanted = (!wanted.is_empty()).then(|| field_type(world, "p.W", wanted));
        let bindings = world.bind(method.id, None, wanted.as_ref());
        let arguments: Vec<Type> =
            method.arguments.iter().map(|ty| world.substitute(ty, &bindings)).collect();
        let result = world.display(&world.substitute(&method.result, &bindings));
        assert_eq!(
            format!("{result} <- {}", display_all(world, &arguments)).replace("java.lang.", ""),
            expect
        );
    };
    check("p.W", "of", "strings", "java.util.List<String> <- String");
    check("p.W", "of", "numbers", "java.util.List<Number> <- Number");
    check("p.W", "of", "object", "java.util.List<Object> <- Object");
    check("p.W", "of", "", "java.util.List<Object> <- Object");
    check("p.W", "max", "", "Integer <- Integer");
    check("p.W", "max", "object", "Integer <- Integer");
    check("p.W", "parse", "", "java.util.concurrent.TimeUnit <- Class<java.util.concurrent.TimeUnit>");
    check("p.W", "list", "numbers", "java.util.List<Integer> <- Integer");
    check("p.W", "selfish", "", "p.W.Me <- p.W.Me");
    check("p.W", "chain", "", "String <- String, String");
    check("java.util.HashMap", "<init>", "map", "java.util.HashMap<String, Integer> <- ");
    check("java.util.ArrayList", "<init>", "numbers", "java.util.ArrayList<Number> <- ");
    check("p.W$Box", "<init>", "box", "p.W.Box<Integer> <- Integer");
    check("p.W$Box", "<init>", "", "p.W.Box<Integer> <- Integer");
}

#[test]
fn the_wanted_result_determines_the_receiver_type() {
    let fixture = Fixture::new(&[(
        "p/W.java",
        "package p; import java.util.*; import java.util.stream.*; class W {
            Stream<String> stream; Iterator<? extends Number> iterator; Object object; }",
    )]);
    let world = &fixture.world;
    let check = |class_name: &str, method: &str, wanted: &str, expect: &str| {
        let declaring = world.class(class(world, class_name));
        let mut methods = declaring.methods.iter().map(|&id| world.method(id));
        let method = methods.find(|m| &*m.name == method).unwrap();
        let receiver = world.receiver_type(method.id, &field_type(world, "p.W", wanted));
        assert_eq!(world.display(&receiver).replace("java.lang.", ""), expect);
    };
    check("java.util.Collection", "stream", "stream", "java.util.Collection<String>");
    check("java.util.ArrayList", "iterator", "iterator", "java.util.ArrayList<Number>");
    check("java.util.Map", "get", "object", "java.util.Map<Object, Object>");
    check("java.util.regex.Pattern", "matcher", "object", "java.util.regex.Pattern");
}

#[test]
fn a_field_is_used_in_its_package_if_another_top_level_class_reads_or_writes_it() {
    let sources = [
        (
            "p/Node.java",
            "package p; class Node { int next; int own; int nested; class In { int get() { return nested; } } }",
        ),
        ("p/List.java", "package p; class List { void link(Node node) { node.next = 1; } }"),
    ];
    let fixture = Fixture::new(&sources);
    let world = &fixture.world;
    let is_used = |name: &str| {
        let fields = &world.class(class(world, "p.Node")).fields;
        let field = fields.iter().copied().find(|&field| &*world.field(field).name == name);
        world.is_used_in_package(field.unwrap_or_else(|| panic!("no field {name}")))
    };
    assert!(is_used("next"));
    assert!(!is_used("own"));
    assert!(!is_used("nested"));
}
