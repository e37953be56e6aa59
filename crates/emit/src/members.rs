//! Prints lambdas and anonymous classes.

use crate::java::{ClassBody, Expr, Implementation, Parameter, Statement, Ty};
use crate::print::{CONTINUATION, Printer, WIDTH};

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
        (ty, args, body): (&Ty, &[Expr], &ClassBody),
        before: &str,
        after: &str,
        indent: usize,
    ) -> String {
        let (start, args) = (format!("{before}new {}(", self.ty(ty)), self.list(args));
        let head = match indent + start.len() + args.len() + ") {".len() > WIDTH {
            true => format!("{start}\n{}{args}) {{", " ".repeat(indent + CONTINUATION)),
            false => format!("{start}{args}) {{"),
        };
        let inner = indent + BODY;
        let margin = " ".repeat(inner);
        let counters: String =
            body.counters.iter().map(|name| format!("{margin}private int {name};\n")).collect();
        let methods: Vec<String> = body.methods.iter().map(|method| self.method(method, inner)).collect();
        if methods.is_empty() {
            return format!("{head}}}{after}");
        }
        let gap = if counters.is_empty() { "" } else { "\n" };
        format!("{head}\n{counters}{gap}{}\n{}}}{after}", methods.join("\n\n"), " ".repeat(indent))
    }

    fn method(&self, method: &Implementation, indent: usize) -> String {
        let Implementation { modifier, result, name, parameters, throws, body } = method;
        let margin = " ".repeat(indent);
        let result = result.as_ref().map_or_else(|| "void".to_owned(), |ty| self.ty(ty));
        let parameters: Vec<String> = parameters.iter().map(|parameter| self.parameter(parameter)).collect();
        let throws = throws.as_ref().map(|ty| format!("throws {} {{", self.ty(ty)));
        let head = header(&format!("{modifier}{result} {name}("), &parameters, throws.as_deref(), indent);
        let head = format!("{margin}@Override\n{margin}{head}");
        match body {
            None => format!("{head}}}"),
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

/// The first line of a method, or its first lines: parameters go on lines of their own where they must, then `throws`.
fn header(start: &str, parameters: &[String], throws: Option<&str>, indent: usize) -> String {
    let fits = |text: &str| text.lines().map(str::len).max().is_some_and(|width| indent + width <= WIDTH);
    let margin = format!("\n{}", " ".repeat(indent + CONTINUATION));
    let together = parameters.join(", ");
    let apart = parameters.join(&format!(",{margin}"));
    let signatures = [format!("{start}{together})"), format!("{start}{margin}{together})")];
    let ends = match throws {
        None => vec![" {".to_owned()],
        Some(throws) => vec![format!(" {throws}"), format!("{margin}{throws}")],
    };
    let all = signatures.iter().flat_map(|signature| ends.iter().map(move |end| format!("{signature}{end}")));
    { all }
        .find(|text| fits(text))
        .unwrap_or_else(|| format!("{start}{margin}{apart}){}", ends[ends.len() - 1]))
}
