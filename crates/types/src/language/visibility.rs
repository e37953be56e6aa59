//! What the source of a test in a package can name and call (Java language specification 6.6, 8.4.8).

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::{
    Bindings, Bound, Class, ClassId, FieldId, Method, MethodId, Type, World,
    access::{PRIVATE, PUBLIC, SYNTHETIC},
    model::package_of,
};

const KEYWORDS: [&str; 54] = [
    "_",
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "false",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "true",
    "try",
    "void",
    "volatile",
    "while",
];

/// From where source can name a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Not at all.
    Nowhere,
    /// From its own package.
    Package,
    /// From every package.
    Everywhere,
}

/// Whether Java source can use it as a name.
pub fn is_identifier(name: &str) -> bool {
    let starts = |c: char| c.is_alphabetic() || c == '_' || c == '$';
    let mut chars = name.chars();
    chars.next().is_some_and(starts)
        && chars.all(|c| starts(c) || c.is_numeric())
        && KEYWORDS.binary_search(&name).is_err()
}

impl World {
    /// Whether source in `package` can name the class: it and all classes around it are accessible and have names, and
    /// the JDK exports its package and has it in the release that tests are written for.
    pub fn is_accessible_class(&self, id: ClassId, package: &str) -> bool {
        let here = || package_of(self.name(id)) == package;
        match self.reach(id) {
            Reach::Nowhere => false,
            Reach::Package => here(),
            Reach::Everywhere => true,
        }
    }

    /// See [`World::reach`], which remembers it.
    pub(crate) fn find_reach(&self, id: ClassId) -> Reach {
        let package = package_of(self.name(id));
        let is_open =
            || self.jdk().is_exported(package) && self.jdk().is_in_release(&self.name(id).replace('.', "/"));
        let hidden = self.is_from_jdk(id) && !is_open();
        if hidden || !package.is_empty() && !package.split('.').all(is_identifier) {
            return Reach::Nowhere;
        }
        let around = || {
            std::iter::successors(Some(self.class(id)), |class| class.outer.map(|outer| self.class(outer)))
        };
        if !around().all(is_nameable) {
            Reach::Nowhere
        } else if !package.is_empty() && around().all(|class| class.access & PUBLIC != 0) {
            Reach::Everywhere
        } else {
            // Nothing in a named package can import from the unnamed one.
            Reach::Package
        }
    }

    /// Whether source in `package` (not in a subclass) can use a member with those access flags, given that it can
    /// use the class that it is a member of.
    pub fn is_accessible_member(&self, access: u16, declaring: ClassId, package: &str) -> bool {
        access & PUBLIC != 0 || access & PRIVATE == 0 && package_of(self.name(declaring)) == package
    }

    /// All methods that source in `package` can call on the class or its instances, inherited ones included, its own
    /// first. Of overridden ones the most specific is there alone; those of `Object` only where overridden.
    pub fn methods_of(&self, id: ClassId, package: &str) -> Vec<MethodId> {
        let mut found: Vec<MethodId> = Vec::new();
        let mut places: FxHashMap<(Arc<str>, Vec<Type>), usize> = FxHashMap::default();
        for (&declaring, seen_as) in self.supers(id) {
            for method in self.contributed(declaring, id, package) {
                let key = (method.name.clone(), self.erased_arguments(method, id, seen_as));
                let place = *places.entry(key).or_insert(found.len());
                if place == found.len() {
                    found.push(method.id);
                } else if self.overrides(method, self.method(found[place])) {
                    // An interface may override what another, met before it, declares.
                    found[place] = method.id;
                }
            }
        }
        found
    }

    /// The methods that a class gives to `heir`, itself or a class below, as far as `package` can call them.
    fn contributed(&self, declaring: ClassId, heir: ClassId, package: &str) -> impl Iterator<Item = &Method> {
        let inherited = declaring != heir;
        let class = self.class(declaring);
        let statics_stay = class.is_interface();
        let methods = if inherited && declaring == self.object() { &[][..] } else { &class.methods };
        methods.iter().map(|&id| self.method(id)).filter(move |method| {
            self.is_accessible_member(method.access, declaring, package)
                && !(inherited && statics_stay && method.is_static())
        })
    }

