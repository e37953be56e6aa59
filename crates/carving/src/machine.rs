//! Interprets the code of test methods without running it.

use std::sync::Arc;

use analysis::stack::{argument_slots, effect, rearrange};
use classfile::{Attribute, ClassFile, Code, Constant, Index, Instruction, attributes, op};
use rustc_hash::{FxHashMap, FxHashSet};
use testcase::{Literal, TestCase};

use crate::classes::{Classes, Method};
use crate::script::{Member, Script};
use crate::value::{Function, Value};
use crate::{Source, arithmetic};

/// Maximum number of instructions of one existing test, including the methods that it calls.
const MAX_STEPS: u32 = 20_000;
/// Number of instructions that take as long as a call.
const STEPS_PER_CALL: u32 = 20;
/// Maximum number of calls inside each other.
const MAX_DEPTH: u32 = 6;
/// The bootstrap method of lambda expressions.
const LAMBDA_FACTORY: &str = "java/lang/invoke/LambdaMetafactory";

/// The state of the interpreted code.
pub struct Machine<'a> {
    classes: &'a Classes<'a>,
    /// Internal name of the class of the test object.
    test_class: &'a str,
    script: Script<'a>,
    /// The fields of the test object and the static fields of test classes, by name. Two fields with one name
    /// are rare.
    fields: FxHashMap<String, Value>,
    /// Test classes whose static initialisers have begun.
    initialised: FxHashSet<String>,
    steps: u32,
    /// Number of objects that `new` has created.
    objects: u32,
    depth: u32,
}

/// The execution of one method.
struct Frame<'a> {
    class: &'a ClassFile,
    code: &'a Code,
    locals: Vec<Value>,
    stack: Vec<Value>,
    /// For each instruction, whether it has run.
    visited: Vec<bool>,
}

/// What happens after an instruction.
enum Next {
    Instruction(Index),
    Return(Value),
}

