//! Static fields: their values are noted when their class has been initialised, to be put back after each test.

use analysis::stack;
use classfile::{Attribute, ClassFile, Code, Index, Instruction, Member, Result, op};

use crate::patch::{INITIALISER, Patch, load, runner};

const STATICS: &str = "Statics";
const INITIALISERS: &str = "Initialisers";

const ACC_STATIC: u16 = 0x0008;
const ACC_FINAL: u16 = 0x0010;
const ACC_SYNTHETIC: u16 = 0x1000;

/// The first class file version (Java 5) with constants for classes.
const CLASS_CONSTANTS: u16 = 49;

/// Whether the class has static fields whose value or content the runner would put back.
pub(crate) fn has_any_to_restore(class: &ClassFile) -> Result<bool> {
    any_static_field(class, |field, descriptor| field.access & ACC_FINAL == 0 || may_be_changed(descriptor))
}

/// Whether the value of a final field may be an object that holds what can be changed.
fn may_be_changed(descriptor: &[u8]) -> bool {
    descriptor.starts_with(b"[") || descriptor.starts_with(b"L") && descriptor != b"Ljava/lang/String;"
}

fn any_static_field(class: &ClassFile, wanted: impl Fn(&Member, &[u8]) -> bool) -> Result<bool> {
    if class.major < CLASS_CONSTANTS {
        return Ok(false);
    }
    for field in &class.fields {
        let own = field.access & (ACC_STATIC | ACC_SYNTHETIC) == ACC_STATIC;
        if own && wanted(field, class.constants.utf8(field.descriptor)?.0) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Tells the runner when the static initialiser begins and ends, since what it does is not the test's that happens to be the first
/// to need the class, and notes the fields of the class when it ends. What is inserted at its entry later comes behind that.
pub(crate) fn insert_into_initialiser(patch: &mut Patch<'_>, noted: Option<u16>) -> Result<()> {
    let begin = patch.call(INITIALISERS, "begin", "()V")?;
    patch.editor.insert_at_entry([begin]);
    let mut end = Vec::new();
    if let Some(class) = noted {
        end.extend([load(class), patch.call(STATICS, "snapshot", "(Ljava/lang/Class;)V")?]);
    }
    end.push(patch.call(INITIALISERS, "end", "()V")?);
    for at in 0..patch.code.instructions.len() {
        if patch.code.instructions[at].is_return() {
            patch.editor.insert_before(at, end.iter().cloned());
        }
    }
    Ok(())
}

/// Tells the runner before each write of a field that there is something to put back: not where a constructor writes one of the
/// object that it makes, which no other test has seen. Of elements of arrays it is told once, at the entry of the method.
pub(crate) fn insert_changes(patch: &mut Patch<'_>, method: &[u8]) -> Result<()> {
    let mut stores = false;
    for at in 0..patch.code.instructions.len() {
        let flag = match patch.code.instructions[at].op() {
            op::PUTSTATIC => "changed",
            op::PUTFIELD if method != b"<init>" || !is_of_this(patch, at) => "written",
            _ => {
                stores = stores || may_store(patch, at)?;
                continue;
            }
        };
        let snippet = tell(patch, flag)?;
        patch.editor.insert_before(at, snippet);
    }
    if stores {
        let snippet = tell(patch, "stored")?;
        patch.editor.insert_at_entry(snippet);
    }
    Ok(())
}

fn tell(patch: &mut Patch<'_>, flag: &str) -> Result<[Instruction; 2]> {
    Ok([Instruction::Simple(op::ICONST_1), patch.put_static(STATICS, flag, "Z")?])
}

/// Whether an instruction writes an element of an array, or gives an array to the JDK, which may.
fn may_store(patch: &Patch<'_>, at: Index) -> Result<bool> {
    let callee = match patch.code.instructions[at] {
        Instruction::Simple(op::IASTORE..=op::SASTORE) => return Ok(true),
        Instruction::Pool { op: op::INVOKEVIRTUAL..=op::INVOKESTATIC, index }
        | Instruction::InvokeInterface { index, .. } => patch.constants().member(index)?,
        _ => return Ok(false),
    };
    let class = callee.class.0;
    let is_of_jdk = class.starts_with(b"java/") || class.starts_with(b"javax/");
    let takes_array =
        callee.descriptor.0.split(|&byte| byte == b')').next().is_some_and(|taken| taken.contains(&b'['));
    let takes_any = callee.name.0 == b"arraycopy" || class == b"java/lang/reflect/Array";
    Ok(is_of_jdk && (takes_array || takes_any))
}

/// Whether an instruction takes `this` below a value, as far as can be seen: the value is made without jumps.
fn is_of_this(patch: &Patch<'_>, at: Index) -> bool {
    let effect = |instruction| stack::effect(instruction, patch.constants());
    let Some((mut depth, _)) = effect(&patch.code.instructions[at]) else { return false };
    let mut at = at;
    while let Some(before) = patch.only_predecessor(at) {
        let Some((taken, put)) = effect(before) else { return false };
        if put >= depth {
            return put == depth && matches!(before, Instruction::Simple(op::ALOAD_0));
        }
        depth += taken;
        depth -= put;
        at -= 1;
    }
    false
}

/// Gives a class that has none a static initialiser, if there are fields to note: ones that are not final, since
/// final ones without an initialiser are constants.
pub(crate) fn add_initialiser(class: &mut ClassFile) -> Result<()> {
    let is_initialiser =
        |member: &Member| class.constants.utf8(member.name).is_ok_and(|name| name == INITIALISER);
    if class.methods.iter().any(is_initialiser)
        || !any_static_field(class, |field, _| field.access & ACC_FINAL == 0)?
    {
        return Ok(());
    }
    let constants = &mut class.constants;
    let snapshot = constants.add_method(&runner(STATICS), "snapshot", "(Ljava/lang/Class;)V")?;
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
    let (name, descriptor) = (constants.add_utf8(INITIALISER)?, constants.add_utf8("()V")?);
    class.methods.push(Member { access: ACC_STATIC, name, descriptor, attributes: vec![attribute] });
    Ok(())
}
