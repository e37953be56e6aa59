//! The types that replace the type variables of a member when a test uses the member.

use std::sync::Arc;

use crate::{
    Bound, Class, ClassId, Conversion, FieldId, Method, MethodId, Type, TypeParameter, World,
    access::{INTERFACE, PUBLIC, STATIC},
};

/// Type variables and their replacements: types without variables, or wildcards.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bindings {
    pairs: Vec<(Arc<str>, Type)>,
    /// Whether the receiver is raw. If it is, the types of its members are erased (JLS 4.8).
    pub raw: bool,
}

impl Bindings {
    /// Binds each type parameter to the type argument at the same position.
    pub fn of(parameters: &[TypeParameter], arguments: &[Type]) -> Bindings {
        let pairs = parameters.iter().zip(arguments).map(|(p, a)| (p.name.clone(), a.clone())).collect();
        Bindings { pairs, raw: false }
    }

    /// Returns the replacement of a variable.
    pub fn get(&self, name: &str) -> Option<&Type> {
        self.pairs.iter().find(|(bound, _)| &**bound == name).map(|(_, ty)| ty)
    }

    /// Binds a variable. Replaces an existing binding.
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

/// Maximum number of subtypes of a bound to try as replacements for a variable.
const MAX_SUBTYPES_TRIED: usize = 32;

impl World {
    /// Binds the type variables of a method for a call on a receiver, so that the result has the wanted type.
    ///
    /// The receiver determines the variables of the class. The wanted type determines the variables of the
    /// method, and for a constructor also the variables of the class. All remaining variables are bound to
    /// simple types within their bounds, such as `Object` or `Integer`. Apply the bindings with
    /// [`World::substitute`] to the result and with [`World::substitute_parameter`] to the arguments.
    pub fn bind(&self, method: MethodId, receiver: Option<&Type>, wanted: Option<&Type>) -> Bindings {
        let method = self.method(method);
        let class = self.class(method.class);
        let mut bindings = self.erased_outer_variables(class);
        let mut to_bind: Vec<&TypeParameter> = Vec::new();
        if !method.is_static() && !self.bind_receiver(class, method, receiver, &mut bindings) {
            to_bind.extend(&class.parameters);
        }
        bindings.raw |= method.is_constructor() && self.is_inner_of_generic(class);
        for parameter in &method.parameters {
            bindings.remove(&parameter.name);
        }
        to_bind.retain(|p| method.parameters.iter().all(|parameter| parameter.name != p.name));
        to_bind.extend(&method.parameters);
        if let Some(wanted) = wanted {
            self.infer(&method.result, wanted, &to_bind, &mut bindings);
        }
        self.complete(&to_bind, &mut bindings);
        if method.is_constructor() {
            self.widen_arguments_out_of_bounds(&class.parameters, &mut bindings);
        }
        bindings
    }

    /// Replaces a type argument outside the bounds of its parameter by a wildcard, because javac rejects such
    /// an argument. The argument is outside the bounds if [`complete`](Self::complete) found no type within
    /// the bounds.
    fn widen_arguments_out_of_bounds(&self, parameters: &[TypeParameter], bindings: &mut Bindings) {
        for parameter in parameters {
            if !self.is_within_bounds(parameter, bindings) {
                let erasure = self.erased_bound(parameter, parameters);
                bindings.set(&parameter.name, Type::Wildcard(Bound::Extends, Arc::new(erasure)));
            }
        }
    }

    /// Returns the type of a field that source reads from a receiver. The receiver of a static field is
    /// `None`.
    pub fn field_type(&self, field: FieldId, receiver: Option<&Type>) -> Type {
        let field = self.field(field);
        let class = self.class(field.class);
        let mut bindings = self.erased_outer_variables(class);
        let declaring_type = receiver.and_then(|ty| self.as_super(ty, field.class));
        if !self.bind_class(class, declaring_type, &mut bindings) {
            self.complete(&class.parameters.iter().collect::<Vec<_>>(), &mut bindings);
        }
        self.substitute(&field.ty, &bindings)
    }

    /// Returns the type of a class. Each type argument is a simple type, such as `Object` or `Integer`,
    /// within the bounds of its parameter. For an inner class of a generic class, the type is raw.
    pub fn default_type(&self, class: ClassId) -> Type {
        self.complete_type(class, Bindings::default())
    }

    /// Returns the type of a receiver for a method: the declaring class, with type arguments for which the
    /// result of the method has the wanted type.
    ///
    /// Arguments that the wanted type does not determine are the same as in [`World::default_type`].
    pub fn receiver_type(&self, method: MethodId, wanted: &Type) -> Type {
        let method = self.method(method);
        let class = self.class(method.class);
        let is_not_hidden = |p: &&TypeParameter| method.parameters.iter().all(|hiding| hiding.name != p.name);
        let to_bind: Vec<&TypeParameter> = class.parameters.iter().filter(is_not_hidden).collect();
        let mut bindings = Bindings::default();
        self.infer(&method.result, wanted, &to_bind, &mut bindings);
        self.complete_type(method.class, bindings)
    }

