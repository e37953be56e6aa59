//! The type system against what `javac` compiles and says.

mod cache;
mod classpath;
mod common;
mod conversion;
mod hierarchy;
mod jdk;
mod members;
mod open;
mod producers;
mod subjects;
mod visibility;
