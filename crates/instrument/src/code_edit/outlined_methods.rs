//! Outlined methods: methods added to a class for inserted code that jumps. Code inserted into existing
//! methods must not add jumps.

use std::collections::BTreeMap;

use classfile::{
    Attribute, ClassFile, Code, ConstantPool, Index, Instruction, Member, Result, descriptor, op,
};

use crate::code_edit::locals;

const ACC_PRIVATE: u16 = 0x0002;
const ACC_STATIC: u16 = 0x0008;
const ACC_INTERFACE: u16 = 0x0200;
const ACC_SYNTHETIC: u16 = 0x1000;

/// Maximum number of slots of all parameters of a method together.
const MAX_SLOTS: u16 = 255;

/// The methods to add to a class. Their code may access everything that the class may access.
pub(crate) struct OutlinedMethods {
    class: String,
    is_interface: bool,
    /// For each descriptor and code, the number of the method.
    numbers: BTreeMap<(String, Vec<u8>), usize>,
}

impl OutlinedMethods {
    pub(crate) fn new(class: &ClassFile) -> Result<OutlinedMethods> {
        let is_interface = class.access & ACC_INTERFACE != 0;
        Ok(OutlinedMethods {
            class: class.name()?.to_str().into_owned(),
            is_interface,
            numbers: BTreeMap::new(),
        })
    }

    /// Returns a call of an outlined static method with the given code. Adds the method, unless an equal
    /// method was added before. `frames` lists the instructions that need a stack map frame. Before these
    /// instructions, the operand stack must be empty, and the local variables must be the parameters.
    pub(crate) fn call(
        &mut self,
        descriptor: &str,
        code: &Code,
        frames: &[Index],
        constants: &mut ConstantPool,
    ) -> Result<Instruction> {
        let next_number = self.numbers.len();
        let key = (descriptor.to_owned(), code.encode_with_frames(frames, constants)?);
        let name = name(*self.numbers.entry(key).or_insert(next_number));
        let index = match self.is_interface {
            true => constants.add_interface_method(&self.class, &name, descriptor)?,
            false => constants.add_method(&self.class, &name, descriptor)?,
        };
        Ok(Instruction::Pool { op: op::INVOKESTATIC, index })
    }

    /// Adds the methods to the class.
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

/// The parameters of an outlined method.
pub(crate) struct Parameters {
    descriptors: Vec<String>,
    /// For each parameter, its first slot.
    first_slots: Vec<u16>,
    /// Number of slots of all parameters.
    slot_count: u16,
}

impl Parameters {
    pub(crate) fn new(descriptors: impl IntoIterator<Item = String>) -> Parameters {
        let mut parameters = Parameters { descriptors: Vec::new(), first_slots: Vec::new(), slot_count: 0 };
        descriptors.into_iter().for_each(|descriptor| parameters.push(descriptor));
        parameters
    }

    pub(crate) fn push(&mut self, descriptor: String) {
        self.first_slots.push(self.slot_count);
        self.slot_count += descriptor::slots(&descriptor);
        self.descriptors.push(descriptor);
    }

    pub(crate) fn len(&self) -> usize {
        self.descriptors.len()
    }

    /// Returns whether a parameter of one slot can be added.
    pub(crate) fn has_room(&self) -> bool {
        self.slot_count < MAX_SLOTS
    }

    /// Returns the number of slots of a parameter.
    pub(crate) fn slots_of(&self, parameter: usize) -> u16 {
        descriptor::slots(&self.descriptors[parameter])
    }

    /// Returns an instruction that loads a parameter.
    pub(crate) fn load(&self, parameter: usize) -> Instruction {
        locals::load(locals::kind(&self.descriptors[parameter]), self.first_slots[parameter])
    }

    /// Returns the instruction that returns a value of the type of a parameter.
    pub(crate) fn return_of(&self, parameter: usize) -> Instruction {
        locals::return_of(&self.descriptors[parameter])
    }

    /// Returns the descriptor of a method with these parameters and the given result type.
    pub(crate) fn descriptor(&self, result: &str) -> String {
        format!("({}){result}", self.descriptors.concat())
    }

    /// Returns the code of a method with these parameters.
    pub(crate) fn code(&self, instructions: Vec<Instruction>, max_stack: u16) -> Code {
        let (handlers, lines) = (Vec::new(), Vec::new());
        Code { max_stack, max_locals: self.slot_count, instructions, handlers, lines }
    }

    /// Returns the number of slots of all parameters.
    pub(crate) fn slot_count(&self) -> u16 {
        self.slot_count
    }
}

fn name(number: usize) -> String {
    format!("mutant${number}")
}
