//! The data model of types, classes and members.

use std::sync::Arc;

use crate::access;

/// The id of a class or interface: an index into the tables of a `World`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassId(pub u32);

/// The id of a method or constructor of a loaded class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MethodId(pub u32);

/// The id of a field of a loaded class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FieldId(pub u32);

/// The primitive types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Primitive {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
}

/// A type that a test can use, or `void`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    /// `void`: no value.
    Void,
    /// A primitive type.
    Primitive(Primitive),
    /// A class or interface with its type arguments. There are no arguments if the class is not generic or
    /// the type is raw.
    Class(ClassId, Arc<[Type]>),
    /// An array with its element type.
    Array(Arc<Type>),
    /// A type variable by its declared name: the `E` of `List<E>`.
    Variable(Arc<str>),
    /// A wildcard. It occurs only as a type argument.
    Wildcard(Bound, Arc<Type>),
    /// The type of `null`.
    Null,
}

/// The kind of a wildcard's bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bound {
    /// `?`. The second field of the wildcard is `Object`.
    Any,
    /// `? extends T`.
    Extends,
    /// `? super T`.
    Super,
}

/// A type parameter such as `T extends A & B`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeParameter {
    /// The name: `T`.
    pub name: Arc<str>,
    /// The bounds: `A` and `B`. The only bound is `Object` if the source has no bound.
    pub bounds: Vec<Type>,
}

/// The kind of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ClassKind {
    Class,
    Interface,
    Enum,
    Record,
    Annotation,
}

/// A loaded class.
#[derive(Debug)]
pub struct Class {
    /// The id of the class.
    pub id: ClassId,
    /// Binary name with dots and dollars: `java.util.Map$Entry`.
    pub name: Arc<str>,
    /// The kind of the class.
    pub kind: ClassKind,
    /// Access flags. For a nested class, these are the flags in the `InnerClasses` attribute, which include
    /// `static`, `private` and `protected`.
    pub access: u16,
    /// The lexically enclosing class; `None` unless the class is a member class.
    pub outer: Option<ClassId>,
    /// Whether no source can name the class: it is local or anonymous, its enclosing class is missing, or its
    /// class file is damaged.
    pub local: bool,
    /// The simple source name: `Entry`.
    pub simple_name: Arc<str>,
    /// The type parameters that the class declares.
    pub parameters: Vec<TypeParameter>,
    /// The superclass with its type arguments. The superclass of an interface is `Object`. `None` for
    /// `Object` itself, and if the superclass is missing on the class path.
    pub superclass: Option<Type>,
    /// The direct superinterfaces with their type arguments.
    pub interfaces: Vec<Type>,
    /// Declared fields, without synthetic fields.
    pub fields: Vec<FieldId>,
    /// Declared methods, without synthetic methods, bridges and static initialisers.
    pub methods: Vec<MethodId>,
    /// Declared constructors, without synthetic constructors.
    pub constructors: Vec<MethodId>,
    /// The Java release of the class file, such as 17: the class file version minus 44.
    pub release: u16,
    /// The deprecation of the class.
    pub deprecated: Deprecated,
    /// Whether the class is sealed: only the classes that it permits can extend it.
    pub sealed: bool,
}

/// Whether a class or a member is marked `@Deprecated`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deprecated {
    /// Not deprecated.
    No,
    /// Deprecated.
    Yes,
    /// Deprecated and marked for removal.
    ForRemoval,
}

/// A method or constructor. The name of a constructor is `<init>`, and the result is the declaring class.
#[derive(Debug)]
pub struct Method {
    /// The id of the method.
    pub id: MethodId,
    /// The declaring class.
    pub class: ClassId,
    /// The name of the method.
    pub name: Arc<str>,
    /// Erased descriptor as in the class file.
    pub descriptor: Arc<str>,
    /// Access flags.
    pub access: u16,
    /// The type parameters that the method declares.
    pub parameters: Vec<TypeParameter>,
    /// Generic types of the source-level parameters.
    ///
    /// The outer instance of an inner class and the name and ordinal of an enum constant are not included.
    /// If the `Signature` in the class file contradicts the descriptor, the types are erased.
    pub arguments: Vec<Type>,
    /// Names of the source-level parameters, from the `MethodParameters` or `LocalVariableTable` of the class
    /// file. Empty if the class file has neither attribute, and for classes of the JDK.
    pub argument_names: Vec<Arc<str>>,
    /// Generic result type. For a constructor, this is the declaring class with its own type variables as
    /// arguments.
    pub result: Type,
    /// The declared exceptions.
    pub exceptions: Vec<Type>,
    /// The enclosing class, if the method is a constructor of an inner (non-static member) class. The outer
    /// instance is the first parameter in the descriptor, but `arguments` does not include its type.
    pub outer_instance: Option<ClassId>,
    /// The deprecation of the method.
    pub deprecated: Deprecated,
}

