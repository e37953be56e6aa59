//! What methods of the program do with each other and with fields.

use std::collections::BTreeMap;

use analysis::{MethodIndex, Program, TiVec};
use classfile::{ClassFile, Instruction, Member, op};

/// A field of the program's classes: an index that only [`Dependencies`] knows the meaning of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Field(u32);

/// By method of the program: what it may call, read and change. Each list ascending, without repetition.
#[derive(Clone, Debug, Default)]
pub struct Dependencies {
    /// Methods of the program it may call. A call is matched by name and descriptor, whatever the class, since any
    /// override may run; a lambda is called by the method that holds it.
    pub callees: TiVec<MethodIndex, Vec<MethodIndex>>,
    /// Fields it reads itself.
    pub reads: TiVec<MethodIndex, Vec<Field>>,
    /// Fields it writes itself, or whose object or array it may change: those of a reference type that it reads, where it
    /// also calls something or writes to an array.
    pub writes: TiVec<MethodIndex, Vec<Field>>,
    fields: BTreeMap<(String, String), Field>,
}

impl Dependencies {
    /// What the methods of a program do, whose class files are given.
    pub fn new(program: &Program, files: &[ClassFile]) -> Dependencies {
        let names = Names::new(program);
        let count = program.methods.len();
        let (callees, reads, writes) =
            (vec![Vec::new(); count].into(), vec![Vec::new(); count].into(), vec![Vec::new(); count].into());
        let mut uses = Dependencies { callees, reads, writes, fields: BTreeMap::new() };
        for file in files {
            let Ok(class) = file.name() else { continue };
            let class = class.to_str();
            for member in &file.methods {
                if let Some(method) = names.method(file, &class, member) {
                    uses.add(&names, file, &class, member, method);
                }
            }
        }
        uses
    }

    /// The field with that name in a class of the program, by the class's internal name, if any method uses it.
    pub fn field(&self, class: &str, name: &str) -> Option<Field> {
        self.fields.get(&(class.to_owned(), name.to_owned())).copied()
    }

    fn add(&mut self, names: &Names, file: &ClassFile, class: &str, member: &Member, method: MethodIndex) {
        let Some(code) = file.code(member).ok().flatten() else { return };
        let changes = code.instructions.iter().any(may_change);
        let (mut callees, mut reads, mut writes) = (Vec::new(), Vec::new(), Vec::new());
        for instruction in &code.instructions {
            match *instruction {
                Instruction::Pool { op: op @ op::GETSTATIC..=op::PUTFIELD, index } => {
                    let Some((field, is_reference)) = self.field_at(file, index) else { continue };
                    let puts = matches!(op, op::PUTFIELD | op::PUTSTATIC);
                    reads.extend((!puts).then_some(field));
                    writes.extend((puts || is_reference && changes).then_some(field));
                }
                Instruction::Pool { index, .. } | Instruction::InvokeInterface { index, .. } => {
                    if let Ok(called) = file.constants.member(index) {
                        callees.extend(names.named(&called.name.to_str(), &called.descriptor.to_str()));
                    }
                }
                Instruction::InvokeDynamic { .. } => {
                    callees.extend(names.lambdas(class, &names.program.methods[method].name));
                }
                _ => {}
            }
        }
        (self.callees[method], self.reads[method], self.writes[method]) =
            (distinct(callees), distinct(reads), distinct(writes));
    }

    fn field_at(&mut self, file: &ClassFile, index: u16) -> Option<(Field, bool)> {
        let member = file.constants.member(index).ok()?;
        let is_reference = matches!(member.descriptor.0.first(), Some(b'L' | b'['));
        let next = Field(self.fields.len() as u32);
        let name = (member.class.to_str().into_owned(), member.name.to_str().into_owned());
        Some((*self.fields.entry(name).or_insert(next), is_reference))
    }
}

fn distinct<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort_unstable();
    list.dedup();
    list
}

/// Whether an instruction may change an object or an array that a field holds.
fn may_change(instruction: &Instruction) -> bool {
    matches!(
        instruction.op(),
        op::INVOKEVIRTUAL..=op::INVOKEINTERFACE | op::IASTORE..=op::SASTORE | op::INVOKEDYNAMIC
    )
}

/// Methods of a program by what a call says of them.
struct Names<'a> {
    program: &'a Program,
    by_signature: BTreeMap<&'a str, BTreeMap<&'a str, Vec<MethodIndex>>>,
}

impl<'a> Names<'a> {
    fn new(program: &'a Program) -> Names<'a> {
        let mut by_signature: BTreeMap<&str, BTreeMap<&str, Vec<MethodIndex>>> = BTreeMap::new();
        for (id, method) in program.methods.iter_enumerated() {
            let named = by_signature.entry(&method.name).or_default();
            named.entry(&method.descriptor).or_default().push(id);
        }
        Names { program, by_signature }
    }

    fn named(&self, name: &str, descriptor: &str) -> &[MethodIndex] {
        let found = self.by_signature.get(name).and_then(|named| named.get(descriptor));
        found.map_or(&[], Vec::as_slice)
    }

    /// The method of the program that a member is, if it is one.
    fn method(&self, file: &ClassFile, class: &str, member: &Member) -> Option<MethodIndex> {
        let name = file.constants.utf8(member.name).ok()?.to_str();
        let descriptor = file.constants.utf8(member.descriptor).ok()?.to_str();
        let of_class = |id: &&MethodIndex| self.program.methods[**id].class == class;
        self.named(&name, &descriptor).iter().find(of_class).copied()
    }

    /// Bodies of the lambdas of a method: javac names them after it.
    fn lambdas(&self, class: &str, holder: &str) -> impl Iterator<Item = MethodIndex> {
        let holder = if holder == "<init>" { "new" } else { holder };
        let prefix = format!("lambda${holder}$");
        let ids = self.program.methods.iter_enumerated();
        ids.filter(move |(_, method)| method.class == class && method.name.starts_with(&prefix))
            .map(|(id, _)| id)
    }
}
