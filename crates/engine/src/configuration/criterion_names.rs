//! Serialises and deserialises criteria as their names.

use goals::Criterion;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::options::criteria_names;

/// Serialises a list of criteria as a list of names.
pub fn serialize<S: Serializer>(criteria: &Option<Vec<Criterion>>, serializer: S) -> Result<S::Ok, S::Error> {
    let names = |criteria: &Vec<Criterion>| -> Vec<&str> { criteria.iter().map(|it| it.name()).collect() };
    criteria.as_ref().map(names).serialize(serializer)
}

/// Deserialises a list of criteria from a list of names.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<Criterion>>, D::Error> {
    let names = Option::<Vec<String>>::deserialize(deserializer)?;
    let criterion = |name: String| {
        criterion_named(&name).ok_or_else(|| {
            let names = criteria_names(&Criterion::ALL);
            D::Error::custom(format!("there is no criterion {name}; use one or more of {names}"))
        })
    };
    names.map(|names| names.into_iter().map(criterion).collect()).transpose()
}

/// Returns the criterion whose name is `name`, if it exists.
pub fn criterion_named(name: &str) -> Option<Criterion> {
    Criterion::ALL.into_iter().find(|criterion| criterion.name() == name)
}
