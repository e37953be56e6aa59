//! The summary of a class: header, fields and methods. Attributes are neither copied nor decoded.

use crate::bytes::Reader;
use crate::container::constants::ConstantPool;
use crate::container::utf8::Utf8;
use crate::error::{Error, ErrorKind, Result};

/// The newest supported class file version: Java 25.
pub(crate) const NEWEST_MAJOR: u16 = 69;

/// A class whose attributes, including its code, are not decoded. A scan of a class path uses summaries.
#[derive(Clone, Debug)]
pub struct Summary<'a> {
    /// Minor version; 65535 indicates preview features.
    pub minor: u16,
    /// Major version: Java version + 44.
    pub major: u16,
    /// The constant pool.
    pub constants: ConstantPool,
    /// Access flags of the class file. A nested class has other flags in its `InnerClasses` attribute.
    pub access: u16,
    /// Constant pool index of the class itself.
    pub this_class: u16,
    /// Constant pool index of the superclass; 0 for `java/lang/Object` and modules.
    pub super_class: u16,
    /// Constant pool indexes of the direct superinterfaces.
    pub interfaces: Vec<u16>,
    /// The fields in class file order.
    pub fields: Vec<MemberSummary<'a>>,
    /// The methods in class file order.
    pub methods: Vec<MemberSummary<'a>>,
    /// The attributes of the class.
    pub attributes: AttributeTable<'a>,
}

/// A field or method whose attributes, including its code, are not decoded.
#[derive(Clone, Copy, Debug)]
pub struct MemberSummary<'a> {
    /// Access flags.
    pub access: u16,
    /// Constant pool index of the name.
    pub name: u16,
    /// Constant pool index of the descriptor.
    pub descriptor: u16,
    /// The attributes.
    pub attributes: AttributeTable<'a>,
}

/// A list of attributes that refers to the bytes of the file.
#[derive(Clone, Copy, Debug)]
pub struct AttributeTable<'a> {
    /// The attributes without their count. `read` has checked the length of each attribute.
    bytes: &'a [u8],
    count: u16,
}

/// One attribute that refers to the bytes of the file.
#[derive(Clone, Copy, Debug)]
pub struct AttributeRef<'a> {
    /// Constant pool index of the name.
    pub name: u16,
    /// The bytes after the length field.
    pub data: &'a [u8],
}

impl<'a> Summary<'a> {
    /// Reads the summary of a class file. Fails if there are bytes after the end of the class.
    pub fn read(bytes: &'a [u8]) -> Result<Summary<'a>> {
        let mut reader = Reader::new(bytes);
        if reader.u4()? != 0xCAFE_BABE {
            return Err(Error::new(0, ErrorKind::NotAClass));
        }
        let minor = reader.u2()?;
        let major = reader.u2()?;
        match major {
            45..=NEWEST_MAJOR => {}
            ..45 => return Err(Error::new(6, ErrorKind::TooOld(major))),
            _ => return Err(Error::new(6, ErrorKind::TooNew(major))),
        }
        let constants = ConstantPool::read(&mut reader)?;
        let access = reader.u2()?;
        let this_class = reader.u2()?;
        let name = constants.class_name(this_class)?;
        let mut read_rest = || -> Result<_> {
            let super_class = reader.u2()?;
            let interfaces = reader.counted_list(2, Reader::u2)?;
            let fields = reader.counted_list(8, MemberSummary::read)?;
            let methods = reader.counted_list(8, MemberSummary::read)?;
            let attributes = AttributeTable::read(&mut reader)?;
            reader.expect_end()?;
            Ok((super_class, interfaces, fields, methods, attributes))
        };
        let (super_class, interfaces, fields, methods, attributes) =
            read_rest().map_err(|error| error.in_class(&name.to_str()))?;
        Ok(Summary {
            minor,
            major,
            constants,
            access,
            this_class,
            super_class,
            interfaces,
            fields,
            methods,
            attributes,
        })
    }

    /// Returns the binary name of the class, with slashes.
    pub fn name(&self) -> Utf8<'_> {
        self.constants.class_name(self.this_class).expect("read() has checked the class name")
    }
}

impl<'a> MemberSummary<'a> {
    fn read(reader: &mut Reader<'a>) -> Result<MemberSummary<'a>> {
        Ok(MemberSummary {
            access: reader.u2()?,
            name: reader.u2()?,
            descriptor: reader.u2()?,
            attributes: AttributeTable::read(reader)?,
        })
    }
}

impl<'a> AttributeTable<'a> {
    pub(crate) fn read(reader: &mut Reader<'a>) -> Result<AttributeTable<'a>> {
        let count = reader.u2()?;
        let start = reader.offset();
        for _ in 0..count {
            read_attribute(reader)?;
        }
        Ok(AttributeTable { bytes: reader.bytes_since(start), count })
    }

    /// Returns the attributes in class file order.
    pub fn iter(self) -> impl Iterator<Item = AttributeRef<'a>> {
        let mut reader = Reader::new(self.bytes);
        (0..self.count).map(move |_| read_attribute(&mut reader).expect("read() has checked the attributes"))
    }

    /// Returns the data of the first attribute with the given name.
    pub fn find(self, name: &str, constants: &ConstantPool) -> Option<&'a [u8]> {
        self.iter()
            .find(|attribute| constants.utf8(attribute.name).is_ok_and(|text| text.0 == name.as_bytes()))
            .map(|attribute| attribute.data)
    }
}

fn read_attribute<'a>(reader: &mut Reader<'a>) -> Result<AttributeRef<'a>> {
    let name = reader.u2()?;
    let length = reader.u4()? as usize;
    Ok(AttributeRef { name, data: reader.take(length)? })
}
