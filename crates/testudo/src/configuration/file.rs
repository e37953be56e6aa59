//! Reads `testudo.toml`. Errors contain the line and the column.

use std::ffi::OsString;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::Path;

use maintain::Pattern;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::keys::{Key, Kind, keys};
use super::values::Values;

/// The name of the file.
pub const NAME: &str = "testudo.toml";

/// The table with the sections of the modules.
const MODULE: &str = "module";
/// Keys that select classes.
const INCLUDE: &str = "include";
const EXCLUDE: &str = "exclude";

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
    name: String,
    /// The place of the name in the file.
    place: String,
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
        let reader = Reader { text };
        let table = DeTable::parse(text).map_err(|error| {
            let message = error.message().replace('\n', "; ");
            reader.error(error.span().unwrap_or_default(), &format!("{message}; correct the syntax"))
        })?;
        let mut file = File::default();
        for (key, value) in in_order(table.get_ref()) {
            if key.get_ref() == MODULE {
                file.modules = reader.modules(value)?;
            } else {
                reader.read_setting(&mut file.settings, key, value, None)?;
            }
        }
        // The order of keys and sections in the file has no effect.
        for (key, value) in in_order(table.get_ref()) {
            let (Some(modules), true) = (value.get_ref().as_table(), key.get_ref() == MODULE) else {
                continue;
            };
            reader.check_conflicts_with_whole(modules, &file.settings)?;
        }
        Ok(file)
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

type Entry<'t, 'i> = (&'t Spanned<std::borrow::Cow<'i, str>>, &'t Spanned<DeValue<'i>>);

/// Returns the entries of a table in the order of the file.
fn in_order<'t, 'i>(table: &'t DeTable<'i>) -> Vec<Entry<'t, 'i>> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

/// Reads the parts of a file.
struct Reader<'t> {
    text: &'t str,
}

