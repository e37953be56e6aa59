//! Loads a [`Class`] with its members from a class file.

pub(crate) mod signature;

use std::sync::Arc;

use classfile::{ConstantPool, MemberSummary, Summary, Utf8, attributes, descriptor};

use self::signature::{ClassSignature, Parser, SignatureError};
use crate::{
    Class, ClassId, ClassKind, Constant, Deprecated, Field, FieldId, Method, MethodId, Type, World,
    access::{ABSTRACT, ANNOTATION, BRIDGE, ENUM, FINAL, INTERFACE, STATIC, SYNTHETIC},
};

/// Loads a class. Skips members that cannot be read or that mention a missing class. Records damaged classes,
/// and members that mention a missing class, in [`World::skipped`].
pub fn load(world: &World, id: ClassId, name: &Arc<str>) -> Class {
    let bytes = world.bytes(&name.replace('.', "/")).unwrap_or_default();
    match Summary::read(&bytes) {
        Ok(file) => Loader { world, file: &file, id, name: name.clone() }.class(),
        Err(error) => {
            world.record_skipped(format!("class {name}"), error.to_string());
            empty_class(world, id, name)
        }
    }
}

/// Returns a class that replaces a class whose file is damaged. The new class has no members, and no source
/// can name it.
fn empty_class(world: &World, id: ClassId, name: &Arc<str>) -> Class {
    Class {
        id,
        name: name.clone(),
        kind: ClassKind::Class,
        access: SYNTHETIC | ABSTRACT,
        outer: None,
        local: true,
        simple_name: name.clone(),
        parameters: Vec::new(),
        superclass: Some(Type::class(world.object())),
        interfaces: Vec::new(),
        fields: Vec::new(),
        methods: Vec::new(),
        constructors: Vec::new(),
        deprecated: Deprecated::No,
        release: 0,
        sealed: false,
    }
}

/// Loads one class from its class file.
struct Loader<'a> {
    world: &'a World,
    file: &'a Summary<'a>,
    id: ClassId,
    name: Arc<str>,
}

/// The properties of a class that depend on its enclosing classes; see the fields of [`Class`].
struct Nesting {
    outer: Option<ClassId>,
    local: bool,
    simple_name: Arc<str>,
    access: u16,
}

