//! Making the statements that a call needs (after Fraser, Arcuri: "Whole Test Suite Generation", IEEE TSE 2013).

mod casts;
mod content;
mod files;
mod reflection;

use std::sync::Arc;

use rand::Rng;
use rand::seq::IteratorRandom;
use types::access::STATIC;
use types::{
    Bindings, Bound, ClassId, Conversion, FieldId, Kind, MethodId, Primitive, Producer, Type, World,
};

use crate::asked::{Part, Place};
use crate::cluster::{Call, Cluster};
use crate::literals;
use testcase::hashes::hashed;
use testcase::{Args, Literal, Statement, StatementKind, Var};

/// Deepest recursion when an argument needs arguments of its own.
const DEPTH: u32 = 10;
/// Producers tried before an argument is given up.
const ATTEMPTS: u32 = 3;
/// Producers that may fail before a builder makes no more objects: no tangle of types takes long.
const PATIENCE: u32 = 100;
/// Probability that an object argument is `null`.
const NULL: f64 = 0.1;
/// Probability that a fitting object of the test is used again.
const REUSE_OBJECT: f64 = 0.9;
/// Probability that a fitting primitive or string of the test is used again.
const REUSE_VALUE: f64 = 0.5;
/// Probability that an object is made as one was made before, where no attempt is known to fail.
const REPEAT: f64 = 0.05;
/// Probability that an array of objects is one that a method or field of the class path gives, where any does.
const GIVEN_ARRAY: f64 = 0.3;
/// Longest random array.
const LONGEST_ARRAY: u32 = 8;

pub(crate) use content::Library;

/// Builds statements that stand behind a prefix of a test.
pub(crate) struct Builder<'a, R> {
    pub(crate) cluster: &'a Cluster<'a>,
    prefix: &'a [Statement],
    /// What was built: the first of them defines `Var(prefix.len())`.
    pub(crate) added: Vec<Statement>,
    pub(crate) rng: &'a mut R,
    /// Producers that failed.
    failures: u32,
    /// The place that a value is being made for of which the code asks something, with the depth of that value.
    filled_for: Option<(Place, u32)>,
}

impl<'a, R: Rng> Builder<'a, R> {
    pub(crate) fn new(cluster: &'a Cluster<'a>, prefix: &'a [Statement], rng: &'a mut R) -> Self {
        Builder { cluster, prefix, added: Vec::new(), rng, failures: 0, filled_for: None }
    }

    fn statements(&self) -> impl Iterator<Item = (Var, &Statement)> {
        self.prefix
            .iter()
            .chain(&self.added)
            .enumerate()
            .map(|(index, statement)| (Var(index as u32), statement))
    }

    fn definition(&self, var: Var) -> &Statement {
        let index = var.0 as usize;
        self.prefix.get(index).unwrap_or_else(|| &self.added[index - self.prefix.len()])
    }

    pub(crate) fn type_of(&self, var: Var) -> &Type {
        &self.definition(var).ty
    }

    pub(crate) fn push(&mut self, kind: StatementKind, ty: Type) -> Var {
        self.added.push(Statement { kind, ty });
        Var((self.prefix.len() + self.added.len() - 1) as u32)
    }

    /// Runs an attempt; what it added goes again when it fails.
    pub(crate) fn attempt<T>(&mut self, run: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let before = self.added.len();
        let result = run(self);
        if result.is_none() {
            self.added.truncate(before);
        }
        result
    }

    /// A call of the class under test with everything it needs.
    pub(crate) fn call(&mut self, call: Call) -> Option<Var> {
        match call {
            Call::Method(id) => self.attempt(|this| this.invoke(id, None, None, 0)),
            Call::Write(id) => self.attempt(|this| this.write(id, None)),
        }
    }

