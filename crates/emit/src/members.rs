//! Prints lambdas and anonymous classes.

use crate::java::{Expr, Member, Parameter, Statement, Ty};
use crate::print::Printer;

/// Spaces by which a body goes in.
const BODY: usize = 4;

impl Printer<'_> {
    /// What stands before the body of a lambda.
    pub(crate) fn lambda_head(parameters: &[String]) -> String {
        match parameters {
            [only] => format!("{only} -> "),
            all => format!("({}) -> ", all.join(", ")),
        }
    }

    /// `new T(args) { members }`, its first line not indented.
    pub(crate) fn anonymous(
        &self,
        (ty, args, members): (&Ty, &[Expr], &[Member]),
        before: &str,
        after: &str,
        indent: usize,
    ) -> String {
        let head = format!("{before}new {}({}) {{", self.ty(ty), self.list(args));
        if members.is_empty() {
            return format!("{head}}}{after}");
        }
        let inner = indent + BODY;
        let mut text = head;
        for (index, member) in members.iter().enumerate() {
            let grouped = matches!((index, member), (0, _) | (_, Member::Counter(_)));
            text += if grouped { "\n" } else { "\n\n" };
            text += &self.member(member, inner);
        }
        format!("{text}\n{}}}{after}", " ".repeat(indent))
    }

    fn member(&self, member: &Member, indent: usize) -> String {
        let margin = " ".repeat(indent);
        let (modifier, result, name, parameters, throws, body) = match member {
            Member::Counter(name) => return format!("{margin}private int {name};"),
            Member::Method { modifier, result, name, parameters, throws, body } => {
                (modifier, result, name, parameters, throws, body)
            }
        };
        let result = result.as_ref().map_or_else(|| "void".to_owned(), |ty| self.ty(ty));
        let parameters: Vec<String> = parameters.iter().map(|parameter| self.parameter(parameter)).collect();
        let throws = throws.as_ref().map_or_else(String::new, |ty| format!(" throws {}", self.ty(ty)));
        let head = format!(
            "{margin}@Override\n{margin}{modifier}{result} {name}({}){throws} {{",
            parameters.join(", ")
        );
        match body {
            None => format!("{head}\n{margin}}}"),
            Some(statement) => {
                let inner = indent + BODY;
                let statement = self.statement(statement, inner);
                format!("{head}\n{}{statement}\n{margin}}}", " ".repeat(inner))
            }
        }
    }

    fn parameter(&self, Parameter { ty, variable, name }: &Parameter) -> String {
        match ty {
            Ty::Array(element) if *variable => format!("{}... {name}", self.ty(element)),
            ty => format!("{} {name}", self.ty(ty)),
        }
    }

    /// A switch over the number of the call, which counts on.
    pub(crate) fn switch(&self, counter: &str, values: &[Expr], indent: usize) -> String {
        let margin = " ".repeat(indent + BODY);
        let last = values.len() - 1;
        let mut text = format!("switch ({counter}++) {{");
        for (index, value) in values.iter().enumerate() {
            let label = if index == last { "default".to_owned() } else { format!("case {index}") };
            let value = self.statement(&Statement::Return(value.clone()), indent + 2 * BODY);
            text += &format!("\n{margin}{label}:\n{margin}    {value}");
        }
        format!("{text}\n{}}}", " ".repeat(indent))
    }
}
