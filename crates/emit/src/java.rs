//! Java source as a tree: what the lowering makes and the printer prints.

use std::collections::BTreeSet;

/// A class by its package and its simple names, outermost first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ClassName {
    pub package: String,
    pub path: Vec<String>,
}

impl ClassName {
    pub(crate) fn top(package: &str, name: &str) -> ClassName {
        ClassName { package: package.to_owned(), path: vec![name.to_owned()] }
    }

    /// The class that an import names.
    pub(crate) fn outermost(&self) -> ClassName {
        ClassName::top(&self.package, &self.path[0])
    }

    pub(crate) fn qualified(&self) -> String {
        let path = self.path.join(".");
        if self.package.is_empty() { path } else { format!("{}.{path}", self.package) }
    }
}

/// A type as it is written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Ty {
    Primitive(&'static str),
    /// `var`
    Inferred,
    Class(ClassName, Vec<Ty>),
    Array(Box<Ty>),
    /// `?`, or `? extends T`, `? super T` with the keyword.
    Wildcard(Option<(&'static str, Box<Ty>)>),
}

/// What a member is selected from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Scope {
    Value(Box<Expr>),
    Class(ClassName),
    /// A static member of a class, imported by name.
    Imported(ClassName),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expr {
    /// A number, character, `null`, `true`.
    Literal(String),
    /// A string, in UTF-16.
    String(Vec<u16>),
    /// A variable.
    Name(String),
    /// `T.class`.
    ClassLiteral(Ty),
    Field(Scope, String),
    Call {
        scope: Scope,
        name: String,
        args: Vec<Expr>,
    },
    /// `new T(args)`; with `diamond`, `new T<>(args)`.
    New {
        class: ClassName,
        diamond: bool,
        args: Vec<Expr>,
    },
    /// `outer.new T(args)`, by the simple name of the inner class.
    NewInner {
        outer: Box<Expr>,
        name: String,
        diamond: bool,
        args: Vec<Expr>,
    },
    /// `new T[length]`.
    NewArray(Ty, u32),
    /// `new T[] {elements}` of the array type `T[]`, or `{elements}` alone.
    Array(Option<Ty>, Vec<Expr>),
    Element(Box<Expr>, u32),
    Cast(Ty, Box<Expr>),
    Assign(Box<Expr>, Box<Expr>),
    /// A literal that is passed for the parameter of that name. [`Method::forget_parameters`] leaves the literal alone.
    Argument(String, Box<Expr>),
    /// `(parameters) -> body`; an expression as body is its value, too.
    Lambda {
        parameters: Vec<String>,
        body: Option<Box<Statement>>,
    },
    /// `new T(args) { members }`.
    Anonymous {
        ty: Ty,
        args: Vec<Expr>,
        body: ClassBody,
    },
    /// `counter++ == 0 ? first : second`.
    FirstThen {
        counter: String,
        first: Box<Expr>,
        second: Box<Expr>,
    },
}

/// What an anonymous class declares.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ClassBody {
    /// `private int name;`
    pub counters: Vec<String>,
    pub methods: Vec<Implementation>,
}

/// A method that implements one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Implementation {
    /// Empty if there is none.
    pub modifier: &'static str,
    /// None where it is `void`.
    pub result: Option<Ty>,
    pub name: String,
    pub parameters: Vec<Parameter>,
    pub throws: Option<Ty>,
    pub body: Option<Statement>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Parameter {
    pub ty: Ty,
    /// Whether it takes a variable number of arguments; its type is an array.
    pub variable: bool,
    pub name: String,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Statement {
    Expr(Expr),
    Declare {
        ty: Ty,
        name: String,
        value: Expr,
    },
    Return(Expr),
    Throw(Expr),
    /// Returns the values by the number of the call, which is counted by that name; the last one for good.
    Switch(String, Vec<Expr>),
}

/// A test method.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Method {
    pub name: String,
    /// Lines of the comment above it.
    pub remarks: Vec<String>,
    /// The class after `throws`, of `java.lang`.
    pub throws: Option<&'static str>,
    /// What javac is to be silent about.
    pub suppressed: BTreeSet<&'static str>,
    /// What it runs with, if it has parameters.
    pub rows: Option<Rows>,
    pub body: Vec<Step>,
}

/// The parameters of a test, and their values.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rows {
    pub parameters: Vec<Parameter>,
    /// The annotation that has the values.
    pub provider: ClassName,
    /// The element of it that has them, if that is not its only one.
    pub element: Option<&'static str>,
    pub values: Vec<Expr>,
}

/// A statement of a test.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Step {
    pub statement: Statement,
    pub role: Role,
}

/// What a statement is to a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Role {
    /// It makes what the test needs.
    Arrange,
    /// It calls a method.
    Act,
    /// It says what is expected; the index among the test's assertions, if it is one of them.
    Check(Option<usize>),
}

pub(crate) fn java_lang(name: &str) -> ClassName {
    ClassName::top("java.lang", name)
}

impl Method {
    /// Leaves no [`Expr::Argument`].
    pub(crate) fn forget_parameters(&mut self) {
        self.each_expr(&mut |expr| {
            if let Expr::Argument(_, value) = expr {
                *expr = (**value).clone();
            }
        });
    }

    /// Calls `visit` with every expression, each before those inside it.
    pub(crate) fn each_expr(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        self.body.iter_mut().for_each(|step| step.statement.each_expr(visit));
    }
}

impl Step {
    /// The variable that it declares.
    pub(crate) fn declares(&self) -> Option<&str> {
        match &self.statement {
            Statement::Declare { name, .. } => Some(name),
            _ => None,
        }
    }
}

impl Statement {
    fn each_expr(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        match self {
            Statement::Expr(expr) | Statement::Return(expr) | Statement::Throw(expr) => expr.each(visit),
            Statement::Declare { value, .. } => value.each(visit),
            Statement::Switch(_, values) => values.iter_mut().for_each(|value| value.each(visit)),
        }
    }
}

impl Expr {
    fn each(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        visit(self);
        match self {
            Expr::Literal(_)
            | Expr::String(_)
            | Expr::Name(_)
            | Expr::ClassLiteral(_)
            | Expr::NewArray(..) => {}
            Expr::Field(scope, _) => scope.each(visit),
            Expr::Call { scope, args, .. } => {
                scope.each(visit);
                args.iter_mut().for_each(|arg| arg.each(visit));
            }
            Expr::New { args, .. } => args.iter_mut().for_each(|arg| arg.each(visit)),
            Expr::NewInner { outer, args, .. } => {
                outer.each(visit);
                args.iter_mut().for_each(|arg| arg.each(visit));
            }
            Expr::Array(_, elements) => elements.iter_mut().for_each(|element| element.each(visit)),
            Expr::Element(inner, _) | Expr::Cast(_, inner) | Expr::Argument(_, inner) => inner.each(visit),
            Expr::Assign(target, value) => [target, value].into_iter().for_each(|it| it.each(visit)),
            Expr::Lambda { body, .. } => body.iter_mut().for_each(|body| body.each_expr(visit)),
            Expr::Anonymous { args, body, .. } => {
                args.iter_mut().for_each(|arg| arg.each(visit));
                let bodies = body.methods.iter_mut().flat_map(|method| &mut method.body);
                bodies.for_each(|body| body.each_expr(visit));
            }
            Expr::FirstThen { first, second, .. } => {
                [first, second].into_iter().for_each(|it| it.each(visit));
            }
        }
    }
}

impl Scope {
    fn each(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        if let Scope::Value(value) = self {
            value.each(visit);
        }
    }
}