    /// A call of the class under test, on a given object where that has such a member.
    pub(crate) fn call_in_place(&mut self, call: Call, receiver: Option<Var>) -> Option<Var> {
        let world = self.cluster.world;
        let (class, access) = match call {
            Call::Method(id) if &*world.method(id).name == "<init>" => return self.call(call),
            Call::Method(id) => (world.method(id).class, world.method(id).access),
            Call::Write(id) => (world.field(id).class, world.field(id).access),
        };
        let fits =
            |var: &Var| matches!(self.type_of(*var), Type::Class(id, _) if world.is_subclass(*id, class));
        let receiver = receiver.filter(fits).filter(|_| access & STATIC == 0);
        match call {
            Call::Method(id) => self.attempt(|this| this.invoke(id, receiver, None, 0)),
            Call::Write(id) => self.attempt(|this| this.write(id, receiver)),
        }
    }

    /// A call of a method on a given object.
    pub(crate) fn call_on(&mut self, receiver: Var, method: MethodId) -> Option<Var> {
        self.attempt(|this| this.invoke(method, Some(receiver), None, 0))
    }

    /// A call of any method of an object.
    pub(crate) fn call_any(&mut self, receiver: Var) -> Option<Var> {
        let Type::Class(class, _) = *self.type_of(receiver) else { return None };
        let method = self.cluster.methods_of(class).iter().copied().choose(self.rng)?;
        self.call_on(receiver, method)
    }

    fn write(&mut self, id: FieldId, receiver: Option<Var>) -> Option<Var> {
        let field = self.cluster.world.field(id);
        let receiver = match receiver {
            None if field.access & STATIC == 0 => Some(self.receiver(field.class, 0)?),
            given => given,
        };
        let ty = self.field_type(id, receiver);
        let value = self.value_for(Place::Field(id), &ty, 1)?;
        Some(self.push(StatementKind::WriteField { field: id, receiver, value }, Type::Void))
    }

    fn field_type(&self, id: FieldId, receiver: Option<Var>) -> Type {
        self.cluster.world.field_type(id, receiver.map(|var| self.type_of(var)))
    }

    /// `method` called on `receiver`, or on one that is found or made; the result fits `wanted`.
    fn invoke(
        &mut self,
        id: MethodId,
        receiver: Option<Var>,
        wanted: Option<&Type>,
        depth: u32,
    ) -> Option<Var> {
        let world = self.cluster.world;
        let method = world.method(id);
        let constructor = &*method.name == "<init>";
        if constructor && world.class(method.class).is_abstract() {
            let ty = wanted.cloned().unwrap_or_else(|| world.default_type(method.class));
            return self.implement(method.class, Some(id), &ty, depth);
        }
        let receiver = match receiver {
            Some(given) => Some(given),
            None if constructor => match method.outer_instance {
                Some(outer) => Some(self.receiver(outer, depth)?),
                None => None,
            },
            None if method.access & STATIC != 0 => None,
            None => Some(self.receiver_giving(id, wanted, depth)?),
        };
        let owner = if constructor { None } else { receiver.map(|var| self.type_of(var).clone()) };
        let bindings = world.bind(id, owner.as_ref(), wanted);
        let ty = self.nameable(&world.substitute(&method.result, &bindings));
        if wanted.is_some_and(|wanted| !world.is_assignable(&ty, wanted)) {
            return None;
        }
        let args = self.arguments(id, &bindings, depth)?;
        let kind = if constructor {
            StatementKind::Construct { constructor: id, receiver, args }
        } else {
            StatementKind::Call { method: id, receiver, args }
        };
        Some(self.push(kind, ty))
    }

    /// Values for the parameters of a method.
    pub(crate) fn arguments(&mut self, id: MethodId, bindings: &Bindings, depth: u32) -> Option<Args> {
        let world = self.cluster.world;
        let accepted = self.accepted(id);
        let mut args = Args::with_capacity(world.method(id).arguments.len());
        for (index, argument) in world.method(id).arguments.iter().enumerate() {
            let ty = world.substitute_parameter(argument, bindings);
            let good = accepted.get(index).and_then(|&accepted| self.accepted_value(accepted, &ty));
            args.push(good.or_else(|| self.value_for(Place::Argument(id, index), &ty, depth + 1))?);
        }
        Some(args)
    }

