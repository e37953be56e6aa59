//! Syntax tree of the Java source: lowering builds it, the printer prints it.

pub(crate) mod literals;
mod names;
mod traversal;

use std::collections::BTreeSet;

/// Name of a class: its package and its simple names, outermost class first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ClassName {
    pub package: String,
    pub path: Vec<String>,
}

impl ClassName {
    /// Returns the name of a top-level class.
    pub(crate) fn top_level(package: &str, name: &str) -> ClassName {
        ClassName { package: package.to_owned(), path: vec![name.to_owned()] }
    }

    /// Returns the name of the top-level class: the class itself or its outermost enclosing class. An import
    /// declaration names the top-level class.
    pub(crate) fn outermost(&self) -> ClassName {
        ClassName::top_level(&self.package, &self.path[0])
    }

    /// Returns the parts of the canonical name: the parts of the package, then the simple names.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &str> {
        package_parts(&self.package).chain(self.path.iter().map(String::as_str))
    }

    /// Returns the canonical name, for example `java.util.Map.Entry`.
    pub(crate) fn qualified(&self) -> String {
        let path = self.path.join(".");
        if self.package.is_empty() { path } else { format!("{}.{path}", self.package) }
    }
}

/// A type in the source.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TypeName {
    /// A primitive type or `void`.
    Primitive(&'static str),
    /// `var`.
    Inferred,
    /// A class with its type arguments.
    Class(ClassName, Vec<TypeName>),
    /// An array type with the given element type.
    Array(Box<TypeName>),
    /// `?`, or a bounded wildcard with its keyword: `? extends T`, `? super T`.
    Wildcard(Option<(&'static str, Box<TypeName>)>),
}

/// The expression or the class before the dot of a member access.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Qualifier {
    Value(Box<Expr>),
    Class(ClassName),
    /// The class of a static member. The file has a static import instead of this qualifier.
    StaticImport(ClassName),
    /// The test class, whose own members need no qualifier.
    TestClass,
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expr {
    /// A number, a character, `null`, `true` or `false`, as source text.
    Literal(String),
    /// A string literal, in UTF-16 code units.
    String(Vec<u16>),
    /// A variable or a field, as its simple name.
    Name(String),
    /// `T.class`.
    ClassLiteral(TypeName),
    /// A field access, except of an enum constant.
    Field(Qualifier, String),
    /// An enum constant, by its class and name.
    EnumConstant(ClassName, String),
    /// A method call.
    Call { qualifier: Qualifier, name: String, args: Vec<Expr> },
    /// `new T(args)`, or `new T<>(args)` with `diamond`.
    New { class: ClassName, diamond: bool, args: Vec<Expr> },
    /// `outer.new T(args)`, with the simple name of the inner class.
    NewInner { outer: Box<Expr>, name: String, diamond: bool, args: Vec<Expr> },
    /// `new T[length]`.
    NewArray(TypeName, u32),
    /// `new T[] {elements}` with the array type `T[]`, or the initialiser `{elements}` without a type.
    Array(Option<TypeName>, Vec<Expr>),
    /// `array[index]`.
    Element(Box<Expr>, u32),
    /// `(T) value`.
    Cast(TypeName, Box<Expr>),
    /// `target = value`.
    Assign(Box<Expr>, Box<Expr>),
    /// An argument that is a literal, a constant or an array, with the name of its parameter. A parameterized
    /// test uses this name for its own parameter. [`TestMethod::strip_argument_names`] replaces this node by
    /// its value before printing.
    NamedArgument(String, Box<Expr>),
    /// `(parameters) -> body`. The body is an expression or a block of one statement; `None` is an empty
    /// block.
    Lambda { parameters: Vec<String>, body: Option<Box<Statement>> },
    /// `new T(args) { members }`.
    Anonymous { ty: TypeName, args: Vec<Expr>, body: ClassBody },
    /// `counter++ == 0 ? first : later`.
    ByCallCount { counter: String, first: Box<Expr>, later: Box<Expr> },
}

impl Expr {
    /// Returns a call on the value of an expression: `receiver.name(args)`.
    pub(crate) fn call_on(receiver: Expr, name: &str, args: Vec<Expr>) -> Expr {
        Expr::Call { qualifier: Qualifier::Value(Box::new(receiver)), name: name.to_owned(), args }
    }

    /// Returns a call of a static method: `Class.name(args)`.
    pub(crate) fn static_call(class: ClassName, name: &str, args: Vec<Expr>) -> Expr {
        Expr::Call { qualifier: Qualifier::Class(class), name: name.to_owned(), args }
    }

    /// Returns a call of a statically imported method: `name(args)`.
    pub(crate) fn imported_call(class: ClassName, name: &str, args: Vec<Expr>) -> Expr {
        Expr::Call { qualifier: Qualifier::StaticImport(class), name: name.to_owned(), args }
    }

    /// Returns a string literal.
    pub(crate) fn string(text: &str) -> Expr {
        Expr::String(text.encode_utf16().collect())
    }

    /// Returns the bytes of a text: `text.getBytes(StandardCharsets.UTF_8)`.
    pub(crate) fn utf_8_bytes(text: Expr) -> Expr {
        let charsets = ClassName::top_level("java.nio.charset", "StandardCharsets");
        let charset = Expr::Field(Qualifier::Class(charsets), "UTF_8".to_owned());
        Expr::call_on(text, "getBytes", vec![charset])
    }
}

/// Members of an anonymous class.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ClassBody {
    /// Names of the fields that count the calls of a method, each declared as `private int name;`.
    pub counters: Vec<String>,
    pub methods: Vec<OverridingMethod>,
}

/// A method of an anonymous class.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OverridingMethod {
    /// Access modifier; empty for package-private access.
    pub modifier: &'static str,
    /// Result type; `None` for `void`.
    pub result: Option<TypeName>,
    pub name: String,
    pub parameters: Vec<Parameter>,
    /// Exception in the `throws` clause.
    pub throws: Option<TypeName>,
    /// The only statement of the body; `None` for an empty body.
    pub body: Option<Statement>,
}

