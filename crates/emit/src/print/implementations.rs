//! Printing of lambdas and anonymous classes.

use super::{BODY_INDENT, CONTINUATION_INDENT, Printer};
use crate::ast::{ClassBody, Expr, OverridingMethod, Parameter, Statement, TypeName};
use crate::layout::Indent;

impl Printer<'_> {
    pub(super) fn lambda(&mut self, parameters: &[String], body: Option<&Statement>) {
        match parameters {
            [only] => self.layout.text(only),
            all => {
                self.layout.open(CONTINUATION_INDENT);
                self.layout.text("(");
                for (index, name) in all.iter().enumerate() {
                    if index > 0 {
                        self.layout.text(",");
                        self.layout.unified_break(" ");
                    }
                    self.layout.text(name);
                }
                self.layout.text(")");
                self.layout.close();
            }
        }
        self.layout.text(" ->");
        match body {
            None => self.layout.text(" {}"),
            Some(Statement::Expr(expr)) => {
                self.layout.open(CONTINUATION_INDENT);
                self.layout.unified_break(" ");
                self.expr(expr);
                self.layout.close();
            }
            Some(statement) => {
                self.layout.text(" ");
                self.block(statement);
            }
        }
    }

    /// Prints a block of one statement.
    fn block(&mut self, statement: &Statement) {
        self.layout.open(0);
        self.layout.open(BODY_INDENT);
        self.layout.text("{");
        self.layout.newline();
        self.statement(statement);
        self.layout.close();
        self.layout.newline();
        self.layout.close();
        self.layout.text("}");
    }

    /// Prints `new T(args) { members }`.
    pub(super) fn anonymous(&mut self, ty: &TypeName, args: &[Expr], body: &ClassBody) {
        self.layout.open(0);
        self.layout.text("new ");
        self.type_name(ty);
        self.arguments(args, Indent::Fixed(CONTINUATION_INDENT));
        self.layout.close();
        self.layout.text(" {");
        self.layout.open(0);
        self.layout.open(BODY_INDENT);
        for name in &body.counters {
            self.layout.newline();
            self.layout.text(format!("private int {name};"));
        }
        for (index, method) in body.methods.iter().enumerate() {
            if index > 0 || !body.counters.is_empty() {
                self.layout.blank_line();
            }
            self.layout.newline();
            self.method(method);
        }
        self.layout.close();
        if !body.methods.is_empty() {
            self.layout.newline();
        }
        self.layout.text("}");
        self.layout.close();
    }

    fn method(&mut self, method: &OverridingMethod) {
        self.layout.text("@Override");
        self.layout.newline();
        self.modifier(method.modifier);
        let void = TypeName::Primitive("void");
        let result = method.result.as_ref().unwrap_or(&void);
        self.signature(result, &method.name, &method.parameters, method.throws.as_ref());
        if let Some(statement) = &method.body {
            self.layout.open(BODY_INDENT);
            self.layout.newline();
            self.statement(statement);
            self.layout.close();
            self.layout.newline();
        }
        self.layout.text("}");
    }

    /// Prints a modifier and a space, unless the modifier is empty.
    pub(super) fn modifier(&mut self, modifier: &str) {
        if !modifier.is_empty() {
            self.layout.text(modifier);
            self.layout.open(0);
            self.layout.independent_break(" ");
            self.layout.close();
        }
    }

    /// Prints the header of a method, including its opening brace.
    pub(super) fn signature(
        &mut self,
        result: &TypeName,
        name: &str,
        parameters: &[Parameter],
        throws: Option<&TypeName>,
    ) {
        self.layout.open(CONTINUATION_INDENT);
        let name_is_on_next_line = self.typed_name(result, false, &format!("{name}("));
        self.layout.open_indented(Indent::Conditional(name_is_on_next_line, CONTINUATION_INDENT, 0));
        self.parameters(parameters);
        if let Some(thrown) = throws {
            self.layout.independent_break(" ");
            self.layout.open(CONTINUATION_INDENT);
            self.layout.text("throws");
            self.layout.independent_break(" ");
            self.type_name(thrown);
            self.layout.close();
        }
        self.layout.close();
        self.layout.text(" {");
        self.layout.close();
    }

    /// Prints parameters and the closing parenthesis.
    fn parameters(&mut self, parameters: &[Parameter]) {
        if !parameters.is_empty() {
            self.layout.independent_break("");
            self.layout.open(0);
            for (index, Parameter { ty, is_varargs, name }) in parameters.iter().enumerate() {
                if index > 0 {
                    self.layout.text(",");
                    self.layout.unified_break(" ");
                }
                self.layout.open(CONTINUATION_INDENT);
                self.typed_name(ty, *is_varargs, name);
                self.layout.close();
            }
            self.layout.close();
        }
        self.layout.text(")");
    }

    /// Prints a `switch` that returns one value per call and increments the call counter.
    pub(super) fn switch(&mut self, counter: &str, values: &[Expr]) {
        self.layout.text(format!("switch ({counter}++) {{"));
        self.layout.open(BODY_INDENT);
        let last = values.len() - 1;
        for (index, value) in values.iter().enumerate() {
            self.layout.newline();
            let label = if index == last { "default:".to_owned() } else { format!("case {index}:") };
            self.layout.text(label);
            self.layout.open(BODY_INDENT);
            self.layout.newline();
            self.statement(&Statement::Return(value.clone()));
            self.layout.close();
        }
        self.layout.close();
        self.layout.newline();
        self.layout.text("}");
    }
}
