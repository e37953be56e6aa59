//! Java's type system over a class path and a JDK: hierarchy, generics, visibility, members, and who
//! produces a type.
//!
//! Must never know how a value is chosen.

pub mod access;
mod bind;
mod cache;
mod classpath;
mod display;
mod error;
mod index;
mod jar;
mod jdk;
mod jdk_table;
mod jimage;
mod load;
pub mod model;
mod module_info;
mod open;
mod outline;
mod producers;
mod relations;
mod release;
mod signature;
mod visibility;
mod world;

pub use bind::Bindings;
pub use classpath::ClassPath;
pub use error::Error;
pub use jdk::Jdk;
pub use model::{
    Bound, Class, ClassId, Constant, Constructor, Deprecated, Field, FieldId, Kind, Method, MethodId,
    Primitive, Type, TypeParameter, package_of,
};
pub use open::OpenMethod;
pub use producers::Producer;
pub use relations::Conversion;
pub use visibility::is_identifier;
pub use world::World;
