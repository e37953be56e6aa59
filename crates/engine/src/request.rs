//! Requests to the engine. All types are plain data that serde can read.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use strum::{EnumMessage, EnumString, IntoStaticStr, VariantArray};

use crate::configuration::options::{Budget, SearchOptions};

/// The code under test and its environment: see [`Platform::open`](crate::Platform::open).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlatformRequest {
    /// Jars and folders with the code under test and its libraries.
    pub class_path: Vec<PathBuf>,
    /// Jars and folders that only the tests need, such as Mockito.
    pub test_class_path: Vec<PathBuf>,
    /// Jars and folders with existing tests. Testudo generates tests for the goals that the existing tests do
    /// not cover.
    pub existing_tests: Option<Vec<PathBuf>>,
    /// Whether `existing_tests` can contain no test class. By default, this is an error.
    pub can_lack_tests: bool,
    /// Names of the classes under test. If `tests.release` is `None`, these classes determine the Java
    /// release of the tests.
    pub classes: Vec<String>,
    /// Home folder of the JDK, version 8 or later; `None`: `JAVA_HOME`, or the JDK of `javac` on the `PATH`.
    pub jdk: Option<PathBuf>,
    /// Arguments of the JVMs that run code under test, such as `--add-opens=...`, `-Xss...` and system
    /// properties. JDK 8 gets no options that begin with `--`, because it does not know them.
    pub jvm_arguments: Vec<String>,
    /// Number of worker JVMs, at least 1; `None`: the number of processor cores minus one. The number of
    /// workers affects only the speed.
    pub workers: Option<usize>,
    /// Mode of the sandbox for the code under test.
    pub sandbox: Sandbox,
    /// Files and folders that the code under test may read in the sandbox, in addition to the class paths,
    /// the JDK, and the files of the system that JVMs need.
    pub readable: Vec<PathBuf>,
    /// Working folder of the existing tests; `None`: an empty folder.
    pub working_folder: Option<PathBuf>,
    /// Parent folder of the folder for temporary files; `None`: the temporary folder of the operating system.
    pub temporary: Option<PathBuf>,
    /// Style of the generated tests.
    pub tests: TestStyle,
}

/// Mode of the sandbox for the code under test.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    EnumString,
    EnumMessage,
    IntoStaticStr,
    VariantArray,
    Serialize,
    Deserialize,
)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum Sandbox {
    /// Uses the whole sandbox. Runs no code if the system does not offer a part of it.
    #[default]
    On,
    /// Uses the parts of the sandbox that the system offers, and warns about missing parts.
    Weak,
    /// Runs the code without a sandbox.
    Off,
}

/// Style of the generated tests: libraries, parameterized tests and Java release.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct TestStyle {
    /// Test framework.
    pub framework: Framework,
    /// Assertion library.
    pub assertions: Assertions,
    /// How tests implement interfaces.
    pub mocks: Mocks,
    /// Whether tests that differ only in literals become one parameterized test. This option has an effect
    /// only with JUnit 5.
    pub parameterized: bool,
    /// Whether the tests of a method with more than eight tests form a nested class. This option has an
    /// effect only with JUnit 5.
    pub nested: bool,
    /// Java release of the test source, from 8 to 25; `None`: the newest release that a class under test was
    /// compiled for.
    pub release: Option<u8>,
}

/// A test framework.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    EnumString,
    EnumMessage,
    IntoStaticStr,
    VariantArray,
    Serialize,
    Deserialize,
)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum Framework {
    /// JUnit 5 or later.
    #[default]
    Junit5,
    /// JUnit 4.13.
    Junit4,
    /// JUnit 4.12 or earlier.
    #[strum(serialize = "junit4.12")]
    #[serde(rename = "junit4.12")]
    Junit412,
    /// TestNG 7.
    Testng,
}

/// An assertion library.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    EnumString,
    EnumMessage,
    IntoStaticStr,
    VariantArray,
    Serialize,
    Deserialize,
)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum Assertions {
    /// The assertions of the test framework.
    #[default]
    Plain,
    /// AssertJ 3.
    Assertj,
    /// Hamcrest. Exceptions are asserted with the test framework.
    Hamcrest,
}

/// How tests implement interfaces.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    EnumString,
    EnumMessage,
    IntoStaticStr,
    VariantArray,
    Serialize,
    Deserialize,
)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum Mocks {
    /// Tests implement interfaces with lambdas and anonymous classes.
    #[default]
    Plain,
    /// Tests implement interfaces with Mockito, which must be on one of the class paths.
    Mockito,
}

