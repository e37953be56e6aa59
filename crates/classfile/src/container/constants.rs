//! The constant pool: its bytes, and the offset of each entry.

use crate::bytes::Reader;
use crate::container::utf8::{Utf8, modified_utf8};
use crate::error::{Error, ErrorKind, Result};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;

// The tags of the constant pool entries (JVM specification, table 4.4-A).
const UTF8: u8 = 1;
const INTEGER: u8 = 3;
const FLOAT: u8 = 4;
const LONG: u8 = 5;
const DOUBLE: u8 = 6;
const CLASS: u8 = 7;
const STRING: u8 = 8;
const FIELD: u8 = 9;
const METHOD: u8 = 10;
const INTERFACE_METHOD: u8 = 11;
const NAME_AND_TYPE: u8 = 12;
const METHOD_HANDLE: u8 = 15;
const METHOD_TYPE: u8 = 16;
const DYNAMIC: u8 = 17;
const INVOKE_DYNAMIC: u8 = 18;
const MODULE: u8 = 19;
const PACKAGE: u8 = 20;

/// Marks an index without an entry: index 0 and the second index of a long or double.
const NO_ENTRY: u32 = u32::MAX;

/// Number of bytes in a class file before the first constant. The offsets in errors include these bytes.
const HEADER_LENGTH: usize = 10;

/// One constant. Fields such as `class` and `name` are constant pool indexes.
#[allow(missing_docs)] // The JVM specification, section 4.4, defines the fields.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constant<'a> {
    Utf8(Utf8<'a>),
    Integer(i32),
    Float(f32),
    Long(i64),
    Double(f64),
    Class { name: u16 },
    String { utf8: u16 },
    Field { class: u16, name_and_type: u16 },
    Method { class: u16, name_and_type: u16 },
    InterfaceMethod { class: u16, name_and_type: u16 },
    NameAndType { name: u16, descriptor: u16 },
    MethodHandle { kind: u8, member: u16 },
    MethodType { descriptor: u16 },
    Dynamic { bootstrap: u16, name_and_type: u16 },
    InvokeDynamic { bootstrap: u16, name_and_type: u16 },
    Module { name: u16 },
    Package { name: u16 },
}

/// A reference to a field or method: its class, name and descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MemberRef<'a> {
    /// The class in which the JVM looks for the member: a binary name with slashes, or an array descriptor.
    pub class: Utf8<'a>,
    /// The name of the member.
    pub name: Utf8<'a>,
    /// The descriptor of the member.
    pub descriptor: Utf8<'a>,
}

/// The constant pool of one class. Entries are only added, never changed or removed.
#[derive(Clone, Debug, Default)]
pub struct ConstantPool {
    /// The entries in class file format.
    bytes: Vec<u8>,
    /// For each index, the offset of its entry in `bytes`, or [`NO_ENTRY`].
    starts: Vec<u32>,
    /// The indexes of all entries, hashed by the bytes of the entry. The table is built when the first
    /// constant is added.
    interned: HashTable<u16>,
}

impl ConstantPool {
    /// Returns an empty pool.
    pub fn new() -> ConstantPool {
        ConstantPool { starts: vec![NO_ENTRY], ..ConstantPool::default() }
    }

    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<ConstantPool> {
        let count = usize::from(reader.u2()?);
        let first = reader.offset();
        if count.saturating_sub(1) > reader.remaining() {
            return Err(reader.error(ErrorKind::Truncated(count - 1 - reader.remaining())));
        }
        let mut starts = Vec::with_capacity(count + 1);
        starts.push(NO_ENTRY);
        while starts.len() < count {
            let start = reader.offset();
            starts.push((start - first) as u32);
            let tag = reader.u1()?;
            let length = match fixed_length(tag) {
                Some(length) => length,
                None if tag == UTF8 => reader.u2()?.into(),
                None => return Err(Error::new(start, ErrorKind::UnknownConstant(tag))),
            };
            if matches!(tag, LONG | DOUBLE) {
                starts.push(NO_ENTRY);
            }
            reader.take(length)?;
        }
        if starts.len() > count.max(1) {
            return Err(
                reader.error(ErrorKind::Malformed("the last constant needs two indexes, but has one"))
            );
        }
        Ok(ConstantPool { bytes: reader.bytes_since(first).to_vec(), starts, interned: HashTable::new() })
    }

