//! Prints Java trees: no needless parentheses, laid out as google-java-format 1.28 lays them out.

use crate::dialect::{TEXT_BLOCKS, VAR};
use crate::imports::Imports;
use crate::java::{Expr, Statement, Ty};
use crate::layout::{Indent, Later, Layout};
use crate::literal;

/// Spaces by which a body goes in.
pub(crate) const BODY: isize = 2;
/// Spaces by which the rest of a statement goes in.
pub(crate) const CONTINUATION: isize = 4;

pub(crate) struct Printer<'a> {
    pub imports: &'a Imports,
    /// The Java release whose language is to be written.
    pub release: u16,
    pub to: Layout,
}

/// A statement with its semicolon, its first line not indented and the others by at least `indent`.
pub(crate) fn statement(imports: &Imports, release: u16, statement: &Statement, indent: usize) -> String {
    let mut printer = Printer { imports, release, to: Layout::default() };
    printer.statement(statement);
    printer.to.finish(indent)
}

/// What stands before the body of a test, its first line not indented and the others by at least `indent`.
pub(crate) fn header(
    imports: &Imports,
    modifier: &str,
    name: &str,
    throws: Option<&Ty>,
    indent: usize,
) -> String {
    let mut printer = Printer { imports, release: 0, to: Layout::default() };
    printer.modifier(modifier);
    printer.signature(&Ty::Primitive("void"), name, &[], throws);
    printer.to.finish(indent)
}