impl Reader<'_> {
    fn modules(&self, value: &Spanned<DeValue>) -> Result<Vec<ModuleSection>, String> {
        let form = "the settings of a module belong to a section such as [module.core]";
        let modules = value.get_ref().as_table().ok_or_else(|| self.error(value.span(), form))?;
        let mut sections = Vec::new();
        for (name, value) in in_order(modules) {
            let table = value.get_ref().as_table().ok_or_else(|| self.error(name.span(), form))?;
            let mut section = Section::default();
            for (key, value) in in_order(table) {
                self.read_setting(&mut section, key, value, Some(name.get_ref()))?;
            }
            let name_text = name.get_ref().to_string();
            sections.push(ModuleSection { name: name_text, place: self.place(name.span()), section });
        }
        Ok(sections)
    }

    /// Reads a key and its value. `module` is the name of the section.
    fn read_setting(
        &self,
        section: &mut Section,
        key: &Spanned<std::borrow::Cow<str>>,
        value: &Spanned<DeValue>,
        module: Option<&str>,
    ) -> Result<(), String> {
        let name = key.get_ref().as_ref();
        match name {
            INCLUDE => section.include = Some(self.patterns(name, value)?),
            EXCLUDE => section.exclude = Some(self.patterns(name, value)?),
            _ => {
                let key_of_name = Key::find(name).ok_or_else(|| self.unknown_key(key))?;
                if key_of_name.is_for_whole_project && module.is_some() {
                    let problem =
                        format!("{name} applies to the whole project; move it above the first section");
                    return Err(self.error(key.span(), &problem));
                }
                self.check_conflicts(key_of_name, key.span(), &section.values)?;
                if let Some(values) = self.values(key_of_name, value)? {
                    self.check_value(key_of_name, &values, value.span())?;
                    section.values.set(key_of_name, values);
                }
            }
        }
        Ok(())
    }

    fn unknown_key(&self, key: &Spanned<std::borrow::Cow<str>>) -> String {
        let name = key.get_ref().as_ref();
        let names = keys().iter().map(|key| key.name.as_str()).chain([INCLUDE, EXCLUDE, MODULE]);
        let advice = nearest(name, names).map_or_else(
            || "remove it; `testudo init` writes a file with all keys".to_owned(),
            |name| format!("did you mean {name}?"),
        );
        self.error(key.span(), &format!("unknown key {name}; {advice}"))
    }

    fn patterns(&self, key: &str, value: &Spanned<DeValue>) -> Result<Vec<Pattern>, String> {
        let problem = format!("{key} must be a list of patterns, such as [\"com.acme.*\"]");
        let wrong = |span| self.error(span, &problem);
        let array = value.get_ref().as_array().ok_or_else(|| wrong(value.span()))?;
        let pattern = |item: &Spanned<DeValue>| {
            let text = item.get_ref().as_str().ok_or_else(|| wrong(item.span()))?;
            Ok(Pattern::with_place(text, &self.place(item.span())))
        };
        array.iter().map(pattern).collect()
    }

    /// Returns the values of an option. Returns `None` for a switch that is off.
    fn values(&self, key: &Key, value: &Spanned<DeValue>) -> Result<Option<Vec<OsString>>, String> {
        let name = &key.name;
        let (wanted, text) = match (key.kind, value.get_ref()) {
            (Kind::Switch, DeValue::Boolean(is_on)) => return Ok(is_on.then(Vec::new)),
            (Kind::List, DeValue::Array(items)) => {
                let text = |item: &Spanned<DeValue>| {
                    let problem = format!("{name} must be a list of texts");
                    let text = item.get_ref().as_str().map(OsString::from);
                    text.ok_or_else(|| self.error(item.span(), &problem))
                };
                return items.iter().map(text).collect::<Result<_, _>>().map(Some);
            }
            (Kind::Boolean, DeValue::Boolean(value)) => ("", Some(value.to_string())),
            (Kind::Number, DeValue::Integer(number)) => ("", Some(decimal(number))),
            (Kind::Number, DeValue::Float(number)) => ("", Some(number.as_str().to_owned())),
            (Kind::Text, DeValue::String(text)) => ("", Some(text.to_string())),
            (Kind::Switch | Kind::Boolean, _) => ("true or false", None),
            (Kind::List, _) => ("a list, such as [\"first\", \"second\"]", None),
            (Kind::Number, _) => ("a number without quotes", None),
            (Kind::Text, _) => ("a text in quotes", None),
        };
        let found = value.get_ref().type_str();
        text.map(|text| Some(vec![text.into()])).ok_or_else(|| {
            self.error(value.span(), &format!("{name} must be {wanted}, and not of type {found}"))
        })
    }

    /// Checks a value with the parser of the option.
    fn check_value(&self, key: &'static Key, values: &[OsString], span: Range<usize>) -> Result<(), String> {
        let mut alone = Values::default();
        alone.set(key, values.to_vec());
        alone.parse().map(|_| ()).map_err(|reason| self.error(span, &format!("{}: {reason}", key.name)))
    }

    fn check_conflicts(&self, key: &Key, span: Range<usize>, others: &Values) -> Result<(), String> {
        let Some(other) = others.names().find(|other| key.conflicts.iter().any(|it| it == other)) else {
            return Ok(());
        };
        Err(self
            .error(span, &format!("{} cannot be used together with {other}; remove one of them", key.name)))
    }

    /// Checks that no section of a module contradicts a setting for the whole project. Other settings of a
    /// section replace those for all modules.
    fn check_conflicts_with_whole(&self, modules: &DeTable, settings: &Section) -> Result<(), String> {
        for (key, _) in modules.values().filter_map(|value| value.get_ref().as_table()).flatten() {
            let Some(found) = Key::find(key.get_ref()) else { continue };
            let conflict = settings.values.names().find(|other| {
                found.conflicts.iter().any(|it| it == other)
                    && Key::find(other).is_some_and(|other| other.is_for_whole_project)
            });
            if let Some(other) = conflict {
                let problem =
                    format!("{} cannot be used together with {other}; remove one of them", found.name);
                return Err(self.error(key.span(), &problem));
            }
        }
        Ok(())
    }

    /// Returns a message with the place of a part of the file.
    fn error(&self, span: Range<usize>, problem: &str) -> String {
        format!("{}: {problem}", self.place(span))
    }

    /// Returns the place of a part of the file: the name of the file, the line and the column.
    fn place(&self, span: Range<usize>) -> String {
        let before = &self.text[..span.start.min(self.text.len())];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        format!("{NAME}:{line}:{column}")
    }
}

/// Returns the decimal digits of a number.
fn decimal(number: &toml::de::DeInteger) -> String {
    match i128::from_str_radix(number.as_str(), number.radix()) {
        Ok(number) => number.to_string(),
        Err(_) => number.as_str().to_owned(),
    }
}

/// Returns the most similar name, if there is a similar one.
fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    /// The similarity from which on clap suggests the name of an option.
    const MIN_SIMILARITY: f64 = 0.7;
    let rated = names.map(|other| (strsim::jaro(name, other), other));
    let best = rated.max_by(|(left, _), (right, _)| left.total_cmp(right))?;
    (best.0 > MIN_SIMILARITY).then_some(best.1)
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
            "testudo.toml:1:13: framework: invalid value 'junit9' [possible values: junit5, junit4, testng]",
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
