//! The class file: constant pool, fields, methods and attributes.

pub mod attributes;
pub(crate) mod class;
pub(crate) mod constants;
pub(crate) mod summary;
pub(crate) mod utf8;
