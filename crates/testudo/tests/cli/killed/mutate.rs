//! Creates a class file for each mutant by replacing one instruction. This code is independent of the code
//! with which Testudo runs mutants. Therefore the tests compare two implementations.

use analysis::Program;
use classfile::{ClassFile, ConstantPool, Editor, Index, Instruction, Result, descriptor, op};
use mutation::{Change, MutantId, Mutants, Relation, Unary};

/// Applies a mutant to its class. Returns the internal name of the class (with slashes) and its class file.
/// Each iteration of a loop calls `Runs.countIteration()`, which ends infinite loops.
pub fn mutate(
    files: &[ClassFile],
    program: &Program,
    mutants: &Mutants,
    mutant: MutantId,
) -> Result<(String, Vec<u8>)> {
    let point = mutants.point(mutant);
    let method = &program.methods[point.method];
    let mut class = files.iter().find(|file| file.name().unwrap().to_str() == method.class).unwrap().clone();
    for index in 0..class.methods.len() {
        let member = &class.methods[index];
        let text = |index| class.constants.utf8(index).unwrap().to_str();
        let is_mutated = text(member.name) == method.name && text(member.descriptor) == method.descriptor;
        let Some(mut editor) = Editor::new(&class, member)? else { continue };
        insert_iteration_counter(&mut editor, &mut class.constants)?;
        if is_mutated {
            let alternative = (mutant.0 - point.first.0) as usize;
            Edit { editor: &mut editor, at: point.at, alternative }
                .apply(&point.change, &mut class.constants)?;
        }
        let code = editor.finish(&mut class.constants)?;
        *class.methods[index].attribute_mut("Code", &class.constants).unwrap() = code;
    }
    Ok((method.class.clone(), class.write()?))
}

/// Inserts a call of `Runs.countIteration()` before each backward jump.
fn insert_iteration_counter(editor: &mut Editor, constants: &mut ConstantPool) -> Result<()> {
    let index = constants.add_method("Runs", "countIteration", "()V")?;
    for at in 0..editor.code().instructions.len() {
        if editor.code().instructions[at].targets().any(|target| target <= at) {
            editor.insert_before(at, [Instruction::Pool { op: op::INVOKESTATIC, index }]);
        }
    }
    Ok(())
}

/// A replacement of one instruction.
struct Edit<'a> {
    editor: &'a mut Editor,
    at: Index,
    /// Index of the mutant among the mutants of this instruction.
    alternative: usize,
}

impl Edit<'_> {
    fn instruction(&self) -> Instruction {
        self.editor.code().instructions[self.at].clone()
    }

    /// Replaces the instruction by the instructions of the mutant.
    fn apply(&mut self, change: &Change, constants: &mut ConstantPool) -> Result<()> {
        let alternative = self.alternative;
        let wide = |index| Instruction::Ldc { op: op::LDC2_W, index };
        let short = |index| Instruction::Ldc { op: op::LDC, index };
        let replacement = match change {
            Change::Int(values) => vec![Instruction::push_int(values[alternative], constants)?],
            Change::Long(values) => vec![wide(constants.add_long(values[alternative])?)],
            Change::Float(values) => vec![short(constants.add_float(values[alternative])?)],
            Change::Double(values) => vec![wide(constants.add_double(values[alternative])?)],
            Change::Text(values) => vec![short(constants.add_string(&values[alternative])?)],
            Change::Operation(others) => vec![Instruction::Simple(others[alternative])],
            Change::Comparison { original, others } => {
                let is_order = others.iter().chain([original]).any(|it| it.0 & Relation::GREATER != 0);
                jump(&self.instruction(), others[alternative].0, is_order)
            }
            Change::Variable { slots, class } => {
                let op = op::ILOAD + loaded_kind(&self.instruction());
                let load =
                    Instruction::Local { op, slot: slots[alternative], wide: slots[alternative] > 255 };
                let cast = class.as_deref().map(|class| constants.add_class(class)).transpose()?;
                let cast = cast.map(|index| Instruction::Pool { op: op::CHECKCAST, index });
                [load].into_iter().chain(cast).collect()
            }
            Change::Field(names) => {
                let (class, _, descriptor) = member(&self.instruction(), constants)?;
                let index = constants.add_field(&class, &names[alternative], &descriptor)?;
                vec![Instruction::Pool { op: self.instruction().op(), index }]
            }
            Change::Unary(changes) => self.read_and_change(changes[alternative], constants)?,
            Change::Deleted => replace_deleted(&self.instruction(), constants)?,
        };
        self.editor.reserve_stack(2);
        self.editor.replace(self.at, replacement);
        Ok(())
    }

    /// Returns the original instruction, which loads a number, followed by instructions that change the
    /// number.
    fn read_and_change(&self, change: Unary, constants: &ConstantPool) -> Result<Vec<Instruction>> {
        let load = self.instruction();
        let kind = match load {
            Instruction::Pool { .. } => kind(&member(&load, constants)?.2),
            _ => loaded_kind(&load),
        };
        let one = [op::ICONST_1, op::LCONST_1, op::FCONST_1, op::DCONST_1][kind as usize];
        let operations = match change {
            Unary::Negate => vec![op::INEG + kind],
            Unary::Increment => vec![one, op::IADD + kind],
            Unary::Decrement => vec![one, op::ISUB + kind],
        };
        Ok([load].into_iter().chain(operations.into_iter().map(Instruction::Simple)).collect())
    }
}

