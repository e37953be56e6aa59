//! Functions that read single attributes. The parameters are the data of the attribute and, for most
//! attributes, the constant pool of the class.
//!
//! [`Member::attribute`](crate::Member::attribute), [`Attribute::find`](crate::Attribute::find) and
//! [`AttributeTable::find`] find the data. Offsets in errors count from the start of the data, but
//! the offset of a [`BadConstant`](ErrorKind::BadConstant) can count from the start of the class file. The
//! attributes `Deprecated` and `Synthetic` have no data, so there are no functions for them.

use crate::bytes::Reader;
use crate::code::Index;
use crate::code::decode;
use crate::container::constants::{Constant, ConstantPool};
use crate::container::summary::AttributeTable;
use crate::container::utf8::Utf8;
use crate::error::{Error, ErrorKind, Result};

/// Maximum nesting depth of annotations and arrays in annotations.
const MAX_NESTING: u32 = 32;

/// A row of the `InnerClasses` attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InnerClass<'a> {
    /// The binary name of the nested class.
    pub class: Utf8<'a>,
    /// The class that declares the nested class as a member; `None` for a local or anonymous class.
    pub outer: Option<Utf8<'a>>,
    /// The simple name of the nested class; `None` for an anonymous class.
    pub name: Option<Utf8<'a>>,
    /// The access flags of the nested class as the source declares them.
    pub access: u16,
}

/// The `EnclosingMethod` attribute of a local or anonymous class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnclosingMethod<'a> {
    /// The innermost enclosing class.
    pub class: Utf8<'a>,
    /// Name and descriptor of the enclosing method; `None` if an initialiser encloses the class.
    pub method: Option<(Utf8<'a>, Utf8<'a>)>,
}

/// A component of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Component<'a> {
    /// The name of the component.
    pub name: Utf8<'a>,
    /// The descriptor of the component.
    pub descriptor: Utf8<'a>,
    /// The generic signature of the component, if it has one.
    pub signature: Option<Utf8<'a>>,
}

/// A parameter in the `MethodParameters` attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter<'a> {
    /// The name of the parameter, if the class file contains the name.
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

/// The name and the exports of a module, from the `Module` attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module<'a> {
    /// The name of the module.
    pub name: Utf8<'a>,
    /// The packages that the module exports to every module, with slashes.
    pub exports: Vec<Utf8<'a>>,
}

/// Returns the generic signature of a class, method, field or record component.
pub fn signature<'a>(data: &[u8], constants: &'a ConstantPool) -> Result<Utf8<'a>> {
    read_to_end("Signature attribute", data, |reader| constants.utf8(reader.u2()?))
}

/// Returns the name of the source file.
pub fn source_file<'a>(data: &[u8], constants: &'a ConstantPool) -> Result<Utf8<'a>> {
    read_to_end("SourceFile attribute", data, |reader| constants.utf8(reader.u2()?))
}

/// Returns the value of a static field that is a compile-time constant.
pub fn constant_value<'a>(data: &[u8], constants: &'a ConstantPool) -> Result<Constant<'a>> {
    read_to_end("ConstantValue attribute", data, |reader| constants.constant(reader.u2()?))
}

/// Returns the names of the exceptions in the `throws` clause of a method.
pub fn exceptions<'a>(data: &[u8], constants: &'a ConstantPool) -> Result<Vec<Utf8<'a>>> {
    classes("Exceptions attribute", data, constants)
}

/// Returns the names of the permitted subclasses of a sealed class.
pub fn permitted_subclasses<'a>(data: &[u8], constants: &'a ConstantPool) -> Result<Vec<Utf8<'a>>> {
    classes("PermittedSubclasses attribute", data, constants)
}

/// Returns the names of the nest members whose nest host is the class (JVM specification, section 4.7.29).
pub fn nest_members<'a>(data: &[u8], constants: &'a ConstantPool) -> Result<Vec<Utf8<'a>>> {
    classes("NestMembers attribute", data, constants)
}

/// Returns the name of the nest host of the class (JVM specification, section 4.7.28).
pub fn nest_host<'a>(data: &[u8], constants: &'a ConstantPool) -> Result<Utf8<'a>> {
    read_to_end("NestHost attribute", data, |reader| constants.class_name(reader.u2()?))
}

