//! Single replacements of values by typical or plainer values.

use suite::minimise::plain::{
    self, PlainValue, with_buffer, with_call_without_arguments, with_constant,
    with_factory_without_arguments, with_fixed_environment, with_other_constructor, with_plain_collection,
    with_plain_source, with_receiver, with_shorter_constructor, with_variable, with_word_as_all_arguments,
    with_word_as_argument, with_zeros,
};
use suite::minimise::typical::with_typical_values;
use testcase::{Behaviour, Literal, TestCase, Var};
use types::{Primitive, Type, World};

use crate::build::TestBuilder;
use crate::setup::{gauge_test, world};

#[test]
fn a_buffer_that_a_call_reads_and_appends_to_itself_becomes_a_word() {
    let world = world();
    let test = |appends_itself: bool| {
        let mut builder = TestBuilder::new(&world, "lib");
        let buffer = builder.construct("java.lang.StringBuilder", "()V", &[]);
        let text = if appends_itself { buffer } else { builder.string("apple") };
        let descriptor = "(Ljava/lang/CharSequence;)Ljava/lang/StringBuilder;";
        builder.call(Some(buffer), "java.lang.StringBuilder", "append", descriptor, &[text]);
        builder.test("").case
    };
    assert_eq!(with_word_as_argument(&world, &test(true), 0), Some(test(false)));
}

#[test]
fn a_list_that_contains_itself_contains_a_word_instead() {
    let world = world();
    let list_with = |create_element: fn(&mut TestBuilder, Var) -> Var| {
        let mut builder = TestBuilder::new(&world, "lib");
        let list = builder.construct("java.util.ArrayList", "()V", &[]);
        let element = create_element(&mut builder, list);
        builder.call(Some(list), "java.util.ArrayList", "add", "(Ljava/lang/Object;)Z", &[element]);
        builder.test("").case
    };
    let changed = with_word_as_argument(&world, &list_with(|_, list| list), 0);
    assert_eq!(changed, Some(list_with(|builder, _| builder.string("apple"))));
}

#[test]
fn one_word_replaces_two_lists_that_are_possibly_equal() {
    let world = world();
    let list_with = |creates_lists: bool| {
        let mut builder = TestBuilder::new(&world, "lib");
        let list = builder.construct("java.util.ArrayList", "()V", &[]);
        let element = if creates_lists {
            builder.construct("java.util.ArrayList", "()V", &[])
        } else {
            builder.string("apple")
        };
        let same = if creates_lists { builder.construct("java.util.ArrayList", "()V", &[]) } else { element };
        builder.call(Some(list), "java.util.ArrayList", "add", "(Ljava/lang/Object;)Z", &[element]);
        builder.call(Some(list), "java.util.ArrayList", "contains", "(Ljava/lang/Object;)Z", &[same]);
        builder.test("").case
    };
    assert_eq!(with_word_as_all_arguments(&world, &list_with(true)), Some(list_with(false)));
    assert_eq!(with_word_as_all_arguments(&world, &list_with(false)), None);
}

#[test]
fn a_removed_call_that_returned_its_receiver_leaves_no_unused_argument() {
    let world = world();
    let text_length = |is_appended: bool| {
        let mut builder = TestBuilder::new(&world, "lib");
        let mut buffer = builder.construct("java.lang.StringBuilder", "()V", &[]);
        if is_appended {
            let text = builder.string("apple");
            buffer = builder.call_named(buffer, "append", &[text]);
        }
        builder.call_named(buffer, "toString", &[]);
        builder.test("").case
    };
    assert_eq!(with_variable(&text_length(true), 2, Var(0)), Some(text_length(false)));
}

