//! Context of a test class: its package, its dialect, and the names of types in its source.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use testcase::Literal;
use types::{Bound, ClassId, Deprecated, Primitive, Type, World, package_of};

use crate::TestClass;
use crate::ast::{ClassName, Expr, TypeName, java_lang, literals};
use crate::dialect::Dialect;

/// Properties that all tests of a test class share. The lowering also records here whether the tests need the
/// folder for temporary files, and which warnings they suppress.
pub(crate) struct Context<'a> {
    pub world: &'a World,
    pub package: &'a str,
    pub class_under_test: ClassId,
    pub dialect: Dialect,
    /// Java release whose language the source uses.
    pub release: u16,
    /// Whether at least one test needs the folder for temporary files.
    pub needs_temp_dir: Cell<bool>,
    /// The class that the test class declares if its tests use it.
    sample: Option<ClassId>,
    /// Whether at least one test uses this class.
    pub uses_sample: Cell<bool>,
    /// Names of the compiler warnings that the current test suppresses.
    pub suppressed_warnings: RefCell<BTreeSet<&'static str>>,
}

impl<'a> Context<'a> {
    pub(crate) fn new(world: &'a World, class: &'a TestClass) -> Context<'a> {
        Context {
            world,
            package: &class.package,
            class_under_test: class.class_under_test,
            dialect: class.dialect,
            release: class.dialect.release.map_or(world.class(class.class_under_test).release, u16::from),
            suppressed_warnings: RefCell::default(),
            needs_temp_dir: Cell::new(false),
            sample: class.sample,
            uses_sample: Cell::new(false),
        }
    }
}