    /// Returns the entries in class file format, without the count before them.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the same pool with other texts. `map` receives each text of the pool, such as a name, a
    /// descriptor or the value of a string. The indexes of all constants stay the same.
    ///
    /// # Errors
    /// If a new text is too long for a class file.
    pub fn map_texts(&self, map: &dyn Fn(&str) -> String) -> Result<ConstantPool> {
        let mut mapped = ConstantPool::default();
        for (index, &start) in self.starts.iter().enumerate() {
            if start == NO_ENTRY {
                mapped.starts.push(NO_ENTRY);
                continue;
            }
            mapped.starts.push(mapped.bytes.len() as u32);
            if let Ok(text) = self.utf8(index as u16) {
                let entry = utf8_entry(&modified_utf8(&map(&text.to_str())), mapped.bytes.len())?;
                mapped.bytes.extend(entry);
            } else {
                let mut later = self.starts[index + 1..].iter().filter(|start| **start != NO_ENTRY);
                let end = later.next().map_or(self.bytes.len(), |start| *start as usize);
                mapped.bytes.extend_from_slice(&self.bytes[start as usize..end]);
            }
        }
        Ok(mapped)
    }

    /// Returns the `constant_pool_count` of the class file: one more than the greatest index in use.
    pub fn count(&self) -> u16 {
        self.starts.len() as u16
    }

    /// Returns every index that has a constant, together with the constant.
    pub fn iter(&self) -> impl Iterator<Item = (u16, Constant<'_>)> {
        (1..self.count()).filter_map(|index| Some((index, self.constant(index).ok()?)))
    }

    /// Returns the constant at an index. Fails if there is no constant.
    pub fn constant(&self, index: u16) -> Result<Constant<'_>> {
        let entry = match self.starts.get(usize::from(index)) {
            Some(&start) if start != NO_ENTRY => &self.bytes[start as usize..],
            _ => return Err(self.wrong_kind(index, "constant")),
        };
        let u2 = |at: usize| u16::from_be_bytes([entry[at], entry[at + 1]]);
        let u4 = |at: usize| u32::from_be_bytes([entry[at], entry[at + 1], entry[at + 2], entry[at + 3]]);
        let u8 = |at: usize| u64::from(u4(at)) << 32 | u64::from(u4(at + 4));
        Ok(match entry[0] {
            UTF8 => Constant::Utf8(Utf8(&entry[3..3 + usize::from(u2(1))])),
            INTEGER => Constant::Integer(u4(1) as i32),
            FLOAT => Constant::Float(f32::from_bits(u4(1))),
            LONG => Constant::Long(u8(1) as i64),
            DOUBLE => Constant::Double(f64::from_bits(u8(1))),
            CLASS => Constant::Class { name: u2(1) },
            STRING => Constant::String { utf8: u2(1) },
            FIELD => Constant::Field { class: u2(1), name_and_type: u2(3) },
            METHOD => Constant::Method { class: u2(1), name_and_type: u2(3) },
            INTERFACE_METHOD => Constant::InterfaceMethod { class: u2(1), name_and_type: u2(3) },
            NAME_AND_TYPE => Constant::NameAndType { name: u2(1), descriptor: u2(3) },
            METHOD_HANDLE => Constant::MethodHandle { kind: entry[1], member: u2(2) },
            METHOD_TYPE => Constant::MethodType { descriptor: u2(1) },
            DYNAMIC => Constant::Dynamic { bootstrap: u2(1), name_and_type: u2(3) },
            INVOKE_DYNAMIC => Constant::InvokeDynamic { bootstrap: u2(1), name_and_type: u2(3) },
            MODULE => Constant::Module { name: u2(1) },
            PACKAGE => Constant::Package { name: u2(1) },
            tag => unreachable!("the parser accepted a constant of unknown kind {tag}"),
        })
    }

    /// Returns the modified UTF-8 string at an index.
    pub fn utf8(&self, index: u16) -> Result<Utf8<'_>> {
        match self.constant(index) {
            Ok(Constant::Utf8(utf8)) => Ok(utf8),
            _ => Err(self.wrong_kind(index, "Utf8 string")),
        }
    }

    /// Returns the name of the class at an index: a binary name with slashes, or an array descriptor.
    pub fn class_name(&self, index: u16) -> Result<Utf8<'_>> {
        match self.constant(index) {
            Ok(Constant::Class { name }) => self.utf8(name),
            _ => Err(self.wrong_kind(index, "class")),
        }
    }

    /// Like [`class_name`](Self::class_name), but returns `None` for index 0.
    pub fn optional_class_name(&self, index: u16) -> Result<Option<Utf8<'_>>> {
        (index != 0).then(|| self.class_name(index)).transpose()
    }

    /// Like [`utf8`](Self::utf8), but returns `None` for index 0.
    pub fn optional_utf8(&self, index: u16) -> Result<Option<Utf8<'_>>> {
        (index != 0).then(|| self.utf8(index)).transpose()
    }

    /// Returns the characters of the `String` constant at an index.
    pub fn string(&self, index: u16) -> Result<Utf8<'_>> {
        match self.constant(index) {
            Ok(Constant::String { utf8 }) => self.utf8(utf8),
            _ => Err(self.wrong_kind(index, "String")),
        }
    }

    /// Returns the name and the descriptor of the `NameAndType`, `Dynamic` or `InvokeDynamic` constant at an
    /// index.
    pub fn name_and_type(&self, index: u16) -> Result<(Utf8<'_>, Utf8<'_>)> {
        match self.constant(index) {
            Ok(Constant::NameAndType { name, descriptor }) => Ok((self.utf8(name)?, self.utf8(descriptor)?)),
            Ok(Constant::Dynamic { name_and_type, .. } | Constant::InvokeDynamic { name_and_type, .. }) => {
                match self.constant(name_and_type) {
                    Ok(Constant::NameAndType { name, descriptor }) => {
                        Ok((self.utf8(name)?, self.utf8(descriptor)?))
                    }
                    _ => Err(self.wrong_kind(name_and_type, "name and type")),
                }
            }
            _ => Err(self.wrong_kind(index, "name and type")),
        }
    }

    /// Returns the field, method or interface method reference at an index.
    pub fn member(&self, index: u16) -> Result<MemberRef<'_>> {
        match self.constant(index) {
            Ok(
                Constant::Field { class, name_and_type }
                | Constant::Method { class, name_and_type }
                | Constant::InterfaceMethod { class, name_and_type },
            ) => {
                let (name, descriptor) = self.name_and_type(name_and_type)?;
                Ok(MemberRef { class: self.class_name(class)?, name, descriptor })
            }
            _ => Err(self.wrong_kind(index, "field or method")),
        }
    }

    /// Returns an error whose offset is the start of the entry at an index. If there is no entry, the offset
    /// is the start of the field `constant_pool_count`.
    #[cold]
    fn wrong_kind(&self, index: u16, expected: &'static str) -> Error {
        let offset = match self.starts.get(usize::from(index)) {
            Some(&start) if start != NO_ENTRY => HEADER_LENGTH + start as usize,
            _ => HEADER_LENGTH - 2,
        };
        Error::new(offset, ErrorKind::BadConstant { index, expected })
    }
}

