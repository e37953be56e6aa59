//! Finds the test classes on a class path, and the test classes that mention a class.

use std::collections::{BTreeMap, BTreeSet};

use classfile::{Attribute, ClassFile, Constant, ConstantPool, Member, attributes};
use emit::Framework;
use types::{ClassPath, access};

/// The superclass of tests in JUnit 3. JUnit 4 runs these tests.
const TEST_CASE_CLASS: &str = "junit/framework/TestCase";
/// Descriptor of the annotation `@Nested`. The tests of an inner class with this annotation run with the
/// outer class.
const NESTED_ANNOTATION: &str = "Lorg/junit/jupiter/api/Nested;";

/// A test class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestClass {
    /// Internal name of the class.
    pub name: String,
    /// Framework that runs the tests.
    pub framework: Framework,
}

/// The facts about a class that decide whether it is a test class.
#[derive(Clone, Default)]
struct ClassFacts {
    /// Whether the class is neither abstract, nor an interface, nor synthetic.
    is_concrete: bool,
    /// Whether the class has the annotation `@Nested` of JUnit 5.
    is_nested: bool,
    /// Internal names of the superclass and the interfaces.
    parents: Vec<String>,
    /// Framework of the test annotations in the class.
    annotated_for: Option<Framework>,
    /// Whether the class declares a method that JUnit 3 runs as a test.
    has_test_method: bool,
}

impl TestClass {
    /// Returns whether a list contains the fully qualified name of the class.
    pub fn is_in(&self, names: &[String]) -> bool {
        names.contains(&self.name.replace('/', "."))
    }
}

/// Returns the test classes on the class path `path`, sorted by name. `libraries` contains further classes
/// that test classes can extend.
pub fn test_classes(path: &ClassPath, libraries: &ClassPath) -> Vec<TestClass> {
    let mut finder = Finder {
        bytes: &|name| path.bytes(name).or_else(|| libraries.bytes(name)),
        facts_by_name: BTreeMap::new(),
    };
    let mut frameworks = BTreeMap::new();
    for name in path.names() {
        if let Some(framework) = finder.framework(name) {
            frameworks.insert(finder.host(name), framework);
        }
    }
    frameworks.into_iter().map(|(name, framework)| TestClass { name, framework }).collect()
}

/// Decides which classes are test classes.
struct Finder<'a> {
    /// Returns the class file of the class with an internal name.
    bytes: &'a dyn Fn(&str) -> Option<Vec<u8>>,
    /// Facts about the classes that were read so far, by internal name.
    facts_by_name: BTreeMap<String, ClassFacts>,
}

impl Finder<'_> {
    /// Returns the framework that runs a class, if the class is a test class.
    fn framework(&mut self, name: &str) -> Option<Framework> {
        if !self.facts(name).is_concrete || is_anonymous_or_local(name) {
            return None;
        }
        let hierarchy = self.hierarchy(name);
        let annotated_for = hierarchy.iter().find_map(|it| self.facts(it).annotated_for);
        let extends_test_case = hierarchy.iter().any(|it| it == TEST_CASE_CLASS);
        let is_junit3 = extends_test_case && hierarchy.iter().any(|it| self.facts(it).has_test_method);
        annotated_for.or(is_junit3.then_some(Framework::JUnit4))
    }

    /// Returns a class with its superclasses and interfaces.
    fn hierarchy(&mut self, name: &str) -> Vec<String> {
        let mut hierarchy = vec![name.to_owned()];
        let mut next = 0;
        while let Some(parents) = hierarchy.get(next).map(|name| self.facts(name).parents) {
            let new_parents: Vec<String> =
                parents.into_iter().filter(|parent| !hierarchy.contains(parent)).collect();
            hierarchy.extend(new_parents);
            next += 1;
        }
        hierarchy
    }

    /// Returns the class that a test class runs with: the outer class for `@Nested` classes of JUnit 5,
    /// otherwise the test class itself.
    fn host(&mut self, name: &str) -> String {
        match name.rsplit_once('$') {
            Some((outer, _)) if self.facts(name).is_nested => self.host(outer),
            _ => name.to_owned(),
        }
    }

    fn facts(&mut self, name: &str) -> ClassFacts {
        if let Some(facts) = self.facts_by_name.get(name) {
            return facts.clone();
        }
        // A class of the JDK is on neither class path, and a damaged class cannot be read. Such classes have
        // the default facts.
        let facts = (self.bytes)(name)
            .and_then(|bytes| read_facts(&ClassFile::read(&bytes).ok()?).ok())
            .unwrap_or_default();
        self.facts_by_name.insert(name.to_owned(), facts.clone());
        facts
    }
}

