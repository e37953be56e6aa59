//! Members of the test class that restore the standard output after each test.

use super::FileWriter;
use super::pinned_settings::{annotations, attribute};
use crate::ast::{ClassName, TestMethod, java_lang};
use crate::dialect::Framework;
use crate::names::UniqueNames;

impl FileWriter<'_> {
    /// Writes a field with the standard output, and a method that restores the standard output after each
    /// test.
    pub(super) fn restore_standard_output(&mut self, framework: Framework, methods: &[TestMethod]) {
        let mut names = UniqueNames::new(methods.iter().map(|method| method.name.clone()));
        let (package, _, after) = annotations(framework);
        let after = self.imports.name(&ClassName::top_level(package, after));
        let stream = self.imports.name(&ClassName::top_level("java.io", "PrintStream"));
        let system = self.imports.name(&java_lang("System"));
        let modifier = framework.modifier();
        let method = format!("{modifier} void {}() {{", names.generate("restoreStandardOutput"));
        self.member(vec![
            format!("private final {stream} standardOutput = {system}.out;"),
            String::new(),
            format!("@{after}{}", attribute(framework)),
            method.trim_start().to_owned(),
            format!("  {system}.setOut(standardOutput);"),
            "}".to_owned(),
        ]);
    }
}
