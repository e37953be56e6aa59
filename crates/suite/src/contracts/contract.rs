//! The contracts that every object, comparator, and iterator must satisfy.

use testcase::{Literal, Observation};

use super::call::ContractCall;

/// A contract of one method, checked by calls on one or two objects.
pub(super) struct Contract {
    /// Interface to whose implementations the contract applies. `None` if the contract applies to all
    /// classes.
    pub interface: Option<&'static str>,
    pub method: &'static str,
    /// The descriptor of the method, or empty if the number of parameters identifies the method.
    pub descriptor: &'static str,
    /// Calls that check the contract.
    pub calls: &'static [ContractCall],
    /// Returns whether the contract is violated, given the results of all `calls`.
    pub is_violated: fn(&[&Observation]) -> bool,
    /// Returns whether an exception violates the contract. Its parameters are the results of the calls before
    /// the exception, and the class of the exception.
    pub is_violated_by_exception: fn(&[&Observation], &str) -> bool,
    /// The violation as a clause, for [`Suspicion::behaviour`](testcase::Suspicion::behaviour).
    pub violation: &'static str,
}

const EQUALS: (&str, &str) = ("equals", "(Ljava/lang/Object;)Z");

pub(super) const CONTRACTS: [Contract; 17] = [
    contract(
        EQUALS,
        &[ContractCall::WithItself],
        |values| is_boolean(values[0], false),
        never,
        "returns false for the object itself",
    ),
    contract(
        EQUALS,
        &[ContractCall::WithItself],
        |_| false,
        always,
        "throws an exception for the object itself",
    ),
    contract(
        EQUALS,
        &[ContractCall::WithNull],
        |values| is_boolean(values[0], true),
        never,
        "returns true for null",
    ),
    contract(
        EQUALS,
        &[ContractCall::WithNull],
        |_| false,
        always,
        "throws an exception for null instead of returning false",
    ),
    contract(
        EQUALS,
        &[ContractCall::WithForeign],
        |_| false,
        always,
        "throws an exception for an object of another class",
    ),
    contract(
        EQUALS,
        &[ContractCall::WithOther, ContractCall::Reverse],
        |values| values[0] != values[1],
        never,
        "is not symmetric: x.equals(y) and y.equals(x) return different results",
    ),
    contract(
        EQUALS,
        &[ContractCall::WithOther, ContractCall::Hash, ContractCall::HashOfOther],
        |values| is_boolean(values[0], true) && values[1] != values[2],
        never,
        "returns true for two objects with different hash codes",
    ),
    contract(
        ("hashCode", "()I"),
        &[ContractCall::Plain, ContractCall::Plain],
        |values| values[0] != values[1],
        never,
        "returns different results when it is called twice",
    ),
    contract(
        ("hashCode", "()I"),
        &[ContractCall::Plain],
        |_| false,
        always,
        "throws an exception instead of returning a number",
    ),
    contract(
        ("toString", "()Ljava/lang/String;"),
        &[ContractCall::Plain],
        |values| *values[0] == Observation::Null,
        always,
        "returns null or throws an exception",
    ),
    contract(
        ("compareTo", ""),
        &[ContractCall::WithItself],
        |values| sign(values[0]).is_some_and(|sign| sign != 0),
        never,
        "does not return 0 for an object and itself",
    ),
    contract(
        ("compareTo", ""),
        &[ContractCall::WithOther, ContractCall::Reverse],
        |values| are_opposite(values[0], values[1]) == Some(false),
        never,
        "does not return opposite signs for x.compareTo(y) and y.compareTo(x)",
    ),
    contract(
        ("clone", ""),
        &[ContractCall::Plain],
        |values| matches!(values[0], Observation::Null | Observation::Same(_)),
        never,
        "does not return a new object",
    ),
    Contract {
        interface: Some("java.util.Comparator"),
        ..contract(
            ("compare", ""),
            &[ContractCall::CompareSame],
            |values| sign(values[0]).is_some_and(|sign| sign != 0),
            never,
            "does not return 0 for an object and itself",
        )
    },
    Contract {
        interface: Some("java.util.Comparator"),
        ..contract(
            ("compare", ""),
            &[ContractCall::Compare, ContractCall::CompareReverse],
            |values| are_opposite(values[0], values[1]) == Some(false),
            never,
            "does not return opposite signs for compare(x, y) and compare(y, x)",
        )
    },
    Contract {
        interface: Some("java.util.Iterator"),
        ..contract(
            ("hasNext", ""),
            &[ContractCall::Plain, ContractCall::Plain],
            |values| values[0] != values[1],
            never,
            "returns different results when it is called twice",
        )
    },
    Contract {
        interface: Some("java.util.Iterator"),
        ..contract(
            ("next", ""),
            &[ContractCall::HasNext, ContractCall::Plain],
            |values| is_boolean(values[0], false),
            |values, exception| {
                is_boolean(values[0], false) && exception != "java.util.NoSuchElementException"
            },
            "does not throw a NoSuchElementException after the last element",
        )
    },
];

impl Contract {
    /// Returns whether the contract is about comparators, which compare two other objects.
    pub fn is_of_comparator(&self) -> bool {
        self.calls.iter().any(|call| matches!(call, ContractCall::Compare | ContractCall::CompareSame))
    }

    /// Returns whether checking the contract needs two objects.
    pub fn needs_two_objects(&self) -> bool {
        self.calls.iter().any(|it| {
            matches!(it, ContractCall::WithOther | ContractCall::Reverse | ContractCall::HashOfOther)
        })
    }
}

const fn contract(
    (method, descriptor): (&'static str, &'static str),
    calls: &'static [ContractCall],
    is_violated: fn(&[&Observation]) -> bool,
    is_violated_by_exception: fn(&[&Observation], &str) -> bool,
    violation: &'static str,
) -> Contract {
    Contract { interface: None, method, descriptor, calls, is_violated, is_violated_by_exception, violation }
}

fn always(_: &[&Observation], _: &str) -> bool {
    true
}

fn never(_: &[&Observation], _: &str) -> bool {
    false
}

fn is_boolean(value: &Observation, expected: bool) -> bool {
    *value == Observation::Literal(Literal::Boolean(expected))
}

fn sign(value: &Observation) -> Option<i32> {
    match value {
        Observation::Literal(Literal::Int(value)) => Some(value.signum()),
        _ => None,
    }
}

/// Returns whether the results of two comparisons have opposite signs, or `None` if a result is not an `int`.
fn are_opposite(value: &Observation, reverse: &Observation) -> Option<bool> {
    Some(sign(value)? == -sign(reverse)?)
}
