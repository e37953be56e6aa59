//! Readers of single attributes, given their data and the constant pool they refer to.
//!
//! Find the data with [`Member::attribute`](crate::Member::attribute), [`Attribute::find`](crate::Attribute::find) or
//! [`AttributeTable::find`]. Offsets in errors count from the start of the data. `Deprecated` and `Synthetic` have
//! no data: they are there or not.

use crate::bytes::Reader;
use crate::code::Index;
use crate::code::decode;
use crate::container::constants::{Constant, ConstantPool};
use crate::container::summary::AttributeTable;
use crate::container::utf8::Utf8;
use crate::error::{Error, ErrorKind, Result};

/// How deep annotations and arrays may be nested in annotations.
const NESTING: u32 = 32;

/// A row of the `InnerClasses` attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InnerClass<'a> {
    /// The binary name of the nested class.
    pub class: Utf8<'a>,
    /// The class that it is a member of; `None` for a local or anonymous class.
    pub outer: Option<Utf8<'a>>,
    /// Its simple name; `None` for an anonymous class.
    pub name: Option<Utf8<'a>>,
    /// Its access flags in the source.
    pub access: u16,
}

/// The `EnclosingMethod` attribute of a local or anonymous class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnclosingMethod<'a> {
    /// The innermost class around it.
    pub class: Utf8<'a>,
    /// Name and descriptor of the method around it; `None` in an initialiser.
    pub method: Option<(Utf8<'a>, Utf8<'a>)>,
}

/// A component of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Component<'a> {
    /// Its name.
    pub name: Utf8<'a>,
    /// Its descriptor.
    pub descriptor: Utf8<'a>,
    /// Its generic signature, where it has one.
    pub signature: Option<Utf8<'a>>,
}

/// A parameter in the `MethodParameters` attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter<'a> {
    /// Its name, where it has one.
    pub name: Option<Utf8<'a>>,
    /// Flags: final 0x10, synthetic 0x1000, mandated 0x8000.
    pub access: u16,
}

/// A row of the `BootstrapMethods` attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BootstrapMethod {
    /// Constant pool index of the method handle.
    pub method: u16,
    /// Constant pool indexes of the static arguments.
    pub arguments: Vec<u16>,
}

/// What a module exports, from the `Module` attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module<'a> {
    /// The name of the module.
    pub name: Utf8<'a>,
    /// The packages, with slashes, that are exported to every module.
    pub exports: Vec<Utf8<'a>>,
}

/// The generic signature: of a class, method, field or record component.
pub fn signature<'a>(data: &[u8], constants: &'a ConstantPool) -> Result<Utf8<'a>> {
    whole("Signature attribute", data, |reader| constants.utf8(reader.u2()?))
}

/// The name of the source file.
pub fn source_file<'a>(data: &[u8], constants: &'a ConstantPool) -> Result<Utf8<'a>> {
    whole("SourceFile attribute", data, |reader| constants.utf8(reader.u2()?))
}

/// The value of a static field that is a compile-time constant.
pub fn constant_value<'a>(data: &[u8], constants: &'a ConstantPool) -> Result<Constant<'a>> {
    whole("ConstantValue attribute", data, |reader| constants.constant(reader.u2()?))
}

/// The checked exceptions that a method declares.
pub fn exceptions<'a>(data: &[u8], constants: &'a ConstantPool) -> Result<Vec<Utf8<'a>>> {
    classes("Exceptions attribute", data, constants)
}

/// The classes that may extend a sealed class.
pub fn permitted_subclasses<'a>(data: &[u8], constants: &'a ConstantPool) -> Result<Vec<Utf8<'a>>> {
    classes("PermittedSubclasses attribute", data, constants)
}

/// The classes of which this one is the nest host.
pub fn nest_members<'a>(data: &[u8], constants: &'a ConstantPool) -> Result<Vec<Utf8<'a>>> {
    classes("NestMembers attribute", data, constants)
}

/// The class that hosts the nest this one belongs to.
pub fn nest_host<'a>(data: &[u8], constants: &'a ConstantPool) -> Result<Utf8<'a>> {
    whole("NestHost attribute", data, |reader| constants.class_name(reader.u2()?))
}

/// The nested classes that a class has, is or mentions.
pub fn inner_classes<'a>(data: &[u8], constants: &'a ConstantPool) -> Result<Vec<InnerClass<'a>>> {
    whole("InnerClasses attribute", data, |reader| {
        reader.counted(8, |reader| {
            Ok(InnerClass {
                class: constants.class_name(reader.u2()?)?,
                outer: constants.optional_class_name(reader.u2()?)?,
                name: constants.optional_utf8(reader.u2()?)?,
                access: reader.u2()?,
            })
        })
    })
}

