//! Simulates the operand stack of a method, to find out where values come from.

use std::collections::{BTreeMap, BTreeSet};

use classfile::{
    ClassFile, Code, Constant, ConstantPool, Index, Instruction, Member, attributes, descriptor, op,
};

use classfile::attributes::LocalVariable;

use super::{Operand, Origin};
use crate::stack;

const STATIC: u16 = 0x0008;
/// Maximum nesting depth of a value. Deeper values are unknown.
const MAX_DEPTH: usize = 3;

/// A value on the operand stack with its number of slots: `None` if its origin is unknown.
type Entry = (Option<Operand>, usize);

/// Simulates the operand stack of a method, one instruction after the other. At each target of a jump, the
/// stack is unknown.
pub(super) struct Simulation<'a> {
    code: &'a Code,
    constants: &'a ConstantPool,
    variables: Vec<LocalVariable<'a>>,
    /// The slots of the parameters and of `this`.
    parameters: BTreeMap<u16, Operand>,
    /// For each slot, the instructions that change it, in ascending order.
    changes: BTreeMap<u16, Vec<Index>>,
    /// The last value that was stored into each slot. A slot that several instructions change has no value
    /// after the target of a jump.
    stored: BTreeMap<u16, Operand>,
    /// The values on the stack. Values below the first entry are unknown.
    stack: Vec<Entry>,
}

