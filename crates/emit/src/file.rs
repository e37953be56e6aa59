//! Source file of a test class: package, imports, class declaration and test methods.

mod assert_throws;
mod nested;
mod paragraphs;
mod pinned_settings;
mod standard_output;
mod temp_dir;

use std::collections::BTreeSet;

use testcase::output::redirects_output;
use types::{World, is_identifier};

use crate::ast::{
    ClassName, Field, HelperMethod, Role, TestMethod, TestStatement, TypeName, java_lang, package_parts,
};
use crate::checksum;
use crate::context::Context;
use crate::dialect::{Framework, TEXT_BLOCK_RELEASE};
use crate::layout;
use crate::lower;
use crate::names::imports::Imports;
use crate::parameterized;
use crate::print;
use crate::shared_setup;
use crate::shared_stubs;
use crate::tokens;
use crate::{AssertionLines, PinnedSettings, Source, TestClass, UnknownToken};
use nested::NestedClass;

/// Indentation of a member of the class, in columns.
const INDENT: usize = 2;

/// Returns the source of a test class.
pub(crate) fn source(world: &World, class: &TestClass) -> Source {
    let context = Context::new(world, class);
    // This call records whether the class under test is deprecated.
    context.class_name(class.class_under_test);
    let class_warnings = context.suppressed_warnings.take();
    let mut methods: Vec<TestMethod> = class.tests.iter().map(|test| lower::method(&context, test)).collect();
    for method in &mut methods {
        method.suppressed_warnings.retain(|lint| !class_warnings.contains(lint));
    }
    if class.dialect.is_parameterized() {
        methods = parameterized::merge(methods);
    }
    methods.iter_mut().for_each(TestMethod::strip_argument_names);
    let mut helpers = shared_stubs::extract(&mut methods);
    let fields = if can_have_fields(class) { shared_setup::extract(&mut methods) } else { Vec::new() };
    let names = methods.iter().flat_map(TestMethod::declared_names).cloned().collect();
    let mut nested_classes = Vec::new();
    if class.dialect.has_nested_classes() {
        nested_classes = nested::nested_classes(&methods, &class.name);
        helpers.extend(nested::extract_providers(&mut methods, &nested_classes, class));
    }
    let declares_assert_throws =
        class.dialect.declares_assert_throws && class.tests.iter().any(|test| test.throws.is_some());
    let own_assertions = if declares_assert_throws { &[assert_throws::METHOD][..] } else { &[] };
    let mut imports = Imports::new(&class.package, names, own_assertions);
    let lowered = LoweredClass {
        class,
        release: context.release,
        fields,
        methods,
        nested_classes,
        helpers,
        suppressed_warnings: class_warnings,
        needs_temp_dir: context.needs_temp_dir.get(),
        redirects_output: class
            .tests
            .iter()
            .flat_map(|it| &it.case.statements)
            .any(|it| redirects_output(world, it)),
        declares_assert_throws,
        declares_sample: context.uses_sample.get(),
    };
    // This first pass only counts the uses of class names.
    FileWriter::new(&imports).class(&lowered);
    let nested_names = lowered.nested_classes.iter().map(|nested| &nested.name[..]);
    let own_names: Vec<&str> =
        [&class.name[..], assert_throws::INTERFACE].into_iter().chain(nested_names).collect();
    imports.assign_simple_names(&own_names, |package, name| {
        let qualified = if package.is_empty() { name.to_owned() } else { format!("{package}.{name}") };
        world.class_named(&qualified).is_some()
    });
    let mut writer = FileWriter::new(&imports);
    writer.class(&lowered);
    let head = head(class, &imports);
    writer.finish(&head, &lowered)
}

/// Returns whether fields can contain the objects of tests. TestNG uses the same object of the test class for
/// all tests. Pinned settings apply only after the creation of the fields.
fn can_have_fields(class: &TestClass) -> bool {
    class.dialect.framework != Framework::TestNg && class.pins == PinnedSettings::default()
}

/// A test class with its tests as Java methods.
struct LoweredClass<'a> {
    class: &'a TestClass,
    /// Java release whose language the source uses.
    release: u16,
    /// Fields with the objects of several tests.
    fields: Vec<Field>,
    methods: Vec<TestMethod>,
    /// Nested classes, in the order of their test methods.
    nested_classes: Vec<NestedClass>,
    /// Methods that create the stubs of several tests.
    helpers: Vec<HelperMethod>,
    /// Names of the compiler warnings that the whole class suppresses.
    suppressed_warnings: BTreeSet<&'static str>,
    /// Whether at least one test needs the folder for temporary files.
    needs_temp_dir: bool,
    /// Whether at least one test redirects the standard output.
    redirects_output: bool,
    /// Whether the class declares the method `assertThrows`.
    declares_assert_throws: bool,
    /// Whether the class declares the sample class.
    declares_sample: bool,
}

