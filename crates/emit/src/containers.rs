//! Expected lists, sets and maps.

use testcase::Observation;

use crate::check::value;
use crate::java::{ClassName, Expr, Scope};
use crate::scope::Place;

/// The first Java release with `List.of` and the like.
const OF: u16 = 9;
/// Most entries that `Map.of` takes.
const MOST_ENTRIES: usize = 10;

/// `List.of(..)`, or `Arrays.asList(..)` before there was that and where there are nulls.
pub(crate) fn list(place: &Place, elements: &[Observation]) -> Option<Expr> {
    match elements {
        _ if has_of(place) && !elements.contains(&Observation::Null) => of(place, "List", elements),
        [] => Some(collections("emptyList", Vec::new())),
        [one] => Some(collections("singletonList", vec![value(place, one)?])),
        _ => as_list(place, elements),
    }
}

/// `Set.of(..)`, or `new HashSet<>(Arrays.asList(..))`.
pub(crate) fn set(place: &Place, elements: &[Observation]) -> Option<Expr> {
    match elements {
        _ if has_of(place) && !elements.contains(&Observation::Null) => of(place, "Set", elements),
        [] => Some(collections("emptySet", Vec::new())),
        [one] => Some(collections("singleton", vec![value(place, one)?])),
        _ => {
            let class = ClassName::top("java.util", "HashSet");
            Some(Expr::New { class, diamond: true, args: vec![as_list(place, elements)?] })
        }
    }
}

/// `Map.of(..)`, or `Collections.singletonMap(..)`; where neither will do there is no expression.
pub(crate) fn map(place: &Place, entries: &[(Observation, Observation)]) -> Option<Expr> {
    let flat: Vec<Observation> =
        entries.iter().flat_map(|(key, value)| [key.clone(), value.clone()]).collect();
    match entries {
        _ if has_of(place) && entries.len() <= MOST_ENTRIES && !flat.contains(&Observation::Null) => {
            of(place, "Map", &flat)
        }
        [] => Some(collections("emptyMap", Vec::new())),
        [(key, of_key)] => Some(collections("singletonMap", vec![value(place, key)?, value(place, of_key)?])),
        _ => None,
    }
}

fn has_of(place: &Place) -> bool {
    place.release >= OF
}

fn of(place: &Place, class: &str, elements: &[Observation]) -> Option<Expr> {
    Some(call(class, "of", values(place, elements)?))
}

fn as_list(place: &Place, elements: &[Observation]) -> Option<Expr> {
    Some(call("Arrays", "asList", values(place, elements)?))
}

fn values(place: &Place, elements: &[Observation]) -> Option<Vec<Expr>> {
    elements.iter().map(|element| value(place, element)).collect()
}

fn collections(name: &str, args: Vec<Expr>) -> Expr {
    call("Collections", name, args)
}

fn call(class: &str, name: &str, args: Vec<Expr>) -> Expr {
    Expr::Call { scope: Scope::Class(ClassName::top("java.util", class)), name: name.to_owned(), args }
}
