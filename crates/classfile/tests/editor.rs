//! Tests of the effect of edits on the instructions, handlers and tables of a method.

use classfile::{
    Attribute, ClassFile, Code, ConstantPool, Editor, ErrorKind, Handler, Index, Instruction, Member, op,
};

use Instruction::Simple;

/// Returns a class with one static method without parameters. `code` is the code of the method, and
/// `attributes` are the attributes of the code.
fn class(code: &Code, attributes: &[(&str, Vec<u8>)]) -> ClassFile {
    let mut constants = ConstantPool::new();
    let mut data = code.encode().unwrap();
    data.truncate(data.len() - 2);
    data.extend((attributes.len() as u16).to_be_bytes());
    for (name, attribute) in attributes {
        data.extend(constants.add_utf8(name).unwrap().to_be_bytes());
        data.extend((attribute.len() as u32).to_be_bytes());
        data.extend(attribute);
    }
    let attribute = Attribute { name: constants.add_utf8("Code").unwrap(), data };
    let method = Member {
        access: 0x0008,
        name: constants.add_utf8("run").unwrap(),
        descriptor: constants.add_utf8("()V").unwrap(),
        attributes: vec![attribute],
    };
    ClassFile {
        minor: 0,
        major: 52,
        access: 0x0020,
        this_class: constants.add_class("a/Subject").unwrap(),
        super_class: constants.add_class("java/lang/Object").unwrap(),
        interfaces: vec![],
        fields: vec![],
        methods: vec![method],
        attributes: vec![],
        constants,
    }
}

fn code(instructions: Vec<Instruction>, handlers: Vec<Handler>) -> Code {
    Code { max_stack: 2, max_locals: 2, instructions, handlers, lines: vec![] }
}

/// Applies edits to the method of the class. Returns the data of its `Code` attribute.
fn apply_edit(class: &mut ClassFile, edit: impl FnOnce(&mut Editor)) -> Result<Vec<u8>, classfile::Error> {
    let mut editor = Editor::new(class, &class.methods[0])?.unwrap();
    edit(&mut editor);
    editor.finish(&mut class.constants)
}

/// Asserts that an edit of the code results in the expected instructions and handlers.
fn check(old_code: &Code, edit: impl FnOnce(&mut Editor), new_code: &Code) {
    let mut class = class(old_code, &[]);
    let data = apply_edit(&mut class, edit).unwrap();
    assert_eq!(Code::decode(&data, &class.constants).unwrap(), *new_code);
}

fn jump(op: u8, target: Index) -> Instruction {
    Instruction::Jump { op, target }
}

/// Returns a snippet that pushes and pops a recognisable value.
fn mark(value: i16) -> [Instruction; 2] {
    [Instruction::Push { op: op::SIPUSH, value }, Simple(op::POP)]
}

fn row(start: Index, end: Index, handler: Index) -> Handler {
    Handler { start, end, handler, catch_type: 0 }
}

const NOP: Instruction = Simple(op::NOP);
const RETURN: Instruction = Simple(op::RETURN);
const THROW: Instruction = Simple(op::ATHROW);

#[test]
fn jumps_lead_to_the_first_snippet_and_snippets_keep_their_order() {
    let [a, b] = mark(1);
    let [c, d] = mark(2);
    check(
        &code(vec![jump(op::GOTO, 1), RETURN], vec![]),
        |editor| {
            editor.insert_before(1, mark(1));
            editor.insert_before(1, mark(2));
        },
        &code(vec![jump(op::GOTO, 1), a, b, c, d, RETURN], vec![]),
    );
}

#[test]
fn a_jump_back_to_the_first_instruction_does_not_run_the_snippet_at_the_entry_again() {
    let [a, b] = mark(1);
    let [c, d] = mark(2);
    check(
        &code(vec![NOP, jump(op::GOTO, 0)], vec![]),
        |editor| {
            editor.insert_before(0, mark(2));
            editor.insert_at_entry(mark(1));
        },
        &code(vec![a, b, c, d, NOP, jump(op::GOTO, 2)], vec![]),
    );
}

#[test]
fn an_exception_range_covers_the_snippet_at_its_start_but_not_the_snippet_at_its_end() {
    let [a, b] = mark(1);
    let [c, d] = mark(2);
    check(
        &code(vec![NOP, RETURN, THROW], vec![row(0, 1, 2)]),
        |editor| {
            editor.insert_before(0, mark(1));
            editor.insert_before(1, mark(2));
        },
        &code(vec![a, b, NOP, c, d, RETURN, THROW], vec![row(0, 3, 6)]),
    );
}

