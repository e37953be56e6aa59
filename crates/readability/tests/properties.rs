//! Tests of the counters.

use readability::{Counts, PROPERTIES, count};

/// Returns the counts of a class with the given methods.
fn counts(methods: &str) -> Counts {
    count(&format!("class FooTest {{\n{methods}\n}}\n")).expect("the methods are valid Java")
}

/// Checks how many of the tests with the given names and bodies have a property.
#[track_caller]
fn check(property: &str, tests: &[(&str, &str)], expected: usize) {
    let method = |(name, body): &(&str, &str)| format!("@Test void {name}() {{ {body} }}\n");
    let counts = counts(&tests.iter().map(method).collect::<String>());
    assert_eq!(counts.tests, tests.len());
    let index = PROPERTIES.iter().position(|it| it.name == property).expect("a property");
    assert_eq!(counts.found[index], expected, "{property}: {tests:?}");
}

#[test]
fn only_annotated_methods_are_tests() {
    let counts = counts(
        "@BeforeEach void setUp() { a(); }\n@Test void x() { a(); b(); }\n\
         @ParameterizedTest @CsvSource({\"1\"}) void y(int i) { assertEquals(1, i); }\nvoid helper() {}",
    );
    assert_eq!((counts.tests, counts.statements), (2, 3));
}

#[test]
fn a_file_with_a_syntax_error_has_no_counts() {
    assert_eq!(count("class X { void a( }"), None);
}

#[test]
fn a_name_is_numbered_if_another_test_has_the_name_without_the_number() {
    check("numbered name", &[("add", ""), ("add2", ""), ("add_3", ""), ("returns7", "")], 2);
    check("numbered name", &[("test0", "")], 1);
}

#[test]
fn a_test_named_only_after_its_method_is_counted() {
    let tests = [
        ("add", "list.add(1);"),
        ("add2", "list.add(2);"),
        ("testAdd", "list.add(1);"),
        ("newFoo", "new Foo();"),
        ("add_one_sizeIsOne", "list.add(1);"),
    ];
    check("name of the method only", &tests, 4);
}

#[test]
fn noise_is_found_in_statements_and_annotations() {
    check("noise text", &[("a", "foo(\"hello\");"), ("b", "foo(\"\\u0001\");")], 1);
    let counts = counts("@ParameterizedTest @CsvSource({\"'%$&?{>+~', 1\"}) void y(String s) { foo(s); }");
    assert_eq!(counts.found[2], 1);
}

#[test]
fn a_variable_that_only_its_declaration_mentions_is_unused() {
    check("unused variable", &[("a", "int x = 1; foo(x);"), ("b", "int x = 1;")], 1);
}

#[test]
fn a_test_without_assertion_is_found() {
    let tests = [
        ("a", "foo();"),
        ("b", "assertEquals(1, foo());"),
        ("c", "IOException e = assertThrows(IOException.class, () -> foo());"),
        ("d", "verify(mock).foo();"),
    ];
    check("no assertion", &tests, 1);
}

#[test]
fn an_assertion_before_another_call_is_early() {
    let tests = [
        ("a", "foo(); assertEquals(1, bar()); int size = list.size(); assertEquals(1, size);"),
        ("b", "foo(); assertEquals(1, bar()); assertTrue(baz());"),
    ];
    check("assertion before the tested call", &tests, 1);
}

#[test]
fn an_assertion_is_unrelated_if_it_uses_no_variable_of_the_tested_call() {
    let tests = [
        ("add_one", "List list = new List(); list.add(1); assertEquals(1, list.size());"),
        ("add_two", "List list = a(); Iterator it = list.iterator(); list.add(2); assertTrue(it.hasNext());"),
        ("add_three", "List list = a(); Set set = b(); list.add(3); assertTrue(set.isEmpty());"),
        ("testAdd_four", "Set set = b(); assertTrue(list.add(4)); assertTrue(set.isEmpty());"),
        ("max_ofOne", "Maths.max(1); assertEquals(1, Maths.last());"),
        ("newList", "new List(1); assertEquals(1, other.size());"),
        ("ofNothing", "Set set = b(); list.add(3); assertTrue(set.isEmpty());"),
    ];
    check("unrelated assertion", &tests, 3);
}

#[test]
fn calls_of_the_method_with_which_the_name_begins_are_tested_calls() {
    let counts = counts(
        "@Test void add_twice() { list.add(1); list.addAll(a); list.add(2); assertEquals(2, list.size()); }\n\
         @Test void testAddAll() { list.add(1); list.addAll(a); }\n\
         @Test void newList_isEmpty() { assertTrue(new List().isEmpty()); }\n\
         @Test void address() { list.add(1); }",
    );
    assert_eq!(counts.tested_calls, [2, 1, 1]);
}

#[test]
fn a_method_is_without_success_if_each_of_its_tests_expects_an_exception() {
    let counts = counts(
        "@Test void get_one() { assertEquals(1, list.get(1)); }\n\
         @Test void get_minusOne_throws() { assertThrows(E.class, () -> list.get(-1)); }\n\
         @Test void set_throws() { assertThrows(E.class, () -> list.set(-1)); }\n\
         @Test void put_fails() { try { list.put(1); fail(); } catch (E e) { } }\n\
         @Test(expected = E.class) void clear_fails() { list.clear(); }\n\
         @Test void trim_list() { list.trim(); assertEquals(0, list.size()); }",
    );
    assert_eq!((counts.tested_methods, counts.methods_without_success), (5, 3));
}

#[test]
fn a_receiver_as_argument_is_a_self_reference() {
    check("self-reference", &[("a", "list.add(list);"), ("b", "list.add(other);"), ("c", "x.equals(y);")], 1);
}

#[test]
fn an_expected_crash_is_pinned() {
    let tests = [
        ("a", "assertThrows(StackOverflowError.class, () -> set.add(set));"),
        ("b", "assertThrows(java.lang.NullPointerException.class, () -> foo(null));"),
        ("c", "assertThrows(IllegalArgumentException.class, () -> foo(-1));"),
        ("d", "foo(NullPointerException.class);"),
    ];
    check("expected crash", &tests, 2);
}

#[test]
fn tests_that_differ_only_in_literals_are_near_duplicates() {
    let tests = [
        ("a", "Foo foo = new Foo(); assertEquals(1, foo.bar(\"a\"));"),
        ("b", "Foo foo2 = new Foo(); assertEquals(2, foo2.bar(\"b\"));"),
        ("c", "Foo foo = new Foo(); assertEquals(1, foo.baz(\"a\"));"),
    ];
    check("near-duplicate", &tests, 1);
}
