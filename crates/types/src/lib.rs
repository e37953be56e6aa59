//! Java's type system over a class path and a JDK: hierarchy, generics, visibility, members, and who
//! produces a type.
//!
//! Must never know how a value is chosen.

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
pub use language::{Bindings, Conversion, OpenMethod, Producer, is_identifier};
pub use model::{
    Bound, Class, ClassId, Constant, Deprecated, Field, FieldId, Kind, Method, MethodId, Primitive, Type,
    TypeParameter, package_of,
};
pub use world::World;
