//! Selects the classes of a project that get tests.

use crate::pattern::{Pattern, simple_name};
use crate::{Error, ModuleOptions};

/// Minimum similarity of a suggested class, from 0 to 1.
const MIN_SIMILARITY: f64 = 0.85;

/// Removes the nested classes: the tests of a class also test its nested classes.
pub(crate) fn top_level(names: &[String]) -> Vec<String> {
    let is_nested =
        |name: &str| name.match_indices('$').any(|(at, _)| names.iter().any(|outer| outer == &name[..at]));
    names.iter().filter(|name| !is_nested(name)).cloned().collect()
}

/// Returns an error if a pattern matches no class of the modules that it applies to.
pub(crate) fn check_patterns(modules: &[ModuleOptions], names: &[Vec<String>]) -> Result<(), Error> {
    let names_of = |uses: &dyn Fn(&ModuleOptions) -> bool| -> Vec<&String> {
        let modules = modules.iter().zip(names).filter(|(module, _)| uses(module));
        modules.flat_map(|(_, names)| names).collect()
    };
    for pattern in modules.iter().flat_map(|module| module.include.iter().chain(&module.exclude)) {
        let names = names_of(&|module| module.include.contains(pattern) || module.exclude.contains(pattern));
        let matching: Vec<&String> = names.iter().copied().filter(|class| pattern.matches(class)).collect();
        let Some(class) = matching.first() else { return Err(no_match(pattern, &names)) };
        let excluding = |class: &String| {
            let including = modules.iter().filter(|module| module.include.contains(pattern));
            including.flat_map(|module| &module.exclude).find(|it| it.matches(class))
        };
        if let Some(other) = excluding(class).filter(|_| matching.iter().all(|it| excluding(it).is_some())) {
            return Err(Error::Excluded {
                pattern: pattern.text().to_owned(),
                class: (*class).clone(),
                place: other.place().unwrap_or_default().to_owned(),
            });
        }
    }
    Ok(())
}

fn no_match(pattern: &Pattern, names: &[&String]) -> Error {
    let wanted = simple_name(pattern.text()).to_lowercase();
    let similarity = |class: &str| strsim::jaro_winkler(&simple_name(class).to_lowercase(), &wanted);
    let rated = names.iter().map(|class| (similarity(class), class)).filter(|(it, _)| *it >= MIN_SIMILARITY);
    let suggestion = rated.max_by(|(left, _), (right, _)| left.total_cmp(right)).map(|(_, class)| class);
    Error::NoMatch {
        pattern: pattern.text().to_owned(),
        place: pattern.place().map(str::to_owned),
        suggestion: suggestion.map(|class| (*class).clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_class_with_the_most_similar_name_is_suggested() {
        let names = ["a.Prize".to_owned(), "a.Price".to_owned(), "a.PriceList".to_owned()];
        let suggestion = |text: &str| {
            let Error::NoMatch { suggestion, .. } = no_match(&Pattern::new(text), &names.each_ref()) else {
                unreachable!()
            };
            suggestion
        };
        assert_eq!(suggestion("Pricd").as_deref(), Some("a.Price"));
        assert_eq!(suggestion("pricelist").as_deref(), Some("a.PriceList"));
        assert_eq!(suggestion("Customer"), None);
    }
}
