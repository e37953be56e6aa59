//! Words for the parameters in which a method differs from its overloads.

use types::access::{PRIVATE, SYNTHETIC};
use types::{Method, MethodId, Type, World};

use super::words::{camel_case, is_meaningful, noun};

/// Maximum number of parameters in a short description.
const MAX_WORDS: usize = 3;

/// Returns words for some parameters of a method, such as `withDataOffset`. No overload with the same number
/// of parameters or fewer has all these parameters. Among the possible descriptions, returns one with the
/// fewest parameters. If all of them have more than 3 parameters, returns the types of all parameters.
/// Returns `None` for a method without parameters, because a name without such words means this method.
pub(super) fn overload_words(world: &World, method: MethodId) -> Option<String> {
    let method = world.method(method);
    if method.arguments.is_empty() {
        return None;
    }
    let overloads = overloads(world, method);
    let words = |of: &Method| -> Vec<String> {
        (0..of.arguments.len()).map(|index| parameter_word(world, of, index, &overloads)).collect()
    };
    let own_words = words(method);
    let rivals: Vec<Vec<String>> = overloads
        .iter()
        .filter(|it| it.id != method.id && it.arguments.len() <= method.arguments.len())
        .map(|it| words(it))
        .collect();
    let is_unique = |chosen: &[usize]| {
        let has_all = |rival: &Vec<String>| chosen.iter().all(|&index| rival.contains(&own_words[index]));
        !rivals.iter().any(has_all)
    };
    let chosen = (1..=MAX_WORDS.min(own_words.len()))
        .flat_map(|count| subsets(own_words.len(), count))
        .find(|chosen| is_unique(chosen));
    let words: Vec<String> = match chosen {
        Some(chosen) => chosen.into_iter().map(|index| own_words[index].clone()).collect(),
        None => method.arguments.iter().map(|ty| type_word(world, ty)).collect(),
    };
    Some(format!("with{}", words.join("And")))
}

/// Returns whether a test could call another method with the same class and name.
pub(super) fn is_overloaded(world: &World, method: MethodId) -> bool {
    overloads(world, world.method(method)).len() > 1
}

/// Returns the methods of the same class and name that a test could call, including the method itself.
fn overloads<'a>(world: &'a World, method: &Method) -> Vec<&'a Method> {
    let class = world.class(method.class);
    let members = class.constructors.iter().chain(&class.methods).map(|&member| world.method(member));
    members.filter(|it| it.name == method.name && it.access & (PRIVATE | SYNTHETIC) == 0).collect()
}

/// Returns the name of a parameter, or a word for its type. A name is unsuitable if overloads have a
/// parameter of the same name and of another type.
fn parameter_word(world: &World, method: &Method, index: usize, overloads: &[&Method]) -> String {
    let ty = &method.arguments[index];
    let has_other_type = |name: &str| {
        overloads.iter().any(|it| {
            let mut parameters = it.argument_names.iter().zip(&it.arguments);
            parameters.any(|(other, other_type)| &**other == name && other_type != ty)
        })
    };
    match method.argument_names.get(index).filter(|name| is_meaningful(name) && !has_other_type(name)) {
        Some(name) => camel_case(name),
        None => type_word(world, ty),
    }
}

/// Returns a word for a type, such as `IntArray`.
pub(super) fn type_word(world: &World, ty: &Type) -> String {
    match ty {
        Type::Primitive(primitive) => format!("{primitive:?}"),
        Type::Array(element) => format!("{}Array", type_word(world, element)),
        _ => noun(world, ty),
    }
}

/// Returns the sets of `count` numbers below `limit`, each in ascending order.
fn subsets(limit: usize, count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    (0..limit)
        .flat_map(|first| {
            let rest = subsets(limit - first - 1, count - 1).into_iter();
            rest.map(move |rest| {
                std::iter::once(first).chain(rest.into_iter().map(|it| it + first + 1)).collect()
            })
        })
        .collect()
}
