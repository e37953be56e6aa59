//! Members of the test class for JUnit 4.12 and earlier: the assertion that code throws an exception.

use super::FileWriter;
use crate::ast::java_lang;

/// Name of the method.
pub(super) const METHOD: &str = "assertThrows";
/// Name of the interface of the code.
pub(super) const INTERFACE: &str = "ThrowingRunnable";

impl FileWriter<'_> {
    /// Writes the method `assertThrows` and the interface of its second parameter, as JUnit 4.13 declares
    /// them.
    pub(super) fn assert_throws(&mut self) {
        let name = |class| self.imports.name(&java_lang(class));
        let (class, throwable, error) = (name("Class"), name("Throwable"), name("AssertionError"));
        let method = format!("{METHOD}({class}<T> expected, {INTERFACE} code)");
        self.member(vec![
            format!("private interface {INTERFACE} {{"),
            format!("  void run() throws {throwable};"),
            "}".to_owned(),
        ]);
        self.member(vec![
            format!("private static <T extends {throwable}> T {method} {{"),
            "  try {".to_owned(),
            "    code.run();".to_owned(),
            format!("  }} catch ({throwable} thrown) {{"),
            "    if (expected.isInstance(thrown)) {".to_owned(),
            "      return expected.cast(thrown);".to_owned(),
            "    }".to_owned(),
            format!("    throw new {error}(\"expected \" + expected + \", not \" + thrown, thrown);"),
            "  }".to_owned(),
            format!("  throw new {error}(\"expected \" + expected);"),
            "}".to_owned(),
        ]);
    }
}
