//! Reads the parts of `testudo.toml`, and checks them. Errors contain the line and the column.

use std::borrow::Cow;
use std::ffi::OsString;
use std::ops::Range;

use maintain::Pattern;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::file::{File, ModuleSection, NAME, Section};
use super::keys::{Key, Kind, keys};
use super::values::Values;

/// The table with the sections of the modules.
const MODULE: &str = "module";
/// Keys that select classes.
const INCLUDE: &str = "include";
const EXCLUDE: &str = "exclude";

type Entry<'t, 'i> = (&'t Spanned<Cow<'i, str>>, &'t Spanned<DeValue<'i>>);

/// Returns the entries of a table in the order of the file.
fn in_order<'t, 'i>(table: &'t DeTable<'i>) -> Vec<Entry<'t, 'i>> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

/// Parses the text of the file.
///
/// # Errors
/// Returns a message with the place of the first error.
pub fn parse(text: &str) -> Result<File, String> {
    let reader = Reader { text };
    let table = DeTable::parse(text).map_err(|error| {
        let message = error.message().replace('\n', "; ");
        reader.error(error.span().unwrap_or_default(), &format!("{message}; correct the syntax"))
    })?;
    let (modules, settings): (Vec<_>, Vec<_>) =
        in_order(table.get_ref()).into_iter().partition(|(key, _)| key.get_ref() == MODULE);
    let settings = reader.section(&settings, None)?;
    let mut sections = Vec::new();
    for (_, value) in modules {
        sections = reader.modules(value, &settings)?;
    }
    Ok(File { settings, modules: sections })
}

/// Reads the parts of a file.
struct Reader<'t> {
    text: &'t str,
}

impl Reader<'_> {
    /// Reads the sections of the modules. `whole` are the settings for all modules.
    fn modules(&self, value: &Spanned<DeValue>, whole: &Section) -> Result<Vec<ModuleSection>, String> {
        let form = "the settings of a module belong to a section such as [module.core]";
        let modules = value.get_ref().as_table().ok_or_else(|| self.error(value.span(), form))?;
        let section = |(name, value): Entry| {
            let table = value.get_ref().as_table().ok_or_else(|| self.error(name.span(), form))?;
            Ok(ModuleSection {
                name: name.get_ref().to_string(),
                place: self.place(name.span()),
                section: self.section(&in_order(table), Some(whole))?,
            })
        };
        in_order(modules).into_iter().map(section).collect()
    }

    /// Reads the settings for all modules, or those of one module. In the second case, `whole` are the
    /// settings for all modules.
    fn section(&self, entries: &[Entry], whole: Option<&Section>) -> Result<Section, String> {
        let mut section = Section::default();
        for (key, value) in entries {
            match key.get_ref().as_ref() {
                name @ INCLUDE => section.include = Some(self.patterns(name, value)?),
                name @ EXCLUDE => section.exclude = Some(self.patterns(name, value)?),
                name => {
                    let option = Key::find(name).ok_or_else(|| self.unknown_key(key))?;
                    self.check_place(option, key.span(), &section, whole)?;
                    if let Some(values) = self.values(option, value)? {
                        self.check_value(option, &values, value.span())?;
                        section.values.set(option, values);
                    }
                }
            }
        }
        Ok(section)
    }

    /// Checks that a key may occur in a section after other keys. A setting of a module replaces the settings
    /// for all modules that contradict it, but not those for the whole project.
    fn check_place(
        &self,
        key: &Key,
        span: Range<usize>,
        section: &Section,
        whole: Option<&Section>,
    ) -> Result<(), String> {
        let name = &key.name;
        if key.is_for_whole_project && whole.is_some() {
            let problem = format!("{name} applies to the whole project; move it above the first section");
            return Err(self.error(span, &problem));
        }
        let of_whole = whole.iter().flat_map(|whole| whole.values.names());
        let of_whole = of_whole.filter(|other| Key::find(other).is_some_and(|it| it.is_for_whole_project));
        let mut others = section.values.names().chain(of_whole);
        match others.find(|other| key.conflicts.iter().any(|it| it == other)) {
            Some(other) => {
                Err(self
                    .error(span, &format!("{name} cannot be used together with {other}; remove one of them")))
            }
            None => Ok(()),
        }
    }

    fn unknown_key(&self, key: &Spanned<Cow<str>>) -> String {
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
pub fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    /// The similarity from which on clap suggests the name of an option.
    const MIN_SIMILARITY: f64 = 0.7;
    let rated = names.map(|other| (strsim::jaro(name, other), other));
    let best = rated.max_by(|(left, _), (right, _)| left.total_cmp(right))?;
    (best.0 > MIN_SIMILARITY).then_some(best.1)
}
