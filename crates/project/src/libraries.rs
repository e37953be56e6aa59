//! Detects the test libraries of a module: its framework, its assertion library and Mockito.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;

use zip::ZipArchive;

use crate::Module;
use crate::files::files;

/// The libraries that tests of a module can use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestLibraries {
    /// The test framework. `None` if no framework is on the class path of the tests.
    pub framework: Option<Framework>,
    /// The assertion library that more than half of the module's own tests import.
    pub assertions: AssertionLibrary,
    /// Whether JUnit 3 or 4 is on the class path of the tests. Tests of JUnit 3 also run with JUnit 4.
    pub has_junit3_api: bool,
    /// Whether Mockito is on the class path of the tests, and a test of the module imports it or the module
    /// has no tests.
    pub uses_mockito: bool,
}

/// A test framework. If several frameworks are on the class path of the tests, the framework that most of the
/// module's own tests import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framework {
    /// JUnit Jupiter.
    Jupiter {
        /// The major version, such as 5 or 6. `None` if the name of the jar contains no version.
        version: Option<u8>,
        /// Whether `junit-jupiter-params` is available, which parameterized tests need.
        has_params: bool,
    },
    /// JUnit 4.
    JUnit4 {
        /// Whether the version is 4.13 or later, which has `assertThrows`.
        has_assert_throws: bool,
    },
    /// TestNG.
    TestNg,
}

/// A library for assertions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssertionLibrary {
    /// The assertions of the test framework.
    Framework,
    /// AssertJ.
    AssertJ,
    /// Hamcrest.
    Hamcrest,
}

/// The classes that show that a library is available.
const JUPITER: &str = "org/junit/jupiter/api/Test.class";
const JUPITER_PARAMS: &str = "org/junit/jupiter/params/ParameterizedTest.class";
const JUNIT3: &str = "junit/framework/TestCase.class";
const JUNIT4: &str = "org/junit/Test.class";
const JUNIT4_13: &str = "org/junit/function/ThrowingRunnable.class";
const TESTNG: &str = "org/testng/annotations/Test.class";
const ASSERTJ: &str = "org/assertj/core/api/Assertions.class";
const HAMCREST: &str = "org/hamcrest/MatcherAssert.class";
const MOCKITO: &str = "org/mockito/Mockito.class";

/// An entry of the class path of the tests that contains classes of libraries.
struct Entry<'a> {
    path: &'a Path,
    /// Those of the classes above that the entry contains.
    classes: Vec<&'static str>,
}

/// The number of test sources that import each library.
#[derive(Default)]
struct Imports {
    tests: usize,
    jupiter: usize,
    junit4: usize,
    testng: usize,
    assertj: usize,
    hamcrest: usize,
    mockito: usize,
}

impl Module {
    /// Detects the test libraries. Entries of the class path and sources that cannot be read are ignored.
    pub fn libraries(&self) -> TestLibraries {
        let entries: Vec<Entry> =
            self.test_class_path.iter().chain(&self.class_path).map(|path| Entry::read(path)).collect();
        let has = |class: &str| entries.iter().any(|entry| entry.contains(class));
        let imports = self.imports();
        let is_usual = |count: usize| 2 * count > imports.tests;
        let assertions = if has(ASSERTJ) && is_usual(imports.assertj) {
            AssertionLibrary::AssertJ
        } else if has(HAMCREST) && is_usual(imports.hamcrest) {
            AssertionLibrary::Hamcrest
        } else {
            AssertionLibrary::Framework
        };
        TestLibraries {
            framework: framework(&entries, &imports),
            assertions,
            has_junit3_api: has(JUNIT3),
            uses_mockito: has(MOCKITO) && (imports.mockito > 0 || imports.tests == 0),
        }
    }

    fn imports(&self) -> Imports {
        let mut imports = Imports::default();
        for root in &self.test_source_roots {
            for extension in ["java", "kt", "groovy"] {
                for file in files(root, extension).unwrap_or_default() {
                    imports.add(&fs::read(file).unwrap_or_default());
                }
            }
        }
        imports
    }
}

fn framework(entries: &[Entry], imports: &Imports) -> Option<Framework> {
    let find = |class: &str| entries.iter().find(|entry| entry.contains(class));
    let jupiter = find(JUPITER).map(|entry| Framework::Jupiter {
        version: entry.major_version("junit-jupiter-api-"),
        has_params: find(JUPITER_PARAMS).is_some(),
    });
    let junit4 = find(JUNIT4).map(|entry| Framework::JUnit4 { has_assert_throws: entry.contains(JUNIT4_13) });
    let candidates = [
        (find(TESTNG).map(|_| Framework::TestNg), imports.testng),
        (junit4, imports.junit4),
        (jupiter, imports.jupiter),
    ];
    // Of several frameworks with the same number of imports, the last one is the result.
    let available = candidates.into_iter().filter(|(framework, _)| framework.is_some());
    available.max_by_key(|(_, count)| *count).and_then(|(framework, _)| framework)
}

impl Entry<'_> {
    fn read(path: &Path) -> Entry<'_> {
        let mut classes =
            vec![JUPITER, JUPITER_PARAMS, JUNIT3, JUNIT4, JUNIT4_13, TESTNG, ASSERTJ, HAMCREST, MOCKITO];
        if path.is_dir() {
            classes.retain(|class| path.join(class).is_file());
        } else {
            let archive = File::open(path).ok().and_then(|file| ZipArchive::new(BufReader::new(file)).ok());
            classes.retain(|class| archive.as_ref().is_some_and(|it| it.index_for_name(class).is_some()));
        }
        Entry { path, classes }
    }

    fn contains(&self, class: &str) -> bool {
        self.classes.contains(&class)
    }

    /// Returns the first number of the version in the name of a jar. `prefix` is the name before the version.
    fn major_version(&self, prefix: &str) -> Option<u8> {
        let name = self.path.file_name()?.to_str()?;
        name.strip_prefix(prefix)?.split('.').next()?.parse().ok()
    }
}

impl Imports {
    /// Counts the imports of a source. A source without an import of a test framework is no test.
    fn add(&mut self, source: &[u8]) {
        let source = String::from_utf8_lossy(source);
        let names: Vec<&str> = source.lines().filter_map(imported_name).collect();
        let imports = |prefix: &str| names.iter().any(|name| name.starts_with(prefix));
        let jupiter = imports("org.junit.jupiter.");
        let testng = imports("org.testng.");
        let is_junit4 = |name: &&str| {
            let rest = name.strip_prefix("org.junit.");
            name.starts_with("junit.framework.")
                || rest.is_some_and(|rest| !["jupiter.", "platform."].iter().any(|it| rest.starts_with(it)))
        };
        let junit4 = names.iter().any(is_junit4);
        if jupiter || testng || junit4 {
            self.tests += 1;
            self.jupiter += usize::from(jupiter);
            self.testng += usize::from(testng);
            self.junit4 += usize::from(junit4);
            self.assertj += usize::from(imports("org.assertj.core."));
            self.hamcrest += usize::from(imports("org.hamcrest."));
            self.mockito += usize::from(imports("org.mockito."));
        }
    }
}

/// Returns the name in an import declaration. Returns `None` for another line.
fn imported_name(line: &str) -> Option<&str> {
    let name = line.trim().strip_prefix("import ")?.trim_start();
    Some(name.strip_prefix("static ").unwrap_or(name).trim_start())
}
