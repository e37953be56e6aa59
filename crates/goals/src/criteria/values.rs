//! Value classes for output and input coverage: sets of values, such as the negative numbers.

use crate::fitness::{nu, zero_if};
use crate::trace::Facet;

/// A kind of static type. Types of the same kind have the same value classes, except that only reference
/// types have the value class `null`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Boolean,
    Character,
    Number,
    /// A string, array, collection or map. The length of a value determines its value class.
    Sized,
    /// Any other reference type.
    Reference,
}

/// A set of values of an argument or a result, such as the negative numbers. A goal of input or output
/// coverage requires one value in the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ValueClass {
    /// `null`.
    Null,
    /// `true`.
    True,
    /// `false`.
    False,
    /// A letter.
    Letter,
    /// A digit.
    Digit,
    /// A character that is neither a letter nor a digit.
    OtherCharacter,
    /// A number below zero.
    Negative,
    /// Zero.
    Zero,
    /// A number above zero.
    Positive,
    /// A string, array, collection or map of length 0.
    Empty,
    /// A string, array, collection or map of length 1 or more.
    NonEmpty,
    /// Any object that is not `null`.
    NonNull,
}

/// Returns the value classes of a type. `is_container` receives the binary name of a Java class with slashes,
/// and returns whether the Java class is a collection or a map.
pub(crate) fn classes(descriptor: &str, is_container: &dyn Fn(&str) -> bool) -> Vec<ValueClass> {
    let (kind, is_nullable) = kind(descriptor, is_container);
    let classes: &[ValueClass] = match kind {
        Kind::Boolean => &[ValueClass::True, ValueClass::False],
        Kind::Character => &[ValueClass::Letter, ValueClass::Digit, ValueClass::OtherCharacter],
        Kind::Number => &[ValueClass::Negative, ValueClass::Zero, ValueClass::Positive],
        Kind::Sized => &[ValueClass::Empty, ValueClass::NonEmpty],
        Kind::Reference => &[ValueClass::NonNull],
    };
    is_nullable.then_some(ValueClass::Null).into_iter().chain(classes.iter().copied()).collect()
}

/// Returns the kind of a type, and whether a value of the type can be `null`.
fn kind(descriptor: &str, is_container: &dyn Fn(&str) -> bool) -> (Kind, bool) {
    let kind = match descriptor {
        "Z" | "Ljava/lang/Boolean;" => Kind::Boolean,
        "C" | "Ljava/lang/Character;" => Kind::Character,
        "Ljava/lang/String;" => Kind::Sized,
        "Ljava/lang/Byte;"
        | "Ljava/lang/Short;"
        | "Ljava/lang/Integer;"
        | "Ljava/lang/Long;"
        | "Ljava/lang/Float;"
        | "Ljava/lang/Double;" => Kind::Number,
        _ if descriptor.starts_with('[') => Kind::Sized,
        _ => match descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';')) {
            Some(name) if is_container(name) => Kind::Sized,
            Some(_) => Kind::Reference,
            None => Kind::Number,
        },
    };
    (kind, descriptor.len() > 1)
}

impl ValueClass {
    /// Returns the distance of a value from this value class. The distance is 0 exactly if the value is in
    /// the value class, and 1 if the value was not observed. Otherwise the distance is between 0 and 1.
    pub(crate) fn distance(self, value: Facet) -> f64 {
        match (self, value) {
            (_, Facet::Unknown) => 1.0,
            (ValueClass::Null, Facet::Null) => 0.0,
            (ValueClass::Null, Facet::Value(_)) | (_, Facet::Null) => nu(1.0),
            (_, Facet::Value(value)) if value.is_nan() => nu(f64::INFINITY),
            (_, Facet::Value(value)) => nu(self.distance_of_number(value)),
        }
    }

    /// Returns the distance of a number from this value class, not normalised.
    fn distance_of_number(self, value: f64) -> f64 {
        match self {
            ValueClass::Null | ValueClass::NonNull => 0.0,
            ValueClass::True => zero_if(value != 0.0),
            ValueClass::False | ValueClass::Zero => value.abs(),
            ValueClass::Negative => {
                if value < 0.0 {
                    0.0
                } else {
                    value + 1.0
                }
            }
            ValueClass::Positive => {
                if value > 0.0 {
                    0.0
                } else {
                    1.0 - value
                }
            }
            ValueClass::Empty => value,
            ValueClass::NonEmpty => zero_if(value > 0.0),
            ValueClass::Letter | ValueClass::Digit | ValueClass::OtherCharacter => {
                self.distance_of_character(value as u32)
            }
        }
    }

    /// Returns the distance of a character code from this value class, not normalised. The distance of all
    /// Unicode letters from `Letter` is 0, and the distance of all Unicode digits from `Digit` is 0. For
    /// other characters, the distance is the distance from the nearest ASCII letter or digit.
    fn distance_of_character(self, code: u32) -> f64 {
        let character = char::from_u32(code).unwrap_or_default();
        let (is_letter, is_digit) = (character.is_alphabetic(), character.is_numeric());
        let distance_to = |ranges: &[(u32, u32)]| {
            let distance = |&(low, high): &(u32, u32)| low.saturating_sub(code) + code.saturating_sub(high);
            ranges.iter().map(distance).min().unwrap_or_default().max(1)
        };
        f64::from(match self {
            ValueClass::Letter if !is_letter => distance_to(&[(0x41, 0x5A), (0x61, 0x7A)]),
            ValueClass::Digit if !is_digit => distance_to(&[(0x30, 0x39)]),
            ValueClass::OtherCharacter if is_letter || is_digit => 1,
            _ => 0,
        })
    }

    /// Describes the value class for people.
    pub(crate) fn name(self) -> &'static str {
        match self {
            ValueClass::Null => "null",
            ValueClass::True => "true",
            ValueClass::False => "false",
            ValueClass::Letter => "a letter",
            ValueClass::Digit => "a digit",
            ValueClass::OtherCharacter => "another character",
            ValueClass::Negative => "negative",
            ValueClass::Zero => "zero",
            ValueClass::Positive => "positive",
            ValueClass::Empty => "empty",
            ValueClass::NonEmpty => "not empty",
            ValueClass::NonNull => "not null",
        }
    }
}
