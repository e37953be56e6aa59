//! Static fields: the runner records their values after the initialisation of their class, and restores them
//! after each test.

use analysis::stack;
use classfile::{Attribute, ClassFile, Code, Index, Instruction, Member, Result, op};

use crate::code_edit::patch::{INITIALISER_NAME, Patch, load, runner};

const STATICS_CLASS: &str = "state/Statics";
const INITIALISERS_CLASS: &str = "state/Initialisers";

const ACC_STATIC: u16 = 0x0008;
const ACC_FINAL: u16 = 0x0010;
const ACC_SYNTHETIC: u16 = 0x1000;

/// The first class file version whose instruction `ldc` can load a class (Java 5).
const CLASS_CONSTANTS_VERSION: u16 = 49;

/// Returns whether the class has static fields whose value or content the runner restores.
pub(crate) fn has_fields_to_restore(class: &ClassFile) -> Result<bool> {
    any_static_field(class, |field, descriptor| {
        field.access & ACC_FINAL == 0 || has_mutable_content(descriptor)
    })
}

/// Returns whether the value of a final field can be an object with content that can change.
fn has_mutable_content(descriptor: &[u8]) -> bool {
    descriptor.starts_with(b"[") || descriptor.starts_with(b"L") && descriptor != b"Ljava/lang/String;"
}

fn any_static_field(class: &ClassFile, is_match: impl Fn(&Member, &[u8]) -> bool) -> Result<bool> {
    if class.major < CLASS_CONSTANTS_VERSION {
        return Ok(false);
    }
    for field in &class.fields {
        let is_declared_static = field.access & (ACC_STATIC | ACC_SYNTHETIC) == ACC_STATIC;
        if is_declared_static && is_match(field, class.constants.utf8(field.descriptor)?.0) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Inserts reports of the beginning and the end of the static initialiser, because its effects do not belong
/// to the test that triggers the initialisation. If `snapshot_class` is set, the runner records the static
/// fields of this class at the end. Code that a later call inserts at the entry runs after the report of the
/// beginning.
pub(crate) fn insert_into_initialiser(patch: &mut Patch<'_>, snapshot_class: Option<u16>) -> Result<()> {
    let begin = patch.call(INITIALISERS_CLASS, "begin", "()V")?;
    patch.editor.insert_at_entry([begin]);
    let mut end = Vec::new();
    if let Some(class) = snapshot_class {
        end.extend([load(class), patch.call(STATICS_CLASS, "snapshot", "(Ljava/lang/Class;)V")?]);
    }
    end.push(patch.call(INITIALISERS_CLASS, "end", "()V")?);
    for at in 0..patch.code.instructions.len() {
        if patch.code.instructions[at].is_return() {
            patch.editor.insert_before(at, end.iter().cloned());
        }
    }
    Ok(())
}

/// Inserts a report of each write of a field. The reports show the runner which state it must restore. Skips
/// the writes of a constructor to its own new object, which no other test can access. Writes of array
/// elements are reported once, at the entry of the method.
pub(crate) fn insert_reports(patch: &mut Patch<'_>, method: &[u8]) -> Result<()> {
    let mut may_store_elements = false;
    for at in 0..patch.code.instructions.len() {
        let flag = match patch.code.instructions[at].op() {
            op::PUTSTATIC => "staticsChanged",
            op::PUTFIELD if method != b"<init>" || !writes_to_this(patch, at) => "fieldsChanged",
            _ => {
                may_store_elements = may_store_elements || may_store_element(patch, at)?;
                continue;
            }
        };
        let snippet = report(patch, flag)?;
        patch.editor.insert_before(at, snippet);
    }
    if may_store_elements {
        let snippet = report(patch, "arraysChanged")?;
        patch.editor.insert_at_entry(snippet);
    }
    Ok(())
}

/// Returns the instructions that set a flag of the runner.
fn report(patch: &mut Patch<'_>, flag: &str) -> Result<[Instruction; 2]> {
    Ok([Instruction::Simple(op::ICONST_1), patch.put_static(STATICS_CLASS, flag, "Z")?])
}

/// Returns whether an instruction writes an array element, or passes an array to a method of the JDK, which
/// can write an element.
fn may_store_element(patch: &Patch<'_>, at: Index) -> Result<bool> {
    let callee = match patch.code.instructions[at] {
        Instruction::Simple(op::IASTORE..=op::SASTORE) => return Ok(true),
        Instruction::Pool { op: op::INVOKEVIRTUAL..=op::INVOKESTATIC, index }
        | Instruction::InvokeInterface { index, .. } => patch.constants().member(index)?,
        _ => return Ok(false),
    };
    let class = callee.class.0;
    let is_of_jdk = class.starts_with(b"java/") || class.starts_with(b"javax/");
    let passes_array = callee
        .descriptor
        .0
        .split(|&byte| byte == b')')
        .next()
        .is_some_and(|parameters| parameters.contains(&b'['));
    let may_pass_array = callee.name.0 == b"arraycopy" || class == b"java/lang/reflect/Array";
    Ok(is_of_jdk && (passes_array || may_pass_array))
}

/// Returns whether an instruction writes a field of `this`. Returns false if the receiver or the value is
/// computed with jumps.
fn writes_to_this(patch: &Patch<'_>, at: Index) -> bool {
    let effect = |instruction| stack::effect(instruction, patch.constants());
    let Some((mut depth, _)) = effect(&patch.code.instructions[at]) else { return false };
    let mut at = at;
    while let Some(before) = patch.only_predecessor(at) {
        let Some((popped, pushed)) = effect(before) else { return false };
        if pushed >= depth {
            return pushed == depth && matches!(before, Instruction::Simple(op::ALOAD_0));
        }
        depth += popped;
        depth -= pushed;
        at -= 1;
    }
    false
}

/// Adds a static initialiser to a class without a static initialiser, if the class has static fields that are
/// not final. The final fields of such a class are constants, which the runner need not restore.
pub(crate) fn add_initialiser(class: &mut ClassFile) -> Result<()> {
    let is_initialiser =
        |member: &Member| class.constants.utf8(member.name).is_ok_and(|name| name == INITIALISER_NAME);
    if class.methods.iter().any(is_initialiser)
        || !any_static_field(class, |field, _| field.access & ACC_FINAL == 0)?
    {
        return Ok(());
    }
    let constants = &mut class.constants;
    let snapshot = constants.add_method(&runner(STATICS_CLASS), "snapshot", "(Ljava/lang/Class;)V")?;
    let code = Code {
        max_stack: 1,
        max_locals: 0,
        instructions: vec![
            load(class.this_class),
            Instruction::Pool { op: op::INVOKESTATIC, index: snapshot },
            Instruction::Simple(op::RETURN),
        ],
        handlers: Vec::new(),
        lines: Vec::new(),
    };
    let attribute = Attribute { name: constants.add_utf8("Code")?, data: code.encode()? };
    let (name, descriptor) = (constants.add_utf8(INITIALISER_NAME)?, constants.add_utf8("()V")?);
    class.methods.push(Member { access: ACC_STATIC, name, descriptor, attributes: vec![attribute] });
    Ok(())
}