    /// Returns the type of a class. Its type arguments are the types in `bindings`, or simple types for the
    /// variables without a binding.
    fn complete_type(&self, class: ClassId, mut bindings: Bindings) -> Type {
        if self.is_inner_of_generic(self.class(class)) {
            return Type::class(class);
        }
        let parameters = &self.class(class).parameters;
        self.complete(&parameters.iter().collect::<Vec<_>>(), &mut bindings);
        self.widen_arguments_out_of_bounds(parameters, &mut bindings);
        let argument =
            |p: &TypeParameter| bindings.get(&p.name).expect("complete() has bound all parameters").clone();
        Type::Class(class, parameters.iter().map(argument).collect())
    }

    /// Binds the type variables of the enclosing classes to their erasures. The types of a nested class can
    /// mention these variables.
    fn erased_outer_variables(&self, class: &Class) -> Bindings {
        let mut bindings = Bindings::default();
        for outer in self.outer_instances(class) {
            for parameter in &outer.parameters {
                if bindings.get(&parameter.name).is_none() {
                    bindings.set(&parameter.name, self.erased_bound(parameter, &outer.parameters));
                }
            }
        }
        bindings
    }

    /// Whether an enclosing class of an inner class is generic. If so, source must write arguments for both
    /// classes, or use the raw type.
    pub(crate) fn is_inner_of_generic(&self, class: &Class) -> bool {
        self.outer_instances(class).any(|outer| !outer.parameters.is_empty())
    }

    /// Whether a type, or the element type of an array, is raw (JLS 4.8): its class or an enclosing class is
    /// generic, but the type has no arguments.
    pub fn is_raw(&self, ty: &Type) -> bool {
        match ty {
            Type::Array(element) => self.is_raw(element),
            Type::Class(class, arguments) => {
                let class = self.class(*class);
                arguments.is_empty() && (!class.parameters.is_empty() || self.is_inner_of_generic(class))
            }
            _ => false,
        }
    }

    /// Returns the enclosing classes whose instances an instance of `class` refers to, innermost first.
    fn outer_instances<'a>(&'a self, class: &'a Class) -> impl Iterator<Item = &'a Class> {
        let enclosing = |class: &&'a Class| {
            let is_inner = class.access & (STATIC | INTERFACE) == 0;
            class.outer.filter(|_| is_inner).map(|outer| self.class(outer))
        };
        std::iter::successors(Some(class), enclosing).skip(1)
    }

    /// Binds a class's variables to the type arguments of a receiver. Returns `false` if the class is generic
    /// and the method has no receiver that determines the variables.
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

    /// Binds a class's variables to the type arguments of `class_type`, a type of this class. A raw type
    /// binds the variables to their erasures.
    ///
    /// Returns `false` if `class_type` is `None` and the class is generic.
    fn bind_class(&self, class: &Class, class_type: Option<Type>, bindings: &mut Bindings) -> bool {
        let Some(Type::Class(_, arguments)) = class_type else { return class.parameters.is_empty() };
        bindings.raw = arguments.len() != class.parameters.len() || self.is_inner_of_generic(class);
        for (i, parameter) in class.parameters.iter().enumerate() {
            let erasure = self.erased_bound(parameter, &class.parameters);
            let argument = match arguments.get(i).filter(|_| !bindings.raw) {
                None => erasure,
                // The upper bound of `?` is the bound of the type parameter.
                Some(Type::Wildcard(Bound::Any, _)) => Type::Wildcard(Bound::Extends, Arc::new(erasure)),
                Some(argument) => argument.clone(),
            };
            bindings.set(&parameter.name, argument);
        }
        true
    }

    /// Binds type variables in `to_bind` so that `formal` becomes assignable to `wanted`, in simple cases.
    fn infer(&self, formal: &Type, wanted: &Type, to_bind: &[&TypeParameter], bindings: &mut Bindings) {
        match (formal, wanted) {
            (_, Type::Wildcard(Bound::Any, _)) => {}
            (_, Type::Wildcard(_, bound)) => self.infer(formal, bound, to_bind, bindings),
            (Type::Wildcard(_, inner), _) => self.infer(inner, wanted, to_bind, bindings),
            (Type::Variable(name), Type::Class(..) | Type::Array(_))
                if to_bind.iter().any(|p| p.name == *name) && bindings.get(name).is_none() =>
            {
                bindings.set(name, wanted.clone());
            }
            (Type::Class(..), Type::Class(class, wanted)) => {
                let Some(Type::Class(_, formal)) = self.as_super(formal, *class) else { return };
                for (formal, wanted) in formal.iter().zip(wanted.iter()) {
                    self.infer(formal, wanted, to_bind, bindings);
                }
            }
            (Type::Array(formal), Type::Array(wanted)) => self.infer(formal, wanted, to_bind, bindings),
            _ => {}
        }
    }

