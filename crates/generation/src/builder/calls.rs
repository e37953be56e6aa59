//! Calls of methods and constructors, field accesses, and the receivers and arguments for these statements.

use rand::Rng;
use rand::seq::IteratorRandom;
use types::access::STATIC;
use types::{Bindings, ClassId, FieldId, MethodId, Type, TypeParameter};

use super::{Builder, OBJECT_REUSE_PROBABILITY, is_null};
use crate::cluster::{ClusterCall, Input};
use testcase::{Args, Statement, StatementKind, Var};

impl<R: Rng> Builder<'_, R> {
    /// Appends the statements that a call of the class under test needs, and then the call.
    pub(crate) fn call(&mut self, call: ClusterCall) -> Option<Var> {
        match call {
            ClusterCall::Method(id) => self.attempt(|this| {
                let receiver =
                    if this.is_inherited(id) { this.receiver(this.cluster.subject, 0) } else { None };
                this.invoke(id, receiver, None, 0)
            }),
            ClusterCall::WriteField(id) => self.attempt(|this| this.write_field(id, None)),
        }
    }

    /// Returns whether the class under test inherits an instance method from a superclass.
    fn is_inherited(&self, id: MethodId) -> bool {
        let method = self.cluster.world.method(id);
        method.access & STATIC == 0
            && !method.is_constructor()
            && method.class != self.cluster.subject
            && self.cluster.world.is_subclass(self.cluster.subject, method.class)
    }

    /// Appends a call of the class under test, or a write to one of its fields. Uses the given receiver if
    /// the method or field is an instance member of the class of this receiver.
    pub(crate) fn call_with_receiver(&mut self, call: ClusterCall, receiver: Option<Var>) -> Option<Var> {
        let world = self.cluster.world;
        let (class, access) = match call {
            ClusterCall::Method(id) if world.method(id).is_constructor() => return self.call(call),
            ClusterCall::Method(id) => (world.method(id).class, world.method(id).access),
            ClusterCall::WriteField(id) => (world.field(id).class, world.field(id).access),
        };
        let has_member =
            |var: &Var| matches!(self.type_of(*var), Type::Class(id, _) if world.is_subclass(*id, class));
        let receiver = receiver.filter(has_member).filter(|_| access & STATIC == 0);
        match call {
            ClusterCall::Method(id) => self.attempt(|this| this.invoke(id, receiver, None, 0)),
            ClusterCall::WriteField(id) => self.attempt(|this| this.write_field(id, receiver)),
        }
    }

    /// Appends a call of a random method on an object.
    pub(crate) fn call_any_method(&mut self, receiver: Var) -> Option<Var> {
        let Type::Class(class, _) = *self.type_of(receiver) else { return None };
        let method = self.cluster.methods_of(class).iter().copied().choose(self.rng)?;
        self.attempt(|this| this.invoke(method, Some(receiver), None, 0))
    }

    /// Appends a call of a method or constructor. If the method needs a receiver and `receiver` is `None`,
    /// selects or creates a receiver. If `wanted` is given, the result of the call can be assigned to this
    /// type.
    pub(super) fn invoke(
        &mut self,
        id: MethodId,
        receiver: Option<Var>,
        wanted: Option<&Type>,
        depth: u32,
    ) -> Option<Var> {
        let world = self.cluster.world;
        let method = world.method(id);
        let is_constructor = method.is_constructor();
        if is_constructor && world.class(method.class).is_abstract() {
            let ty = wanted.cloned().unwrap_or_else(|| world.default_type(method.class));
            return self.stub(method.class, Some(id), &ty, depth);
        }
        let receiver = match receiver {
            Some(given) => Some(given),
            None if is_constructor => match method.outer_instance {
                Some(outer) => Some(self.receiver(outer, depth)?),
                None => None,
            },
            None if method.access & STATIC != 0 => None,
            None => Some(self.receiver_of(id, wanted, depth)?),
        };
        let owner = if is_constructor { None } else { receiver.map(|var| self.type_of(var).clone()) };
        let mut bindings = world.bind(id, owner.as_ref(), wanted);
        if wanted.is_none() {
            self.bind_class_literals(id, &mut bindings);
        }
        let ty = self.nameable(&world.substitute(&method.result, &bindings));
        if wanted.is_some_and(|wanted| !world.is_assignable(&ty, wanted)) {
            return None;
        }
        let args = self.arguments(id, &bindings, depth)?;
        let kind = if is_constructor {
            StatementKind::Construct { constructor: id, receiver, args }
        } else {
            StatementKind::Call { method: id, receiver, args }
        };
        Some(self.push(kind, ty))
    }

    /// Binds each type variable `T` for which the method has a parameter `Class<T>` to a random type.
    /// Otherwise, the only value for this parameter would be `Object.class`.
    fn bind_class_literals(&mut self, id: MethodId, bindings: &mut Bindings) {
        let world = self.cluster.world;
        let method = world.method(id);
        let of_class: &[TypeParameter] =
            if method.is_constructor() { &world.class(method.class).parameters } else { &[] };
        for parameter in method.parameters.iter().chain(of_class) {
            let variable = Type::Variable(parameter.name.clone());
            let literal = Type::Class(world.class_class(), [variable].into());
            if method.arguments.contains(&literal)
                && let Some(default) = bindings.get(&parameter.name).cloned()
            {
                bindings.set(&parameter.name, world.boxed(&self.pooled_class()));
                if !world.is_within_bounds(parameter, bindings) {
                    bindings.set(&parameter.name, default);
                }
            }
        }
    }

    /// Selects or creates the arguments for the parameters of a method.
    pub(super) fn arguments(&mut self, id: MethodId, bindings: &Bindings, depth: u32) -> Option<Args> {
        let world = self.cluster.world;
        let accepted = self.accepted_values(id);
        let mut args = Args::with_capacity(world.method(id).arguments.len());
        for (index, argument) in world.method(id).arguments.iter().enumerate() {
            let ty = world.substitute_parameter(argument, bindings);
            let value = accepted.get(index).and_then(|&accepted| self.accepted_value(accepted, &ty));
            args.push(value.or_else(|| self.value_for(Input::Parameter(id, index), &ty, depth + 1))?);
        }
        Some(args)
    }

    /// Selects or creates an object of a class or of one of its subclasses. Never selects the literal `null`.
    pub(super) fn receiver(&mut self, class: ClassId, depth: u32) -> Option<Var> {
        let world = self.cluster.world;
        let is_usable = |statement: &Statement| match statement.ty {
            Type::Class(id, _) => world.is_subclass(id, class) && !is_null(statement),
            _ => false,
        };
        if self.rng.random_bool(OBJECT_REUSE_PROBABILITY)
            && let Some(var) = self.choose_variable(is_usable)
        {
            return Some(var);
        }
        let ty = world.default_type(class);
        self.value(&ty, false, depth + 1)
    }

    /// Selects or creates a receiver for a method. If `wanted` is given, the receiver has type arguments with
    /// which the result of the method fits this type.
    fn receiver_of(&mut self, id: MethodId, wanted: Option<&Type>, depth: u32) -> Option<Var> {
        let world = self.cluster.world;
        let class = world.method(id).class;
        match wanted {
            Some(wanted) if !world.class(class).parameters.is_empty() => {
                self.value(&world.receiver_type(id, wanted), false, depth + 1)
            }
            _ => self.receiver(class, depth),
        }
    }

    fn write_field(&mut self, id: FieldId, receiver: Option<Var>) -> Option<Var> {
        let field = self.cluster.world.field(id);
        let receiver = match receiver {
            None if field.access & STATIC == 0 => Some(self.receiver(field.class, 0)?),
            given => given,
        };
        let ty = self.field_type(id, receiver);
        let value = self.value_for(Input::Field(id), &ty, 1)?;
        Some(self.push(StatementKind::WriteField { field: id, receiver, value }, Type::Void))
    }

    pub(super) fn read_field(&mut self, id: FieldId, wanted: &Type, depth: u32) -> Option<Var> {
        let field = self.cluster.world.field(id);
        let receiver = match field.access & STATIC {
            0 => Some(self.receiver(field.class, depth)?),
            _ => None,
        };
        let ty = self.nameable(&self.field_type(id, receiver));
        let is_assignable = self.cluster.world.is_assignable(&ty, wanted);
        is_assignable.then(|| self.push(StatementKind::ReadField { field: id, receiver }, ty))
    }

    fn field_type(&self, id: FieldId, receiver: Option<Var>) -> Type {
        self.cluster.world.field_type(id, receiver.map(|var| self.type_of(var)))
    }
}
