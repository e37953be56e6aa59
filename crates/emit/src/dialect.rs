//! Libraries, style and Java release of a test class.

use crate::ast::ClassName;

/// Libraries, style and Java release of a test class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dialect {
    /// Test framework.
    pub framework: Framework,
    /// Assertion library.
    pub assertions: Assertions,
    /// Way to implement interfaces in a test.
    pub mocks: Mocks,
    /// Treatment of tests that differ only in literals.
    pub style: Style,
    /// Whether the tests of a method with many tests form a nested class. Only [`Framework::JUnit5`] supports
    /// nested classes; the other frameworks ignore this.
    pub nested: bool,
    /// Java release, at least 8, that limits the language features and the JDK classes of the source. `None`
    /// means the release of the class under test.
    pub release: Option<u8>,
    /// Whether the test class declares the method `assertThrows`, because the framework is JUnit 4.12 or
    /// earlier.
    pub declares_assert_throws: bool,
}

/// First Java release with `var`.
pub(crate) const VAR_RELEASE: u16 = 10;
/// First Java release with text blocks.
pub(crate) const TEXT_BLOCK_RELEASE: u16 = 15;

/// Test framework.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Framework {
    /// JUnit 5 and later.
    #[default]
    JUnit5,
    /// JUnit 4.13.
    JUnit4,
    /// TestNG 7.
    TestNg,
}

/// Assertion library.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Assertions {
    /// Assertions of the test framework.
    #[default]
    Plain,
    /// AssertJ 3.
    AssertJ,
    /// Hamcrest. Assertions of exceptions use the test framework.
    Hamcrest,
}

/// Way to implement interfaces in a test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mocks {
    /// Lambdas and anonymous classes.
    #[default]
    Plain,
    /// Mockito mocks. Functional interfaces of the JDK remain lambdas.
    Mockito,
}

/// Treatment of tests that differ only in literals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Each test is a method.
    #[default]
    Plain,
    /// Three or more tests that differ only in literals become one parameterized test. Only
    /// [`Framework::JUnit5`] supports this style; the other frameworks use [`Style::Plain`].
    Parameterized,
}

impl Dialect {
    /// Returns whether tests that differ only in literals become one parameterized test.
    pub(crate) fn is_parameterized(self) -> bool {
        self.style == Style::Parameterized && self.framework == Framework::JUnit5
    }

    /// Returns whether the tests of a method with many tests form a nested class.
    pub(crate) fn has_nested_classes(self) -> bool {
        self.nested && self.framework == Framework::JUnit5
    }
}

impl Framework {
    /// Returns the annotation of a test method.
    pub(crate) fn test_annotation(self) -> ClassName {
        match self {
            Framework::JUnit5 => ClassName::top_level("org.junit.jupiter.api", "Test"),
            Framework::JUnit4 => ClassName::top_level("org.junit", "Test"),
            Framework::TestNg => ClassName::top_level("org.testng.annotations", "Test"),
        }
    }

    /// Returns the class that declares the assertions.
    pub(crate) fn assertion_class(self) -> ClassName {
        match self {
            Framework::JUnit5 => ClassName::top_level("org.junit.jupiter.api", "Assertions"),
            Framework::JUnit4 => ClassName::top_level("org.junit", "Assert"),
            Framework::TestNg => ClassName::top_level("org.testng", "Assert"),
        }
    }

    /// Returns the access modifier of test classes and test methods; empty for JUnit 5.
    pub(crate) fn modifier(self) -> &'static str {
        match self {
            Framework::JUnit5 => "",
            Framework::JUnit4 | Framework::TestNg => "public",
        }
    }
}
