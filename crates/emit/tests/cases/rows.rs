//! Tests that differ only in literals, and some that do not.

use testcase::{CheckedTest, Literal, Observation, Var};
use types::{Primitive, Type, World};

use crate::build::Maker;
use crate::cases::{int, string};

const ECHO: &str = "fix.Echo";

/// Three and more tests of each kind of literal; the texts are some that a row could spoil.
pub fn rows(world: &World) -> Vec<CheckedTest> {
    let mut tests = Vec::new();
    let mut add = |name: String, write: &dyn Fn(&mut Maker)| {
        let mut m = Maker::new(world, "fix");
        write(&mut m);
        tests.push(m.test(&name));
    };
    let texts =
        ["", " ", "a", " a,b ", "it's", "''", "#none", "\"a\"", "\\", "null", "\u{e9}", "{0}", "a\tb"];
    for (index, text) in texts.iter().enumerate() {
        add(format!("shout_returnsText{index}"), &|m| {
            let text_of = m.string(text);
            called(
                m,
                "shout",
                "(Ljava/lang/String;)Ljava/lang/String;",
                &[text_of],
                string(&format!("{text}!")),
            );
        });
    }
    for (index, text) in ["a", "'", "\\", ",", " ", "\n"].iter().enumerate() {
        add(format!("first_returns{index}"), &|m| {
            let text_of = m.string(text);
            let first = Observation::Literal(Literal::Char(text.encode_utf16().next().expect("it has one")));
            called(m, "first", "(Ljava/lang/String;)C", &[text_of], first);
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
    let mut names = 1..;
    for (ty, literals, expected) in numbers {
        for (literal, expected) in literals.into_iter().zip(expected) {
            add(format!("of{ty}_{}", names.next().expect("they do not end")), &|m| {
                let literal = m.literal(literal.clone(), primitive(ty));
                called(m, "of", &format!("({ty})Ljava/lang/String;"), &[literal], string(expected));
            });
        }
    }
    for number in [3, 4, 7] {
        add(format!("half_{number}"), &|m| {
            let number_of = m.int(number);
            let half = Observation::Literal(Literal::Double(f64::from(number) / 2.0));
            called(m, "half", "(I)D", &[number_of], half);
        });
    }
    for number in [2, 4, 6, 7, 9] {
        let even = number % 2 == 0;
        add(format!("isEven_returns{}{number}", if even { "True" } else { "False" }), &|m| {
            let number = m.int(number);
            called(m, "isEven", "(I)Z", &[number], Observation::Literal(Literal::Boolean(even)));
        });
    }
    for number in [1, 5, 8] {
        add(format!("sum_twice{number}"), &|m| {
            let number_of = m.int(number);
            called(m, "sum", "(II)I", &[number_of, number_of], int(2 * number));
        });
    }
    for number in [1, 5, 8] {
        add(format!("sum_four{number}"), &|m| {
            let numbers = [0, 1, 2, 3].map(|more| m.int(number + more));
            called(m, "sum", "(IIII)I", &numbers, int(4 * number + 6));
        });
    }
    for (index, word) in ["flour and salt", "sugar and water", "lemon and honey"].iter().enumerate() {
        add(format!("of_returnsWords{index}"), &|m| {
            let words = m.string(word);
            let result = m.call(None, ECHO, "shout", "(Ljava/lang/String;)Ljava/lang/String;", &[words]);
            m.call(Some(result), "java.lang.String", "length", "()I", &[]);
            m.expect(result, string(&format!("{word}!")));
        });
    }
    for number in [1, i32::MIN, i32::MAX] {
        let mut m = Maker::new(world, "fix");
        let number_of = m.int(number);
        m.call(None, ECHO, "refuse", "(I)V", &[number_of]);
        let mut test =
            m.throwing("refuse_throwsIllegalArgumentException", "java.lang.IllegalArgumentException");
        test.name += &number.to_string().replace('-', "Minus");
        tests.push(test);
    }
    tests
}

fn called(m: &mut Maker, name: &str, descriptor: &str, args: &[Var], expected: Observation) {
    let result = m.call(None, ECHO, name, descriptor, args);
    m.expect(result, expected);
}

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
