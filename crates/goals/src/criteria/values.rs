//! Value classes for output and input coverage: sets of values, such as the negative numbers.

use crate::fitness::{nu, zero_if};
use crate::trace::RecordedValue;

/// A kind of static type. Types of the same kind have the same value sets, except that only reference
/// types have the value set `null`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TypeKind {
    Boolean,
    Character,
    Number,
    /// A string, array, collection or map. The length of a value determines its value set.
    Sized,
    /// Any other reference type.
    Reference,
}

/// A set of values of an argument or a result, such as the negative numbers. A goal of input or output
/// coverage requires one value in the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ValueSet {
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

/// Returns the value sets of a type. `is_container` receives the binary name of a Java class with slashes,
/// and returns whether the Java class is a collection or a map.
pub(crate) fn classes(descriptor: &str, is_container: &dyn Fn(&str) -> bool) -> Vec<ValueSet> {
    let (kind, is_nullable) = kind(descriptor, is_container);
    let classes: &[ValueSet] = match kind {
        TypeKind::Boolean => &[ValueSet::True, ValueSet::False],
        TypeKind::Character => &[ValueSet::Letter, ValueSet::Digit, ValueSet::OtherCharacter],
        TypeKind::Number => &[ValueSet::Negative, ValueSet::Zero, ValueSet::Positive],
        TypeKind::Sized => &[ValueSet::Empty, ValueSet::NonEmpty],
        TypeKind::Reference => &[ValueSet::NonNull],
    };
    is_nullable.then_some(ValueSet::Null).into_iter().chain(classes.iter().copied()).collect()
}

/// Returns the kind of a type, and whether a value of the type can be `null`.
fn kind(descriptor: &str, is_container: &dyn Fn(&str) -> bool) -> (TypeKind, bool) {
    let kind = match descriptor {
        "Z" | "Ljava/lang/Boolean;" => TypeKind::Boolean,
        "C" | "Ljava/lang/Character;" => TypeKind::Character,
        "Ljava/lang/String;" => TypeKind::Sized,
        "Ljava/lang/Byte;"
        | "Ljava/lang/Short;"
        | "Ljava/lang/Integer;"
        | "Ljava/lang/Long;"
        | "Ljava/lang/Float;"
        | "Ljava/lang/Double;" => TypeKind::Number,
        _ if descriptor.starts_with('[') => TypeKind::Sized,
        _ => match descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';')) {
            Some(name) if is_container(name) => TypeKind::Sized,
            Some(_) => TypeKind::Reference,
            None => TypeKind::Number,
        },
    };
    (kind, descriptor.len() > 1)
}

impl ValueSet {
    /// Returns the distance of a value from this value set. The distance is 0 exactly if the value is in
    /// the value set, and 1 if the value was not observed. Otherwise the distance is between 0 and 1.
    pub(crate) fn distance(self, value: RecordedValue) -> f64 {
        match (self, value) {
            (_, RecordedValue::Unknown) => 1.0,
            (ValueSet::Null, RecordedValue::Null) => 0.0,
            (ValueSet::Null, RecordedValue::Value(_)) | (_, RecordedValue::Null) => nu(1.0),
            (_, RecordedValue::Value(value)) if value.is_nan() => nu(f64::INFINITY),
            (_, RecordedValue::Value(value)) => nu(self.distance_of_number(value)),
        }
    }

    /// Returns the distance of a number from this value set, not normalised.
    fn distance_of_number(self, value: f64) -> f64 {
        match self {
            ValueSet::Null | ValueSet::NonNull => 0.0,
            ValueSet::True => zero_if(value != 0.0),
            ValueSet::False | ValueSet::Zero => value.abs(),
            ValueSet::Negative => {
                if value < 0.0 {
                    0.0
                } else {
                    value + 1.0
                }
            }
            ValueSet::Positive => {
                if value > 0.0 {
                    0.0
                } else {
                    1.0 - value
                }
            }
            ValueSet::Empty => value,
            ValueSet::NonEmpty => zero_if(value > 0.0),
            ValueSet::Letter | ValueSet::Digit | ValueSet::OtherCharacter => {
                self.distance_of_character(value as u32)
            }
        }
    }

    /// Returns the distance of a character code from this value set, not normalised. The distance of all
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
            ValueSet::Letter if !is_letter => distance_to(&[(0x41, 0x5A), (0x61, 0x7A)]),
            ValueSet::Digit if !is_digit => distance_to(&[(0x30, 0x39)]),
            ValueSet::OtherCharacter if is_letter || is_digit => 1,
            _ => 0,
        })
    }

    /// Describes the value set for people.
    pub(crate) fn name(self) -> &'static str {
        match self {
            ValueSet::Null => "null",
            ValueSet::True => "true",
            ValueSet::False => "false",
            ValueSet::Letter => "a letter",
            ValueSet::Digit => "a digit",
            ValueSet::OtherCharacter => "another character",
            ValueSet::Negative => "negative",
            ValueSet::Zero => "zero",
            ValueSet::Positive => "positive",
            ValueSet::Empty => "empty",
            ValueSet::NonEmpty => "not empty",
            ValueSet::NonNull => "not null",
        }
    }
}
