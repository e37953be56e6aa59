//! Errors in class files, with the position of each error.

use std::fmt;

/// The result of reading, editing or writing a class file.
pub type Result<T> = std::result::Result<T, Error>;

/// An error at a position of a class file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The binary name of the class with slashes; `None` if the error occurred before the name was read.
    pub class: Option<Box<str>>,
    /// The part of the file that was read or written: `class file`, or an attribute such as `Code attribute`.
    pub part: &'static str,
    /// Number of bytes from the start of the part.
    pub offset: usize,
    /// The kind of error.
    pub kind: ErrorKind,
}

/// The kinds of errors in a class file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ErrorKind {
    /// The first four bytes are not `CAFEBABE`.
    #[error("not a class file: the first four bytes are not CAFEBABE; compile or download the class again")]
    NotAClass,
    /// The class file version is older than 45, the version of the first JDK.
    #[error(
        "class file version {0} is older than 45, the first version; compile or download the class again"
    )]
    TooOld(u16),
    /// The class file version is newer than the newest supported one.
    #[error(
        "class file version {0} is newer than {max}, the newest supported version; compile for Java {java} or older",
        max = crate::container::class::NEWEST_MAJOR,
        java = crate::container::class::NEWEST_MAJOR - 44
    )]
    TooNew(u16),
    /// The bytes end too early.
    #[error("the data is too short (missing bytes: {0}); compile or download the class again")]
    Truncated(usize),
    /// There are bytes after the end of the class file or attribute.
    #[error("the data is too long (extra bytes: {0}); compile or download the class again")]
    TrailingBytes(usize),
    /// The kind of a constant pool entry is unknown.
    #[error("the constant pool has an entry of the unknown kind {0}; compile or download the class again")]
    UnknownConstant(u8),
    /// A constant pool index is out of range, or its entry does not have the required kind.
    #[error(
        "the constant pool entry {index} is missing or is not a {expected}; compile or download the class again"
    )]
    BadConstant {
        /// The constant pool index.
        index: u16,
        /// The kind of constant that the class file format requires.
        expected: &'static str,
    },
    /// A part of the class file, such as an attribute, does not follow its format.
    #[error("malformed: {0}; compile or download the class again")]
    Malformed(&'static str),
    /// A byte is not an opcode.
    #[error("the opcode {0:#04x} is unknown; compile or download the class again")]
    UnknownOpcode(u8),
    /// A jump, handler or table entry does not refer to the start of an instruction.
    #[error("no instruction starts at byte {0} of the code; compile or download the class again")]
    BadPosition(i64),
    /// The code in a `Code` attribute has no bytes, or more than 65,535 bytes.
    #[error("the code has {0} bytes, but 1 to 65535 are allowed; compile or download the class again")]
    BadCodeLength(usize),
    /// The edited code is longer than the JVM allows, or a jump cannot reach its target.
    #[error("the edited method is too large for the JVM; shorten the method or the inserted code")]
    MethodTooLarge,
    /// The code has a `jsr` or `ret`. The editor does not support such code.
    #[error(
        "the code has subroutines (jsr/ret), which the editor does not support; compile the class for Java 7 or newer"
    )]
    Subroutine,
    /// The constant pool already has the maximum number of entries.
    #[error("the constant pool is full; shorten the class, or add fewer constants")]
    PoolFull,
    /// A list or an attribute is longer than its length field allows.
    #[error("the {0} is longer than its length field allows; make it shorter")]
    TooLarge(&'static str),
}

impl Error {
    #[cold]
    pub(crate) fn new(offset: usize, kind: ErrorKind) -> Error {
        Error { class: None, part: "class file", offset, kind }
    }

    /// Returns the same error with another [`part`](Self::part) of the class file.
    #[cold]
    #[must_use]
    pub fn in_part(self, part: &'static str) -> Error {
        Error { part, ..self }
    }

    /// Returns the same error with the name of the class. Does not replace an existing name.
    #[cold]
    #[must_use]
    pub fn in_class(self, name: &str) -> Error {
        Error { class: self.class.or_else(|| Some(name.into())), ..self }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(class) = &self.class {
            write!(f, "{class}: ")?;
        }
        write!(f, "{}, byte {}: {}", self.part, self.offset, self.kind)
    }
}

impl std::error::Error for Error {}