impl Loader<'_> {
    fn class(&self) -> Class {
        let nesting = self.nesting();
        let signature = self.class_signature();
        let mut class = Class {
            id: self.id,
            name: self.name.clone(),
            kind: self.kind(),
            access: nesting.access,
            outer: nesting.outer,
            local: nesting.local,
            simple_name: nesting.simple_name,
            parameters: signature.parameters,
            superclass: self.superclass().map(|_| signature.superclass),
            interfaces: signature.interfaces,
            fields: Vec::new(),
            methods: Vec::new(),
            constructors: Vec::new(),
            deprecated: self.deprecated(self.file.attributes),
            release: self.file.major.saturating_sub(44),
            sealed: self.file.attributes.find("PermittedSubclasses", self.pool()).is_some(),
        };
        for field in self.in_stable_order(&self.file.fields) {
            class.fields.extend(self.field(field));
        }
        for method in self.in_stable_order(&self.file.methods) {
            let Some(id) = self.method(method, &class) else { continue };
            let list = if self.world.method(id).is_constructor() {
                &mut class.constructors
            } else {
                &mut class.methods
            };
            list.push(id);
        }
        class
    }

    /// Returns the members of a class in class file order. Sorts the members of a JDK class by name instead,
    /// because their order in the class file differs between JDKs.
    fn in_stable_order<'m>(&self, members: &'m [MemberSummary<'m>]) -> Vec<&'m MemberSummary<'m>> {
        let mut members: Vec<&MemberSummary> = members.iter().collect();
        if self.world.is_from_jdk(self.id) {
            let text = |index| self.pool().utf8(index).map(|text| text.to_str().into_owned()).ok();
            members.sort_by_cached_key(|member| (text(member.name), text(member.descriptor)));
        }
        members
    }

    fn superclass(&self) -> Option<ClassId> {
        self.resolve(&self.class_name(self.file.super_class)?)
    }

    fn kind(&self) -> ClassKind {
        let access = self.file.access;
        if access & ANNOTATION != 0 {
            ClassKind::Annotation
        } else if access & INTERFACE != 0 {
            ClassKind::Interface
        } else if self.extends("java/lang/Enum") {
            ClassKind::Enum
        } else if self.extends("java/lang/Record") {
            ClassKind::Record
        } else {
            ClassKind::Class
        }
    }

    fn extends(&self, name: &str) -> bool {
        self.file.constants.class_name(self.file.super_class).is_ok_and(|superclass| superclass == name)
    }

    fn nesting(&self) -> Nesting {
        let this = self.file.name();
        let attribute = |name| self.file.attributes.find(name, self.pool());
        let inner_classes =
            attribute("InnerClasses").and_then(|data| attributes::inner_classes(data, self.pool()).ok());
        let row = inner_classes.unwrap_or_default().into_iter().find(|row| row.class == this);
        let Some(row) = row else {
            let simple_name = self.name.rsplit('.').next().unwrap_or(&self.name).into();
            let local = attribute("EnclosingMethod").is_some();
            return Nesting { outer: None, local, simple_name, access: self.file.access };
        };
        // The name of an outer class is always a prefix of the name of its inner class. The check prevents
        // cycles in damaged class files.
        let is_prefix =
            |outer: &Utf8<'_>| this.0.strip_prefix(outer.0).is_some_and(|rest| rest.starts_with(b"$"));
        let outer = row.outer.filter(is_prefix).and_then(|outer| self.resolve(&outer.to_str()));
        Nesting {
            outer,
            local: outer.is_none() || row.name.is_none(),
            simple_name: row.name.map_or("".into(), |name| name.to_str().into()),
            access: row.access,
        }
    }

    fn class_signature(&self) -> ClassSignature {
        let signature = self.signature(self.file.attributes);
        let parsed_signature = signature.and_then(|text| self.parser(&text.to_str()).class().ok());
        let erased_signature = self.erased_class();
        match parsed_signature {
            Some(parsed_signature)
                if has_erasure(&parsed_signature.superclass, &erased_signature.superclass)
                    && have_erasures(&parsed_signature.interfaces, &erased_signature.interfaces) =>
            {
                parsed_signature
            }
            _ => erased_signature,
        }
    }

    fn erased_class(&self) -> ClassSignature {
        let resolved_type = |index: &u16| -> Option<Type> {
            let name = self.class_name(*index)?;
            let class = self.resolve(&name);
            if class.is_none() {
                self.world.record_skipped(format!("class {}", self.name), name.replace('/', "."));
            }
            Some(Type::class(class?))
        };
        ClassSignature {
            parameters: Vec::new(),
            superclass: resolved_type(&self.file.super_class).unwrap_or(Type::class(self.world.object())),
            interfaces: self.file.interfaces.iter().filter_map(resolved_type).collect(),
        }
    }

    fn field(&self, field: &MemberSummary<'_>) -> Option<FieldId> {
        if field.access & SYNTHETIC != 0 {
            return None;
        }
        let (name, descriptor) = self.names(field)?;
        let ty = self.generic(
            field,
            |text| self.parser(text).field(),
            self.or_record_missing(&name, self.parser(&descriptor).field())?,
            has_erasure,
            &name,
        )?;
        Some(self.world.add_field(|id| Field {
            id,
            class: self.id,
            name,
            descriptor,
            access: field.access,
            ty,
            enum_constant: field.access & ENUM != 0,
            constant: self.constant(field),
            deprecated: self.deprecated(field.attributes),
        }))
    }

    fn constant(&self, field: &MemberSummary<'_>) -> Option<Constant> {
        use classfile::Constant as Stored;
        if field.access & (STATIC | FINAL) != STATIC | FINAL {
            return None;
        }
        let data = field.attributes.find("ConstantValue", self.pool())?;
        Some(match attributes::constant_value(data, self.pool()).ok()? {
            Stored::Integer(value) => Constant::Int(value),
            Stored::Long(value) => Constant::Long(value),
            Stored::Float(value) => Constant::Float(value),
            Stored::Double(value) => Constant::Double(value),
            Stored::String { utf8 } => Constant::String(self.pool().utf8(utf8).ok()?.utf16().into()),
            _ => return None,
        })
    }

    fn method(&self, method: &MemberSummary<'_>, class: &Class) -> Option<MethodId> {
        let (name, descriptor) = self.names(method)?;
        if method.access & (SYNTHETIC | BRIDGE) != 0 || &*name == "<clinit>" {
            return None;
        }
        let is_constructor = &*name == "<init>";
        let mut erased_signature = self.or_record_missing(&name, self.parser(&descriptor).method())?;
        let argument_count = erased_signature.arguments.len();
        let implicit_count =
            if is_constructor { implicit_arguments(class, &erased_signature.arguments) } else { 0 };
        erased_signature.arguments.drain(..implicit_count);
        let mut signature = self.generic(
            method,
            |text| self.parser(text).method(),
            erased_signature,
            |generic, erased| {
                has_erasure(&generic.result, &erased.result)
                    && have_erasures(&generic.arguments, &erased.arguments)
            },
            &name,
        )?;
        if signature.exceptions.is_empty() {
            signature.exceptions = self.exceptions(method, &name)?;
        }
        if is_constructor {
            signature.result = class.own_type();
        }
        let outer_instance = class.outer.filter(|_| is_constructor && implicit_count == 1);
        Some(self.world.add_method(|id| Method {
            id,
            class: self.id,
            argument_names: self.argument_names(method, &descriptor, argument_count, implicit_count),
            name,
            descriptor,
            access: method.access,
            parameters: signature.parameters,
            arguments: signature.arguments,
            result: signature.result,
            exceptions: signature.exceptions,
            outer_instance,
            deprecated: self.deprecated(method.attributes),
        }))
    }

    /// Returns the generic type of a member, or the erased type if the member has no generic type with this
    /// erasure. Returns `None` if the generic type mentions a missing class.
    fn generic<T>(
        &self,
        member: &MemberSummary<'_>,
        parse: impl FnOnce(&str) -> Result<T, SignatureError>,
        erased: T,
        has_erasure: impl FnOnce(&T, &T) -> bool,
        name: &str,
    ) -> Option<T> {
        let Some(text) = self.signature(member.attributes) else { return Some(erased) };
        match parse(&text.to_str()) {
            Ok(generic) if has_erasure(&generic, &erased) => Some(generic),
            Err(error @ SignatureError::Missing(_)) => self.or_record_missing(name, Err(error)),
            _ => Some(erased),
        }
    }

    /// Returns the parsed type, or `None` if parsing failed. If a class is missing, records that the member
    /// is skipped.
    fn or_record_missing<T>(&self, member: &str, parsed: Result<T, SignatureError>) -> Option<T> {
        if let Err(SignatureError::Missing(class)) = &parsed {
            self.world.record_skipped(format!("{}.{member}", self.name), class.replace('/', "."));
        }
        parsed.ok()
    }

    fn exceptions(&self, method: &MemberSummary<'_>, name: &str) -> Option<Vec<Type>> {
        let Some(data) = method.attributes.find("Exceptions", self.pool()) else { return Some(Vec::new()) };
        let names = attributes::exceptions(data, self.pool()).unwrap_or_default();
        let class = |text: Utf8<'_>| {
            let text = text.to_str();
            let class_type =
                self.resolve(&text).map(Type::class).ok_or(SignatureError::Missing(text.into_owned()));
            self.or_record_missing(name, class_type)
        };
        names.into_iter().map(class).collect()
    }

    /// Returns the names of the source-level parameters. The result is empty if a name is unknown.
    ///
    /// The result is also empty for classes of the JDK, because only some builds of the JDK have the names.
    /// `count` is the number of parameters in the descriptor. The first `implicit_count` parameters do not
    /// occur in the source.
    fn argument_names(
        &self,
        method: &MemberSummary<'_>,
        descriptor: &str,
        count: usize,
        implicit_count: usize,
    ) -> Vec<Arc<str>> {
        if self.world.is_from_jdk(self.id) {
            return Vec::new();
        }
        let declared_names = self.declared_names(method, count, implicit_count);
        declared_names.or_else(|| self.variable_names(method, descriptor, implicit_count)).unwrap_or_default()
    }

    /// Returns the names in the `MethodParameters` attribute.
    fn declared_names(
        &self,
        method: &MemberSummary<'_>,
        count: usize,
        implicit_count: usize,
    ) -> Option<Vec<Arc<str>>> {
        let data = method.attributes.find("MethodParameters", self.pool())?;
        let parameters = attributes::method_parameters(data, self.pool()).ok()?;
        // Some compilers write no entries for implicit parameters.
        let skip = if parameters.len() == count { implicit_count } else { 0 };
        if parameters.len() - skip != count - implicit_count {
            return None;
        }
        parameters[skip..].iter().map(|p| Some(p.name?.to_str().into())).collect()
    }

    /// Returns the names in the `LocalVariableTable` attribute.
    fn variable_names(
        &self,
        method: &MemberSummary<'_>,
        descriptor: &str,
        implicit_count: usize,
    ) -> Option<Vec<Arc<str>>> {
        let code = method.attributes.find("Code", self.pool())?;
        let variables = attributes::parameter_variables(code, self.pool()).ok()?;
        let first_slot = u16::from(method.access & STATIC == 0);
        slots(descriptor, first_slot)
            .into_iter()
            .skip(implicit_count)
            .map(|slot| Some(variables.iter().find(|(s, _)| *s == slot)?.1.to_str().into()))
            .collect()
    }

    fn deprecated(&self, attributes: classfile::AttributeTable<'_>) -> Deprecated {
        if attributes.find("Deprecated", self.pool()).is_none() {
            return Deprecated::No;
        }
        let annotations = attributes.find("RuntimeVisibleAnnotations", self.pool());
        let for_removal = annotations.is_some_and(|data| {
            let is_for_removal = attributes::annotation_element_is_true(
                data,
                self.pool(),
                "Ljava/lang/Deprecated;",
                "forRemoval",
            );
            is_for_removal.unwrap_or(false)
        });
        if for_removal { Deprecated::ForRemoval } else { Deprecated::Yes }
    }

    /// Returns the name and the descriptor of a member.
    fn names(&self, member: &MemberSummary<'_>) -> Option<(Arc<str>, Arc<str>)> {
        let text = |index| Some(Arc::from(&*self.pool().utf8(index).ok()?.to_str()));
        Some((text(member.name)?, text(member.descriptor)?))
    }

    fn signature(&self, table: classfile::AttributeTable<'_>) -> Option<Utf8<'_>> {
        attributes::signature(table.find("Signature", self.pool())?, self.pool()).ok()
    }

    fn class_name(&self, index: u16) -> Option<String> {
        Some(self.pool().class_name(index).ok()?.to_str().into_owned())
    }

    fn pool(&self) -> &ConstantPool {
        &self.file.constants
    }

    fn resolve(&self, internal_name: &str) -> Option<ClassId> {
        self.world.class_by_internal_name(internal_name)
    }

    fn parser<'t>(&'t self, text: &'t str) -> Parser<'t> {
        Parser::new(text, self.world)
    }
}

