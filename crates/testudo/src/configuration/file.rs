//! The content of `testudo.toml`.

use std::io::ErrorKind;
use std::path::Path;

use maintain::Pattern;

use super::reader::{self, nearest};
use super::values::Values;

/// The name of the file.
pub const NAME: &str = "testudo.toml";

/// The content of the file.
#[derive(Debug, Default)]
pub struct File {
    /// The settings for all modules.
    pub settings: Section,
    /// The sections of modules.
    pub modules: Vec<ModuleSection>,
}

/// The settings for all modules, or for one module.
#[derive(Debug, Default)]
pub struct Section {
    /// Values of options.
    pub values: Values,
    /// Patterns of the classes that get tests.
    pub include: Option<Vec<Pattern>>,
    /// Patterns of the classes that get no tests.
    pub exclude: Option<Vec<Pattern>>,
}

/// The section of a module.
#[derive(Debug)]
pub struct ModuleSection {
    /// The name of the module, or its last part.
    pub name: String,
    /// The place of the name in the file.
    pub place: String,
    /// The settings.
    pub section: Section,
}

impl File {
    /// Reads the file in a folder. A missing file is like an empty file.
    ///
    /// # Errors
    /// Returns a message if the file cannot be read, or if a part of it is invalid.
    pub fn read(folder: &Path) -> Result<File, String> {
        match std::fs::read_to_string(folder.join(NAME)) {
            Ok(text) => File::parse(&text),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(File::default()),
            Err(error) => Err(format!("cannot read {NAME}: {error}; make it a readable text file in UTF-8")),
        }
    }

    /// Parses the text of a file.
    pub fn parse(text: &str) -> Result<File, String> {
        reader::parse(text)
    }

    /// Returns the section of each module. `modules` are the names of the modules.
    ///
    /// # Errors
    /// Returns a message if a section belongs to several modules. Also returns a message if a section belongs
    /// to no module, and `is_complete` is true.
    pub fn sections_of(&self, modules: &[&str], is_complete: bool) -> Result<Vec<Option<&Section>>, String> {
        let mut sections: Vec<Option<&Section>> = vec![None; modules.len()];
        for ModuleSection { name, place, section } in &self.modules {
            let found: Vec<usize> =
                (0..modules.len()).filter(|&index| is_name(name, modules[index])).collect();
            match found[..] {
                [index] => sections[index] = Some(section),
                [] if !is_complete => {}
                [] => {
                    let advice = nearest(name, modules.iter().map(|module| short_name(module))).map_or_else(
                        || format!("the modules are {}", modules.join(", ")),
                        |name| format!("did you mean {name}?"),
                    );
                    return Err(format!(
                        "{place}: the project has no module {name} with Java code; {advice}"
                    ));
                }
                _ => {
                    let names: Vec<&str> = found.iter().map(|&index| modules[index]).collect();
                    return Err(format!(
                        "{place}: several modules have the name {name}; write one of the whole names in quotes: {}",
                        names.join(", ")
                    ));
                }
            }
        }
        Ok(sections)
    }
}

/// Returns whether a name of a section belongs to a module: the whole name, or its last part, such as `core`
/// for `com.acme:core`.
fn is_name(name: &str, module: &str) -> bool {
    name == module || name == short_name(module)
}

