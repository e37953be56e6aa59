//! Prints Java trees, laid out as google-java-format 1.28 lays them out: statements, declarations, types.

use crate::dialect::VAR;
use crate::imports::Imports;
use crate::java::{Expr, Parameter, Rows, Statement, Ty};
use crate::layout::{Indent, Later, Layout, SHORT};
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
    parameters: &[Parameter],
    throws: Option<&Ty>,
    indent: usize,
) -> String {
    let mut printer = Printer { imports, release: 0, to: Layout::default() };
    printer.modifier(modifier);
    printer.signature(&Ty::Primitive("void"), name, parameters, throws);
    printer.to.finish(indent)
}

/// The annotation with the values that a test runs with, its first line not indented and the others by at least `indent`.
pub(crate) fn rows(imports: &Imports, rows: &Rows, indent: usize) -> String {
    let mut printer = Printer { imports, release: 0, to: Layout::default() };
    printer.to.text(format!("@{}(", imports.name(&rows.provider)));
    match rows.element {
        Some(element) => {
            printer.to.open(CONTINUATION);
            printer.to.soft("");
            printer.to.text(format!("{element} = "));
            printer.values(&rows.values);
            printer.to.close();
        }
        None => printer.values(&rows.values),
    }
    printer.to.text(")");
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

    /// Values of an annotation with their braces: unless they are short, each has a line of its own where one line is too short.
    fn values(&mut self, values: &[Expr]) {
        let is_short = |value: &Expr| match value {
            Expr::String(units) => literal::string(units).len() < SHORT,
            Expr::Literal(text) => text.len() < SHORT,
            _ => false,
        };
        if values.iter().all(is_short) {
            return self.elements(values);
        }
        self.to.open(BODY);
        self.to.text("{");
        self.to.soft("");
        for (index, value) in values.iter().enumerate() {
            if index > 0 {
                self.to.text(",");
                self.to.soft(" ");
            }
            self.expr(value);
        }
        self.to.soft_out(BODY);
        self.to.close();
        self.to.text("}");
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
