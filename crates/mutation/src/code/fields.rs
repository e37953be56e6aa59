//! The fields that the classes of the program declare.

use std::collections::BTreeMap;

use classfile::{ClassFile, Member, MemberRef, Result};

const PUBLIC: u16 = 0x0001;
const PRIVATE: u16 = 0x0002;
const PROTECTED: u16 = 0x0004;
const STATIC: u16 = 0x0008;
const FINAL: u16 = 0x0010;
const SYNTHETIC: u16 = 0x1000;
const ENUM: u16 = 0x4000;

/// The fields of each class, by the internal name of the class, such as `java/lang/String`.
pub(crate) struct Fields(BTreeMap<String, Vec<Field>>);

/// A field that a class declares.
pub(crate) struct Field {
    pub(crate) name: String,
    descriptor: String,
    access: u16,
}

impl Fields {
    pub(crate) fn of(classes: &[&ClassFile]) -> Result<Fields> {
        let name_and_fields = |class: &&ClassFile| {
            let fields = class.fields.iter().map(|member| Field::of(class, member));
            Ok((class.name()?.to_str().into_owned(), fields.collect::<Result<_>>()?))
        };
        classes.iter().map(name_and_fields).collect::<Result<_>>().map(Fields)
    }

    /// Returns the referenced field, if the class in the reference belongs to the program and declares the
    /// field itself.
    pub(crate) fn find(&self, reference: &MemberRef<'_>) -> Option<&Field> {
        self.of_class(reference).iter().find(|field| {
            reference.name == field.name.as_str() && reference.descriptor == field.descriptor.as_str()
        })
    }

    /// Returns the fields that code of `class` can read in place of a referenced field. These fields have the
    /// same class and type as the referenced field. They are static exactly if the referenced field is
    /// static.
    pub(crate) fn replacements_of<'a>(
        &'a self,
        reference: &MemberRef<'_>,
        class: &ClassFile,
    ) -> impl Iterator<Item = &'a Field> {
        let is_own_class = class.name().is_ok_and(|name| name == reference.class);
        let read_field = self.find(reference);
        let can_replace = move |field: &Field, read_field: &Field| {
            field.can_replace(read_field) && (is_own_class || field.visibility() >= read_field.visibility())
        };
        self.of_class(reference)
            .iter()
            .filter(move |field| read_field.is_some_and(|read_field| can_replace(field, read_field)))
    }

    fn of_class(&self, reference: &MemberRef<'_>) -> &[Field] {
        self.0.get(&*reference.class.to_str()).map_or(&[], Vec::as_slice)
    }
}

impl Field {
    fn of(class: &ClassFile, member: &Member) -> Result<Field> {
        let is_synthetic = member.attribute("Synthetic", &class.constants).is_some();
        Ok(Field {
            name: class.constants.utf8(member.name)?.to_str().into_owned(),
            descriptor: class.constants.utf8(member.descriptor)?.to_str().into_owned(),
            access: member.access | if is_synthetic { SYNTHETIC } else { 0 },
        })
    }

    pub(crate) fn is_final(&self) -> bool {
        self.access & FINAL != 0
    }

    pub(crate) fn is_synthetic(&self) -> bool {
        self.access & SYNTHETIC != 0
    }

    pub(crate) fn is_enum_constant(&self) -> bool {
        self.access & ENUM != 0
    }

    /// Returns the visibility as a number from 0 (private) to 3 (public).
    fn visibility(&self) -> u8 {
        match self.access & (PUBLIC | PROTECTED | PRIVATE) {
            PUBLIC => 3,
            PROTECTED => 2,
            PRIVATE => 0,
            _ => 1,
        }
    }

    fn can_replace(&self, other: &Field) -> bool {
        self.name != other.name
            && self.descriptor == other.descriptor
            && self.access & STATIC == other.access & STATIC
            && !self.is_synthetic()
            && !other.is_synthetic()
    }
}
