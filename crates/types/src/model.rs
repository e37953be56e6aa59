//! Types, classes and members as data.

use std::sync::Arc;

use crate::access;

/// A class or interface: an index into the tables of a `World`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassId(pub u32);

/// A method or constructor of any loaded class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MethodId(pub u32);

/// A field of any loaded class.
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

/// A type as a test can state it, or `void`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    /// No value.
    Void,
    /// A primitive type.
    Primitive(Primitive),
    /// A class or interface with type arguments: none for a class without type parameters and for a raw type.
    Class(ClassId, Arc<[Type]>),
    /// An array of an element type.
    Array(Arc<Type>),
    /// A type variable by the name it was declared with, and where: `List<E>`'s `E`.
    Variable(Arc<str>),
    /// A wildcard, as a type argument only.
    Wildcard(Bound, Arc<Type>),
    /// The type of `null`.
    Null,
}

/// What bounds a wildcard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bound {
    /// `?`; the type beside it is `Object`.
    Any,
    /// `? extends T`.
    Extends,
    /// `? super T`.
    Super,
}

/// `T extends A & B`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeParameter {
    /// `T`.
    pub name: Arc<str>,
    /// `A`, `B`; `Object` when none is written.
    pub bounds: Vec<Type>,
}

/// What sort of class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Kind {
    Class,
    Interface,
    Enum,
    Record,
    Annotation,
}

/// A loaded class.
#[derive(Debug)]
pub struct Class {
    /// Its id.
    pub id: ClassId,
    /// Binary name with dots and dollars: `java.util.Map$Entry`.
    pub name: Arc<str>,
    /// What sort of class.
    pub kind: Kind,
    /// Access flags: those of the `InnerClasses` attribute for a nested class (so `static`, `private`, `protected` are seen).
    pub access: u16,
    /// The lexically enclosing class, of a member class.
    pub outer: Option<ClassId>,
    /// Whether it is local or anonymous, or its enclosing class is missing: no source can name it.
    pub local: bool,
    /// The simple source name: `Entry`.
    pub simple_name: Arc<str>,
    /// Type parameters of its own.
    pub parameters: Vec<TypeParameter>,
    /// Superclass with arguments, `None` for `Object` and when it cannot be found on the class path; of an interface,
    /// `Object`.
    pub superclass: Option<Type>,
    /// Direct superinterfaces with arguments.
    pub interfaces: Vec<Type>,
    /// Declared fields, synthetic ones left out.
    pub fields: Vec<FieldId>,
    /// Declared methods, synthetic ones, bridges and static initialisers left out.
    pub methods: Vec<MethodId>,
    /// Declared constructors, synthetic ones left out.
    pub constructors: Vec<MethodId>,
    /// The Java release that its class file is for: 8, 17, 25; less for older ones.
    pub release: u16,
    /// What `@Deprecated` says of it.
    pub deprecated: Deprecated,
    /// Whether only the classes that it names may extend it.
    pub sealed: bool,
}

/// Whether a class or a member is marked `@Deprecated`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deprecated {
    /// It is not.
    No,
    /// It is.
    Yes,
    /// It is, and will be removed.
    ForRemoval,
}

/// A method or a constructor (whose name is `<init>` and whose result is its class).
#[derive(Debug)]
pub struct Method {
    /// Its id.
    pub id: MethodId,
    /// The class that declares it.
    pub class: ClassId,
    /// Name.
    pub name: Arc<str>,
    /// Erased descriptor as in the class file.
    pub descriptor: Arc<str>,
    /// Access flags.
    pub access: u16,
    /// Type parameters of its own.
    pub parameters: Vec<TypeParameter>,
    /// Generic types of the source-level parameters: the outer instance of an inner class and the name and ordinal
    /// of an enum are not among them. When the class file's `Signature` contradicts the descriptor, erased ones.
    pub arguments: Vec<Type>,
    /// Names of the parameters where the class file tells (`MethodParameters`, else `LocalVariableTable`), else empty.
    pub argument_names: Vec<Arc<str>>,
    /// Generic result type; of a constructor, its class with its own type variables as arguments.
    pub result: Type,
    /// Declared exceptions.
    pub exceptions: Vec<Type>,
    /// For a constructor of an inner (non-static member) class: the enclosing class, passed first.
    pub outer_instance: Option<ClassId>,
    /// What `@Deprecated` says of it.
    pub deprecated: Deprecated,
}

