//! Cast types: the types in the casts and `instanceof` tests that code applies to its inputs. An input is a
//! parameter or a field. If an input is a container, its elements, keys and values also have cast types. The
//! declared type of an input is usually wider than its cast types. A text that code uses as the path of a
//! file, or as the beginning of such a path, counts as cast to `java.io.File`.
//!
//! The analysis follows values forwards through the code of each method. Then it follows values through calls
//! between the methods and through fields, until it finds no new cast types.

mod concatenation;

use std::collections::{BTreeMap, BTreeSet};

use classfile::{ClassFile, Code, Index, Instruction, Member, op};

use crate::stack::{argument_slots, effect, rearrange};

/// An input in the bytecode: a parameter or a field.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BytecodeInput {
    /// A parameter of a method.
    Parameter {
        /// The method.
        method: MemberName,
        /// Index of the parameter in the descriptor, from 0.
        index: usize,
    },
    /// A field.
    Field(MemberName),
}

/// A method or field, identified by class, name and descriptor.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MemberName {
    /// Binary name of the class with slashes.
    pub class: String,
    /// Name of the member.
    pub name: String,
    /// Descriptor of the member.
    pub descriptor: String,
}

/// The part of an input that code casts: the value itself, or the elements, keys or values in a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// The value itself.
    Itself,
    /// An element of a collection, iterator or array.
    Element,
    /// A key of a map or map entry.
    Key,
    /// A value of a map or map entry.
    Value,
}

/// For each input and each part of the input that code casts: the types of the casts and `instanceof` tests.
/// A type is the binary name of a class with slashes, or an array descriptor.
pub type CastTypes = BTreeMap<(BytecodeInput, Part), BTreeSet<String>>;

/// Returns the types in the casts and `instanceof` tests that the code of the classes applies to parameters
/// and fields.
///
/// Skips methods whose code cannot be decoded.
pub fn casts(classes: &[&ClassFile]) -> CastTypes {
    let mut flows = Flows::default();
    for class in classes {
        for method in &class.methods {
            if let Some(mut traversal) = Traversal::new(class, method, &mut flows) {
                traversal.run();
            }
        }
    }
    flows.add_overrides(classes);
    flows.propagate()
}

/// The cast types of inputs, and the flow of values between inputs.
#[derive(Default)]
struct Flows {
    cast_types: CastTypes,
    /// Edges `(from, to)`: the value of `from` flows to `to`. Every cast type of `to` is therefore also a
    /// cast type of `from`.
    edges: BTreeSet<((BytecodeInput, Part), (BytecodeInput, Part))>,
}

impl Flows {
    /// Returns the cast types of each input, including the cast types of all inputs that its value flows to.
    fn propagate(mut self) -> CastTypes {
        let mut changed = true;
        while changed {
            changed = false;
            for (from, to) in &self.edges {
                let Some(classes) = self.cast_types.get(to).cloned() else { continue };
                let types = self.cast_types.entry(from.clone()).or_default();
                let old_count = types.len();
                types.extend(classes);
                changed |= types.len() > old_count;
            }
        }
        self.cast_types
    }

    /// Adds the flow of arguments to overrides. A call can run each method with the name and the descriptor
    /// of the called method, in any of the classes.
    fn add_overrides(&mut self, classes: &[&ClassFile]) {
        let mut declaring: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
        for class in classes {
            let Ok(name) = class.name() else { continue };
            for signature in class.methods.iter().filter_map(|method| class.signature(method)) {
                declaring.entry(signature).or_default().push(name.to_str().into_owned());
            }
        }
        let mut new_edges = Vec::new();
        for (from, (to, part)) in &self.edges {
            let BytecodeInput::Parameter { method, index } = to else { continue };
            let signature = (method.name.clone(), method.descriptor.clone());
            let classes = declaring.get(&signature).filter(|_| !method.name.starts_with('<'));
            for class in classes.into_iter().flatten().filter(|class| **class != method.class) {
                let method = MemberName { class: class.clone(), ..method.clone() };
                new_edges.push((from.clone(), (BytecodeInput::Parameter { method, index: *index }, *part)));
            }
        }
        self.edges.extend(new_edges);
    }

    /// Adds the edges for a value that flows to an input. A container has further edges for its elements,
    /// keys and values.
    fn add_flow(&mut self, from: &TracedValue, to: &BytecodeInput) {
        for part in [Part::Itself, Part::Element, Part::Key, Part::Value] {
            let source_part = match from.relation {
                Relation::Of(Part::Itself) => part,
                Relation::Of(from_part) if part == Part::Itself => from_part,
                _ => continue,
            };
            self.edges.insert(((from.input.clone(), source_part), (to.clone(), part)));
        }
    }
}

