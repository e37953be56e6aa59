//! Members as reflection has them: of classes that the test can name, by names that they have.

use std::sync::Arc;

use rand::Rng;
use rand::seq::{IndexedRandom, IteratorRandom};
use smallvec::smallvec;
use types::{ClassId, MethodId, Type};

use super::Builder;
use testcase::{Args, Literal, StatementKind, Var};

/// Most parameters of a method or constructor that is looked up.
const PARAMETERS: usize = 3;

/// What is looked up.
#[derive(Clone, Copy)]
enum Sort {
    Field,
    Method,
    Constructor,
}

impl<R: Rng> Builder<'_, R> {
    /// `Foo.class.getDeclaredField("bar")` and the like, where such a member is wanted.
    pub(super) fn reflected(&mut self, class: ClassId) -> Option<Var> {
        let sort = match &**self.cluster.world.name(class) {
            "java.lang.reflect.Field" => Sort::Field,
            "java.lang.reflect.Method" => Sort::Method,
            "java.lang.reflect.Constructor" => Sort::Constructor,
            _ => return None,
        };
        let owner = self.reflected_class()?;
        match sort {
            Sort::Field => self.reflected_field(owner),
            Sort::Method => {
                let method = self.any_looked_up(&self.cluster.world.class(owner).methods)?;
                self.looked_up(owner, "getDeclaredMethod", Some(method), method)
            }
            Sort::Constructor => {
                let constructor = self.any_looked_up(&self.cluster.world.class(owner).constructors)?;
                self.looked_up(owner, "getDeclaredConstructor", None, constructor)
            }
        }
    }

    fn any_looked_up(&mut self, members: &[MethodId]) -> Option<MethodId> {
        let usable: Vec<MethodId> = members.iter().copied().filter(|&id| self.can_be_looked_up(id)).collect();
        usable.choose(self.rng).copied()
    }

    /// The class under test or one that its code mentions.
    fn reflected_class(&mut self) -> Option<ClassId> {
        let cluster = self.cluster;
        let pooled = cluster.pools.classes.iter().filter_map(Type::class_id);
        let named = std::iter::once(cluster.subject).chain(pooled);
        named.filter(|&class| cluster.can_name(&Type::class(class))).choose(self.rng)
    }

    fn can_be_looked_up(&self, id: MethodId) -> bool {
        let arguments = &self.cluster.world.method(id).arguments;
        let erased = |ty: &Type| self.cluster.world.erase(ty);
        arguments.len() <= PARAMETERS && arguments.iter().all(|ty| self.cluster.can_name(&erased(ty)))
    }

    fn reflected_field(&mut self, owner: ClassId) -> Option<Var> {
        let world = self.cluster.world;
        let field = world.class(owner).fields.iter().copied().choose(self.rng)?;
        let lookup = self.class_method("getDeclaredField")?;
        let receiver = self.named_class(Type::class(owner));
        let name = self.text(&world.field(field).name);
        self.call_of_class(lookup, receiver, smallvec![name])
    }

    /// A method by its name, or a constructor, by the types of its parameters.
    fn looked_up(
        &mut self,
        owner: ClassId,
        lookup: &str,
        named: Option<MethodId>,
        member: MethodId,
    ) -> Option<Var> {
        let world = self.cluster.world;
        let lookup = self.class_method(lookup)?;
        let receiver = self.named_class(Type::class(owner));
        let mut args: Args = named.map(|id| self.text(&world.method(id).name.clone())).into_iter().collect();
        let parameters: Vec<Type> = world.method(member).arguments.iter().map(|ty| world.erase(ty)).collect();
        let Some(Type::Array(element)) = world.method(lookup).arguments.last().cloned() else { return None };
        let length = parameters.len() as u32;
        let array = self.push(StatementKind::NewArray { length }, Type::Array(element));
        for (index, parameter) in (0..).zip(parameters) {
            let value = self.named_class(parameter);
            self.push(StatementKind::WriteElement { array, index, value }, Type::Void);
        }
        args.push(array);
        self.call_of_class(lookup, receiver, args)
    }

    fn class_method(&self, name: &str) -> Option<MethodId> {
        let world = self.cluster.world;
        let mut methods = world.class(world.class_class()).methods.iter().copied();
        methods.find(|&id| &*world.method(id).name == name)
    }

    /// `T.class`.
    fn named_class(&mut self, named: Type) -> Var {
        let world = self.cluster.world;
        let ty = Type::Class(world.class_class(), Arc::from([world.boxed(&named)]));
        self.push(StatementKind::Literal(Literal::Class(named)), ty)
    }

    fn text(&mut self, text: &str) -> Var {
        let units: Arc<[u16]> = text.encode_utf16().collect();
        let ty = Type::class(self.cluster.world.string());
        self.push(StatementKind::Literal(Literal::String(units)), ty)
    }

    fn call_of_class(&mut self, method: MethodId, receiver: Var, args: Args) -> Option<Var> {
        let world = self.cluster.world;
        let bindings = world.bind(method, Some(self.type_of(receiver)), None);
        let ty = self.nameable(&world.substitute(&world.method(method).result, &bindings));
        Some(self.push(StatementKind::Call { method, receiver: Some(receiver), args }, ty))
    }
}
