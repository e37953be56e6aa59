//! Prints lambdas and anonymous classes.

use crate::java::{ClassBody, Expr, Implementation, Parameter, Statement, Ty};
use crate::layout::Indent;
use crate::print::{BODY, CONTINUATION, Printer};

impl Printer<'_> {
    pub(crate) fn lambda(&mut self, parameters: &[String], body: Option<&Statement>) {
        match parameters {
            [only] => self.to.text(only),
            all => {
                self.to.open(CONTINUATION);
                self.to.text("(");
                for (index, name) in all.iter().enumerate() {
                    if index > 0 {
                        self.to.text(",");
                        self.to.soft(" ");
                    }
                    self.to.text(name);
                }
                self.to.text(")");
                self.to.close();
            }
        }
        self.to.text(" ->");
        match body {
            None => self.to.text(" {}"),
            Some(Statement::Expr(expr)) => {
                self.to.open(CONTINUATION);
                self.to.soft(" ");
                self.expr(expr);
                self.to.close();
            }
            Some(statement) => {
                self.to.text(" ");
                self.block(statement);
            }
        }
    }

    fn block(&mut self, statement: &Statement) {
        self.to.open(0);
        self.to.open(BODY);
        self.to.text("{");
        self.to.newline();
        self.statement(statement);
        self.to.close();
        self.to.newline();
        self.to.close();
        self.to.text("}");
    }

    /// `new T(args) { members }`.
    pub(crate) fn anonymous(&mut self, ty: &Ty, args: &[Expr], body: &ClassBody) {
        self.to.open(0);
        self.to.text("new ");
        self.ty(ty);
        self.arguments(args, Indent::By(CONTINUATION));
        self.to.close();
        self.to.text(" {");
        self.to.open(0);
        self.to.open(BODY);
        for name in &body.counters {
            self.to.newline();
            self.to.text(format!("private int {name};"));
        }
        for (index, method) in body.methods.iter().enumerate() {
            if index > 0 || !body.counters.is_empty() {
                self.to.blank_line();
            }
            self.to.newline();
            self.method(method);
        }
        self.to.close();
        if !body.methods.is_empty() {
            self.to.newline();
        }
        self.to.text("}");
        self.to.close();
    }

    fn method(&mut self, method: &Implementation) {
        self.to.text("@Override");
        self.to.newline();
        self.modifier(method.modifier);
        let void = Ty::Primitive("void");
        let result = method.result.as_ref().unwrap_or(&void);
        self.signature(result, &method.name, &method.parameters, method.throws.as_ref());
        if let Some(statement) = &method.body {
            self.to.open(BODY);
            self.to.newline();
            self.statement(statement);
            self.to.close();
            self.to.newline();
        }
        self.to.text("}");
    }

    pub(crate) fn modifier(&mut self, modifier: &str) {
        if !modifier.is_empty() {
            self.to.text(modifier);
            self.to.open(0);
            self.to.fill(" ");
            self.to.close();
        }
    }

    /// A method up to its body.
    pub(crate) fn signature(
        &mut self,
        result: &Ty,
        name: &str,
        parameters: &[Parameter],
        throws: Option<&Ty>,
    ) {
        self.to.open(CONTINUATION);
        let lower = self.declared(result, false, &format!("{name}("));
        self.to.open_indented(Indent::If(lower, CONTINUATION, 0));
        self.parameters(parameters);
        if let Some(thrown) = throws {
            self.to.fill(" ");
            self.to.open(CONTINUATION);
            self.to.text("throws");
            self.to.fill(" ");
            self.ty(thrown);
            self.to.close();
        }
        self.to.close();
        self.to.text(" {");
        self.to.close();
    }

    /// Parameters with the parenthesis behind them.
    fn parameters(&mut self, parameters: &[Parameter]) {
        if !parameters.is_empty() {
            self.to.fill("");
            self.to.open(0);
            for (index, Parameter { ty, variable, name }) in parameters.iter().enumerate() {
                if index > 0 {
                    self.to.text(",");
                    self.to.soft(" ");
                }
                self.to.open(CONTINUATION);
                self.declared(ty, *variable, name);
                self.to.close();
            }
            self.to.close();
        }
        self.to.text(")");
    }

    /// A switch over the number of the call, which counts on.
    pub(crate) fn switch(&mut self, counter: &str, values: &[Expr]) {
        self.to.text(format!("switch ({counter}++) {{"));
        self.to.open(BODY);
        let last = values.len() - 1;
        for (index, value) in values.iter().enumerate() {
            self.to.newline();
            let label = if index == last { "default:".to_owned() } else { format!("case {index}:") };
            self.to.text(label);
            self.to.open(BODY);
            self.to.newline();
            self.statement(&Statement::Return(value.clone()));
            self.to.close();
        }
        self.to.close();
        self.to.newline();
        self.to.text("}");
    }
}