/// A value that comes from an input.
#[derive(Clone, PartialEq)]
struct TracedValue {
    input: BytecodeInput,
    relation: Relation,
}

/// The relation of a value to its input.
#[derive(Clone, Copy, PartialEq)]
enum Relation {
    /// The value is this part of the input.
    Of(Part),
    /// The value is a collection of these parts of the input, or an iterator over them.
    All(Part),
    /// The value is a map entry of the input, or a collection of its map entries.
    Entries,
}

/// The values before an instruction, by slot. A slot is `None` if its value comes from no known input.
#[derive(Clone, PartialEq)]
struct Frame {
    locals: Vec<Option<TracedValue>>,
    stack: Vec<Option<TracedValue>>,
}

impl Frame {
    /// Sets each slot whose value differs in the other frame to `None`. Returns whether this frame changed.
    fn merge(&mut self, other: &Frame) -> bool {
        let mut changed = self.stack.len() > other.stack.len();
        self.stack.truncate(other.stack.len());
        let other_values = other.locals.iter().chain(&other.stack);
        for (value, other_value) in self.locals.iter_mut().chain(&mut self.stack).zip(other_values) {
            if value.is_some() && value != other_value {
                *value = None;
                changed = true;
            }
        }
        changed
    }
}

/// A traversal of the code of one method. Records the cast types and the flow of values.
struct Traversal<'a> {
    code: Code,
    class: &'a ClassFile,
    /// The frame before each instruction; `None` if the traversal has not reached the instruction.
    frames: Vec<Option<Frame>>,
    /// The instructions to traverse, because their frames changed.
    pending: Vec<Index>,
    flows: &'a mut Flows,
}