impl Context<'_> {
    /// Records that the test uses a raw type or an unchecked conversion.
    pub(crate) fn note_unchecked(&self) {
        self.suppressed_warnings.borrow_mut().extend(["rawtypes", "unchecked"]);
    }

    /// Records that the test uses a class or a member with the deprecation `deprecated`.
    pub(crate) fn note_deprecation(&self, deprecated: Deprecated) {
        let lint = match deprecated {
            Deprecated::No => return,
            Deprecated::Yes => "deprecation",
            Deprecated::ForRemoval => "removal",
        };
        self.suppressed_warnings.borrow_mut().insert(lint);
    }

    /// Returns the name of a class. Records the deprecation of the class and of its enclosing classes, and
    /// whether the class is the sample class.
    pub(crate) fn class_name(&self, id: ClassId) -> ClassName {
        if self.sample == Some(id) {
            self.uses_sample.set(true);
            return ClassName::top_level(self.package, sample::NAME);
        }
        let mut path = Vec::new();
        let mut outermost = self.world.class(id);
        self.note_deprecation(outermost.deprecated);
        while let Some(outer) = outermost.outer {
            path.push(outermost.simple_name.to_string());
            outermost = self.world.class(outer);
            self.note_deprecation(outermost.deprecated);
        }
        let package = package_of(&outermost.name);
        let prefix_length = if package.is_empty() { 0 } else { package.len() + 1 };
        path.push(outermost.name[prefix_length..].to_owned());
        path.reverse();
        ClassName { package: package.to_owned(), path }
    }

    /// Returns the name of a type for a declaration or a cast.
    pub(crate) fn type_name(&self, ty: &Type) -> TypeName {
        match ty {
            Type::Primitive(primitive) => TypeName::Primitive(primitive.name()),
            Type::Array(element) => TypeName::Array(Box::new(self.type_name(element))),
            Type::Class(id, arguments) => {
                if self.world.is_raw(ty) {
                    self.note_unchecked();
                }
                let arguments = arguments.iter().map(|argument| self.type_argument(argument)).collect();
                TypeName::Class(self.class_name(*id), arguments)
            }
            Type::Wildcard(..) => self.type_name(&self.world.upper_bound(ty)),
            Type::Void | Type::Variable(_) | Type::Null => TypeName::Class(java_lang("Object"), Vec::new()),
        }
    }

    /// Returns the name of a type without type arguments, for a class literal or an array creation.
    pub(crate) fn erased_type_name(&self, ty: &Type) -> TypeName {
        match ty {
            Type::Array(element) => TypeName::Array(Box::new(self.erased_type_name(element))),
            Type::Class(id, _) => TypeName::Class(self.class_name(*id), Vec::new()),
            other => self.type_name(other),
        }
    }

    fn type_argument(&self, ty: &Type) -> TypeName {
        let bounded_wildcard =
            |keyword, bound| TypeName::Wildcard(Some((keyword, Box::new(self.type_name(bound)))));
        match ty {
            Type::Wildcard(Bound::Extends, bound) if **bound == Type::class(self.world.object()) => {
                TypeName::Wildcard(None)
            }
            Type::Wildcard(Bound::Extends, bound) => bounded_wildcard("extends", bound),
            Type::Wildcard(Bound::Super, bound) => bounded_wildcard("super", bound),
            Type::Wildcard(Bound::Any, _) | Type::Variable(_) => TypeName::Wildcard(None),
            other => self.type_name(other),
        }
    }

    /// Returns an expression for a literal, for example `(byte) 3`. The static type of the expression is
    /// exactly the type of the literal.
    pub(crate) fn exact_literal(&self, value: &Literal) -> Expr {
        match *value {
            Literal::Byte(i8::MIN) => literals::java_lang_constant("Byte", "MIN_VALUE"),
            Literal::Byte(i8::MAX) => literals::java_lang_constant("Byte", "MAX_VALUE"),
            Literal::Short(i16::MIN) => literals::java_lang_constant("Short", "MIN_VALUE"),
            Literal::Short(i16::MAX) => literals::java_lang_constant("Short", "MAX_VALUE"),
            Literal::Byte(_) => {
                Expr::Cast(TypeName::Primitive("byte"), Box::new(self.assigned_literal(value)))
            }
            Literal::Short(_) => {
                Expr::Cast(TypeName::Primitive("short"), Box::new(self.assigned_literal(value)))
            }
            _ => self.assigned_literal(value),
        }
    }

    /// Returns an expression for a literal in an assignment context, where javac narrows an `int` constant to
    /// `byte` or `short`.
    pub(crate) fn assigned_literal(&self, value: &Literal) -> Expr {
        match value {
            Literal::Null => Expr::Literal("null".to_owned()),
            Literal::Boolean(value) => Expr::Literal(value.to_string()),
            Literal::Byte(value) => literals::int(i32::from(*value)),
            Literal::Short(value) => literals::int(i32::from(*value)),
            Literal::Char(unit) => literals::char(*unit),
            Literal::Int(value) => literals::int(*value),
            Literal::Long(value) => literals::long(*value),
            Literal::Float(value) => literals::float(*value),
            Literal::Double(value) => literals::double(*value),
            Literal::String(units) => Expr::String(units.to_vec()),
            Literal::Enum(field) => {
                let field = self.world.field(*field);
                self.note_deprecation(field.deprecated);
                Expr::EnumConstant(self.class_name(field.class), field.name.to_string())
            }
            Literal::Class(ty) => Expr::ClassLiteral(self.erased_type_name(ty)),
        }
    }

    /// Returns the static type of the expression for a literal. `declared` is the type of the statement that
    /// defines the literal.
    pub(crate) fn literal_type(&self, literal: &Literal, declared: &Type) -> Type {
        match literal {
            Literal::Null => Type::Null,
            Literal::Enum(field) => Type::class(self.world.field(*field).class),
            Literal::String(_) => Type::class(self.world.string()),
            Literal::Class(_) => declared.clone(),
            _ => Type::Primitive(primitive_of(literal).expect("the other literals are primitive")),
        }
    }
}

/// Returns the primitive type of a literal; `None` for `null`, strings, enum constants and classes.
pub(crate) fn primitive_of(literal: &Literal) -> Option<Primitive> {
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