/// Methods that add constants. If an equal entry exists, each method returns the index of that entry.
/// Otherwise, the method adds an entry at the end and returns the index of the new entry.
///
/// The errors are [`ErrorKind::PoolFull`], and [`ErrorKind::TooLarge`] for strings over 65,535 bytes.
impl ConstantPool {
    /// Adds a `Utf8` constant.
    pub fn add_utf8(&mut self, text: &str) -> Result<u16> {
        self.add_utf8_bytes(&modified_utf8(text))
    }

    /// Adds a `Utf8` constant whose bytes are modified UTF-8.
    pub fn add_utf8_bytes(&mut self, bytes: &[u8]) -> Result<u16> {
        let entry = utf8_entry(bytes, self.bytes.len())?;
        self.add(&entry)
    }

    /// Adds a class by its binary name with slashes, or by an array descriptor.
    pub fn add_class(&mut self, name: &str) -> Result<u16> {
        let name = self.add_utf8(name)?;
        self.add_pair(CLASS, name, None)
    }

    /// Adds a `String`.
    pub fn add_string(&mut self, text: &str) -> Result<u16> {
        let utf8 = self.add_utf8(text)?;
        self.add_pair(STRING, utf8, None)
    }

    /// Adds an `int`.
    pub fn add_integer(&mut self, value: i32) -> Result<u16> {
        let [a, b, c, d] = value.to_be_bytes();
        self.add(&[INTEGER, a, b, c, d])
    }

    /// Adds a `float`. Two floats are equal if their bits are equal.
    pub fn add_float(&mut self, value: f32) -> Result<u16> {
        let [a, b, c, d] = value.to_bits().to_be_bytes();
        self.add(&[FLOAT, a, b, c, d])
    }

    /// Adds a `long`.
    pub fn add_long(&mut self, value: i64) -> Result<u16> {
        let [a, b, c, d, e, f, g, h] = value.to_be_bytes();
        self.add(&[LONG, a, b, c, d, e, f, g, h])
    }

    /// Adds a `double`. Two doubles are equal if their bits are equal.
    pub fn add_double(&mut self, value: f64) -> Result<u16> {
        let [a, b, c, d, e, f, g, h] = value.to_bits().to_be_bytes();
        self.add(&[DOUBLE, a, b, c, d, e, f, g, h])
    }

    /// Adds a name with a descriptor.
    pub fn add_name_and_type(&mut self, name: &str, descriptor: &str) -> Result<u16> {
        let name = self.add_utf8(name)?;
        let descriptor = self.add_utf8(descriptor)?;
        self.add_pair(NAME_AND_TYPE, name, Some(descriptor))
    }

