//! What code casts its inputs to, or asks whether they are: of parameters and fields whose declared types are wider than
//! that, of the elements of containers above all.
//!
//! Values are followed forwards through the code of each method; from there through calls between the methods, and
//! through fields, until nothing new is found.

use std::collections::{BTreeMap, BTreeSet};

use classfile::{ClassFile, Code, ConstantPool, Index, Instruction, Member, op};

use crate::stack::{argument_slots, effect};

/// Where a value comes from outside.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// A parameter of a method.
    Parameter {
        /// The method.
        method: MemberName,
        /// Which of the arguments that the descriptor names, from 0.
        index: usize,
    },
    /// A field.
    Field(MemberName),
}

/// A method or field by the words of its class file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MemberName {
    /// Binary name of its class with slashes.
    pub class: String,
    /// Name.
    pub name: String,
    /// Descriptor.
    pub descriptor: String,
}

/// What of a value is asked for its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// The value itself.
    Itself,
    /// What a collection, iterator or array holds.
    Element,
    /// The keys of a map or map entry.
    Key,
    /// The values of a map or map entry.
    Value,
}

/// What is asked of inputs: binary names of classes with slashes, or array descriptors.
pub type Asked = BTreeMap<(Place, Part), BTreeSet<String>>;

/// What the code of these classes asks of the parameters of their methods and of their fields.
///
/// Methods whose code cannot be decoded are passed over.
pub fn casts(classes: &[&ClassFile]) -> Asked {
    let mut flows = Flows::default();
    for class in classes {
        for method in &class.methods {
            if let Some(mut walk) = Walk::new(class, method, &mut flows) {
                walk.run();
            }
        }
    }
    flows.asked()
}

/// What passes from where to where.
#[derive(Default)]
struct Flows {
    asked: Asked,
    /// What is asked of the second is asked of the first, whose part it is or becomes.
    edges: BTreeSet<((Place, Part), (Place, Part))>,
}

impl Flows {
    /// What is asked of each place, directly or of where its value goes to.
    fn asked(mut self) -> Asked {
        let mut grown = true;
        while grown {
            grown = false;
            for (from, to) in &self.edges {
                let Some(classes) = self.asked.get(to).cloned() else { continue };
                let known = self.asked.entry(from.clone()).or_default();
                let before = known.len();
                known.extend(classes);
                grown |= known.len() > before;
            }
        }
        self.asked
    }

    /// A value goes to a place: itself and what it holds.
    fn pass(&mut self, from: &Traced, to: &Place) {
        for part in [Part::Itself, Part::Element, Part::Key, Part::Value] {
            let held = match from.view {
                View::Of(Part::Itself) => part,
                View::Of(own) if part == Part::Itself => own,
                _ => continue,
            };
            self.edges.insert(((from.place.clone(), held), (to.clone(), part)));
        }
    }
}

/// A value that comes from a place.
#[derive(Clone, PartialEq)]
struct Traced {
    place: Place,
    view: View,
}

/// What a value is to the place it comes from.
#[derive(Clone, Copy, PartialEq)]
enum View {
    Of(Part),
    /// A collection, or an iterator, of parts.
    All(Part),
    /// Entries of a map, or a collection of them.
    Entries,
}

/// What is known before an instruction, in slots.
#[derive(Clone, PartialEq)]
struct Frame {
    locals: Vec<Option<Traced>>,
    stack: Vec<Option<Traced>>,
}

impl Frame {
    /// Forgets what is not so in another frame as well; whether anything was forgotten.
    fn merge(&mut self, other: &Frame) -> bool {
        let mut changed = self.stack.len() > other.stack.len();
        self.stack.truncate(other.stack.len());
        let others = other.locals.iter().chain(&other.stack);
        for (own, other) in self.locals.iter_mut().chain(&mut self.stack).zip(others) {
            if own.is_some() && own != other {
                *own = None;
                changed = true;
            }
        }
        changed
    }
}

/// The way of values through one method.
struct Walk<'a> {
    code: Code,
    constants: &'a ConstantPool,
    frames: Vec<Option<Frame>>,
    open: Vec<Index>,
    flows: &'a mut Flows,
}

