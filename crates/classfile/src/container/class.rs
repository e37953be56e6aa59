//! A complete class file in memory.

use std::collections::BTreeSet;

use crate::bytes::{put_u2, put_u4, u2_len, u4_len};
use crate::code::Code;
use crate::container::constants::ConstantPool;
use crate::container::summary::{AttributeTable, MemberSummary, Summary};
use crate::container::utf8::Utf8;
use crate::error::{Error, ErrorKind, Result};

pub(crate) use crate::container::summary::NEWEST_MAJOR;

/// A class file. All parts except the entries of the constant pool are public fields.
#[derive(Clone, Debug)]
pub struct ClassFile {
    /// Minor version; 65535 indicates preview features.
    pub minor: u16,
    /// Major version: Java version + 44.
    pub major: u16,
    /// The constant pool. Entries can be added, but not changed or removed.
    pub constants: ConstantPool,
    /// Access flags.
    pub access: u16,
    /// Constant pool index of the class itself.
    pub this_class: u16,
    /// Constant pool index of the superclass; 0 for `java/lang/Object` and modules.
    pub super_class: u16,
    /// Constant pool indexes of the direct superinterfaces.
    pub interfaces: Vec<u16>,
    /// The fields in class file order.
    pub fields: Vec<Member>,
    /// The methods in class file order.
    pub methods: Vec<Member>,
    /// The attributes of the class.
    pub attributes: Vec<Attribute>,
}

/// A field or method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Access flags.
    pub access: u16,
    /// Constant pool index of the name.
    pub name: u16,
    /// Constant pool index of the descriptor.
    pub descriptor: u16,
    /// The attributes, including `Code`.
    pub attributes: Vec<Attribute>,
}

/// An attribute of a class, field, method or `Code` attribute, as bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// Constant pool index of the name.
    pub name: u16,
    /// The bytes after the length field.
    pub data: Vec<u8>,
}

impl ClassFile {
    /// Reads a class file of Java 25 or older. Decodes no attribute, not even `Code`.
    pub fn read(bytes: &[u8]) -> Result<ClassFile> {
        let summary = Summary::read(bytes)?;
        Ok(ClassFile {
            minor: summary.minor,
            major: summary.major,
            access: summary.access,
            this_class: summary.this_class,
            super_class: summary.super_class,
            fields: summary.fields.iter().map(Member::from).collect(),
            methods: summary.methods.iter().map(Member::from).collect(),
            attributes: attributes(summary.attributes),
            interfaces: summary.interfaces,
            constants: summary.constants,
        })
    }

    /// Fails if two methods have the same name and descriptor. The JVM refuses a class with two such methods.
    pub fn check_methods(&self) -> Result<()> {
        let mut signatures = BTreeSet::new();
        let text = |index| self.constants.utf8(index).map(|text| text.0);
        for method in &self.methods {
            // A method whose name cannot be read causes an error later, when the name is used.
            if let (Ok(name), Ok(descriptor)) = (text(method.name), text(method.descriptor))
                && !signatures.insert((name, descriptor))
            {
                let kind = ErrorKind::Malformed("two methods with the same name and descriptor");
                return Err(self.with_class_name(Error::new(0, kind)));
            }
        }
        Ok(())
    }

    /// Returns the bytes of the class file. Fails only if a list or attribute is too long for its length
    /// field.
    pub fn write(&self) -> Result<Vec<u8>> {
        let mut out = Vec::with_capacity(self.constants.bytes().len() + 4096);
        self.write_to(&mut out).map_err(|error| self.with_class_name(error))?;
        Ok(out)
    }

