//! Java's type system over a class path and a JDK: hierarchy, generics, visibility, members, and who
//! produces a type.
//!
//! Must never know how a value is chosen.

pub mod model;

pub use model::{
    Bound, Class, ClassId, Constructor, Field, FieldId, Kind, Method, MethodId, Primitive, Type, TypeParameter,
};