impl<'a> Traversal<'a> {
    fn new(class: &'a ClassFile, member: &Member, flows: &'a mut Flows) -> Option<Traversal<'a>> {
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
            let input = BytecodeInput::Parameter { method: method.clone(), index };
            *locals.get_mut(slot)? = Some(TracedValue { input, relation: Relation::Of(Part::Itself) });
            slot += slots;
        }
        let mut frames = vec![None; code.instructions.len()];
        *frames.first_mut()? = Some(Frame { locals, stack: Vec::new() });
        Some(Traversal { code, class, frames, pending: vec![0], flows })
    }

    fn run(&mut self) {
        while let Some(at) = self.pending.pop() {
            let frame_before = self.frames[at].clone().expect("every pending instruction has a frame");
            self.reach_handlers(at, &frame_before);
            let Some(frame_after) = self.step(at, frame_before) else { continue };
            self.reach_handlers(at, &frame_after);
            for next in self.code.successors(at) {
                self.reach(next, &frame_after);
            }
        }
    }

    /// Merges a frame into the frames of the handlers that guard an instruction.
    fn reach_handlers(&mut self, at: Index, frame: &Frame) {
        let rows = self.code.handlers.iter().filter(|row| (row.start..row.end).contains(&at));
        let handlers: Vec<Index> = rows.map(|row| row.handler).collect();
        for handler in handlers {
            self.reach(handler, &Frame { locals: frame.locals.clone(), stack: vec![None] });
        }
    }

    /// Merges a frame into the frame of an instruction.
    fn reach(&mut self, at: Index, frame: &Frame) {
        let Some(old_frame) = self.frames.get_mut(at) else { return };
        let changed = match old_frame {
            Some(old_frame) => old_frame.merge(frame),
            None => {
                *old_frame = Some(frame.clone());
                true
            }
        };
        if changed {
            self.pending.push(at);
        }
    }

    /// Returns the frame after an instruction; `None` if the effect of the instruction is unknown.
    fn step(&mut self, at: Index, mut frame: Frame) -> Option<Frame> {
        let instruction = self.code.instructions[at].clone();
        if rearrange(&mut frame.stack, instruction.op())? {
            return Some(frame);
        }
        let (popped, pushed) = effect(&instruction, &self.class.constants)?;
        let popped = frame.stack.split_off(frame.stack.len().checked_sub(popped)?);
        let result = self.result(at, &instruction, &frame, &popped);
        if let Some((slot, slots)) = stored_local(&instruction) {
            for (offset, value) in popped.into_iter().take(slots).enumerate() {
                *frame.locals.get_mut(usize::from(slot) + offset)? = value;
            }
        }
        frame.stack.extend((0..pushed).map(|_| None));
        if let Some(first) = frame.stack.len().checked_sub(pushed).filter(|_| pushed > 0) {
            frame.stack[first] = result;
        }
        Some(frame)
    }

    /// Returns the result of an instruction that pops the given values, if the result comes from an input.
    /// Records the cast types and the flow of values at the instruction.
    fn result(
        &mut self,
        at: Index,
        instruction: &Instruction,
        frame: &Frame,
        popped: &[Option<TracedValue>],
    ) -> Option<TracedValue> {
        if let Some(slot) = loaded_local(instruction) {
            return frame.locals.get(usize::from(slot))?.clone();
        }
        if let Some(beginning) = concatenation::beginning(self.class, &self.code, at) {
            return popped.get(beginning)?.clone();
        }
        match *instruction {
            Instruction::Pool { op: op::CHECKCAST | op::INSTANCEOF, index } => {
                let value = popped.first()?.clone()?;
                self.add_cast(&value, &self.class.constants.class_name(index).ok()?.to_str());
                (instruction.op() == op::CHECKCAST).then_some(value)
            }
            Instruction::Pool { op: op::GETFIELD | op::GETSTATIC, index } => Some(TracedValue {
                input: BytecodeInput::Field(self.member(index)?),
                relation: Relation::Of(Part::Itself),
            }),
            Instruction::Pool { op: op @ (op::PUTFIELD | op::PUTSTATIC), index } => {
                let value = popped.get(usize::from(op == op::PUTFIELD))?.clone()?;
                let field = self.member(index)?;
                self.flows.add_flow(&value, &BytecodeInput::Field(field));
                None
            }
            Instruction::Pool { op: op @ op::INVOKEVIRTUAL..=op::INVOKESTATIC, index } => {
                self.call(index, op != op::INVOKESTATIC, popped)
            }
            Instruction::InvokeInterface { index, .. } => self.call(index, true, popped),
            Instruction::Simple(op::AALOAD) => {
                let array = popped.first()?.clone()?;
                let relation = part_of(array.relation, Part::Element)?;
                Some(TracedValue { relation, ..array })
            }
            Instruction::Simple(op::AASTORE) => {
                self.add_to_container(popped.first()?.as_ref()?, popped.get(2)?.as_ref()?, Part::Element);
                None
            }
            _ => None,
        }
    }

    fn add_cast(&mut self, value: &TracedValue, class: &str) {
        if let Relation::Of(part) = value.relation {
            let types = self.flows.cast_types.entry((value.input.clone(), part)).or_default();
            types.insert(class.to_owned());
        }
    }

    /// Adds an edge for a value that flows into a container.
    fn add_to_container(&mut self, container: &TracedValue, value: &TracedValue, part: Part) {
        if let (Relation::Of(Part::Itself), Relation::Of(value_part)) = (container.relation, value.relation) {
            let (from, to) = ((value.input.clone(), value_part), (container.input.clone(), part));
            self.flows.edges.insert((from, to));
        }
    }

    /// Records the flow of values at a call. Returns the result of the call if it comes from an input.
    fn call(
        &mut self,
        index: u16,
        has_receiver: bool,
        popped: &[Option<TracedValue>],
    ) -> Option<TracedValue> {
        let callee = self.member(index)?;
        let (receiver, arguments) = if has_receiver { popped.split_first()? } else { (&None, popped) };
        let mut slot = 0;
        let mut values = Vec::new();
        for slots in argument_slots(&callee.descriptor) {
            values.push(arguments.get(slot)?.as_ref());
            slot += slots;
        }
        if names_file(&callee)
            && let Some(Some(path)) = values.first()
        {
            self.add_cast(path, "java/io/File");
        }
        if !callee.class.starts_with("java/") {
            for (index, value) in values.into_iter().enumerate() {
                let Some(value) = value else { continue };
                self.flows.add_flow(value, &BytecodeInput::Parameter { method: callee.clone(), index });
            }
            return None;
        }
        let receiver = receiver.as_ref()?;
        match (&*callee.name, &*values) {
            ("put", &[key, value]) => {
                key.into_iter().for_each(|key| self.add_to_container(receiver, key, Part::Key));
                value.into_iter().for_each(|value| self.add_to_container(receiver, value, Part::Value));
            }
            ("add" | "addElement" | "addFirst" | "addLast" | "offer" | "push", &[.., Some(value)]) => {
                self.add_to_container(receiver, value, Part::Element);
            }
            _ => {}
        }
        Some(TracedValue {
            relation: relation_of_result(&callee, receiver.relation)?,
            input: receiver.input.clone(),
        })
    }

    fn member(&self, index: u16) -> Option<MemberName> {
        let member = self.class.constants.member(index).ok()?;
        Some(MemberName {
            class: member.class.to_str().into_owned(),
            name: member.name.to_str().into_owned(),
            descriptor: member.descriptor.to_str().into_owned(),
        })
    }
}

