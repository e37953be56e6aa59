//! Checks the class file reader with arbitrary bytes: reading, decoding and editing never panic. Writing an
//! unchanged class returns the bytes that were read.

use classfile::{Attribute, ClassFile, Code, Editor, Instruction, Summary, attributes, descriptor, op};

/// Reads a class, writes the class, edits its methods and writes the edited class.
pub fn check(bytes: &[u8]) {
    let Ok(mut class) = ClassFile::read(bytes) else {
        assert!(Summary::read(bytes).is_err(), "Summary::read accepts bytes that ClassFile::read refuses");
        return;
    };
    assert_eq!(class.write().unwrap(), bytes);
    for index in 0..class.methods.len() {
        let method = &class.methods[index];
        let code = class.code(method);
        if let Some(data) = method.attribute("Code", &class.constants) {
            let _ = attributes::parameter_variables(data, &class.constants);
            let _ = attributes::local_variables(data, &class.constants);
        }
        let Ok(Some(editor)) = Editor::new(&class, method) else { continue };
        assert_eq!(code.unwrap().as_ref(), Some(editor.code()));
        check_round_trip(&mut class, editor.clone());
        if let Some(code) = edit(&mut class, editor) {
            *class.methods[index].attribute_mut("Code", &class.constants).unwrap() = code;
        }
    }
    read_attributes(&class);
    if let Ok(edited) = class.write() {
        assert_eq!(ClassFile::read(&edited).unwrap().write().unwrap(), edited);
    }
}

/// Asserts that code without edits has the same instructions after it is encoded and decoded.
fn check_round_trip(class: &mut ClassFile, editor: Editor) {
    let before = editor.code().clone();
    if let Ok(data) = editor.finish(&mut class.constants) {
        assert_eq!(Code::decode(&data, &class.constants).unwrap().instructions, before.instructions);
    }
}

/// Edits code in every way that [`Editor`] offers. Returns the encoded code, or `None` if the edited code
/// cannot be encoded. Asserts that the encoded code can be decoded.
fn edit(class: &mut ClassFile, mut editor: Editor) -> Option<Vec<u8>> {
    let two_nops = || [Instruction::Simple(op::NOP), Instruction::Simple(op::NOP)];
    let code = editor.code().clone();
    editor.insert_at_entry(two_nops());
    for index in 0..code.instructions.len() {
        editor.insert_before(index, two_nops());
        if !code.instructions[index].ends_flow() {
            editor.insert_after(index, two_nops());
        }
    }
    for row in &code.handlers {
        editor.insert_at_handler(row.handler, two_nops());
    }
    editor.replace(code.instructions.len() / 2, two_nops());
    editor.reserve_stack(1);
    editor.add_int_local();
    editor.reserve_locals(1);
    let data = editor.finish(&mut class.constants).ok()?;
    Code::decode(&data, &class.constants).unwrap();
    Some(data)
}

/// Reads all constants and attributes of a class.
fn read_attributes(class: &ClassFile) {
    let pool = &class.constants;
    for (index, _) in pool.iter() {
        let _ = (pool.member(index), pool.name_and_type(index), pool.string(index), pool.class_name(index));
        let _ = pool.constant(index);
        let _ = pool.utf8(index).map(|text| (text.utf16(), descriptor::parameters(&text.to_str()).count()));
    }
    let members = class.methods.iter().chain(&class.fields).flat_map(|member| &member.attributes);
    for Attribute { data, .. } in members.chain(&class.attributes) {
        let _ = attributes::annotations(data, pool);
        let _ = attributes::annotation_element_is_true(data, pool, "Ljava/lang/Deprecated;", "forRemoval");
        let _ = attributes::bootstrap_methods(data);
        let _ = attributes::constant_value(data, pool);
        let _ = attributes::enclosing_method(data, pool);
        let _ = attributes::exceptions(data, pool);
        let _ = attributes::inner_classes(data, pool);
        let _ = attributes::method_parameters(data, pool);
        let _ = attributes::module(data, pool);
        let _ = (attributes::nest_host(data, pool), attributes::source_file(data, pool));
        let _ = attributes::record(data, pool);
        let _ = attributes::signature(data, pool);
    }
}
