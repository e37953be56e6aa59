//! Access flags (JVM specification, tables 4.1-B, 4.5-A, 4.6-A, 4.7.6-A).

/// Accessible everywhere.
pub const PUBLIC: u16 = 0x0001;
/// Accessible only in the class itself.
pub const PRIVATE: u16 = 0x0002;
/// Accessible in the package and in subclasses.
pub const PROTECTED: u16 = 0x0004;
/// A static member or class.
pub const STATIC: u16 = 0x0008;
/// A class that cannot be extended, a method that cannot be overridden, or a field that cannot be assigned.
pub const FINAL: u16 = 0x0010;
/// A bridge method.
pub const BRIDGE: u16 = 0x0040;
/// A method with a variable number of arguments.
pub const VARARGS: u16 = 0x0080;
/// An interface.
pub const INTERFACE: u16 = 0x0200;
/// A method without a body, or a class that cannot be instantiated.
pub const ABSTRACT: u16 = 0x0400;
/// A member or class that does not occur in the source.
pub const SYNTHETIC: u16 = 0x1000;
/// An annotation type.
pub const ANNOTATION: u16 = 0x2000;
/// An enum or an enum constant.
pub const ENUM: u16 = 0x4000;
