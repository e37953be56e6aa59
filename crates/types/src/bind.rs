//! What the type variables of a member stand for where it is used.

use std::sync::Arc;

use crate::{
    Bound, Class, ClassId, Conversion, FieldId, Method, MethodId, Type, TypeParameter, World,
    access::{PUBLIC, STATIC},
};

/// Type variables and what each stands for: a type without variables, or a wildcard.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bindings {
    pairs: Vec<(Arc<str>, Type)>,
    /// Whether the receiver is raw, so that the types of its members are erased (JLS 4.8).
    pub raw: bool,
}

impl Bindings {
    /// Each parameter with the argument at its place.
    pub fn of(parameters: &[TypeParameter], arguments: &[Type]) -> Bindings {
        let pairs = parameters.iter().zip(arguments).map(|(p, a)| (p.name.clone(), a.clone())).collect();
        Bindings { pairs, raw: false }
    }

    /// What a variable stands for.
    pub fn get(&self, name: &str) -> Option<&Type> {
        self.pairs.iter().find(|(bound, _)| &**bound == name).map(|(_, ty)| ty)
    }

    /// Binds a variable, anew if it was bound.
    pub fn set(&mut self, name: &Arc<str>, ty: Type) {
        match self.pairs.iter_mut().find(|(bound, _)| bound == name) {
            Some(pair) => pair.1 = ty,
            None => self.pairs.push((name.clone(), ty)),
        }
    }

    fn remove(&mut self, name: &str) {
        self.pairs.retain(|(bound, _)| &**bound != name);
    }
}

/// Subtypes of a bound that are tried as what a variable stands for.
const SUBTYPES_TRIED: usize = 32;

impl World {
    /// What the variables in a method's types stand for when it is called on a receiver of that type and its result
    /// is to be of the wanted type.
    ///
    /// The class's variables come from the receiver, or from the wanted type for a constructor. The others, where
    /// the wanted type does not say, get a simple type within their bounds. Apply with
    /// [`World::substitute`] to the result and [`World::substitute_parameter`] to the arguments.
    pub fn bind(&self, method: MethodId, receiver: Option<&Type>, wanted: Option<&Type>) -> Bindings {
        let method = self.method(method);
        let class = self.class(method.class);
        let mut bindings = self.enclosing(class);
        let mut open: Vec<&TypeParameter> = Vec::new();
        if !method.is_static() && !self.bind_receiver(class, method, receiver, &mut bindings) {
            open.extend(&class.parameters);
        }
        for parameter in &method.parameters {
            bindings.remove(&parameter.name);
        }
        open.retain(|p| method.parameters.iter().all(|own| own.name != p.name));
        open.extend(&method.parameters);
        if let Some(wanted) = wanted {
            self.infer(&method.result, wanted, &open, &mut bindings);
        }
        self.complete(&open, &mut bindings);
        bindings
    }

    /// The type of a field read from a receiver of that type, `None` for a static one.
    pub fn field_type(&self, field: FieldId, receiver: Option<&Type>) -> Type {
        let field = self.field(field);
        let class = self.class(field.class);
        let mut bindings = self.enclosing(class);
        let found = receiver.and_then(|ty| self.as_super(ty, field.class));
        if !self.bind_class(class, found, &mut bindings) {
            self.complete(&class.parameters.iter().collect::<Vec<_>>(), &mut bindings);
        }
        self.substitute(&field.ty, &bindings)
    }

    /// A class with a simple type within its bounds for each of its type parameters.
    pub fn default_type(&self, class: ClassId) -> Type {
        let parameters = &self.class(class).parameters;
        let mut bindings = Bindings::default();
        self.complete(&parameters.iter().collect::<Vec<_>>(), &mut bindings);
        let argument = |p: &TypeParameter| bindings.get(&p.name).expect("all are bound").clone();
        Type::Class(class, parameters.iter().map(argument).collect())
    }

    /// The variables of the classes around, which types of a nested class may mention: at their erasure.
    fn enclosing(&self, class: &Class) -> Bindings {
        let mut bindings = Bindings::default();
        let mut inner = class;
        while let Some(outer) = inner.outer.filter(|_| inner.access & STATIC == 0) {
            inner = self.class(outer);
            for parameter in &inner.parameters {
                if bindings.get(&parameter.name).is_none() {
                    bindings.set(&parameter.name, self.erased_bound(parameter, &inner.parameters));
                }
            }
        }
        bindings
    }

    fn bind_receiver(
        &self,
        class: &Class,
        method: &Method,
        receiver: Option<&Type>,
        bindings: &mut Bindings,
    ) -> bool {
        let receiver = receiver.filter(|_| !method.is_constructor());
        self.bind_class(class, receiver.and_then(|ty| self.as_super(ty, class.id)), bindings)
    }

    /// Binds a class's variables to the arguments of a type of it; `false` if there is no such type. A raw type binds
    /// them to their erasures.
    fn bind_class(&self, class: &Class, found: Option<Type>, bindings: &mut Bindings) -> bool {
        let Some(Type::Class(_, arguments)) = found else { return class.parameters.is_empty() };
        bindings.raw = arguments.len() != class.parameters.len();
        for (i, parameter) in class.parameters.iter().enumerate() {
            let erased = || self.erased_bound(parameter, &class.parameters);
            let argument = arguments.get(i).filter(|_| !bindings.raw).cloned().unwrap_or_else(erased);
            bindings.set(&parameter.name, argument);
        }
        true
    }