#[test]
fn the_receiver_is_used_in_place_of_the_result_of_a_call_that_returns_it() {
    let world = world();
    let text = |is_receiver_used: bool, is_used_later: bool| {
        let mut builder = TestBuilder::new(&world, "lib");
        let buffer = builder.construct("java.lang.StringBuilder", "()V", &[]);
        let word = builder.string("apple");
        let result = builder.call_named(buffer, "append", &[word]);
        builder.call_named(if is_receiver_used { buffer } else { result }, "toString", &[]);
        if is_used_later {
            builder.call_named(buffer, "toString", &[]);
        }
        builder.test("").case
    };
    assert_eq!(with_receiver(&text(false, true), 2, Var(0)), Some(text(true, true)));
    assert_eq!(with_receiver(&text(false, false), 2, Var(0)), None, "the calls can be a chain");
}

#[test]
fn a_writer_becomes_a_buffer() {
    let world = world();
    let spilled = |create_writer: fn(&mut TestBuilder) -> Var| {
        let mut builder = TestBuilder::new(&world, "lib");
        let writer = create_writer(&mut builder);
        let case = builder.construct("lib.Meter$Case", "()V", &[]);
        builder.call_named(case, "spill", &[writer]);
        builder.test("").case
    };
    let print_writer = spilled(|builder| {
        let buffer = builder.construct("java.io.CharArrayWriter", "()V", &[]);
        builder.construct("java.io.PrintWriter", "(Ljava/io/Writer;)V", &[buffer])
    });
    let string_writer = spilled(|builder| builder.construct("java.io.StringWriter", "()V", &[]));
    assert_eq!(with_buffer(&world, &print_writer, 1), Some(string_writer.clone()));
    assert_eq!(with_buffer(&world, &string_writer, 0), None, "it is a buffer already");
}

/// Builds a test that passes a reader to a constructor.
fn reading_test(world: &World, create_reader: fn(&mut TestBuilder) -> Var) -> TestCase {
    let mut builder = TestBuilder::new(world, "lib");
    let reader = create_reader(&mut builder);
    builder.construct("java.io.StreamTokenizer", "(Ljava/io/Reader;)V", &[reader]);
    builder.test("").case
}

fn string_reader(builder: &mut TestBuilder, text: &str) -> Var {
    let text = builder.string(text);
    builder.construct("java.io.StringReader", "(Ljava/lang/String;)V", &[text])
}

#[test]
fn a_reader_of_bytes_becomes_a_reader_of_a_text() {
    let world = world();
    let reads_bytes = reading_test(&world, |builder| {
        let array = builder.array(Type::Primitive(Primitive::Byte), 2);
        let byte = builder.literal(Literal::Byte(0x61), Type::Primitive(Primitive::Byte));
        builder.element(array, 1, byte);
        let stream = builder.construct("java.io.ByteArrayInputStream", "([B)V", &[array]);
        builder.construct("java.io.InputStreamReader", "(Ljava/io/InputStream;)V", &[stream])
    });
    let reads_text = reading_test(&world, |builder| string_reader(builder, "\0a"));
    assert_eq!(with_plain_source(&world, &reads_text, 1), [], "it is a plain reader already");
    assert_eq!(with_plain_source(&world, &reads_bytes, 4), [reads_text]);
}

#[test]
fn a_stub_of_a_reader_becomes_a_reader_of_a_word_or_of_nothing() {
    let world = world();
    let reads_stub = reading_test(&world, |builder| builder.implement("java.io.Reader", &[], &[], &[]));
    let expected = [
        reading_test(&world, |builder| string_reader(builder, "apple")),
        reading_test(&world, |builder| string_reader(builder, "")),
    ];
    assert_eq!(with_plain_source(&world, &reads_stub, 0), expected);
}

#[test]
fn a_stub_becomes_a_constant_of_its_class() {
    let world = world();
    let class = "java.math.BigDecimal";
    let test = |is_receiver: bool, create: &dyn Fn(&mut TestBuilder) -> Var| {
        let mut builder = TestBuilder::new(&world, "lib");
        let one = builder.read(None, class, "ONE");
        let number = create(&mut builder);
        let (receiver, argument) = if is_receiver { (number, one) } else { (one, number) };
        builder.call_named(receiver, "add", &[argument]);
        builder.test("").case
    };
    let stub = |builder: &mut TestBuilder| builder.implement(class, &[], &[], &[]);
    let zero = |builder: &mut TestBuilder| builder.read(None, class, "ZERO");
    let changed = with_constant(&world, "lib", &test(false, &stub), 1);
    assert!(changed.contains(&test(false, &zero)), "{changed:?}");
    assert_eq!(
        with_constant(&world, "lib", &test(true, &stub), 1),
        [],
        "the test calls a method of the stub"
    );
}

