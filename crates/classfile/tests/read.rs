//! Tests of reading a class file: constants, attributes, errors.

use classfile::{
    ClassFile, Code, Constant, ConstantPool, Editor, ErrorKind, Instruction, Member, Summary, attributes, op,
};
use fixtures::{JavaSources, NamedClass};
use proptest::prelude::*;
use std::path::Path;
use std::sync::LazyLock;

/// Returns the bytes of a class of the fixture.
fn fixture(name: &str) -> Vec<u8> {
    static CLASSES: LazyLock<Vec<NamedClass>> = LazyLock::new(|| {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/Fixture.java");
        JavaSources::new().options(&["-g", "-parameters"]).file(&source).class_files()
    });
    let class = CLASSES.iter().find(|(path, _)| path.strip_suffix(".class") == Some(name));
    class.unwrap_or_else(|| panic!("the fixture has no class {name}")).1.clone()
}

fn names<'a>(list: impl IntoIterator<Item = classfile::Utf8<'a>>) -> Vec<String> {
    list.into_iter().map(|name| name.to_string()).collect()
}

fn method<'a>(class: &'a ClassFile, name: &str) -> &'a Member {
    class.methods.iter().find(|method| class.constants.utf8(method.name).unwrap() == name).unwrap()
}

#[test]
fn adding_an_existing_constant_returns_its_index() {
    let mut class = ClassFile::read(&fixture("Fixture")).unwrap();
    let count = class.constants.count();
    let object = class.constants.add_class("java/lang/Object").unwrap();
    assert_eq!((object, class.constants.count()), (class.super_class, count));
    let pool = &mut class.constants;
    let long = pool.add_long(-5).unwrap();
    assert_eq!(pool.add_method("a/B", "c", "()V").unwrap(), pool.add_method("a/B", "c", "()V").unwrap());
    assert_eq!(pool.add_long(-5).unwrap(), long);
    assert_eq!(pool.constant(long).unwrap(), Constant::Long(-5));
    assert!(pool.constant(long + 1).is_err(), "a long uses two indexes");
    let reread_class = ClassFile::read(&class.write().unwrap()).unwrap();
    let added_member =
        reread_class.constants.member(class.constants.add_method("a/B", "c", "()V").unwrap()).unwrap();
    assert_eq!(names([added_member.class, added_member.name, added_member.descriptor]), ["a/B", "c", "()V"]);
}

#[test]
fn adding_to_a_full_constant_pool_is_an_error() {
    let mut pool = ConstantPool::new();
    let error = (0..).find_map(|value| pool.add_integer(value).err()).unwrap();
    assert_eq!((error.kind, pool.count()), (ErrorKind::PoolFull, 65_535));
}

#[test]
fn strings_keep_lone_surrogates_and_nul() {
    let mut pool = ConstantPool::new();
    let lone_surrogate = pool.add_utf8_bytes(&[b'a', 0xED, 0xA0, 0x80, 0xC0, 0x80]).unwrap();
    assert_eq!(pool.utf8(lone_surrogate).unwrap().utf16(), [0x61, 0xD800, 0]);
    assert_eq!(pool.utf8(lone_surrogate).unwrap().to_str(), "a\u{FFFD}\0");
    for text in ["", "plain", "zero\0", "\u{7FF}\u{800}\u{FFFF}", "\u{10000}\u{10FFFF}"] {
        let index = pool.add_string(text).unwrap();
        let string = pool.string(index).unwrap();
        assert_eq!(string.to_str(), text);
        assert!(string == text);
        assert_eq!(string.utf16(), text.encode_utf16().collect::<Vec<_>>());
    }
}