#[test]
fn a_handler_that_guards_itself_does_not_guard_the_snippet_at_its_entry() {
    let [a, b] = mark(1);
    let [c, d] = mark(2);
    let body = vec![NOP, RETURN, NOP, THROW];
    let edit = |editor: &mut Editor| {
        editor.insert_before(2, mark(2));
        editor.insert_at_handler(2, mark(1));
    };
    let new_code = vec![NOP, RETURN, a, b, c, d, NOP, THROW];
    // Three cases: the range covers only the handler; the range covers the handler and the code before the
    // handler; the range belongs to another handler.
    check(&code(body.clone(), vec![row(2, 3, 2)]), edit, &code(new_code.clone(), vec![row(4, 7, 2)]));
    let split_rows = vec![row(0, 2, 2), row(4, 8, 2)];
    check(&code(body.clone(), vec![row(0, 4, 2)]), edit, &code(new_code.clone(), split_rows));
    let other_rows = vec![row(0, 1, 2), row(0, 8, 1)];
    check(&code(body, vec![row(0, 1, 2), row(0, 4, 1)]), edit, &code(new_code, other_rows));
}

#[test]
fn a_snippet_after_an_instruction_runs_only_on_fall_through() {
    let [a, b] = mark(1);
    let [c, d] = mark(2);
    check(
        &code(vec![Simple(op::ICONST_0), jump(op::IFEQ, 2), RETURN], vec![row(1, 2, 2)]),
        |editor| {
            editor.insert_before(2, mark(2));
            editor.insert_after(1, mark(1));
        },
        &code(vec![Simple(op::ICONST_0), jump(op::IFEQ, 4), a, b, c, d, RETURN], vec![row(1, 4, 4)]),
    );
}

#[test]
fn an_added_int_local_comes_after_all_other_locals_in_every_frame() {
    let old_code = code(vec![NOP, NOP, NOP, RETURN], vec![]);
    // The frame at byte 1 adds a `long`; the frame at byte 3 has the same locals.
    let frames = vec![0, 2, 252, 0, 1, 4, 1];
    let mut class = class(&Code { max_locals: 3, ..old_code }, &[("StackMapTable", frames)]);
    let data = apply_edit(&mut class, |editor| {
        let local = editor.add_int_local();
        assert_eq!((local, editor.first_free_local()), (3, 4));
        editor.insert_at_entry([Simple(op::ICONST_0), Simple(op::ISTORE_3)]);
        editor.reserve_locals(2);
    });
    let data = data.unwrap();
    assert_eq!(Code::decode(&data, &class.constants).unwrap().max_locals, 6);
    let full_frame = |delta| [255, 0, delta, 0, 3, 4, 0, 1, 0, 0];
    let moved_frames = [&[0, 2][..], &full_frame(3), &full_frame(1)].concat();
    assert!(data.windows(moved_frames.len()).any(|window| window == moved_frames), "{data:?}");
}

#[test]
fn a_replacement_can_jump_to_an_existing_jump_target() {
    check(
        &code(vec![Simple(op::ICONST_0), jump(op::IFEQ, 3), NOP, RETURN], vec![]),
        |editor| editor.replace(1, [NOP, jump(op::IFNE, 3)]),
        &code(vec![Simple(op::ICONST_0), NOP, jump(op::IFNE, 4), NOP, RETURN], vec![]),
    );
}

#[test]
fn the_padding_of_a_switch_depends_on_its_position() {
    let switch = |default, target| Instruction::TableSwitch { default, low: -1, targets: vec![target; 3] };
    for padding in 0..4 {
        let mut old_code = vec![NOP; padding];
        old_code.extend([Simple(op::ICONST_0), switch(padding + 2, padding + 2), RETURN]);
        let mut new_code = vec![NOP];
        new_code.extend(old_code.clone());
        *new_code.iter_mut().nth_back(1).unwrap() = switch(padding + 3, padding + 3);
        check(&code(old_code, vec![]), |editor| editor.insert_at_entry([NOP]), &code(new_code, vec![]));
    }
}

#[test]
fn several_stack_reservations_reserve_their_maximum() {
    let mut class = class(&code(vec![RETURN], vec![]), &[]);
    let data = apply_edit(&mut class, |editor| {
        editor.reserve_stack(3);
        editor.reserve_stack(1);
    });
    assert_eq!(Code::decode(&data.unwrap(), &class.constants).unwrap().max_stack, 5);
}

#[test]
fn frames_and_lines_move_to_the_snippet_but_uninitialised_types_refer_to_the_opcode_new() {
    let new = Instruction::Pool { op: op::NEW, index: 1 };
    let old_code = code(vec![new, NOP, RETURN], vec![]);
    // A full frame at byte 3: no locals, and on the stack the object of the `new` at byte 0.
    let frames = vec![0, 1, 255, 0, 3, 0, 0, 0, 1, 8, 0, 0];
    let lines = vec![0, 2, 0, 0, 0, 10, 0, 3, 0, 11];
    let mut class = class(&old_code, &[("StackMapTable", frames), ("LineNumberTable", lines)]);
    let data = apply_edit(&mut class, |editor| {
        editor.insert_before(0, mark(1));
        editor.insert_before(1, mark(2));
    });
    let data = data.unwrap();
    let code = Code::decode(&data, &class.constants).unwrap();
    assert_eq!(code.lines, [(0, 10), (3, 11)]);
    let moved_frame = [0, 1, 255, 0, 7, 0, 0, 0, 1, 8, 0, 4];
    assert!(data.windows(moved_frame.len()).any(|window| window == moved_frame), "{data:?}");
}