#[test]
fn a_stub_becomes_the_result_of_a_static_method_of_its_class() {
    let world = world();
    let class = "lib.Turnstile";
    let comparison_with = |create: &dyn Fn(&mut TestBuilder) -> Var| {
        gauge_test(&world, |builder, gauge| {
            let other = create(builder);
            builder.call_named(gauge, "is", &[other]);
        })
    };
    let stubbed = comparison_with(&|builder| builder.implement(class, &[], &[], &[]));
    let position = stubbed.len() - 2;
    let created = comparison_with(&|builder| builder.call(None, class, "create", "()Llib/Turnstile;", &[]));
    assert_eq!(with_constant(&world, "lib", &stubbed, position), [created]);
}

#[test]
fn a_constructor_with_fewer_parameters_creates_the_object_of_a_later_call() {
    let world = world();
    let test = |has_limit: bool, calls_method: bool| {
        let mut builder = TestBuilder::new(&world, "lib");
        let (text, limit) = (builder.string("apple"), has_limit.then(|| builder.int(3)));
        let descriptor = if has_limit { "(Ljava/lang/String;I)V" } else { "(Ljava/lang/String;)V" };
        let args: Vec<Var> = std::iter::once(text).chain(limit).collect();
        let scanner = builder.construct("lib.Scanner", descriptor, &args);
        if calls_method {
            builder.call_named(scanner, "next", &[]);
        }
        builder.test("").case
    };
    let shorter = |test: &TestCase| with_shorter_constructor(&world, "lib", test, 2);
    assert_eq!(shorter(&test(true, true)), [test(false, true)]);
    assert_eq!(shorter(&test(true, false)), [], "the test is about the constructor");
}

#[test]
fn a_print_writer_that_must_remain_writes_to_a_buffer() {
    let world = world();
    let printed = |buffer: &str, descriptor: &str| {
        let mut builder = TestBuilder::new(&world, "lib");
        let exception = builder.construct("java.lang.Exception", "()V", &[]);
        let buffer = builder.construct(buffer, "()V", &[]);
        let writer = builder.construct("java.io.PrintWriter", descriptor, &[buffer]);
        let method = "(Ljava/io/PrintWriter;)V";
        builder.call(Some(exception), "java.lang.Throwable", "printStackTrace", method, &[writer]);
        builder.test("").case
    };
    let to_stream = printed("java.io.ByteArrayOutputStream", "(Ljava/io/OutputStream;)V");
    let to_writer = printed("java.io.StringWriter", "(Ljava/io/Writer;)V");
    assert_eq!(with_buffer(&world, &to_stream, 2), Some(to_writer.clone()));
    assert_eq!(with_buffer(&world, &to_writer, 2), None, "it writes to a buffer already");
}

/// Returns a test that creates a collection of the given class, adds a word, and calls another method.
fn collection_test(
    world: &World,
    class: &str,
    descriptor: &str,
    capacity: Option<i32>,
    call: Option<&str>,
) -> TestCase {
    let mut builder = TestBuilder::new(world, "lib");
    let capacity: Vec<Var> = capacity.into_iter().map(|capacity| builder.int(capacity)).collect();
    let collection = builder.construct(class, descriptor, &capacity);
    let word = builder.string("apple");
    builder.call(Some(collection), class, "add", "(Ljava/lang/Object;)Z", &[word]);
    if let Some(call) = call {
        builder.call_named(collection, call, &[]);
    }
    builder.test("").case
}