#[test]
fn attributes_of_classes_are_read() {
    let class = ClassFile::read(&fixture("Fixture$Point")).unwrap();
    let data = |name| &*classfile::Attribute::find(&class.attributes, name, &class.constants).unwrap().data;
    let pool = &class.constants;
    assert_eq!(attributes::source_file(data("SourceFile"), pool).unwrap(), "Fixture.java");
    assert_eq!(attributes::nest_host(data("NestHost"), pool).unwrap(), "Fixture");
    let components = attributes::record(data("Record"), pool).unwrap();
    assert_eq!(names(components.iter().map(|component| component.name)), ["x", "y"]);
    assert_eq!(names(components.iter().map(|component| component.descriptor)), ["I", "J"]);
    let inner_classes = attributes::inner_classes(data("InnerClasses"), pool).unwrap();
    let point = inner_classes.iter().find(|row| row.class == "Fixture$Point").unwrap();
    assert_eq!((point.outer.unwrap(), point.name.unwrap()), (utf8("Fixture"), utf8("Point")));
    assert_eq!(point.access & 0x0008, 0x0008, "a nested record is static");
    assert!(!attributes::bootstrap_methods(data("BootstrapMethods")).unwrap().is_empty());
}

fn utf8(text: &str) -> classfile::Utf8<'_> {
    classfile::Utf8(text.as_bytes())
}

#[test]
fn a_summary_finds_attributes() {
    let bytes = fixture("Fixture$Shape");
    let summary = Summary::read(&bytes).unwrap();
    assert_eq!(summary.name(), utf8("Fixture$Shape"));
    let data = summary.attributes.find("PermittedSubclasses", &summary.constants).unwrap();
    let permitted = attributes::permitted_subclasses(data, &summary.constants).unwrap();
    assert_eq!(names(permitted), ["Fixture$Circle", "Fixture$Square"]);
    assert!(summary.attributes.find("Record", &summary.constants).is_none());
}

#[test]
fn attributes_of_methods_are_read() {
    let class = ClassFile::read(&fixture("Fixture")).unwrap();
    let longs = method(&class, "longs");
    let code = longs.attribute("Code", &class.constants).unwrap();
    let variables = attributes::parameter_variables(code, &class.constants).unwrap();
    let variables: Vec<_> = variables.into_iter().map(|(slot, name)| (slot, name.to_string())).collect();
    assert_eq!(variables, [(0, "a".into()), (2, "b".into()), (4, "c".into()), (6, "d".to_owned())]);
    let parameters = longs.attribute("MethodParameters", &class.constants).unwrap();
    let parameters = attributes::method_parameters(parameters, &class.constants).unwrap();
    assert_eq!(names(parameters.iter().filter_map(|parameter| parameter.name)), ["a", "b", "c", "d"]);
    let main = method(&class, "main").attribute("Exceptions", &class.constants).unwrap();
    assert_eq!(names(attributes::exceptions(main, &class.constants).unwrap()), ["java/lang/Exception"]);
}

#[test]
fn the_range_of_a_local_variable_starts_after_its_initialisation() {
    let class = ClassFile::read(&fixture("Fixture")).unwrap();
    let member = method(&class, "longs");
    let code = class.code(member).unwrap().unwrap();
    let data = member.attribute("Code", &class.constants).unwrap();
    let variables = attributes::local_variables(data, &class.constants).unwrap();
    let shifted = variables.iter().find(|variable| variable.name == "shifted").unwrap();
    assert_eq!((shifted.slot, shifted.descriptor.to_string()), (9, "J".to_owned()));
    assert_eq!(
        code.instructions[shifted.start - 1],
        Instruction::Local { op: op::LSTORE, slot: 9, wide: false }
    );
    assert_eq!(shifted.end, code.instructions.len());
}

#[test]
fn code_reports_the_successors_and_lines_of_instructions() {
    let class = ClassFile::read(&fixture("Fixture")).unwrap();
    let code = class.code(method(&class, "dense")).unwrap().unwrap();
    let switch = code.instructions.iter().position(|instruction| instruction.is_switch()).unwrap();
    // The successors are the targets of the default and of the keys 0 to 4. Key 3 jumps to the default.
    let successors = code.successors(switch);
    assert_eq!((successors.len(), successors[4]), (6, successors[0]));
    assert!(successors.iter().all(|&target| code.line(target) > code.line(switch)));
}