impl<'a> Walk<'a> {
    fn new(class: &'a ClassFile, member: &Member, flows: &'a mut Flows) -> Option<Walk<'a>> {
        const STATIC: u16 = 0x0008;
        let constants = &class.constants;
        let code = class.code(member).ok().flatten()?;
        let method = MemberName {
            class: class.name().ok()?.to_str().into_owned(),
            name: constants.utf8(member.name).ok()?.to_str().into_owned(),
            descriptor: constants.utf8(member.descriptor).ok()?.to_str().into_owned(),
        };
        let mut locals = vec![None; code.max_locals.into()];
        let mut slot = usize::from(member.access & STATIC == 0);
        for (index, slots) in argument_slots(&method.descriptor).enumerate() {
            let place = Place::Parameter { method: method.clone(), index };
            *locals.get_mut(slot)? = Some(Traced { place, view: View::Of(Part::Itself) });
            slot += slots;
        }
        let mut frames = vec![None; code.instructions.len()];
        *frames.first_mut()? = Some(Frame { locals, stack: Vec::new() });
        Some(Walk { code, constants, frames, open: vec![0], flows })
    }

    fn run(&mut self) {
        while let Some(at) = self.open.pop() {
            let before = self.frames[at].clone().expect("what is open was reached");
            self.reach_handlers(at, &before);
            let Some(after) = self.step(at, before) else { continue };
            self.reach_handlers(at, &after);
            for next in self.code.successors(at) {
                self.reach(next, &after);
            }
        }
    }

    fn reach_handlers(&mut self, at: Index, frame: &Frame) {
        let guarding = self.code.handlers.iter().filter(|row| (row.start..row.end).contains(&at));
        let handlers: Vec<Index> = guarding.map(|row| row.handler).collect();
        for handler in handlers {
            self.reach(handler, &Frame { locals: frame.locals.clone(), stack: vec![None] });
        }
    }

    fn reach(&mut self, at: Index, frame: &Frame) {
        let Some(known) = self.frames.get_mut(at) else { return };
        let changed = match known {
            Some(known) => known.merge(frame),
            None => {
                *known = Some(frame.clone());
                true
            }
        };
        if changed {
            self.open.push(at);
        }
    }

    /// What is known after an instruction; `None` where it cannot be followed.
    fn step(&mut self, at: Index, mut frame: Frame) -> Option<Frame> {
        let instruction = self.code.instructions[at].clone();
        if let Some((copied, below)) = copies(instruction.op()) {
            copy(&mut frame.stack, copied, below)?;
            return Some(frame);
        }
        if instruction.op() == op::SWAP {
            let top = frame.stack.len();
            frame.stack.swap(top.checked_sub(2)?, top - 1);
            return Some(frame);
        }
        let (taken, put) = effect(&instruction, self.constants)?;
        let taken = frame.stack.split_off(frame.stack.len().checked_sub(taken)?);
        let result = self.result(&instruction, &frame, &taken);
        if let Some((slot, slots)) = stored(&instruction) {
            for (offset, value) in taken.into_iter().take(slots).enumerate() {
                *frame.locals.get_mut(usize::from(slot) + offset)? = value;
            }
        }
        frame.stack.extend((0..put).map(|_| None));
        if let Some(first) = frame.stack.len().checked_sub(put).filter(|_| put > 0) {
            frame.stack[first] = result;
        }
        Some(frame)
    }

    /// What an instruction makes of what it takes; notes what it asks and where values go to.
    fn result(
        &mut self,
        instruction: &Instruction,
        frame: &Frame,
        taken: &[Option<Traced>],
    ) -> Option<Traced> {
        if let Some(slot) = loaded(instruction) {
            return frame.locals.get(usize::from(slot))?.clone();
        }
        match *instruction {
            Instruction::Pool { op: op::CHECKCAST | op::INSTANCEOF, index } => {
                let value = taken.first()?.clone()?;
                self.ask(&value, &self.constants.class_name(index).ok()?.to_str());
                (instruction.op() == op::CHECKCAST).then_some(value)
            }
            Instruction::Pool { op: op::GETFIELD | op::GETSTATIC, index } => {
                Some(Traced { place: Place::Field(self.member(index)?), view: View::Of(Part::Itself) })
            }
            Instruction::Pool { op: op @ (op::PUTFIELD | op::PUTSTATIC), index } => {
                let value = taken.get(usize::from(op == op::PUTFIELD))?.clone()?;
                let field = self.member(index)?;
                self.flows.pass(&value, &Place::Field(field));
                None
            }
            Instruction::Pool { op: op @ op::INVOKEVIRTUAL..=op::INVOKESTATIC, index } => {
                self.call(index, op != op::INVOKESTATIC, taken)
            }
            Instruction::InvokeInterface { index, .. } => self.call(index, true, taken),
            Instruction::Simple(op::AALOAD) => {
                let array = taken.first()?.clone()?;
                let view = part_of(array.view, Part::Element)?;
                Some(Traced { view, ..array })
            }
            Instruction::Simple(op::AASTORE) => {
                self.put(taken.first()?.as_ref()?, taken.get(2)?.as_ref()?, Part::Element);
                None
            }
            _ => None,
        }
    }

    fn ask(&mut self, value: &Traced, class: &str) {
        if let View::Of(part) = value.view {
            let known = self.flows.asked.entry((value.place.clone(), part)).or_default();
            known.insert(class.to_owned());
        }
    }

    /// A value goes into a container.
    fn put(&mut self, container: &Traced, value: &Traced, part: Part) {
        if let (View::Of(Part::Itself), View::Of(own)) = (container.view, value.view) {
            let (from, to) = ((value.place.clone(), own), (container.place.clone(), part));
            self.flows.edges.insert((from, to));
        }
    }

    fn call(&mut self, index: u16, on_object: bool, taken: &[Option<Traced>]) -> Option<Traced> {
        let callee = self.member(index)?;
        let (receiver, arguments) = if on_object { taken.split_first()? } else { (&None, taken) };
        let mut slot = 0;
        let mut values = Vec::new();
        for slots in argument_slots(&callee.descriptor) {
            values.push(arguments.get(slot)?.as_ref());
            slot += slots;
        }
        if !callee.class.starts_with("java/") {
            for (index, value) in values.into_iter().enumerate() {
                let Some(value) = value else { continue };
                self.flows.pass(value, &Place::Parameter { method: callee.clone(), index });
            }
            return None;
        }
        let receiver = receiver.as_ref()?;
        match (&*callee.name, &*values) {
            ("put", &[key, value]) => {
                key.into_iter().for_each(|key| self.put(receiver, key, Part::Key));
                value.into_iter().for_each(|value| self.put(receiver, value, Part::Value));
            }
            ("add" | "addElement" | "addFirst" | "addLast" | "offer" | "push", &[.., Some(value)]) => {
                self.put(receiver, value, Part::Element);
            }
            _ => {}
        }
        Some(Traced { view: seen_through(&callee, receiver.view)?, place: receiver.place.clone() })
    }

    fn member(&self, index: u16) -> Option<MemberName> {
        let found = self.constants.member(index).ok()?;
        Some(MemberName {
            class: found.class.to_str().into_owned(),
            name: found.name.to_str().into_owned(),
            descriptor: found.descriptor.to_str().into_owned(),
        })
    }
}

