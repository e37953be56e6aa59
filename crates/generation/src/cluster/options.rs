//! Optional features of test generation.

/// Features of test generation beyond calls with simple values. Each feature can be turned off to measure its
/// effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GenerationOptions {
    /// Whether tests implement interfaces, abstract classes and classes with protected constructors by
    /// lambdas and anonymous classes.
    pub stubs: bool,
    /// Whether tests fill collections, maps and files, and call JDK methods with arguments that these methods
    /// accept.
    pub content: bool,
    /// Whether arrays of increasing numbers are more likely than by chance, and whether the search prefers
    /// ordinary tests: tests that are fast, read no clock, and contain only ordinary literals.
    pub ordinary_tests: bool,
    /// Whether tests pass values of the types that the code under test casts its inputs to.
    pub casts: bool,
    /// Whether hints guide the mutation of literals. A hint contains the operands of a failed comparison in
    /// the code under test.
    pub hints: bool,
    /// Whether tests create objects by copying statements that created such objects in earlier tests.
    pub recipes: bool,
    /// Whether random choice prefers calls that can still cover a goal, and calls that change state that
    /// uncovered code reads.
    pub focus: bool,
}

impl Default for GenerationOptions {
    /// Turns on all features.
    fn default() -> GenerationOptions {
        GenerationOptions {
            stubs: true,
            content: true,
            ordinary_tests: true,
            casts: true,
            hints: true,
            recipes: true,
            focus: true,
        }
    }
}
