//! Tests of the rules for the classes and members that a test in a package can use.

use types::{ClassPath, World, is_identifier};

use crate::common::{Fixture, class, header, jdk, jdk_world};

const SOURCES: &[(&str, &str)] = &[
    (
        "p/A.java",
        "package p; public class A extends Hidden<String> {
            public static class Open {} protected static class Kin {} static class Near {} private static class Own {}
            private static class Shut { public static class Within {} }
            public void open() {} protected void kin() {} void near() {} private void own() {}
            @Override public void over(String s) {} public String toString() { return null; }
            public int shown; protected int kinField; int nearField; private int ownField; }
        class Hidden<T> implements I, J { public void inherited(T t) {} public void over(T t) {} public int up; public int shown;
            void far() {} static void still() {} }
        interface I { int ONE = 1; default void twice() {} static void bound() {} void pure(); }
        interface J extends I { default void twice() {} default void pure() {} }",
    ),
    ("Unnamed.java", "public class Unnamed {}"),
];

#[test]
fn class_accessibility_follows_the_language_rules() {
    let fixture = Fixture::new(SOURCES);
    let world = &fixture.world;
    let check = |name: &str, from_p: bool, from_q: bool| {
        let id = class(world, name);
        let actual = ["p", "q"].map(|package| world.is_accessible_class(id, package));
        assert_eq!(actual, [from_p, from_q], "{name}");
    };
    check("p.A", true, true);
    check("p.Hidden", true, false);
    check("p.A$Open", true, true);
    check("p.A$Kin", true, false);
    check("p.A$Near", true, false);
    check("p.A$Own", false, false);
    check("p.A$Shut$Within", false, false);
    check("Unnamed", false, false);
    assert!(world.is_accessible_class(class(world, "Unnamed"), ""));
    assert!(world.is_accessible_class(class(world, "p.A"), ""));
}

#[test]
fn only_exported_packages_of_the_jdk_can_be_named() {
    let world = jdk_world();
    let check = |name: &str, expect| {
        assert_eq!(world.is_accessible_class(class(&world, name), "p"), expect, "{name}");
    };
    check("java.util.List", true);
    check("java.util.Map$Entry", true);
    check("java.util.AbstractList$Itr", false);
    check("java.util.ImmutableCollections", false);
    check("org.w3c.dom.Node", true);
    if world.jdk().version >= 9 {
        check("sun.security.x509.X500Name", false);
        check("jdk.internal.misc.Unsafe", false);
        assert!(world.jdk().is_exported("com.sun.source.tree"));
        assert!(!world.jdk().is_exported("no.such.name"));
    }
}

#[test]
fn keywords_and_other_invalid_identifiers_are_not_names() {
    for (name, expect) in
        [("a1", true), ("été", true), ("A$b_", true), ("1a", false), ("a-b", false), ("new", false)]
            .into_iter()
            .chain([
                ("", false),
                ("_", false),
                ("true", false),
                ("record", true),
                ("while", false),
                ("abstract", false),
            ])
    {
        assert_eq!(is_identifier(name), expect, "{name}");
    }
}

#[test]
fn callable_methods_include_each_method_of_package_private_superclasses_once() {
    let fixture = Fixture::new(SOURCES);
    let world = &fixture.world;
    let check = |package: &str, expect: &[&str]| {
        let methods = world.methods_of(class(world, "p.A"), package).into_iter();
        let mut actual: Vec<String> = methods
            .map(|id| format!("{}: {}", world.class(world.method(id).class).simple_name, header(world, id)))
            .collect();
        actual.sort();
        assert_eq!(actual, expect);
    };
    check(
        "q",
        &[
            "A: java.lang.String toString()",
            "A: void open()",
            "A: void over(java.lang.String)",
            "Hidden: void inherited(T)",
            "J: void pure()",
            "J: void twice()",
        ],
    );
    check(
        "p",
        &[
            "A: java.lang.String toString()",
            "A: void kin()",
            "A: void near()",
            "A: void open()",
            "A: void over(java.lang.String)",
            "Hidden: void far()",
            "Hidden: void inherited(T)",
            "Hidden: void still()",
            "J: void pure()",
            "J: void twice()",
        ],
    );
}

#[test]
fn hidden_fields_are_not_listed() {
    let fixture = Fixture::new(SOURCES);
    let world = &fixture.world;
    let check = |package: &str, expect: &[&str]| {
        let fields = world.fields_of(class(world, "p.A"), package);
        assert_eq!(fields.iter().map(|&f| &*world.field(f).name).collect::<Vec<_>>(), expect);
    };
    check("q", &["shown", "up", "ONE"]);
    check("p", &["shown", "kinField", "nearField", "up", "ONE"]);
}

#[test]
fn types_that_cannot_be_named_become_their_nearest_nameable_supertypes() {
    let fixture = Fixture::new(&[(
        "p/T.java",
        "package p; import java.util.*; public class T {
            private static class Own<E> extends ArrayList<E> {} private static class Alone {}
            static class Outer<X> { class Inner<Y> {} class Plain {} }
            Outer<String>.Inner<Integer> inner; Outer<String>.Plain plain; List<Outer<String>.Inner<Integer>> inners;
            List<Outer<String>.Plain> plains; Own<String> own; Own<Alone>[] array; List<Alone> list; Map<? extends Own<Integer>, String> map; Alone alone; }",
    )]);
    let world = &fixture.world;
    let check = |field: &str, expect: &str| {
        let ty = world.nameable(&crate::common::field_type(world, "p.T", field), "p");
        assert_eq!(world.display(&ty).replace("java.lang.", "").replace("java.util.", ""), expect);
    };
    check("own", "ArrayList<String>");
    check("array", "ArrayList<?>[]");
    check("list", "List<?>");
    check("map", "Map<? extends ArrayList<Integer>, String>");
    check("alone", "Object");
    check("inner", "p.T.Outer.Inner");
    check("plain", "p.T.Outer.Plain");
    check("inners", "List<?>");
    check("plains", "List<?>");
}

#[test]
fn a_member_whose_name_is_no_identifier_is_not_accessible() {
    let fixture = Fixture::new(&[(
        "p/A.java",
        "package p; public class A { public void ma() {} public int fa; public A() {} }",
    )]);
    let path = fixture.classes().join("p/A.class");
    let mut bytes = std::fs::read(&path).unwrap();
    for (old, new) in [(b"\x00\x02ma", b"\x00\x02m,"), (b"\x00\x02fa", b"\x00\x02f ")] {
        let at = bytes.windows(4).position(|window| window == old).unwrap();
        bytes[at..at + 4].copy_from_slice(new);
    }
    std::fs::write(&path, bytes).unwrap();
    let world = World::new(ClassPath::open(&[fixture.classes().to_owned()]).unwrap(), jdk());
    let id = class(&world, "p.A");
    assert_eq!((world.class(id).methods.len(), world.class(id).fields.len()), (1, 1));
    assert!(world.methods_of(id, "p").is_empty() && world.fields_of(id, "p").is_empty());
    let constructor = world.method(world.class(id).constructors[0]);
    assert!(world.is_accessible_method(constructor, "p"));
}
