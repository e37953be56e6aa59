//! The classes and members that the source of a test in a package can use (Java language specification 6.6,
//! 8.4.8).

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::{
    Bindings, Bound, Class, ClassId, Field, FieldId, Method, MethodId, Type, World,
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

/// The packages whose source can name a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accessibility {
    /// No package.
    Nowhere,
    /// Only the package that contains the class.
    Package,
    /// Every package.
    Everywhere,
}

/// Whether Java source can use a string as an identifier.
pub fn is_identifier(name: &str) -> bool {
    let can_start = |c: char| c.is_alphabetic() || c == '_' || c == '$';
    let mut chars = name.chars();
    chars.next().is_some_and(can_start)
        && chars.all(|c| can_start(c) || c.is_numeric())
        && KEYWORDS.binary_search(&name).is_err()
}

impl World {
    /// Whether source in `package` can name the class.
    ///
    /// The class and all enclosing classes must be accessible and have names. If the class belongs to the
    /// JDK, the JDK must export the package of the class. The Java release that tests are written for must
    /// then also have the class.
    pub fn is_accessible_class(&self, id: ClassId, package: &str) -> bool {
        let is_same_package = || package_of(self.name(id)) == package;
        match self.accessibility(id) {
            Accessibility::Nowhere => false,
            Accessibility::Package => is_same_package(),
            Accessibility::Everywhere => true,
        }
    }

    /// Computes [`World::accessibility`], which caches the result.
    pub(crate) fn compute_accessibility(&self, id: ClassId) -> Accessibility {
        let package = package_of(self.name(id));
        let is_offered_by_jdk =
            || self.jdk().is_exported(package) && self.jdk().is_in_release(&self.name(id).replace('.', "/"));
        let is_hidden = self.is_from_jdk(id) && !is_offered_by_jdk();
        if is_hidden || !package.is_empty() && !package.split('.').all(is_identifier) {
            return Accessibility::Nowhere;
        }
        let class_and_enclosing = || {
            std::iter::successors(Some(self.class(id)), |class| class.outer.map(|outer| self.class(outer)))
        };
        if !class_and_enclosing().all(is_nameable) {
            Accessibility::Nowhere
        } else if !package.is_empty() && class_and_enclosing().all(|class| class.access & PUBLIC != 0) {
            Accessibility::Everywhere
        } else {
            // A class in a named package cannot import from the unnamed package.
            Accessibility::Package
        }
    }

    /// Whether source in `package`, outside of subclasses, can call a method or constructor. Assumes that the
    /// source can use the declaring class.
    pub fn is_accessible_method(&self, method: &Method, package: &str) -> bool {
        (method.is_constructor() || is_identifier(&method.name))
            && self.is_accessible(method.access, method.class, package)
    }

    /// Whether source in `package`, outside of subclasses, can use a field. Assumes that the source can use
    /// the declaring class.
    pub fn is_accessible_field(&self, field: &Field, package: &str) -> bool {
        is_identifier(&field.name) && self.is_accessible(field.access, field.class, package)
    }

    fn is_accessible(&self, access: u16, declaring: ClassId, package: &str) -> bool {
        access & PUBLIC != 0 || access & PRIVATE == 0 && package_of(self.name(declaring)) == package
    }

    /// Returns the method `toString` of a class, unless the class inherits it unchanged from `Object`.
    pub fn to_string_method(&self, id: ClassId, package: &str) -> Option<MethodId> {
        let is_to_string = |id: &MethodId| {
            let method = self.method(*id);
            &*method.name == "toString" && method.arguments.is_empty()
        };
        self.methods_of(id, package).into_iter().find(is_to_string)
    }

    /// Returns all methods that source in `package` can call on the class or its instances. The class's own
    /// methods come first, inherited methods follow.
    ///
    /// The result excludes overridden methods, and the methods of `Object` that the class inherits unchanged.
    pub fn methods_of(&self, id: ClassId, package: &str) -> Vec<MethodId> {
        let mut methods: Vec<MethodId> = Vec::new();
        let mut positions: FxHashMap<(Arc<str>, Vec<Type>), usize> = FxHashMap::default();
        for (&declaring, supertype) in self.supers(id) {
            for method in self.methods_from(declaring, id, package) {
                let key = (method.name.clone(), self.erased_arguments(method, id, supertype));
                let position = *positions.entry(key).or_insert(methods.len());
                if position == methods.len() {
                    methods.push(method.id);
                } else if self.overrides(method, self.method(methods[position])) {
                    // An interface can override a method of an interface that precedes it in `supers`.
                    methods[position] = method.id;
                }
            }
        }
        methods
    }