/// Returns whether a class is anonymous or local.
fn is_anonymous_or_local(name: &str) -> bool {
    name.rsplit_once('$').is_some_and(|(_, simple)| simple.starts_with(|c: char| c.is_ascii_digit()))
}

fn read_facts(file: &ClassFile) -> classfile::Result<ClassFacts> {
    let constants = &file.constants;
    let class_annotations = annotations(&file.attributes, constants)?;
    let mut annotated_for = class_annotations.iter().find_map(|it| framework(it));
    let mut has_test_method = false;
    for method in &file.methods {
        let method_annotations = annotations(&method.attributes, constants)?;
        annotated_for = annotated_for.or(method_annotations.iter().find_map(|it| framework(it)));
        has_test_method |= is_test_method(method, constants)?;
    }
    let parents = file.interfaces.iter().copied().chain([file.super_class]).filter(|&index| index != 0);
    let name = |index| Ok(constants.class_name(index)?.to_str().into_owned());
    Ok(ClassFacts {
        is_concrete: file.access & (access::ABSTRACT | access::INTERFACE | access::SYNTHETIC) == 0,
        is_nested: class_annotations.iter().any(|it| it == NESTED_ANNOTATION),
        parents: parents.map(name).collect::<classfile::Result<_>>()?,
        annotated_for,
        has_test_method,
    })
}

fn is_test_method(method: &Member, constants: &ConstantPool) -> classfile::Result<bool> {
    let is_named_test = constants.utf8(method.name)?.0.starts_with(b"test");
    Ok(is_named_test && method.access & access::PUBLIC != 0 && constants.utf8(method.descriptor)? == "()V")
}

/// Returns the descriptors of the annotations that are visible at run time.
fn annotations(list: &[Attribute], constants: &ConstantPool) -> classfile::Result<Vec<String>> {
    let Some(attribute) = Attribute::find(list, "RuntimeVisibleAnnotations", constants) else {
        return Ok(Vec::new());
    };
    let descriptors = attributes::annotations(&attribute.data, constants)?;
    Ok(descriptors.into_iter().map(|it| it.to_str().into_owned()).collect())
}

/// Returns the framework that a test annotation belongs to. `descriptor` is the descriptor of the annotation.
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

/// Returns the classes that a test class or its nested classes mention. A mention of a nested class counts as
/// a mention of the outermost class, too. All names are internal names; the result contains only names in
/// `classes`.
pub fn mentioned_classes(path: &ClassPath, test: &str, classes: &BTreeSet<String>) -> BTreeSet<String> {
    let is_part =
        |name: &&str| name.strip_prefix(test).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'));
    let files = path.names().filter(is_part).filter_map(|name| ClassFile::read(&path.bytes(name)?).ok());
    let mut mentioned = BTreeSet::new();
    for file in files {
        for (_, constant) in file.constants.iter() {
            if let Constant::Utf8(text) = constant {
                add_mentioned(&text.to_str(), classes, &mut mentioned);
            }
        }
    }
    mentioned
}

/// Adds the classes that a name, a descriptor or a signature mentions.
fn add_mentioned(text: &str, classes: &BTreeSet<String>, mentioned: &mut BTreeSet<String>) {
    for part in text.split([';', '<']) {
        let after_l = part.match_indices('L').map(|(at, _)| &part[at + 1..]);
        for name in after_l.chain([part]) {
            let ends = name.match_indices('$').map(|(at, _)| at).chain([name.len()]);
            mentioned.extend(ends.filter_map(|end| classes.get(&name[..end]).cloned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: &[&str]) {
        let classes = ["demo/Foo", "demo/Foo$Bar"].map(str::to_owned).into();
        let mut mentioned = BTreeSet::new();
        add_mentioned(text, &classes, &mut mentioned);
        assert_eq!(mentioned.iter().map(String::as_str).collect::<Vec<_>>(), expect, "{text}");
    }

    #[test]
    fn names_and_descriptors_mention_classes() {
        check("demo/Foo", &["demo/Foo"]);
        check("demo/Foo$Bar", &["demo/Foo", "demo/Foo$Bar"]);
        check("(ILdemo/Foo;)V", &["demo/Foo"]);
        check("(ILdemo/Foo$Bar;)V", &["demo/Foo", "demo/Foo$Bar"]);
        check("Ljava/util/List<Ldemo/Foo<TT;>;>;", &["demo/Foo"]);
        check("demo/Food", &[]);
        check("org/demo/Foo", &[]);
    }
}
