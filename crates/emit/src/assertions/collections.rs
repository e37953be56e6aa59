//! Expressions for expected lists, sets and maps.

use std::collections::BTreeMap;

use testcase::{Literal, Observation};

use super::expectations::value;
use crate::ast::{ClassName, Expr};
use crate::context::Context;

/// First Java release with `List.of`, `Set.of` and `Map.of`.
const FACTORIES_RELEASE: u16 = 9;
/// Maximum number of entries that `Map.of` accepts.
const MAX_MAP_OF_ENTRIES: usize = 10;

/// Returns `List.of(..)`. Before Java 9, and for lists with `null`, returns `Arrays.asList(..)` or a call of
/// a factory method of `Collections`, for example `Collections.emptyList()`.
pub(super) fn list(context: &Context, elements: &[Observation]) -> Option<Expr> {
    match elements {
        _ if can_use_factory(context, elements) => factory_call(context, "List", elements),
        [] => Some(collections_call("emptyList", Vec::new())),
        [only] => Some(collections_call("singletonList", vec![value(context, only)?])),
        _ => as_list(context, elements),
    }
}

/// Returns `List.of(..)`, or `Arrays.asList(..)` before Java 9 and for lists with `null`.
pub(crate) fn list_of(context: &Context, elements: Vec<Expr>, has_null: bool) -> Expr {
    if context.release >= FACTORIES_RELEASE && !has_null {
        java_util_call("List", "of", elements)
    } else {
        java_util_call("Arrays", "asList", elements)
    }
}

/// Returns `Set.of(..)`. Before Java 9, and for sets with `null`, returns `new HashSet<>(Arrays.asList(..))`
/// or a call of a factory method of `Collections`, for example `Collections.emptySet()`.
pub(super) fn set(context: &Context, elements: &[Observation]) -> Option<Expr> {
    match elements {
        _ if can_use_factory(context, elements) => factory_call(context, "Set", elements),
        [] => Some(collections_call("emptySet", Vec::new())),
        [only] => Some(collections_call("singleton", vec![value(context, only)?])),
        _ => {
            let class = ClassName::top_level("java.util", "HashSet");
            Some(Expr::New { class, diamond: true, args: vec![as_list(context, elements)?] })
        }
    }
}

/// Returns `Map.of(..)`, `Collections.emptyMap()` or `Collections.singletonMap(..)`. Returns `None` for a map
/// with several entries if `Map.of` does not support the map.
pub(super) fn map(context: &Context, entries: &[(Observation, Observation)]) -> Option<Expr> {
    let keys_and_values: Vec<Observation> =
        entries.iter().flat_map(|(key, value)| [key.clone(), value.clone()]).collect();
    match entries {
        _ if entries.len() <= MAX_MAP_OF_ENTRIES && can_use_factory(context, &keys_and_values) => {
            factory_call(context, "Map", &keys_and_values)
        }
        [] => Some(collections_call("emptyMap", Vec::new())),
        [(key, mapped)] => {
            Some(collections_call("singletonMap", vec![value(context, key)?, value(context, mapped)?]))
        }
        _ => None,
    }
}

/// Returns `new TreeMap<>(map).toString()`, and the text that this call returns. The keys are sorted, because
/// their order in the map is unspecified. Returns `None` if the keys are no strings, or if the text of a
/// value can differ between JDKs.
pub(super) fn sorted_text(map: Expr, entries: &[(Observation, Observation)]) -> Option<(Expr, Vec<u16>)> {
    let mut sorted = BTreeMap::new();
    for (key, mapped) in entries {
        let Observation::Literal(Literal::String(key)) = key else { return None };
        sorted.insert(key.to_vec(), text(mapped)?);
    }
    let entries = sorted.into_iter().map(|(key, mapped)| [key, vec![u16::from(b'=')], mapped].concat());
    let joined = entries.collect::<Vec<_>>().join(&[u16::from(b','), u16::from(b' ')][..]);
    let expected = [vec![u16::from(b'{')], joined, vec![u16::from(b'}')]].concat();
    let class = ClassName::top_level("java.util", "TreeMap");
    let sorted_map = Expr::New { class, diamond: true, args: vec![map] };
    Some((Expr::call_on(sorted_map, "toString", Vec::new()), expected))
}

/// Returns the text of null, a string, an integer, a boolean or a character.
fn text(observed: &Observation) -> Option<Vec<u16>> {
    let text = match observed {
        Observation::Null => "null".to_owned(),
        Observation::Literal(Literal::String(text)) => return Some(text.to_vec()),
        Observation::Boxed(Literal::Boolean(value)) => value.to_string(),
        Observation::Boxed(Literal::Byte(value)) => value.to_string(),
        Observation::Boxed(Literal::Short(value)) => value.to_string(),
        Observation::Boxed(Literal::Int(value)) => value.to_string(),
        Observation::Boxed(Literal::Long(value)) => value.to_string(),
        Observation::Boxed(Literal::Char(unit)) => return Some(vec![*unit]),
        _ => return None,
    };
    Some(text.encode_utf16().collect())
}

/// Returns whether `List.of`, `Set.of` and `Map.of` exist and accept the elements.
fn can_use_factory(context: &Context, elements: &[Observation]) -> bool {
    context.release >= FACTORIES_RELEASE && !elements.contains(&Observation::Null)
}

fn factory_call(context: &Context, class: &str, elements: &[Observation]) -> Option<Expr> {
    Some(java_util_call(class, "of", values(context, elements)?))
}

fn as_list(context: &Context, elements: &[Observation]) -> Option<Expr> {
    Some(java_util_call("Arrays", "asList", values(context, elements)?))
}

fn values(context: &Context, elements: &[Observation]) -> Option<Vec<Expr>> {
    elements.iter().map(|element| value(context, element)).collect()
}

fn collections_call(name: &str, args: Vec<Expr>) -> Expr {
    java_util_call("Collections", name, args)
}

fn java_util_call(class: &str, name: &str, args: Vec<Expr>) -> Expr {
    Expr::static_call(ClassName::top_level("java.util", class), name, args)
}
