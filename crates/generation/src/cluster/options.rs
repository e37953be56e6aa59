//! Optional features of test generation.

/// Features of test generation beyond calls with simple values. Each feature can be turned off to measure its
/// effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GenerationOptions {
    /// Implement interfaces, abstract classes and classes with protected constructors by lambdas and
    /// anonymous classes.
    pub stubs: bool,
    /// Fill collections, maps and files, and create JDK objects with arguments that their factories accept.
    pub content: bool,
    /// Pass values of the types that the code under test casts its inputs to.
    pub casts: bool,
    /// Mutate literals by hints: comparisons that the code under test performed.
    pub hints: bool,
    /// Create objects like objects that were created in earlier tests.
    pub recipes: bool,
    /// Prefer calls that can still cover a goal, and calls that prepare them.
    pub focus: bool,
}

impl Default for GenerationOptions {
    /// Turns on all features.
    fn default() -> GenerationOptions {
        GenerationOptions { stubs: true, content: true, casts: true, hints: true, recipes: true, focus: true }
    }
}