/// Where a local or anonymous class was declared.
pub fn enclosing_method<'a>(data: &[u8], constants: &'a ConstantPool) -> Result<EnclosingMethod<'a>> {
    whole("EnclosingMethod attribute", data, |reader| {
        let class = constants.class_name(reader.u2()?)?;
        let method = match reader.u2()? {
            0 => None,
            index => Some(constants.name_and_type(index)?),
        };
        Ok(EnclosingMethod { class, method })
    })
}

/// The parameters of a method, if it was compiled with `-parameters`.
pub fn method_parameters<'a>(data: &[u8], constants: &'a ConstantPool) -> Result<Vec<Parameter<'a>>> {
    whole("MethodParameters attribute", data, |reader| {
        let count = reader.u1()?.into();
        reader.list(count, 4, |reader| {
            Ok(Parameter { name: constants.optional_utf8(reader.u2()?)?, access: reader.u2()? })
        })
    })
}

/// The components of a record.
pub fn record<'a>(data: &[u8], constants: &'a ConstantPool) -> Result<Vec<Component<'a>>> {
    whole("Record attribute", data, |reader| {
        reader.counted(6, |reader| {
            let name = constants.utf8(reader.u2()?)?;
            let descriptor = constants.utf8(reader.u2()?)?;
            let attributes = AttributeTable::read(reader)?;
            let signature =
                attributes.find("Signature", constants).map(|data| signature(data, constants)).transpose()?;
            Ok(Component { name, descriptor, signature })
        })
    })
}

/// The bootstrap methods that `Dynamic` and `InvokeDynamic` constants number.
pub fn bootstrap_methods(data: &[u8]) -> Result<Vec<BootstrapMethod>> {
    whole("BootstrapMethods attribute", data, |reader| {
        reader.counted(4, |reader| {
            Ok(BootstrapMethod { method: reader.u2()?, arguments: reader.counted(2, Reader::u2)? })
        })
    })
}

/// The name and the unqualified exports of a module.
pub fn module<'a>(data: &[u8], constants: &'a ConstantPool) -> Result<Module<'a>> {
    let name_of = |index| match constants.constant(index) {
        Ok(Constant::Module { name } | Constant::Package { name }) => constants.utf8(name),
        _ => Err(Error::new(0, ErrorKind::BadConstant { index, expected: "module or package" })),
    };
    let mut reader = Reader::new(data);
    let mut module = || {
        let name = name_of(reader.u2()?)?;
        reader.take(4)?;
        reader.counted(6, |reader| reader.take(6))?;
        let exports = reader.counted(6, |reader| {
            let package = name_of(reader.u2()?)?;
            reader.u2()?;
            Ok((package, reader.counted(2, Reader::u2)?))
        })?;
        let unqualified = exports.into_iter().filter(|(_, to)| to.is_empty()).map(|(package, _)| package);
        Ok(Module { name, exports: unqualified.collect() })
    };
    // What the module opens, uses and provides is left unread.
    module().map_err(|error: Error| error.within("Module attribute"))
}

/// The descriptors of the annotations in a `RuntimeVisibleAnnotations` or `RuntimeInvisibleAnnotations` attribute.
pub fn annotations<'a>(data: &[u8], constants: &'a ConstantPool) -> Result<Vec<Utf8<'a>>> {
    whole("annotations attribute", data, |reader| {
        reader.counted(4, |reader| annotation(reader, NESTING).and_then(|index| constants.utf8(index)))
    })
}

/// Whether an annotation of the type with that descriptor, in a `RuntimeVisibleAnnotations` or
/// `RuntimeInvisibleAnnotations` attribute, gives `true` for an element.
pub fn annotation_says(data: &[u8], constants: &ConstantPool, of: &str, element: &str) -> Result<bool> {
    let says = |reader: &mut Reader<'_>| {
        let is_of = constants.utf8(reader.u2()?)? == of;
        let elements = reader.counted(3, |reader| {
            let is_meant = constants.utf8(reader.u2()?)? == element;
            let value = element_value(reader, NESTING)?.map(|index| constants.constant(index)).transpose()?;
            Ok(is_meant && value == Some(Constant::Integer(1)))
        })?;
        Ok(is_of && elements.contains(&true))
    };
    let found = whole("annotations attribute", data, |reader| reader.counted(4, says))?;
    Ok(found.contains(&true))
}