#[test]
fn an_unusual_collection_is_replaced_by_a_usual_one_without_capacity() {
    let world = world();
    let vector = collection_test(&world, "java.util.Vector", "(I)V", Some(3), Some("size"));
    let list = collection_test(&world, "java.util.ArrayList", "()V", None, Some("size"));
    assert_eq!(with_plain_collection(&world, &vector, 1).first(), Some(&list));
    let with_capacity = collection_test(&world, "java.util.ArrayList", "(I)V", Some(3), None);
    assert_eq!(
        with_plain_collection(&world, &with_capacity, 1),
        [collection_test(&world, "java.util.ArrayList", "()V", None, None)]
    );
}

#[test]
fn a_collection_keeps_its_class_if_a_call_needs_the_class_or_if_people_use_the_class() {
    let world = world();
    let needs_vector = collection_test(&world, "java.util.Vector", "()V", None, Some("elements"));
    assert_eq!(with_plain_collection(&world, &needs_vector, 0), []);
    let usual = collection_test(&world, "java.util.TreeSet", "()V", None, None);
    assert_eq!(with_plain_collection(&world, &usual, 0), []);
}

#[test]
fn a_string_builder_is_created_from_a_string() {
    let world = world();
    let buffer = |descriptor: &str| {
        let mut builder = TestBuilder::new(&world, "lib");
        let word = builder.string("apple");
        let buffer = builder.construct("java.lang.StringBuilder", descriptor, &[word]);
        builder.call_named(buffer, "toString", &[]);
        builder.test("").case
    };
    let expected = buffer("(Ljava/lang/String;)V");
    assert_eq!(with_plain_collection(&world, &buffer("(Ljava/lang/CharSequence;)V"), 1), [expected]);
}

#[test]
fn a_call_without_arguments_replaces_a_call_that_only_prepares_a_later_call() {
    let world = world();
    let test = |prepare: &dyn Fn(&mut TestBuilder, Var)| {
        let mut builder = TestBuilder::new(&world, "lib");
        let turnstile = builder.construct("lib.Turnstile", "()V", &[]);
        prepare(&mut builder, turnstile);
        builder.call_named(turnstile, "passed", &[]);
        builder.test("").case
    };
    let with_coin = test(&|builder, turnstile| {
        let coin = builder.int(7);
        builder.call_named(turnstile, "insert", &[coin]);
    });
    let with_call = |name: &'static str| {
        test(&move |builder, turnstile| {
            builder.call_named(turnstile, name, &[]);
        })
    };
    let replaced = |position| with_call_without_arguments(&world, "lib", &with_coin, position);
    assert_eq!(replaced(2), [with_call("open"), with_call("push")]);
    assert!(replaced(3).is_empty(), "the last call remains");
}

#[test]
fn a_factory_method_without_arguments_replaces_an_overload() {
    let world = world();
    let test = |arguments: &[i32]| {
        let mut builder = TestBuilder::new(&world, "lib");
        let args: Vec<Var> = arguments.iter().map(|&number| builder.int(number)).collect();
        let descriptor = format!("({})Llib/Turnstile;", "I".repeat(args.len()));
        let turnstile = builder.call(None, "lib.Turnstile", "create", &descriptor, &args);
        builder.call_named(turnstile, "passed", &[]);
        builder.test("").case
    };
    let with_limits = test(&[3, 5]);
    let replaced = |position| with_factory_without_arguments(&world, "lib", &with_limits, position);
    assert_eq!(replaced(2), Some(test(&[])));
    let mut only_factory = with_limits.clone();
    only_factory.truncate(3);
    assert_eq!(with_factory_without_arguments(&world, "lib", &only_factory, 2), None);
}

#[test]
fn an_array_is_created_with_its_elements_in_place_of_a_call() {
    let world = world();
    let test = |with_call: bool, with_array: bool| {
        gauge_test(&world, |builder, gauge| {
            let mut words = with_call.then(|| builder.call_named(gauge, "words", &[]));
            if with_array {
                let array = builder.array(Type::class(world.string()), 2);
                let word = builder.string("a");
                builder.element(array, 0, word);
                words = Some(array);
            }
            builder.call_named(gauge, "lookAt", &[words.unwrap()]);
        })
    };
    let words = PlainValue::Array(vec![Literal::String([0x61].into()), Literal::Null]);
    assert_eq!(plain::with_value(&test(true, false), 1, &words), Some(test(false, true)));
    assert_eq!(plain::with_value_as_argument(&test(true, false), 1, &words), Some(test(true, true)));
}

