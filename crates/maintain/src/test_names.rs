//! The names of test classes, and the files that contain them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::pattern::simple_name;

/// Extensions of the sources of tests.
const EXTENSIONS: [&str; 4] = ["java", "kt", "groovy", "scala"];

/// Chooses the names of the test classes of a module.
///
/// The test class of `Foo` is `FooTest`. If a person's file has this name, it is `FooTestudoTest`, then
/// `FooTestudo2Test`, and so on.
pub(crate) struct TestNames<'a> {
    /// The folder for the tests.
    root: &'a Path,
    /// The folders with the sources of tests that people wrote.
    other_roots: &'a [PathBuf],
    /// The qualified names of the classes of the module.
    classes: &'a [String],
    /// The qualified names of test classes that other classes want or have.
    taken: BTreeSet<String>,
}

/// A test class and its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TestName {
    /// The simple name.
    pub name: String,
    /// The fully qualified name.
    pub qualified: String,
    /// The path of the file.
    pub path: PathBuf,
    /// The content of the file that an earlier run wrote, if there is one.
    pub earlier: Option<String>,
}

impl<'a> TestNames<'a> {
    /// `classes` are the qualified names of all top-level classes of the module.
    pub(crate) fn new(root: &'a Path, other_roots: &'a [PathBuf], classes: &'a [String]) -> TestNames<'a> {
        let taken = classes.iter().map(|class| format!("{class}Test")).collect();
        TestNames { root, other_roots, classes, taken }
    }

    /// Returns the test class of a class with a qualified name.
    pub(crate) fn choose(&mut self, class: &str) -> TestName {
        let simple = simple_name(class);
        let package = class.strip_suffix(simple).unwrap_or_default();
        let wanted = format!("{class}Test");
        let is_available = |name: &String| {
            let qualified = format!("{package}{name}");
            qualified == wanted || !self.taken.contains(&qualified)
        };
        let mut names = engine::test_class_names(simple).filter(is_available);
        let chosen =
            names.find_map(|name| self.free(package, &name)).expect("there are infinitely many numbers");
        self.taken.insert(chosen.qualified.clone());
        chosen
    }

    /// Returns a test class if neither a class of the module nor a person's file has its name.
    fn free(&self, package: &str, name: &str) -> Option<TestName> {
        let qualified = format!("{package}{name}");
        if self.classes.contains(&qualified) {
            return None;
        }
        let file = |root: &Path, extension: &str| {
            root.join(package.replace('.', "/")).join(format!("{name}.{extension}"))
        };
        let path = file(self.root, "java");
        let earlier = match fs::read(&path) {
            Ok(bytes) => Some(String::from_utf8(bytes).ok().filter(|text| emit::is_generated(text))?),
            Err(_) => None,
        };
        let roots = self.other_roots.iter().map(PathBuf::as_path).chain([self.root]);
        let mut others = roots.flat_map(|root| EXTENSIONS.map(|extension| file(root, extension)));
        let is_taken = others.any(|other| other != path && other.exists());
        (!is_taken).then(|| TestName { name: name.to_owned(), qualified, path, earlier })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GENERATED: &str = "// Testudo: 0123456789abcdef\nclass T {}\n";

    /// Returns the name for the tests of `class` in a folder with some files.
    #[track_caller]
    fn check(classes: &[&str], files: &[(&str, &str)], class: &str, expected: &str) {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let classes: Vec<String> = classes.iter().map(|&class| class.to_owned()).collect();
        let (root, other) = (folder.path().join("java"), [folder.path().join("other")]);
        let chosen = TestNames::new(&root, &other, &classes).choose(class);
        assert_eq!(chosen.name, expected);
        assert_eq!(chosen.path.file_stem().unwrap().to_str(), Some(expected));
    }

    #[test]
    fn the_test_class_is_named_after_the_class() {
        check(&["a.Foo"], &[], "a.Foo", "FooTest");
        check(&["Foo"], &[], "Foo", "FooTest");
    }

    #[test]
    fn a_file_that_an_earlier_run_wrote_is_used_again() {
        check(&["a.Foo"], &[("java/a/FooTest.java", GENERATED)], "a.Foo", "FooTest");
    }

    #[test]
    fn a_person_s_file_in_any_language_and_folder_is_not_touched() {
        check(&["a.Foo"], &[("java/a/FooTest.java", "class FooTest {}")], "a.Foo", "FooTestudoTest");
        check(&["a.Foo"], &[("other/a/FooTest.kt", "class FooTest")], "a.Foo", "FooTestudoTest");
        let files = [("java/a/FooTest.java", ""), ("java/a/FooTestudoTest.java", "")];
        check(&["a.Foo"], &files, "a.Foo", "FooTestudo2Test");
    }

    #[test]
    fn the_name_that_another_class_wants_is_not_used() {
        let files = [("java/a/FooTest.java", "")];
        check(&["a.Foo", "a.FooTestudo"], &files, "a.Foo", "FooTestudo2Test");
        check(&["a.Foo", "a.FooTestudoTest"], &files, "a.Foo", "FooTestudo2Test");
        check(&["a.Foo", "a.FooTest"], &[], "a.Foo", "FooTestudoTest");
    }
}
