//! Which classes of a class path are test classes, and which of them are about a class.

use std::collections::BTreeMap;

use classfile::{Attribute, ClassFile, Constant, ConstantPool, Member, attributes};
use emit::Framework;
use types::{ClassPath, access};

/// The superclass of tests in JUnit 3, which JUnit 4 runs.
const TEST_CASE: &str = "junit/framework/TestCase";
/// Has an inner class run with the class around it.
const NESTED: &str = "Lorg/junit/jupiter/api/Nested;";

/// A test class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestClass {
    /// Its internal name.
    pub name: String,
    /// What runs it.
    pub framework: Framework,
}

/// What matters of a class.
#[derive(Clone, Default)]
struct Outline {
    is_concrete: bool,
    is_nested: bool,
    /// Superclass and interfaces.
    parents: Vec<String>,
    /// The framework of the tests that it declares.
    declares: Option<Framework>,
    /// Whether it has a method that JUnit 3 takes for a test.
    has_test_method: bool,
}

/// The classes on a path that a framework runs as tests, by name; `others` has classes that they may extend.
pub fn test_classes(path: &ClassPath, others: &ClassPath) -> Vec<TestClass> {
    let mut finder =
        Finder { bytes: &|name| path.bytes(name).or_else(|| others.bytes(name)), known: BTreeMap::new() };
    let mut found = BTreeMap::new();
    for name in path.names() {
        if let Some(framework) = finder.runs(name) {
            found.insert(finder.host(name), framework);
        }
    }
    found.into_iter().map(|(name, framework)| TestClass { name, framework }).collect()
}

struct Finder<'a> {
    bytes: &'a dyn Fn(&str) -> Option<Vec<u8>>,
    known: BTreeMap<String, Outline>,
}

impl Finder<'_> {
    /// What runs a class as tests, if something does.
    fn runs(&mut self, name: &str) -> Option<Framework> {
        if !self.outline(name).is_concrete || is_unnamed(name) {
            return None;
        }
        let line = self.line(name);
        let declared = line.iter().find_map(|it| self.outline(it).declares);
        let is_test_case = line.iter().any(|it| it == TEST_CASE);
        let is_old = is_test_case && line.iter().any(|it| self.outline(it).has_test_method);
        declared.or(is_old.then_some(Framework::JUnit4))
    }

    /// The class, its superclasses and interfaces.
    fn line(&mut self, name: &str) -> Vec<String> {
        let mut line = vec![name.to_owned()];
        let mut next = 0;
        while let Some(parents) = line.get(next).map(|name| self.outline(name).parents) {
            let new: Vec<String> = parents.into_iter().filter(|parent| !line.contains(parent)).collect();
            line.extend(new);
            next += 1;
        }
        line
    }

    /// The class that a class is run with: itself, but for nested ones of JUnit 5.
    fn host(&mut self, name: &str) -> String {
        match name.rsplit_once('$') {
            Some((outer, _)) if self.outline(name).is_nested => self.host(outer),
            _ => name.to_owned(),
        }
    }

    fn outline(&mut self, name: &str) -> Outline {
        if let Some(known) = self.known.get(name) {
            return known.clone();
        }
        // The JDK's are not asked for; a damaged class is no test.
        let outline = (self.bytes)(name)
            .and_then(|bytes| outline(&ClassFile::read(&bytes).ok()?).ok())
            .unwrap_or_default();
        self.known.insert(name.to_owned(), outline.clone());
        outline
    }
}

/// Whether a class is anonymous or local.
fn is_unnamed(name: &str) -> bool {
    name.rsplit_once('$').is_some_and(|(_, simple)| simple.starts_with(|c: char| c.is_ascii_digit()))
}

fn outline(file: &ClassFile) -> classfile::Result<Outline> {
    let constants = &file.constants;
    let own = annotations(&file.attributes, constants)?;
    let mut declares = own.iter().find_map(|it| framework(it));
    let mut has_test_method = false;
    for method in &file.methods {
        let found = annotations(&method.attributes, constants)?;
        declares = declares.or(found.iter().find_map(|it| framework(it)));
        has_test_method |= is_test_method(method, constants)?;
    }
    let parents = file.interfaces.iter().copied().chain([file.super_class]).filter(|&index| index != 0);
    let name = |index| Ok(constants.class_name(index)?.to_str().into_owned());
    Ok(Outline {
        is_concrete: file.access & (access::ABSTRACT | access::INTERFACE | access::SYNTHETIC) == 0,
        is_nested: own.iter().any(|it| it == NESTED),
        parents: parents.map(name).collect::<classfile::Result<_>>()?,
        declares,
        has_test_method,
    })
}

fn is_test_method(method: &Member, constants: &ConstantPool) -> classfile::Result<bool> {
    let named = constants.utf8(method.name)?.0.starts_with(b"test");
    Ok(named && method.access & access::PUBLIC != 0 && constants.utf8(method.descriptor)? == "()V")
}

/// The descriptors of the annotations that are there when a program runs.
fn annotations(list: &[Attribute], constants: &ConstantPool) -> classfile::Result<Vec<String>> {
    let Some(attribute) = Attribute::find(list, "RuntimeVisibleAnnotations", constants) else {
        return Ok(Vec::new());
    };
    let found = attributes::annotations(&attribute.data, constants)?;
    Ok(found.into_iter().map(|it| it.to_str().into_owned()).collect())
}

/// The framework that takes what has that annotation for a test.
fn framework(descriptor: &str) -> Option<Framework> {
    match descriptor {
        "Lorg/junit/jupiter/api/Test;"
        | "Lorg/junit/jupiter/api/RepeatedTest;"
        | "Lorg/junit/jupiter/api/TestFactory;"
        | "Lorg/junit/jupiter/api/TestTemplate;"
        | "Lorg/junit/jupiter/params/ParameterizedTest;" => Some(Framework::JUnit5),
        "Lorg/junit/Test;" => Some(Framework::JUnit4),
        "Lorg/testng/annotations/Test;" => Some(Framework::TestNg),
        _ => None,
    }
}

/// Whether a test class or one nested in it names a class or one nested in that; internal names.
pub fn mentions(path: &ClassPath, test: &str, class: &str) -> bool {
    let is_part =
        |name: &&str| name.strip_prefix(test).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'));
    let files = path.names().filter(is_part).filter_map(|name| ClassFile::read(&path.bytes(name)?).ok());
    let names = |file: ClassFile| {
        file.constants.iter().any(|(_, constant)| match constant {
            Constant::Utf8(text) => names_class(&text.to_str(), class),
            _ => false,
        })
    };
    files.into_iter().any(names)
}

/// Whether a text of a class file, which may be a name or a descriptor, names a class.
fn names_class(text: &str, class: &str) -> bool {
    text.match_indices(class).any(|(at, _)| {
        let (before, after) = (text[..at].chars().next_back(), text[at + class.len()..].chars().next());
        before.is_none_or(|it| it == 'L') && after.is_none_or(|it| matches!(it, ';' | '$' | '<'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: bool) {
        assert_eq!(names_class(text, "demo/Foo"), expect, "{text}");
    }

    #[test]
    fn names_and_descriptors_name_classes() {
        check("demo/Foo", true);
        check("demo/Foo$Bar", true);
        check("(ILdemo/Foo;)V", true);
        check("Ljava/util/List<Ldemo/Foo<TT;>;>;", true);
        check("demo/Food", false);
        check("org/demo/Foo", false);
    }
}
