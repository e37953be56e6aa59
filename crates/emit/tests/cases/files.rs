//! Tests with temporary files.

use testcase::{CheckedTest, Literal, Observation, Stored};
use types::World;

use crate::build::TestBuilder;

/// Returns tests with files in the folder for temporary files.
pub fn files(world: &World) -> Vec<CheckedTest> {
    let mut tests = Vec::new();
    let mut builder = TestBuilder::new(world, "fix");
    let text = builder.string("h\u{e4}llo");
    let file = builder.temp_file("java.io.File", "a.txt", Stored::Text(text));
    let length = builder.call_named(file, "length", &[]);
    builder.expect(length, Observation::Literal(Literal::Long(6)));
    tests.push(builder.test("fileWithContent"));

    let mut builder = TestBuilder::new(world, "fix");
    let folder = builder.temp_file("java.io.File", "folder", Stored::Folder);
    let missing = builder.temp_file("java.nio.file.Path", "b.txt", Stored::Nothing);
    let is_folder = builder.call_named(folder, "isDirectory", &[]);
    builder.expect(is_folder, Observation::Literal(Literal::Boolean(true)));
    let file = builder.call_named(missing, "toFile", &[]);
    let exists = builder.call_named(file, "exists", &[]);
    builder.expect(exists, Observation::Literal(Literal::Boolean(false)));
    let text = builder.string("");
    builder.temp_file("java.nio.file.Path", "b.txt", Stored::Text(text));
    let exists = builder.call_named(file, "exists", &[]);
    builder.expect(exists, Observation::Literal(Literal::Boolean(true)));
    tests.push(builder.test("folderAndMissingFile"));

    let mut builder = TestBuilder::new(world, "fix");
    let content = builder.null("java.lang.String");
    builder.temp_file("java.io.File", "a.txt", Stored::Text(content));
    tests.push(builder.throwing("noContent", "java.lang.NullPointerException"));
    tests
}