/// Returns the nested classes that occur in the constant pool of a class. If the class itself is nested, the
/// result includes the class.
pub fn inner_classes<'a>(data: &[u8], constants: &'a ConstantPool) -> Result<Vec<InnerClass<'a>>> {
    read_to_end("InnerClasses attribute", data, |reader| {
        reader.counted_list(8, |reader| {
            Ok(InnerClass {
                class: constants.class_name(reader.u2()?)?,
                outer: constants.optional_class_name(reader.u2()?)?,
                name: constants.optional_utf8(reader.u2()?)?,
                access: reader.u2()?,
            })
        })
    })
}

/// Returns the class and method that enclose a local or anonymous class.
pub fn enclosing_method<'a>(data: &[u8], constants: &'a ConstantPool) -> Result<EnclosingMethod<'a>> {
    read_to_end("EnclosingMethod attribute", data, |reader| {
        let class = constants.class_name(reader.u2()?)?;
        let method = match reader.u2()? {
            0 => None,
            index => Some(constants.name_and_type(index)?),
        };
        Ok(EnclosingMethod { class, method })
    })
}

/// Returns the parameters of a method that was compiled with `-parameters`.
pub fn method_parameters<'a>(data: &[u8], constants: &'a ConstantPool) -> Result<Vec<Parameter<'a>>> {
    read_to_end("MethodParameters attribute", data, |reader| {
        let count = reader.u1()?.into();
        reader.list(count, 4, |reader| {
            Ok(Parameter { name: constants.optional_utf8(reader.u2()?)?, access: reader.u2()? })
        })
    })
}

/// Returns the components of a record.
pub fn record<'a>(data: &[u8], constants: &'a ConstantPool) -> Result<Vec<Component<'a>>> {
    read_to_end("Record attribute", data, |reader| {
        reader.counted_list(6, |reader| {
            let name = constants.utf8(reader.u2()?)?;
            let descriptor = constants.utf8(reader.u2()?)?;
            let attributes = AttributeTable::read(reader)?;
            let signature =
                attributes.find("Signature", constants).map(|data| signature(data, constants)).transpose()?;
            Ok(Component { name, descriptor, signature })
        })
    })
}

/// Returns the bootstrap methods. `Dynamic` and `InvokeDynamic` constants contain indexes into this list.
pub fn bootstrap_methods(data: &[u8]) -> Result<Vec<BootstrapMethod>> {
    read_to_end("BootstrapMethods attribute", data, |reader| {
        reader.counted_list(4, |reader| {
            Ok(BootstrapMethod { method: reader.u2()?, arguments: reader.counted_list(2, Reader::u2)? })
        })
    })
}

/// Returns the name of a module, and the packages that the module exports to every module.
pub fn module<'a>(data: &[u8], constants: &'a ConstantPool) -> Result<Module<'a>> {
    let name_of = |index| match constants.constant(index) {
        Ok(Constant::Module { name } | Constant::Package { name }) => constants.utf8(name),
        _ => Err(Error::new(0, ErrorKind::BadConstant { index, expected: "module or package" })),
    };
    let mut reader = Reader::new(data);
    let mut module = || {
        let name = name_of(reader.u2()?)?;
        reader.take(4)?;
        reader.counted_list(6, |reader| reader.take(6))?;
        let exports = reader.counted_list(6, |reader| {
            let package = name_of(reader.u2()?)?;
            reader.u2()?;
            Ok((package, reader.counted_list(2, Reader::u2)?))
        })?;
        let unqualified = exports.into_iter().filter(|(_, to)| to.is_empty()).map(|(package, _)| package);
        Ok(Module { name, exports: unqualified.collect() })
    };
    // The function ignores the rest of the attribute: the opened packages, and the used and provided
    // services.
    module().map_err(|error: Error| error.in_part("Module attribute"))
}

/// Returns the descriptors of the annotations in a `RuntimeVisibleAnnotations` or
/// `RuntimeInvisibleAnnotations` attribute.
pub fn annotations<'a>(data: &[u8], constants: &'a ConstantPool) -> Result<Vec<Utf8<'a>>> {
    read_to_end("annotations attribute", data, |reader| {
        reader.counted_list(4, |reader| {
            read_annotation_type(reader, MAX_NESTING).and_then(|index| constants.utf8(index))
        })
    })
}