/// What a container's method gives to see of its parts.
fn seen_through(callee: &MemberName, view: View) -> Option<View> {
    let result = callee.descriptor.rsplit(')').next().unwrap_or_default();
    match (&*callee.name, view) {
        (
            "iterator" | "listIterator" | "descendingIterator" | "elements" | "subList",
            View::Of(Part::Itself),
        ) => {
            // Those of a `Hashtable` give its values.
            Some(if is_map(&callee.class) { View::All(Part::Value) } else { view })
        }
        ("iterator" | "toArray", _) => Some(view),
        ("keySet" | "navigableKeySet" | "keys", View::Of(Part::Itself)) => Some(View::All(Part::Key)),
        ("firstKey" | "lastKey", View::Of(Part::Itself)) => Some(View::Of(Part::Key)),
        ("values", View::Of(Part::Itself)) => Some(View::All(Part::Value)),
        ("entrySet", View::Of(Part::Itself)) => Some(View::Entries),
        ("getKey", View::Of(Part::Itself) | View::Entries) => Some(View::Of(Part::Key)),
        ("getValue", View::Of(Part::Itself) | View::Entries) => Some(View::Of(Part::Value)),
        (name, _) if result == "Ljava/lang/Object;" && gives_element(name) => {
            part_of(view, if is_map(&callee.class) { Part::Value } else { Part::Element })
        }
        _ => None,
    }
}

/// What is taken out of a container of that view.
fn part_of(view: View, part: Part) -> Option<View> {
    match view {
        View::Of(Part::Itself) => Some(View::Of(part)),
        View::All(part) => Some(View::Of(part)),
        View::Entries => Some(View::Entries),
        View::Of(_) => None,
    }
}

fn is_map(class: &str) -> bool {
    class.ends_with("Map") || class.ends_with("/Hashtable") || class.ends_with("/Dictionary")
}

fn gives_element(name: &str) -> bool {
    let names =
        ["get", "next", "previous", "remove", "element", "elementAt", "take", "pop", "ceiling", "floor"];
    let stems = ["getF", "getL", "first", "last", "peek", "poll", "nextElement", "removeFirst", "removeLast"];
    names.contains(&name) || stems.iter().any(|stem| name.starts_with(stem))
}

/// How many slots an instruction copies, and how many it leaves between the copies.
fn copies(op: u8) -> Option<(usize, usize)> {
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

fn copy(stack: &mut Vec<Option<Traced>>, copied: usize, below: usize) -> Option<()> {
    let top = stack.get(stack.len().checked_sub(copied)?..)?.to_vec();
    let at = stack.len().checked_sub(copied + below)?;
    stack.splice(at..at, top);
    Some(())
}

/// The local variable whose object an instruction loads.
fn loaded(instruction: &Instruction) -> Option<u16> {
    match *instruction {
        Instruction::Local { op: op::ALOAD, slot, .. } => Some(slot),
        Instruction::Simple(op @ op::ALOAD_0..=op::ALOAD_3) => Some((op - op::ALOAD_0).into()),
        _ => None,
    }
}

/// The local variable that an instruction stores to, and how many slots it takes.
fn stored(instruction: &Instruction) -> Option<(u16, usize)> {
    let slots = |of: u8| if matches!(of, 1 | 3) { 2 } else { 1 };
    match *instruction {
        Instruction::Local { op: op @ op::ISTORE..=op::ASTORE, slot, .. } => {
            Some((slot, slots(op - op::ISTORE)))
        }
        Instruction::Simple(op @ op::ISTORE_0..=op::ASTORE_3) => {
            let number = op - op::ISTORE_0;
            Some(((number % 4).into(), slots(number / 4)))
        }
        Instruction::Iinc { slot, .. } => Some((slot, 0)),
        _ => None,
    }
}