    /// The type a variable can be declared with that holds values of `ty`.
    fn nameable(&self, ty: &Type) -> Type {
        self.cluster.world.nameable(ty, &self.cluster.package)
    }

    /// An object of a class or of a subclass of it, never a literal `null`.
    fn receiver(&mut self, class: ClassId, depth: u32) -> Option<Var> {
        let world = self.cluster.world;
        let usable = |statement: &Statement| match statement.ty {
            Type::Class(id, _) => world.is_subclass(id, class) && !is_null(statement),
            _ => false,
        };
        if self.rng.random_bool(REUSE_OBJECT)
            && let Some(found) = self.any(usable)
        {
            return Some(found);
        }
        let ty = world.default_type(class);
        self.value(&ty, false, depth + 1)
    }

    /// An object to call a method on, such that the result fits.
    fn receiver_giving(&mut self, id: MethodId, wanted: Option<&Type>, depth: u32) -> Option<Var> {
        let world = self.cluster.world;
        let class = world.method(id).class;
        match wanted {
            Some(wanted) if !world.class(class).parameters.is_empty() => {
                self.value(&world.receiver_type(id, wanted), false, depth + 1)
            }
            _ => self.receiver(class, depth),
        }
    }

    fn any(&mut self, usable: impl Fn(&Statement) -> bool) -> Option<Var> {
        let found =
            self.prefix.iter().chain(&self.added).enumerate().filter(|(_, s)| usable(s)).map(|(i, _)| i);
        found.choose(self.rng).map(|index| Var(index as u32))
    }

    fn reuse(&mut self, ty: &Type, nullable: bool) -> Option<Var> {
        let world = self.cluster.world;
        self.any(|statement| gives(world, statement, ty) && (nullable || !is_null(statement)))
    }

    /// A variable of a type: one of the test, `null`, or a new one with everything it needs.
    pub(crate) fn value(&mut self, ty: &Type, nullable: bool, depth: u32) -> Option<Var> {
        if *ty == Type::Null {
            return None;
        }
        let reuse = if self.is_value(ty) { REUSE_VALUE } else { REUSE_OBJECT };
        if self.rng.random_bool(reuse)
            && let Some(found) = self.reuse(ty, nullable)
        {
            return Some(found);
        }
        let primitive = matches!(ty, Type::Primitive(_));
        if nullable && !primitive && self.rng.random_bool(if self.is_value(ty) { NULL / 2.0 } else { NULL }) {
            return Some(self.null(ty));
        }
        self.fresh(ty, depth).or_else(|| (nullable && !primitive).then(|| self.null(ty)))
    }

    pub(crate) fn null(&mut self, ty: &Type) -> Var {
        let ty = self.nameable(ty);
        self.push(StatementKind::Literal(Literal::Null), ty)
    }

    fn is_value(&self, ty: &Type) -> bool {
        match ty {
            Type::Primitive(_) => true,
            Type::Class(id, _) => *id == self.cluster.world.string(),
            _ => false,
        }
    }

    /// A new value of a type.
    pub(crate) fn fresh(&mut self, ty: &Type, depth: u32) -> Option<Var> {
        if depth > DEPTH {
            return None;
        }
        match ty {
            Type::Primitive(primitive) => {
                let literal = literals::random(*primitive, &self.cluster.pools, self.rng);
                Some(self.literal(literal, ty.clone()))
            }
            Type::Array(element) => self.array(ty, element, depth),
            Type::Class(id, arguments) => self.object(*id, arguments, ty, depth),
            _ => None,
        }
    }

    fn literal(&mut self, literal: Literal, ty: Type) -> Var {
        self.push(StatementKind::Literal(literal), ty)
    }

