//! Tests of subtypes and producers.

use types::{Producer, Type, World};

use crate::common::{Fixture, class, display_all, jdk_world};

const SOURCES: &[(&str, &str)] = &[
    (
        "p/Node.java",
        "package p; import java.util.*; public abstract class Node {
            public static final Node EMPTY = new Leaf(0); public static Node parse(String s) { return null; }
            @Deprecated public static Node old() { return null; } private static Node own() { return null; }
            public Node next() { return null; } public Node[] all() { return null; }
            static class Leaf extends Node { Leaf(int value) {} private Leaf() {} }
            public static class Bag extends AbstractList<Node> implements Runnable {
                public Node get(int i) { return null; } public int size() { return 0; } public void run() {} } }",
    ),
    (
        "a/Maker.java",
        "package a; public class Maker { public p.Node make() { return null; } public static p.Node of() { return null; }
            public static class Far extends p.Node { public Far() {} } public enum Level { LOW, HIGH } }",
    ),
];

fn describe(world: &World, producer: Producer) -> String {
    match producer {
        Producer::Method(id) => {
            let method = world.method(id);
            let arguments = display_all(world, &method.arguments);
            format!("{}.{}({arguments})", world.source_name(method.class), method.name)
        }
        Producer::Field(id) => {
            format!("{}.{}", world.source_name(world.field(id).class), world.field(id).name)
        }
    }
}

fn producers_of(world: &World, name: &str) -> Vec<String> {
    world.producers(class(world, name)).iter().map(|&p| describe(world, p)).collect()
}

#[test]
fn members_of_the_class_come_first_then_members_of_its_package_then_other_members() {
    let fixture = Fixture::new(SOURCES);
    assert_eq!(
        producers_of(&fixture.world, "p.Node"),
        [
            "p.Node.parse(java.lang.String)",
            "p.Node.EMPTY",
            "p.Node.Leaf.<init>(int)",
            "p.Node.next()",
            "p.Node.Bag.get(int)",
            "a.Maker.Far.<init>()",
            "a.Maker.of()",
            "a.Maker.make()",
        ]
    );
    let levels = ["a.Maker.Level.valueOf(java.lang.String)", "a.Maker.Level.LOW", "a.Maker.Level.HIGH"];
    assert_eq!(producers_of(&fixture.world, "a.Maker$Level"), levels);
}

#[test]
fn members_on_the_class_path_produce_arrays() {
    let fixture = Fixture::new(SOURCES);
    let world = &fixture.world;
    let check = |name: &str, expect: &[&str]| {
        let producers = world.array_producers(&Type::Array(Type::class(class(world, name)).into()));
        assert_eq!(producers.into_iter().map(|it| describe(world, it)).collect::<Vec<_>>(), expect, "{name}");
    };
    check("p.Node", &["p.Node.all()"]);
    check("a.Maker$Level", &["a.Maker.Level.values()"]);
    check("java.lang.String", &[]);
}

#[test]
fn subtypes_are_found_through_classes_of_the_jdk() {
    let fixture = Fixture::new(SOURCES);
    let world = &fixture.world;
    let check = |name: &str, expect: &[&str]| {
        let subtypes = world.subtypes(class(world, name)).iter().filter(|&&id| !world.is_from_jdk(id));
        assert_eq!(subtypes.map(|&id| world.source_name(id)).collect::<Vec<_>>(), expect, "{name}");
    };
    check("p.Node", &["a.Maker.Far", "p.Node.Leaf"]);
    check("java.util.Collection", &["p.Node.Bag"]);
    check("java.lang.Runnable", &["p.Node.Bag"]);
    check("p.Node$Leaf", &[]);
    assert!(world.subtypes(class(world, "java.util.List")).contains(&class(world, "java.util.ArrayList")));
}