impl TestStyle {
    /// Returns the style as a value of the crate `emit`.
    pub(crate) fn dialect(&self) -> emit::Dialect {
        emit::Dialect {
            framework: match self.framework {
                Framework::Junit5 => emit::Framework::JUnit5,
                Framework::Junit4 | Framework::Junit412 => emit::Framework::JUnit4,
                Framework::Testng => emit::Framework::TestNg,
            },
            assertions: match self.assertions {
                Assertions::Plain => emit::Assertions::Plain,
                Assertions::Assertj => emit::Assertions::AssertJ,
                Assertions::Hamcrest => emit::Assertions::Hamcrest,
            },
            mocks: match self.mocks {
                Mocks::Plain => emit::Mocks::Plain,
                Mocks::Mockito => emit::Mocks::Mockito,
            },
            style: if self.parameterized { emit::Style::Parameterized } else { emit::Style::Plain },
            nested: self.nested,
            release: self.release,
            declares_assert_throws: self.framework == Framework::Junit412,
        }
    }
}

/// A request for the tests of one class: see [`generate`](crate::generate()).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Request {
    /// Binary name of the class under test, such as `com.acme.Outer$Inner`.
    pub class: String,
    /// Options of the search.
    pub search: SearchOptions,
    /// Budget of the search.
    pub budget: Budget,
    /// Seed of the random numbers. If the budget does not limit the time, the same seed produces the same
    /// file.
    pub seed: u64,
    /// How thoroughly tests are checked before they are written.
    pub verify: Verify,
    /// What happens to tests that show suspicious behaviour.
    pub suspicious: SuspiciousTests,
    /// Whether a comment above each test names the goals that only this test covers.
    pub reasons: bool,
    /// Whether the run ends after the first search and writes no file.
    pub search_only: bool,
    /// Root folder of the test file. The engine writes the file into the subfolder of its package.
    pub output: PathBuf,
    /// Simple name of the test class. `None`: the engine chooses a name that no other test class has.
    pub test_class: Option<String>,
    /// Text that identifies the version of the class and the options. The header of the test file contains
    /// it, so that a later run can find out whether they have changed.
    pub fingerprint: Option<String>,
    /// Fully qualified names of test classes that do not count as existing tests, such as the test classes
    /// that an earlier run generated.
    pub ignored_tests: Vec<String>,
    /// Whether the engine replaces a test file even if a person edited it.
    pub force: bool,
    /// Time limit of the steps after the search, if the budget limits the time of the search. `None`: about 4
    /// s, or about 13 s for a class with more than 1,000 goals.
    pub finish_time: Option<Duration>,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            class: String::new(),
            search: SearchOptions::default(),
            budget: Budget::default(),
            seed: 0,
            verify: Verify::default(),
            suspicious: SuspiciousTests::default(),
            reasons: false,
            search_only: false,
            output: PathBuf::from("testudo-tests"),
            test_class: None,
            fingerprint: None,
            ignored_tests: Vec::new(),
            force: false,
            finish_time: None,
        }
    }
}

/// How thoroughly tests are checked before they are written.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    EnumString,
    EnumMessage,
    IntoStaticStr,
    VariantArray,
    Serialize,
    Deserialize,
)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum Verify {
    /// Runs the tests several times: in order; in reverse order in another environment (locale, time zone and
    /// encoding); each test with newly loaded classes; and after a test that changes static fields.
    #[default]
    Standard,
    /// Also runs the tests in shuffled orders and in more environments, and each test in its own JVM. These
    /// runs have no time limit.
    Thorough,
}

impl Verify {
    /// Returns the effort of the verification as a value of the crate `suite`.
    pub(crate) fn effort(self) -> suite::verify::Effort {
        match self {
            Verify::Standard => suite::verify::Effort::Standard,
            Verify::Thorough => suite::verify::Effort::Thorough,
        }
    }
}

/// What happens to tests that show suspicious behaviour, such as an unexpected `NullPointerException`.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    EnumString,
    EnumMessage,
    IntoStaticStr,
    VariantArray,
    Serialize,
    Deserialize,
)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum SuspiciousTests {
    /// The report contains these tests, and the test file does not. If no other test remains, the file
    /// contains them.
    #[default]
    Report,
    /// The test file contains these tests, and a comment marks them.
    Keep,
}

impl SuspiciousTests {
    /// Returns the value of the crate `suite`.
    pub(crate) fn in_suite(self) -> suite::verify::SuspiciousTests {
        match self {
            SuspiciousTests::Report => suite::verify::SuspiciousTests::Remove,
            SuspiciousTests::Keep => suite::verify::SuspiciousTests::Keep,
        }
    }
}