/// Returns whether the first argument of a method or constructor is the path of a file as a text.
fn names_file(callee: &MemberName) -> bool {
    const OPENED: [&str; 10] = [
        "java/io/File",
        "java/io/FileInputStream",
        "java/io/FileOutputStream",
        "java/io/FileReader",
        "java/io/FileWriter",
        "java/io/PrintStream",
        "java/io/PrintWriter",
        "java/io/RandomAccessFile",
        "java/util/jar/JarFile",
        "java/util/zip/ZipFile",
    ];
    let is_text = callee.descriptor.starts_with("(Ljava/lang/String;");
    is_text
        && match &*callee.name {
            "<init>" => OPENED.contains(&&*callee.class),
            "get" => callee.class == "java/nio/file/Paths",
            "of" => callee.class == "java/nio/file/Path",
            _ => false,
        }
}

/// Returns the relation between the input and the result of a method that is called on a container.
fn relation_of_result(callee: &MemberName, relation: Relation) -> Option<Relation> {
    let result = callee.descriptor.rsplit(')').next().unwrap_or_default();
    match (&*callee.name, relation) {
        (
            "iterator" | "listIterator" | "descendingIterator" | "elements" | "subList",
            Relation::Of(Part::Itself),
        ) => {
            // The only maps with one of these methods are `Hashtable` and its superclass `Dictionary`: their
            // method `elements` enumerates the values.
            Some(if is_map(&callee.class) { Relation::All(Part::Value) } else { relation })
        }
        ("iterator" | "toArray", _) => Some(relation),
        ("keySet" | "navigableKeySet" | "keys", Relation::Of(Part::Itself)) => Some(Relation::All(Part::Key)),
        ("firstKey" | "lastKey", Relation::Of(Part::Itself)) => Some(Relation::Of(Part::Key)),
        ("values", Relation::Of(Part::Itself)) => Some(Relation::All(Part::Value)),
        ("entrySet", Relation::Of(Part::Itself)) => Some(Relation::Entries),
        ("getKey", Relation::Of(Part::Itself) | Relation::Entries) => Some(Relation::Of(Part::Key)),
        ("getValue", Relation::Of(Part::Itself) | Relation::Entries) => Some(Relation::Of(Part::Value)),
        (name, _) if result == "Ljava/lang/Object;" && returns_element(name) => {
            part_of(relation, if is_map(&callee.class) { Part::Value } else { Part::Element })
        }
        _ => None,
    }
}

/// Returns the relation between the input and an element that is read from a container. `relation` is the
/// relation between the input and the container. `part` is the kind of the element.
fn part_of(relation: Relation, part: Part) -> Option<Relation> {
    match relation {
        Relation::Of(Part::Itself) => Some(Relation::Of(part)),
        Relation::All(part) => Some(Relation::Of(part)),
        Relation::Entries => Some(Relation::Entries),
        Relation::Of(_) => None,
    }
}

fn is_map(class: &str) -> bool {
    class.ends_with("Map") || class.ends_with("/Hashtable") || class.ends_with("/Dictionary")
}

fn returns_element(name: &str) -> bool {
    let names =
        ["get", "next", "previous", "remove", "element", "elementAt", "take", "pop", "ceiling", "floor"];
    let prefixes =
        ["getF", "getL", "first", "last", "peek", "poll", "nextElement", "removeFirst", "removeLast"];
    names.contains(&name) || prefixes.iter().any(|prefix| name.starts_with(prefix))
}

/// Returns the slot of the local variable that an `aload` loads.
fn loaded_local(instruction: &Instruction) -> Option<u16> {
    match *instruction {
        Instruction::Local { op: op::ALOAD, slot, .. } => Some(slot),
        Instruction::Simple(op @ op::ALOAD_0..=op::ALOAD_3) => Some((op - op::ALOAD_0).into()),
        _ => None,
    }
}

/// Returns the slot of the local variable that an instruction changes, and the number of slots that the
/// instruction pops. An `iinc` pops no slot.
fn stored_local(instruction: &Instruction) -> Option<(u16, usize)> {
    let slots = |type_index: u8| if matches!(type_index, 1 | 3) { 2 } else { 1 };
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
