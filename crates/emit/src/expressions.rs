//! Prints expressions: no needless parentheses.

use crate::dialect::TEXT_BLOCKS;
use crate::java::{Expr, Ty};
use crate::layout::Indent;
use crate::literal;
use crate::print::{BODY, CONTINUATION, Printer};

impl Printer<'_> {
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
            Expr::Argument(..) => unreachable!("parameters are forgotten before"),
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
    pub(crate) fn elements(&mut self, elements: &[Expr]) {
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

/// Whether a cast's operand binds less tightly than the cast.
fn needs_parentheses(expr: &Expr) -> bool {
    matches!(expr, Expr::Assign(..) | Expr::Lambda { .. })
}

/// `(Integer) -1` would be a subtraction.
fn is_signed(ty: &Ty, value: &Expr) -> bool {
    !matches!(ty, Ty::Primitive(_)) && matches!(value, Expr::Literal(text) if text.starts_with('-'))
}
