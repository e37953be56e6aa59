//! Tests as the runner reads them.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use testcase::{Behaviour, Literal, Statement, StatementKind, Stored, TestCase, Var};
use types::access::STATIC;
use types::{FieldId, MethodId, Type, World};

use crate::config::Watched;
use crate::cursor::{Cursor, put_text, put_varint};
use crate::danger::Member;
use crate::execution::{BatchSettings, Mode};
use crate::numbers::{behaviour, member_kind, mode, statement, stored};
use crate::stub;
use crate::trial::Trial;

/// Not yet numbered.
const NEW: u32 = u32::MAX;

/// What a statement calls, or the static field that it uses.
fn member(statement: &Statement) -> Option<Member> {
    match statement.kind {
        StatementKind::Call { method, .. }
        | StatementKind::Construct { constructor: method, .. }
        | StatementKind::Implement { constructor: Some(method), .. } => Some(Member::Method(method)),
        StatementKind::Literal(Literal::Enum(field))
        | StatementKind::ReadField { field, receiver: None }
        | StatementKind::WriteField { field, receiver: None, .. } => Some(Member::Field(field)),
        _ => None,
    }
}

/// Encoded tests of one batch: each is its length as four bytes, then its statements.
pub struct Tests {
    bytes: Vec<u8>,
    /// Where each test begins, and the end of the last.
    bounds: Vec<usize>,
    /// How many of the ids that are told no more must be known to whom runs them.
    closed: usize,
    /// How many members must be known to whom runs them.
    members: usize,
    /// How the tests run.
    pub settings: BatchSettings,
    /// The uses of members in them.
    uses: Vec<Use>,
    /// Where those of each test begin, and the end of those of the last.
    use_bounds: Vec<usize>,
}

/// A call, or a use of a static field, in an encoded test.
#[derive(Clone, Copy)]
struct Use {
    member: Member,
    /// The statement that it is in.
    statement: u32,
    /// Where that begins.
    at: usize,
}

impl Tests {
    /// Number of tests.
    pub fn len(&self) -> usize {
        self.bounds.len() - 1
    }

    /// Number of statements of a test.
    pub fn statements(&self, test: usize) -> u32 {
        let number = &self.bytes[self.bounds[test] + 4..self.bounds[test + 1]];
        Cursor::new(number).u32().unwrap_or(0)
    }

    /// The methods that a test calls and the static fields that it uses, in order, each with the statement that does.
    pub fn uses(&self, test: usize) -> impl Iterator<Item = (Member, u32)> {
        self.uses_of(test).iter().map(|it| (it.member, it.statement))
    }

    /// Whether they may do without end what they like.
    pub fn are_unlimited(&self) -> bool {
        self.settings.tick_limit >= i64::MAX as u64
    }

    fn uses_of(&self, test: usize) -> &[Use] {
        &self.uses[self.use_bounds[test]..self.use_bounds[test + 1]]
    }

    /// Writes a test, up to the statement `cut` if there is such, which is one of those that [use](Tests::uses) something.
    fn write(&self, test: usize, cut: Option<u32>, out: &mut Vec<u8>) {
        let bytes = &self.bytes[self.bounds[test]..self.bounds[test + 1]];
        let Some(end) = cut.and_then(|cut| self.uses_of(test).iter().find(|it| it.statement == cut)) else {
            return out.extend_from_slice(bytes);
        };
        let statements = self.first_statement(test)..end.at;
        let start = out.len();
        out.extend([0; 4]);
        put_varint(out, end.statement.into());
        out.extend_from_slice(&self.bytes[statements]);
        let length = (out.len() - start - 4) as u32;
        out[start..start + 4].copy_from_slice(&length.to_le_bytes());
    }

    /// Where the statements of a test begin: behind its length and their number.
    fn first_statement(&self, test: usize) -> usize {
        let number = self.bounds[test] + 4;
        let last = self.bytes[number..].iter().position(|byte| byte & 0x80 == 0);
        number + last.unwrap_or(0) + 1
    }
}

/// What a worker has been told.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known {
    /// How many members.
    pub members: usize,
    /// How many ids that are told no more.
    pub closed: usize,
}

