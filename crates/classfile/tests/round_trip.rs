//! Tests that an unchanged class is written back byte for byte.

mod common;

use classfile::{ClassFile, Code, Constant, Editor, ErrorKind, Summary};
use common::module_jar;
use fixtures::{class_files_of_jar, subject_jars};

/// Asserts that reading and writing a class changes no byte, with and without decoding its code.
fn check(name: &str, bytes: &[u8]) {
    let mut class = ClassFile::read(bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(class.write().unwrap() == bytes, "{name}: the class file differs");
    let summary = Summary::read(bytes).unwrap();
    assert_eq!(summary.methods.len(), class.methods.len());
    for index in 0..class.methods.len() {
        let method = &class.methods[index];
        let Some(data) = method.attribute("Code", &class.constants) else { continue };
        let decoded = Code::decode(data, &class.constants).unwrap_or_else(|error| panic!("{name}: {error}"));
        let data = data.to_vec();
        let name = format!("{name}, {}", class.constants.utf8(method.name).unwrap());
        match Editor::new(&class, method) {
            Ok(editor) => {
                let editor = editor.unwrap();
                assert_eq!(*editor.code(), decoded);
                assert!(editor.finish(&mut class.constants).unwrap() == data, "{name}: the code differs");
            }
            Err(error) => assert_eq!(error.kind, ErrorKind::Subroutine, "{name}: {error}"),
        }
    }
}

#[test]
fn classes_of_the_jdk_are_written_back_byte_for_byte() {
    for module in ["java.base", "java.xml", "jdk.compiler"] {
        let classes = class_files_of_jar(&module_jar(module));
        assert!(classes.len() > 500, "only {} classes in {module}", classes.len());
        classes.iter().for_each(|(name, bytes)| check(name, bytes));
    }
}

#[test]
fn classes_of_libraries_are_written_back_byte_for_byte() {
    for jar in subject_jars() {
        class_files_of_jar(&jar).iter().for_each(|(name, bytes)| check(name, bytes));
    }
}

#[test]
fn a_constant_pool_keeps_its_indexes_when_its_texts_change() {
    for (name, bytes) in class_files_of_jar(&module_jar("java.base")).iter().step_by(50) {
        let class = ClassFile::read(bytes).unwrap();
        let same = class.constants.map_texts(&str::to_owned).unwrap();
        let renamed = class.constants.map_texts(&|text| text.replace("java/", "library/")).unwrap();
        assert!(class.constants.iter().eq(same.iter()), "{name}");
        for (index, constant) in class.constants.iter() {
            match constant {
                Constant::Utf8(text) => {
                    let expected = text.to_str().replace("java/", "library/");
                    assert_eq!(renamed.utf8(index).unwrap().to_str(), expected, "{name}");
                }
                other => assert_eq!(renamed.constant(index).unwrap(), other, "{name}"),
            }
        }
    }
}