/// Whether an annotation has the value `true` for an element.
///
/// `annotation_type` is the descriptor of the annotation. `data` is the data of a `RuntimeVisibleAnnotations`
/// or `RuntimeInvisibleAnnotations` attribute.
pub fn annotation_element_is_true(
    data: &[u8],
    constants: &ConstantPool,
    annotation_type: &str,
    element: &str,
) -> Result<bool> {
    let is_true = |reader: &mut Reader<'_>| {
        let is_type = constants.utf8(reader.u2()?)? == annotation_type;
        let elements = reader.counted_list(3, |reader| {
            let is_element = constants.utf8(reader.u2()?)? == element;
            let value = skip_element_value(reader, MAX_NESTING)?
                .map(|index| constants.constant(index))
                .transpose()?;
            Ok(is_element && value == Some(Constant::Integer(1)))
        })?;
        Ok(is_type && elements.contains(&true))
    };
    let values = read_to_end("annotations attribute", data, |reader| reader.counted_list(4, is_true))?;
    Ok(values.contains(&true))
}

/// Returns the slot and the name of each local variable that exists from the start of the code: the
/// parameters and `this`.
///
/// `code` is the data of a `Code` attribute. The result is empty if the class was compiled without `-g`.
pub fn parameter_variables<'a>(code: &[u8], constants: &'a ConstantPool) -> Result<Vec<(u16, Utf8<'a>)>> {
    let attributes = decode::attributes(code).map_err(|error| error.in_part("Code attribute"))?;
    let rows = variable_rows(attributes, constants)?;
    rows.iter().filter(|row| row.start == 0).map(|row| Ok((row.slot, constants.utf8(row.name)?))).collect()
}

/// A local variable in one range of the code. A variable can have several ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalVariable<'a> {
    /// First instruction of the range: 0 for a parameter, otherwise usually the instruction after the
    /// assignment that initialises the variable.
    pub start: Index,
    /// One past the last instruction of the range.
    pub end: Index,
    /// The name of the variable.
    pub name: Utf8<'a>,
    /// The descriptor of the variable.
    pub descriptor: Utf8<'a>,
    /// The slot of the variable; the first of two slots for `long` and `double`.
    pub slot: u16,
}

/// Whether a `Code` attribute has a table of local variables.
pub fn has_local_variables(code: &[u8], constants: &ConstantPool) -> bool {
    decode::attributes(code)
        .is_ok_and(|attributes| attributes.find("LocalVariableTable", constants).is_some())
}

/// Returns the local variables of a `Code` attribute, in the order of its tables. The result is empty if the
/// class was compiled without `-g`.
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

/// A row of a `LocalVariableTable` attribute.
struct VariableRow {
    /// Offset of the row in the attribute.
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
        rows.extend(read_to_end("LocalVariableTable attribute", attribute.data, |reader| {
            reader.counted_list(10, |reader| {
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
    read_annotation_type(reader, MAX_NESTING).map(drop)
}

/// Skips one annotation and returns the constant pool index of its type.
fn read_annotation_type(reader: &mut Reader<'_>, max_nesting: u32) -> Result<u16> {
    let type_index = reader.u2()?;
    reader.counted_list(3, |reader| {
        reader.u2()?;
        skip_element_value(reader, max_nesting)
    })?;
    Ok(type_index)
}

/// Skips the value of an element. Returns the constant pool index of the value, or `None` if the value is an
/// enum constant, an annotation or an array.
fn skip_element_value(reader: &mut Reader<'_>, max_nesting: u32) -> Result<Option<u16>> {
    let Some(remaining_nesting) = max_nesting.checked_sub(1) else {
        return Err(reader.error(ErrorKind::Malformed("annotations are nested too deeply")));
    };
    match reader.u1()? {
        b'e' => reader.take(4).map(drop)?,
        b'@' => read_annotation_type(reader, remaining_nesting).map(drop)?,
        b'[' => reader.counted_list(1, |reader| skip_element_value(reader, remaining_nesting)).map(drop)?,
        _ => return reader.u2().map(Some),
    }
    Ok(None)
}

/// Reads an attribute that is a list of classes.
fn classes<'a>(part: &'static str, data: &[u8], constants: &'a ConstantPool) -> Result<Vec<Utf8<'a>>> {
    read_to_end(part, data, |reader| reader.counted_list(2, |reader| constants.class_name(reader.u2()?)))
}

/// Reads an attribute, and fails if `read` leaves bytes unread.
fn read_to_end<'d, T>(
    part: &'static str,
    data: &'d [u8],
    read: impl FnOnce(&mut Reader<'d>) -> Result<T>,
) -> Result<T> {
    let mut reader = Reader::new(data);
    let value = read(&mut reader).and_then(|value| reader.expect_end().map(|()| value));
    value.map_err(|error| error.in_part(part))
}