fn short_name(module: &str) -> &str {
    module.rsplit(':').next().filter(|name| !name.is_empty()).unwrap_or(module)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_error(text: &str, expected: &str) {
        let message = File::parse(text).unwrap_err();
        assert!(message.starts_with(expected), "{message}");
    }

    #[test]
    fn a_broken_file_is_an_error_with_line_and_column() {
        check_error("time = \"1s\"\njobs = = 2\n", "testudo.toml:2:8: ");
        check_error("jobs = 1\njobs = 2\n", "testudo.toml:2:1: ");
    }

    #[test]
    fn a_file_that_cannot_be_read_is_an_error_and_a_missing_file_is_not() {
        let folder = tempfile::tempdir().unwrap();
        assert!(File::read(folder.path()).is_ok());
        std::fs::write(folder.path().join(NAME), b"jobs = 1 # \xff").unwrap();
        let message = File::read(folder.path()).unwrap_err();
        assert!(message.starts_with("cannot read testudo.toml: ") && message.contains("UTF-8"), "{message}");
    }

    #[test]
    fn an_unknown_key_is_an_error_that_suggests_the_nearest_name() {
        check_error(
            "\n  framwork = \"junit4\"",
            "testudo.toml:2:3: unknown key framwork; did you mean framework?",
        );
        check_error("[modules.core]", "testudo.toml:1:2: unknown key modules; did you mean module?");
        check_error("xyzzy = 1", "testudo.toml:1:1: unknown key xyzzy; remove it; `testudo init`");
        check_error("classpath = \"a\"", "testudo.toml:1:1: unknown key classpath; ");
    }

    #[test]
    fn a_value_of_a_wrong_type_is_an_error_that_states_the_right_type() {
        check_error(
            "jobs = \"2\"",
            "testudo.toml:1:8: jobs must be a number without quotes, and not of type string",
        );
        check_error("offline = 1", "testudo.toml:1:11: offline must be true or false");
        check_error("profile = \"ci\"", "testudo.toml:1:11: profile must be a list");
        check_error("profile = [\n  1]", "testudo.toml:2:3: profile must be a list of texts");
        check_error("framework = [\"junit4\"]", "testudo.toml:1:13: framework must be a text in quotes");
        check_error("include = \"a.*\"", "testudo.toml:1:11: include must be a list of patterns");
        check_error("module = 1", "testudo.toml:1:10: the settings of a module belong to a section");
        check_error("[module]\ncore = 1", "testudo.toml:2:1: the settings of a module belong to a section");
    }

    #[test]
    fn a_value_that_the_option_refuses_is_an_error_with_the_reason() {
        check_error("jobs = 0", "testudo.toml:1:8: jobs: invalid value '0': 0 is not in 1..=256");
        check_error(
            "framework = \"junit9\"",
            "testudo.toml:1:13: framework: invalid value 'junit9' [possible values: junit5, junit4, junit4.12, testng]",
        );
        check_error("time = \"soon\"", "testudo.toml:1:8: time: invalid value 'soon'");
    }

    #[test]
    fn settings_that_contradict_each_other_are_an_error() {
        check_error(
            "time = \"1s\"\ntests = 5",
            "testudo.toml:2:1: tests cannot be used together with time; ",
        );
        check_error(
            "total-time = \"1m\"\n[module.a]\ntests = 5",
            "testudo.toml:3:1: tests cannot be used together with total-time; ",
        );
        assert!(File::parse("time = \"1s\"\n[module.a]\ntests = 5").is_ok(), "the section has precedence");
    }

    #[test]
    fn a_setting_for_the_whole_project_is_refused_in_the_section_of_a_module() {
        check_error("[module.core]\njobs = 2", "testudo.toml:2:1: jobs applies to the whole project; ");
    }

    #[test]
    fn a_section_belongs_to_the_module_with_this_name_or_last_part_of_the_name() {
        let modules = ["com.acme:core", "com.acme:web", "org.other:web"];
        let sections = |text: &str| {
            File::parse(text)
                .unwrap()
                .sections_of(&modules, true)
                .map(|it| it.iter().map(Option::is_some).collect::<Vec<_>>())
        };
        assert_eq!(sections("[module.core]"), Ok(vec![true, false, false]));
        assert_eq!(sections("[module.\"org.other:web\"]"), Ok(vec![false, false, true]));
        let message = sections("[module.web]").unwrap_err();
        assert!(message.starts_with("testudo.toml:1:9: several modules have the name web"), "{message}");
        let message = sections("\n[module.cor]").unwrap_err();
        assert!(message.contains(":2:9: the project has no module cor"), "{message}");
        assert!(message.ends_with("did you mean core?"), "{message}");
        let file = File::parse("[module.gone]").unwrap();
        assert!(file.sections_of(&modules, false).is_ok(), "the build of the module can have failed");
    }
}
