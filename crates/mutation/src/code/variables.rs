//! Local variables: the instructions that access their slots, and the table of local variables in the class
//! file.

use classfile::{ClassFile, Code, Index, Instruction, Member, Result, attributes, descriptor, op};

const STATIC: u16 = 0x0008;

/// The kind of value in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SlotKind {
    Int,
    Long,
    Float,
    Double,
    Reference,
}

impl SlotKind {
    /// The kinds in the order of the opcodes.
    const ALL: [SlotKind; 5] =
        [SlotKind::Int, SlotKind::Long, SlotKind::Float, SlotKind::Double, SlotKind::Reference];

    pub(crate) fn of(descriptor: &str) -> SlotKind {
        match descriptor {
            "J" => SlotKind::Long,
            "F" => SlotKind::Float,
            "D" => SlotKind::Double,
            _ if descriptor.starts_with(['L', '[']) => SlotKind::Reference,
            _ => SlotKind::Int,
        }
    }

    pub(crate) fn slots(self) -> usize {
        if matches!(self, SlotKind::Long | SlotKind::Double) { 2 } else { 1 }
    }
}

/// Returns the slot that an instruction loads, and the kind of the loaded value.
pub(crate) fn loaded_slot(instruction: &Instruction) -> Option<(SlotKind, u16)> {
    decode_access(instruction, op::ILOAD, op::ILOAD_0)
}

/// Returns the slot that an instruction stores to, and the kind of the stored value.
pub(crate) fn stored_slot(instruction: &Instruction) -> Option<(SlotKind, u16)> {
    decode_access(instruction, op::ISTORE, op::ISTORE_0)
}

/// Decodes a load or store. `with_slot` is the first of the five opcodes whose operand is the slot.
/// `without_slot` is the first of the twenty opcodes that imply the slot.
fn decode_access(instruction: &Instruction, with_slot: u8, without_slot: u8) -> Option<(SlotKind, u16)> {
    let (kind, slot) = match *instruction {
        Instruction::Local { op, slot, .. } => (op.checked_sub(with_slot)?, slot),
        Instruction::Simple(op) => (op.checked_sub(without_slot)? / 4, u16::from((op - without_slot) % 4)),
        _ => return None,
    };
    SlotKind::ALL.get(usize::from(kind)).map(|&kind| (kind, slot))
}

/// A local variable in a range of the code. The variable has a value before each instruction from `start` to
/// the instruction before `end`.
pub(crate) struct Variable {
    start: Index,
    end: Index,
    pub(crate) slot: u16,
    pub(crate) name: String,
    pub(crate) descriptor: String,
}

/// The local variables of a method according to the class file.
pub(crate) struct Variables {
    /// Whether the class was compiled with the names of local variables. If so, a variable without a name is
    /// compiler-generated.
    pub(crate) has_variable_names: bool,
    table: Vec<Variable>,
    /// The slots and descriptors of the parameters that are never assigned. Empty if variables have names.
    parameters: Vec<(u16, String)>,
}

impl Variables {
    /// Reads the table of local variables. A damaged table is read as an empty table.
    pub(crate) fn of(
        class: &ClassFile,
        member: &Member,
        code: &Code,
        has_variable_names: bool,
    ) -> Result<Variables> {
        let data = member.attribute("Code", &class.constants).unwrap_or_default();
        let rows = attributes::local_variables(data, &class.constants).unwrap_or_default();
        let table = rows.into_iter().map(|row| Variable {
            start: row.start,
            end: row.end,
            slot: row.slot,
            name: row.name.to_str().into_owned(),
            descriptor: row.descriptor.to_str().into_owned(),
        });
        let descriptor = class.constants.utf8(member.descriptor)?.to_str();
        let parameters = if has_variable_names {
            Vec::new()
        } else {
            unassigned_parameters(code, &descriptor, member.access)
        };
        Ok(Variables { has_variable_names, table: table.collect(), parameters })
    }

    /// Returns the variable that has a value in a slot before an instruction.
    pub(crate) fn variable_at(&self, slot: u16, at: Index) -> Option<&Variable> {
        self.in_scope(at).find(|variable| variable.slot == slot)
    }

    /// Returns the variables that have a value before an instruction.
    pub(crate) fn in_scope(&self, at: Index) -> impl Iterator<Item = &Variable> {
        self.table.iter().filter(move |variable| (variable.start..variable.end).contains(&at))
    }

    /// Returns the descriptor of the type of the value that is in a slot before an instruction.
    pub(crate) fn descriptor(&self, slot: u16, at: Index) -> Option<&str> {
        let parameter = || self.parameters.iter().find(|parameter| parameter.0 == slot);
        let table_type = self.variable_at(slot, at).map(|variable| &*variable.descriptor);
        table_type.or_else(|| Some(&*parameter()?.1))
    }
}

/// Returns whether a class was compiled with the names of local variables.
pub(crate) fn has_variable_names(class: &ClassFile) -> bool {
    let mut codes = class.methods.iter().filter_map(|member| member.attribute("Code", &class.constants));
    codes.any(|code| attributes::has_local_variables(code, &class.constants))
}

fn unassigned_parameters(code: &Code, descriptor: &str, access: u16) -> Vec<(u16, String)> {
    let is_assigned =
        |slot| code.instructions.iter().any(|it| stored_slot(it).is_some_and(|(_, to)| to == slot));
    let parameters = parameters(descriptor, access);
    parameters.filter(|parameter| !is_assigned(parameter.0)).map(|(slot, ty)| (slot, ty.to_owned())).collect()
}

/// Returns the slots and descriptors of the parameters of a method, without `this`.
pub(crate) fn parameters(descriptor: &str, access: u16) -> impl Iterator<Item = (u16, &str)> {
    let mut next_slot = u16::from(access & STATIC == 0);
    descriptor::parameters(descriptor).map(move |parameter| {
        let slot = next_slot;
        // The addition saturates, because a damaged descriptor can have too many parameters.
        next_slot = next_slot.saturating_add(descriptor::slots(parameter));
        (slot, parameter)
    })
}
