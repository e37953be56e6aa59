//! The JVM class file format: lossless reading, labelled code, editing, writing.
//!
//! Must never know why somebody edits a class.

pub mod code;