#[test]
fn type_annotations_and_local_variables_refer_to_the_moved_instructions() {
    let new = Instruction::Pool { op: op::NEW, index: 1 };
    let old_code = code(vec![NOP, new, NOP, RETURN], vec![row(0, 3, 3)]);
    // An annotation without values on the `new` at byte 1, and an annotation on the handler of row 0.
    let annotations = vec![0, 2, 0x44, 0, 1, 0, 0, 9, 0, 0, 0x42, 0, 0, 0, 0, 9, 0, 0];
    // A local variable whose range starts at byte 1 and has four bytes.
    let variables = vec![0, 1, 0, 1, 0, 4, 0, 9, 0, 9, 0, 1];
    let mut class = class(
        &old_code,
        &[("RuntimeVisibleTypeAnnotations", annotations), ("LocalVariableTable", variables)],
    );
    let data = apply_edit(&mut class, |editor| editor.insert_before(1, mark(1))).unwrap();
    for moved_table in [
        &[0, 2, 0x44, 0, 5, 0, 0, 9, 0, 0, 0x42, 0, 0, 0, 0, 9, 0, 0][..],
        &[0, 1, 0, 1, 0, 8, 0, 9, 0, 9, 0, 1],
    ] {
        assert!(data.windows(moved_table.len()).any(|window| window == moved_table), "{data:?}");
    }
}

#[test]
fn a_goto_too_far_from_its_target_becomes_goto_w() {
    let mut old_code = vec![NOP; 20_000];
    old_code.insert(0, jump(op::GOTO, 20_001));
    old_code.push(RETURN);
    let mut new_code = vec![NOP; 40_000];
    new_code.insert(0, jump(op::GOTO_W, 40_001));
    new_code.push(RETURN);
    let edit = |editor: &mut Editor| editor.insert_before(10, vec![NOP; 20_000]);
    check(&code(old_code, vec![]), edit, &code(new_code, vec![]));
}

#[test]
fn a_far_conditional_jump_uses_a_trampoline_that_no_range_covers() {
    let old_code = vec![Simple(op::ICONST_0), jump(op::IFEQ, 5), NOP, RETURN, NOP, RETURN];
    let mut new_code = vec![Simple(op::ICONST_0), jump(op::IFEQ, 4), NOP, RETURN, jump(op::GOTO_W, 40_006)];
    new_code.extend(vec![NOP; 40_001]);
    new_code.push(RETURN);
    check(
        &code(old_code, vec![row(2, 5, 5), row(2, 4, 5)]),
        |editor| editor.insert_before(4, vec![NOP; 40_000]),
        &code(new_code, vec![row(2, 4, 40_006), row(5, 40_006, 40_006), row(2, 4, 40_006)]),
    );
}

#[test]
fn integers_are_pushed_by_the_shortest_instruction() {
    let mut pool = ConstantPool::new();
    let mut length = |value| {
        let push = Instruction::push_int(value, &mut pool).unwrap();
        code(vec![push], vec![]).encode().unwrap().len() - code(vec![NOP], vec![]).encode().unwrap().len() + 1
    };
    assert_eq!(
        [-1, 0, 5, -2, 6, 127, -128, 128, -32_768, 32_768].map(&mut length),
        [1, 1, 1, 2, 2, 2, 2, 3, 3, 2]
    );
}

/// Asserts that an edit of the code fails with the expected error.
fn check_error(old_code: Vec<Instruction>, edit: impl FnOnce(&mut Editor), expected: ErrorKind) {
    let error = apply_edit(&mut class(&code(old_code, vec![]), &[]), edit).unwrap_err();
    assert_eq!(error.kind, expected);
    assert_eq!(error.class.as_deref(), Some("a/Subject"));
    assert!(error.to_string().starts_with("a/Subject: Code attribute, byte "), "{error}");
}

#[test]
fn a_method_larger_than_the_jvm_allows_is_an_error() {
    let edit = |editor: &mut Editor| editor.insert_before(0, vec![NOP; 65_535]);
    check_error(vec![RETURN], edit, ErrorKind::MethodTooLarge);
}

#[test]
fn a_conditional_jump_without_a_position_for_a_trampoline_is_an_error() {
    let old_code = vec![Simple(op::ICONST_0), jump(op::IFEQ, 3), NOP, RETURN];
    let edit = |editor: &mut Editor| editor.insert_before(2, vec![NOP; 40_000]);
    check_error(old_code, edit, ErrorKind::MethodTooLarge);
}

#[test]
fn subroutines_are_decoded_but_not_edited() {
    let old_code =
        vec![jump(op::JSR, 2), RETURN, NOP, Instruction::Local { op: op::RET, slot: 1, wide: false }];
    assert_eq!(code(old_code.clone(), vec![]).successors(0), [1, 2]);
    check_error(old_code, |_| {}, ErrorKind::Subroutine);
}
