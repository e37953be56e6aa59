//! Reads the messages of failed assertions.

use testsource::{File, Mismatch};

/// The values in the message of a failed assertion.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Values<'m> {
    pub expected: &'m str,
    pub actual: &'m str,
    /// The index of the first different element, if the assertion compares arrays.
    element: Option<usize>,
}

/// The parts of messages before the expected value, between the values, and after the actual value. An empty
/// last part stands for the end of the message.
const FORMS: [(&str, &str, &str); 7] = [
    // JUnit 5, JUnit 4 and TestNG.
    ("expected: <", "> but was: <", ">"),
    ("expected:<", "> but was:<", ">"),
    ("expected [", "] but found [", "]"),
    // AssertJ: `isEqualTo`, `hasMessage` and `isInstanceOf`.
    ("\nexpected: ", "\n but was: ", ""),
    ("Expecting message to be:\n  ", "\nbut was:\n  ", "\n\nThrowable that failed the check:"),
    ("Expecting actual throwable to be an instance of:\n  ", "\nbut was:\n  ", "\n"),
    // Hamcrest: `is`.
    ("\nExpected: is ", "\n     but: was ", ""),
];

impl<'m> Values<'m> {
    /// Reads the message of a test framework or of a library for assertions.
    pub(crate) fn in_message(message: &'m str) -> Option<Values<'m>> {
        let message = message.trim_end();
        for (expected, actual) in [("true", "false"), ("false", "true")] {
            // AssertJ: `isTrue` and `isFalse`.
            if message.ends_with(&format!("Expecting value to be {expected} but was {actual}")) {
                return Some(Values { expected, actual, element: None });
            }
        }
        FORMS.into_iter().find_map(|(start, middle, end)| {
            let (before, rest) = message.split_once(start)?;
            let (expected, rest) = rest.split_once(middle)?;
            let actual = match end {
                "" => rest,
                "\n" => rest.split(['\n', ':']).next()?,
                ">" | "]" => rest.strip_suffix(end)?,
                _ => rest.split_once(end)?.0,
            };
            // Hamcrest encloses numbers.
            let without_brackets = |text: &'m str| {
                let inside = text.strip_prefix('<').and_then(|text| text.strip_suffix('>'));
                inside.filter(|_| start.contains("Expected: is")).unwrap_or(text)
            };
            Some(Values {
                expected: without_brackets(expected),
                actual: without_brackets(actual),
                element: element(before),
            })
        })
    }

    /// Returns the source of a test file in which the assertion in a line expects the actual value. `row`
    /// is the number of the row that changes instead of the code of the test.
    pub(crate) fn update(&self, file: &File, line: usize, row: Option<usize>) -> Option<String> {
        let Values { expected, actual, element } = *self;
        let changed = |expected: &str, actual: &str| {
            file.with_actual(&Mismatch { line, row, element, expected, actual })
        };
        // JUnit 4 marks the difference of two strings with brackets.
        let without_marks = |text: &str| text.replacen('[', "", 1).replacen(']', "", 1);
        changed(expected, actual).or_else(|| changed(&without_marks(expected), &without_marks(actual)))
    }

    pub(crate) fn describe(&self) -> String {
        format!("expected {}, but now {}", self.expected, self.actual)
    }
}

/// Returns the index of an element in the beginning of the message of JUnit about different arrays.
fn element(beginning: &str) -> Option<usize> {
    let starts = ["array contents differ at index [", "arrays first differed at element ["];
    starts.into_iter().find_map(|start| {
        let (index, rest) = beginning.split_once(start)?.1.split_once(']')?;
        index.parse().ok().filter(|_| !rest.starts_with('['))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(message: &str, expected: Option<(&str, &str)>) {
        let values = Values::in_message(message);
        assert_eq!(values.map(|it| (it.expected, it.actual)), expected);
    }

    #[test]
    fn the_values_of_a_failed_assertion_are_read_from_the_messages_of_all_frameworks() {
        check("org.opentest4j.AssertionFailedError: expected: <1> but was: <2>", Some(("1", "2")));
        check("java.lang.AssertionError: expected:<a> but was:<b>", Some(("a", "b")));
        check("java.lang.AssertionError: expected [1] but found [-1]", Some(("1", "-1")));
        check("java.lang.NullPointerException", None);
    }

    #[test]
    fn the_values_are_read_from_the_messages_of_assertj() {
        check(
            "org.opentest4j.AssertionFailedError: \nexpected: \"a\"\n but was: \"b\"",
            Some(("\"a\"", "\"b\"")),
        );
        check(
            "java.lang.AssertionError: \nExpecting value to be true but was false",
            Some(("true", "false")),
        );
        check(
            "java.lang.AssertionError: \nExpecting message to be:\n  \"a\"\nbut was:\n  \"b\"\n\nThrowable that failed \
             the check:\n\njava.lang.Error: b",
            Some(("\"a\"", "\"b\"")),
        );
        check(
            "java.lang.AssertionError: \nExpecting actual throwable to be an instance of:\n  java.lang.Error\nbut \
             was:\n  java.lang.ArithmeticException: / by zero\n\tat a.A.f(A.java:1)",
            Some(("java.lang.Error", "java.lang.ArithmeticException")),
        );
    }

    #[test]
    fn the_values_are_read_from_the_messages_of_hamcrest() {
        check("java.lang.AssertionError: \nExpected: is <1L>\n     but: was <2L>", Some(("1L", "2L")));
        check(
            "java.lang.AssertionError: \nExpected: is \"a\"\n     but: was \"b\"",
            Some(("\"a\"", "\"b\"")),
        );
    }

    #[test]
    fn the_index_of_the_different_element_of_an_array_is_read() {
        let element = |message: &str| Values::in_message(message).and_then(|values| values.element);
        assert_eq!(element("E: array contents differ at index [2], expected: <1> but was: <2>"), Some(2));
        assert_eq!(element("E: arrays first differed at element [0]; expected:<1> but was:<2>"), Some(0));
        assert_eq!(element("E: array contents differ at index [2][1], expected: <1> but was: <2>"), None);
    }

    #[test]
    fn a_string_with_marks_of_the_difference_is_updated() {
        let text = "class T {\n  void m() {\n    assertEquals(\"abc\", a.get());\n  }\n}\n";
        let values = Values::in_message("expected:<a[b]c> but was:<a[]c>").unwrap();
        let changed = values.update(&File::parse(text).unwrap(), 3, None).unwrap();
        assert_eq!(changed, text.replace("abc", "ac"));
    }
}
