//! The rules of the Java language: conversions, generics, visibility, names, and the methods to implement.

mod bind;
mod display;
mod open;
pub(crate) mod producers;
pub(crate) mod relations;
pub(crate) mod visibility;

pub use bind::Bindings;
pub use open::UnimplementedMethod;
pub use producers::Producer;
pub use relations::Conversion;
pub use visibility::is_identifier;
