//! The JVM class file format: lossless reading, decoded code, editing, writing.
//!
//! - `container`: the class file, its constant pool, members and attributes.
//! - `code`: the instructions of a method, decoded from bytes and encoded again.
//! - `editor`: changes to the instructions of a method.
//!
//! Reading keeps every byte that it does not have to understand. An unchanged class is written back byte for
//! byte. Edits insert straight-line, stack-neutral snippets. Stack map frames are therefore only shifted, and
//! the class hierarchy is never needed.
//!
//! This crate does not depend on why a class is edited.

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