impl<'a> Simulation<'a> {
    pub(super) fn new(
        class: &'a ClassFile,
        member: &Member,
        descriptor: &str,
        code: &'a Code,
    ) -> Simulation<'a> {
        let data = member.attribute("Code", &class.constants).unwrap_or_default();
        let mut changes: BTreeMap<u16, Vec<Index>> = BTreeMap::new();
        for (at, instruction) in code.instructions.iter().enumerate() {
            if let Some(slot) = changed_slot(instruction) {
                changes.entry(slot).or_default().push(at);
            }
        }
        let variables = attributes::local_variables(data, &class.constants).unwrap_or_default();
        Simulation {
            code,
            constants: &class.constants,
            parameters: parameters(class, descriptor, member.access, &variables),
            variables,
            changes,
            stored: BTreeMap::new(),
            stack: Vec::new(),
        }
    }

    /// Returns the values on the stack before each of the given instructions.
    pub(super) fn stacks_at(mut self, wanted: &[Index]) -> BTreeMap<Index, Vec<Option<Operand>>> {
        let wanted: BTreeSet<Index> = wanted.iter().copied().collect();
        let handlers = self.code.handlers.iter().map(|row| row.handler);
        let jumps = self.code.instructions.iter().flat_map(Instruction::targets);
        let targets: BTreeSet<Index> = handlers.chain(jumps).collect();
        let mut stacks = BTreeMap::new();
        for (at, instruction) in self.code.instructions.iter().enumerate() {
            if targets.contains(&at) {
                self.stack.clear();
                self.stored.retain(|slot, _| self.changes[slot].len() == 1);
            }
            if wanted.contains(&at) {
                stacks.insert(at, self.stack.iter().map(|(operand, _)| operand.clone()).collect());
            }
            self.run(instruction, at);
            if instruction.ends_flow() {
                self.stack.clear();
            }
        }
        stacks
    }

    fn run(&mut self, instruction: &Instruction, at: Index) {
        match *instruction {
            Instruction::Push { value, .. } => self.push(integer(value.into(), "I")),
            Instruction::Ldc { index, .. } => self.push_constant(index),
            Instruction::Pool { op: op @ (op::GETFIELD | op::GETSTATIC), index } => {
                self.read_field(op == op::GETSTATIC, index);
            }
            Instruction::Pool { op: op @ op::INVOKEVIRTUAL..=op::INVOKESTATIC, index } => {
                self.call(op == op::INVOKESTATIC, index);
            }
            Instruction::InvokeInterface { index, .. } => self.call(false, index),
            Instruction::Pool { op: op::INSTANCEOF, index } => self.instance_of(index),
            Instruction::Pool { op: op::CHECKCAST, .. } => {}
            Instruction::Iinc { slot, .. } => drop(self.stored.remove(&slot)),
            _ => match (loaded_slot(instruction), stored_slot(instruction)) {
                (Some(slot), _) => self.load(slot, at, instruction),
                (_, Some(slot)) => self.store(slot),
                _ => self.run_simple(instruction),
            },
        }
    }

    fn run_simple(&mut self, instruction: &Instruction) {
        match instruction.op() {
            op::ACONST_NULL => self.push(operand(Origin::Null, "Ljava/lang/Object;")),
            op @ op::ICONST_M1..=op::ICONST_5 => {
                self.push(integer(i64::from(op) - i64::from(op::ICONST_0), "I"));
            }
            op @ (op::LCONST_0 | op::LCONST_1) => self.push(integer((op - op::LCONST_0).into(), "J")),
            op @ op::FCONST_0..=op::FCONST_2 => {
                self.push(operand(Origin::Float((op - op::FCONST_0).into()), "F"));
            }
            op @ (op::DCONST_0 | op::DCONST_1) => {
                self.push(operand(Origin::Float((op - op::DCONST_0).into()), "D"));
            }
            op::DUP => {
                let top = self.pop();
                self.stack.extend([(top.clone(), 1), (top, 1)]);
            }
            op::ARRAYLENGTH => {
                let length = self.pop().map(|array| operand(Origin::Length(Box::new(array)), "I"));
                self.push(length);
            }
            op @ op::IADD..=op::DREM => self.calculate(op),
            op::LCMP | op::FCMPL | op::FCMPG | op::DCMPL | op::DCMPG => self.compare(),
            op::I2L => self.convert("J"),
            op::L2I => self.convert("I"),
            op::I2D | op::L2D | op::F2D => self.convert("D"),
            op::I2F | op::L2F | op::D2F => self.convert("F"),
            _ => self.skip(instruction),
        }
    }

    /// Runs an instruction whose result has an unknown origin.
    fn skip(&mut self, instruction: &Instruction) {
        let Some((popped, pushed)) = stack::effect(instruction, self.constants) else {
            return self.stack.clear();
        };
        self.pop_slots(popped);
        if pushed > 0 {
            self.stack.push((None, pushed));
        }
    }

    fn pop_slots(&mut self, mut slots: usize) {
        while slots > 0
            && let Some((_, size)) = self.stack.pop()
        {
            slots = slots.saturating_sub(size);
        }
    }

    fn pop(&mut self) -> Option<Operand> {
        self.stack.pop().and_then(|(operand, _)| operand)
    }

    /// Pushes a value. A value that is nested too deeply becomes unknown, but has the same size.
    fn push(&mut self, operand: impl Into<Option<Operand>>) {
        let operand = operand.into();
        let slots = operand.as_ref().map_or(1, |operand| descriptor::slots(&operand.descriptor).into());
        self.stack.push((operand.filter(|operand| depth(operand) <= MAX_DEPTH), slots));
    }

    fn push_unknown(&mut self, descriptor: &str) {
        self.stack.push((None, descriptor::slots(descriptor).into()));
    }

    fn push_constant(&mut self, index: u16) {
        let constant = match self.constants.constant(index) {
            Ok(Constant::Integer(value)) => integer(value.into(), "I"),
            Ok(Constant::Long(value)) => integer(value, "J"),
            Ok(Constant::Float(value)) => operand(Origin::Float(value.into()), "F"),
            Ok(Constant::Double(value)) => operand(Origin::Float(value), "D"),
            Ok(Constant::String { utf8 }) => match self.constants.utf8(utf8) {
                Ok(text) => operand(Origin::Text(text.to_str().into_owned()), "Ljava/lang/String;"),
                Err(_) => return self.stack.push((None, 1)),
            },
            _ => return self.stack.push((None, 1)),
        };
        self.push(constant);
    }

    fn read_field(&mut self, is_static: bool, index: u16) {
        let owner = if is_static { None } else { Some(self.pop()) };
        let Ok(field) = self.constants.member(index) else { return self.stack.clear() };
        let (name, descriptor) = (field.name.to_str().into_owned(), field.descriptor.to_str());
        match owner {
            Some(None) => self.push_unknown(&descriptor),
            owner => {
                let owner = owner.flatten().map(Box::new);
                self.push(operand(Origin::Field { owner, name }, &descriptor));
            }
        }
    }

    fn call(&mut self, is_static: bool, index: u16) {
        let Ok(callee) = self.constants.member(index) else { return self.stack.clear() };
        let method = callee.descriptor.to_str();
        let count = descriptor::parameters(&method).count();
        let mut args: Vec<Option<Operand>> = (0..count).map(|_| self.pop()).collect();
        args.reverse();
        let receiver = if is_static { None } else { Some(self.pop()) };
        let result = method.rsplit(')').next().unwrap_or_default();
        if result == "V" {
            return;
        }
        let args: Option<Vec<Operand>> = args.into_iter().collect();
        let name = callee.name.to_str().into_owned();
        match (receiver, args) {
            (None, Some(args)) if is_boxing(&callee.class.to_str(), &name, &args) => {
                self.push(args.into_iter().next());
            }
            (Some(Some(receiver)), Some(args))
                if is_unboxing(&callee.class.to_str(), &name) && args.is_empty() =>
            {
                self.push(Operand { descriptor: result.to_owned(), ..receiver });
            }
            (Some(None), _) | (_, None) => self.push_unknown(result),
            (receiver, Some(args)) => {
                let receiver = receiver.flatten().map(Box::new);
                self.push(operand(Origin::Call { receiver, name, args }, result));
            }
        }
    }

    fn instance_of(&mut self, index: u16) {
        let value = self.pop().map(Box::new);
        let class = self.constants.class_name(index).ok().map(|name| name.to_str().into_owned());
        let result = value.zip(class).map(|(value, class)| operand(Origin::InstanceOf { value, class }, "Z"));
        self.push(result);
    }

    fn calculate(&mut self, op: u8) {
        let (right, left) = (self.pop(), self.pop());
        let operator = ['+', '-', '*', '/', '%'][usize::from((op - op::IADD) / 4)];
        let descriptor = ["I", "J", "F", "D"][usize::from((op - op::IADD) % 4)];
        match (left, right) {
            (Some(left), Some(right)) => {
                let (left, right) = (Box::new(left), Box::new(right));
                self.push(operand(Origin::Arithmetic { left, operator, right }, descriptor));
            }
            _ => self.push_unknown(descriptor),
        }
    }

    fn compare(&mut self) {
        let (right, left) = (self.pop(), self.pop());
        let compared = left.zip(right).map(|operands| operand(Origin::Compared(Box::new(operands)), "I"));
        self.stack.push((compared, 1));
    }

    /// Converts the number on top of the stack to another type.
    fn convert(&mut self, descriptor: &str) {
        match self.pop() {
            Some(number) => self.push(Operand { descriptor: descriptor.to_owned(), ..number }),
            None => self.push_unknown(descriptor),
        }
    }

    fn load(&mut self, slot: u16, at: Index, instruction: &Instruction) {
        let variable = self.variables.iter().find(|it| it.slot == slot && (it.start..it.end).contains(&at));
        let parameter = self.parameters.get(&slot).filter(|_| self.is_unchanged(slot, at)).cloned();
        let stored = || self.stored.get(&slot).cloned();
        let named = || {
            let variable = variable?;
            Some(operand(
                Origin::Variable(variable.name.to_str().into_owned()),
                &variable.descriptor.to_str(),
            ))
        };
        match parameter.or_else(stored).or_else(named) {
            Some(operand) => self.push(operand),
            None => self.skip(instruction),
        }
    }

    /// Returns whether no instruction changes a slot before the instruction at `at` runs.
    fn is_unchanged(&self, slot: u16, at: Index) -> bool {
        let Some(&first) = self.changes.get(&slot).and_then(|changes| changes.first()) else { return true };
        let returns = |(jump, instruction): (Index, &Instruction)| {
            jump > first && instruction.targets().any(|target| target <= at)
        };
        at < first && !self.code.instructions.iter().enumerate().any(returns)
    }

    fn store(&mut self, slot: u16) {
        match self.pop().filter(is_simple) {
            Some(value) => self.stored.insert(slot, value),
            None => self.stored.remove(&slot),
        };
    }
}

