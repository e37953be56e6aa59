//! The patterns of the test files that a build runs, as in Surefire's parameter `includes`.

use fancy_regex::{Regex, escape};

use crate::Module;

impl Module {
    /// Returns whether the build runs a test class without being told its name. `class` is its fully
    /// qualified name. A pattern that this function does not understand counts as if it matched.
    pub fn runs_by_default(&self, class: &str) -> bool {
        let path = class.replace('.', "/");
        let mut patterns =
            self.test_includes.iter().flat_map(|text| text.split(',')).map(str::trim).peekable();
        patterns.peek().is_none() || patterns.any(|pattern| matches(pattern, &path))
    }
}

/// Returns whether a pattern matches the path of a class, without an extension. `**/` stands for any folders,
/// and `*` for any characters of one name.
fn matches(pattern: &str, path: &str) -> bool {
    let is_unusual = pattern.contains(['%', '!', '#']) || !pattern.contains('/');
    let name = pattern.strip_suffix(".java").or_else(|| pattern.strip_suffix(".class")).unwrap_or(pattern);
    let regex = escape(name).replace(r"\*\*/", "(.*/)?").replace(r"\*\*", ".*").replace(r"\*", "[^/]*");
    let regex = Regex::new(&format!("^{}$", regex.replace(r"\?", "[^/]")));
    is_unusual || regex.is_ok_and(|regex| regex.is_match(path).unwrap_or(true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(includes: &[&str], class: &str, expected: bool) {
        let test_includes = includes.iter().map(|&pattern| pattern.to_owned()).collect();
        let module = Module { test_includes, ..Module::default() };
        assert_eq!(module.runs_by_default(class), expected, "{includes:?} {class}");
    }

    #[test]
    fn a_build_with_patterns_runs_only_the_test_classes_that_match_one_of_them() {
        check(&[], "a.b.FooTest", true);
        check(&["**/*Test.java"], "a.b.FooTest", true);
        check(&["**/*Test.java"], "FooTest", true);
        check(&["**/*Test.java"], "a.b.FooTests", false);
        check(&["**/TestAll.java"], "a.FooTest", false);
        check(&["**/TestAll.java", "**/Foo?est.class"], "a.FooTest", true);
        check(&["**/TestAll.java, a/*Test.java"], "a.FooTest", true);
        check(&["a/*Test.java"], "a.b.FooTest", false);
        check(&["a/**"], "a.b.FooTest", true);
    }

    #[test]
    fn an_unusual_pattern_counts_as_a_match() {
        for pattern in ["%regex[.*Slow.*]", "Foo*#fast*", "FooTests"] {
            check(&[pattern], "a.FooTest", true);
        }
    }
}