/// A field.
#[derive(Debug)]
pub struct Field {
    /// Its id.
    pub id: FieldId,
    /// The class that declares it.
    pub class: ClassId,
    /// Name.
    pub name: Arc<str>,
    /// Erased descriptor.
    pub descriptor: Arc<str>,
    /// Access flags.
    pub access: u16,
    /// Generic type.
    pub ty: Type,
    /// Whether it is an enum constant.
    pub enum_constant: bool,
    /// What it always holds, of a static field that is a compile-time constant (JVMS 4.7.2).
    pub constant: Option<Constant>,
    /// What `@Deprecated` says of it.
    pub deprecated: Deprecated,
}

/// The value of a compile-time constant, as the class file holds it: `Int` also of the types narrower than `int`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Constant {
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    /// UTF-16 units.
    String(Arc<[u16]>),
}

impl Primitive {
    /// All of them, in the order of the variants.
    pub const ALL: [Primitive; 8] = {
        use Primitive::*;
        [Boolean, Byte, Char, Short, Int, Long, Float, Double]
    };

    /// `int`.
    pub fn name(self) -> &'static str {
        ["boolean", "byte", "char", "short", "int", "long", "float", "double"][self as usize]
    }

    /// The character that stands for it in a descriptor: `I`.
    pub fn descriptor(self) -> char {
        ['Z', 'B', 'C', 'S', 'I', 'J', 'F', 'D'][self as usize]
    }

    /// The primitive type of a descriptor's character.
    pub fn from_descriptor(descriptor: char) -> Option<Primitive> {
        Primitive::ALL.into_iter().find(|p| p.descriptor() == descriptor)
    }

    /// The binary name of the class that boxes it.
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
    /// A class without type arguments: not generic, or raw.
    pub fn class(class: ClassId) -> Type {
        Type::Class(class, Arc::new([]))
    }

    /// The class of a class type.
    pub fn class_id(&self) -> Option<ClassId> {
        match self {
            Type::Class(class, _) => Some(*class),
            _ => None,
        }
    }

    /// Whether it is a reference type, that of `null` included.
    pub fn is_reference(&self) -> bool {
        !matches!(self, Type::Void | Type::Primitive(_))
    }
}

impl Class {
    /// The type of `this`: the class with its own type variables as arguments.
    pub fn own_type(&self) -> Type {
        Type::Class(self.id, self.parameters.iter().map(|p| Type::Variable(p.name.clone())).collect())
    }

    /// The package, empty for the unnamed one.
    pub fn package(&self) -> &str {
        package_of(&self.name)
    }

    /// Whether it is an interface or an annotation.
    pub fn is_interface(&self) -> bool {
        matches!(self.kind, Kind::Interface | Kind::Annotation)
    }

    /// Whether `new` cannot make one: abstract or an interface.
    pub fn is_abstract(&self) -> bool {
        self.access & (access::ABSTRACT | access::INTERFACE) != 0
    }
}

impl Method {
    /// Whether it is a constructor.
    pub fn is_constructor(&self) -> bool {
        &*self.name == "<init>"
    }

    /// Whether it is static (a constructor is not).
    pub fn is_static(&self) -> bool {
        self.access & access::STATIC != 0
    }
}

impl Field {
    /// Whether it is static.
    pub fn is_static(&self) -> bool {
        self.access & access::STATIC != 0
    }
}

/// The package of a binary name, empty for the unnamed one.
pub fn package_of(binary_name: &str) -> &str {
    binary_name.rsplit_once('.').map_or("", |(package, _)| package)
}
