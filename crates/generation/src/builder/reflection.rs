//! Reflection objects for the members of classes that the test can name.

use std::sync::Arc;

use rand::Rng;
use rand::seq::{IndexedRandom, IteratorRandom};
use smallvec::smallvec;
use types::{ClassId, MethodId, Primitive, Type};

use super::Builder;
use testcase::{Args, Literal, StatementKind, Var};

/// Maximum number of parameters of a method or constructor that a test looks up by reflection.
const MAX_PARAMETERS: usize = 3;

/// The kind of member that a test looks up.
#[derive(Clone, Copy)]
enum MemberKind {
    Field,
    Method,
    Constructor,
}

impl<R: Rng> Builder<'_, R> {
    /// Creates an object of the sample class: `new Person("Anna", 42)`.
    pub(super) fn sample_object(&mut self, class: ClassId) -> Option<Var> {
        let world = self.cluster.world;
        let constructors = world.class(class).constructors.iter().copied();
        let constructor = constructors.max_by_key(|&id| world.method(id).arguments.len())?;
        let name = self.string_literal(sample::VALUE_OF_NAME);
        let age = self.literal(Literal::Int(sample::VALUE_OF_AGE), Type::Primitive(Primitive::Int));
        let args = smallvec![name, age];
        Some(self.push(StatementKind::Construct { constructor, receiver: None, args }, Type::class(class)))
    }

    /// Creates `Foo.class.getDeclaredField("bar")` or a similar call for a `Field`, `Method` or
    /// `Constructor`. Returns `None` for other classes.
    pub(super) fn reflected_member(&mut self, class: ClassId) -> Option<Var> {
        let kind = match &**self.cluster.world.name(class) {
            "java.lang.reflect.Field" => MemberKind::Field,
            "java.lang.reflect.Method" => MemberKind::Method,
            "java.lang.reflect.Constructor" => MemberKind::Constructor,
            _ => return None,
        };
        let owner = self.reflected_class()?;
        match kind {
            MemberKind::Field => self.reflected_field(owner),
            MemberKind::Method => {
                let method = self.choose_member(&self.cluster.world.class(owner).methods)?;
                self.look_up(owner, "getDeclaredMethod", Some(method), method)
            }
            MemberKind::Constructor => {
                let constructor = self.choose_member(&self.cluster.world.class(owner).constructors)?;
                self.look_up(owner, "getDeclaredConstructor", None, constructor)
            }
        }
    }

    fn choose_member(&mut self, members: &[MethodId]) -> Option<MethodId> {
        let usable: Vec<MethodId> = members.iter().copied().filter(|&id| self.can_be_looked_up(id)).collect();
        usable.choose(self.rng).copied()
    }

    /// Returns a random class that the test can name: the class under test, the sample class, or a class in
    /// the constant pools.
    fn reflected_class(&mut self) -> Option<ClassId> {
        if let Some(sample) = self.sample_class() {
            return Some(sample);
        }
        let cluster = self.cluster;
        let pooled = self.experience.pools.classes.iter().filter_map(Type::class_id);
        let named = std::iter::once(cluster.subject).chain(pooled);
        named.filter(|&class| cluster.can_name(&Type::class(class))).choose(self.rng)
    }

    fn can_be_looked_up(&self, id: MethodId) -> bool {
        let arguments = &self.cluster.world.method(id).arguments;
        let erased = |ty: &Type| self.cluster.world.erase(ty);
        arguments.len() <= MAX_PARAMETERS && arguments.iter().all(|ty| self.cluster.can_name(&erased(ty)))
    }

    fn reflected_field(&mut self, owner: ClassId) -> Option<Var> {
        let world = self.cluster.world;
        let field = world.class(owner).fields.iter().copied().choose(self.rng)?;
        let lookup = self.class_method("getDeclaredField")?;
        let receiver = self.class_literal_of(Type::class(owner));
        let name = self.string_literal(&world.field(field).name);
        self.call_lookup(lookup, receiver, smallvec![name])
    }

    /// Appends statements that look up `member` by the types of its parameters. `member` is a method or
    /// constructor of `owner`. `lookup` is the name of the method of `Class` that returns the member. If the
    /// member is a method, `named` is the same method, because the lookup also needs its name. If the member
    /// is a constructor, `named` is `None`.
    fn look_up(
        &mut self,
        owner: ClassId,
        lookup: &str,
        named: Option<MethodId>,
        member: MethodId,
    ) -> Option<Var> {
        let world = self.cluster.world;
        let lookup = self.class_method(lookup)?;
        let receiver = self.class_literal_of(Type::class(owner));
        let mut args: Args =
            named.map(|id| self.string_literal(&world.method(id).name.clone())).into_iter().collect();
        let parameters: Vec<Type> = world.method(member).arguments.iter().map(|ty| world.erase(ty)).collect();
        let Some(Type::Array(element)) = world.method(lookup).arguments.last().cloned() else { return None };
        let length = parameters.len() as u32;
        let array = self.push(StatementKind::NewArray { length }, Type::Array(element));
        for (index, parameter) in (0..).zip(parameters) {
            let value = self.class_literal_of(parameter);
            self.push(StatementKind::WriteElement { array, index, value }, Type::Void);
        }
        args.push(array);
        self.call_lookup(lookup, receiver, args)
    }

    fn class_method(&self, name: &str) -> Option<MethodId> {
        let world = self.cluster.world;
        let mut methods = world.class(world.class_class()).methods.iter().copied();
        methods.find(|&id| &*world.method(id).name == name)
    }

    /// Appends a class literal `T.class`.
    fn class_literal_of(&mut self, named: Type) -> Var {
        let world = self.cluster.world;
        let ty = Type::Class(world.class_class(), Arc::from([world.boxed(&named)]));
        self.push(StatementKind::Literal(Literal::Class(named)), ty)
    }

    fn string_literal(&mut self, text: &str) -> Var {
        let units: Arc<[u16]> = text.encode_utf16().collect();
        let ty = Type::class(self.cluster.world.string());
        self.push(StatementKind::Literal(Literal::String(units)), ty)
    }

    fn call_lookup(&mut self, method: MethodId, receiver: Var, args: Args) -> Option<Var> {
        let world = self.cluster.world;
        let bindings = world.bind(method, Some(self.type_of(receiver)), None);
        let ty = self.nameable(&world.substitute(&world.method(method).result, &bindings));
        Some(self.push(StatementKind::Call { method, receiver: Some(receiver), args }, ty))
    }
}
