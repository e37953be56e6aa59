//! Arithmetic with constants. Loops over constant bounds and sums of constants in tests need it.

use classfile::op;
use testcase::Literal;

/// Returns the result of an instruction on constants. Returns `None` for other instructions and other
/// operands.
pub fn result(op: u8, operands: &[&Literal]) -> Option<Literal> {
    match operands {
        [Literal::Int(a), Literal::Int(b)] => int(op, *a, *b).map(Literal::Int),
        [Literal::Long(a), Literal::Long(b)] => long(op, *a, *b),
        [Literal::Double(a), Literal::Double(b)] => double(op, *a, *b),
        [Literal::Float(a), Literal::Float(b)] => match op {
            op::FADD => Some(Literal::Float(a + b)),
            op::FSUB => Some(Literal::Float(a - b)),
            op::FMUL => Some(Literal::Float(a * b)),
            op::FDIV => Some(Literal::Float(a / b)),
            _ => None,
        },
        [operand] => converted(op, operand),
        _ => None,
    }
}

fn int(op: u8, a: i32, b: i32) -> Option<i32> {
    Some(match op {
        op::IADD => a.wrapping_add(b),
        op::ISUB => a.wrapping_sub(b),
        op::IMUL => a.wrapping_mul(b),
        op::IDIV => (b != 0).then(|| a.wrapping_div(b))?,
        op::IREM => (b != 0).then(|| a.wrapping_rem(b))?,
        op::ISHL => a.wrapping_shl(b.cast_unsigned()),
        op::ISHR => a.wrapping_shr(b.cast_unsigned()),
        op::IUSHR => a.cast_unsigned().wrapping_shr(b.cast_unsigned()).cast_signed(),
        op::IAND => a & b,
        op::IOR => a | b,
        op::IXOR => a ^ b,
        _ => return None,
    })
}

fn long(op: u8, a: i64, b: i64) -> Option<Literal> {
    Some(Literal::Long(match op {
        op::LADD => a.wrapping_add(b),
        op::LSUB => a.wrapping_sub(b),
        op::LMUL => a.wrapping_mul(b),
        op::LDIV => (b != 0).then(|| a.wrapping_div(b))?,
        op::LREM => (b != 0).then(|| a.wrapping_rem(b))?,
        op::LCMP => return Some(Literal::Int(a.cmp(&b) as i32)),
        _ => return None,
    }))
}

fn double(op: u8, a: f64, b: f64) -> Option<Literal> {
    Some(Literal::Double(match op {
        op::DADD => a + b,
        op::DSUB => a - b,
        op::DMUL => a * b,
        op::DDIV => a / b,
        _ => return None,
    }))
}

/// Returns the negated or converted operand.
fn converted(op: u8, operand: &Literal) -> Option<Literal> {
    Some(match (op, operand) {
        (op::INEG, Literal::Int(a)) => Literal::Int(a.wrapping_neg()),
        (op::LNEG, Literal::Long(a)) => Literal::Long(a.wrapping_neg()),
        (op::FNEG, Literal::Float(a)) => Literal::Float(-a),
        (op::DNEG, Literal::Double(a)) => Literal::Double(-a),
        (op::I2L, Literal::Int(a)) => Literal::Long((*a).into()),
        (op::I2F, Literal::Int(a)) => Literal::Float(*a as f32),
        (op::I2D, Literal::Int(a)) => Literal::Double((*a).into()),
        (op::I2B, Literal::Int(a)) => Literal::Int((*a as i8).into()),
        (op::I2C, Literal::Int(a)) => Literal::Int((*a as u16).into()),
        (op::I2S, Literal::Int(a)) => Literal::Int((*a as i16).into()),
        (op::L2I, Literal::Long(a)) => Literal::Int(*a as i32),
        (op::L2D, Literal::Long(a)) => Literal::Double(*a as f64),
        (op::F2D, Literal::Float(a)) => Literal::Double((*a).into()),
        (op::D2F, Literal::Double(a)) => Literal::Float(*a as f32),
        (op::D2I, Literal::Double(a)) => Literal::Int(*a as i32),
        (op::D2L, Literal::Double(a)) => Literal::Long(*a as i64),
        _ => return None,
    })
}

/// Returns whether a conditional jump on `int`s is taken. `b` is 0 if the jump has one operand.
pub fn jumps(op: u8, a: i32, b: i32) -> Option<bool> {
    Some(match op {
        op::IFEQ | op::IF_ICMPEQ => a == b,
        op::IFNE | op::IF_ICMPNE => a != b,
        op::IFLT | op::IF_ICMPLT => a < b,
        op::IFGE | op::IF_ICMPGE => a >= b,
        op::IFGT | op::IF_ICMPGT => a > b,
        op::IFLE | op::IF_ICMPLE => a <= b,
        _ => return None,
    })
}
