//! Field of the test class for the folder with temporary files.

use super::FileWriter;
use crate::ast::{ClassName, TestMethod};
use crate::dialect::Framework;
use crate::names::{TEMP_DIR, UniqueNames};

impl FileWriter<'_> {
    /// Writes the declaration of the field for the folder with temporary files. JUnit creates a new folder
    /// before each test, and deletes it afterwards. For TestNG, also writes the methods that do this.
    pub(super) fn temp_dir(&mut self, framework: Framework, methods: &[TestMethod]) {
        let name = |package, class| self.imports.name(&ClassName::top_level(package, class));
        let path = || name("java.nio.file", "Path");
        let lines = match framework {
            Framework::JUnit5 => {
                vec![format!("@{} {} {TEMP_DIR};", name("org.junit.jupiter.api.io", "TempDir"), path())]
            }
            Framework::JUnit4 => {
                let folder = name("org.junit.rules", "TemporaryFolder");
                let rule = name("org.junit", "Rule");
                vec![format!("@{rule} public {folder} {TEMP_DIR} = new {folder}();")]
            }
            Framework::TestNg => {
                let used_names = methods.iter().map(|method| method.name.clone());
                let mut unique_names = UniqueNames::new(used_names);
                let setup = unique_names.generate("createTempDir");
                let teardown = unique_names.generate("deleteTempDir");
                let exception = name("java.io", "IOException");
                let files = name("java.nio.file", "Files");
                vec![
                    format!("private {} {TEMP_DIR};", path()),
                    String::new(),
                    format!("@{}", name("org.testng.annotations", "BeforeMethod")),
                    format!("public void {setup}() throws {exception} {{"),
                    format!("  {TEMP_DIR} = {files}.createTempDirectory(\"test\");"),
                    "}".to_owned(),
                    String::new(),
                    format!("@{}(alwaysRun = true)", name("org.testng.annotations", "AfterMethod")),
                    format!("public void {teardown}() throws {exception} {{"),
                    // The test possibly deleted the folder. TestNG skips all further tests if this method
                    // fails.
                    format!("  if ({files}.notExists({TEMP_DIR})) {{"),
                    "    return;".to_owned(),
                    "  }".to_owned(),
                    format!(
                        "  try ({}<{}> files = {files}.walk({TEMP_DIR})) {{",
                        name("java.util.stream", "Stream"),
                        path()
                    ),
                    format!(
                        "    files.sorted({}.reverseOrder()).map({}::toFile).forEach({}::delete);",
                        name("java.util", "Comparator"),
                        path(),
                        name("java.io", "File")
                    ),
                    "  }".to_owned(),
                    "}".to_owned(),
                ]
            }
        };
        self.member(lines);
    }
}
