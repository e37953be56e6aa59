//! Java's type system over a class path and a JDK: hierarchy, generics, visibility, members, and producers of
//! values.
//!
//! - `class_path` and `jdk`: the sources of class files.
//! - `load` and `model`: classes and members, read from class files.
//! - `language`: the rules of the Java language.
//! - `index`: for each class, its subtypes on the class path and the members that return it.
//!
//! This crate contains no rules for the choice of values: its callers decide which producers to use.

pub mod access;
mod class_path;
mod error;
mod index;
mod jdk;
mod language;
mod load;
mod model;
mod world;

pub use class_path::ClassPath;
pub use error::Error;
pub use jdk::Jdk;
pub use language::{
    Bindings, Conversion, Producer, UnimplementedMethod, capitalised, decapitalised, is_identifier,
};
pub use model::{
    Bound, Class, ClassId, ClassKind, Constant, Deprecated, Field, FieldId, Method, MethodId, Primitive,
    Type, TypeParameter, package_of,
};
pub use world::World;
