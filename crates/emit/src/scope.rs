//! Where a test class stands, and how it names types from there.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use testcase::Literal;
use types::{Bound, ClassId, Deprecated, Primitive, Type, World, package_of};

use crate::TestClass;
use crate::dialect::Dialect;
use crate::java::{ClassName, Expr, Scope, Ty, java_lang};
use crate::literal;

/// What all tests of a class share.
pub(crate) struct Place<'a> {
    pub world: &'a World,
    pub package: &'a str,
    pub subject: ClassId,
    pub dialect: Dialect,
    /// The Java release whose language is used.
    pub release: u16,
    /// Whether a test needs a folder for files.
    pub temp_dir: Cell<bool>,
    /// What javac is to be silent about in the test that is being written.
    pub suppressed: RefCell<BTreeSet<&'static str>>,
}

impl<'a> Place<'a> {
    pub(crate) fn of(world: &'a World, class: &'a TestClass) -> Place<'a> {
        Place {
            world,
            package: &class.package,
            subject: class.subject,
            dialect: class.dialect,
            release: class.dialect.release.map_or(world.class(class.subject).release, u16::from),
            suppressed: RefCell::default(),
            temp_dir: Cell::new(false),
        }
    }
}

impl Place<'_> {
    /// Notes a raw type or an unchecked conversion.
    pub(crate) fn unchecked(&self) {
        self.suppressed.borrow_mut().extend(["rawtypes", "unchecked"]);
    }

    /// Notes the use of a class or a member.
    pub(crate) fn uses(&self, deprecated: Deprecated) {
        let lint = match deprecated {
            Deprecated::No => return,
            Deprecated::Yes => "deprecation",
            Deprecated::ForRemoval => "removal",
        };
        self.suppressed.borrow_mut().insert(lint);
    }

    pub(crate) fn class(&self, id: ClassId) -> ClassName {
        let mut path = Vec::new();
        let mut outermost = self.world.class(id);
        self.uses(outermost.deprecated);
        while let Some(outer) = outermost.outer {
            path.push(outermost.simple_name.to_string());
            outermost = self.world.class(outer);
            self.uses(outermost.deprecated);
        }
        let package = package_of(&outermost.name);
        let skipped = if package.is_empty() { 0 } else { package.len() + 1 };
        path.push(outermost.name[skipped..].to_owned());
        path.reverse();
        ClassName { package: package.to_owned(), path }
    }

    /// The type in a declaration or a cast.
    pub(crate) fn ty(&self, ty: &Type) -> Ty {
        match ty {
            Type::Primitive(primitive) => Ty::Primitive(primitive.name()),
            Type::Array(element) => Ty::Array(Box::new(self.ty(element))),
            Type::Class(id, arguments) => {
                if self.world.is_raw(ty) {
                    self.unchecked();
                }
                Ty::Class(self.class(*id), arguments.iter().map(|argument| self.argument(argument)).collect())
            }
            Type::Wildcard(..) => self.ty(&self.world.upper_bound(ty)),
            Type::Void | Type::Variable(_) | Type::Null => Ty::Class(java_lang("Object"), Vec::new()),
        }
    }

    /// The type in a class literal or as what an array is made of: without arguments.
    pub(crate) fn erased(&self, ty: &Type) -> Ty {
        match ty {
            Type::Array(element) => Ty::Array(Box::new(self.erased(element))),
            Type::Class(id, _) => Ty::Class(self.class(*id), Vec::new()),
            other => self.ty(other),
        }
    }

    fn argument(&self, ty: &Type) -> Ty {
        match ty {
            Type::Wildcard(Bound::Extends, of) if **of == Type::class(self.world.object()) => {
                Ty::Wildcard(None)
            }
            Type::Wildcard(Bound::Extends, of) => Ty::Wildcard(Some(("extends", Box::new(self.ty(of))))),
            Type::Wildcard(Bound::Super, of) => Ty::Wildcard(Some(("super", Box::new(self.ty(of))))),
            Type::Wildcard(Bound::Any, _) | Type::Variable(_) => Ty::Wildcard(None),
            other => self.ty(other),
        }
    }

    /// A literal where a value of exactly its type is to stand: `(byte) 3`.
    pub(crate) fn exact(&self, value: &Literal) -> Expr {
        match *value {
            Literal::Byte(i8::MIN) => limit("Byte", "MIN_VALUE"),
            Literal::Byte(i8::MAX) => limit("Byte", "MAX_VALUE"),
            Literal::Short(i16::MIN) => limit("Short", "MIN_VALUE"),
            Literal::Short(i16::MAX) => limit("Short", "MAX_VALUE"),
            Literal::Byte(_) => Expr::Cast(Ty::Primitive("byte"), Box::new(self.plain(value))),
            Literal::Short(_) => Expr::Cast(Ty::Primitive("short"), Box::new(self.plain(value))),
            _ => self.plain(value),
        }
    }

    /// A literal where it is assigned to a variable or an element of its type: javac narrows it there.
    pub(crate) fn plain(&self, value: &Literal) -> Expr {
        match value {
            Literal::Null => Expr::Literal("null".to_owned()),
            Literal::Boolean(value) => Expr::Literal(value.to_string()),
            Literal::Byte(value) => literal::int(i32::from(*value)),
            Literal::Short(value) => literal::int(i32::from(*value)),
            Literal::Char(unit) => literal::char(*unit),
            Literal::Int(value) => literal::int(*value),
            Literal::Long(value) => literal::long(*value),
            Literal::Float(value) => literal::float(*value),
            Literal::Double(value) => literal::double(*value),
            Literal::String(units) => Expr::String(units.to_vec()),
            Literal::Enum(field) => {
                let field = self.world.field(*field);
                self.uses(field.deprecated);
                Expr::Field(Scope::Class(self.class(field.class)), field.name.to_string())
            }
            Literal::Class(ty) => Expr::ClassLiteral(self.erased(ty)),
        }
    }

    /// The static type of a literal as it is written.
    pub(crate) fn literal_type(&self, literal: &Literal, declared: &Type) -> Type {
        match literal {
            Literal::Null => Type::Null,
            Literal::Enum(field) => Type::class(self.world.field(*field).class),
            Literal::String(_) => Type::class(self.world.string()),
            Literal::Class(_) => declared.clone(),
            _ => Type::Primitive(primitive(literal).expect("the others are primitive")),
        }
    }
}

fn limit(class: &str, name: &str) -> Expr {
    Expr::Field(Scope::Class(java_lang(class)), name.to_owned())
}

pub(crate) fn primitive(literal: &Literal) -> Option<Primitive> {
    match literal {
        Literal::Boolean(_) => Some(Primitive::Boolean),
        Literal::Byte(_) => Some(Primitive::Byte),
        Literal::Char(_) => Some(Primitive::Char),
        Literal::Short(_) => Some(Primitive::Short),
        Literal::Int(_) => Some(Primitive::Int),
        Literal::Long(_) => Some(Primitive::Long),
        Literal::Float(_) => Some(Primitive::Float),
        Literal::Double(_) => Some(Primitive::Double),
        _ => None,
    }
}
