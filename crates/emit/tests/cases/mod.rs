//! Test cases for the tests of this crate. These tests compare, compile and run the source of the test cases.

pub mod chains;
pub mod collections;
pub mod deprecated;
pub mod exceptions;
pub mod files;
pub mod line_breaks;
pub mod name_clashes;
pub mod newer_java;
pub mod overloads;
pub mod printed;
pub mod sample_class;
pub mod shared_setup;
pub mod similar_tests;
pub mod statements;
pub mod stubs;
pub mod values;

use testcase::{Literal, Observation, Var};

use crate::build::TestBuilder;

/// Returns the observation of an `int`.
pub fn int(value: i32) -> Observation {
    Observation::Literal(Literal::Int(value))
}

/// Returns the observation of a string.
pub fn string(text: &str) -> Observation {
    Observation::Literal(Literal::String(text.encode_utf16().collect()))
}

/// Returns the observation of a constant of `fix.Shape.Color`.
pub fn color(name: &str) -> Observation {
    Observation::Enum { class: "fix.Shape$Color".into(), name: name.into() }
}

/// Adds the construction of a `fix.Shape`.
pub fn shape(builder: &mut TestBuilder) -> Var {
    let name = builder.string("square");
    builder.construct("fix.Shape", "(Ljava/lang/String;)V", &[name])
}