/// Returns the kind of value that an instruction loads: 0 for int, 1 for long, 2 for float, 3 for double, 4
/// for a reference.
fn loaded_kind(load: &Instruction) -> u8 {
    match load.op() {
        op @ op::ILOAD..=op::ALOAD => op - op::ILOAD,
        op => (op - op::ILOAD_0) / 4,
    }
}

/// Returns the kind of value of a type descriptor, with the same numbers as [`loaded_kind`].
fn kind(descriptor: &str) -> u8 {
    match descriptor.as_bytes()[0] {
        b'J' => 1,
        b'F' => 2,
        b'D' => 3,
        b'L' | b'[' => 4,
        _ => 0,
    }
}

/// Returns instructions that jump if the operands are in one of several relations. `relations` is a set of
/// bits: 1 for less, 2 for equal, 4 for greater. `is_order` is false if the operands can only be equal (2) or
/// different (1).
fn jump(original: &Instruction, relations: u8, is_order: bool) -> Vec<Instruction> {
    let &Instruction::Jump { op, target } = original else { panic!("{original:?}") };
    let (equal, operands) = match op {
        op::IFEQ..=op::IFLE => (op::IFEQ, 1),
        op::IF_ICMPEQ..=op::IF_ICMPLE => (op::IF_ICMPEQ, 2),
        op::IF_ACMPEQ | op::IF_ACMPNE => (op::IF_ACMPEQ, 2),
        _ => (op::IFNULL, 1),
    };
    let all = if is_order { 7 } else { 3 };
    // The six opcodes are consecutive: equal, not equal, less, not less, greater, not greater.
    let offset = match relations {
        2 => Some(0),
        4 => Some(4),
        3 if is_order => Some(5),
        5 => Some(1),
        6 => Some(3),
        1 => Some(if is_order { 2 } else { 1 }),
        _ => None,
    };
    let jump = |op| Instruction::Jump { op, target };
    match offset {
        Some(offset) => vec![jump(equal + offset)],
        None => {
            let popped = (0..operands).map(|_| Instruction::Simple(op::POP));
            // A conditional jump that is always taken. After a `goto`, the verifier would require a stack map
            // frame.
            let always = [Instruction::Simple(op::ICONST_0), jump(op::IFEQ)];
            popped.chain(always.into_iter().filter(|_| relations == all)).collect()
        }
    }
}

/// Returns the instructions that replace a deleted instruction. The replacement pops the operands of the
/// instruction, and pushes 0, false or null if the instruction has a result.
fn replace_deleted(instruction: &Instruction, constants: &ConstantPool) -> Result<Vec<Instruction>> {
    let pop = |slots: u16| Instruction::Simple(if slots == 2 { op::POP2 } else { op::POP });
    let default = |descriptor: &str| {
        let zeros = [op::ICONST_0, op::LCONST_0, op::FCONST_0, op::DCONST_0, op::ACONST_NULL];
        (descriptor != "V").then(|| Instruction::Simple(zeros[kind(descriptor) as usize]))
    };
    Ok(match instruction.op() {
        op::IINC => vec![Instruction::Simple(op::NOP)],
        op::GETSTATIC => default(&member(instruction, constants)?.2).into_iter().collect(),
        op::GETFIELD => [pop(1)].into_iter().chain(default(&member(instruction, constants)?.2)).collect(),
        op::PUTSTATIC => vec![pop(descriptor::slots(&member(instruction, constants)?.2))],
        op::PUTFIELD => vec![pop(descriptor::slots(&member(instruction, constants)?.2)), pop(1)],
        op::LASTORE | op::DASTORE => vec![pop(2), pop(2)],
        op::IASTORE..=op::SASTORE => vec![pop(1), pop(2)],
        op::INVOKEVIRTUAL..=op::INVOKEINTERFACE => {
            let (_, _, called) = member(instruction, constants)?;
            let mut popped: Vec<Instruction> =
                descriptor::parameters(&called).map(|it| pop(descriptor::slots(it))).collect();
            popped.reverse();
            let receiver = (instruction.op() != op::INVOKESTATIC).then(|| pop(1));
            let (_, result) = called.split_once(')').unwrap();
            popped.into_iter().chain(receiver).chain(default(result)).collect()
        }
        op::LSTORE | op::DSTORE | op::LSTORE_0..=op::LSTORE_3 | op::DSTORE_0..=op::DSTORE_3 => vec![pop(2)],
        _ => vec![pop(1)],
    })
}

/// Returns the class, name and descriptor of the field or method that an instruction accesses.
fn member(instruction: &Instruction, constants: &ConstantPool) -> Result<(String, String, String)> {
    let (Instruction::Pool { index, .. } | Instruction::InvokeInterface { index, .. }) = *instruction else {
        panic!("{instruction:?}")
    };
    let member = constants.member(index)?;
    let text = |text: classfile::Utf8<'_>| text.to_str().into_owned();
    Ok((text(member.class), text(member.name), text(member.descriptor)))
}