#[test]
fn null_replaces_a_call_that_returned_null() {
    let world = world();
    let test = |through_call: bool| {
        gauge_test(&world, |builder, gauge| {
            let nothing = match through_call {
                true => builder.call_named(gauge, "nothing", &[]),
                false => builder.null("java.lang.Object"),
            };
            builder.call_named(gauge, "is", &[nothing]);
        })
    };
    let null = PlainValue::Literal(Literal::Null);
    assert_eq!(plain::with_value(&test(true), 1, &null), Some(test(false)));
}

#[test]
fn the_current_time_is_replaced_by_a_fixed_time() {
    let world = world();
    let date = |time: Option<i64>| {
        let mut builder = TestBuilder::new(&world, "lib");
        let time = time.map(|time| builder.literal(Literal::Long(time), Type::Primitive(Primitive::Long)));
        let descriptor = if time.is_some() { "(J)V" } else { "()V" };
        let date = builder.construct("java.util.Date", descriptor, time.as_slice());
        let other = builder.construct("java.util.Date", "()V", &[]);
        builder.call(Some(date), "java.util.Date", "before", "(Ljava/util/Date;)Z", &[other]);
        builder.test("").case
    };
    let fixed = with_other_constructor(&world, "lib", &date(None), 0);
    assert_eq!(fixed.first(), Some(&date(Some(0))));
}

#[test]
fn a_call_that_reads_the_default_locale_gets_a_locale() {
    let world = world();
    let upper_case = |locale: Option<&str>| {
        let mut builder = TestBuilder::new(&world, "lib");
        let text = builder.string("apple");
        let locale = locale.map(|name| builder.read(None, "java.util.Locale", name));
        let descriptor =
            if locale.is_some() { "(Ljava/util/Locale;)Ljava/lang/String;" } else { "()Ljava/lang/String;" };
        builder.call(Some(text), "java.lang.String", "toUpperCase", descriptor, locale.as_slice());
        builder.test("").case
    };
    assert_eq!(with_fixed_environment(&world, "lib", &upper_case(None), 1), [upper_case(Some("ROOT"))]);
}

#[test]
fn a_constant_replaces_the_default_locale() {
    let world = world();
    let mut builder = TestBuilder::new(&world, "lib");
    builder.call(None, "java.util.Locale", "getDefault", "()Ljava/util/Locale;", &[]);
    let test = builder.test("").case;
    let mut builder = TestBuilder::new(&world, "lib");
    builder.read(None, "java.util.Locale", "ROOT");
    let expected = builder.test("").case;
    assert!(with_fixed_environment(&world, "lib", &test, 0).contains(&expected));
}

#[test]
fn zeros_replace_the_bytes_of_a_random_text() {
    let world = world();
    let test = |create_bytes: &dyn Fn(&mut TestBuilder) -> Var| {
        let mut builder = TestBuilder::new(&world, "lib");
        let bytes = create_bytes(&mut builder);
        builder.construct("java.io.ByteArrayInputStream", "([B)V", &[bytes]);
        builder.test("").case
    };
    let bytes_of = |text: &'static str| {
        test(&move |builder| {
            let text = builder.string(text);
            let charset = builder.read(None, "java.nio.charset.StandardCharsets", "UTF_16");
            let descriptor = "(Ljava/nio/charset/Charset;)[B";
            builder.call(Some(text), "java.lang.String", "getBytes", descriptor, &[charset])
        })
    };
    let zeros = test(&|builder| builder.array(Type::Primitive(Primitive::Byte), 12));
    assert_eq!(with_zeros(&world, &bytes_of("]kq{r"), 2), Some(zeros));
    assert_eq!(with_zeros(&world, &bytes_of("apple"), 2), None);
}

