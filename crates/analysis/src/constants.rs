//! The literals in the code of the class under test. The constant pool of the search starts with these
//! literals.

use std::collections::{BTreeMap, BTreeSet};

use classfile::{ClassFile, Code, Constant, ConstantPool, Instruction, Member, Result, op};
use typed_index_collections::TiVec;

use crate::program::{MethodIndex, Program};

/// Maximum number of instructions between the load of a message and its use.
const MAX_MESSAGE: usize = 32;
/// Prefixes of the names of methods that throw an exception with a message if a condition is false.
const CHECKS: [&str; 7] = ["check", "require", "notNull", "notEmpty", "isTrue", "validState", "assert"];

/// The distinct literals in some code, in ascending order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Constants {
    /// `int`s, including `boolean`, `byte`, `char` and `short`. The keys of switches are included, except the
    /// hashes of a switch on strings. The steps of counters (`i += 3`) are not included.
    pub ints: Vec<i32>,
    /// `long`s.
    pub longs: Vec<i64>,
    /// `float`s, in total order.
    pub floats: Vec<f32>,
    /// `double`s, in total order.
    pub doubles: Vec<f64>,
    /// Strings as UTF-16 code units, which can contain lone surrogates. Messages of exceptions are not
    /// included if they contain a space.
    pub strings: Vec<Vec<u16>>,
    /// Classes in casts, `instanceof` and class literals: binary names with slashes, array descriptors, or
    /// keywords of primitive types.
    pub classes: Vec<String>,
}

impl Constants {
    /// Returns the literals in all methods of the classes, including static initialisers.
    ///
    /// Skips methods whose code cannot be decoded. Fails if code refers to a constant that does not exist.
    pub fn of(classes: &[&ClassFile]) -> Result<Constants> {
        let mut collector = Collector::default();
        for class in classes {
            for code in class.methods.iter().filter_map(|method| class.code(method).ok().flatten()) {
                collector.add(&code, &class.constants)?;
            }
        }
        Ok(collector.into_sorted_constants())
    }

    /// Returns the literals in each method of a program. `classes` are the classes of the program.
    ///
    /// Fails if code refers to a constant that does not exist, or if a class or method has no valid name.
    pub fn by_method(program: &Program, classes: &[&ClassFile]) -> Result<TiVec<MethodIndex, Constants>> {
        let methods = program.methods.iter_enumerated();
        let ids: BTreeMap<(&str, &str, &str), MethodIndex> =
            methods.map(|(id, method)| ((&*method.class, &*method.name, &*method.descriptor), id)).collect();
        let mut constants = TiVec::from(vec![Constants::default(); program.methods.len()]);
        for class in classes {
            let owner = class.name()?.to_str();
            for member in &class.methods {
                let name = class.constants.utf8(member.name)?.to_str();
                let descriptor = class.constants.utf8(member.descriptor)?.to_str();
                let Some(&id) = ids.get(&(&*owner, &*name, &*descriptor)) else { continue };
                let Some(code) = class.code(member).ok().flatten() else { continue };
                let mut collector = Collector::default();
                collector.add(&code, &class.constants)?;
                constants[id] = collector.into_sorted_constants();
            }
        }
        Ok(constants)
    }
}

/// Returns whether the code of a method consists of the return of a literal: `return 4;`.
pub fn returns_literal(class: &ClassFile, name: &str, descriptor: &str) -> bool {
    let is_wanted = |method: &&Member| {
        class.constants.utf8(method.name).is_ok_and(|it| it.to_str() == name)
            && class.constants.utf8(method.descriptor).is_ok_and(|it| it.to_str() == descriptor)
    };
    let code = class.methods.iter().find(is_wanted).and_then(|method| class.code(method).ok().flatten());
    let is_literal = |instruction: &Instruction| {
        matches!(
            instruction,
            Instruction::Simple(op::ACONST_NULL..=op::DCONST_1)
                | Instruction::Push { .. }
                | Instruction::Ldc { .. }
        )
    };
    code.is_some_and(|code| matches!(&code.instructions[..], [first, _] if is_literal(first)))
}

/// Collects the literals in code.
#[derive(Default)]
struct Collector {
    ints: BTreeSet<i32>,
    longs: BTreeSet<i64>,
    floats: Vec<f32>,
    doubles: Vec<f64>,
    strings: BTreeSet<Vec<u16>>,
    classes: BTreeSet<String>,
}

