//! The JVM class file format: reads class files without loss, decodes and edits code, and writes class files.
//!
//! - `container`: the class file: its constant pool, members and attributes.
//! - `code`: the instructions of a method, decoded from bytes and encoded as bytes.
//! - `editor`: changes to the instructions of a method.
//!
//! A class in memory contains every byte of its file. Writing an unchanged class therefore results in the
//! same bytes. An edit inserts a snippet: a short sequence of instructions. A snippet restores the operand
//! stack, and jumps only to instructions that already are jump targets. The editor can therefore reuse the
//! existing stack map frames. Computing new frames would require the hierarchy of all classes.
//!
//! This crate contains no rules about the purpose of an edit: its callers decide which code to insert.

mod bytes;
mod code;
mod container;
pub mod descriptor;
mod editor;
mod error;
pub mod op;

pub use code::{Code, Handler, Index, Instruction};
pub use container::attributes;
pub use container::class::{Attribute, ClassFile, Member};
pub use container::constants::{Constant, ConstantPool, MemberRef};
pub use container::summary::{AttributeRef, AttributeTable, MemberSummary, Summary};
pub use container::utf8::Utf8;
pub use editor::Editor;
pub use error::{Error, ErrorKind, Result};
