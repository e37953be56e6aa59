//! Existing tests of the project, and the libraries that run these tests.

mod carved;
mod discovery;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use emit::Framework;
use tempfile::TempDir;
use types::{ClassPath, MethodId, World};

use crate::class_path::open_class_path;
use crate::error::{Cause, Error};
pub use discovery::{TestClass, mentioned_classes};

/// The jar with the class `testudo.existing.Tests`, which starts the test frameworks.
const RUNNER: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/existing.jar"));

/// The existing test classes of a project, and the class paths that they need.
pub struct ExistingTests {
    /// The test classes, sorted by name.
    pub(crate) classes: Vec<TestClass>,
    /// The class path of `--existing-tests`.
    pub(crate) tests: ClassPath,
    /// The class path with the code under test and the existing tests.
    pub(crate) project: Arc<ClassPath>,
    /// The class path with the libraries that only the tests need, and with the jar that starts the test
    /// frameworks.
    pub(crate) libraries: Arc<ClassPath>,
    /// The types of the jar that starts the test frameworks.
    pub(crate) runner: World,
    /// Folder with the jar that starts the test frameworks. The folder is removed when this field is dropped.
    _scratch: TempDir,
}

impl ExistingTests {
    /// Finds the test classes on the class path `tests`. `libraries` are class path entries that only the
    /// tests need.
    ///
    /// # Errors
    /// Returns an error if a class path cannot be read, or a test framework is missing.
    pub fn open(
        world: &World,
        tests: &[PathBuf],
        libraries: &[PathBuf],
        temporary: &Path,
    ) -> Result<ExistingTests, Error> {
        let path = ClassPath::open(tests).map_err(|error| option_error(&error))?;
        let (scratch, jar) = unpack_runner(temporary)
            .map_err(|error| Error::unwritable_temporary_folder(temporary, &error))?;
        let project: Vec<PathBuf> =
            world.class_path().entries().iter().chain(path.entries()).cloned().collect();
        let libraries: Vec<PathBuf> = [&jar].into_iter().chain(libraries).cloned().collect();
        let existing = ExistingTests {
            project: Arc::new(open_class_path(&project)?),
            libraries: Arc::new(open_class_path(&libraries)?),
            runner: World::new(open_class_path(&[jar])?, world.jdk().clone()),
            classes: Vec::new(),
            tests: path,
            _scratch: scratch,
        };
        let classes = discovery::test_classes(&existing.tests, &existing.libraries);
        existing.check_frameworks(&classes).map_err(|message| option_error(&message))?;
        Ok(ExistingTests { classes, ..existing })
    }

    /// Returns these tests, or an error if there is no test class.
    pub fn require_test_class(self) -> Result<ExistingTests, Error> {
        if self.classes.is_empty() {
            let message = "this class path contains no test class of JUnit or TestNG; name the folders and jars of the \
                           compiled tests";
            return Err(option_error(&message));
        }
        Ok(self)
    }

    /// Checks that the frameworks of all test classes are on a class path.
    fn check_frameworks(&self, classes: &[TestClass]) -> Result<(), String> {
        let is_available = |name: &&str| self.project.contains(name) || self.libraries.contains(name);
        for TestClass { name, framework } in classes {
            let (needed, problem) = needed_classes(*framework);
            if !needed.iter().all(is_available) {
                return Err(format!("{} {problem} to --test-classpath", name.replace('/', ".")));
            }
        }
        Ok(())
    }

    /// Returns whether a request ignores all test classes, or there are none.
    pub fn are_all_ignored(&self, ignored: &[String]) -> bool {
        self.classes.iter().all(|class| class.is_in(ignored))
    }

    /// Returns a free name for a new test class: no existing test class of the package has this name. It is
    /// the wanted name, or a name that contains `Testudo`, such as `FooTestudoTest`.
    pub fn free_name(&self, package: &str, wanted: &str) -> String {
        let package =
            if package.is_empty() { String::new() } else { format!("{}/", package.replace('.', "/")) };
        test_class_names(wanted.strip_suffix("Test").unwrap_or(wanted))
            .find(|name| !self.tests.contains(&format!("{package}{name}")))
            .expect("there are infinitely many numbers")
    }

    /// Returns the method of `testudo.existing.Tests` that starts a framework.
    pub(crate) fn method(&self, framework: Framework) -> MethodId {
        let name = match framework {
            Framework::JUnit5 => "platform",
            Framework::JUnit4 => "junit4",
            Framework::TestNg => "testng",
        };
        let class = self.runner.class_named("testudo.existing.Tests").expect("the jar contains the class");
        let methods = &self.runner.class(class).methods;
        let has_name = |method: &&MethodId| &*self.runner.method(**method).name == name;
        *methods.iter().find(has_name).expect("the class has a method for each framework")
    }
}

/// Returns the possible names of the test class of a class, the preferred name first: `FooTest`,
/// `FooTestudoTest`, `FooTestudo2Test`, and so on. `class` is the simple name of the class.
pub fn test_class_names(class: &str) -> impl Iterator<Item = String> {
    let numbered = (2..).map(move |number| format!("{class}Testudo{number}Test"));
    [format!("{class}Test"), format!("{class}TestudoTest")].into_iter().chain(numbered)
}

/// Returns the classes that are needed to run tests of a framework, and the message if one of these classes
/// is missing. The message continues a sentence that begins with the name of a test class.
fn needed_classes(framework: Framework) -> (&'static [&'static str], &'static str) {
    match framework {
        Framework::JUnit5 => (
            &[
                "org/junit/platform/launcher/core/LauncherFactory",
                "org/junit/jupiter/engine/JupiterTestEngine",
            ],
            "is a test class of JUnit 5, but no class path contains the JUnit platform; add the jar of \
             junit-platform-console-standalone, or the jars of junit-platform-launcher and junit-jupiter-engine with their \
             dependencies,",
        ),
        Framework::JUnit4 => (
            &["org/junit/runner/JUnitCore", "org/hamcrest/SelfDescribing"],
            "is a test class of JUnit 4, but no class path contains JUnit 4; add the jars of junit and hamcrest",
        ),
        Framework::TestNg => (
            &["org/testng/TestNG"],
            "is a test class of TestNG, but no class path contains TestNG; add the jar of testng and the jars of its dependencies",
        ),
    }
}

/// Returns an error about the option `--existing-tests`.
fn option_error(message: &dyn std::fmt::Display) -> Error {
    Error::user(Cause::ClassPath, &format!("--existing-tests: {message}"))
}

/// Writes the jar that starts the test frameworks into a new temporary folder.
fn unpack_runner(temporary: &Path) -> std::io::Result<(TempDir, PathBuf)> {
    let scratch = vm::create_folder("testudo-existing-", temporary)?;
    let jar = scratch.path().join("existing.jar");
    std::fs::write(&jar, RUNNER)?;
    Ok((scratch, jar))
}
