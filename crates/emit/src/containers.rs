//! Expected lists, sets and maps, in the words of Java 8.

use testcase::Observation;

use crate::check::value;
use crate::java::{ClassName, Expr, Scope};
use crate::scope::Place;

/// `Arrays.asList(..)`.
pub(crate) fn list(place: &Place, elements: &[Observation]) -> Option<Expr> {
    match elements {
        [] => Some(collections("emptyList", Vec::new())),
        [one] => Some(collections("singletonList", vec![value(place, one)?])),
        _ => as_list(place, elements),
    }
}

/// `new HashSet<>(Arrays.asList(..))`.
pub(crate) fn set(place: &Place, elements: &[Observation]) -> Option<Expr> {
    match elements {
        [] => Some(collections("emptySet", Vec::new())),
        [one] => Some(collections("singleton", vec![value(place, one)?])),
        _ => {
            let class = ClassName::top("java.util", "HashSet");
            Some(Expr::New { class, diamond: true, args: vec![as_list(place, elements)?] })
        }
    }
}

/// `Collections.singletonMap(..)`; of more than one entry there is no expression.
pub(crate) fn map(place: &Place, entries: &[(Observation, Observation)]) -> Option<Expr> {
    match entries {
        [] => Some(collections("emptyMap", Vec::new())),
        [(key, of_key)] => Some(collections("singletonMap", vec![value(place, key)?, value(place, of_key)?])),
        _ => None,
    }
}

fn as_list(place: &Place, elements: &[Observation]) -> Option<Expr> {
    let args = elements.iter().map(|element| value(place, element)).collect::<Option<_>>()?;
    Some(call("Arrays", "asList", args))
}

fn collections(name: &str, args: Vec<Expr>) -> Expr {
    call("Collections", name, args)
}

fn call(class: &str, name: &str, args: Vec<Expr>) -> Expr {
    Expr::Call { scope: Scope::Class(ClassName::top("java.util", class)), name: name.to_owned(), args }
}
