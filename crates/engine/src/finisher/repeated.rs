//! Drops assertions that repeat an earlier assertion.

use testcase::{CheckedTest, Observation, Var};

use super::same_act::is_inspection;

/// Drops each assertion on the value of an inspection that the test already asserts. Between both assertions,
/// the test must only inspect objects.
pub fn drop_repeated_inspections(test: &mut CheckedTest) {
    while let Some(repeated) = (0..test.case.len()).find(|&index| repeats(test, index)) {
        test.assertions.retain(|it| it.var.0 as usize != repeated);
        test.retain(|index| index != repeated);
    }
}

/// Returns whether the statement with this index is an inspection without further use that repeats an earlier
/// inspection.
fn repeats(test: &CheckedTest, index: usize) -> bool {
    let statements = &test.case.statements;
    let asserted = |index: usize| -> Option<&Observation> {
        let mut assertions = test.assertions.iter().filter(|it| it.var.0 as usize == index);
        assertions.next().map(|it| &it.expected).filter(|_| assertions.next().is_none())
    };
    let is_used = statements.iter().any(|it| it.mentions(Var(index as u32)))
        || test.assertions.iter().any(|it| it.expected.other() == Some(Var(index as u32)));
    let inspections = statements[..index].iter().rposition(|it| !is_inspection(it)).map_or(0, |it| it + 1);
    let is_earlier =
        |&earlier: &usize| statements[earlier] == statements[index] && asserted(earlier) == asserted(index);
    is_inspection(&statements[index])
        && asserted(index).is_some()
        && !is_used
        && (inspections..index).any(|earlier| is_earlier(&earlier))
}

#[cfg(test)]
mod tests {
    use testcase::{Args, Assertion, Literal, StatementKind, TestCase};
    use types::MethodId;

    use super::*;
    use crate::finisher::fixture::{self, statement};

    const SIZE: u32 = 1;
    const TEXT: u32 = 2;
    const ADD: u32 = 3;

    /// Returns a test that creates an object, and calls methods with these values. The method `ADD` has an
    /// argument and no asserted value.
    fn test(calls: &[(u32, i32)]) -> CheckedTest {
        let call = |&(method, _): &(u32, i32)| {
            fixture::call(method, Some(0), if method == ADD { &[0] } else { &[] })
        };
        let creation =
            StatementKind::Construct { constructor: MethodId(0), receiver: None, args: Args::new() };
        let statements = std::iter::once(statement(creation)).chain(calls.iter().map(call)).collect();
        let asserted = (1..).zip(calls).filter(|(_, (method, _))| *method != ADD);
        let assertions = asserted.map(|(index, &(_, value))| Assertion {
            var: Var(index),
            after: index,
            expected: Observation::Literal(Literal::Int(value)),
        });
        CheckedTest { assertions: assertions.collect(), ..CheckedTest::new(TestCase { statements }) }
    }

    #[test]
    fn an_inspection_with_the_same_value_is_asserted_once_unless_a_call_is_in_between() {
        let without_repetition = |calls: &[(u32, i32)]| {
            let mut test = test(calls);
            drop_repeated_inspections(&mut test);
            test
        };
        assert_eq!(without_repetition(&[(TEXT, 7), (SIZE, 0), (TEXT, 7)]), test(&[(TEXT, 7), (SIZE, 0)]));
        for different in [[(TEXT, 7), (SIZE, 0), (TEXT, 8)], [(TEXT, 7), (ADD, 0), (TEXT, 7)]] {
            assert_eq!(without_repetition(&different), test(&different));
        }
    }
}