    /// Binds each type variable in `to_bind` that is unbound or out of its bounds to a simple type. Binds a
    /// variable after the variables that its bounds mention.
    fn complete(&self, to_bind: &[&TypeParameter], bindings: &mut Bindings) {
        let mut pending = to_bind.to_vec();
        while !pending.is_empty() {
            let depends_on_pending = |p: &TypeParameter| {
                let mut others = pending.iter().filter(|other| other.name != p.name);
                others.any(|other| {
                    p.bounds.iter().any(|bound| bound.mentions_variable(&|name| *name == *other.name))
                })
            };
            let next_position = pending.iter().position(|p| !depends_on_pending(p)).unwrap_or(0);
            let parameter = pending.remove(next_position);
            let is_bound = bindings.get(&parameter.name).is_some();
            if !is_bound || !self.is_within_bounds(parameter, bindings) {
                self.bind_to_simple_type(parameter, to_bind, bindings);
            }
        }
    }

    fn bind_to_simple_type(
        &self,
        parameter: &TypeParameter,
        to_bind: &[&TypeParameter],
        bindings: &mut Bindings,
    ) {
        bindings.remove(&parameter.name);
        let bound = self.substitute(&parameter.bounds[0], bindings);
        let suitable_type = self.simple_candidates(bound).find(|candidate| {
            bindings.set(&parameter.name, candidate.clone());
            self.is_within_bounds(parameter, bindings)
        });
        if suitable_type.is_none() {
            let to_bind: Vec<TypeParameter> = to_bind.iter().map(|&p| p.clone()).collect();
            bindings.set(&parameter.name, self.erased_bound(parameter, &to_bind));
        }
    }

    /// Returns types to try for a variable with a bound, simplest first.
    fn simple_candidates(&self, bound: Type) -> impl Iterator<Item = Type> {
        let simple_types =
            ["java.lang.Object", "java.lang.Integer", "java.lang.String", "java.util.concurrent.TimeUnit"];
        let simple_types =
            simple_types.into_iter().filter_map(|name| self.class_named(name)).map(Type::class);
        let class = bound.class_id();
        let bound = (!bound.mentions_variable(&|_| true)).then_some(bound);
        // The subtypes come last, because they require reading the whole class path.
        let subtypes = std::iter::once(class).flatten().flat_map(|class| self.simple_subtypes(class));
        simple_types.chain(bound).chain(subtypes)
    }

    fn simple_subtypes(&self, class: ClassId) -> impl Iterator<Item = Type> {
        let is_usable = |id: &&ClassId| {
            let class = self.class(**id);
            class.parameters.is_empty() && class.access & PUBLIC != 0 && !class.local
        };
        self.subtypes(class).iter().filter(is_usable).take(MAX_SUBTYPES_TRIED).map(|id| Type::class(*id))
    }

    /// Returns whether the type that is bound to a type parameter is within the bounds of the parameter.
    pub fn is_within_bounds(&self, parameter: &TypeParameter, bindings: &Bindings) -> bool {
        let Some(replacement) = bindings.get(&parameter.name) else { return false };
        parameter.bounds.iter().all(|bound| {
            let bound = self.substitute(bound, bindings);
            // A variable in the bound that has no binding yet receives a binding later that suits
            // `parameter`.
            let bound = if bound.mentions_variable(&|_| true) { self.erase(&bound) } else { bound };
            self.conversion(replacement, &bound) == Conversion::Yes
        })
    }

    /// Returns the erasure of a parameter's first bound. The bound can be another parameter in `scope`.
    pub(crate) fn erased_bound(&self, parameter: &TypeParameter, scope: &[TypeParameter]) -> Type {
        self.erase(first_bound(parameter, scope))
    }

    /// Binds each type parameter of a method to the erasure of its first bound. The bound can be another
    /// parameter of the method, or a variable of the class that is already bound.
    pub fn bind_to_erasures(&self, parameters: &[TypeParameter], bindings: &mut Bindings) {
        for parameter in parameters {
            let erasure = self.erase(&self.substitute(first_bound(parameter, parameters), bindings));
            bindings.set(&parameter.name, erasure);
        }
    }
}

/// Returns a parameter's first bound. If this bound is another parameter in `scope`, returns its first bound.
fn first_bound<'a>(parameter: &'a TypeParameter, scope: &'a [TypeParameter]) -> &'a Type {
    let mut bound = &parameter.bounds[0];
    for _ in 0..scope.len() {
        let Type::Variable(name) = bound else { break };
        let Some(next) = scope.iter().find(|p| p.name == *name) else { break };
        bound = &next.bounds[0];
    }
    bound
}
