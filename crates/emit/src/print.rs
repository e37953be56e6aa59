//! Printer of syntax trees, with the layout of google-java-format 1.28. This module prints statements,
//! declarations and types; its submodules print the other parts.

mod chains;
mod expressions;
mod implementations;
mod name_case;

use crate::ast::{Expr, Field, Parameter, Parameterization, Statement, TypeName, literals};
use crate::dialect::VAR_RELEASE;
use crate::layout::{Indent, Layout, MIN_LONG_ITEM, SharedFlag};
use crate::names::imports::Imports;

/// Indentation of a body relative to its header, in columns.
const BODY_INDENT: isize = 2;
/// Indentation of the continuation lines of a statement, in columns.
const CONTINUATION_INDENT: isize = 4;

/// Prints syntax trees to a layout.
struct Printer<'a> {
    imports: &'a Imports,
    /// Java release whose language the source uses.
    release: u16,
    layout: Layout,
}

/// Returns a statement with its semicolon. The first line has no indentation, and the other lines are
/// indented by at least `indent` columns.
pub(crate) fn statement(imports: &Imports, release: u16, statement: &Statement, indent: usize) -> String {
    let mut printer = Printer { imports, release, layout: Layout::default() };
    printer.statement(statement);
    printer.layout.finish(indent)
}

/// Returns the declaration of a field with its semicolon. The first line has no indentation, and the other
/// lines are indented by at least `indent` columns.
pub(crate) fn field(imports: &Imports, field: &Field, indent: usize) -> String {
    // `var` is not possible in a field.
    let mut printer = Printer { imports, release: 0, layout: Layout::default() };
    printer.modifier("private final");
    printer.declaration(&field.ty, &field.name, &field.value);
    printer.layout.text(";");
    printer.layout.finish(indent)
}

/// Returns the header of a method, including the opening brace. `result` is the result type. The first line
/// has no indentation, and the other lines are indented by at least `indent` columns.
pub(crate) fn method_header(
    imports: &Imports,
    modifier: &str,
    result: &TypeName,
    name: &str,
    parameters: &[Parameter],
    throws: Option<&TypeName>,
    indent: usize,
) -> String {
    let mut printer = Printer { imports, release: 0, layout: Layout::default() };
    printer.modifier(modifier);
    printer.signature(result, name, parameters, throws);
    printer.layout.finish(indent)
}

/// Returns the annotation with the values of a parameterized test. The first line has no indentation, and the
/// other lines are indented by at least `indent` columns.
pub(crate) fn value_annotation(
    imports: &Imports,
    parameterization: &Parameterization,
    indent: usize,
) -> String {
    let Parameterization { annotation, element, values, provider, .. } = parameterization;
    let mut printer = Printer { imports, release: 0, layout: Layout::default() };
    printer.layout.text(format!("@{}(", imports.name(annotation)));
    match (provider, element) {
        (Some(provider), _) => printer.expr(&Expr::string(&provider.name)),
        (None, Some(element)) => {
            printer.layout.open(CONTINUATION_INDENT);
            printer.layout.unified_break("");
            printer.layout.text(format!("{element} = "));
            printer.annotation_values(values);
            printer.layout.close();
        }
        (None, None) => match &values[..] {
            [only] => printer.expr(only),
            several => printer.annotation_values(several),
        },
    }
    printer.layout.text(")");
    printer.layout.finish(indent)
}