    /// All fields that source in `package` can name through the class, inherited and not hidden ones included, its
    /// own first.
    pub fn fields_of(&self, id: ClassId, package: &str) -> Vec<FieldId> {
        let mut found: Vec<FieldId> = Vec::new();
        for &declaring in self.supers(id).keys() {
            for &field in &self.class(declaring).fields {
                let field = self.field(field);
                let hidden = found.iter().any(|&other| self.field(other).name == field.name);
                if !hidden && self.is_accessible_member(field.access, declaring, package) {
                    found.push(field.id);
                }
            }
        }
        found
    }

    /// The type as source in `package` can state it: a class that it cannot name is replaced by the nearest
    /// supertype that it can, and as a type argument by `?`. An inner class of a generic one is raw.
    pub fn nameable(&self, ty: &Type, package: &str) -> Type {
        match ty {
            Type::Class(class, _) if self.lacks_outer_arguments(ty) => {
                self.nameable(&Type::class(*class), package)
            }
            Type::Class(class, arguments) if self.is_accessible_class(*class, package) => {
                let arguments = arguments.iter().map(|a| self.nameable_argument(a, package));
                Type::Class(*class, arguments.collect())
            }
            Type::Class(class, _) => {
                let accessible =
                    |up: &&ClassId| **up != self.object() && self.is_accessible_class(**up, package);
                match self.supers(*class).keys().find(accessible).and_then(|&up| self.as_super(ty, up)) {
                    Some(up) => self.nameable(&up, package),
                    None => Type::class(self.object()),
                }
            }
            Type::Array(element) => Type::Array(Arc::new(self.nameable(element, package))),
            other => other.clone(),
        }
    }

    fn nameable_argument(&self, argument: &Type, package: &str) -> Type {
        match argument {
            Type::Wildcard(Bound::Extends, of) => {
                Type::Wildcard(Bound::Extends, Arc::new(self.nameable(of, package)))
            }
            other if self.can_be_named(other, package) => other.clone(),
            // Not what is known above it: an enum `E` would be a `Comparable<Comparable<Comparable<...`.
            _ => self.unbounded(),
        }
    }

    fn can_be_named(&self, ty: &Type, package: &str) -> bool {
        match ty {
            Type::Class(class, arguments) => {
                self.is_accessible_class(*class, package)
                    && !self.is_inner_of_generic(self.class(*class))
                    && arguments.iter().all(|argument| self.can_be_named(argument, package))
            }
            Type::Array(of) | Type::Wildcard(_, of) => self.can_be_named(of, package),
            _ => true,
        }
    }

    /// Whether it is a type with arguments for an inner class but none for the generic class around it, which no source
    /// can state.
    fn lacks_outer_arguments(&self, ty: &Type) -> bool {
        matches!(ty, Type::Class(class, arguments)
            if !arguments.is_empty() && self.is_inner_of_generic(self.class(*class)))
    }

    fn overrides(&self, method: &Method, other: &Method) -> bool {
        method.class != other.class && self.is_subclass(method.class, other.class)
    }

    /// The erased argument types of a method of a superclass as `class` sees it: what makes it the same as another.
    pub(crate) fn erased_arguments(&self, method: &Method, class: ClassId, seen_as: &Type) -> Vec<Type> {
        let own = &self.class(class).parameters;
        let mut bindings = Bindings::default();
        for parameter in own {
            bindings.set(&parameter.name, self.erased_bound(parameter, own));
        }
        if method.class != class {
            let declared = &self.class(method.class).parameters;
            let Type::Class(_, arguments) = self.substitute(seen_as, &bindings) else { return Vec::new() };
            bindings = Bindings::of(declared, &arguments);
            for parameter in declared.iter().skip(arguments.len()) {
                bindings.set(&parameter.name, self.erased_bound(parameter, declared));
            }
        }
        for parameter in &method.parameters {
            let scope = [&method.parameters[..], &self.class(method.class).parameters].concat();
            bindings.set(&parameter.name, self.erased_bound(parameter, &scope));
        }
        method.arguments.iter().map(|argument| self.erase(&self.substitute(argument, &bindings))).collect()
    }
}

/// Whether source can name the class, as far as its own declaration goes.
fn is_nameable(class: &Class) -> bool {
    !class.local && class.access & (PRIVATE | SYNTHETIC) == 0 && is_identifier(&class.simple_name)
}
