//! Tests that are carved out of compiled test classes, as Java source.

use std::path::PathBuf;

use carving::Source;
use classfile::ClassFile;
use emit::{Dialect, Framework, TestClass};
use fixtures::JavaSources;
use testcase::{CheckedTest, TestCase};
use types::{ClassPath, Jdk, World};

/// The code under test.
const SHOP: &str = "
package shop;
import java.util.*;

public class Order {
    public enum State { OPEN, CLOSED }
    public State state;
    public Order(String customer) {}
    public void add(String item, int count, double price) {}
    public void addAll(List<String> items) {}
    public int count() { return 0; }
    public boolean is(State state) { return false; }
    public static Order parse(char separator, Object... parts) { return null; }
    public class Line { public Line(long number) {} public void drop() {} }
}";

/// A test framework, which carved tests cannot use.
const FRAMEWORK: &str = "
package framework;

public class Assert {
    public interface Code { void run(); }
    public static void equal(Object expected, Object actual) {}
    public static void equal(int expected, int actual) {}
    public static void fails(Code code) {}
    public static <T> T mock(Class<T> type) { return null; }
}";

/// Compiles sources into a subfolder, and returns its path.
fn compiled(sources: &JavaSources, folder: PathBuf) -> PathBuf {
    std::fs::create_dir(&folder).unwrap();
    sources.compile_into(&folder);
    folder
}

/// Returns the tests that are carved out of a test class with these members. Each line is one test: its
/// statements, separated by spaces.
fn carved(members: &str) -> Vec<String> {
    carved_from(&format!("class OrderTest {{ {members} }}"))
}

/// Returns the tests that are carved out of the class `OrderTest`, as [`carved`] does.
fn carved_from(class: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let order = JavaSources::new().text("shop/Order.java", SHOP);
    let order = compiled(&order, folder.path().join("main"));
    let framework = JavaSources::new().text("framework/Assert.java", FRAMEWORK);
    let framework = compiled(&framework, folder.path().join("framework"));
    let text = format!("package shop; import framework.Assert; import java.util.*; {class}");
    let tests =
        JavaSources::new().class_path(&order).class_path(framework).text("shop/OrderTest.java", &text);
    let tests = compiled(&tests, folder.path().join("tests"));
    let tests = ClassPath::open(&[tests]).unwrap();
    let world = World::new(ClassPath::open(&[order]).unwrap(), Jdk::find(None).unwrap());
    let subject = world.class_named("shop.Order").unwrap();
    let source = Source {
        world: &world,
        package: "shop",
        test_classes: &|name| ClassFile::read(&tests.bytes(name)?).ok(),
        is_target: &|class| world.name(class).starts_with("shop."),
    };
    let tests = carving::carve(&source, "shop/OrderTest");
    tests.into_iter().map(|test| line(&world, subject, test)).collect()
}

/// Returns the statements of a test in one line.
fn line(world: &World, subject: types::ClassId, test: TestCase) -> String {
    let test = CheckedTest { name: "test".into(), ..CheckedTest::new(test) };
    // With JUnit 4, a test without assertions consists of its statements.
    let dialect = Dialect { framework: Framework::JUnit4, ..Dialect::default() };
    let class = TestClass { tests: vec![test], dialect, ..TestClass::named(world, subject) };
    let text = emit::source(world, &class).text;
    let body = text.lines().filter_map(|line| line.strip_prefix("    ")).collect::<Vec<_>>();
    body.join(" ")
}

