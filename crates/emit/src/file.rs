//! The file around the tests.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use types::World;

use crate::imports::Imports;
use crate::java::{ClassName, Method, Role, Step, Ty, java_lang};
use crate::layout;
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
        suppressed: RefCell::default(),
        temp_dir: Cell::new(false),
    };
    place.class(class.subject);
    let everywhere = place.suppressed.take();
    let mut methods: Vec<Method> = class.tests.iter().map(|test| lower::method(&place, test)).collect();
    for method in &mut methods {
        method.suppressed.retain(|lint| !everywhere.contains(lint));
    }
    let names = methods.iter().map(|method| method.name.clone()).collect();
    let mut imports = Imports::new(&class.package, names);
    let written = Written { class, methods, suppressed: everywhere, temp_dir: place.temp_dir.get() };
    File::new(&imports).class(&written);
    imports.decide(&class.name, |package, name| {
        let qualified = if package.is_empty() { name.to_owned() } else { format!("{package}.{name}") };
        world.class_named(&qualified).is_some()
    });
    let mut body = File::new(&imports);
    body.class(&written);
    let head = head(class, &imports);
    body.below(&head)
}

/// A test class as it is going to be written.
struct Written<'a> {
    class: &'a TestClass,
    methods: Vec<Method>,
    /// What javac is to be silent about in all of it.
    suppressed: BTreeSet<&'static str>,
    /// Whether a test needs a folder for files.
    temp_dir: bool,
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

    fn class(&mut self, written: &Written) {
        let Written { class, methods, suppressed, temp_dir } = written;
        self.lines.extend(class.header.iter().map(|line| format!("// {line}").trim_end().to_owned()));
        self.lines.push(seal::placeholder());
        self.suppressed(suppressed, "");
        self.lines.push(format!("class {} {{", class.name));
        if *temp_dir {
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

    /// The annotation that silences javac, if there is anything to be silent about.
    fn suppressed(&mut self, lints: &BTreeSet<&str>, margin: &str) {
        let quoted: Vec<String> = lints.iter().map(|lint| format!("\"{lint}\"")).collect();
        let value = match &quoted[..] {
            [] => return,
            [only] => only.clone(),
            several => format!("{{{}}}", several.join(", ")),
        };
        let annotation = self.imports.name(&java_lang("SuppressWarnings"));
        self.lines.push(format!("{margin}@{annotation}({value})"));
    }

    fn method(&mut self, index: usize, method: &Method) {
        let imports = self.imports;
        let start = self.next_line();
        let margin = " ".repeat(INDENT);
        let test = imports.name(&ClassName::top("org.junit.jupiter.api", "Test"));
        let throws = method.throws.map(|class| Ty::Class(java_lang(class), Vec::new()));
        for remark in &method.remarks {
            self.lines.extend(comment(remark, &margin));
        }
        self.lines.push(format!("{margin}@{test}"));
        self.suppressed(&method.suppressed, &margin);
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

/// A remark as a comment, in lines that fit.
fn comment(remark: &str, margin: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in remark.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= layout::WIDTH => *line += &format!(" {word}"),
            _ => lines.push(format!("{margin}// {word}")),
        }
    }
    lines
}
