//! The effects of instructions on the operand stack (JVM specification, section 6.5).

use classfile::{ConstantPool, Instruction, descriptor, op};

/// Returns the number of slots of each argument of a method descriptor.
pub fn argument_slots(descriptor: &str) -> impl Iterator<Item = usize> {
    descriptor::parameters(descriptor).map(|parameter| descriptor::slots(parameter).into())
}

/// Returns the number of slots of the type at the end of a descriptor: the type of a field, or the result of
/// a method.
pub(crate) fn result_slots(descriptor: &str) -> usize {
    descriptor.rsplit(')').next().map_or(0, |ty| descriptor::slots(ty).into())
}

/// Executes an instruction that only copies or exchanges slots: `dup`, its variants, and `swap`. The last
/// slot of `stack` is the top. Returns whether the instruction is such an instruction. Returns `None` if the
/// stack has too few slots.
pub fn rearrange<T: Clone>(stack: &mut Vec<T>, op: u8) -> Option<bool> {
    if op == op::SWAP {
        let top = stack.len();
        stack.swap(top.checked_sub(2)?, top - 1);
        return Some(true);
    }
    let Some((copied, between)) = copied_slots(op) else { return Some(false) };
    let copies = stack.get(stack.len().checked_sub(copied)?..)?.to_vec();
    let at = stack.len().checked_sub(copied + between)?;
    stack.splice(at..at, copies);
    Some(true)
}

/// Returns the number of slots that an instruction copies, and the number of slots between the copies and
/// the originals.
fn copied_slots(op: u8) -> Option<(usize, usize)> {
    Some(match op {
        op::DUP => (1, 0),
        op::DUP_X1 => (1, 1),
        op::DUP_X2 => (1, 2),
        op::DUP2 => (2, 0),
        op::DUP2_X1 => (2, 1),
        op::DUP2_X2 => (2, 2),
        _ => return None,
    })
}

/// Returns the number of slots that an instruction pops, and the number of slots that it then pushes. Returns
/// `None` if its constant is invalid, and for instructions that only copy or exchange slots (`dup`, `swap`).
pub fn effect(instruction: &Instruction, constants: &ConstantPool) -> Option<(usize, usize)> {
    match *instruction {
        Instruction::Pool { op: op @ op::GETSTATIC..=op::INVOKESTATIC, index } => {
            member_effect(op, &constants.member(index).ok()?.descriptor.to_str())
        }
        Instruction::InvokeInterface { index, .. } => {
            member_effect(op::INVOKEINTERFACE, &constants.member(index).ok()?.descriptor.to_str())
        }
        Instruction::InvokeDynamic { index } => {
            member_effect(op::INVOKEDYNAMIC, &constants.name_and_type(index).ok()?.1.to_str())
        }
        Instruction::MultiNewArray { dimensions, .. } => Some((dimensions.into(), 1)),
        _ => plain_effect(instruction.op()),
    }
}

fn member_effect(op: u8, descriptor: &str) -> Option<(usize, usize)> {
    let value = result_slots(descriptor);
    let arguments = || argument_slots(descriptor).sum::<usize>();
    Some(match op {
        op::GETSTATIC => (0, value),
        op::PUTSTATIC => (value, 0),
        op::GETFIELD => (1, value),
        op::PUTFIELD => (1 + value, 0),
        op::INVOKESTATIC | op::INVOKEDYNAMIC => (arguments(), value),
        _ => (1 + arguments(), value),
    })
}

fn plain_effect(op: u8) -> Option<(usize, usize)> {
    use op::*;
    Some(match op {
        NOP | IINC | GOTO | GOTO_W | RET | RETURN => (0, 0),
        ACONST_NULL..=ICONST_5 | FCONST_0..=FCONST_2 | BIPUSH..=LDC_W => (0, 1),
        LCONST_0 | LCONST_1 | DCONST_0 | DCONST_1 | LDC2_W => (0, 2),
        ILOAD | FLOAD | ALOAD | ILOAD_0..=ILOAD_3 | FLOAD_0..=FLOAD_3 | ALOAD_0..=ALOAD_3 => (0, 1),
        LLOAD | DLOAD | LLOAD_0..=LLOAD_3 | DLOAD_0..=DLOAD_3 => (0, 2),
        LALOAD | DALOAD => (2, 2),
        IALOAD..=SALOAD => (2, 1),
        ISTORE | FSTORE | ASTORE | ISTORE_0..=ISTORE_3 | FSTORE_0..=FSTORE_3 | ASTORE_0..=ASTORE_3 => (1, 0),
        LSTORE | DSTORE | LSTORE_0..=LSTORE_3 | DSTORE_0..=DSTORE_3 => (2, 0),
        LASTORE | DASTORE => (4, 0),
        IASTORE..=SASTORE => (3, 0),
        POP => (1, 0),
        POP2 => (2, 0),
        IADD | FADD | ISUB | FSUB | IMUL | FMUL | IDIV | FDIV | IREM | FREM => (2, 1),
        ISHL | ISHR | IUSHR | IAND | IOR | IXOR | FCMPL | FCMPG => (2, 1),
        LADD | DADD | LSUB | DSUB | LMUL | DMUL | LDIV | DDIV | LREM | DREM | LAND | LOR | LXOR => (4, 2),
        LSHL | LSHR | LUSHR => (3, 2),
        INEG | FNEG | I2F | F2I | I2B | I2C | I2S => (1, 1),
        LNEG | DNEG | L2D | D2L => (2, 2),
        I2L | I2D | F2L | F2D => (1, 2),
        L2I | L2F | D2I | D2F => (2, 1),
        LCMP | DCMPL | DCMPG => (4, 1),
        IFEQ..=IFLE | IFNULL | IFNONNULL | TABLESWITCH | LOOKUPSWITCH => (1, 0),
        IF_ICMPEQ..=IF_ACMPNE => (2, 0),
        JSR | JSR_W | NEW => (0, 1),
        NEWARRAY | ANEWARRAY | ARRAYLENGTH | CHECKCAST | INSTANCEOF => (1, 1),
        IRETURN | FRETURN | ARETURN | ATHROW | MONITORENTER | MONITOREXIT => (1, 0),
        LRETURN | DRETURN => (2, 0),
        _ => return None,
    })
}