/// Returns the number of leading parameters that a constructor has only in the class file: the name and
/// ordinal of an enum constant, or the outer instance of an inner class.
fn implicit_arguments(class: &Class, arguments: &[Type]) -> usize {
    if class.kind == ClassKind::Enum {
        return arguments.len().min(2);
    }
    let is_inner = class.access & (STATIC | INTERFACE) == 0 && class.kind != ClassKind::Record;
    let is_outer_first =
        || matches!(arguments.first(), Some(Type::Class(first, _)) if Some(*first) == class.outer);
    usize::from(is_inner && is_outer_first())
}

/// Whether `erased` can be the erasure of a generic type. A type variable matches every class, because this
/// function has no access to the bounds of the variable.
fn has_erasure(generic: &Type, erased: &Type) -> bool {
    match (generic, erased) {
        (Type::Class(a, _), Type::Class(b, _)) => a == b,
        (Type::Array(a), Type::Array(b)) => has_erasure(a, b),
        (Type::Variable(_), Type::Class(..)) => true,
        (a, b) => a == b,
    }
}

fn have_erasures(generic: &[Type], erased: &[Type]) -> bool {
    generic.len() == erased.len() && generic.iter().zip(erased).all(|(g, e)| has_erasure(g, e))
}

/// Returns the local variable slot of each parameter of a well-formed method descriptor.
fn slots(descriptor: &str, first_slot: u16) -> Vec<u16> {
    let mut slots = Vec::new();
    let mut next_slot = first_slot;
    for parameter in descriptor::parameters(descriptor) {
        slots.push(next_slot);
        // A damaged class file can have more parameters than the JVM allows.
        next_slot = next_slot.saturating_add(descriptor::slots(parameter));
    }
    slots
}
