//! What a class leaves to those below it (Java language specification 8.4.8, 9.4.1).

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::{
    ClassId, Method, MethodId, Type, World,
    access::{ABSTRACT, PRIVATE, PUBLIC},
};

/// A method that a class has no code for: whoever extends it must write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenMethod {
    /// The declaration to be implemented: of several that are overridden by the same method, the most specific one.
    pub method: MethodId,
    /// Other declarations that the same method overrides. Their descriptors may differ: a compiler bridges them.
    pub others: Vec<MethodId>,
}

impl World {
    /// The methods that a concrete class right below this one must implement, inherited ones included, in the order in
    /// which they are met: its own, its superclasses', then its interfaces'.
    pub fn open_methods(&self, id: ClassId) -> Vec<OpenMethod> {
        let mut alike: IndexMap<(Arc<str>, Vec<Type>), Vec<&Method>, FxBuildHasher> = IndexMap::default();
        for (&declaring, seen_as) in self.supers(id) {
            let methods = self.class(declaring).methods.iter().map(|&method| self.method(method));
            for method in methods.filter(|method| !method.is_static() && method.access & PRIVATE == 0) {
                let key = (method.name.clone(), self.erased_arguments(method, id, seen_as));
                alike.entry(key).or_default().push(method);
            }
        }
        alike.values().filter_map(|methods| self.open(methods)).collect()
    }

    /// What is left open by declarations that one method would override.
    fn open(&self, declarations: &[&Method]) -> Option<OpenMethod> {
        let method = match declarations.iter().find(|method| self.is_inherited_from_class(method)) {
            Some(of_class) => (of_class.access & ABSTRACT != 0).then_some(*of_class),
            None => self.open_in_interfaces(declarations),
        }?;
        let others = declarations.iter().map(|other| other.id).filter(|&other| other != method.id);
        Some(OpenMethod { method: method.id, others: others.collect() })
    }

    /// What a class declares comes before what interfaces do; what of `Object` is not public is none of their methods.
    fn is_inherited_from_class(&self, method: &Method) -> bool {
        let of_object = method.class == self.object();
        !self.class(method.class).is_interface() && (!of_object || method.access & PUBLIC != 0)
    }

    fn open_in_interfaces<'a>(&self, declarations: &[&'a Method]) -> Option<&'a Method> {
        let declarations = || declarations.iter().copied().filter(|it| self.class(it.class).is_interface());
        let is_overridden = |method: &Method| {
            declarations()
                .any(|other| other.class != method.class && self.is_subclass(other.class, method.class))
        };
        let left: Vec<&Method> = declarations().filter(|method| !is_overridden(method)).collect();
        if let [only] = left[..]
            && only.access & ABSTRACT == 0
        {
            return None;
        }
        let returns_for_all = |method: &&&Method| left.iter().all(|other| self.may_return_for(method, other));
        left.iter().find(returns_for_all).or(left.first()).copied()
    }

    /// Whether the result of one method is one of another, too.
    fn may_return_for(&self, method: &Method, other: &Method) -> bool {
        method.result == other.result
            || self.is_assignable(&self.erase(&method.result), &self.erase(&other.result))
    }
}
