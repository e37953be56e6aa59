//! Dependencies between the methods and fields of the program.

use std::collections::BTreeMap;

use analysis::{MethodIndex, Program, TiVec};
use classfile::{ClassFile, Instruction, Member, op};

/// A field that a method of the program uses. Only [`Dependencies`] creates and interprets the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Field(u32);

/// The methods that each method of the program can call, and the fields that it can read and change. Each
/// list is ascending and without duplicates.
#[derive(Clone, Debug, Default)]
pub struct Dependencies {
    /// For each method, the methods of the program that it can call directly. A call can run an override. So
    /// each list contains all methods with the name and descriptor of the called method, in any class. A
    /// method also counts as a caller of the lambdas that it contains.
    pub callees: TiVec<MethodIndex, Vec<MethodIndex>>,
    /// For each method, the fields that its own code reads.
    pub reads: TiVec<MethodIndex, Vec<Field>>,
    /// For each method, the fields that its own code writes, and the fields whose object or array it can
    /// change. A method that calls a method or writes to an array can change the objects in all fields of
    /// reference types that it reads.
    pub writes: TiVec<MethodIndex, Vec<Field>>,
    /// The field for each internal class name and field name.
    fields: BTreeMap<(String, String), Field>,
}

impl Dependencies {
    /// Returns the dependencies of a program. `files` are the class files of the program.
    pub fn new(program: &Program, files: &[ClassFile]) -> Dependencies {
        let names = MethodNames::new(program);
        let count = program.methods.len();
        let (callees, reads, writes) =
            (vec![Vec::new(); count].into(), vec![Vec::new(); count].into(), vec![Vec::new(); count].into());
        let mut dependencies = Dependencies { callees, reads, writes, fields: BTreeMap::new() };
        for file in files {
            let Ok(class) = file.name() else { continue };
            let class = class.to_str();
            for member in &file.methods {
                if let Some(method) = names.method(file, &class, member) {
                    dependencies.add(&names, file, &class, member, method);
                }
            }
        }
        dependencies
    }

    /// Returns the field with an internal class name and a field name, if a method of the program uses the
    /// field.
    pub fn field(&self, class: &str, name: &str) -> Option<Field> {
        self.fields.get(&(class.to_owned(), name.to_owned())).copied()
    }

    /// Adds the dependencies of one method.
    fn add(
        &mut self,
        names: &MethodNames,
        file: &ClassFile,
        class: &str,
        member: &Member,
        method: MethodIndex,
    ) {
        let Some(code) = file.code(member).ok().flatten() else { return };
        let can_change_objects = code.instructions.iter().any(can_change_object);
        let (mut callees, mut reads, mut writes) = (Vec::new(), Vec::new(), Vec::new());
        for instruction in &code.instructions {
            match *instruction {
                Instruction::Pool { op: op @ op::GETSTATIC..=op::PUTFIELD, index } => {
                    let Some((field, is_reference)) = self.field_at(file, index) else { continue };
                    let is_write = matches!(op, op::PUTFIELD | op::PUTSTATIC);
                    reads.extend((!is_write).then_some(field));
                    writes.extend((is_write || is_reference && can_change_objects).then_some(field));
                }
                Instruction::Pool { index, .. } | Instruction::InvokeInterface { index, .. } => {
                    if let Ok(called) = file.constants.member(index) {
                        callees
                            .extend(names.with_signature(&called.name.to_str(), &called.descriptor.to_str()));
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

    /// Returns the field to which an entry of the constant pool refers, and whether the field has a reference
    /// type.
    fn field_at(&mut self, file: &ClassFile, index: u16) -> Option<(Field, bool)> {
        let member = file.constants.member(index).ok()?;
        let is_reference = matches!(member.descriptor.0.first(), Some(b'L' | b'['));
        let new_field = Field(self.fields.len() as u32);
        let name = (member.class.to_str().into_owned(), member.name.to_str().into_owned());
        Some((*self.fields.entry(name).or_insert(new_field), is_reference))
    }
}

/// Sorts a list and removes duplicates.
fn distinct<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort_unstable();
    list.dedup();
    list
}

/// Returns whether an instruction can change an object or an array.
fn can_change_object(instruction: &Instruction) -> bool {
    matches!(
        instruction.op(),
        op::INVOKEVIRTUAL..=op::INVOKEINTERFACE | op::IASTORE..=op::SASTORE | op::INVOKEDYNAMIC
    )
}

/// Methods of a program by name and descriptor.
struct MethodNames<'a> {
    program: &'a Program,
    by_signature: BTreeMap<&'a str, BTreeMap<&'a str, Vec<MethodIndex>>>,
}

impl<'a> MethodNames<'a> {
    fn new(program: &'a Program) -> MethodNames<'a> {
        let mut by_signature: BTreeMap<&str, BTreeMap<&str, Vec<MethodIndex>>> = BTreeMap::new();
        for (id, method) in program.methods.iter_enumerated() {
            let by_descriptor = by_signature.entry(&method.name).or_default();
            by_descriptor.entry(&method.descriptor).or_default().push(id);
        }
        MethodNames { program, by_signature }
    }

    /// Returns the methods that have this name and descriptor, in all classes.
    fn with_signature(&self, name: &str, descriptor: &str) -> &[MethodIndex] {
        let methods = self.by_signature.get(name).and_then(|named| named.get(descriptor));
        methods.map_or(&[], Vec::as_slice)
    }

    /// Returns the method of the program for a member of a class file, if the program contains the method.
    fn method(&self, file: &ClassFile, class: &str, member: &Member) -> Option<MethodIndex> {
        let name = file.constants.utf8(member.name).ok()?.to_str();
        let descriptor = file.constants.utf8(member.descriptor).ok()?.to_str();
        let is_in_class = |id: &&MethodIndex| self.program.methods[**id].class == class;
        self.with_signature(&name, &descriptor).iter().find(is_in_class).copied()
    }

    /// Returns the methods that contain the code of the lambdas in a method. javac names these methods after
    /// the enclosing method.
    fn lambdas(&self, class: &str, method: &str) -> impl Iterator<Item = MethodIndex> {
        let method = if method == "<init>" { "new" } else { method };
        let prefix = format!("lambda${method}$");
        let ids = self.program.methods.iter_enumerated();
        ids.filter(move |(_, method)| method.class == class && method.name.starts_with(&prefix))
            .map(|(id, _)| id)
    }
}