    /// Binds open variables so that `formal` becomes assignable to `wanted`, as far as that is simple.
    fn infer(&self, formal: &Type, wanted: &Type, open: &[&TypeParameter], bindings: &mut Bindings) {
        match (formal, wanted) {
            (_, Type::Wildcard(Bound::Any, _)) => {}
            (_, Type::Wildcard(_, bound)) => self.infer(formal, bound, open, bindings),
            (Type::Wildcard(_, of), _) => self.infer(of, wanted, open, bindings),
            (Type::Variable(name), Type::Class(..) | Type::Array(_))
                if open.iter().any(|p| p.name == *name) && bindings.get(name).is_none() =>
            {
                bindings.set(name, wanted.clone());
            }
            (Type::Class(..), Type::Class(class, wanted)) => {
                let Some(Type::Class(_, formal)) = self.as_super(formal, *class) else { return };
                for (formal, wanted) in formal.iter().zip(wanted.iter()) {
                    self.infer(formal, wanted, open, bindings);
                }
            }
            (Type::Array(formal), Type::Array(wanted)) => self.infer(formal, wanted, open, bindings),
            _ => {}
        }
    }

    /// Binds each open variable that is unbound, or bound to what its bounds forbid.
    fn complete(&self, open: &[&TypeParameter], bindings: &mut Bindings) {
        // One that is bounded by another comes after it.
        let bounded_by_variable = |p: &&&TypeParameter| matches!(p.bounds[0], Type::Variable(_));
        let free = open.iter().filter(|p| !bounded_by_variable(p));
        for parameter in free.chain(open.iter().rev().filter(bounded_by_variable)) {
            let bound = bindings.get(&parameter.name).is_some();
            if !bound || !self.is_within_bounds(parameter, bindings) {
                self.bind_simply(parameter, open, bindings);
            }
        }
    }

    fn bind_simply(&self, parameter: &TypeParameter, open: &[&TypeParameter], bindings: &mut Bindings) {
        bindings.remove(&parameter.name);
        let bound = self.substitute(&parameter.bounds[0], bindings);
        let found = self.simple_candidates(bound).find(|candidate| {
            bindings.set(&parameter.name, candidate.clone());
            self.is_within_bounds(parameter, bindings)
        });
        if found.is_none() {
            let open: Vec<TypeParameter> = open.iter().map(|&p| p.clone()).collect();
            bindings.set(&parameter.name, self.erased_bound(parameter, &open));
        }
    }

    /// Types to try for a variable with that bound, simplest first.
    fn simple_candidates(&self, bound: Type) -> impl Iterator<Item = Type> {
        let simple =
            ["java.lang.Object", "java.lang.Integer", "java.lang.String", "java.util.concurrent.TimeUnit"];
        let simple = simple.into_iter().filter_map(|name| self.class_named(name)).map(Type::class);
        let class = bound.class_id();
        let bound = (!mentions_variable(&bound)).then_some(bound);
        // Asked for last: it reads the outline of the class path.
        let below = std::iter::once(class).flatten().flat_map(|class| self.simple_subtypes(class));
        simple.chain(bound).chain(below)
    }

    fn simple_subtypes(&self, class: ClassId) -> impl Iterator<Item = Type> {
        let usable = |id: &&ClassId| {
            let class = self.class(**id);
            class.parameters.is_empty() && class.access & PUBLIC != 0 && !class.local
        };
        self.subtypes(class).iter().filter(usable).take(SUBTYPES_TRIED).map(|id| Type::class(*id))
    }

    fn is_within_bounds(&self, parameter: &TypeParameter, bindings: &Bindings) -> bool {
        let Some(bound_to) = bindings.get(&parameter.name) else { return false };
        parameter.bounds.iter().all(|bound| {
            let bound = self.substitute(bound, bindings);
            // A variable that is not bound yet will be bound to suit this one.
            let bound = if mentions_variable(&bound) { self.erase(&bound) } else { bound };
            self.conversion(bound_to, &bound) == Conversion::Yes
        })
    }

    /// The erasure of a parameter's first bound, which may be another of the parameters.
    pub(crate) fn erased_bound(&self, parameter: &TypeParameter, scope: &[TypeParameter]) -> Type {
        let mut bound = &parameter.bounds[0];
        for _ in 0..scope.len() {
            let Type::Variable(name) = bound else { break };
            let Some(next) = scope.iter().find(|p| p.name == *name) else { break };
            bound = &next.bounds[0];
        }
        self.erase(bound)
    }
}

fn mentions_variable(ty: &Type) -> bool {
    match ty {
        Type::Variable(_) => true,
        Type::Class(_, arguments) => arguments.iter().any(mentions_variable),
        Type::Array(of) | Type::Wildcard(_, of) => mentions_variable(of),
        _ => false,
    }
}
