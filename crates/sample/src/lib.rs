//! The sample class `Person`, for tests of code that inspects other classes, for example by reflection.
//!
//! A test class that uses `Person` declares it as a nested class. So the binary name of `Person` contains the
//! name of the test class.

use classfile::{ClassFile, Result};

/// Simple name of the sample class.
pub const NAME: &str = "Person";
/// Names of its fields. Its properties have the names of their fields.
pub const FIELDS: [&str; 4] = ["name", "age", "city", "languages"];

/// Typical first argument of the constructor with arguments.
pub const VALUE_OF_NAME: &str = "Anna";
/// Typical second argument of this constructor.
pub const VALUE_OF_AGE: i32 = 42;

/// Name of the test class in the source of this crate.
const TEST_CLASS: &str = "SampleTest";
const SOURCE: &str = include_str!("../java/SampleTest.java");
const TEST_CLASS_BYTES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/classes/SampleTest.class"));
const PERSON_BYTES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/classes/SampleTest$Person.class"));

/// Returns the internal name of the usual test class of a class: `lib/OuterInnerTest` for `lib/Outer$Inner`.
pub fn test_class_of(class: &str) -> String {
    let package = class.rfind('/').map_or(0, |slash| slash + 1);
    format!("{}{}Test", &class[..package], class[package..].replace('$', ""))
}

/// Returns the internal name of the sample class of a test class, given the internal name of the test class.
pub fn name_in(test_class: &str) -> String {
    format!("{test_class}${NAME}")
}

/// Returns the class files of a test class without tests and of its nested sample class, with their internal
/// names.
///
/// # Errors
/// If the name is too long for a class file.
pub fn class_files(test_class: &str) -> Result<[(String, Vec<u8>); 2]> {
    let renamed = |bytes| {
        let mut file = ClassFile::read(bytes)?;
        file.constants = file.constants.map_texts(&|text| text.replace(TEST_CLASS, test_class))?;
        file.write()
    };
    Ok([(test_class.to_owned(), renamed(TEST_CLASS_BYTES)?), (name_in(test_class), renamed(PERSON_BYTES)?)])
}

/// Returns the lines of the sample class, indented as a member of a top-level class.
pub fn source_lines() -> impl Iterator<Item = &'static str> {
    let lines = SOURCE.lines().skip(1);
    lines.take_while(|line| *line != "}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_class_is_nested_in_the_test_class() {
        let files = class_files("lib/FooTest").unwrap();
        let names = files.each_ref().map(|(name, _)| &name[..]);
        assert_eq!(names, ["lib/FooTest", "lib/FooTest$Person"]);
        for (name, bytes) in &files {
            let file = ClassFile::read(bytes).unwrap();
            assert_eq!(file.name().unwrap().to_str(), *name);
            let text = String::from_utf8_lossy(bytes);
            assert!(!text.contains("LSampleTest") && !text.contains("SampleTest$"), "{text}");
        }
    }

    #[test]
    fn the_test_class_of_a_nested_class_has_the_names_of_both_classes() {
        assert_eq!(test_class_of("lib/Outer$Inner"), "lib/OuterInnerTest");
        assert_eq!(test_class_of("Foo"), "FooTest");
    }

    #[test]
    fn the_source_declares_each_field() {
        let source: Vec<&str> = source_lines().collect();
        assert_eq!(source[0], "  public static class Person {");
        assert_eq!(*source.last().unwrap(), "  }");
        for field in FIELDS {
            assert!(source.iter().any(|line| line.ends_with(&format!(" {field};"))), "{field}");
        }
    }
}
