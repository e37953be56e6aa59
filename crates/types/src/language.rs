//! The rules of the Java language: conversions, generics, visibility, names, and the methods to implement.

mod bind;
mod case;
mod display;
pub(crate) mod package_fields;
pub(crate) mod producers;
pub(crate) mod relations;
mod unimplemented;
pub(crate) mod visibility;

pub use bind::Bindings;
pub use case::{capitalised, decapitalised};
pub use producers::Producer;
pub use relations::Conversion;
pub use unimplemented::UnimplementedMethod;
pub use visibility::is_identifier;
