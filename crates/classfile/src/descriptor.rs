//! Descriptors of methods and fields (JVM specification, section 4.3).

/// Returns the descriptors of the parameters in a method descriptor, in order. For a malformed method
/// descriptor, the result can contain malformed descriptors.
pub fn parameters(descriptor: &str) -> impl Iterator<Item = &str> {
    let mut rest = descriptor.strip_prefix('(').unwrap_or_default();
    std::iter::from_fn(move || {
        if rest.is_empty() || rest.starts_with(')') {
            return None;
        }
        let element = rest.trim_start_matches('[');
        let end = match element.strip_prefix('L') {
            Some(_) => element.find(';').map_or(element.len(), |at| at + 1),
            None => element.chars().next().map_or(0, char::len_utf8),
        };
        let (parameter, after) = rest.split_at(rest.len() - element.len() + end);
        rest = after;
        Some(parameter)
    })
}

/// Returns the number of slots that a value of a type uses: 0 for `void`, 2 for `long` and `double`,
/// otherwise 1.
///
/// The number is the same for local variables and for the operand stack.
pub fn slots(descriptor: &str) -> u16 {
    match descriptor {
        "V" => 0,
        "J" | "D" => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(descriptor: &str, expect: &[&str]) {
        assert_eq!(parameters(descriptor).collect::<Vec<_>>(), expect);
    }

    #[test]
    fn parameters_are_listed_in_order() {
        check("()V", &[]);
        check("(IJ)D", &["I", "J"]);
        check("([[ILjava/lang/String;[Lp/A;D)Lp/B;", &["[[I", "Ljava/lang/String;", "[Lp/A;", "D"]);
    }

    #[test]
    fn reading_a_malformed_descriptor_terminates() {
        check("", &[]);
        check("I", &[]);
        check("(I", &["I"]);
        check("(ILp/A", &["I", "Lp/A"]);
        check("([[", &["[["]);
        check("(ä)V", &["ä"]);
    }

    #[test]
    fn only_long_and_double_have_two_slots() {
        let all = ["V", "I", "J", "D", "[J", "Lp/D;"];
        assert_eq!(all.map(slots), [0, 1, 2, 2, 1, 1]);
    }
}