impl Collector {
    fn add(&mut self, code: &Code, constants: &ConstantPool) -> Result<()> {
        for (at, instruction) in code.instructions.iter().enumerate() {
            match instruction {
                Instruction::Simple(op) => self.add_constant_of_opcode(*op),
                Instruction::Push { value, .. } => self.ints.extend([i32::from(*value)]),
                Instruction::TableSwitch { low, targets, .. } => {
                    self.ints.extend((0..targets.len() as i32).map(|offset| low.wrapping_add(offset)));
                }
                Instruction::LookupSwitch { pairs, .. } if !follows_hash(code, at, constants) => {
                    self.ints.extend(pairs.iter().map(|&(key, _)| key));
                }
                Instruction::Ldc { .. } if is_message(code, at, constants) => {}
                Instruction::Ldc { index, .. } => self.add_loaded(*index, constants)?,
                Instruction::Pool { op: op::CHECKCAST | op::INSTANCEOF, index } => {
                    self.add_class(*index, constants)?;
                }
                Instruction::Pool { op: op::GETSTATIC, index } => {
                    let field = constants.member(*index)?;
                    self.classes.extend(primitive_class(&field.class.to_str(), &field.name.to_str()));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn add_constant_of_opcode(&mut self, op: u8) {
        match op {
            op::ICONST_M1..=op::ICONST_5 => self.ints.extend([i32::from(op) - i32::from(op::ICONST_0)]),
            op::LCONST_0 | op::LCONST_1 => self.longs.extend([i64::from(op - op::LCONST_0)]),
            op::FCONST_0..=op::FCONST_2 => self.floats.push((op - op::FCONST_0).into()),
            op::DCONST_0 | op::DCONST_1 => self.doubles.push((op - op::DCONST_0).into()),
            _ => {}
        }
    }

    fn add_loaded(&mut self, index: u16, constants: &ConstantPool) -> Result<()> {
        match constants.constant(index)? {
            Constant::Integer(value) => self.ints.extend([value]),
            Constant::Long(value) => self.longs.extend([value]),
            Constant::Float(value) => self.floats.push(value),
            Constant::Double(value) => self.doubles.push(value),
            Constant::String { .. } => self.strings.extend([constants.string(index)?.utf16()]),
            Constant::Class { .. } => self.add_class(index, constants)?,
            _ => {}
        }
        Ok(())
    }

    fn add_class(&mut self, index: u16, constants: &ConstantPool) -> Result<()> {
        self.classes.insert(constants.class_name(index)?.to_str().into_owned());
        Ok(())
    }

    fn into_sorted_constants(mut self) -> Constants {
        self.floats.sort_by(f32::total_cmp);
        self.floats.dedup_by_key(|value| value.to_bits());
        self.doubles.sort_by(f64::total_cmp);
        self.doubles.dedup_by_key(|value| value.to_bits());
        Constants {
            ints: self.ints.into_iter().collect(),
            longs: self.longs.into_iter().collect(),
            floats: self.floats,
            doubles: self.doubles,
            strings: self.strings.into_iter().collect(),
            classes: self.classes.into_iter().collect(),
        }
    }
}

/// Returns whether an instruction loads a text with several words that is part of the message of an
/// exception. Such a text says little about the inputs of the code.
fn is_message(code: &Code, at: usize, constants: &ConstantPool) -> bool {
    let Instruction::Ldc { index, .. } = code.instructions[at] else { return false };
    let has_words = constants.string(index).is_ok_and(|text| text.to_str().contains(' '));
    // Between the load and the use of the message, the code computes other parts of the message.
    let following = code.instructions[at + 1..].iter().take(MAX_MESSAGE);
    let mut following = following.take_while(|it| computes_value(it));
    has_words && following.any(|it| uses_message(it, constants))
}

/// Returns whether an instruction only computes a value on the stack.
fn computes_value(instruction: &Instruction) -> bool {
    match instruction {
        Instruction::Simple(op) => !matches!(*op, op::IRETURN..=op::RETURN | op::ATHROW | op::POP | op::POP2),
        Instruction::Push { .. }
        | Instruction::Ldc { .. }
        | Instruction::InvokeInterface { .. }
        | Instruction::InvokeDynamic { .. } => true,
        Instruction::Local { op, .. } => matches!(*op, op::ILOAD..=op::ALOAD),
        Instruction::Pool { op, .. } => !matches!(*op, op::PUTFIELD | op::PUTSTATIC),
        _ => false,
    }
}

/// Returns whether an instruction creates an exception, or calls a method that checks a condition and throws
/// an exception: `requireNonNull(text, message)`.
fn uses_message(instruction: &Instruction, constants: &ConstantPool) -> bool {
    let Instruction::Pool { op, index } = instruction else { return false };
    let Ok(callee) = constants.member(*index) else { return false };
    let (class, name) = (callee.class.to_str(), callee.name.to_str());
    match *op {
        op::INVOKESPECIAL => &*name == "<init>" && (class.ends_with("Exception") || class.ends_with("Error")),
        op::INVOKESTATIC => CHECKS.iter().any(|check| name.starts_with(check)),
        _ => false,
    }
}

/// Returns the keyword of a primitive type if a static field contains its class. The class literal
/// `int.class` compiles to a read of `Integer.TYPE`.
fn primitive_class(class: &str, field: &str) -> Option<String> {
    let keyword = match class.strip_prefix("java/lang/")? {
        "Integer" => "int",
        "Character" => "char",
        boxed @ ("Boolean" | "Byte" | "Short" | "Long" | "Float" | "Double") => boxed,
        _ => return None,
    };
    (field == "TYPE").then(|| keyword.to_lowercase())
}

/// Returns whether the instruction before `at` computes the hash of a string. In the code of a switch on
/// strings, the first `lookupswitch` follows such a computation, and its keys are hashes.
fn follows_hash(code: &Code, at: usize, constants: &ConstantPool) -> bool {
    let Some(Instruction::Pool { op: op::INVOKEVIRTUAL, index }) =
        at.checked_sub(1).map(|before| &code.instructions[before])
    else {
        return false;
    };
    let callee = constants.member(*index);
    callee
        .is_ok_and(|callee| callee.class.to_str() == "java/lang/String" && callee.name.to_str() == "hashCode")
}