    /// Adds a reference to a field.
    pub fn add_field(&mut self, class: &str, name: &str, descriptor: &str) -> Result<u16> {
        self.add_member(FIELD, class, name, descriptor)
    }

    /// Adds a reference to a method of a class.
    pub fn add_method(&mut self, class: &str, name: &str, descriptor: &str) -> Result<u16> {
        self.add_member(METHOD, class, name, descriptor)
    }

    /// Adds a reference to a method of an interface.
    pub fn add_interface_method(&mut self, class: &str, name: &str, descriptor: &str) -> Result<u16> {
        self.add_member(INTERFACE_METHOD, class, name, descriptor)
    }

    fn add_member(&mut self, tag: u8, class: &str, name: &str, descriptor: &str) -> Result<u16> {
        let class = self.add_class(class)?;
        let name_and_type = self.add_name_and_type(name, descriptor)?;
        self.add_pair(tag, class, Some(name_and_type))
    }

    fn add_pair(&mut self, tag: u8, first: u16, second: Option<u16>) -> Result<u16> {
        let [a, b] = first.to_be_bytes();
        match second.map(u16::to_be_bytes) {
            None => self.add(&[tag, a, b]),
            Some([c, d]) => self.add(&[tag, a, b, c, d]),
        }
    }

    fn add(&mut self, entry: &[u8]) -> Result<u16> {
        if self.interned.is_empty() {
            self.intern_all();
        }
        // No entry is a prefix of a different entry, because each entry begins with its tag, and a `Utf8`
        // entry continues with its length.
        let equal = |&index: &u16| self.bytes[self.starts[usize::from(index)] as usize..].starts_with(entry);
        if let Some(&index) = self.interned.find(hash(entry), equal) {
            return Ok(index);
        }
        let index_count = if matches!(entry[0], LONG | DOUBLE) { 2 } else { 1 };
        let start = u32::try_from(self.bytes.len()).ok();
        let (Some(start), true) = (start, self.starts.len() + index_count <= usize::from(u16::MAX)) else {
            return Err(Error::new(HEADER_LENGTH + self.bytes.len(), ErrorKind::PoolFull));
        };
        let index = self.count();
        self.starts.push(start);
        self.starts.resize(usize::from(index) + index_count, NO_ENTRY);
        self.bytes.extend_from_slice(entry);
        let rehash = |&index: &u16| hash(entry_at(&self.bytes, self.starts[usize::from(index)]));
        self.interned.insert_unique(hash(entry), index, rehash);
        Ok(index)
    }

    fn intern_all(&mut self) {
        self.interned.reserve(self.starts.len() + 16, |_| unreachable!("the table is empty"));
        for (index, &start) in self.starts.iter().enumerate().filter(|&(_, &start)| start != NO_ENTRY) {
            let hash = hash(entry_at(&self.bytes, start));
            self.interned.insert_unique(hash, index as u16, |_| {
                unreachable!("the table has reserved memory for all entries")
            });
        }
    }
}

/// Returns the bytes of the entry that starts at an offset.
fn entry_at(bytes: &[u8], start: u32) -> &[u8] {
    let entry = &bytes[start as usize..];
    let length = match entry[0] {
        UTF8 => 3 + usize::from(u16::from_be_bytes([entry[1], entry[2]])),
        tag => 1 + fixed_length(tag).expect("read() has checked the tag"),
    };
    &entry[..length]
}

/// Returns the number of bytes after the tag of an entry. Returns `None` for `Utf8` entries, whose length
/// varies, and for unknown tags.
fn fixed_length(tag: u8) -> Option<usize> {
    Some(match tag {
        LONG | DOUBLE => 8,
        INTEGER | FLOAT | FIELD..=NAME_AND_TYPE | DYNAMIC | INVOKE_DYNAMIC => 4,
        METHOD_HANDLE => 3,
        CLASS | STRING | METHOD_TYPE | MODULE | PACKAGE => 2,
        _ => return None,
    })
}

fn hash(entry: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(entry);
    hasher.finish()
}
/// Returns the entry of a `Utf8` constant in class file format. `offset` is the position of the entry in the
/// pool.
fn utf8_entry(bytes: &[u8], offset: usize) -> Result<Vec<u8>> {
    let Ok(length) = u16::try_from(bytes.len()) else {
        return Err(Error::new(HEADER_LENGTH + offset, ErrorKind::TooLarge("string constant")));
    };
    let mut entry = Vec::with_capacity(3 + bytes.len());
    entry.push(UTF8);
    entry.extend_from_slice(&length.to_be_bytes());
    entry.extend_from_slice(bytes);
    Ok(entry)
}
