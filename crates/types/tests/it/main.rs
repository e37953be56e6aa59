//! Tests of the type system, on compiled sources and libraries. Some tests compare the results with `javac`.

mod cache;
mod classpath;
mod common;
mod conversion;
mod hierarchy;
mod jdk;
mod members;
mod producers;
mod subjects;
mod unimplemented;
mod visibility;
