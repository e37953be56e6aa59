//! Printing of expressions, without redundant parentheses.

use super::{BODY_INDENT, CONTINUATION_INDENT, Printer};
use crate::ast::{Expr, TypeName, literals};
use crate::dialect::TEXT_BLOCK_RELEASE;
use crate::layout::Indent;

impl Printer<'_> {
    pub(super) fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Literal(text) | Expr::Name(text) => self.layout.text(text),
            Expr::String(units) => {
                match literals::text_block(units).filter(|_| self.release >= TEXT_BLOCK_RELEASE) {
                    Some(lines) => self.layout.text_block(lines),
                    None => self.layout.string(units),
                }
            }
            Expr::ClassLiteral(_)
            | Expr::Field(..)
            | Expr::EnumConstant(..)
            | Expr::Element(..)
            | Expr::Call { .. } => self.chain(expr),
            Expr::New { class, diamond, args } => {
                let name = self.imports.name(class);
                self.layout.text("new ");
                self.name(&name);
                self.layout.text(if *diamond { "<>" } else { "" });
                self.arguments(args, Indent::Fixed(CONTINUATION_INDENT));
            }
            Expr::NewInner { outer, name, diamond, args } => {
                self.layout.open(0);
                self.primary(outer);
                self.layout.unified_break("");
                self.layout.text(format!(".new {name}{}", if *diamond { "<>" } else { "" }));
                self.arguments(args, Indent::Fixed(CONTINUATION_INDENT));
                self.layout.close();
            }
            Expr::NewArray(element, length) => self.new_array(element, *length),
            Expr::Array(ty, elements) => {
                if let Some(ty) = ty {
                    self.layout.text("new ");
                    self.type_name(ty);
                    self.layout.text(" ");
                }
                self.elements(elements);
            }
            Expr::Cast(ty, value) => {
                self.layout.open(CONTINUATION_INDENT);
                self.layout.text("(");
                self.type_name(ty);
                self.layout.text(")");
                self.layout.unified_break(" ");
                self.operand(value, needs_parentheses(value) || is_cast_like_subtraction(ty, value));
                self.layout.close();
            }
            Expr::Assign(target, value) => {
                self.layout.open(CONTINUATION_INDENT);
                self.expr(target);
                self.layout.text(" =");
                self.layout.unified_break(" ");
                self.expr(value);
                self.layout.close();
            }
            Expr::Lambda { parameters, body } => self.lambda(parameters, body.as_deref()),
            Expr::Anonymous { ty, args, body } => self.anonymous(ty, args, body),
            Expr::NamedArgument(..) => unreachable!("the names of arguments are stripped before printing"),
            Expr::ByCallCount { counter, first, later } => {
                self.layout.open(CONTINUATION_INDENT);
                self.layout.text(format!("{counter}++ == 0"));
                self.layout.unified_break(" ");
                self.layout.text("? ");
                self.expr(first);
                self.layout.unified_break(" ");
                self.layout.text(": ");
                self.expr(later);
                self.layout.close();
            }
        }
    }

    /// Prints an expression before a dot, where Java requires a primary expression (JLS 15.8).
    pub(super) fn primary(&mut self, expr: &Expr) {
        let is_primary =
            !matches!(expr, Expr::Cast(..) | Expr::Assign(..) | Expr::Lambda { .. } | Expr::NewArray(..));
        match expr {
            Expr::String(units) => self.layout.text(literals::string(units)),
            expr => self.operand(expr, !is_primary),
        }
    }

    fn operand(&mut self, expr: &Expr, with_parentheses: bool) {
        self.layout.text(if with_parentheses { "(" } else { "" });
        self.expr(expr);
        self.layout.text(if with_parentheses { ")" } else { "" });
    }

    /// Prints arguments with their parentheses. The arguments after a format string start on a new line if
    /// they do not fit on the line of the format string.
    pub(super) fn arguments(&mut self, args: &[Expr], indent: Indent) {
        self.layout.open_indented(indent);
        self.layout.text("(");
        match args {
            [] => {}
            [format @ Expr::String(units), rest @ ..] if !rest.is_empty() && literals::is_format(units) => {
                self.layout.unified_break("");
                self.layout.open(0);
                self.expr(format);
                self.layout.text(",");
                self.layout.unified_break(" ");
                self.list(rest);
                self.layout.close();
            }
            args => {
                self.layout.unified_break("");
                self.list(args);
            }
        }
        self.layout.text(")");
        self.layout.close();
    }

    /// Prints expressions, separated by commas.
    fn list(&mut self, items: &[Expr]) {
        self.layout.open(0);
        let mut list = self.layout.list();
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.layout.comma(&mut list);
            }
            self.expr(item);
        }
        self.layout.end_item(&list);
        self.layout.close();
    }

    /// Prints the elements of an array, with braces.
    pub(super) fn elements(&mut self, elements: &[Expr]) {
        if elements.is_empty() {
            return self.layout.text("{}");
        }
        self.layout.open(BODY_INDENT);
        self.layout.text("{");
        self.layout.unified_break("");
        self.list(elements);
        self.layout.outdented_break(BODY_INDENT);
        self.layout.close();
        self.layout.text("}");
    }

    /// Prints the creation of an array without an initialiser: `new int[3][]` for three elements of type
    /// `int[]`.
    fn new_array(&mut self, element: &TypeName, length: u32) {
        let mut innermost = element;
        let mut brackets = String::new();
        while let TypeName::Array(inner) = innermost {
            innermost = inner;
            brackets += "[]";
        }
        self.layout.text("new ");
        self.type_name(innermost);
        self.layout.text(format!("[{length}]{brackets}"));
    }
}

/// Returns whether the operand of a cast needs parentheses because of its lower precedence.
fn needs_parentheses(expr: &Expr) -> bool {
    matches!(expr, Expr::Assign(..) | Expr::Lambda { .. })
}

/// Returns whether the operand of a cast needs parentheses because Java parses `(Integer) -1` as a
/// subtraction.
fn is_cast_like_subtraction(ty: &TypeName, value: &Expr) -> bool {
    !matches!(ty, TypeName::Primitive(_)) && matches!(value, Expr::Literal(text) if text.starts_with('-'))
}
