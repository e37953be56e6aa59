//! The JVM class file format: lossless reading, labelled code, editing, writing.
//!
//! Reading keeps every byte that it does not have to understand, so that an unchanged class is written back byte
//! for byte. Code is edited by inserting straight-line, stack-neutral snippets, so that stack map frames are only
//! shifted and the class hierarchy is never needed.
//!
//! Must never know why somebody edits a class.

pub mod attributes;
mod bytes;
mod class;
pub mod code;
mod constants;
mod decode;
pub mod descriptor;
mod draft;
mod editor;
mod encode;
mod error;
mod frames;
pub mod op;
mod summary;
mod tables;
mod utf8;

pub use class::{Attribute, ClassFile, Member};
pub use code::{Code, Handler, Index, Instruction};
pub use constants::{Constant, ConstantPool, MemberRef};
pub use editor::Editor;
pub use error::{Error, ErrorKind, Result};
pub use summary::{AttributeRef, AttributeTable, MemberSummary, Summary};
pub use utf8::Utf8;