    fn write_to(&self, out: &mut Vec<u8>) -> Result<()> {
        put_u4(out, 0xCAFE_BABE);
        put_u2(out, self.minor);
        put_u2(out, self.major);
        put_u2(out, self.constants.count());
        out.extend_from_slice(self.constants.bytes());
        put_u2(out, self.access);
        put_u2(out, self.this_class);
        put_u2(out, self.super_class);
        put_u2(out, u2_len("list of interfaces", self.interfaces.len(), out)?);
        for &interface in &self.interfaces {
            put_u2(out, interface);
        }
        put_members("list of fields", &self.fields, out)?;
        put_members("list of methods", &self.methods, out)?;
        put_attributes(&self.attributes, out)
    }

    /// Returns the binary name of the class, with slashes.
    pub fn name(&self) -> Result<Utf8<'_>> {
        self.constants.class_name(self.this_class)
    }

    /// Returns the name and the descriptor of a member, or `None` if the constant pool does not contain them.
    pub fn signature(&self, member: &Member) -> Option<(String, String)> {
        let text = |index| self.constants.utf8(index).ok().map(|utf8| utf8.to_str().into_owned());
        Some((text(member.name)?, text(member.descriptor)?))
    }

    /// Decodes the code of a method. Returns `None` for abstract and native methods.
    pub fn code(&self, method: &Member) -> Result<Option<Code>> {
        method
            .attribute("Code", &self.constants)
            .map(|data| Code::decode(data, &self.constants))
            .transpose()
            .map_err(|error| self.with_class_name(error))
    }

    /// Adds the name of the class to an error.
    #[cold]
    pub(crate) fn with_class_name(&self, error: Error) -> Error {
        match self.name() {
            Ok(name) => error.in_class(&name.to_str()),
            Err(_) => error,
        }
    }
}

impl Member {
    /// Returns the data of the first attribute with the given name.
    pub fn attribute(&self, name: &str, constants: &ConstantPool) -> Option<&[u8]> {
        Attribute::find(&self.attributes, name, constants).map(|attribute| &*attribute.data)
    }

    /// Returns the mutable data of the first attribute with the given name.
    pub fn attribute_mut(&mut self, name: &str, constants: &ConstantPool) -> Option<&mut Vec<u8>> {
        self.attributes
            .iter_mut()
            .find(|attribute| attribute.is_named(name, constants))
            .map(|attribute| &mut attribute.data)
    }
}

impl Attribute {
    /// Returns the first attribute with the given name.
    pub fn find<'a>(list: &'a [Attribute], name: &str, constants: &ConstantPool) -> Option<&'a Attribute> {
        list.iter().find(|attribute| attribute.is_named(name, constants))
    }

    /// Whether `name` is the name of the attribute.
    pub fn is_named(&self, name: &str, constants: &ConstantPool) -> bool {
        constants.utf8(self.name).is_ok_and(|text| text.0 == name.as_bytes())
    }
}

impl From<&MemberSummary<'_>> for Member {
    fn from(summary: &MemberSummary<'_>) -> Member {
        Member {
            access: summary.access,
            name: summary.name,
            descriptor: summary.descriptor,
            attributes: attributes(summary.attributes),
        }
    }
}

fn attributes(table: AttributeTable<'_>) -> Vec<Attribute> {
    table.iter().map(|attribute| Attribute { name: attribute.name, data: attribute.data.to_vec() }).collect()
}

fn put_members(list: &'static str, members: &[Member], out: &mut Vec<u8>) -> Result<()> {
    put_u2(out, u2_len(list, members.len(), out)?);
    for member in members {
        put_u2(out, member.access);
        put_u2(out, member.name);
        put_u2(out, member.descriptor);
        put_attributes(&member.attributes, out)?;
    }
    Ok(())
}

pub(crate) fn put_attributes(attributes: &[Attribute], out: &mut Vec<u8>) -> Result<()> {
    put_u2(out, u2_len("list of attributes", attributes.len(), out)?);
    for attribute in attributes {
        put_u2(out, attribute.name);
        put_u4(out, u4_len("attribute", attribute.data.len(), out)?);
        out.extend_from_slice(&attribute.data);
    }
    Ok(())
}