/// Numbers the members that tests use, once for all workers, and encodes tests with these numbers.
#[derive(Default)]
pub struct Encoder {
    /// The members whose calls are watched.
    watched: BTreeMap<MethodId, Watched>,
    /// Ids of distances that are told no more, in the order in which that was said.
    pub closed: Vec<u32>,
    /// Descriptions of the members in the order of their numbers.
    definitions: Vec<u8>,
    /// Where each description begins.
    starts: Vec<usize>,
    methods: Vec<u32>,
    fields: Vec<u32>,
    classes: Vec<u32>,
    arrays: FxHashMap<Type, u32>,
    stubs: FxHashMap<(Type, Option<MethodId>), u32>,
    /// Erased type of what a method or field gives, by number; `Void` of others.
    results: Vec<Type>,
}

impl Encoder {
    /// Has calls of some members watched.
    pub fn new(watched: BTreeMap<MethodId, Watched>) -> Encoder {
        Encoder { watched, ..Encoder::default() }
    }

    /// Encodes the tests of a batch.
    pub fn tests(&mut self, world: &World, tests: &[&TestCase], settings: BatchSettings) -> Tests {
        let mut bytes = Vec::with_capacity(tests.len() * 64);
        let mut bounds = Vec::with_capacity(tests.len() + 1);
        let (mut uses, mut use_bounds) = (Vec::new(), vec![0]);
        for test in tests {
            let start = bytes.len();
            bounds.push(start);
            bytes.extend([0; 4]);
            put_varint(&mut bytes, test.statements.len() as u64);
            for (statement, index) in test.statements.iter().zip(0..) {
                if let Some(member) = member(statement) {
                    uses.push(Use { member, statement: index, at: bytes.len() });
                }
                self.statement(world, statement, &mut bytes);
            }
            use_bounds.push(uses.len());
            let length = (bytes.len() - start - 4) as u32;
            bytes[start..start + 4].copy_from_slice(&length.to_le_bytes());
        }
        bounds.push(bytes.len());
        let (members, closed) = (self.starts.len(), self.closed.len());
        Tests { bytes, bounds, members, closed, settings, uses, use_bounds }
    }

    /// The message that has a worker run some tests of a batch, each up to a statement that is to be left out with all behind it, if
    /// there is one, on mutants as its trials say; `known` is what the worker knows, and is brought up to date.
    pub fn message(
        &self,
        tests: &Tests,
        range: std::ops::Range<usize>,
        trials: &[Trial],
        cut: &dyn Fn(usize) -> Option<u32>,
        known: &mut Known,
        out: &mut Vec<u8>,
    ) {
        let start = out.len();
        out.extend([0; 4]);
        out.push(match tests.settings.mode {
            Mode::Run => mode::RUN,
            Mode::Observe => mode::OBSERVE,
            Mode::ObserveOtherwise(_) => mode::OBSERVE_OTHERWISE,
            Mode::Ask => mode::ASK,
            Mode::Mutants => mode::MUTANTS,
            Mode::Sightings => mode::SIGHTINGS,
            Mode::EveryMutant => mode::EVERY_MUTANT,
        });
        if let Mode::ObserveOtherwise(clock) = tests.settings.mode {
            out.push(clock);
        }
        out.extend(tests.settings.tick_limit.to_le_bytes());
        let closed = &self.closed[known.closed..tests.closed.max(known.closed)];
        put_varint(out, closed.len() as u64);
        closed.iter().for_each(|id| put_varint(out, (*id).into()));
        known.closed += closed.len();
        // Others may have had it close more before.
        put_varint(out, if tests.settings.report_all { 0 } else { tests.closed as u64 });
        let new = tests.members.max(known.members);
        put_varint(out, (new - known.members) as u64);
        out.extend_from_slice(&self.definitions[self.start(known.members)..self.start(new)]);
        known.members = new;
        put_varint(out, range.len() as u64);
        for test in range {
            if let Some(trial) = trials.get(test) {
                trial.write(out);
            }
            tests.write(test, cut(test), out);
        }
        let length = (out.len() - start - 4) as u32;
        out[start..start + 4].copy_from_slice(&length.to_le_bytes());
    }

    fn start(&self, member: usize) -> usize {
        self.starts.get(member).copied().unwrap_or(self.definitions.len())
    }

