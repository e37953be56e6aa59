//! What can be wrong with a class file, and where.

use std::fmt;

/// The result of reading, editing or writing.
pub type Result<T> = std::result::Result<T, Error>;

/// Something wrong at a known place of a class file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The binary name of the class with slashes, once it is known.
    pub class: Option<Box<str>>,
    /// The part of the file that was being read or written: `class file`, or the name of an attribute.
    pub within: &'static str,
    /// Bytes from the start of that part.
    pub offset: usize,
    /// What is wrong.
    pub kind: ErrorKind,
}

/// What is wrong with a class file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ErrorKind {
    /// The first four bytes are not `CAFEBABE`.
    #[error("not a class file: it does not start with CAFEBABE")]
    NotAClass,
    /// A class file version before the first JDK's.
    #[error("class file version {0} is older than 45, the first there was: the file is damaged")]
    TooOld(u16),
    /// A class file version after the last one known.
    #[error(
        "class file version {0} is newer than {max}, the newest supported: compile for Java {java} or older",
        max = crate::container::class::NEWEST_MAJOR,
        java = crate::container::class::NEWEST_MAJOR - 44
    )]
    TooNew(u16),
    /// The bytes end too early.
    #[error("truncated: {0} more bytes expected; the file is damaged")]
    Truncated(usize),
    /// Bytes are left after the end.
    #[error("{0} bytes left over after the end")]
    LeftOver(usize),
    /// A constant pool entry of an unknown kind.
    #[error("constant pool entry of unknown kind {0}")]
    UnknownConstant(u8),
    /// A constant pool index that is out of range or names an entry of another kind.
    #[error("constant {index} is not a {expected}")]
    BadConstant {
        /// The index asked for.
        index: u16,
        /// The kind of constant that should stand there.
        expected: &'static str,
    },
    /// The bytes of an attribute do not follow its format.
    #[error("malformed: {0}")]
    Malformed(&'static str),
    /// A byte that is no opcode.
    #[error("unknown opcode {0:#04x}")]
    UnknownOpcode(u8),
    /// A jump, handler or table entry that does not name the start of an instruction.
    #[error("position {0} is not the start of an instruction")]
    BadPosition(i64),
    /// A code attribute without code, or with more than 65,535 bytes of it.
    #[error("code of {0} bytes, where 1 to 65535 are allowed")]
    BadCodeLength(usize),
    /// The edited code is longer than the JVM allows, or a jump in it cannot be made to reach.
    #[error("method too large: edit fewer places of it")]
    MethodTooLarge,
    /// Code with `jsr` or `ret`, which is never edited.
    #[error("the code uses subroutines (jsr/ret), which cannot be edited: leave the method as it is")]
    Subroutine,
    /// The constant pool has no room for another entry.
    #[error("the constant pool is full")]
    PoolFull,
    /// Something that has to be written is longer than its length field allows.
    #[error("too large to be written: {0}")]
    TooLarge(&'static str),
}

impl Error {
    #[cold]
    pub(crate) fn new(offset: usize, kind: ErrorKind) -> Error {
        Error { class: None, within: "class file", offset, kind }
    }

    /// The same error, said of this part of the class file.
    #[cold]
    #[must_use]
    pub fn within(self, part: &'static str) -> Error {
        Error { within: part, ..self }
    }

    /// The same error, said of this class, unless it names one already.
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
        write!(f, "{}, byte {}: {}", self.within, self.offset, self.kind)
    }
}

impl std::error::Error for Error {}
