//! The methods that a subclass of a class must implement (Java language specification 8.4.8, 9.4.1).

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::{
    ClassId, Method, MethodId, Type, World,
    access::{ABSTRACT, PRIVATE, PUBLIC},
};

/// A method without an implementation: a concrete subclass must implement it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnimplementedMethod {
    /// The declaration to implement. If one implementation overrides several declarations, this declaration
    /// is the most specific one.
    pub method: MethodId,
    /// The other declarations that the same implementation overrides. If their descriptors differ, the
    /// compiler adds bridge methods.
    pub others: Vec<MethodId>,
}

impl World {
    /// Returns the methods that a direct concrete subclass must implement, including inherited methods.
    ///
    /// The class's own methods come first, then the methods of its superclasses and of its interfaces.
    pub fn unimplemented_methods(&self, id: ClassId) -> Vec<UnimplementedMethod> {
        let mut declarations: IndexMap<(Arc<str>, Vec<Type>), Vec<&Method>, FxBuildHasher> =
            IndexMap::default();
        for (&declaring, supertype) in self.supers(id) {
            let methods = self.class(declaring).methods.iter().map(|&method| self.method(method));
            for method in methods.filter(|method| !method.is_static() && method.access & PRIVATE == 0) {
                let key = (method.name.clone(), self.erased_arguments(method, id, supertype));
                declarations.entry(key).or_default().push(method);
            }
        }
        declarations.values().filter_map(|methods| self.method_to_implement(methods)).collect()
    }

    /// Returns the method to implement, or `None` if there is an implementation. The same implementation
    /// overrides all `declarations`.
    fn method_to_implement(&self, declarations: &[&Method]) -> Option<UnimplementedMethod> {
        let method = match declarations.iter().find(|method| self.is_inherited_from_class(method)) {
            Some(class_method) => (class_method.access & ABSTRACT != 0).then_some(*class_method),
            None => self.unimplemented_in_interfaces(declarations),
        }?;
        let others = declarations.iter().map(|other| other.id).filter(|&other| other != method.id);
        Some(UnimplementedMethod { method: method.id, others: others.collect() })
    }

    /// Whether a class declares a method and the declaration has precedence over declarations in interfaces.
    /// The non-public methods of `Object` have no precedence.
    fn is_inherited_from_class(&self, method: &Method) -> bool {
        let is_declared_in_object = method.class == self.object();
        !self.class(method.class).is_interface() && (!is_declared_in_object || method.access & PUBLIC != 0)
    }

    /// Returns the method to implement among the declarations in interfaces. Returns `None` if there is only
    /// one most specific declaration, and this declaration is a default method.
    fn unimplemented_in_interfaces<'a>(&self, declarations: &[&'a Method]) -> Option<&'a Method> {
        let declarations = || declarations.iter().copied().filter(|it| self.class(it.class).is_interface());
        let is_overridden = |method: &Method| {
            declarations()
                .any(|other| other.class != method.class && self.is_subclass(other.class, method.class))
        };
        let most_specific: Vec<&Method> = declarations().filter(|method| !is_overridden(method)).collect();
        if let [only] = most_specific[..]
            && only.access & ABSTRACT == 0
        {
            return None;
        }
        let has_most_specific_result =
            |method: &&&Method| most_specific.iter().all(|other| self.can_replace_result_of(method, other));
        most_specific.iter().find(has_most_specific_result).or(most_specific.first()).copied()
    }

    /// Whether the result type of a method can replace the result type of another method.
    fn can_replace_result_of(&self, method: &Method, other: &Method) -> bool {
        method.result == other.result
            || self.is_assignable(&self.erase(&method.result), &self.erase(&other.result))
    }
}