/// A parameter of a method.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Parameter {
    /// Type of the parameter; an array type if `is_varargs`.
    pub ty: TypeName,
    pub is_varargs: bool,
    pub name: String,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Statement {
    Expr(Expr),
    /// `ty name = value;`.
    Declare {
        ty: TypeName,
        name: String,
        value: Expr,
    },
    Return(Expr),
    Throw(Expr),
    /// `switch (counter++) { .. }` that returns one value for each call. Every further call returns the last
    /// value. Contains the name of the counter and the values.
    SwitchByCallCount(String, Vec<Expr>),
}

/// A private static method of the test class that creates a stub, or the rows of a parameterized test.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct HelperMethod {
    pub name: String,
    pub parameters: Vec<Parameter>,
    pub result: TypeName,
    /// Lint names for `@SuppressWarnings`.
    pub suppressed_warnings: BTreeSet<&'static str>,
    /// The statement that returns the stub or the rows.
    pub body: Statement,
}

/// A field of the test class: `private final T name = value;`. It contains an object that several tests use.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Field {
    pub ty: TypeName,
    pub name: String,
    pub value: Expr,
    /// Lint names for `@SuppressWarnings`.
    pub suppressed_warnings: BTreeSet<&'static str>,
}

/// A test method.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TestMethod {
    pub name: String,
    /// Comments above the method. Each comment becomes one or more lines.
    pub comments: Vec<String>,
    /// Simple name of the class in the `throws` clause. The package of the class is `java.lang`.
    pub throws: Option<&'static str>,
    /// Lint names for `@SuppressWarnings`.
    pub suppressed_warnings: BTreeSet<&'static str>,
    /// Parameters and their values, if the test is parameterized.
    pub parameterization: Option<Parameterization>,
    pub body: Vec<TestStatement>,
}

/// Parameters of a test method and the annotation that lists their values.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Parameterization {
    pub parameters: Vec<Parameter>,
    /// Annotation that lists the values.
    pub annotation: ClassName,
    /// Name of the annotation's element that lists the values; `None` for the element `value`.
    pub element: Option<&'static str>,
    /// Values of the annotation: one value for each run of the test. Empty if there is a `provider`.
    pub values: Vec<Expr>,
    /// The method that returns the values, if an annotation cannot contain them. The annotation names it.
    pub provider: Option<HelperMethod>,
}

/// A statement of a test method, with its role.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TestStatement {
    pub statement: Statement,
    pub role: Role,
}

/// Role of a statement in a test: arrange, act or assert.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Role {
    /// The statement prepares the objects and values of the test.
    Arrange,
    /// The statement calls a method.
    Act,
    /// The statement is an assertion. The index is [`crate::AssertionLines::assertion`]; it is `None` for an
    /// assertion that checks only the class of an exception.
    Assert(Option<usize>),
}

/// Returns a class of the package with the sources of values for parameterized tests.
pub(crate) fn value_source(name: &str) -> ClassName {
    ClassName::top_level("org.junit.jupiter.params.provider", name)
}

/// Returns the parts of the name of a package. The unnamed package has no parts.
pub(crate) fn package_parts(package: &str) -> impl Iterator<Item = &str> {
    package.split('.').filter(move |_| !package.is_empty())
}

/// Returns the name of a class of `java.lang`.
pub(crate) fn java_lang(name: &str) -> ClassName {
    ClassName::top_level("java.lang", name)
}

impl TestMethod {
    /// Returns the names of the declared methods: of the test, and of the method that returns its values.
    pub(crate) fn declared_names(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.name).chain(self.provider().map(|provider| &provider.name))
    }

    /// Returns the part of the name that names the tested method: the text before the first underscore.
    pub(crate) fn tested_method(&self) -> &str {
        self.name.split('_').next().unwrap_or_default()
    }

    /// Returns the method that returns the values of the parameters, if the test has such a method.
    pub(crate) fn provider(&self) -> Option<&HelperMethod> {
        self.parameterization.as_ref()?.provider.as_ref()
    }

    /// Replaces each [`Expr::NamedArgument`] by its value.
    pub(crate) fn strip_argument_names(&mut self) {
        self.visit_exprs(&mut |expr| {
            if let Expr::NamedArgument(_, value) = expr {
                *expr = (**value).clone();
            }
        });
    }
}

impl TestStatement {
    /// Returns the name of the variable that the statement declares.
    pub(crate) fn declared_variable(&self) -> Option<&str> {
        match &self.statement {
            Statement::Declare { name, .. } => Some(name),
            _ => None,
        }
    }
}