/// Asserts that reading a class file fails with the expected message.
fn check_error(bytes: &[u8], expected: &str) {
    assert_eq!(ClassFile::read(bytes).unwrap_err().to_string(), expected);
}

#[test]
fn the_error_distinguishes_class_files_that_are_too_new_from_other_files() {
    check_error(
        b"PK\x03\x04",
        "class file, byte 0: not a class file: the first four bytes are not CAFEBABE; compile or download the class again",
    );
    check_error(
        &[0xCA, 0xFE],
        "class file, byte 0: the data is too short (missing bytes: 2); compile or download the class again",
    );
    let mut bytes = fixture("Fixture");
    bytes[7] = 70;
    check_error(
        &bytes,
        "class file, byte 6: class file version 70 is newer than 69, the newest supported version; \
         compile for Java 25 or older",
    );
}

#[test]
fn two_methods_with_the_same_name_and_descriptor_are_an_error() {
    let mut class = ClassFile::read(&fixture("Fixture")).unwrap();
    class.methods.push(class.methods[0].clone());
    let error = class.check_methods().unwrap_err();
    assert_eq!(
        (error.class.as_deref(), error.kind),
        (Some("Fixture"), ErrorKind::Malformed("two methods with the same name and descriptor"))
    );
}

#[test]
fn the_error_for_a_file_of_the_wrong_length_names_the_class_and_the_offset() {
    let bytes = fixture("Fixture");
    let length = bytes.len();
    let error = ClassFile::read(&bytes[..length - 3]).unwrap_err();
    assert_eq!(error.class.as_deref(), Some("Fixture"));
    assert!(error.offset > length - 100 && matches!(error.kind, ErrorKind::Truncated(_)), "{error}");
    let mut longer_file = bytes;
    longer_file.push(0);
    check_error(
        &longer_file,
        &format!(
            "Fixture: class file, byte {length}: the data is too long (extra bytes: 1); compile or download the class again"
        ),
    );
}

/// Reads a class, decodes its code and attributes, and edits its methods. Can fail, but must not panic.
fn read_and_edit(bytes: &[u8]) -> Result<(), classfile::Error> {
    let mut class = ClassFile::read(bytes)?;
    for index in 0..class.methods.len() {
        let method = &class.methods[index];
        let code = class.code(method);
        if let Some(data) = method.attribute("Code", &class.constants) {
            let _ = attributes::parameter_variables(data, &class.constants);
            let _ = attributes::local_variables(data, &class.constants);
        }
        if let Ok(Some(mut editor)) = Editor::new(&class, method) {
            assert_eq!(code.as_ref().ok(), Some(&Some(editor.code().clone())));
            editor.insert_before(editor.code().instructions.len() - 1, [Instruction::Simple(0)]);
            let _ = editor.finish(&mut class.constants);
        }
    }
    for attribute in &class.attributes {
        let data = &*attribute.data;
        let _ = attributes::inner_classes(data, &class.constants);
        let _ = attributes::record(data, &class.constants);
        let _ = attributes::annotations(data, &class.constants);
        let _ = attributes::annotation_element_is_true(data, &class.constants, "LA;", "b");
        let _ = attributes::module(data, &class.constants);
        let _ = attributes::bootstrap_methods(data);
    }
    class.constants.iter().for_each(|(index, _)| drop(class.constants.member(index)));
    class.write().map(drop)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_damaged_file_never_causes_a_panic(
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        length in any::<prop::sample::Index>(),
        truncate in prop::bool::weighted(0.3),
    ) {
        let mut bytes = fixture("Fixture");
        for (position, value) in damage {
            let position = position.index(bytes.len());
            bytes[position] = value;
        }
        if truncate {
            bytes.truncate(length.index(bytes.len()));
        }
        if let Err(error) = read_and_edit(&bytes) {
            prop_assert!(error.offset <= bytes.len());
        }
    }

    #[test]
    fn damaged_code_never_causes_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), length in 0..40u32) {
        let mut data = vec![0, 2, 0, 2];
        data.extend(length.to_be_bytes());
        data.extend(bytes);
        let _ = Code::decode(&data, &ConstantPool::new());
    }
}