fn operand(origin: Origin, descriptor: &str) -> Operand {
    Operand { origin, descriptor: descriptor.to_owned() }
}

fn integer(value: i64, descriptor: &str) -> Operand {
    operand(Origin::Integer(value), descriptor)
}

/// Returns `this` and the parameters of a method by their slots.
fn parameters(
    class: &ClassFile,
    method: &str,
    access: u16,
    variables: &[LocalVariable],
) -> BTreeMap<u16, Operand> {
    let mut parameters = BTreeMap::new();
    let mut slot = 0;
    if access & STATIC == 0 {
        let name = class.name().map_or_else(|_| String::new(), |name| name.to_str().into_owned());
        parameters.insert(slot, operand(Origin::This, &format!("L{name};")));
        slot += 1;
    }
    for (index, ty) in descriptor::parameters(method).enumerate() {
        let variable = variables.iter().find(|variable| variable.slot == slot && variable.start == 0);
        let name = variable.map(|variable| variable.name.to_str().into_owned());
        parameters.insert(slot, operand(Origin::Parameter { index, name }, ty));
        slot += descriptor::slots(ty);
    }
    parameters
}

/// Returns whether the value of a variable explains more than the name of the variable: the value does not
/// depend on other variables.
fn is_simple(value: &Operand) -> bool {
    match &value.origin {
        Origin::This | Origin::Parameter { .. } => true,
        Origin::Length(array) => is_simple(array),
        Origin::Field { owner, .. } => owner.as_deref().is_none_or(is_simple),
        Origin::Call { receiver, args, .. } => {
            receiver.as_deref().is_some_and(is_simple) && args.iter().all(is_constant)
        }
        _ => false,
    }
}