/// `(slot, name)` of the local variables that live from the start of a `Code` attribute's code: the parameters,
/// `this` included, if the class was compiled with `-g`.
pub fn parameter_variables<'a>(code: &[u8], constants: &'a ConstantPool) -> Result<Vec<(u16, Utf8<'a>)>> {
    let attributes = decode::attributes(code).map_err(|error| error.within("Code attribute"))?;
    let rows = variable_rows(attributes, constants)?;
    rows.iter().filter(|row| row.start == 0).map(|row| Ok((row.slot, constants.utf8(row.name)?))).collect()
}

/// A local variable, or one of the stretches of code in which it has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalVariable<'a> {
    /// The first instruction before which it has a value: the one behind its initialisation.
    pub start: Index,
    /// One past the last such instruction.
    pub end: Index,
    /// Its name.
    pub name: Utf8<'a>,
    /// Its descriptor.
    pub descriptor: Utf8<'a>,
    /// Its slot; the first of two for `long` and `double`.
    pub slot: u16,
}

/// Whether a `Code` attribute tells of local variables.
pub fn has_local_variables(code: &[u8], constants: &ConstantPool) -> bool {
    decode::attributes(code)
        .is_ok_and(|attributes| attributes.find("LocalVariableTable", constants).is_some())
}

/// The local variables of a `Code` attribute, in the order of its tables; none where the class was compiled without them.
pub fn local_variables<'a>(code: &[u8], constants: &'a ConstantPool) -> Result<Vec<LocalVariable<'a>>> {
    let decoded = decode::decode(code, constants)?;
    let rows = variable_rows(decoded.attributes, constants)?;
    let variable = |row: &VariableRow| {
        let end = i64::from(row.start) + i64::from(row.length);
        Ok(LocalVariable {
            start: decoded.positions.index(row.start.into(), row.offset)?,
            end: decoded.positions.index(end, row.offset)?,
            name: constants.utf8(row.name)?,
            descriptor: constants.utf8(row.descriptor)?,
            slot: row.slot,
        })
    };
    rows.iter().map(variable).collect()
}

/// A row of a `LocalVariableTable` attribute, as it stands there.
struct VariableRow {
    /// Of the row in the attribute.
    offset: usize,
    start: u16,
    length: u16,
    name: u16,
    descriptor: u16,
    slot: u16,
}

fn variable_rows(attributes: AttributeTable<'_>, constants: &ConstantPool) -> Result<Vec<VariableRow>> {
    let mut rows = Vec::new();
    let is_table = |name| constants.utf8(name).is_ok_and(|name| name == "LocalVariableTable");
    for attribute in attributes.iter().filter(|attribute| is_table(attribute.name)) {
        rows.extend(whole("LocalVariableTable attribute", attribute.data, |reader| {
            reader.counted(10, |reader| {
                Ok(VariableRow {
                    offset: reader.offset(),
                    start: reader.u2()?,
                    length: reader.u2()?,
                    name: reader.u2()?,
                    descriptor: reader.u2()?,
                    slot: reader.u2()?,
                })
            })
        })?);
    }
    Ok(rows)
}

pub(crate) fn skip_annotation(reader: &mut Reader<'_>) -> Result<()> {
    annotation(reader, NESTING).map(drop)
}

/// Skips one annotation; yields the constant pool index of its type.
fn annotation(reader: &mut Reader<'_>, nesting: u32) -> Result<u16> {
    let kind = reader.u2()?;
    reader.counted(3, |reader| {
        reader.u2()?;
        element_value(reader, nesting)
    })?;
    Ok(kind)
}

/// Skips the value of an element; yields the index of the constant if it is a simple one.
fn element_value(reader: &mut Reader<'_>, nesting: u32) -> Result<Option<u16>> {
    let Some(deeper) = nesting.checked_sub(1) else {
        return Err(reader.error(ErrorKind::Malformed("annotation nested too deep")));
    };
    match reader.u1()? {
        b'e' => reader.take(4).map(drop)?,
        b'@' => annotation(reader, deeper).map(drop)?,
        b'[' => reader.counted(1, |reader| element_value(reader, deeper)).map(drop)?,
        _ => return reader.u2().map(Some),
    }
    Ok(None)
}

fn classes<'a>(part: &'static str, data: &[u8], constants: &'a ConstantPool) -> Result<Vec<Utf8<'a>>> {
    whole(part, data, |reader| reader.counted(2, |reader| constants.class_name(reader.u2()?)))
}

/// Reads an attribute up to its end.
fn whole<'d, T>(
    part: &'static str,
    data: &'d [u8],
    read: impl FnOnce(&mut Reader<'d>) -> Result<T>,
) -> Result<T> {
    let mut reader = Reader::new(data);
    let value = read(&mut reader).and_then(|value| reader.end().map(|()| value));
    value.map_err(|error| error.within(part))
}
