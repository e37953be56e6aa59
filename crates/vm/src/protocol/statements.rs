//! Encodes the statements of tests.

use testcase::{Behaviour, Literal, Statement, StatementKind, Stored, Var};
use types::access::STATIC;
use types::{FieldId, World};

use super::members::MemberTable;
use super::numbers::{behaviour, statement as number, stored};
use super::{put_text, put_varint};

/// Writes statements in the encoding of the runner. Assigns numbers to members that occur for the first time.
pub struct StatementWriter<'a> {
    pub world: &'a World,
    pub members: &'a mut MemberTable,
    pub out: &'a mut Vec<u8>,
}

impl StatementWriter<'_> {
    /// Writes one statement.
    pub fn put(&mut self, statement: &Statement) {
        let StatementWriter { world, members, out } = self;
        match &statement.kind {
            StatementKind::Literal(literal) => self.literal(literal),
            StatementKind::Construct { constructor, receiver, args } => {
                let member = members.method(world, *constructor);
                let is_inner = world.method(*constructor).outer_instance.is_some();
                put_number(out, if is_inner { number::CONSTRUCT_INNER } else { number::CONSTRUCT }, member);
                receiver.iter().chain(args).for_each(|var| put_var(out, *var));
            }
            StatementKind::Implement { constructor, args, methods, .. } => {
                put_number(out, number::IMPLEMENT, members.stub(world, &statement.ty, *constructor));
                args.iter().for_each(|var| put_var(out, *var));
                put_varint(out, methods.len() as u64);
                methods.iter().for_each(|implemented| put_behaviour(out, &implemented.behaviour));
            }
            StatementKind::Call { method, receiver, args } => {
                let member = members.method(world, *method);
                self.cast(member, statement);
                let receiver = receiver.filter(|_| self.world.method(*method).access & STATIC == 0);
                put_access(self.out, [number::CALL_STATIC, number::CALL], member, receiver);
                args.iter().for_each(|var| put_var(self.out, *var));
            }
            StatementKind::ReadField { field, receiver } => {
                let member = members.field(world, *field);
                self.cast(member, statement);
                let receiver = self.instance_receiver(*field, *receiver);
                put_access(self.out, [number::READ_STATIC, number::READ], member, receiver);
            }
            StatementKind::WriteField { field, receiver, value } => {
                let member = members.field(world, *field);
                let receiver = self.instance_receiver(*field, *receiver);
                put_access(self.out, [number::WRITE_STATIC, number::WRITE], member, receiver);
                put_var(self.out, *value);
            }
            StatementKind::NewArray { length } => {
                put_number(out, number::NEW_ARRAY, members.ty(world, &statement.ty));
                put_varint(out, (*length).into());
            }
            StatementKind::ReadElement { array, index } => {
                out.push(number::READ_ELEMENT);
                put_var(out, *array);
                put_varint(out, (*index).into());
            }
            StatementKind::WriteElement { array, index, value } => {
                out.push(number::WRITE_ELEMENT);
                put_var(out, *array);
                put_varint(out, (*index).into());
                put_var(out, *value);
            }
            StatementKind::TempFile { name, stored } => {
                put_number(out, number::TEMP_FILE, members.ty(world, &statement.ty));
                put_text(out, name);
                put_stored(out, *stored);
            }
            StatementKind::Assign { target, value } => {
                out.push(number::ASSIGN);
                put_var(out, *target);
                put_var(out, *value);
            }
        }
    }

    fn literal(&mut self, literal: &Literal) {
        let StatementWriter { world, members, out } = self;
        match literal {
            Literal::Null => out.push(number::NULL),
            Literal::Boolean(value) => out.extend([number::BOOLEAN, u8::from(*value)]),
            Literal::Byte(value) => out.extend([number::BYTE, *value as u8]),
            Literal::Char(value) => put_number(out, number::CHAR, (*value).into()),
            Literal::Short(value) => put_number(out, number::SHORT, (*value as u16).into()),
            Literal::Int(value) => put_number(out, number::INT, *value as u32),
            Literal::Long(value) => put_bytes(out, number::LONG, value.to_le_bytes()),
            Literal::Float(value) => put_bytes(out, number::FLOAT, value.to_le_bytes()),
            Literal::Double(value) => put_bytes(out, number::DOUBLE, value.to_le_bytes()),
            Literal::String(units) => {
                put_number(out, number::STRING, units.len() as u32);
                units.iter().for_each(|unit| put_varint(out, (*unit).into()));
            }
            Literal::Enum(field) => put_number(out, number::ENUM, members.field(world, *field)),
            Literal::Class(ty) => put_number(out, number::CLASS, members.ty(world, ty)),
        }
    }

    /// Writes a cast to the type of a statement, if Java would insert this cast.
    fn cast(&mut self, member: u32, statement: &Statement) {
        if self.members.needs_cast(member, &statement.ty) {
            put_number(self.out, number::CAST, self.members.ty(self.world, &statement.ty));
        }
    }

    /// Returns the receiver of a field access, or `None` if the field is static. A statement can contain a
    /// receiver for a static field, too.
    fn instance_receiver(&self, field: FieldId, receiver: Option<Var>) -> Option<Var> {
        receiver.filter(|_| self.world.field(field).access & STATIC == 0)
    }
}

fn put_number(out: &mut Vec<u8>, kind: u8, operand: u32) {
    out.push(kind);
    put_varint(out, operand.into());
}

fn put_bytes<const N: usize>(out: &mut Vec<u8>, kind: u8, bytes: [u8; N]) {
    out.push(kind);
    out.extend(bytes);
}

fn put_var(out: &mut Vec<u8>, var: Var) {
    put_varint(out, var.0.into());
}

fn put_behaviour(out: &mut Vec<u8>, behaviour: &Behaviour) {
    match behaviour {
        Behaviour::Argument(index) => put_number(out, behaviour::ARGUMENT, (*index).into()),
        Behaviour::Return(values) => put_number(out, behaviour::RETURN, values.len() as u32),
        Behaviour::Throw(_) => put_number(out, behaviour::THROW, 1),
    }
    behaviour.values().iter().for_each(|var| put_var(out, *var));
}

/// Writes the initial content of a temporary file.
fn put_stored(out: &mut Vec<u8>, stored: Stored) {
    match stored {
        Stored::Nothing => out.push(stored::NOTHING),
        Stored::Folder => out.push(stored::FOLDER),
        Stored::Text(content) => {
            out.push(stored::TEXT);
            put_var(out, content);
        }
    }
}

/// Writes an access to a member. `static_kind` is for a static member, `instance_kind` for a member of an
/// object.
fn put_access(out: &mut Vec<u8>, [static_kind, instance_kind]: [u8; 2], member: u32, receiver: Option<Var>) {
    match receiver {
        None => put_number(out, static_kind, member),
        Some(receiver) => {
            put_number(out, instance_kind, member);
            put_var(out, receiver);
        }
    }
}
