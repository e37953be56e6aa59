//! The types that the mutants of a method need: its class, the superclass of the class, and the declared
//! types of local variables.

use std::ops::Range;

use classfile::{Attribute, ClassFile, Index, Member, Result, attributes};

/// A class and the local variables of one of its methods.
pub(crate) struct Scope {
    /// Binary name of the class.
    pub(crate) class: String,
    super_class: String,
    /// Local variables with their declared types. `None` if the verifier can assume other types.
    variables: Option<Vec<Variable>>,
}

struct Variable {
    range: Range<Index>,
    slot: u16,
    descriptor: String,
}

impl Scope {
    pub(crate) fn new(class: &ClassFile, method: &Member) -> Result<Scope> {
        let super_class = class.constants.optional_class_name(class.super_class)?;
        let code = method.attribute("Code", &class.constants).unwrap_or_default();
        Ok(Scope {
            class: class.name()?.to_str().into_owned(),
            super_class: super_class.map(|name| name.to_str().into_owned()).unwrap_or_default(),
            variables: is_java(class).then(|| variables(code, class).unwrap_or_default()),
        })
    }

    /// Returns whether the verifier assumes the declared types of variables.
    pub(crate) fn has_declared_types(&self) -> bool {
        self.variables.is_some()
    }

    /// Returns the declared type of the variable in a slot before an instruction, if it is a reference type.
    pub(crate) fn class_of(&self, slot: u16, at: Index) -> Option<&str> {
        let is_match = |variable: &&Variable| variable.slot == slot && variable.range.contains(&at);
        class(&self.variables.iter().flatten().find(is_match)?.descriptor)
    }

    /// Returns whether a class is the superclass of this class and belongs to another package. Its protected
    /// members are then accessible only on objects of this class.
    pub(crate) fn is_superclass_in_other_package(&self, class: &str) -> bool {
        class == self.super_class && package(class) != package(&self.class)
    }
}

/// Returns the class of a descriptor, in the form in which instructions refer to classes. Returns `None` for
/// a primitive type.
pub(crate) fn class(descriptor: &str) -> Option<&str> {
    let name = descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
    name.or_else(|| descriptor.starts_with('[').then_some(descriptor))
}

fn package(class: &str) -> &str {
    class.rsplit_once('/').map_or("", |(package, _)| package)
}

/// Returns whether the class was compiled from Java. In the stack maps of other compilers, the type of a
/// variable is the type of its current value instead of its declared type.
fn is_java(class: &ClassFile) -> bool {
    let data = Attribute::find(&class.attributes, "SourceFile", &class.constants);
    data.and_then(|attribute| attributes::source_file(&attribute.data, &class.constants).ok())
        .is_some_and(|name| name.to_str().ends_with(".java"))
}

fn variables(code: &[u8], class: &ClassFile) -> Result<Vec<Variable>> {
    let rows = attributes::local_variables(code, &class.constants)?;
    let variable = |row: attributes::LocalVariable<'_>| Variable {
        range: row.start..row.end,
        slot: row.slot,
        descriptor: row.descriptor.to_str().into_owned(),
    };
    Ok(rows.into_iter().map(variable).collect())
}