/// Returns the lines of the package declaration and of the imports.
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

/// Writes the lines of a class and records the positions of its tests and assertions.
struct FileWriter<'a> {
    imports: &'a Imports,
    lines: Vec<String>,
    /// Indentation of the members of the class that is being written, in columns.
    indent: usize,
    /// Identifiers that this crate has written on purpose.
    identifiers: BTreeSet<String>,
    source: Source,
}

impl<'a> FileWriter<'a> {
    fn new(imports: &'a Imports) -> FileWriter<'a> {
        let source = Source {
            text: String::new(),
            tests: Vec::new(),
            assertions: Vec::new(),
            unknown_tokens: Vec::new(),
        };
        FileWriter { imports, lines: Vec::new(), indent: INDENT, identifiers: BTreeSet::new(), source }
    }

    fn class(&mut self, lowered: &LoweredClass) {
        let LoweredClass { class, methods, suppressed_warnings, .. } = lowered;
        let framework = class.dialect.framework;
        let header = class.header.iter().map(|line| tokens::plain_comment(line));
        self.lines.extend(header.map(|line| format!("// {line}").trim_end().to_owned()));
        self.lines.push(checksum::zero_checksum_line());
        self.suppress_warnings(suppressed_warnings, 0);
        let modifier = framework.modifier();
        self.lines.push(format!("{modifier} class {} {{", class.name).trim_start().to_owned());
        if lowered.needs_temp_dir {
            self.temp_dir(framework, methods);
        }
        self.pins(framework, class.pins, methods);
        if lowered.redirects_output {
            self.restore_standard_output(framework, methods);
        }
        if lowered.declares_assert_throws {
            self.assert_throws();
        }
        self.fields(&lowered.fields);
        self.methods(lowered);
        lowered.helpers.iter().for_each(|helper| self.helper(lowered.release, helper));
        if lowered.declares_sample {
            self.sample_class();
        }
        self.lines.push("}".to_owned());
    }

    /// Writes the lines of a member of the class, and an empty line.
    fn member(&mut self, lines: Vec<String>) {
        self.identifiers.extend(lines.iter().flat_map(|line| tokens::words(line)).map(str::to_owned));
        for line in lines {
            if line.is_empty() { self.lines.push(line) } else { self.push_indented(&line, 0) }
        }
        self.lines.push(String::new());
    }

    /// Writes `@SuppressWarnings` if there is a warning to suppress.
    fn suppress_warnings(&mut self, lints: &BTreeSet<&str>, indent: usize) {
        let quoted_lints: Vec<String> = lints.iter().map(|lint| format!("\"{lint}\"")).collect();
        let value = match &quoted_lints[..] {
            [] => return,
            [only] => only.clone(),
            several => format!("{{{}}}", several.join(", ")),
        };
        let annotation = self.imports.name(&java_lang("SuppressWarnings"));
        self.lines.push(format!("{}@{annotation}({value})", " ".repeat(indent)));
    }

    fn method(&mut self, lowered: &LoweredClass, index: usize, method: &TestMethod) {
        let imports = self.imports;
        let framework = lowered.class.dialect.framework;
        let start = self.next_line_number();
        self.add_names(start, method.names());
        let throws = method.throws.map(|class| TypeName::Class(java_lang(class), Vec::new()));
        for comment in &method.comments {
            let lines = comment_lines(comment, self.indent);
            lines.into_iter().for_each(|line| self.push_indented(&line, 0));
        }
        let parameters = match &method.parameterization {
            Some(parameterization) => {
                let test = ClassName::top_level("org.junit.jupiter.params", "ParameterizedTest");
                self.push_indented(&format!("@{}", imports.name(&test)), 0);
                self.push_indented(&print::value_annotation(imports, parameterization, self.indent), 0);
                &parameterization.parameters[..]
            }
            None => {
                self.push_indented(&format!("@{}", imports.name(&framework.test_annotation())), 0);
                &[]
            }
        };
        self.suppress_warnings(&method.suppressed_warnings, self.indent);
        let header = print::method_header(
            imports,
            framework.modifier(),
            &TypeName::Primitive("void"),
            &method.name,
            parameters,
            throws.as_ref(),
            self.indent,
        );
        self.push_indented(&header, 0);
        self.body(lowered.release, index, method);
        self.push_indented("}", 0);
        method.provider().into_iter().for_each(|provider| self.helper(lowered.release, provider));
        self.source.tests.push(start..self.next_line_number());
    }

    /// Writes the fields with the objects of several tests, and an empty line.
    fn fields(&mut self, fields: &[Field]) {
        for field in fields {
            self.add_names(self.next_line_number(), field.names());
            self.suppress_warnings(&field.suppressed_warnings, self.indent);
            self.push_indented(&print::field(self.imports, field, self.indent), 0);
        }
        if !fields.is_empty() {
            self.lines.push(String::new());
        }
    }

    /// Writes an empty line and a helper method.
    fn helper(&mut self, release: u16, helper: &HelperMethod) {
        self.lines.push(String::new());
        self.add_names(self.next_line_number(), helper.names());
        self.suppress_warnings(&helper.suppressed_warnings, self.indent);
        let HelperMethod { name, parameters, result, body, .. } = helper;
        let header =
            print::method_header(self.imports, "private static", result, name, parameters, None, self.indent);
        self.push_indented(&header, 0);
        self.push_indented(&print::statement(self.imports, release, body, self.indent + INDENT), INDENT);
        self.push_indented("}", 0);
    }

    /// Writes an empty line and the sample class.
    fn sample_class(&mut self) {
        self.lines.push(String::new());
        for line in sample::source_lines() {
            self.identifiers.extend(tokens::words(line).map(str::to_owned));
            self.lines.push(line.to_owned());
        }
    }

    /// Adds names to the identifiers of the file, and each name that is no identifier to the unknown tokens.
    fn add_names<'n>(&mut self, line: usize, names: impl IntoIterator<Item = &'n str>) {
        for name in names {
            match is_identifier(name) {
                true => drop(self.identifiers.insert(name.to_owned())),
                false => self.source.unknown_tokens.push(UnknownToken::new(line, name)),
            }
        }
    }

