//! Any bytes: reading, decoding and editing never panic, and what is read is written back the same.
#![no_main]

use classfile::{Attribute, ClassFile, Code, Editor, Instruction, attributes, op};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(mut class) = ClassFile::read(bytes) else { return };
    assert_eq!(class.write().unwrap(), bytes);
    for index in 0..class.methods.len() {
        let method = &class.methods[index];
        let code = class.code(method);
        if let Some(data) = method.attribute("Code", &class.constants) {
            let _ = attributes::parameter_variables(data, &class.constants);
        }
        let Ok(Some(editor)) = Editor::new(&class, method) else { continue };
        assert_eq!(code.unwrap().as_ref(), Some(editor.code()));
        round_trip(&mut class, editor.clone());
        edit(&mut class, editor);
    }
    read_attributes(&class);
});

/// Code that was not edited decodes to the same again.
fn round_trip(class: &mut ClassFile, editor: Editor) {
    let before = editor.code().clone();
    if let Ok(data) = editor.finish(&mut class.constants) {
        assert_eq!(Code::decode(&data, &class.constants).unwrap().instructions, before.instructions);
    }
}

/// Edits of every kind yield code that can be decoded.
fn edit(class: &mut ClassFile, mut editor: Editor) {
    let nop = || [Instruction::Simple(op::NOP), Instruction::Simple(op::NOP)];
    let code = editor.code().clone();
    editor.insert_at_entry(nop());
    for index in 0..code.instructions.len() {
        editor.insert_before(index, nop());
    }
    for row in &code.handlers {
        editor.insert_at_handler(row.handler, nop());
    }
    editor.replace(code.instructions.len() / 2, nop());
    editor.raise_stack(1);
    if let Ok(data) = editor.finish(&mut class.constants) {
        Code::decode(&data, &class.constants).unwrap();
    }
}

fn read_attributes(class: &ClassFile) {
    let pool = &class.constants;
    for (index, _) in pool.iter() {
        let _ = (pool.member(index), pool.name_and_type(index), pool.string(index), pool.class_name(index));
        let _ = pool.utf8(index).map(|text| (text.utf16(), text.to_str().len()));
    }
    let members = class.methods.iter().chain(&class.fields).flat_map(|member| &member.attributes);
    for Attribute { data, .. } in members.chain(&class.attributes) {
        let _ = attributes::annotations(data, pool);
        let _ = attributes::bootstrap_methods(data);
        let _ = attributes::constant_value(data, pool);
        let _ = attributes::enclosing_method(data, pool);
        let _ = attributes::inner_classes(data, pool);
        let _ = attributes::method_parameters(data, pool);
        let _ = attributes::module(data, pool);
        let _ = attributes::record(data, pool);
        let _ = attributes::signature(data, pool);
    }
}
