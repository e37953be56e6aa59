//! Stubs: objects of classes that the test implements.

use rand::Rng;
use rand::seq::{IndexedRandom, IteratorRandom};
use types::{ClassId, MethodId, Type};

use super::Builder;
use testcase::stubs::{self, Signature};
use testcase::{Args, Behaviour, ImplementedMethod, StatementKind, Var};

/// Increase of the recursion depth for the values that a stub returns. The increase is large because these
/// values can be stubs that return further stubs.
const STUB_DEPTH: u32 = 4;
/// Average number of methods with a random behaviour in a stub that has more methods than this number. The
/// remaining methods return the default value of their type.
const ACTIVE_METHODS: usize = 4;
/// Maximum number of values that a method of a stub returns in sequence.
const MAX_VALUES: usize = 4;

impl<R: Rng> Builder<'_, R> {
    /// Creates a stub that fits a type, with the given constructor or a random constructor.
    pub(super) fn stub(
        &mut self,
        class: ClassId,
        constructor: Option<MethodId>,
        wanted: &Type,
        depth: u32,
    ) -> Option<Var> {
        let cluster = self.cluster;
        let template = cluster.stub_template(class).filter(|_| cluster.options.stubs)?;
        let ty = cluster.stub_type(wanted)?;
        let constructor = constructor.or_else(|| template.constructors.choose(self.rng).copied());
        let args = match constructor {
            Some(id) => self.arguments(id, &cluster.world.bind(id, None, Some(&ty)), depth)?,
            None => Args::new(),
        };
        let active_probability = (ACTIVE_METHODS as f64 / template.methods.len() as f64).min(1.0);
        let mut methods = Vec::with_capacity(template.methods.len());
        for &method in &template.methods {
            let behaviour = if !stubs::defines_order(cluster.world, method) && self.chance(active_probability)
            {
                self.behaviour(&stubs::signature(cluster.world, &ty, method), depth + STUB_DEPTH)
            } else {
                Behaviour::Return(Vec::new())
            };
            methods.push(ImplementedMethod { method, behaviour });
        }
        Some(self.push(StatementKind::Implement { class, constructor, args, methods }, ty))
    }

    /// Creates a random behaviour for a method with the given signature.
    fn behaviour(&mut self, signature: &Signature, depth: u32) -> Behaviour {
        let special = match self.rng.random_range(0..10) {
            0 => self.attempt(|this| this.exception(signature, depth)).map(Behaviour::Throw),
            1..=2 => {
                signature.returnable_parameters(self.cluster.world).choose(self.rng).map(Behaviour::Argument)
            }
            _ => None,
        };
        special.unwrap_or_else(|| Behaviour::Return(self.return_values(signature, depth)))
    }

    /// Creates another behaviour of a method: the old behaviour with one more or one less returned value, or
    /// a new random behaviour. The new behaviour is sometimes equal to the old behaviour.
    pub(crate) fn other_behaviour(&mut self, old: &Behaviour, signature: &Signature) -> Behaviour {
        match old {
            Behaviour::Return(values) if signature.returns_values() && self.chance(0.5) => {
                let mut values = values.clone();
                if values.len() == MAX_VALUES || !values.is_empty() && self.chance(0.5) {
                    values.remove(self.rng.random_range(0..values.len()));
                } else {
                    values.extend(self.value(&signature.result, true, STUB_DEPTH));
                }
                Behaviour::Return(values)
            }
            _ => self.behaviour(signature, STUB_DEPTH),
        }
    }

    /// Selects or creates the values that a method returns in sequence, usually one value.
    fn return_values(&mut self, signature: &Signature, depth: u32) -> Vec<Var> {
        let length = match self.rng.random_range(0..10) {
            _ if !signature.returns_values() => 0,
            0 => 3,
            1 => 2,
            _ => 1,
        };
        (0..length).map_while(|_| self.value(&signature.result, true, depth)).collect()
    }

    /// Selects or creates an exception that Java allows a method to throw. If the method declares exceptions,
    /// the exception has one of the declared types.
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
