//! Tests that the project has already: which there are, and what they cover of a class.

mod discovery;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use emit::Framework;
use tempfile::TempDir;
use types::{ClassPath, MethodId, World};

use crate::error::{Cause, Error};
pub use discovery::{TestClass, mentions};

/// Runs test classes by the frameworks that they are written for.
const RUNNER: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/existing.jar"));

/// The test classes of a run, and what they need.
pub struct ExistingTests {
    pub(crate) classes: Vec<TestClass>,
    /// What the option names.
    pub(crate) tests: ClassPath,
    /// The code under test and the tests.
    pub(crate) own: Arc<ClassPath>,
    /// What else the tests need.
    pub(crate) libraries: Arc<ClassPath>,
    /// The class that runs them.
    pub(crate) runner: World,
    _scratch: TempDir,
}

impl ExistingTests {
    /// Finds the tests on a class path, for the classes of a world. `libraries` are entries of the class path that only tests
    /// need.
    ///
    /// # Errors
    /// If there are no tests, or a test framework is missing.
    pub fn open(
        world: &World,
        tests: &[PathBuf],
        libraries: &[PathBuf],
        temporary: &Path,
    ) -> Result<ExistingTests, Error> {
        let path = ClassPath::open(tests).map_err(|error| of_option(&error))?;
        let (scratch, jar) = unpack(temporary).map_err(|error| Error::no_room(temporary, &error))?;
        let own: Vec<PathBuf> = world.class_path().entries().iter().chain(path.entries()).cloned().collect();
        let libraries: Vec<PathBuf> = [&jar].into_iter().chain(libraries).cloned().collect();
        let existing = ExistingTests {
            own: Arc::new(open(&own)?),
            libraries: Arc::new(open(&libraries)?),
            runner: World::new(open(&[jar])?, world.jdk().clone()),
            classes: Vec::new(),
            tests: path,
            _scratch: scratch,
        };
        let classes = discovery::test_classes(&existing.tests, &existing.libraries);
        existing.check(&classes).map_err(|message| of_option(&message))?;
        Ok(ExistingTests { classes, ..existing })
    }

    /// Whether there are tests, and all that runs them.
    fn check(&self, classes: &[TestClass]) -> Result<(), String> {
        if classes.is_empty() {
            let message = "no class there is a test class of JUnit or TestNG; name the folders and jars that the tests \
                           were compiled into";
            return Err(message.to_owned());
        }
        let has = |name: &&str| self.own.contains(name) || self.libraries.contains(name);
        for TestClass { name, framework } in classes {
            let (needed, advice) = needs(*framework);
            if !needed.iter().all(has) {
                return Err(format!("{} {advice} to --test-classpath", name.replace('/', ".")));
            }
        }
        Ok(())
    }

    /// A name for a test class in a package that no class there has: one as wanted, `FooTest`, if that is free.
    pub fn free_name(&self, package: &str, wanted: &str) -> String {
        let package =
            if package.is_empty() { String::new() } else { format!("{}/", package.replace('.', "/")) };
        let stem = wanted.strip_suffix("Test").unwrap_or(wanted);
        let others = (2..).map(|number| format!("{stem}Testudo{number}Test"));
        let mut names = [wanted.to_owned(), format!("{stem}TestudoTest")].into_iter().chain(others);
        names
            .find(|name| !self.tests.contains(&format!("{package}{name}")))
            .expect("there is no end of names")
    }

    /// The method of the runner for a framework.
    pub(crate) fn method(&self, framework: Framework) -> MethodId {
        let name = match framework {
            Framework::JUnit5 => "platform",
            Framework::JUnit4 => "junit4",
            Framework::TestNg => "testng",
        };
        let class = self.runner.class_named("testudo.existing.Tests").expect("it is in the jar");
        let methods = &self.runner.class(class).methods;
        let is_meant = |method: &&MethodId| &*self.runner.method(**method).name == name;
        *methods.iter().find(is_meant).expect("it has one for each framework")
    }
}

/// The classes that run tests of a framework, and what to say where they are missing.
fn needs(framework: Framework) -> (&'static [&'static str], &'static str) {
    match framework {
        Framework::JUnit5 => (
            &[
                "org/junit/platform/launcher/core/LauncherFactory",
                "org/junit/jupiter/engine/JupiterTestEngine",
            ],
            "is a test class of JUnit 5, and what runs it is on no class path; add the jars of junit-platform-launcher and \
             junit-jupiter-engine with what they depend on, or that of junit-platform-console-standalone,",
        ),
        Framework::JUnit4 => (
            &["org/junit/runner/JUnitCore", "org/hamcrest/SelfDescribing"],
            "is a test class of JUnit 4, which is on no class path; add the jars of junit and hamcrest",
        ),
        Framework::TestNg => (
            &["org/testng/TestNG"],
            "is a test class of TestNG, which is on no class path; add its jar and those that it depends on",
        ),
    }
}

fn open(entries: &[PathBuf]) -> Result<ClassPath, Error> {
    ClassPath::open(entries).map_err(|error| Error::class_path(&error))
}

/// Returns an error about the option that names existing tests.
fn of_option(message: &dyn std::fmt::Display) -> Error {
    Error::user(Cause::ClassPath, &format!("--existing-tests: {message}"))
}

fn unpack(temporary: &Path) -> std::io::Result<(TempDir, PathBuf)> {
    let scratch = TempDir::with_prefix_in("testudo-existing-", temporary)?;
    let jar = scratch.path().join("existing.jar");
    std::fs::write(&jar, RUNNER)?;
    Ok((scratch, jar))
}