impl Printer<'_> {
    pub(crate) fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Expr(expr) => self.expr(expr),
            Statement::Return(expr) => {
                self.to.text("return ");
                self.expr(expr);
            }
            Statement::Throw(expr) => {
                self.to.text("throw ");
                self.expr(expr);
            }
            Statement::Switch(counter, values) => return self.switch(counter, values),
            Statement::Declare { ty, name, value } => self.declaration(ty, name, value),
        }
        self.to.text(";");
    }

    fn declaration(&mut self, ty: &Ty, name: &str, value: &Expr) {
        self.to.open(CONTINUATION);
        let inferred = self.release >= VAR && is_of(value, ty);
        let on_its_own_line = self.declared(if inferred { &Ty::Inferred } else { ty }, false, name);
        self.to.text(" =");
        match value {
            Expr::Array(None, elements) => {
                self.to.open(-CONTINUATION);
                self.to.text(" ");
                self.elements(elements);
            }
            value => {
                self.to.open_indented(Indent::If(on_its_own_line, CONTINUATION, 0));
                self.to.fill(" ");
                self.expr(value);
            }
        }
        self.to.close();
        self.to.close();
    }

    /// A type and a name; whether the name went to the next line is known later.
    pub(crate) fn declared(&mut self, ty: &Ty, variable: bool, name: &str) -> Later {
        let taken = Later::default();
        self.to.open(0);
        match ty {
            Ty::Array(element) if variable => {
                self.ty(element);
                self.to.text("...");
            }
            ty => self.ty(ty),
        }
        self.to.noted(" ", true, &taken);
        self.to.text(name);
        self.to.close();
        taken
    }

    pub(crate) fn ty(&mut self, ty: &Ty) {
        match ty {
            Ty::Primitive(name) => self.to.text(*name),
            Ty::Inferred => self.to.text("var"),
            Ty::Class(class, arguments) if arguments.is_empty() => {
                let name = self.imports.name(class);
                self.name(&name);
            }
            Ty::Class(class, arguments) => {
                let name = self.imports.name(class);
                self.to.open(CONTINUATION);
                self.name(&name);
                self.to.text("<");
                self.to.soft("");
                self.to.open(0);
                for (index, argument) in arguments.iter().enumerate() {
                    if index > 0 {
                        self.to.text(",");
                        self.to.soft(" ");
                    }
                    self.ty(argument);
                }
                self.to.close();
                self.to.close();
                self.to.text(">");
            }
            Ty::Array(element) => {
                self.ty(element);
                self.to.text("[]");
            }
            Ty::Wildcard(None) => self.to.text("?"),
            Ty::Wildcard(Some((keyword, bound))) => {
                self.to.open(CONTINUATION);
                self.to.text(format!("? {keyword}"));
                self.to.soft(" ");
                self.ty(bound);
                self.to.close();
            }
        }
    }

    pub(crate) fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Literal(text) | Expr::Name(text) => self.to.text(text),
            Expr::String(units) => match literal::text_block(units).filter(|_| self.release >= TEXT_BLOCKS) {
                Some(lines) => self.to.block(lines),
                None => self.to.string(units),
            },
            Expr::ClassLiteral(_) | Expr::Field(..) | Expr::Element(..) | Expr::Call { .. } => {
                self.chain(expr);
            }
            Expr::New { class, diamond, args } => {
                let name = self.imports.name(class);
                self.to.text("new ");
                self.name(&name);
                self.to.text(if *diamond { "<>" } else { "" });
                self.arguments(args, Indent::By(CONTINUATION));
            }
            Expr::NewInner { outer, name, diamond, args } => {
                self.to.open(0);
                self.primary(outer);
                self.to.soft("");
                self.to.text(format!(".new {name}{}", if *diamond { "<>" } else { "" }));
                self.arguments(args, Indent::By(CONTINUATION));
                self.to.close();
            }
            Expr::NewArray(element, length) => self.new_array(element, *length),
            Expr::Array(ty, elements) => {
                if let Some(ty) = ty {
                    self.to.text("new ");
                    self.ty(ty);
                    self.to.text(" ");
                }
                self.elements(elements);
            }
            Expr::Cast(ty, value) => {
                self.to.open(CONTINUATION);
                self.to.text("(");
                self.ty(ty);
                self.to.text(")");
                self.to.soft(" ");
                self.operand(value, needs_parentheses(value) || is_signed(ty, value));
                self.to.close();
            }
            Expr::Assign(target, value) => {
                self.to.open(CONTINUATION);
                self.expr(target);
                self.to.text(" =");
                self.to.soft(" ");
                self.expr(value);
                self.to.close();
            }
            Expr::Lambda { parameters, body } => self.lambda(parameters, body.as_deref()),
            Expr::Anonymous { ty, args, body } => self.anonymous(ty, args, body),
            Expr::FirstThen { counter, first, second } => {
                self.to.open(CONTINUATION);
                self.to.text(format!("{counter}++ == 0"));
                self.to.soft(" ");
                self.to.text("? ");
                self.expr(first);
                self.to.soft(" ");
                self.to.text(": ");
                self.expr(second);
                self.to.close();
            }
        }
    }

    /// The expression where only a primary one may stand: before a dot.
    pub(crate) fn primary(&mut self, expr: &Expr) {
        let bare =
            !matches!(expr, Expr::Cast(..) | Expr::Assign(..) | Expr::Lambda { .. } | Expr::NewArray(..));
        match expr {
            Expr::String(units) => self.to.text(literal::string(units)),
            expr => self.operand(expr, !bare),
        }
    }

    fn operand(&mut self, expr: &Expr, parenthesised: bool) {
        self.to.text(if parenthesised { "(" } else { "" });
        self.expr(expr);
        self.to.text(if parenthesised { ")" } else { "" });
    }

    /// Arguments with their parentheses.
    pub(crate) fn arguments(&mut self, args: &[Expr], indent: Indent) {
        self.to.open_indented(indent);
        self.to.text("(");
        match args {
            [] => {}
            [format @ Expr::String(units), rest @ ..] if !rest.is_empty() && literal::is_format(units) => {
                self.to.soft("");
                self.to.open(0);
                self.expr(format);
                self.to.text(",");
                self.to.soft(" ");
                self.list(rest);
                self.to.close();
            }
            args => {
                self.to.soft("");
                self.list(args);
            }
        }
        self.to.text(")");
        self.to.close();
    }

    fn list(&mut self, items: &[Expr]) {
        self.to.open(0);
        let mut list = self.to.list();
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.to.comma(&mut list);
            }
            self.expr(item);
        }
        self.to.end(&list);
        self.to.close();
    }

    /// Elements of an array with their braces.
    fn elements(&mut self, elements: &[Expr]) {
        if elements.is_empty() {
            return self.to.text("{}");
        }
        self.to.open(BODY);
        self.to.text("{");
        self.to.soft("");
        self.list(elements);
        self.to.soft_out(BODY);
        self.to.close();
        self.to.text("}");
    }

    /// `new int[3][]` of three `int[]`.
    fn new_array(&mut self, element: &Ty, length: u32) {
        let mut innermost = element;
        let mut brackets = String::new();
        while let Ty::Array(inner) = innermost {
            innermost = inner;
            brackets += "[]";
        }
        self.to.text("new ");
        self.ty(innermost);
        self.to.text(format!("[{length}]{brackets}"));
    }
}

/// Whether it makes an object of exactly a class, which it names in full.
fn is_of(value: &Expr, ty: &Ty) -> bool {
    match (value, ty) {
        (Expr::New { class, diamond: false, .. }, Ty::Class(declared, arguments)) => {
            class == declared && arguments.is_empty()
        }
        _ => false,
    }
}

/// Whether a cast's operand binds less tightly than the cast.
fn needs_parentheses(expr: &Expr) -> bool {
    matches!(expr, Expr::Assign(..) | Expr::Lambda { .. })
}

/// `(Integer) -1` would be a subtraction.
fn is_signed(ty: &Ty, value: &Expr) -> bool {
    !matches!(ty, Ty::Primitive(_)) && matches!(value, Expr::Literal(text) if text.starts_with('-'))
}