    fn statement(&mut self, world: &World, statement: &Statement, out: &mut Vec<u8>) {
        match &statement.kind {
            StatementKind::Literal(literal) => self.literal(world, literal, out),
            StatementKind::Construct { constructor, receiver, args } => {
                let member = self.method(world, *constructor);
                let inner = world.method(*constructor).outer_instance.is_some();
                put_op(out, if inner { statement::CONSTRUCT_INNER } else { statement::CONSTRUCT }, member);
                receiver.iter().chain(args).for_each(|var| put_var(out, *var));
            }
            StatementKind::Implement { constructor, args, methods, .. } => {
                put_op(out, statement::IMPLEMENT, self.stub(world, &statement.ty, *constructor));
                args.iter().for_each(|var| put_var(out, *var));
                put_varint(out, methods.len() as u64);
                methods.iter().for_each(|implemented| put_behaviour(out, &implemented.behaviour));
            }
            StatementKind::Call { method, receiver, args } => {
                let member = self.method(world, *method);
                self.cast(world, member, &statement.ty, out);
                match receiver.filter(|_| world.method(*method).access & STATIC == 0) {
                    Some(receiver) => {
                        put_op(out, statement::CALL, member);
                        put_var(out, receiver);
                    }
                    None => put_op(out, statement::CALL_STATIC, member),
                }
                args.iter().for_each(|var| put_var(out, *var));
            }
            StatementKind::ReadField { field, receiver } => {
                let member = self.field(world, *field);
                self.cast(world, member, &statement.ty, out);
                put_access(
                    out,
                    [statement::READ_STATIC, statement::READ],
                    member,
                    instance(world, *field, *receiver),
                );
            }
            StatementKind::WriteField { field, receiver, value } => {
                let member = self.field(world, *field);
                put_access(
                    out,
                    [statement::WRITE_STATIC, statement::WRITE],
                    member,
                    instance(world, *field, *receiver),
                );
                put_var(out, *value);
            }
            StatementKind::NewArray { length } => {
                put_op(out, statement::NEW_ARRAY, self.ty(world, &statement.ty));
                put_varint(out, (*length).into());
            }
            StatementKind::WriteElement { array, index, value } => {
                out.push(statement::WRITE_ELEMENT);
                put_var(out, *array);
                put_varint(out, (*index).into());
                put_var(out, *value);
            }
            StatementKind::TempFile { name, stored } => {
                put_op(out, statement::TEMP_FILE, self.ty(world, &statement.ty));
                put_text(out, name);
                put_stored(out, *stored);
            }
            StatementKind::Assign { target, value } => {
                out.push(statement::ASSIGN);
                put_var(out, *target);
                put_var(out, *value);
            }
        }
    }

    fn literal(&mut self, world: &World, literal: &Literal, out: &mut Vec<u8>) {
        match literal {
            Literal::Null => out.push(statement::NULL),
            Literal::Boolean(value) => out.extend([statement::BOOLEAN, u8::from(*value)]),
            Literal::Byte(value) => out.extend([statement::BYTE, *value as u8]),
            Literal::Char(value) => put_op(out, statement::CHAR, (*value).into()),
            Literal::Short(value) => put_op(out, statement::SHORT, (*value as u16).into()),
            Literal::Int(value) => put_op(out, statement::INT, *value as u32),
            Literal::Long(value) => put_bytes(out, statement::LONG, value.to_le_bytes()),
            Literal::Float(value) => put_bytes(out, statement::FLOAT, value.to_le_bytes()),
            Literal::Double(value) => put_bytes(out, statement::DOUBLE, value.to_le_bytes()),
            Literal::String(units) => {
                put_op(out, statement::STRING, units.len() as u32);
                units.iter().for_each(|unit| put_varint(out, (*unit).into()));
            }
            Literal::Enum(field) => put_op(out, statement::ENUM, self.field(world, *field)),
            Literal::Class(ty) => put_op(out, statement::CLASS, self.ty(world, ty)),
        }
    }

    /// Java casts where a generic method gives something more special than its erasure says.
    fn cast(&mut self, world: &World, member: u32, ty: &Type, out: &mut Vec<u8>) {
        if !same_erasure(ty, &self.results[member as usize]) && *ty != Type::Void {
            put_op(out, statement::CAST, self.ty(world, ty));
        }
    }

    fn method(&mut self, world: &World, id: MethodId) -> u32 {
        if let Some(&known) = self.methods.get(id.0 as usize).filter(|known| **known != NEW) {
            return known;
        }
        let method = world.method(id);
        let constructor = &*method.name == "<init>";
        let number = self.define(
            if constructor { member_kind::CONSTRUCTOR } else { member_kind::METHOD },
            world.erase(&method.result),
        );
        put_text(&mut self.definitions, &world.class(method.class).name);
        if !constructor {
            put_text(&mut self.definitions, &method.name);
        }
        put_text(&mut self.definitions, &method.descriptor);
        if !constructor {
            self.definitions.push(testcase::fills(world, id).into());
        }
        put_watched(&mut self.definitions, self.watched.get(&id));
        remember(&mut self.methods, id.0, number)
    }

