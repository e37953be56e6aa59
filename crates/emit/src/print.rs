//! Prints Java trees: no needless parentheses, lines of at most 100 columns.

use crate::imports::Imports;
use crate::java::{Expr, Scope, Statement, Ty};
use crate::literal;

/// Columns of a line.
pub(crate) const WIDTH: usize = 100;
/// Spaces by which a wrapped line goes in.
pub(crate) const CONTINUATION: usize = 8;

pub(crate) struct Printer<'a> {
    pub imports: &'a Imports,
}

/// An expression that can be broken between its parts.
struct Parts<'a> {
    head: String,
    items: &'a [Expr],
    tail: &'static str,
}

impl Printer<'_> {
    /// A statement, its first line not indented and the others by at least `indent`, with its semicolon.
    pub(crate) fn statement(&self, statement: &Statement, indent: usize) -> String {
        match statement {
            Statement::Expr(expr) => self.fitted(expr, "", ";", indent),
            Statement::Return(expr) => self.fitted(expr, "return ", ";", indent),
            Statement::Throw(expr) => self.fitted(expr, "throw ", ";", indent),
            Statement::Switch(counter, values) => self.switch(counter, values, indent),
            Statement::Declare { ty, name, value } => {
                let head = format!("{} {name} =", self.ty(ty));
                let inner = indent + CONTINUATION;
                let alone = self.flat(value);
                let fits_below = inner + alone.len() < WIDTH && !alone.contains('\n');
                let fits_behind = indent + head.len() + 1 + alone.len() < WIDTH;
                if fits_below && !fits_behind && !matches!(value, Expr::Array(..)) {
                    return format!("{head}\n{}{alone};", " ".repeat(inner));
                }
                if !fits_behind && is_chain(value) {
                    return format!("{head}\n{}{}", " ".repeat(inner), self.fitted(value, "", ";", inner));
                }
                self.fitted(value, &format!("{head} "), ";", indent)
            }
        }
    }

    pub(crate) fn ty(&self, ty: &Ty) -> String {
        match ty {
            Ty::Primitive(name) => (*name).to_owned(),
            Ty::Class(class, arguments) if arguments.is_empty() => self.imports.name(class),
            Ty::Class(class, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(|argument| self.ty(argument)).collect();
                format!("{}<{}>", self.imports.name(class), arguments.join(", "))
            }
            Ty::Array(element) => self.ty(element) + "[]",
            Ty::Wildcard(None) => "?".to_owned(),
            Ty::Wildcard(Some((keyword, bound))) => format!("? {keyword} {}", self.ty(bound)),
        }
    }

    /// `before`, the expression and `after`, on one line if that fits, else broken.
    fn fitted(&self, expr: &Expr, before: &str, after: &str, indent: usize) -> String {
        let flat = format!("{before}{}{after}", self.flat(expr));
        if indent + flat.len() <= WIDTH && !flat.contains('\n') {
            return flat;
        }
        match expr {
            Expr::Lambda { parameters, body: Some(body) } => {
                let before = format!("{before}{}", Self::lambda_head(parameters));
                self.lambda(body, &before, after, indent)
            }
            Expr::Anonymous { ty, args, body } => self.anonymous((ty, args, body), before, after, indent),
            Expr::String(units) => self.long_string(units, before, after, indent),
            Expr::Cast(ty, value) if !needs_parentheses(value) => {
                self.fitted(value, &format!("{before}({}) ", self.ty(ty)), after, indent)
            }
            Expr::Assign(target, value) => {
                self.fitted(value, &format!("{before}{} = ", self.flat(target)), after, indent)
            }
            Expr::Array(ty, elements) => {
                let ty = ty.as_ref().map_or(String::new(), |ty| format!("new {} ", self.ty(ty)));
                self.filled(elements, &format!("{before}{ty}{{"), &format!("}}{after}"), indent)
            }
            Expr::Call { scope: Scope::Value(receiver), name, .. } if is_chain(expr) => {
                let receiver = self.fitted(receiver, before, "", indent);
                format!("{receiver}\n{}.{name}(){after}", " ".repeat(indent + CONTINUATION))
            }
            _ => match self.parts(expr) {
                Some(parts) if !parts.items.is_empty() => self.broken(&parts, before, after, indent),
                _ => flat,
            },
        }
    }

    /// Arguments on a line of their own if they fit there, else each on its own.
    fn broken(&self, parts: &Parts, before: &str, after: &str, indent: usize) -> String {
        let inner = indent + CONTINUATION;
        let margin = " ".repeat(inner);
        let flat: Vec<String> = parts.items.iter().map(|item| self.flat(item)).collect();
        let together = flat.join(", ");
        let tail = format!("{}{after}", parts.tail);
        let Parts { head, .. } = parts;
        if inner + together.len() + tail.len() <= WIDTH && !together.contains('\n') {
            return format!("{before}{head}\n{margin}{together}{tail}");
        }
        let last = parts.items.len() - 1;
        let lines: Vec<String> = parts
            .items
            .iter()
            .enumerate()
            .map(|(i, item)| {
                margin.clone() + &self.fitted(item, "", if i == last { &tail } else { "," }, inner)
            })
            .collect();
        format!("{before}{head}\n{}", lines.join("\n"))
    }

    /// As many elements on a line as fit.
    fn filled(&self, elements: &[Expr], before: &str, after: &str, indent: usize) -> String {
        let inner = indent + 4;
        let mut text = before.to_owned();
        let mut column = WIDTH;
        for (i, element) in elements.iter().enumerate() {
            let comma = if i + 1 < elements.len() { "," } else { "" };
            let part = self.fitted(element, "", comma, inner);
            if column + 1 + part.len() > WIDTH || part.contains('\n') {
                text += &format!("\n{}", " ".repeat(inner));
                column = inner;
            } else {
                text.push(' ');
                column += 1;
            }
            column += part.lines().last().map_or(0, str::len);
            text += &part;
        }
        text + &format!("\n{}{after}", " ".repeat(indent))
    }

    fn lambda(&self, body: &Statement, before: &str, after: &str, indent: usize) -> String {
        match body {
            Statement::Expr(expr) => self.fitted(expr, before, after, indent),
            other => {
                let inner = indent + 4;
                let statement = self.statement(other, inner);
                format!("{before}{{\n{}{statement}\n{}}}{after}", " ".repeat(inner), " ".repeat(indent))
            }
        }
    }

    /// A string in pieces that fit their lines, joined by `+`.
    fn long_string(&self, units: &[u16], before: &str, after: &str, indent: usize) -> String {
        let inner = indent + CONTINUATION;
        let mut text = before.to_owned();
        let mut room = WIDTH.saturating_sub(indent + before.len()).max(20);
        let mut rest = units;
        loop {
            let taken = prefix_that_fits(rest, room - after.len().min(10));
            text += &literal::string(&rest[..taken]);
            rest = &rest[taken..];
            if rest.is_empty() {
                return text + after;
            }
            text += &format!("\n{}+ ", " ".repeat(inner));
            room = WIDTH.saturating_sub(inner + 2).max(20);
        }
    }

    /// The expression on one line (but for block lambdas).
    fn flat(&self, expr: &Expr) -> String {
        match expr {
            Expr::Literal(text) | Expr::Name(text) => text.clone(),
            Expr::String(units) => literal::string(units),
            Expr::ClassLiteral(ty) => self.ty(ty) + ".class",
            Expr::Field(scope, name) => self.scope(scope, name) + name,
            Expr::NewArray(element, length) => self.new_array(element, *length),
            Expr::Array(ty, elements) => {
                let ty = ty.as_ref().map_or(String::new(), |ty| format!("new {} ", self.ty(ty)));
                format!("{ty}{{{}}}", self.list(elements))
            }
            Expr::Element(array, index) => format!("{}[{index}]", self.primary(array)),
            Expr::Cast(ty, value) if needs_parentheses(value) || is_signed(ty, value) => {
                format!("({}) ({})", self.ty(ty), self.flat(value))
            }
            Expr::Cast(ty, value) => format!("({}) {}", self.ty(ty), self.flat(value)),
            Expr::Assign(target, value) => format!("{} = {}", self.flat(target), self.flat(value)),
            Expr::Lambda { parameters, body } => {
                Self::lambda_head(parameters)
                    + &match body.as_deref() {
                        None => "{}".to_owned(),
                        Some(Statement::Expr(expr)) => self.flat(expr),
                        Some(throw @ Statement::Throw(_)) => format!("{{ {} }}", self.statement(throw, 0)),
                        Some(other) => format!("{{\n{}\n}}", self.statement(other, 0)),
                    }
            }
            Expr::Anonymous { ty, args, body } => self.anonymous((ty, args, body), "", "", 0),
            Expr::FirstThen { counter, first, second } => {
                format!("{counter}++ == 0 ? {} : {}", self.flat(first), self.flat(second))
            }
            Expr::Call { .. } | Expr::New { .. } | Expr::NewInner { .. } => {
                let parts = self.parts(expr).expect("calls have parts");
                format!("{}{}{}", parts.head, self.list(parts.items), parts.tail)
            }
        }
    }

    pub(crate) fn list(&self, items: &[Expr]) -> String {
        items.iter().map(|item| self.flat(item)).collect::<Vec<_>>().join(", ")
    }

    fn parts<'a>(&self, expr: &'a Expr) -> Option<Parts<'a>> {
        let (head, items) = match expr {
            Expr::Call { scope, name, args } => (format!("{}{name}(", self.scope(scope, name)), args),
            Expr::New { class, diamond, args } => {
                (format!("new {}{}(", self.imports.name(class), if *diamond { "<>" } else { "" }), args)
            }
            Expr::NewInner { outer, name, diamond, args } => {
                let diamond = if *diamond { "<>" } else { "" };
                (format!("{}.new {name}{diamond}(", self.primary(outer)), args)
            }
            _ => return None,
        };
        Some(Parts { head, items, tail: ")" })
    }

    /// What stands before a member's name.
    fn scope(&self, scope: &Scope, name: &str) -> String {
        match scope {
            Scope::Value(value) => self.primary(value) + ".",
            Scope::Class(class) => self.imports.name(class) + ".",
            Scope::Imported(class) => self.imports.imported(*class, name),
        }
    }

    /// The expression where only a primary one may stand: before a dot.
    fn primary(&self, expr: &Expr) -> String {
        let flat = self.flat(expr);
        let bare =
            !matches!(expr, Expr::Cast(..) | Expr::Assign(..) | Expr::Lambda { .. } | Expr::NewArray(..));
        if bare { flat } else { format!("({flat})") }
    }

    /// `new int[3][]` of three `int[]`.
    fn new_array(&self, element: &Ty, length: u32) -> String {
        let mut innermost = element;
        let mut brackets = String::new();
        while let Ty::Array(inner) = innermost {
            innermost = inner;
            brackets += "[]";
        }
        format!("new {}[{length}]{brackets}", self.ty(innermost))
    }
}

/// Whether it is a call without arguments on the result of another: broken before its name.
fn is_chain(expr: &Expr) -> bool {
    match expr {
        Expr::Call { scope: Scope::Value(receiver), args, .. } => {
            args.is_empty() && matches!(**receiver, Expr::Call { .. })
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

/// How many units of a string go into `room` columns with their quotes; at least one, and whole surrogate pairs.
fn prefix_that_fits(units: &[u16], room: usize) -> usize {
    let mut width = 2;
    let mut last_break = 0;
    for (i, &unit) in units.iter().enumerate() {
        width += literal::string(&[unit]).len() - 2;
        if width > room && i > 0 {
            return if last_break > i / 2 { last_break } else { i };
        }
        if unit == u16::from(b' ') || unit == u16::from(b'\n') {
            last_break = i + 1;
        }
    }
    units.len()
}