fn is_constant(value: &Operand) -> bool {
    matches!(value.origin, Origin::Null | Origin::Integer(_) | Origin::Float(_) | Origin::Text(_))
}

/// Returns whether a static method puts a number into an object, such as `Integer.valueOf(int)`.
fn is_boxing(class: &str, name: &str, args: &[Operand]) -> bool {
    let is_primitive = |operand: &Operand| operand.descriptor.len() == 1;
    class.starts_with("java/lang/") && name == "valueOf" && args.len() == 1 && is_primitive(&args[0])
}

/// Returns whether a method returns the number in an object, such as `Integer.intValue()`.
fn is_unboxing(class: &str, name: &str) -> bool {
    let is_box = matches!(
        class,
        "java/lang/Integer"
            | "java/lang/Long"
            | "java/lang/Short"
            | "java/lang/Byte"
            | "java/lang/Character"
            | "java/lang/Boolean"
            | "java/lang/Double"
            | "java/lang/Float"
    );
    is_box && name.ends_with("Value")
}

/// Returns the nesting depth of a value: 0 for a parameter, 1 for its length.
fn depth(operand: &Operand) -> usize {
    let optional = |operand: &Option<Box<Operand>>| operand.as_deref().map_or(0, depth);
    1 + match &operand.origin {
        Origin::Field { owner, .. } => optional(owner),
        Origin::Call { receiver, args, .. } => {
            args.iter().map(depth).max().unwrap_or_default().max(optional(receiver))
        }
        Origin::Length(operand) | Origin::InstanceOf { value: operand, .. } => depth(operand),
        Origin::Arithmetic { left, right, .. } => depth(left).max(depth(right)),
        Origin::Compared(operands) => depth(&operands.0).max(depth(&operands.1)),
        _ => return 0,
    }
}

/// Returns the slot that an instruction loads onto the stack.
fn loaded_slot(instruction: &Instruction) -> Option<u16> {
    match *instruction {
        Instruction::Local { op: op::ILOAD..=op::ALOAD, slot, .. } => Some(slot),
        Instruction::Simple(op @ op::ILOAD_0..=op::ALOAD_3) => Some(((op - op::ILOAD_0) % 4).into()),
        _ => None,
    }
}

/// Returns the slot that an instruction stores a value of the stack to.
fn stored_slot(instruction: &Instruction) -> Option<u16> {
    match *instruction {
        Instruction::Local { op: op::ISTORE..=op::ASTORE, slot, .. } => Some(slot),
        Instruction::Simple(op @ op::ISTORE_0..=op::ASTORE_3) => Some(((op - op::ISTORE_0) % 4).into()),
        _ => None,
    }
}

fn changed_slot(instruction: &Instruction) -> Option<u16> {
    match *instruction {
        Instruction::Iinc { slot, .. } => Some(slot),
        _ => stored_slot(instruction),
    }
}
