//! The type system, compared with `javac` on compiled sources.

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