#[test]
fn the_jdk_produces_types_of_the_jdk() {
    let world = jdk_world();
    let check = |name: &str, expected: &[&str]| {
        let producers = producers_of(&world, name);
        for producer in expected {
            assert!(producers.iter().any(|p| p == producer), "{producer} for {name}: {producers:#?}");
        }
    };
    check(
        "java.math.BigInteger",
        &[
            "java.math.BigInteger.ONE",
            "java.math.BigInteger.<init>(java.lang.String)",
            "java.math.BigInteger.valueOf(long)",
        ],
    );
    check("java.util.List", &["java.util.ArrayList.<init>()", "java.util.Arrays.asList(T[])"]);
    check("java.util.Iterator", &["java.util.ArrayList.iterator()"]);
    check("java.util.Optional", &["java.util.Optional.of(T)", "java.util.Optional.empty()"]);
    check("java.time.LocalDate", &["java.time.LocalDate.of(int, int, int)", "java.time.LocalDate.MAX"]);
    check("java.util.Map$Entry", &["java.util.AbstractMap.SimpleEntry.<init>(K, V)"]);
    check("java.io.Reader", &["java.io.StringReader.<init>(java.lang.String)"]);
    check("java.util.stream.Stream", &["java.util.Collection.stream()", "java.util.stream.Stream.of(T[])"]);
    check("java.util.Comparator", &["java.lang.String.CASE_INSENSITIVE_ORDER"]);
    check("java.nio.charset.Charset", &["java.nio.charset.StandardCharsets.UTF_8"]);
    check("java.util.regex.Matcher", &["java.util.regex.Pattern.matcher(java.lang.CharSequence)"]);
    check("java.io.FileInputStream", &["java.io.FileInputStream.<init>(java.io.File)"]);
    check("java.util.concurrent.Future", &["java.util.concurrent.CompletableFuture.completedFuture(U)"]);
    check("java.lang.CharSequence", &["java.lang.StringBuilder.<init>()"]);
    check("java.util.concurrent.TimeUnit", &["java.util.concurrent.TimeUnit.SECONDS"]);
    // The constructors of Integer are deprecated.
    let integer = producers_of(&world, "java.lang.Integer");
    assert!(integer.iter().all(|p| !p.contains("<init>")), "{integer:?}");
}

#[test]
fn unsuitable_members_of_the_jdk_are_not_producers() {
    let world = jdk_world();
    let check = |name: &str, unsuitable: &str| {
        let producers = producers_of(&world, name);
        assert!(
            !producers.is_empty() && producers.iter().all(|p| p != unsuitable),
            "{unsuitable} in {producers:#?}"
        );
    };
    check("java.util.Random", "java.util.Random.<init>()");
    check("java.util.Date", "java.util.Date.<init>()");
    check("java.util.Calendar", "java.util.GregorianCalendar.<init>()");
    check("java.time.LocalDate", "java.time.LocalDate.now()");
    check("java.io.PrintWriter", "java.io.PrintWriter.<init>(java.lang.String)");
    check("java.io.FileWriter", "java.io.FileWriter.<init>(java.lang.String)");
    check("java.util.UUID", "java.util.UUID.randomUUID()");
    check("java.time.Clock", "java.time.Clock.systemUTC()");
    check("java.util.stream.IntStream", "java.util.stream.IntStream.range(int, int)");
}

#[test]
fn every_common_type_of_the_jdk_has_a_producer() {
    let world = jdk_world();
    let names = "Collection List Set Map SortedMap NavigableMap SortedSet Queue Deque Iterator ListIterator Enumeration
        Comparator Map$Entry Locale Date Calendar TimeZone Random BitSet UUID Optional OptionalInt stream.Stream stream.IntStream
        concurrent.Future concurrent.locks.Lock";
    let util_names = names.split_whitespace().map(|n| format!("java.util.{n}"));
    let other_names = "java.lang.CharSequence java.lang.Number java.lang.Comparable java.lang.Appendable java.lang.Iterable
        java.io.Reader java.io.Writer java.io.InputStream java.io.OutputStream java.io.PrintStream java.io.FileReader
        java.nio.charset.Charset java.nio.ByteBuffer java.text.NumberFormat java.text.DateFormat
        java.time.Clock java.time.ZoneId java.net.URI java.net.URL java.lang.Thread java.lang.Throwable java.lang.Class
        java.lang.ClassLoader java.math.BigDecimal java.math.MathContext java.math.RoundingMode java.util.regex.Pattern
        java.util.regex.Matcher java.nio.charset.CharsetDecoder java.time.temporal.Temporal java.time.YearMonth
        java.sql.Time java.text.Collator";
    for name in util_names.chain(other_names.split_whitespace().map(Into::into)) {
        assert!(!world.producers(class(&world, &name)).is_empty(), "{name}");
    }
}

#[test]
fn an_abstract_class_of_the_jdk_without_constructors_has_a_factory() {
    let world = jdk_world();
    let check = |class: &str, producer: &str| {
        let producers = producers_of(&world, class);
        assert!(producers.iter().any(|it| it == producer), "{class}: {producers:?}");
    };
    check("java.awt.Graphics2D", "java.awt.image.BufferedImage.createGraphics()");
    check("org.w3c.dom.Document", "javax.xml.parsers.DocumentBuilder.newDocument()");
    check("org.w3c.dom.Node", "org.w3c.dom.Document.createElement(java.lang.String)");
}