    fn array(&mut self, ty: &Type, element: &Type, depth: u32) -> Option<Var> {
        if element.is_reference()
            && let Some(made) = self.by_recipe(ty)
        {
            return Some(made);
        }
        if element.is_reference()
            && self.rng.random_bool(GIVEN_ARRAY)
            && let Some(producer) = self.cluster.array_producers(ty).choose(self.rng)
            && let Some(made) = self.attempt(|this| this.produce(producer, ty, depth))
        {
            return Some(made);
        }
        let own = self.nameable(ty);
        if own != *ty && !fits(self.cluster.world, &own, ty) {
            return None;
        }
        let length = self.rng.random_range(0..=LONGEST_ARRAY).min(self.rng.random_range(0..=LONGEST_ARRAY));
        let array = self.push(StatementKind::NewArray { length }, own);
        for index in 0..length {
            let Some(value) = self.part(Part::Element, element, true, depth + 1) else { break };
            self.push(StatementKind::WriteElement { array, index, value }, Type::Void);
        }
        Some(array)
    }

    fn object(&mut self, class: ClassId, arguments: &[Type], ty: &Type, depth: u32) -> Option<Var> {
        let world = self.cluster.world;
        if class == world.string() {
            let string = literals::string(&self.cluster.pools, self.rng);
            return Some(self.literal(Literal::String(string), ty.clone()));
        }
        if let Some(primitive) = world.unboxed(class) {
            let literal = literals::random(primitive, &self.cluster.pools, self.rng);
            return Some(self.literal(literal, ty.clone()));
        }
        if class == world.class_class() {
            return self.class_literal(arguments, ty);
        }
        if class == world.object() {
            return self.any_object(depth);
        }
        if world.class(class).kind == Kind::Enum {
            return self.enum_constant(class, ty);
        }
        if self.cluster.makes_files(class) {
            return self.temp_file(ty, depth);
        }
        if let Some(made) = self.library_object(class, ty, depth) {
            return Some(made);
        }
        if let Some(made) = self.by_recipe(ty) {
            self.fill(made, depth);
            return Some(made);
        }
        let share = self.cluster.stub_share(class);
        if share > 0.0
            && self.rng.random_bool(share)
            && let Some(made) = self.attempt(|this| this.implement(class, None, ty, depth))
        {
            return Some(made);
        }
        (0..ATTEMPTS).find_map(|_| self.try_producer(class, ty, depth))
    }

    /// An object made as one was made before: the more often, the more attempts to make one fail.
    fn by_recipe(&mut self, ty: &Type) -> Option<Var> {
        let Cluster { recipes, making, world, .. } = self.cluster;
        let chance = REPEAT + (1.0 - REPEAT) * recipes.failure_rate(ty);
        if !making.recipes || recipes.of(ty).len() == 0 || !self.rng.random_bool(chance) {
            return None;
        }
        let recipe = recipes.of(ty).choose(self.rng)?;
        if !fits(world, &recipe.last()?.ty, ty) {
            return None;
        }
        let offset = (self.prefix.len() + self.added.len()) as u32;
        self.added.extend(recipe.iter().map(|statement| {
            let mut copy = statement.clone();
            copy.uses_mut(|var| var.0 += offset);
            copy
        }));
        Some(Var(offset + recipe.len() as u32 - 1))
    }

    fn try_producer(&mut self, class: ClassId, ty: &Type, depth: u32) -> Option<Var> {
        if self.failures >= PATIENCE {
            return None;
        }
        let made = self.attempt(|this| {
            let producer = this.cluster.producers(class).choose(this.rng)?;
            this.produce(producer, ty, depth)
        });
        self.failures += u32::from(made.is_none());
        made
    }

    fn produce(&mut self, producer: Producer, ty: &Type, depth: u32) -> Option<Var> {
        match producer {
            Producer::Method(id) => {
                let made = self.invoke(id, None, Some(ty), depth)?;
                self.fill(made, depth);
                Some(made)
            }
            Producer::Field(id) => self.read(id, ty, depth),
        }
    }

    fn read(&mut self, id: FieldId, wanted: &Type, depth: u32) -> Option<Var> {
        let field = self.cluster.world.field(id);
        let receiver = match field.access & STATIC {
            0 => Some(self.receiver(field.class, depth)?),
            _ => None,
        };
        let ty = self.nameable(&self.field_type(id, receiver));
        let fits = self.cluster.world.is_assignable(&ty, wanted);
        fits.then(|| self.push(StatementKind::ReadField { field: id, receiver }, ty))
    }

