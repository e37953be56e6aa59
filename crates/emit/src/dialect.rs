//! The libraries that a test class is written with.

use crate::java::ClassName;

/// How a test class is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dialect {
    /// What runs its tests.
    pub framework: Framework,
    /// What it says in what it expects.
    pub assertions: Assertions,
    /// What objects of interfaces are made with.
    pub mocks: Mocks,
    /// What becomes of tests that differ only in literals.
    pub style: Style,
    /// The Java release, from 8 on, that it is for: its language and its library. `None` for the language of the class
    /// that it tests and the library of the JDK at hand.
    pub release: Option<u8>,
}

/// The first release with `var`.
pub(crate) const VAR: u16 = 10;
/// The first release with text blocks.
pub(crate) const TEXT_BLOCKS: u16 = 15;

/// What runs tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Framework {
    /// JUnit 5 and newer.
    #[default]
    JUnit5,
    /// JUnit 4.13.
    JUnit4,
    /// TestNG 7.
    TestNg,
}

/// What says what is expected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Assertions {
    /// The assertions of the framework.
    #[default]
    Plain,
    /// AssertJ 3.
    AssertJ,
    /// Hamcrest, but for exceptions, of which the framework speaks.
    Hamcrest,
}

/// What objects of interfaces are made with, where the test makes them itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mocks {
    /// Lambdas and anonymous classes.
    #[default]
    Plain,
    /// Mockito; lambdas where the JDK has the interface.
    Mockito,
}

/// What becomes of tests that differ only in literals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// They are kept apart.
    #[default]
    Plain,
    /// Three and more become one with parameters, if the framework is [`Framework::JUnit5`].
    Parameterized,
}

impl Dialect {
    /// Whether tests that differ only in literals become one.
    pub(crate) fn has_parameters(self) -> bool {
        self.style == Style::Parameterized && self.framework == Framework::JUnit5
    }
}

impl Framework {
    /// The annotation of a test.
    pub(crate) fn test(self) -> ClassName {
        match self {
            Framework::JUnit5 => ClassName::top("org.junit.jupiter.api", "Test"),
            Framework::JUnit4 => ClassName::top("org.junit", "Test"),
            Framework::TestNg => ClassName::top("org.testng.annotations", "Test"),
        }
    }

    /// The class of its assertions.
    pub(crate) fn assertions(self) -> ClassName {
        match self {
            Framework::JUnit5 => ClassName::top("org.junit.jupiter.api", "Assertions"),
            Framework::JUnit4 => ClassName::top("org.junit", "Assert"),
            Framework::TestNg => ClassName::top("org.testng", "Assert"),
        }
    }

    /// The modifier of test classes and of their tests.
    pub(crate) fn modifier(self) -> &'static str {
        match self {
            Framework::JUnit5 => "",
            Framework::JUnit4 | Framework::TestNg => "public",
        }
    }
}
