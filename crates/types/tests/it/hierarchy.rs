//! Tests of loaded classes: kinds, nesting, generics, missing classes.

use proptest::prelude::*;
use types::{ClassId, ClassKind, ClassPath, Deprecated, Type, World};

use crate::common::{Fixture, class, display_all, header, jdk_world};

const SOURCES: &[(&str, &str)] = &[(
    "p/Shape.java",
    "package p; import java.util.*; import java.util.function.*;
    public sealed interface Shape permits Shape.Circle, Shape.Square {
        record Circle(double radius, List<String> tags) implements Shape {}
        record Square(int side) implements Shape, Comparable<Square> {
            public int compareTo(Square other) { return side - other.side; } }
        enum Color { RED, GREEN { int code() { return 2; } }; int code() { return 1; } Color() {} Color(int x) {} }
        class Outer<T> {
            T value;
            class Inner<K extends Comparable<K>> { K key; T seen; Map<K, T> both; Inner(K key, long n, T t) {} }
            class Plain { T seen; }
            Outer<String>.Inner<Integer> inner; Outer<String>.Plain plain;
            static <X extends Exception> void run(Supplier<? extends X> s, int... more) throws X {}
            Runnable anonymous() { class Local {} return new Runnable() { public void run() {} }; }
            @Deprecated void old() {} @Deprecated(forRemoval = true) void leaving() {}
        }
        @interface Mark {}
    }",
)];

fn check_kind(world: &World, name: &str, kind: ClassKind, simple_name: &str) {
    let class = world.class(class(world, name));
    assert_eq!((class.kind, &*class.simple_name), (kind, simple_name), "{name}");
}

fn headers(world: &World, id: ClassId) -> Vec<String> {
    let class = world.class(id);
    class.constructors.iter().chain(&class.methods).map(|&id| header(world, id)).collect()
}

#[test]
fn kinds_nesting_and_members_agree_with_the_source() {
    let fixture = Fixture::with_options(SOURCES, &["-g"], &[]);
    let world = &fixture.world;
    check_kind(world, "p.Shape", ClassKind::Interface, "Shape");
    check_kind(world, "p.Shape$Circle", ClassKind::Record, "Circle");
    check_kind(world, "p.Shape$Color", ClassKind::Enum, "Color");
    check_kind(world, "p.Shape$Mark", ClassKind::Annotation, "Mark");

    let circle = class(world, "p.Shape$Circle");
    assert_eq!(world.class(circle).outer, Some(class(world, "p.Shape")));
    let expected = "p.Shape.Circle <init>(double, java.util.List<java.lang.String>)";
    assert_eq!(headers(world, circle)[0], expected);
    let names = &world.method(world.class(circle).constructors[0]).argument_names;
    assert_eq!(names.iter().map(|n| &**n).collect::<Vec<_>>(), ["radius", "tags"]);

    // Bridge methods are not included.
    let square = headers(world, class(world, "p.Shape$Square"));
    assert_eq!(square.iter().filter(|m| m.contains("compareTo")).count(), 1, "{square:?}");

    let color = world.class(class(world, "p.Shape$Color"));
    let constants = color.fields.iter().filter(|&&f| world.field(f).enum_constant).count();
    assert_eq!(constants, 2);
    assert_eq!(headers(world, color.id)[..2], ["p.Shape.Color <init>()", "p.Shape.Color <init>(int)"]);
    assert!(world.class(class(world, "p.Shape$Color$1")).local);

    assert!(world.class(class(world, "p.Shape$Outer$1")).local);
    assert!(world.class(class(world, "p.Shape$Outer$1Local")).local);
    assert_eq!(world.skipped(), []);
}

#[test]
fn the_outer_instance_of_an_inner_class_is_not_an_argument() {
    let fixture = Fixture::with_options(SOURCES, &["-g"], &[]);
    let world = &fixture.world;
    let outer = class(world, "p.Shape$Outer");
    let inner_class = world.class(class(world, "p.Shape$Outer$Inner"));
    let constructor = world.method(inner_class.constructors[0]);
    assert_eq!(constructor.outer_instance, Some(outer));
    assert_eq!(header(world, constructor.id), "p.Shape.Outer.Inner<K> <init>(K, long, T)");
    assert_eq!(display_all(world, &inner_class.parameters[0].bounds), "java.lang.Comparable<K>");
    assert_eq!(constructor.argument_names.iter().map(|n| &**n).collect::<Vec<_>>(), ["key", "n", "t"]);

    let types: Vec<Type> = world.class(outer).fields.iter().map(|&f| world.field(f).ty.clone()).collect();
    assert_eq!(display_all(world, &types), "T, p.Shape.Outer.Inner, p.Shape.Outer.Plain");
    // A field of the inner class has the type `T` of the outer class. In an expression, the type of the field
    // is the bound of `T`.
    let seen = world.class(class(world, "p.Shape$Outer$Plain")).fields[0];
    assert_eq!(world.display(&world.field_type(seen, Some(&types[2]))), "java.lang.Object");

    let method_named = |name: &str| {
        world.class(outer).methods.iter().map(|&m| world.method(m)).find(|m| &*m.name == name).unwrap()
    };
    let run = method_named("run");
    assert_eq!(header(world, run.id), "void run(java.util.function.Supplier<? extends X>, int[])");
    assert_eq!(display_all(world, &run.exceptions), "X");
    let deprecations = ["run", "old", "leaving"].map(|name| method_named(name).deprecated);
    assert_eq!(deprecations, [Deprecated::No, Deprecated::Yes, Deprecated::ForRemoval]);
}