    fn enum_constant(&mut self, class: ClassId, ty: &Type) -> Option<Var> {
        let chosen = self.cluster.constants(class).choose(self.rng)?;
        let ty = self.nameable(ty);
        Some(self.literal(Literal::Enum(chosen), ty))
    }

    /// `T.class` for what the type argument asks for.
    fn class_literal(&mut self, arguments: &[Type], ty: &Type) -> Option<Var> {
        let world = self.cluster.world;
        let named = match arguments {
            [Type::Wildcard(Bound::Extends, bound)] => world.erase(bound),
            [Type::Wildcard(..)] | [] => self.pooled_class(),
            [exact, ..] => world.erase(exact),
        };
        if !self.cluster.can_name(&named) {
            return None;
        }
        let own = Type::Class(world.class_class(), Arc::from([world.boxed(&named)]));
        let ty = if world.is_assignable(&own, ty) { own } else { self.nameable(ty) };
        Some(self.literal(Literal::Class(named), ty))
    }

    fn pooled_class(&mut self) -> Type {
        let world = self.cluster.world;
        let common =
            [Type::class(world.string()), Type::Primitive(Primitive::Int), Type::class(self.cluster.subject)];
        let pool = self.cluster.pools.classes.iter().filter(|ty| self.cluster.can_name(ty)).chain(&common);
        world.erase(pool.choose(self.rng).expect("common classes"))
    }

    /// Something for a parameter of type `Object`.
    fn any_object(&mut self, depth: u32) -> Option<Var> {
        let world = self.cluster.world;
        let ty = match self.rng.random_range(0..10) {
            0..=3 => Type::class(world.string()),
            4..=5 => Type::class(world.boxed_class(Primitive::Int)),
            6..=7 => world.default_type(self.cluster.subject),
            _ => self.pooled_object(),
        };
        self.value(&ty, false, depth + 1)
    }

    fn pooled_object(&mut self) -> Type {
        let pool = self.cluster.pools.classes.iter().filter(|ty| self.cluster.can_name(ty));
        match pool.choose(self.rng) {
            Some(Type::Class(id, _)) if *id != self.cluster.world.object() => {
                self.cluster.world.default_type(*id)
            }
            Some(Type::Array(element)) => Type::Array(element.clone()),
            _ => Type::class(self.cluster.world.boxed_class(Primitive::Double)),
        }
    }

    pub(crate) fn chance(&mut self, probability: f64) -> bool {
        self.rng.random_bool(probability)
    }

    /// A variable of the test other than `old` that fits a type.
    pub(crate) fn other_of_test(&mut self, old: Var, ty: &Type, nullable: bool) -> Option<Var> {
        let world = self.cluster.world;
        let usable = |s: &Statement| gives(world, s, ty) && (nullable || !is_null(s));
        let found = self.statements().filter(|&(var, s)| var != old && usable(s)).map(|(var, _)| var);
        let found: Vec<Var> = found.collect();
        found.into_iter().choose(self.rng)
    }

    /// An existing object on which methods can be called.
    pub(crate) fn object_of_test(&mut self) -> Option<Var> {
        let cluster = self.cluster;
        self.any(|statement| match statement.ty {
            Type::Class(class, _) => !cluster.is_value(class) && !is_literal(statement),
            _ => false,
        })
    }
}

/// Whether the variable of a statement may be used where a type is wanted.
pub(crate) fn gives(world: &World, statement: &Statement, ty: &Type) -> bool {
    statement.ty != Type::Void && fits(world, &statement.ty, ty) && hashed(world, statement).is_none()
}

/// Whether a variable of one type may be used where another is wanted, without so much as a warning.
pub(crate) fn fits(world: &World, from: &Type, to: &Type) -> bool {
    from == to || world.conversion(from, to) == Conversion::Yes
}

pub(crate) fn is_null(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::Literal(Literal::Null))
}

fn is_literal(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::Literal(_))
}
