//! An unchanged class is written as it was read, byte for byte.

mod common;

use classfile::{ClassFile, Code, Editor, ErrorKind, Summary};
use common::module_jar;
use fixtures::{class_files_of_jar, subject_jars};

/// Reads and writes a class, its container alone and with all its code taken apart.
fn check(name: &str, bytes: &[u8]) {
    let mut class = ClassFile::read(bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(class.write().unwrap() == bytes, "{name}: the container differs");
    let summary = Summary::read(bytes).unwrap();
    assert_eq!(summary.methods.len(), class.methods.len());
    for index in 0..class.methods.len() {
        let method = &class.methods[index];
        let Some(data) = method.attribute("Code", &class.constants) else { continue };
        let decoded = Code::decode(data, &class.constants).unwrap_or_else(|error| panic!("{name}: {error}"));
        let data = data.to_vec();
        let what = format!("{name}, {}", class.constants.utf8(method.name).unwrap());
        match Editor::new(&class, method) {
            Ok(editor) => {
                let editor = editor.unwrap();
                assert_eq!(*editor.code(), decoded);
                assert!(editor.finish(&mut class.constants).unwrap() == data, "{what}: the code differs");
            }
            Err(error) => assert_eq!(error.kind, ErrorKind::Subroutine, "{what}: {error}"),
        }
    }
}

#[test]
fn classes_of_the_jdk_are_written_as_they_were_read() {
    for module in ["java.base", "java.xml", "jdk.compiler"] {
        let classes = class_files_of_jar(&module_jar(module));
        assert!(classes.len() > 500, "only {} classes in {module}", classes.len());
        classes.iter().for_each(|(name, bytes)| check(name, bytes));
    }
}

#[test]
fn classes_of_libraries_are_written_as_they_were_read() {
    for jar in subject_jars() {
        class_files_of_jar(&jar).iter().for_each(|(name, bytes)| check(name, bytes));
    }
}
