//! The kinds of values that output and input coverage tell apart.

use crate::fitness::{nu, unless};
use crate::trace::Facet;

/// What the static type of a value says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Boolean,
    Character,
    Number,
    /// A text, an array, a collection or a map: what counts is how long it is.
    Sized,
    Reference,
}

/// A set of values: a goal asks for one of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
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
    /// A character that is neither.
    OtherCharacter,
    /// A number below zero.
    Negative,
    /// Zero.
    Zero,
    /// A number above zero.
    Positive,
    /// Without characters or elements.
    Empty,
    /// With some.
    NonEmpty,
    /// Any object.
    NonNull,
}

/// The classes of values of a type, given by its descriptor; `is_container` tells of a class's binary name with slashes
/// whether it is a collection or map.
pub(crate) fn classes(descriptor: &str, is_container: &dyn Fn(&str) -> bool) -> Vec<Class> {
    let (kind, nullable) = kind(descriptor, is_container);
    let classes: &[Class] = match kind {
        Kind::Boolean => &[Class::True, Class::False],
        Kind::Character => &[Class::Letter, Class::Digit, Class::OtherCharacter],
        Kind::Number => &[Class::Negative, Class::Zero, Class::Positive],
        Kind::Sized => &[Class::Empty, Class::NonEmpty],
        Kind::Reference => &[Class::NonNull],
    };
    nullable.then_some(Class::Null).into_iter().chain(classes.iter().copied()).collect()
}

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

impl Class {
    /// How far a value is from being one of these: 0 exactly if it is, else below 1; 1 where the value is not known.
    pub(crate) fn distance(self, value: Facet) -> f64 {
        match (self, value) {
            (_, Facet::Unknown) => 1.0,
            (Class::Null, Facet::Null) => 0.0,
            (Class::Null, Facet::Value(_)) | (_, Facet::Null) => nu(1.0),
            (_, Facet::Value(value)) if value.is_nan() => nu(f64::INFINITY),
            (_, Facet::Value(value)) => nu(self.gap(value)),
        }
    }

    fn gap(self, value: f64) -> f64 {
        match self {
            Class::Null | Class::NonNull => 0.0,
            Class::True => unless(value != 0.0),
            Class::False | Class::Zero => value.abs(),
            Class::Negative => {
                if value < 0.0 {
                    0.0
                } else {
                    value + 1.0
                }
            }
            Class::Positive => {
                if value > 0.0 {
                    0.0
                } else {
                    1.0 - value
                }
            }
            Class::Empty => value,
            Class::NonEmpty => unless(value > 0.0),
            Class::Letter | Class::Digit | Class::OtherCharacter => self.gap_of_character(value as u32),
        }
    }

    fn gap_of_character(self, code: u32) -> f64 {
        let character = char::from_u32(code).unwrap_or_default();
        let (is_letter, is_digit) = (character.is_alphabetic(), character.is_numeric());
        let near = |ranges: &[(u32, u32)]| {
            let gap = |&(low, high): &(u32, u32)| low.saturating_sub(code) + code.saturating_sub(high);
            ranges.iter().map(gap).min().unwrap_or_default().max(1)
        };
        f64::from(match self {
            Class::Letter if !is_letter => near(&[(0x41, 0x5A), (0x61, 0x7A)]),
            Class::Digit if !is_digit => near(&[(0x30, 0x39)]),
            Class::OtherCharacter if is_letter || is_digit => 1,
            _ => 0,
        })
    }

    /// In words.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Class::Null => "null",
            Class::True => "true",
            Class::False => "false",
            Class::Letter => "a letter",
            Class::Digit => "a digit",
            Class::OtherCharacter => "another character",
            Class::Negative => "negative",
            Class::Zero => "zero",
            Class::Positive => "positive",
            Class::Empty => "empty",
            Class::NonEmpty => "not empty",
            Class::NonNull => "not null",
        }
    }
}
