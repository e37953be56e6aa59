//! Tests that differ only in literals, and tests that differ in other ways.

use testcase::{CheckedTest, Literal, Observation, Var};
use types::{Primitive, Type, World};

use crate::build::TestBuilder;
use crate::cases::{int, string};

const ECHO: &str = "fix.Echo";
const UNIT: &str = "fix.Echo$Unit";

/// Returns at least three tests for each kind of literal. Some of the texts need quotes in `@CsvSource`.
pub fn similar_tests(world: &World) -> Vec<CheckedTest> {
    let mut tests = Vec::new();
    let mut add = |name: String, add_statements: &dyn Fn(&mut TestBuilder)| {
        let mut builder = TestBuilder::new(world, "fix");
        add_statements(&mut builder);
        tests.push(builder.test(&name));
    };
    let usual =
        ["", " ", "a", " a,b ", "it's", "''", "#none", "\"a\"", "\\", "null", "\u{e9}", "{0}", "a\tb"];
    let unusual = ["\u{1}", "a\u{1f}b", "\u{7f}a", "\u{85}", "\u{2028}"];
    let texts = [&usual[..], &unusual].concat();
    for (index, text) in texts.iter().enumerate() {
        add(format!("shout_returnsText{index}"), &|builder| {
            let text_var = builder.string(text);
            assert_call(
                builder,
                "shout",
                "(Ljava/lang/String;)Ljava/lang/String;",
                &[text_var],
                string(&format!("{text}!")),
            );
        });
    }
    for (index, text) in ["a", "'", "\\", ",", " ", "\n", "\u{1}", "\u{ffff}"].iter().enumerate() {
        add(format!("first_returns{index}"), &|builder| {
            let text_var = builder.string(text);
            let first = Observation::Literal(Literal::Char(
                text.encode_utf16().next().expect("the text is not empty"),
            ));
            assert_call(builder, "first", "(Ljava/lang/String;)C", &[text_var], first);
        });
    }
    let numbers = [
        (
            "J",
            [Literal::Long(i64::MIN), Literal::Long(-1), Literal::Long(7)],
            ["-9223372036854775808", "-1", "7"],
        ),
        ("I", [Literal::Int(i32::MAX), Literal::Int(0), Literal::Int(7)], ["2147483647", "0", "7"]),
        ("B", [Literal::Byte(-128), Literal::Byte(0), Literal::Byte(7)], ["-128", "0", "7"]),
        (
            "F",
            [Literal::Float(f32::MAX), Literal::Float(-0.0), Literal::Float(1.5)],
            ["3.4028235E38", "-0.0", "1.5"],
        ),
        (
            "D",
            [Literal::Double(f64::NAN), Literal::Double(5e-324), Literal::Double(1e10)],
            ["NaN", "4.9E-324", "1.0E10"],
        ),
        ("C", [Literal::Char(0x27), Literal::Char(0x2c), Literal::Char(0x61)], ["'", ",", "a"]),
    ];
    let mut test_numbers = 1..;
    for (ty, literals, expected) in numbers {
        for (literal, expected) in literals.into_iter().zip(expected) {
            add(format!("of{ty}_{}", test_numbers.next().expect("the numbers are unlimited")), &|builder| {
                let literal = builder.literal(literal.clone(), primitive(ty));
                assert_call(
                    builder,
                    "of",
                    &format!("({ty})Ljava/lang/String;"),
                    &[literal],
                    string(expected),
                );
            });
        }
    }
    for (number, unit) in [(2, "METRES"), (3, "SECONDS"), (5, "GRAMS")] {
        add(format!("letter_{unit}"), &|builder| {
            let constant = builder.constant(UNIT, unit);
            assert_call(
                builder,
                "letter",
                "(Lfix/Echo$Unit;)Ljava/lang/String;",
                &[constant],
                string(&unit[..1]),
            );
        });
        add(format!("inUnit_{unit}"), &|builder| {
            let (number_var, constant) = (builder.int(number), builder.constant(UNIT, unit));
            let result = builder.call(
                None,
                ECHO,
                "inUnit",
                "(ILfix/Echo$Unit;)Ljava/lang/String;",
                &[number_var, constant],
            );
            let length = builder.call(Some(result), "java.lang.String", "length", "()I", &[]);
            builder.expect(result, string(&format!("{number} {unit}")));
            builder.expect(length, int(unit.len() as i32 + 2));
        });
    }
    for number in [3, 4, 7] {
        add(format!("half_{number}"), &|builder| {
            let number_var = builder.int(number);
            let half = Observation::Literal(Literal::Double(f64::from(number) / 2.0));
            assert_call(builder, "half", "(I)D", &[number_var], half);
        });
    }
    for number in [2, 4, 6, 7, 9] {
        let even = number % 2 == 0;
        // Not every name tells the result.
        let name = match number {
            2 => "isEven_returnsTrue".to_owned(),
            _ if even => format!("isEven_number{number}"),
            _ => format!("isEven_returnsFalse{number}"),
        };
        add(name, &|builder| {
            let number = builder.int(number);
            assert_call(builder, "isEven", "(I)Z", &[number], Observation::Literal(Literal::Boolean(even)));
        });
    }
    for number in [1, 5, 8] {
        add(format!("sum_twice{number}"), &|builder| {
            let number_var = builder.int(number);
            assert_call(builder, "sum", "(II)I", &[number_var, number_var], int(2 * number));
        });
    }
    for number in [1, 5, 8] {
        add(format!("sum_four{number}"), &|builder| {
            let numbers = [0, 1, 2, 3].map(|offset| builder.int(number + offset));
            assert_call(builder, "sum", "(IIII)I", &numbers, int(4 * number + 6));
        });
    }
    for number in [0, 1, -1] {
        add(format!("total_array{number}").replace('-', "Minus"), &|builder| {
            let array = byte_array(builder, &[number; 2]);
            assert_call(builder, "total", "([B)I", &[array], int(2 * i32::from(number)));
        });
    }
    for numbers in [&[1, 2, 3][..], &[-4], &[], &[0, 0]] {
        add(format!("doubled_length{}", numbers.len()), &|builder| {
            let array = byte_array(builder, numbers);
            let double = |number: &i8| Observation::Literal(Literal::Byte(2 * number));
            let expected = Observation::Array(numbers.iter().map(double).collect());
            assert_call(builder, "doubled", "([B)[B", &[array], expected);
        });
    }
    for words in [&["a", "b"][..], &["c,d"], &[]] {
        add(format!("count_length{}", words.len()), &|builder| {
            let array = builder.array(Type::class(world.string()), words.len() as u32);
            for (index, word) in words.iter().enumerate() {
                let word = builder.string(word);
                builder.element(array, index as u32, word);
            }
            assert_call(builder, "count", "([Ljava/lang/String;)I", &[array], int(3));
        });
    }
    for (index, word) in ["flour and salt", "sugar and water", "lemon and honey"].iter().enumerate() {
        add(format!("of_returnsWords{index}"), &|builder| {
            let words = builder.string(word);
            let result =
                builder.call(None, ECHO, "shout", "(Ljava/lang/String;)Ljava/lang/String;", &[words]);
            builder.call(Some(result), "java.lang.String", "length", "()I", &[]);
            builder.expect(result, string(&format!("{word}!")));
        });
    }
    for (index, word) in ["tea", "  milk", "rice"].iter().enumerate() {
        add(format!("shout_returnsWord{index}"), &|builder| {
            let words = builder.string(word);
            let result =
                builder.call(None, ECHO, "shout", "(Ljava/lang/String;)Ljava/lang/String;", &[words]);
            let length = builder.call(Some(result), "java.lang.String", "length", "()I", &[]);
            let trim = builder.call(Some(result), "java.lang.String", "trim", "()Ljava/lang/String;", &[]);
            builder.expect(length, int(word.len() as i32 + 1));
            builder.expect(trim, string(&format!("{}!", word.trim())));
        });
    }
    for number in [1, i32::MIN, i32::MAX] {
        let mut builder = TestBuilder::new(world, "fix");
        let number_var = builder.int(number);
        builder.call(None, ECHO, "refuse", "(I)V", &[number_var]);
        let mut test =
            builder.throwing("refuse_throwsIllegalArgumentException", "java.lang.IllegalArgumentException");
        test.name += &number.to_string().replace('-', "Minus");
        tests.push(test);
    }
    for number in [11, 12, 13] {
        let mut builder = TestBuilder::new(world, "fix");
        let number_var = builder.int(number);
        builder.call(None, ECHO, "explain", "(I)V", &[number_var]);
        let mut test = builder.throwing("explain_throws", "java.lang.IllegalArgumentException");
        test.name += &number.to_string();
        let message = format!("callers may not pass {number}\nUse another number.");
        test.throws.as_mut().expect("the test throws").message = Some(message.into());
        tests.push(test);
    }
    tests
}

/// Adds a call of a static method of `fix.Echo` and an assertion on its result.
fn assert_call(builder: &mut TestBuilder, name: &str, descriptor: &str, args: &[Var], expected: Observation) {
    let result = builder.call(None, ECHO, name, descriptor, args);
    builder.expect(result, expected);
}

/// Adds an array of bytes.
fn byte_array(builder: &mut TestBuilder, numbers: &[i8]) -> Var {
    let array = builder.array(Type::Primitive(Primitive::Byte), numbers.len() as u32);
    for (index, &number) in numbers.iter().enumerate() {
        let element = builder.literal(Literal::Byte(number), Type::Primitive(Primitive::Byte));
        builder.element(array, index as u32, element);
    }
    array
}

/// Returns the primitive type of a descriptor.
fn primitive(descriptor: &str) -> Type {
    Type::Primitive(match descriptor {
        "J" => Primitive::Long,
        "B" => Primitive::Byte,
        "F" => Primitive::Float,
        "D" => Primitive::Double,
        "C" => Primitive::Char,
        _ => Primitive::Int,
    })
}
