//! Unique names within a method or class, names of variables, and imports.

pub(crate) mod imports;
pub(crate) mod variables;

use std::collections::BTreeSet;

/// Name of the field for the folder with the test's temporary files.
pub(crate) const TEMP_DIR: &str = "tempDir";
/// Name of the field for the standard output of the process.
pub(crate) const STANDARD_OUTPUT: &str = "standardOutput";

/// A set of names in use. It generates new names that are not in use.
#[derive(Clone)]
pub(crate) struct UniqueNames {
    used: BTreeSet<String>,
}

impl UniqueNames {
    /// Creates a set that never generates the `reserved` names. Reserve each name that a variable must not
    /// obscure, for example the first part of the package name.
    pub(crate) fn new(reserved: impl IntoIterator<Item = String>) -> UniqueNames {
        let always_reserved = ["java", "javax", "org", "com", TEMP_DIR].map(str::to_owned);
        UniqueNames { used: reserved.into_iter().chain(always_reserved).collect() }
    }

    /// Returns `base`, or `base2`, `base3` .. if `base` is in use. An underscore separates a digit at the end
    /// of `base` from the number. Marks the returned name as used.
    pub(crate) fn generate(&mut self, base: &str) -> String {
        let separator = if base.ends_with(|last: char| last.is_ascii_digit()) { "_" } else { "" };
        let numbered = (2..).map(|number| format!("{base}{separator}{number}"));
        let name = std::iter::once(base.to_owned())
            .chain(numbered)
            .find(|name| !self.used.contains(name))
            .expect("the numbers are unlimited");
        self.used.insert(name.clone());
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_added_to_a_used_name() {
        let mut names = UniqueNames::new(["data".to_owned()]);
        let generated = ["list", "list", "list", "data", "v1", "v1"].map(|base| names.generate(base));
        assert_eq!(generated, ["list", "list2", "list3", "data2", "v1", "v1_2"]);
    }
}
