//! Local variables: what instructions do with their slots, and what the class file tells of them.

use classfile::{ClassFile, Code, Index, Instruction, Member, Result, attributes, descriptor, op};

const STATIC: u16 = 0x0008;

/// What a slot holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Int,
    Long,
    Float,
    Double,
    Reference,
}

impl Kind {
    /// In the order of the opcodes.
    const ALL: [Kind; 5] = [Kind::Int, Kind::Long, Kind::Float, Kind::Double, Kind::Reference];

    pub(crate) fn of(descriptor: &str) -> Kind {
        match descriptor {
            "J" => Kind::Long,
            "F" => Kind::Float,
            "D" => Kind::Double,
            _ if descriptor.starts_with(['L', '[']) => Kind::Reference,
            _ => Kind::Int,
        }
    }

    pub(crate) fn slots(self) -> usize {
        if matches!(self, Kind::Long | Kind::Double) { 2 } else { 1 }
    }
}

/// The kind and slot that an instruction loads.
pub(crate) fn loaded(instruction: &Instruction) -> Option<(Kind, u16)> {
    access(instruction, op::ILOAD, op::ILOAD_0)
}

/// The kind and slot that an instruction stores to.
pub(crate) fn stored(instruction: &Instruction) -> Option<(Kind, u16)> {
    access(instruction, op::ISTORE, op::ISTORE_0)
}

/// Of the five opcodes from `long` on, and the four times five short ones from `short` on.
fn access(instruction: &Instruction, long: u8, short: u8) -> Option<(Kind, u16)> {
    let (kind, slot) = match *instruction {
        Instruction::Local { op, slot, .. } => (op.checked_sub(long)?, slot),
        Instruction::Simple(op) => (op.checked_sub(short)? / 4, u16::from((op - short) % 4)),
        _ => return None,
    };
    Kind::ALL.get(usize::from(kind)).map(|&kind| (kind, slot))
}

/// A stretch of code in which a local variable has a value.
pub(crate) struct Variable {
    start: Index,
    end: Index,
    pub(crate) slot: u16,
    pub(crate) name: String,
    pub(crate) descriptor: String,
}

/// What the class file tells of the local variables of a method.
pub(crate) struct Variables {
    /// Whether the class was compiled with its variables: one without a name is the compiler's.
    pub(crate) are_named: bool,
    table: Vec<Variable>,
    /// Where they are not named, the parameters by their slots, but for those that are assigned to.
    parameters: Vec<(u16, String)>,
}

impl Variables {
    /// A table that cannot be read counts as none.
    pub(crate) fn of(class: &ClassFile, member: &Member, code: &Code, are_named: bool) -> Result<Variables> {
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
        let parameters =
            if are_named { Vec::new() } else { kept_parameters(code, &descriptor, member.access) };
        Ok(Variables { are_named, table: table.collect(), parameters })
    }

    /// The variable that has a value in that slot before an instruction.
    pub(crate) fn at(&self, slot: u16, at: Index) -> Option<&Variable> {
        self.in_scope(at).find(|variable| variable.slot == slot)
    }

    /// The variables that have a value before an instruction.
    pub(crate) fn in_scope(&self, at: Index) -> impl Iterator<Item = &Variable> {
        self.table.iter().filter(move |variable| (variable.start..variable.end).contains(&at))
    }

    /// The type of what is in that slot before an instruction.
    pub(crate) fn descriptor(&self, slot: u16, at: Index) -> Option<&str> {
        let parameter = || self.parameters.iter().find(|parameter| parameter.0 == slot);
        let named = self.at(slot, at).map(|variable| &*variable.descriptor);
        named.or_else(|| Some(&*parameter()?.1))
    }
}

/// Whether the class was compiled with its variables.
pub(crate) fn are_named(class: &ClassFile) -> bool {
    let mut codes = class.methods.iter().filter_map(|member| member.attribute("Code", &class.constants));
    codes.any(|code| attributes::has_local_variables(code, &class.constants))
}

fn kept_parameters(code: &Code, descriptor: &str, access: u16) -> Vec<(u16, String)> {
    let is_assigned = |slot| code.instructions.iter().any(|it| stored(it).is_some_and(|(_, to)| to == slot));
    let parameters = parameters(descriptor, access);
    parameters.filter(|parameter| !is_assigned(parameter.0)).map(|(slot, ty)| (slot, ty.to_owned())).collect()
}

/// The slots and descriptors of the parameters of a method, without `this`.
pub(crate) fn parameters(descriptor: &str, access: u16) -> impl Iterator<Item = (u16, &str)> {
    let mut next = u16::from(access & STATIC == 0);
    descriptor::parameters(descriptor).map(move |parameter| {
        let slot = next;
        // Saturating: a damaged descriptor names more than there can be.
        next = next.saturating_add(descriptor::slots(parameter));
        (slot, parameter)
    })
}
