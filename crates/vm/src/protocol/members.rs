//! Assigns numbers to the members that tests use. A worker receives the description of each member once, and
//! afterwards only its number.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use types::{FieldId, MethodId, Type, World};

use super::numbers::member_kind;
use super::{put_text, put_varint, stub};
use crate::config::Watch;

/// Value in place of the number of a member that has no number yet.
const UNNUMBERED: u32 = u32::MAX;

/// The members that tests have used so far, with their numbers. The numbers are the same for all workers.
#[derive(Default)]
pub struct MemberTable {
    /// The watched methods and constructors: see [`Config::watches`](crate::Config::watches).
    watches: BTreeMap<MethodId, Watch>,
    /// Encoded descriptions of the members, in the order of their numbers.
    descriptions: Vec<u8>,
    /// By number, the start of the description of the member.
    starts: Vec<usize>,
    /// By id, the numbers of methods and constructors.
    methods: Vec<u32>,
    /// By id, the numbers of fields.
    fields: Vec<u32>,
    /// By id, the numbers of classes.
    classes: Vec<u32>,
    /// Numbers of array types and primitive types.
    other_types: FxHashMap<Type, u32>,
    /// By supertype and constructor of the superclass, the numbers of stub classes.
    stubs: FxHashMap<(Type, Option<MethodId>), u32>,
    /// By number, the erased type of a field or of the result of a method. `Void` for other members.
    results: Vec<Type>,
}

impl MemberTable {
    /// Creates an empty table. The workers watch the calls of the given members.
    pub fn new(watches: BTreeMap<MethodId, Watch>) -> MemberTable {
        MemberTable { watches, ..MemberTable::default() }
    }

    /// Returns the number of members.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Returns the descriptions of a range of members.
    pub fn descriptions(&self, members: std::ops::Range<usize>) -> &[u8] {
        let start = |member: usize| self.starts.get(member).copied().unwrap_or(self.descriptions.len());
        &self.descriptions[start(members.start)..start(members.end)]
    }

    /// Returns whether Java inserts a cast where a statement of type `ty` uses a member. A cast is necessary
    /// if `ty` differs from the erased type of the field or of the method's result.
    pub fn needs_cast(&self, member: u32, ty: &Type) -> bool {
        !is_same_erasure(ty, &self.results[member as usize]) && *ty != Type::Void
    }

    /// Returns the number of a method or constructor. Assigns the next number if the member has none.
    pub fn method(&mut self, world: &World, id: MethodId) -> u32 {
        if let Some(number) = number_in(&self.methods, id.0) {
            return number;
        }
        let method = world.method(id);
        let is_constructor = &*method.name == "<init>";
        let kind = if is_constructor { member_kind::CONSTRUCTOR } else { member_kind::METHOD };
        let number = self.begin_description(kind, world.erase(&method.result));
        put_text(&mut self.descriptions, &world.class(method.class).name);
        if !is_constructor {
            put_text(&mut self.descriptions, &method.name);
        }
        put_text(&mut self.descriptions, &method.descriptor);
        if !is_constructor {
            self.descriptions.push(testcase::is_fill_method(world, id).into());
        }
        put_watch(&mut self.descriptions, self.watches.get(&id));
        insert(&mut self.methods, id.0, number)
    }

    /// Returns the number of a field. Assigns the next number if the field has none.
    pub fn field(&mut self, world: &World, id: FieldId) -> u32 {
        if let Some(number) = number_in(&self.fields, id.0) {
            return number;
        }
        let field = world.field(id);
        let number = self.begin_description(member_kind::FIELD, world.erase(&field.ty));
        put_text(&mut self.descriptions, &world.class(field.class).name);
        put_text(&mut self.descriptions, &field.name);
        put_text(&mut self.descriptions, &field.descriptor);
        insert(&mut self.fields, id.0, number)
    }

    /// Returns the number of a type. Assigns the next number if the type has none.
    pub fn ty(&mut self, world: &World, ty: &Type) -> u32 {
        let number = match ty {
            Type::Class(id, _) => number_in(&self.classes, id.0),
            _ => self.other_types.get(ty).copied(),
        };
        if let Some(number) = number {
            return number;
        }
        let number = self.begin_description(member_kind::TYPE, Type::Void);
        put_text(&mut self.descriptions, &world.descriptor_of(ty));
        match ty {
            Type::Class(id, _) => insert(&mut self.classes, id.0, number),
            _ => *self.other_types.entry(ty.clone()).or_insert(number),
        }
    }

    /// Returns the number of the stub class for a supertype and a constructor of the superclass. Generates
    /// the stub class if it does not exist yet.
    pub fn stub(&mut self, world: &World, ty: &Type, constructor: Option<MethodId>) -> u32 {
        let key = (ty.clone(), constructor);
        if let Some(&number) = self.stubs.get(&key) {
            return number;
        }
        let class = stub::class(world, ty, constructor, self.stubs.len());
        let number = self.begin_description(member_kind::STUB, Type::Void);
        put_text(&mut self.descriptions, &class.name);
        put_text(&mut self.descriptions, &class.constructor);
        put_varint(&mut self.descriptions, class.bytes.len() as u64);
        self.descriptions.extend_from_slice(&class.bytes);
        *self.stubs.entry(key).or_insert(number)
    }

    /// Begins the description of a new member, and returns its number.
    fn begin_description(&mut self, kind: u8, result: Type) -> u32 {
        self.starts.push(self.descriptions.len());
        self.descriptions.push(kind);
        self.results.push(result);
        (self.starts.len() - 1) as u32
    }
}

fn number_in(numbers: &[u32], id: u32) -> Option<u32> {
    numbers.get(id as usize).copied().filter(|number| *number != UNNUMBERED)
}

fn insert(numbers: &mut Vec<u32>, id: u32, number: u32) -> u32 {
    let index = id as usize;
    if numbers.len() <= index {
        numbers.resize(index + 1, UNNUMBERED);
    }
    numbers[index] = number;
    number
}

/// Returns whether two types are the same type at run time, without type arguments. `erased` has no type
/// variables. Returns false if `ty` is a type variable.
fn is_same_erasure(ty: &Type, erased: &Type) -> bool {
    match (ty, erased) {
        (Type::Class(a, _), Type::Class(b, _)) => a == b,
        (Type::Array(a), Type::Array(b)) => is_same_erasure(a, b),
        _ => ty == erased,
    }
}

/// Writes the settings of a watched method or constructor: the number of its family plus 1, whether values
/// are recorded, and the fields of the result. Writes only 0 if the method is not watched.
fn put_watch(out: &mut Vec<u8>, watch: Option<&Watch>) {
    let Some(Watch { family, records_values, result_fields }) = watch else {
        return put_varint(out, 0);
    };
    put_varint(out, u64::from(*family) + 1);
    out.push((*records_values).into());
    put_varint(out, result_fields.len() as u64);
    for (class, field) in result_fields {
        put_text(out, class);
        put_text(out, field);
    }
}