#[test]
fn a_stub_returns_its_argument_or_a_word_instead_of_null() {
    let world = world();
    let text = "java.lang.String";
    let stub = |class: &str, arguments: &[&str], behaviour: &dyn Fn(&mut TestBuilder) -> Behaviour| {
        let mut builder = TestBuilder::new(&world, "lib");
        let behaviour = behaviour(&mut builder);
        builder.implement(class, arguments, &[], &[behaviour]);
        builder.test("").case
    };
    let null = |_: &mut TestBuilder| Behaviour::Return(Vec::new());
    let changed =
        |class: &str, arguments: &[&str]| with_typical_values(&world, &stub(class, arguments, &null));
    let function = "java.util.function.Function";
    let identity = stub(function, &[text, text], &|_| Behaviour::Argument(0));
    assert_eq!(changed(function, &[text, text]), Some(identity));
    assert_eq!(changed(function, &[text, "java.lang.Integer"]), None);
    let supplier = "java.util.function.Supplier";
    let word = stub(supplier, &[text], &|builder| Behaviour::Return(vec![builder.string("apple")]));
    assert_eq!(changed(supplier, &[text]), Some(word));
}

#[test]
fn another_constructor_removes_an_array_that_is_then_unused_and_the_later_writes_to_it() {
    const CLASS: &str = "java.math.BigInteger";
    let world = world();
    let byte = Type::Primitive(Primitive::Byte);
    let mut builder = TestBuilder::new(&world, "lib");
    let bytes = builder.array(byte.clone(), 1);
    let number = builder.construct(CLASS, "([B)V", &[bytes]);
    let element = builder.literal(Literal::Byte(7), byte);
    builder.element(bytes, 0, element);
    builder.call(Some(number), CLASS, "signum", "()I", &[]);
    let changed = with_other_constructor(&world, "lib", &builder.test("").case, 1);
    let mut builder = TestBuilder::new(&world, "lib");
    let text = builder.string("");
    let number = builder.construct(CLASS, "(Ljava/lang/String;)V", &[text]);
    builder.call(Some(number), CLASS, "signum", "()I", &[]);
    assert!(changed.contains(&builder.test("").case), "{changed:?}");
}

#[test]
fn an_original_replaces_its_copy_unless_a_call_uses_both() {
    let world = world();
    let test = |has_copy: bool, compares: bool| {
        let mut builder = TestBuilder::new(&world, "lib");
        let text = builder.string("7");
        let original = builder.construct("java.math.BigInteger", "(Ljava/lang/String;)V", &[text]);
        let copy = if has_copy {
            let opposite = builder.call_named(original, "negate", &[]);
            builder.call_named(opposite, "negate", &[])
        } else {
            original
        };
        if compares {
            builder.call_named(original, "compareTo", &[copy]);
        } else {
            builder.call_named(copy, "bitLength", &[]);
        }
        builder.test("").case
    };
    assert_eq!(plain::with_original(&world, &test(true, false), 3)[0], test(false, false));
    assert_eq!(plain::with_original(&world, &test(true, true), 3).len(), 1, "the opposite replaces the copy");
}

#[test]
fn a_copy_of_a_collection_is_replaced_by_the_collection() {
    let world = world();
    let size = |copies: &[&str]| {
        let mut builder = TestBuilder::new(&world, "lib");
        let mut list = builder.construct("java.util.ArrayList", "()V", &[]);
        for class in copies {
            list = builder.construct(class, "(Ljava/util/Collection;)V", &[list]);
        }
        builder.call_named(list, "size", &[]);
        builder.test("").case
    };
    let of_list = plain::with_original(&world, &size(&["java.util.ArrayList"]), 1);
    assert_eq!(of_list, [size(&[])]);
    let of_linked_list = plain::with_original(&world, &size(&["java.util.LinkedList"]), 1);
    assert_eq!(of_linked_list, [size(&[])]);
}
