//! Making objects of classes that the test implements itself.

use rand::Rng;
use rand::seq::{IndexedRandom, IteratorRandom};
use types::{ClassId, MethodId, Type};

use crate::build::Builder;
use testcase::stubs::{self, Signature};
use testcase::{Args, Behaviour, Implemented, StatementKind, Var};

/// What a value that an implemented method gives counts for in the depth of recursion: its own methods may give such
/// objects again.
const STEP: u32 = 4;
/// Implemented methods that do something, on average, where a class has more.
const BUSY: usize = 4;
/// Most values that a method gives in turn.
const LONGEST_TURN: usize = 4;

impl<R: Rng> Builder<'_, R> {
    /// An object that fits a type, of a class that the test implements; by that constructor of it, where one is given.
    pub(crate) fn implement(
        &mut self,
        class: ClassId,
        constructor: Option<MethodId>,
        wanted: &Type,
        depth: u32,
    ) -> Option<Var> {
        let cluster = self.cluster;
        let template = cluster.template(class).filter(|_| cluster.making.stubs)?;
        let ty = cluster.stub_type(wanted)?;
        let constructor = constructor.or_else(|| template.constructors.choose(self.rng).copied());
        let args = match constructor {
            Some(id) => self.arguments(id, &cluster.world.bind(id, None, Some(&ty)), depth)?,
            None => Args::new(),
        };
        let busy = (BUSY as f64 / template.methods.len() as f64).min(1.0);
        let mut methods = Vec::with_capacity(template.methods.len());
        for &method in &template.methods {
            let behaviour = if self.chance(busy) {
                self.behaviour(&stubs::signature(cluster.world, &ty, method), depth + STEP)
            } else {
                Behaviour::Return(Vec::new())
            };
            methods.push(Implemented { method, behaviour });
        }
        Some(self.push(StatementKind::Implement { class, constructor, args, methods }, ty))
    }

    /// Something for a method of that signature to do.
    pub(crate) fn behaviour(&mut self, signature: &Signature, depth: u32) -> Behaviour {
        let found = match self.rng.random_range(0..10) {
            0 => self.attempt(|this| this.exception(signature, depth)).map(Behaviour::Throw),
            1..=2 => signature.returnable(self.cluster.world).choose(self.rng).map(Behaviour::Argument),
            _ => None,
        };
        found.unwrap_or_else(|| Behaviour::Return(self.turn(&signature.result, depth)))
    }

    /// Another behaviour of a method: a longer or shorter turn, or a new one.
    pub(crate) fn other_behaviour(&mut self, old: &Behaviour, signature: &Signature) -> Behaviour {
        match old {
            Behaviour::Return(values) if signature.result != Type::Void && self.chance(0.5) => {
                let mut values = values.clone();
                if values.len() == LONGEST_TURN || !values.is_empty() && self.chance(0.5) {
                    values.remove(self.rng.random_range(0..values.len()));
                } else {
                    values.extend(self.value(&signature.result, true, STEP));
                }
                Behaviour::Return(values)
            }
            _ => self.behaviour(signature, STEP),
        }
    }

    /// Values to give: one as a rule.
    fn turn(&mut self, result: &Type, depth: u32) -> Vec<Var> {
        let length = match self.rng.random_range(0..10) {
            _ if *result == Type::Void => 0,
            0 => 3,
            1 => 2,
            _ => 1,
        };
        (0..length).map_while(|_| self.value(result, true, depth)).collect()
    }

    /// An exception to throw: where it may, of a class that the method declares.
    fn exception(&mut self, signature: &Signature, depth: u32) -> Option<Var> {
        let world = self.cluster.world;
        let unchecked = ["java.lang.IllegalStateException", "java.lang.RuntimeException"];
        let unchecked = unchecked.iter().filter_map(|name| world.class_named(name)).map(Type::class);
        let declared = signature.exceptions.choose(self.rng).cloned();
        let ty = declared.or_else(|| unchecked.choose(self.rng))?;
        self.value(&ty, false, depth).filter(|&var| {
            let class = self.type_of(var).class_id();
            class.is_some_and(|class| signature.may_throw(world, class))
        })
    }
}
