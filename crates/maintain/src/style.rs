//! The style of the tests of a module: what the command line names, otherwise what the module's own tests
//! use.

use engine::{Assertions, Framework, Mocks, TestStyle};
use project::{AssertionLibrary, Module, TestLibraries};

/// Options of the style. `None`: as the module's own tests.
#[derive(Clone, Debug, Default)]
pub struct StyleOptions {
    /// Test framework.
    pub framework: Option<Framework>,
    /// Assertion library.
    pub assertions: Option<Assertions>,
    /// How tests implement interfaces.
    pub mocks: Option<Mocks>,
    /// Whether tests that differ only in literals become one parameterized test, if the module has the
    /// library that this needs.
    pub parameterized: bool,
    /// Java release of the tests.
    pub release: Option<u8>,
}

/// Oldest Java release that Testudo writes tests for.
const OLDEST_RELEASE: u8 = 8;
/// Newest Java release that Testudo writes tests for.
const NEWEST_RELEASE: u8 = 25;

/// Returns the style of the tests of a module. Returns `None` if the module has no test framework, and the
/// options name none.
pub(crate) fn style(module: &Module, options: &StyleOptions) -> Option<TestStyle> {
    let TestLibraries { framework, assertions, uses_mockito, .. } = module.libraries();
    let detected = framework.map(|framework| match framework {
        project::Framework::Jupiter { .. } => Framework::Junit5,
        project::Framework::JUnit4 { has_assert_throws: true } => Framework::Junit4,
        project::Framework::JUnit4 { has_assert_throws: false } => Framework::Junit412,
        project::Framework::TestNg => Framework::Testng,
    });
    let has_params = !matches!(framework, Some(project::Framework::Jupiter { has_params: false, .. }));
    Some(TestStyle {
        framework: options.framework.or(detected)?,
        assertions: options.assertions.unwrap_or(match assertions {
            AssertionLibrary::Framework => Assertions::Plain,
            AssertionLibrary::AssertJ => Assertions::Assertj,
            AssertionLibrary::Hamcrest => Assertions::Hamcrest,
        }),
        mocks: options.mocks.unwrap_or(if uses_mockito { Mocks::Mockito } else { Mocks::Plain }),
        parameterized: options.parameterized && has_params,
        // Build tools do not run nested classes in every case if they run one named test class.
        nested: false,
        release: options
            .release
            .or_else(|| module.release.map(|release| release.clamp(OLDEST_RELEASE, NEWEST_RELEASE))),
    })
}

/// Returns what to add to the build file of a module that has no test framework.
pub fn missing_framework(module: &Module, build: &project::Build) -> String {
    if module.libraries().has_junit3_api {
        return format!(
            "the module {} uses JUnit 3, but the tests of Testudo need JUnit 4 or later; use version 4.13.2 of \
             junit:junit in its build file; tests of JUnit 3 also run with it; then run Testudo again",
            module.name
        );
    }
    let lines = match build {
        project::Build::Maven { .. } => {
            "<dependency>\n  <groupId>org.junit.jupiter</groupId>\n  <artifactId>junit-jupiter</artifactId>\n  \
             <version>5.14.1</version>\n  <scope>test</scope>\n</dependency>"
        }
        project::Build::Gradle { .. } => {
            "dependencies {\n  testImplementation 'org.junit.jupiter:junit-jupiter:5.14.1'\n  \
             testRuntimeOnly 'org.junit.platform:junit-platform-launcher:1.14.1'\n}\ntest { useJUnitPlatform() }"
        }
    };
    format!(
        "the module {} has no test framework on its test class path: neither JUnit 4 or later nor TestNG; add these \
         lines to its build file, then run Testudo again:\n{lines}",
        module.name
    )
}