    fn body(&mut self, release: u16, test: usize, method: &TestMethod) {
        let roles: Vec<Role> = method.body.iter().map(|step| step.role).collect();
        let blank_lines = paragraphs::blank_lines(&roles);
        for (TestStatement { statement, role }, is_blank) in method.body.iter().zip(blank_lines) {
            if is_blank {
                self.lines.push(String::new());
            }
            let first = self.next_line_number();
            let text = print::statement(self.imports, release, statement, self.indent + INDENT);
            self.push_indented(&text, INDENT);
            if let &Role::Assert(Some(assertion)) = role {
                let lines = first..self.next_line_number();
                self.source.assertions.push(AssertionLines { test, assertion, lines });
            }
        }
    }

    /// Adds text and indents its first line by `indent` columns more than a member of the class. The other
    /// lines are already indented.
    fn push_indented(&mut self, text: &str, indent: usize) {
        let text = format!("{}{text}", " ".repeat(self.indent + indent));
        self.lines.extend(text.lines().map(str::to_owned));
    }

    fn next_line_number(&self) -> usize {
        self.lines.len() + 1
    }

    /// Returns the source of the file: the lines of `head`, then the lines of the class.
    fn finish(mut self, head: &[String], lowered: &LoweredClass) -> Source {
        let TestClass { package, name, .. } = lowered.class;
        self.add_names(1, package_parts(package).chain([name.as_str()]));
        self.identifiers.extend(self.imports.name_parts());
        let shift = head.len();
        let ranges = self
            .source
            .tests
            .iter_mut()
            .chain(self.source.assertions.iter_mut().map(|assertion| &mut assertion.lines));
        for range in ranges {
            *range = range.start + shift..range.end + shift;
        }
        self.source.unknown_tokens.iter_mut().for_each(|token| token.line += shift);
        let text: String = head.iter().chain(&self.lines).flat_map(|line| [line, "\n"]).collect();
        let text = checksum::sign(&text);
        let has_text_blocks = lowered.release >= TEXT_BLOCK_RELEASE;
        self.source.unknown_tokens.extend(tokens::unknown_tokens(&text, &self.identifiers, has_text_blocks));
        Source { text, ..self.source }
    }
}

/// Splits the text of a comment into lines that fit the line width if they are indented by `indent` columns.
fn comment_lines(text: &str, indent: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace().map(tokens::plain_comment) {
        match lines.last_mut() {
            Some(line) if indent + line.len() + 1 + word.len() <= layout::WIDTH => {
                *line += &format!(" {word}");
            }
            _ => lines.push(format!("// {word}")),
        }
    }
    lines
}