    /// Returns the methods that the class `declaring` declares and that source in `package` can call on
    /// `heir`. The class `heir` is `declaring` or a subclass. Includes methods that `heir` overrides.
    fn methods_from(
        &self,
        declaring: ClassId,
        heir: ClassId,
        package: &str,
    ) -> impl Iterator<Item = &Method> {
        let is_inherited = declaring != heir;
        let class = self.class(declaring);
        let is_interface = class.is_interface();
        let methods = if is_inherited && declaring == self.object() { &[][..] } else { &class.methods };
        methods.iter().map(|&id| self.method(id)).filter(move |method| {
            self.is_accessible_method(method, package)
                && !(is_inherited && is_interface && method.is_static())
        })
    }

    /// Returns all fields that source in `package` can access through the class. The class's own fields come
    /// first, inherited fields that are not hidden follow.
    pub fn fields_of(&self, id: ClassId, package: &str) -> Vec<FieldId> {
        let mut fields: Vec<FieldId> = Vec::new();
        for &declaring in self.supers(id).keys() {
            for &field in &self.class(declaring).fields {
                let field = self.field(field);
                let is_hidden = fields.iter().any(|&other| self.field(other).name == field.name);
                if !is_hidden && self.is_accessible_field(field, package) {
                    fields.push(field.id);
                }
            }
        }
        fields
    }

    /// Returns the type as source in `package` can write it.
    ///
    /// A class that the source cannot name becomes its nearest supertype that the source can name. As a type
    /// argument, such a class becomes `?`. An inner class of a generic class becomes raw.
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
                let is_accessible = |supertype: &&ClassId| {
                    **supertype != self.object() && self.is_accessible_class(**supertype, package)
                };
                match self
                    .supers(*class)
                    .keys()
                    .find(is_accessible)
                    .and_then(|&supertype| self.as_super(ty, supertype))
                {
                    Some(supertype) => self.nameable(&supertype, package),
                    None => Type::class(self.object()),
                }
            }
            Type::Array(element) => Type::Array(Arc::new(self.nameable(element, package))),
            other => other.clone(),
        }
    }

    fn nameable_argument(&self, argument: &Type, package: &str) -> Type {
        match argument {
            Type::Wildcard(Bound::Extends, inner) => {
                Type::Wildcard(Bound::Extends, Arc::new(self.nameable(inner, package)))
            }
            other if self.can_be_named(other, package) => other.clone(),
            // Replacing the argument by its nearest supertype may never end: an inaccessible enum `E` would
            // become `Enum<Enum<Enum<...`.
            _ => self.unbounded(),
        }
    }

    /// Whether source in `package` can write the type.
    fn can_be_named(&self, ty: &Type, package: &str) -> bool {
        match ty {
            Type::Class(class, arguments) => {
                self.is_accessible_class(*class, package)
                    && !self.is_inner_of_generic(self.class(*class))
                    && arguments.iter().all(|argument| self.can_be_named(argument, package))
            }
            Type::Array(inner) | Type::Wildcard(_, inner) => self.can_be_named(inner, package),
            _ => true,
        }
    }

    /// Whether a type has arguments for an inner class, but none for its generic enclosing class. No source
    /// can write such a type.
    fn lacks_outer_arguments(&self, ty: &Type) -> bool {
        matches!(ty, Type::Class(class, arguments)
            if !arguments.is_empty() && self.is_inner_of_generic(self.class(*class)))
    }

    fn overrides(&self, method: &Method, other: &Method) -> bool {
        method.class != other.class && self.is_subclass(method.class, other.class)
    }

    /// Returns the erased parameter types that a method of a supertype has as a member of `class`. Methods
    /// with the same name and the same erased parameter types override each other.
    pub(crate) fn erased_arguments(&self, method: &Method, class: ClassId, supertype: &Type) -> Vec<Type> {
        let own_parameters = &self.class(class).parameters;
        let mut bindings = Bindings::default();
        for parameter in own_parameters {
            bindings.set(&parameter.name, self.erased_bound(parameter, own_parameters));
        }
        if method.class != class {
            let declared_parameters = &self.class(method.class).parameters;
            let Type::Class(_, arguments) = self.substitute(supertype, &bindings) else { return Vec::new() };
            bindings = Bindings::of(declared_parameters, &arguments);
            for parameter in declared_parameters.iter().skip(arguments.len()) {
                bindings.set(&parameter.name, self.erased_bound(parameter, declared_parameters));
            }
        }
        self.bind_to_erasures(&method.parameters, &mut bindings);
        method.arguments.iter().map(|argument| self.erase(&self.substitute(argument, &bindings))).collect()
    }
}

/// Whether the declaration of a class allows source to name the class. Does not check the enclosing classes.
fn is_nameable(class: &Class) -> bool {
    !class.local && class.access & (PRIVATE | SYNTHETIC) == 0 && is_identifier(&class.simple_name)
}