/// A field.
#[derive(Debug)]
pub struct Field {
    /// The id of the field.
    pub id: FieldId,
    /// The declaring class.
    pub class: ClassId,
    /// The name of the field.
    pub name: Arc<str>,
    /// Erased descriptor.
    pub descriptor: Arc<str>,
    /// Access flags.
    pub access: u16,
    /// The generic type.
    pub ty: Type,
    /// Whether the field is an enum constant.
    pub enum_constant: bool,
    /// The value of a static field that is a compile-time constant (JVMS 4.7.2).
    pub constant: Option<Constant>,
    /// The deprecation of the field.
    pub deprecated: Deprecated,
}

/// The value of a compile-time constant. Constants of type `boolean`, `byte`, `char` and `short` are `Int`,
/// as in the class file.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Constant {
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    /// The UTF-16 code units of a string, which can include lone surrogates.
    String(Arc<[u16]>),
}

impl Primitive {
    /// All primitive types, in the order of the variants.
    pub const ALL: [Primitive; 8] = {
        use Primitive::*;
        [Boolean, Byte, Char, Short, Int, Long, Float, Double]
    };

    /// Returns the keyword of the type: `int`.
    pub fn name(self) -> &'static str {
        ["boolean", "byte", "char", "short", "int", "long", "float", "double"][self as usize]
    }

    /// Returns the character of the type in a descriptor: `I`.
    pub fn descriptor(self) -> char {
        ['Z', 'B', 'C', 'S', 'I', 'J', 'F', 'D'][self as usize]
    }

    /// Returns the primitive type with a descriptor, or `None` if there is none.
    pub fn from_descriptor(descriptor: char) -> Option<Primitive> {
        Primitive::ALL.into_iter().find(|p| p.descriptor() == descriptor)
    }

    /// Returns the binary name of the class that boxes the type.
    pub fn box_name(self) -> &'static str {
        [
            "java.lang.Boolean",
            "java.lang.Byte",
            "java.lang.Character",
            "java.lang.Short",
            "java.lang.Integer",
            "java.lang.Long",
            "java.lang.Float",
            "java.lang.Double",
        ][self as usize]
    }
}

impl Type {
    /// Returns the type of a class without type arguments: not generic, or raw.
    pub fn class(class: ClassId) -> Type {
        Type::Class(class, Arc::new([]))
    }

    /// Returns the class of a class type, or `None` for other types.
    pub fn class_id(&self) -> Option<ClassId> {
        match self {
            Type::Class(class, _) => Some(*class),
            _ => None,
        }
    }

    /// Whether the type is a reference type, including the type of `null`.
    pub fn is_reference(&self) -> bool {
        !matches!(self, Type::Void | Type::Primitive(_))
    }

    /// Whether the type contains a type variable for whose name a predicate is true.
    pub fn mentions_variable(&self, predicate: &dyn Fn(&str) -> bool) -> bool {
        match self {
            Type::Variable(name) => predicate(name),
            Type::Class(_, arguments) => arguments.iter().any(|it| it.mentions_variable(predicate)),
            Type::Array(inner) | Type::Wildcard(_, inner) => inner.mentions_variable(predicate),
            _ => false,
        }
    }
}

impl Class {
    /// Returns the type of `this`: the class with its own type variables as arguments.
    pub fn own_type(&self) -> Type {
        Type::Class(self.id, self.parameters.iter().map(|p| Type::Variable(p.name.clone())).collect())
    }

    /// Returns the package, empty for the unnamed package.
    pub fn package(&self) -> &str {
        package_of(&self.name)
    }

    /// Whether the class is an interface or an annotation.
    pub fn is_interface(&self) -> bool {
        matches!(self.kind, ClassKind::Interface | ClassKind::Annotation)
    }

    /// Whether `new` cannot instantiate the class, because the class is abstract or an interface.
    pub fn is_abstract(&self) -> bool {
        self.access & (access::ABSTRACT | access::INTERFACE) != 0
    }
}

impl Method {
    /// Whether the method is a constructor.
    pub fn is_constructor(&self) -> bool {
        &*self.name == "<init>"
    }

    /// Whether the method is static. A constructor is not static.
    pub fn is_static(&self) -> bool {
        self.access & access::STATIC != 0
    }
}

impl Field {
    /// Whether the field is static.
    pub fn is_static(&self) -> bool {
        self.access & access::STATIC != 0
    }
}

/// Returns the package of a binary name, empty for the unnamed package.
pub fn package_of(binary_name: &str) -> &str {
    binary_name.rsplit_once('.').map_or("", |(package, _)| package)
}