impl Printer<'_> {
    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Expr(expr) => self.expr(expr),
            Statement::Return(expr) => {
                self.layout.text("return ");
                self.expr(expr);
            }
            Statement::Throw(expr) => {
                self.layout.text("throw ");
                self.expr(expr);
            }
            Statement::SwitchByCallCount(counter, values) => return self.switch(counter, values),
            Statement::Declare { ty, name, value } => self.declaration(ty, name, value),
        }
        self.layout.text(";");
    }

    /// Prints the values of an annotation, with braces. If the values do not fit on one line, the line breaks
    /// depend on the widths of the values. If all values are short, a line contains several values. If a
    /// value is long, each value has its own line.
    fn annotation_values(&mut self, values: &[Expr]) {
        let is_short = |value: &Expr| match value {
            Expr::String(units) => literals::string(units).len() < MIN_LONG_ITEM,
            Expr::Literal(text) => text.len() < MIN_LONG_ITEM,
            _ => false,
        };
        if values.iter().all(is_short) {
            return self.elements(values);
        }
        self.layout.open(BODY_INDENT);
        self.layout.text("{");
        self.layout.unified_break("");
        for (index, value) in values.iter().enumerate() {
            if index > 0 {
                self.layout.text(",");
                self.layout.unified_break(" ");
            }
            self.expr(value);
        }
        self.layout.outdented_break(BODY_INDENT);
        self.layout.close();
        self.layout.text("}");
    }

    fn declaration(&mut self, ty: &TypeName, name: &str, value: &Expr) {
        self.layout.open(CONTINUATION_INDENT);
        let is_inferred = self.release >= VAR_RELEASE && creates_exactly(value, ty);
        let name_is_on_next_line =
            self.typed_name(if is_inferred { &TypeName::Inferred } else { ty }, false, name);
        self.layout.text(" =");
        match value {
            Expr::Array(None, elements) => {
                self.layout.open(-CONTINUATION_INDENT);
                self.layout.text(" ");
                self.elements(elements);
            }
            value => {
                self.layout.open_indented(Indent::Conditional(name_is_on_next_line, CONTINUATION_INDENT, 0));
                self.layout.independent_break(" ");
                self.expr(value);
            }
        }
        self.layout.close();
        self.layout.close();
    }

    /// Prints a type and a name. The layout sets the returned flag if the name is on the next line.
    fn typed_name(&mut self, ty: &TypeName, is_varargs: bool, name: &str) -> SharedFlag {
        let is_on_next_line = SharedFlag::default();
        self.layout.open(0);
        match ty {
            TypeName::Array(element) if is_varargs => {
                self.type_name(element);
                self.layout.text("...");
            }
            ty => self.type_name(ty),
        }
        self.layout.recorded_break(" ", true, &is_on_next_line);
        self.layout.text(name);
        self.layout.close();
        is_on_next_line
    }

    fn type_name(&mut self, ty: &TypeName) {
        match ty {
            TypeName::Primitive(name) => self.layout.text(*name),
            TypeName::Inferred => self.layout.text("var"),
            TypeName::Class(class, arguments) if arguments.is_empty() => {
                let name = self.imports.name(class);
                self.name(&name);
            }
            TypeName::Class(class, arguments) => {
                let name = self.imports.name(class);
                self.layout.open(CONTINUATION_INDENT);
                self.name(&name);
                self.layout.text("<");
                self.layout.unified_break("");
                self.layout.open(0);
                for (index, argument) in arguments.iter().enumerate() {
                    if index > 0 {
                        self.layout.text(",");
                        self.layout.unified_break(" ");
                    }
                    self.type_name(argument);
                }
                self.layout.close();
                self.layout.close();
                self.layout.text(">");
            }
            TypeName::Array(element) => {
                self.type_name(element);
                self.layout.text("[]");
            }
            TypeName::Wildcard(None) => self.layout.text("?"),
            TypeName::Wildcard(Some((keyword, bound))) => {
                self.layout.open(CONTINUATION_INDENT);
                self.layout.text(format!("? {keyword}"));
                self.layout.unified_break(" ");
                self.type_name(bound);
                self.layout.close();
            }
        }
    }
}

/// Returns whether an expression is `new T(..)` for exactly the declared type `T`. In this case, a
/// declaration with `var` loses no information.
fn creates_exactly(value: &Expr, ty: &TypeName) -> bool {
    match (value, ty) {
        (Expr::New { class, diamond: false, .. }, TypeName::Class(declared, arguments)) => {
            class == declared && arguments.is_empty()
        }
        _ => false,
    }
}
