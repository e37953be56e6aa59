//! The file around the tests.

use std::cell::Cell;

use types::World;

use crate::imports::Imports;
use crate::java::{ClassName, Method, Role, Step, Ty, java_lang};
use crate::lower;
use crate::names;
use crate::print;
use crate::scope::Place;
use crate::seal;
use crate::stages;
use crate::{AssertionLines, Source, TestClass};

const INDENT: usize = 2;

pub(crate) fn source(world: &World, class: &TestClass) -> Source {
    let place = Place {
        world,
        package: &class.package,
        subject: class.subject,
        mocks: class.mocks,
        unchecked: Cell::new(false),
        temp_dir: Cell::new(false),
    };
    let methods: Vec<Method> = class.tests.iter().map(|test| lower::method(&place, test)).collect();
    let names = methods.iter().map(|method| method.name.clone()).collect();
    let mut imports = Imports::new(&class.package, names);
    File::new(&imports).class(class, &methods, &place);
    imports.decide(&class.name, |package, name| {
        let qualified = if package.is_empty() { name.to_owned() } else { format!("{package}.{name}") };
        world.class_named(&qualified).is_some()
    });
    let mut body = File::new(&imports);
    body.class(class, &methods, &place);
    let head = head(class, &imports);
    body.below(&head)
}

/// Package and imports.
fn head(class: &TestClass, imports: &Imports) -> Vec<String> {
    let mut lines = Vec::new();
    if !class.package.is_empty() {
        lines.push(format!("package {};", class.package));
        lines.push(String::new());
    }
    let imports = imports.lines();
    if !imports.is_empty() {
        lines.extend(imports);
        lines.push(String::new());
    }
    lines
}

/// The lines of a class, and what stands where.
struct File<'a> {
    imports: &'a Imports,
    lines: Vec<String>,
    source: Source,
}

impl<'a> File<'a> {
    fn new(imports: &'a Imports) -> File<'a> {
        let source = Source { text: String::new(), tests: Vec::new(), assertions: Vec::new() };
        File { imports, lines: Vec::new(), source }
    }

    fn class(&mut self, class: &TestClass, methods: &[Method], place: &Place) {
        self.lines.extend(class.header.iter().map(|line| format!("// {line}").trim_end().to_owned()));
        self.lines.push(seal::placeholder());
        self.lines.push(format!("class {} {{", class.name));
        if place.temp_dir.get() {
            self.temp_dir();
        }
        for (index, method) in methods.iter().enumerate() {
            if index > 0 {
                self.lines.push(String::new());
            }
            self.method(index, method);
        }
        self.lines.push("}".to_owned());
    }

    /// The folder that JUnit makes for each test.
    fn temp_dir(&mut self) {
        let imports = self.imports;
        let annotation = imports.name(&ClassName::top("org.junit.jupiter.api.io", "TempDir"));
        let path = imports.name(&ClassName::top("java.nio.file", "Path"));
        self.lines.push(format!("{}@{annotation} {path} {};", " ".repeat(INDENT), names::TEMP_DIR));
        self.lines.push(String::new());
    }

    fn method(&mut self, index: usize, method: &Method) {
        let imports = self.imports;
        let start = self.next_line();
        let margin = " ".repeat(INDENT);
        let test = imports.name(&ClassName::top("org.junit.jupiter.api", "Test"));
        let throws = method.throws.map(|class| Ty::Class(java_lang(class), Vec::new()));
        self.lines.push(format!("{margin}@{test}"));
        if method.unchecked {
            let annotation = imports.name(&java_lang("SuppressWarnings"));
            self.lines.push(format!("{margin}@{annotation}({{\"rawtypes\", \"unchecked\"}})"));
        }
        self.indented(&print::header(imports, &method.name, throws.as_ref(), INDENT), INDENT);
        let roles: Vec<Role> = method.body.iter().map(|step| step.role).collect();
        for (Step { statement, role }, gap) in method.body.iter().zip(stages::gaps(&roles)) {
            if gap {
                self.lines.push(String::new());
            }
            let first = self.next_line();
            let text = print::statement(imports, statement, 2 * INDENT);
            self.indented(&text, 2 * INDENT);
            if let &Role::Check(Some(assertion)) = role {
                let lines = first..self.next_line();
                self.source.assertions.push(AssertionLines { test: index, assertion, lines });
            }
        }
        self.lines.push(format!("{margin}}}"));
        self.source.tests.push(start..self.next_line());
    }

    /// Adds text whose first line is yet to be indented.
    fn indented(&mut self, text: &str, indent: usize) {
        self.lines.extend(format!("{}{text}", " ".repeat(indent)).lines().map(str::to_owned));
    }

    fn next_line(&self) -> usize {
        self.lines.len() + 1
    }

    /// The file with these lines above the class.
    fn below(mut self, head: &[String]) -> Source {
        let shift = head.len();
        let ranges =
            self.source.tests.iter_mut().chain(self.source.assertions.iter_mut().map(|a| &mut a.lines));
        for range in ranges {
            *range = range.start + shift..range.end + shift;
        }
        let text: String = head.iter().chain(&self.lines).flat_map(|line| [line, "\n"]).collect();
        Source { text: seal::seal(&text), ..self.source }
    }
}