#[test]
fn a_call_becomes_a_test_with_its_receiver_and_arguments() {
    let tests = carved("void t() { new Order(\"Ada\").add(\"tea\", 3, 2.5); }");
    let expected = [r#"new Order("Ada");"#, r#"new Order("Ada").add("tea", 3, 2.5);"#];
    assert_eq!(tests, expected);
}

#[test]
fn a_test_contains_the_earlier_calls_on_the_same_objects() {
    let tests = carved(
        "void t() {
             Order order = new Order(\"Ada\");
             Order other = new Order(\"Bob\");
             order.add(\"tea\", 3, 2.5);
             other.count();
             Assert.equal(3, order.count());
             Assert.equal(true, order.is(Order.State.OPEN));
         }",
    );
    let expected = [
        r#"new Order("Ada");"#,
        r#"new Order("Bob");"#,
        r#"new Order("Ada").add("tea", 3, 2.5);"#,
        r#"new Order("Bob").count();"#,
        r#"var order = new Order("Ada"); order.add("tea", 3, 2.5); order.count();"#,
        r#"var order = new Order("Ada"); order.add("tea", 3, 2.5); order.is(Order.State.OPEN);"#,
        r#"var order = new Order("Ada"); order.add("tea", 3, 2.5); order.count(); order.is(Order.State.OPEN);"#,
    ];
    assert_eq!(tests, expected);
}

#[test]
fn fields_helper_methods_and_set_up_are_followed() {
    let tests = carved(
        "static final String NAME = String.valueOf(7);
         private Order order;
         void setUp() { order = create(NAME); }
         private Order create(String name) { return new Order(name); }
         void t() { order.count(); }",
    );
    let expected =
        ["new Order(String.valueOf(7));", "var order = new Order(String.valueOf(7)); order.count();"];
    assert_eq!(tests, expected);
}

#[test]
fn arrays_boxed_values_and_arithmetic_keep_their_types() {
    let tests = carved("void t() { int n = 2; Order.parse((char) (';' + n), n * 2, null, \"x\", 'c', 5L); }");
    assert_eq!(tests, [r#"Order.parse('=', 4, null, "x", 'c', 5L);"#]);
}

#[test]
fn collections_get_the_type_arguments_that_calls_need() {
    let tests = carved(
        "void t() {
             List<String> items = new ArrayList<>();
             items.add(\"tea\");
             new Order(\"Ada\").addAll(items);
             new Order(\"Ada\").addAll(Arrays.asList(\"tea\", \"milk\"));
         }",
    );
    let expected = [
        r#"new Order("Ada");"#,
        r#"ArrayList<String> arrayList = new ArrayList<>(); new Order("Ada").addAll(arrayList);"#,
        r#"ArrayList<String> arrayList = new ArrayList<>(List.of("tea")); new Order("Ada").addAll(arrayList);"#,
        r#"var order = new Order("Ada"); List<String> list = Arrays.asList("tea", "milk"); order.addAll(list);"#,
    ];
    assert_eq!(tests, expected);
}

#[test]
fn fields_and_inner_classes_are_used() {
    let tests = carved(
        "void t() { Order order = new Order(\"Ada\"); order.state = Order.State.CLOSED; order.new Line(4L).drop(); }",
    );
    let expected = [
        r#"new Order("Ada");"#,
        r#"var order = new Order("Ada"); order.state = Order.State.CLOSED; order.new Line(4L);"#,
        r#"var order = new Order("Ada"); order.state = Order.State.CLOSED; Order.Line line = order.new Line(4L); line.drop();"#,
    ];
    assert_eq!(tests, expected);
}

#[test]
fn loops_over_constants_are_unrolled_and_other_loops_run_once() {
    let tests = carved(
        "void t() { for (int i = 1; i <= 2; i++) { new Order(\"Ada\").add(\"tea\", i, 1); } }
         void u() { for (String name : Assert.mock(List.class).toString().split(\",\")) { new Order(\"u\"); } }",
    );
    let expected = [
        r#"new Order("Ada");"#,
        r#"new Order("Ada").add("tea", 1, 1.0);"#,
        r#"new Order("Ada").add("tea", 2, 1.0);"#,
        r#"new Order("u");"#,
    ];
    assert_eq!(tests, expected);
}

#[test]
fn the_code_that_must_fail_is_followed() {
    let tests =
        carved("void t() { Order order = new Order(null); Assert.fails(() -> order.add(null, -1, 0)); }");
    let expected = ["new Order(null);", "new Order(null).add(null, -1, 0.0);"];
    assert_eq!(tests, expected);
}

#[test]
fn calls_that_need_an_unknown_value_are_omitted() {
    let tests = carved(
        "void t() {
             Order order = new Order(\"Ada\");
             order.addAll(Assert.mock(List.class));
             order.add(Assert.mock(String.class), 1, 1);
             order.count();
         }",
    );
    let expected = [r#"new Order("Ada");"#, r#"new Order("Ada").count();"#];
    assert_eq!(tests, expected);
}

#[test]
fn what_the_code_that_must_fail_stores_is_unknown_afterwards() {
    let tests = carved(
        "Order order;
         void t() { Assert.fails(() -> { order = new Order(\"Ada\"); }); order.count(); new Order(\"Bob\"); }",
    );
    assert_eq!(tests, [r#"new Order("Ada");"#, r#"new Order("Bob");"#]);
}

#[test]
fn methods_of_the_test_class_replace_those_of_its_superclass() {
    let tests = carved_from(
        "abstract class Base {
             Order order = new Order(\"base\");
             void setUp() { order.count(); }
             abstract String item();
             void inherited() { order.add(item(), 1, 1); }
         }
         class OrderTest extends Base {
             OrderTest(String name) {}
             void setUp() { super.setUp(); }
             String item() { return \"tea\"; }
         }",
    );
    let expected = [
        r#"new Order("base");"#,
        r#"new Order("base").count();"#,
        r#"new Order("base").add("tea", 1, 1.0);"#,
        r#"var order = new Order("base"); order.count(); order.add("tea", 1, 1.0);"#,
    ];
    assert_eq!(tests, expected);
}

#[test]
fn a_check_for_null_is_decided_if_the_value_is_known() {
    let tests =
        carved("void t() { String name = null; if (name != null) { return; } new Order(\"Ada\").count(); }");
    assert_eq!(tests, [r#"new Order("Ada");"#, r#"new Order("Ada").count();"#]);
}
