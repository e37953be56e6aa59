//! The file around the tests.

use std::collections::BTreeSet;

use types::World;

use crate::dialect::Framework;
use crate::imports::Imports;
use crate::java::{ClassName, Method, Role, Step, Ty, java_lang};
use crate::layout;
use crate::lower;
use crate::names::{self, Names};
use crate::print;
use crate::rows;
use crate::scope::Place;
use crate::seal;
use crate::stages;
use crate::{AssertionLines, Source, TestClass};

const INDENT: usize = 2;
const MARGIN: &str = "  ";

pub(crate) fn source(world: &World, class: &TestClass) -> Source {
    let place = Place::of(world, class);
    place.class(class.subject);
    let everywhere = place.suppressed.take();
    let mut methods: Vec<Method> = class.tests.iter().map(|test| lower::method(&place, test)).collect();
    for method in &mut methods {
        method.suppressed.retain(|lint| !everywhere.contains(lint));
    }
    if class.dialect.has_parameters() {
        methods = rows::fold(methods);
    }
    methods.iter_mut().for_each(Method::forget_parameters);
    let names = methods.iter().map(|method| method.name.clone()).collect();
    let mut imports = Imports::new(&class.package, names);
    let (release, temp_dir) = (place.release, place.temp_dir.get());
    let written = Written { class, release, methods, suppressed: everywhere, temp_dir };
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
    /// The Java release whose language is used.
    release: u16,
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
        let Written { class, methods, suppressed, temp_dir, .. } = written;
        let framework = class.dialect.framework;
        self.lines.extend(class.header.iter().map(|line| format!("// {line}").trim_end().to_owned()));
        self.lines.push(seal::placeholder());
        self.suppressed(suppressed, "");
        let modifier = framework.modifier();
        self.lines.push(format!("{modifier} class {} {{", class.name).trim_start().to_owned());
        if *temp_dir {
            self.temp_dir(framework, methods);
        }
        for (index, method) in methods.iter().enumerate() {
            if index > 0 {
                self.lines.push(String::new());
            }
            self.method(written, index, method);
        }
        self.lines.push("}".to_owned());
    }

    /// The folder that is made for each test.
    fn temp_dir(&mut self, framework: Framework, methods: &[Method]) {
        let name = |package, class| self.imports.name(&ClassName::top(package, class));
        let path = || name("java.nio.file", "Path");
        let field = names::TEMP_DIR;
        let lines = match framework {
            Framework::JUnit5 => {
                vec![format!("@{} {} {field};", name("org.junit.jupiter.api.io", "TempDir"), path())]
            }
            Framework::JUnit4 => {
                let folder = name("org.junit.rules", "TemporaryFolder");
                let rule = name("org.junit", "Rule");
                vec![format!("@{rule} public {folder} {field} = new {folder}();")]
            }
            Framework::TestNg => {
                let taken = methods.iter().map(|method| method.name.clone());
                let setup = Names::new(taken).fresh("createTempDir");
                let exception = name("java.io", "IOException");
                vec![
                    format!("private {} {field};", path()),
                    String::new(),
                    format!("@{}", name("org.testng.annotations", "BeforeMethod")),
                    format!("public void {setup}() throws {exception} {{"),
                    format!("  {field} = {}.createTempDirectory(\"test\");", name("java.nio.file", "Files")),
                    "}".to_owned(),
                ]
            }
        };
        let indented = |line: String| if line.is_empty() { line } else { format!("{MARGIN}{line}") };
        self.lines.extend(lines.into_iter().map(indented));
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

    fn method(&mut self, written: &Written, index: usize, method: &Method) {
        let imports = self.imports;
        let framework = written.class.dialect.framework;
        let start = self.next_line();
        let throws = method.throws.map(|class| Ty::Class(java_lang(class), Vec::new()));
        for remark in &method.remarks {
            self.lines.extend(comment(remark, MARGIN));
        }
        let parameters = match &method.rows {
            Some(rows) => {
                let test = imports.name(&ClassName::top("org.junit.jupiter.params", "ParameterizedTest"));
                self.lines.push(format!("{MARGIN}@{test}"));
                self.indented(&print::rows(imports, rows, INDENT), INDENT);
                &rows.parameters[..]
            }
            None => {
                self.lines.push(format!("{MARGIN}@{}", imports.name(&framework.test())));
                &[]
            }
        };
        self.suppressed(&method.suppressed, MARGIN);
        let header =
            print::header(imports, framework.modifier(), &method.name, parameters, throws.as_ref(), INDENT);
        self.indented(&header, INDENT);
        let roles: Vec<Role> = method.body.iter().map(|step| step.role).collect();
        for (Step { statement, role }, gap) in method.body.iter().zip(stages::gaps(&roles)) {
            if gap {
                self.lines.push(String::new());
            }
            let first = self.next_line();
            let text = print::statement(imports, written.release, statement, 2 * INDENT);
            self.indented(&text, 2 * INDENT);
            if let &Role::Check(Some(assertion)) = role {
                let lines = first..self.next_line();
                self.source.assertions.push(AssertionLines { test: index, assertion, lines });
            }
        }
        self.lines.push(format!("{MARGIN}}}"));
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