    fn field(&mut self, world: &World, id: FieldId) -> u32 {
        if let Some(&known) = self.fields.get(id.0 as usize).filter(|known| **known != NEW) {
            return known;
        }
        let field = world.field(id);
        let number = self.define(member_kind::FIELD, world.erase(&field.ty));
        put_text(&mut self.definitions, &world.class(field.class).name);
        put_text(&mut self.definitions, &field.name);
        put_text(&mut self.definitions, &field.descriptor);
        remember(&mut self.fields, id.0, number)
    }

    fn ty(&mut self, world: &World, ty: &Type) -> u32 {
        let known = match ty {
            Type::Class(id, _) => self.classes.get(id.0 as usize).filter(|known| **known != NEW),
            _ => self.arrays.get(ty),
        };
        if let Some(&known) = known {
            return known;
        }
        let number = self.define(member_kind::TYPE, Type::Void);
        put_text(&mut self.definitions, &world.descriptor_of(ty));
        match ty {
            Type::Class(id, _) => remember(&mut self.classes, id.0, number),
            _ => *self.arrays.entry(ty.clone()).or_insert(number),
        }
    }

    fn stub(&mut self, world: &World, ty: &Type, constructor: Option<MethodId>) -> u32 {
        let key = (ty.clone(), constructor);
        if let Some(&known) = self.stubs.get(&key) {
            return known;
        }
        let class = stub::class(world, ty, constructor, self.stubs.len());
        let number = self.define(member_kind::STUB, Type::Void);
        put_text(&mut self.definitions, &class.name);
        put_text(&mut self.definitions, &class.constructor);
        put_varint(&mut self.definitions, class.bytes.len() as u64);
        self.definitions.extend_from_slice(&class.bytes);
        *self.stubs.entry(key).or_insert(number)
    }

    fn define(&mut self, kind: u8, result: Type) -> u32 {
        self.starts.push(self.definitions.len());
        self.definitions.push(kind);
        self.results.push(result);
        (self.starts.len() - 1) as u32
    }
}

fn remember(table: &mut Vec<u32>, index: u32, number: u32) -> u32 {
    let index = index as usize;
    if table.len() <= index {
        table.resize(index + 1, NEW);
    }
    table[index] = number;
    number
}

fn instance(world: &World, field: FieldId, receiver: Option<Var>) -> Option<Var> {
    receiver.filter(|_| world.field(field).access & STATIC == 0)
}

/// Whether two types are the same at run time; `erased` has no type variables.
fn same_erasure(ty: &Type, erased: &Type) -> bool {
    match (ty, erased) {
        (Type::Class(a, _), Type::Class(b, _)) => a == b,
        (Type::Array(a), Type::Array(b)) => same_erasure(a, b),
        _ => ty == erased,
    }
}

fn put_op(out: &mut Vec<u8>, op: u8, operand: u32) {
    out.push(op);
    put_varint(out, operand.into());
}

fn put_bytes<const N: usize>(out: &mut Vec<u8>, op: u8, bytes: [u8; N]) {
    out.push(op);
    out.extend(bytes);
}

fn put_var(out: &mut Vec<u8>, var: Var) {
    put_varint(out, var.0.into());
}

/// 0, or the family and 1, whether values are told of, and what observes results.
fn put_watched(out: &mut Vec<u8>, watched: Option<&Watched>) {
    let Some(Watched { family, values, observers }) = watched else {
        return put_varint(out, 0);
    };
    put_varint(out, u64::from(*family) + 1);
    out.push((*values).into());
    put_varint(out, observers.len() as u64);
    for (class, field) in observers {
        put_text(out, class);
        put_text(out, field);
    }
}

fn put_behaviour(out: &mut Vec<u8>, behaviour: &Behaviour) {
    match behaviour {
        Behaviour::Argument(index) => put_op(out, behaviour::ARGUMENT, (*index).into()),
        Behaviour::Return(values) => put_op(out, behaviour::RETURN, values.len() as u32),
        Behaviour::Throw(_) => put_op(out, behaviour::THROW, 1),
    }
    behaviour.values().iter().for_each(|var| put_var(out, *var));
}

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

fn put_access(out: &mut Vec<u8>, [of_class, of_object]: [u8; 2], member: u32, receiver: Option<Var>) {
    match receiver {
        None => put_op(out, of_class, member),
        Some(receiver) => {
            put_op(out, of_object, member);
            put_var(out, receiver);
        }
    }
}
