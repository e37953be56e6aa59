//! Methods that are added to a class: for code that jumps, which what is inserted elsewhere must not do.

use std::collections::BTreeMap;

use classfile::{
    Attribute, ClassFile, Code, ConstantPool, Index, Instruction, Member, Result, descriptor, op,
};

use crate::locals;

const ACC_PRIVATE: u16 = 0x0002;
const ACC_STATIC: u16 = 0x0008;
const ACC_INTERFACE: u16 = 0x0200;
const ACC_SYNTHETIC: u16 = 0x1000;

/// The most slots that the parameters of a method take.
const MOST_SLOTS: u16 = 255;

/// The methods to be added to a class. Code that goes there can do what code of the class can.
pub(crate) struct Outlines {
    class: String,
    is_interface: bool,
    /// The number of each method by its descriptor and its code.
    numbers: BTreeMap<(String, Vec<u8>), usize>,
}

impl Outlines {
    pub(crate) fn new(class: &ClassFile) -> Result<Outlines> {
        let is_interface = class.access & ACC_INTERFACE != 0;
        Ok(Outlines { class: class.name()?.to_str().into_owned(), is_interface, numbers: BTreeMap::new() })
    }

    /// A call of a static method with that code. There are frames at some of its instructions, where the stack is empty and
    /// local variables are the parameters. Methods that are the same are added once.
    pub(crate) fn call(
        &mut self,
        descriptor: &str,
        code: &Code,
        frames: &[Index],
        constants: &mut ConstantPool,
    ) -> Result<Instruction> {
        let next = self.numbers.len();
        let key = (descriptor.to_owned(), code.encode_with_frames(frames, constants)?);
        let name = name(*self.numbers.entry(key).or_insert(next));
        let index = match self.is_interface {
            true => constants.add_interface_method(&self.class, &name, descriptor)?,
            false => constants.add_method(&self.class, &name, descriptor)?,
        };
        Ok(Instruction::Pool { op: op::INVOKESTATIC, index })
    }

    /// Adds the methods to their class.
    pub(crate) fn add_to(self, class: &mut ClassFile) -> Result<()> {
        for ((descriptor, data), number) in self.numbers {
            let constants = &mut class.constants;
            let attribute = Attribute { name: constants.add_utf8("Code")?, data };
            class.methods.push(Member {
                access: ACC_PRIVATE | ACC_STATIC | ACC_SYNTHETIC,
                name: constants.add_utf8(&name(number))?,
                descriptor: constants.add_utf8(&descriptor)?,
                attributes: vec![attribute],
            });
        }
        Ok(())
    }
}

/// What an added method takes.
pub(crate) struct Operands {
    descriptors: Vec<String>,
    /// Where each lies.
    slots: Vec<u16>,
    size: u16,
}

impl Operands {
    pub(crate) fn new(descriptors: impl IntoIterator<Item = String>) -> Operands {
        let mut operands = Operands { descriptors: Vec::new(), slots: Vec::new(), size: 0 };
        descriptors.into_iter().for_each(|descriptor| operands.push(descriptor));
        operands
    }

    pub(crate) fn push(&mut self, descriptor: String) {
        self.slots.push(self.size);
        self.size += descriptor::slots(&descriptor);
        self.descriptors.push(descriptor);
    }

    pub(crate) fn len(&self) -> usize {
        self.descriptors.len()
    }

    /// Whether one more of a slot fits.
    pub(crate) fn has_room(&self) -> bool {
        self.size < MOST_SLOTS
    }

    /// The slots of one of them.
    pub(crate) fn size(&self, operand: usize) -> u16 {
        descriptor::slots(&self.descriptors[operand])
    }

    /// Loads one of them.
    pub(crate) fn load(&self, operand: usize) -> Instruction {
        locals::load(locals::kind(&self.descriptors[operand]), self.slots[operand])
    }

    /// Returns a value of the type of one of them.
    pub(crate) fn give_back(&self, operand: usize) -> Instruction {
        locals::give_back(&self.descriptors[operand])
    }

    /// The descriptor of a method that takes them.
    pub(crate) fn descriptor(&self, result: &str) -> String {
        format!("({}){result}", self.descriptors.concat())
    }

    /// The code of a method that takes them.
    pub(crate) fn code(&self, instructions: Vec<Instruction>, max_stack: u16) -> Code {
        let (handlers, lines) = (Vec::new(), Vec::new());
        Code { max_stack, max_locals: self.size, instructions, handlers, lines }
    }

    /// How many slots they take.
    pub(crate) fn slots(&self) -> u16 {
        self.size
    }
}

fn name(number: usize) -> String {
    format!("mutant${number}")
}