impl<'a> Machine<'a> {
    pub fn new(source: &'a Source<'a>, classes: &'a Classes<'a>, test_class: &'a str) -> Machine<'a> {
        Machine {
            classes,
            test_class,
            script: Script::new(source),
            fields: FxHashMap::default(),
            initialised: FxHashSet::default(),
            steps: 0,
            objects: 0,
            depth: 0,
        }
    }

    /// Runs a method of the test object.
    pub fn run(&mut self, method: &Method) {
        let receiver = if method.is_static() { vec![] } else { vec![Value::Test] };
        self.invoke(method, receiver);
    }

    /// Returns the tests that were carved out.
    pub fn into_tests(self) -> Vec<TestCase> {
        self.script.tests
    }

    /// Runs a method of a test class. `arguments` are the values of the first slots, with the receiver.
    /// Returns the result. Returns `None` if the method throws, is too long, or is not understood.
    fn invoke(&mut self, method: &Method, arguments: Vec<Value>) -> Option<Value> {
        if self.depth >= MAX_DEPTH || self.steps > MAX_STEPS {
            return None;
        }
        self.depth += 1;
        self.initialise(&method.class);
        let code = method.class.code(method.member()).ok().flatten();
        let result = code.and_then(|code| {
            self.steps += STEPS_PER_CALL + u32::from(code.max_locals);
            let mut locals = arguments;
            locals.resize(usize::from(code.max_locals).max(locals.len()), Value::Unknown);
            let visited = vec![false; code.instructions.len()];
            let frame = Frame { class: &method.class, code: &code, locals, stack: Vec::new(), visited };
            self.execute(frame)
        });
        self.depth -= 1;
        result
    }

    /// Runs the static initialiser of a test class, unless it has begun.
    fn initialise(&mut self, class: &ClassFile) {
        let Some(name) = class.name().ok().map(|it| it.to_str().into_owned()) else { return };
        if self.initialised.insert(name.clone())
            && let Some(initialiser) = self.classes.own_method(&name, "<clinit>", "()V")
        {
            self.invoke(&initialiser, Vec::new());
        }
    }

    fn execute(&mut self, mut frame: Frame) -> Option<Value> {
        let mut at = 0;
        loop {
            self.steps += 1;
            let instruction = frame.code.instructions.get(at).filter(|_| self.steps <= MAX_STEPS)?;
            let next = self.step(&mut frame, at, instruction)?;
            frame.visited[at] = true;
            match next {
                Next::Instruction(index) => at = index,
                Next::Return(value) => return Some(value),
            }
        }
    }

    /// Runs one instruction. Returns `None` if the method throws or is not understood.
    fn step(&mut self, frame: &mut Frame, at: Index, instruction: &Instruction) -> Option<Next> {
        let next = Next::Instruction(at + 1);
        if rearrange(&mut frame.stack, instruction.op())? {
            return Some(next);
        }
        let (popped, pushed) = effect(instruction, &frame.class.constants)?;
        let popped = frame.stack.split_off(frame.stack.len().checked_sub(popped)?);
        let value = match instruction {
            Instruction::Jump { .. } | Instruction::TableSwitch { .. } | Instruction::LookupSwitch { .. } => {
                return jump(frame, at, instruction, &popped).map(Next::Instruction);
            }
            _ if instruction.is_return() => {
                return Some(Next::Return(popped.into_iter().next().unwrap_or_default()));
            }
            _ if instruction.is_subroutine_instruction() || instruction.op() == op::ATHROW => return None,
            _ => self.value(frame, instruction, popped).unwrap_or_default(),
        };
        let first = frame.stack.len();
        frame.stack.resize(first + pushed, Value::Unknown);
        if pushed > 0 {
            frame.stack[first] = value;
        }
        Some(next)
    }

    /// Returns the value that an instruction pushes. Returns `None` if the value is unknown, or if the
    /// instruction pushes no value.
    fn value(&mut self, frame: &mut Frame, instruction: &Instruction, popped: Vec<Value>) -> Option<Value> {
        let constants = &frame.class.constants;
        match *instruction {
            Instruction::Push { value, .. } => Some(Value::int(value.into())),
            Instruction::Ldc { index, .. } => self.constant(frame.class, index),
            Instruction::Local { op, slot, .. } => local(frame, op, slot, popped),
            Instruction::Iinc { slot, delta, .. } => {
                let local = frame.locals.get_mut(usize::from(slot))?;
                *local =
                    local.as_int().map_or(Value::Unknown, |it| Value::int(it.wrapping_add(delta.into())));
                None
            }
            Instruction::Simple(op) => self.simple(frame, op, popped),
            Instruction::NewArray { kind } => {
                let element =
                    ["Z", "C", "F", "D", "B", "S", "I", "J"].get(usize::from(kind).checked_sub(4)?)?;
                self.script.new_array(element, popped.first()?)
            }
            Instruction::Pool { op: op::NEW, .. } => {
                self.objects += 1;
                Some(Value::New(self.objects))
            }
            Instruction::Pool { op: op::ANEWARRAY, index } => {
                let name = constants.class_name(index).ok()?.to_str().into_owned();
                let element = if name.starts_with('[') { name } else { format!("L{name};") };
                self.script.new_array(&element, popped.first()?)
            }
            Instruction::Pool { op: op::CHECKCAST, .. } => popped.into_iter().next(),
            Instruction::Pool { op: op @ op::GETSTATIC..=op::PUTFIELD, index } => {
                self.access(frame.class, op, index, &popped)
            }
            Instruction::Pool { op: op @ op::INVOKEVIRTUAL..=op::INVOKESTATIC, index } => {
                self.call(frame, op, index, popped)
            }
            Instruction::InvokeInterface { index, .. } => {
                self.call(frame, op::INVOKEINTERFACE, index, popped)
            }
            Instruction::InvokeDynamic { index } => self.function(frame.class, index, popped),
            _ => None,
        }
    }

    /// Returns a constant of the constant pool.
    fn constant(&self, class: &ClassFile, index: u16) -> Option<Value> {
        Some(Value::Literal(match class.constants.constant(index).ok()? {
            Constant::Integer(value) => Literal::Int(value),
            Constant::Long(value) => Literal::Long(value),
            Constant::Float(value) => Literal::Float(value),
            Constant::Double(value) => Literal::Double(value),
            Constant::String { utf8 } => Literal::String(class.constants.utf8(utf8).ok()?.utf16().into()),
            Constant::Class { name } => {
                let name = class.constants.utf8(name).ok()?.to_str().replace('/', ".");
                Literal::Class(self.script.type_named(&name)?)
            }
            _ => return None,
        }))
    }

    /// Runs an instruction without operands.
    fn simple(&mut self, frame: &mut Frame, op: u8, popped: Vec<Value>) -> Option<Value> {
        let literal = match op {
            op::ACONST_NULL => Literal::Null,
            op::ICONST_M1..=op::ICONST_5 => Literal::Int(i32::from(op) - i32::from(op::ICONST_0)),
            op::LCONST_0 | op::LCONST_1 => Literal::Long((op - op::LCONST_0).into()),
            op::FCONST_0..=op::FCONST_2 => Literal::Float((op - op::FCONST_0).into()),
            op::DCONST_0 | op::DCONST_1 => Literal::Double((op - op::DCONST_0).into()),
            op::ILOAD_0..=op::ALOAD_3 => {
                let number = op - op::ILOAD_0;
                return local(frame, op::ILOAD + number / 4, (number % 4).into(), popped);
            }
            op::ISTORE_0..=op::ASTORE_3 => {
                let number = op - op::ISTORE_0;
                return local(frame, op::ISTORE + number / 4, (number % 4).into(), popped);
            }
            op::IALOAD..=op::SALOAD => return self.script.read_element(popped.first()?, popped.get(1)?),
            op::IASTORE..=op::SASTORE => {
                self.script.write_element(popped.first()?, popped.get(1)?, popped.get(2)?);
                return None;
            }
            op::ARRAYLENGTH => return self.script.array_length(popped.first()?),
            _ => {
                let operands: Vec<&Literal> = popped.iter().filter_map(literal_of).collect();
                arithmetic::result(op, &operands)?
            }
        };
        Some(Value::Literal(literal))
    }

    /// Reads or writes a field.
    fn access(&mut self, class: &ClassFile, op: u8, index: u16, popped: &[Value]) -> Option<Value> {
        let member = class.constants.member(index).ok()?;
        let (class, name) = (member.class.to_str(), member.name.to_str());
        let member = Member { class: &class, name: &name, descriptor: &member.descriptor.to_str() };
        if let Some(class) = self.classes.class(&class) {
            self.initialise(&class);
            let is_own = matches!(op, op::GETSTATIC | op::PUTSTATIC) || popped.first() == Some(&Value::Test);
            return match op {
                _ if !is_own => None,
                op::GETSTATIC | op::GETFIELD => self.fields.get(&*name).cloned(),
                op::PUTSTATIC => self.fields.insert(name.into_owned(), popped.first()?.clone()),
                _ => self.fields.insert(name.into_owned(), popped.get(1)?.clone()),
            };
        }
        match op {
            op::GETSTATIC => self.script.read_static(&member),
            op::GETFIELD => self.script.read_field(&member, popped.first()?),
            op::PUTSTATIC => self.script.write_field(&member, None, popped.first()?).and(None),
            _ => self.script.write_field(&member, popped.first(), popped.get(1)?).and(None),
        }
    }

    /// Calls a method or constructor. `slots` are the receiver and the arguments.
    fn call(&mut self, frame: &mut Frame, op: u8, index: u16, slots: Vec<Value>) -> Option<Value> {
        let is_static = op == op::INVOKESTATIC;
        let member = frame.class.constants.member(index).ok()?;
        let (class, name, descriptor) =
            (member.class.to_str(), member.name.to_str(), member.descriptor.to_str());
        if self.classes.class(&class).is_some() {
            let is_virtual = matches!(op, op::INVOKEVIRTUAL | op::INVOKEINTERFACE);
            let class = if is_virtual { self.test_class } else { &class };
            return self.call_test_class(class, &name, &descriptor, slots);
        }
        let member = Member { class: &class, name: &name, descriptor: &descriptor };
        if !self.script.knows(&class) {
            self.run_functions(&slots);
            return None;
        }
        let receiver = if is_static { None } else { slots.first() };
        let arguments = first_slots(&descriptor, &slots[usize::from(!is_static)..]);
        if &*name != "<init>" {
            return self.script.call(&member, receiver, &arguments);
        }
        let object = receiver?.clone();
        if let Value::New(_) = object {
            let created = self.script.construct(&member, &arguments).unwrap_or_default();
            for slot in frame.stack.iter_mut().chain(&mut frame.locals).filter(|slot| **slot == object) {
                *slot = created.clone();
            }
        }
        None
    }

    /// Calls a method of a test class, if the receiver is the test object. If the method throws or is not
    /// understood, continues after the call.
    fn call_test_class(
        &mut self,
        class: &str,
        name: &str,
        descriptor: &str,
        slots: Vec<Value>,
    ) -> Option<Value> {
        let method = self.classes.method(class, name, descriptor)?;
        let is_own = method.is_static() || slots.first() == Some(&Value::Test);
        is_own.then(|| self.invoke(&method, slots)).flatten()
    }

    /// Runs the functions among the arguments of an unknown call, such as `assertThrows`. The functions have
    /// no arguments of their own. Other code cannot use what they create, so their statements are removed.
    fn run_functions(&mut self, arguments: &[Value]) {
        for argument in arguments {
            let Value::Function(function) = argument else { continue };
            let Function { class, name, descriptor, captured } = &**function;
            let Some(method) = self.classes.method(class, name, descriptor) else { continue };
            let receiver = usize::from(!method.is_static());
            if receiver + argument_slots(descriptor).sum::<usize>() > captured.len() {
                continue;
            }
            let (length, fields, initialised) =
                (self.script.len(), self.fields.clone(), self.initialised.clone());
            self.invoke(&method, captured.clone());
            self.script.truncate(length);
            (self.fields, self.initialised) = (fields, initialised);
        }
    }

    /// Returns the function that an `invokedynamic` creates, if it is a lambda expression of a test class.
    fn function(&self, class: &ClassFile, index: u16, captured: Vec<Value>) -> Option<Value> {
        let Constant::InvokeDynamic { bootstrap, .. } = class.constants.constant(index).ok()? else {
            return None;
        };
        let methods = Attribute::find(&class.attributes, "BootstrapMethods", &class.constants)?;
        let methods = attributes::bootstrap_methods(&methods.data).ok()?;
        let bootstrap = methods.get(usize::from(bootstrap))?;
        let member = |handle: u16| match class.constants.constant(handle).ok()? {
            Constant::MethodHandle { member, .. } => class.constants.member(member).ok(),
            _ => None,
        };
        if member(bootstrap.method)?.class.to_str() != LAMBDA_FACTORY {
            return None;
        }
        let body = member(*bootstrap.arguments.get(1)?)?;
        Some(Value::Function(Arc::new(Function {
            class: body.class.to_str().into_owned(),
            name: body.name.to_str().into_owned(),
            descriptor: body.descriptor.to_str().into_owned(),
            captured,
        })))
    }
}

/// Loads or stores a local variable.
fn local(frame: &mut Frame, op: u8, slot: u16, popped: Vec<Value>) -> Option<Value> {
    if matches!(op, op::ILOAD..=op::ALOAD) {
        return frame.locals.get(usize::from(slot)).cloned();
    }
    for (offset, value) in popped.into_iter().enumerate() {
        *frame.locals.get_mut(usize::from(slot) + offset)? = value;
    }
    None
}

/// Returns the next instruction after a jump or switch. If the operands are unknown, continues with the next
/// instruction the first time, and jumps later. So the body of a loop runs once.
fn jump(frame: &Frame, at: Index, instruction: &Instruction, popped: &[Value]) -> Option<Index> {
    let ints: Option<Vec<i32>> = popped.iter().map(Value::as_int).collect();
    match instruction {
        Instruction::Jump { op: op::GOTO | op::GOTO_W, target } => Some(*target),
        Instruction::Jump { op: op::JSR | op::JSR_W, .. } => None,
        Instruction::Jump { op, target } => {
            let known = match *op {
                op::IFNULL => popped.first()?.is_null(),
                op::IFNONNULL => popped.first()?.is_null().map(|is_null| !is_null),
                op => ints.and_then(|ints| {
                    arithmetic::jumps(op, *ints.first()?, ints.get(1).copied().unwrap_or(0))
                }),
            };
            Some(if known.unwrap_or(frame.visited[at]) { *target } else { at + 1 })
        }
        Instruction::TableSwitch { default, low, targets } => {
            let case = ints.and_then(|ints| usize::try_from(ints.first()?.checked_sub(*low)?).ok());
            Some(case.and_then(|case| targets.get(case)).copied().unwrap_or(*default))
        }
        Instruction::LookupSwitch { default, pairs } => {
            let key = ints.and_then(|ints| ints.first().copied());
            Some(pairs.iter().find(|it| Some(it.0) == key).map_or(*default, |it| it.1))
        }
        _ => None,
    }
}

fn literal_of(value: &Value) -> Option<&Literal> {
    match value {
        Value::Literal(literal) => Some(literal),
        _ => None,
    }
}

/// Returns the first slot of each argument of a method.
fn first_slots(descriptor: &str, slots: &[Value]) -> Vec<Value> {
    let mut at = 0;
    let first = |count| {
        let slot = slots.get(at).cloned().unwrap_or_default();
        at += count;
        slot
    };
    argument_slots(descriptor).map(first).collect()
}