#[test]
fn members_that_mention_a_missing_class_are_skipped_and_reported() {
    let source = "package p; import java.util.*; public class A extends Gone implements Comparable<A>, Lost {
        public int compareTo(A a) { return 0; } Gone field; public int kept;
        void gone(Gone g) {} List<Gone> list() { return null; } void thrower() throws Oops {} A(Gone g) {} A() {} }
        class Gone {} interface Lost {} class Oops extends Exception {}";
    let deleted = ["p/Gone.class", "p/Lost.class", "p/Oops.class"];
    let fixture = Fixture::with_options(&[("p/A.java", source)], &[], &deleted);
    let world = &fixture.world;
    let a = world.class(class(world, "p.A"));
    assert_eq!(a.superclass, None);
    assert_eq!(display_all(world, &a.interfaces), "java.lang.Comparable");
    assert_eq!(headers(world, a.id), ["p.A <init>()", "int compareTo(p.A)"]);
    assert_eq!(a.fields.iter().map(|&f| &*world.field(f).name).collect::<Vec<_>>(), ["kept"]);
    let skipped = world.skipped();
    for member in ["field", "gone", "list", "thrower", "<init>"] {
        assert!(skipped.iter().any(|(name, _)| *name == format!("p.A.{member}")), "{member}: {skipped:?}");
    }
    assert!(skipped.contains(&("class p.A".into(), "p.Gone".into())));
    assert_eq!(world.class_named("p.Gone"), None);
}

#[test]
fn the_class_of_a_damaged_file_has_no_members_and_is_reported() {
    let fixture = Fixture::new(&[("p/A.java", "package p; public class A { public void m() {} }")]);
    let file = fixture.classes().join("p/A.class");
    let bytes = std::fs::read(&file).unwrap();
    std::fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    let world = &fixture.world;
    let a = class(world, "p.A");
    assert!(world.class(a).methods.is_empty() && !world.is_accessible_class(a, "p"));
    assert!(world.skipped()[0].1.contains("missing bytes"), "{:?}", world.skipped());
}

#[test]
fn class_files_with_changed_bytes_never_cause_a_panic() {
    let fixture = Fixture::with_options(SOURCES, &["-g"], &[]);
    let (folder, jdk) = (fixture.classes().to_owned(), std::sync::Arc::new(crate::common::jdk()));
    let names: Vec<String> = fixture.world.class_path().names().map(str::to_owned).collect();
    let files: Vec<_> = names.iter().map(|name| folder.join(format!("{name}.class"))).collect();
    let originals: Vec<Vec<u8>> = files.iter().map(|file| std::fs::read(file).unwrap()).collect();
    let changes = prop::collection::vec(
        (any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<u8>()),
        1..20,
    );
    proptest!(ProptestConfig::with_cases(150), |(changes in changes)| {
        let mut changed_files = originals.clone();
        for (file, at, byte) in changes {
            let bytes = &mut changed_files[file.index(files.len())];
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        for (file, bytes) in files.iter().zip(&changed_files) {
            std::fs::write(file, bytes).unwrap();
        }
        let world = World::new(ClassPath::open(std::slice::from_ref(&folder)).unwrap(), jdk.clone());
        for name in &names {
            let class = class(&world, &name.replace('/', "."));
            let ty = world.default_type(class);
            world.display(&ty);
            world.nameable(&ty, "p");
            world.producers(class);
            for method in world.methods_of(class, "p") {
                world.bind(method, Some(&ty), Some(&ty));
            }
            for field in world.fields_of(class, "p") {
                world.field_type(field, Some(&ty));
            }
        }
    });
}

#[test]
fn generic_signatures_of_the_jdk_are_parsed() {
    let world = jdk_world();
    let check = |class_name: &str, name: &str, expect: &[&str]| {
        let methods = world.class(class(&world, class_name)).methods.iter();
        let mut actual: Vec<String> =
            methods.filter(|&&m| &*world.method(m).name == name).map(|&m| header(&world, m)).collect();
        actual.sort();
        assert_eq!(actual, expect);
    };
    check("java.util.Map", "entrySet", &["java.util.Set<java.util.Map.Entry<K, V>> entrySet()"]);
    check(
        "java.util.Map$Entry",
        "comparingByKey",
        &[
            "java.util.Comparator<java.util.Map.Entry<K, V>> comparingByKey()",
            "java.util.Comparator<java.util.Map.Entry<K, V>> comparingByKey(java.util.Comparator<? super K>)",
        ],
    );
    check("java.util.List", "toArray", &["T[] toArray(T[])", "java.lang.Object[] toArray()"]);
    check("java.lang.Class", "asSubclass", &["java.lang.Class<? extends U> asSubclass(java.lang.Class<U>)"]);
    let enum_class = world.class(class(&world, "java.lang.Enum"));
    assert_eq!(display_all(&world, &enum_class.parameters[0].bounds), "java.lang.Enum<E>");
    let collections = world.class(class(&world, "java.util.Collections"));
    let max = collections.methods.iter().map(|&m| world.method(m)).find(|m| &*m.name == "max").unwrap();
    let bounds = display_all(&world, &max.parameters[0].bounds);
    assert_eq!(bounds, "java.lang.Object, java.lang.Comparable<? super T>");
    assert_eq!(world.descriptor_of(&Type::Array(max.result.clone().into())), "[Ljava/lang/Object;");
}
