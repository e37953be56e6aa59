//! Values of options, as on a command line.

use std::collections::BTreeMap;
use std::ffi::OsString;

use clap::ArgMatches;
use clap::error::{ContextKind, ErrorKind};
use clap::parser::ValueSource;

use super::keys::{Key, Kind, keys};
use crate::arguments::{self, Generate};

/// Values of options, by the name of the option. A switch that is on has no value.
#[derive(Clone, Debug, Default)]
pub struct Values {
    options: BTreeMap<&'static str, Vec<OsString>>,
    /// Patterns of classes.
    patterns: Vec<OsString>,
}

impl Values {
    /// Returns the values that the command line of `testudo generate` contains.
    pub fn of_command_line(matches: &ArgMatches) -> Values {
        let given = |id: &str| {
            let is_given = matches.value_source(id) == Some(ValueSource::CommandLine);
            matches.get_raw(id).filter(|_| is_given).map(|values| values.map(OsString::from).collect())
        };
        let option = |key: &'static Key| {
            let values: Vec<OsString> = given(key.option.get_id().as_str())?;
            Some((key.name.as_str(), if key.kind == Kind::Switch { Vec::new() } else { values }))
        };
        Values {
            options: keys().iter().filter_map(option).collect(),
            patterns: given("patterns").unwrap_or_default(),
        }
    }

    /// Sets the values of an option.
    pub fn set(&mut self, key: &'static Key, values: Vec<OsString>) {
        self.options.insert(&key.name, values);
    }

    /// Returns the names of the options.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.options.keys().copied()
    }

    /// Returns these values, changed by values with precedence: these replace the values of the same options,
    /// and remove the options that conflict with theirs.
    pub fn overridden_by(mut self, other: &Values) -> Values {
        for (name, values) in &other.options {
            let conflicts = &Key::find(name).expect("the option is a key").conflicts;
            self.options.retain(|option, _| !conflicts.iter().any(|conflict| conflict == option));
            self.options.insert(name, values.clone());
        }
        if !other.patterns.is_empty() {
            self.patterns.clone_from(&other.patterns);
        }
        self
    }

    /// Parses the values like a command line.
    ///
    /// # Errors
    /// Returns a message if a value is invalid.
    pub fn parse(&self) -> Result<Generate, String> {
        let mut arguments: Vec<OsString> = Vec::new();
        for (name, values) in &self.options {
            let is_switch = Key::find(name).is_some_and(|key| key.kind == Kind::Switch);
            arguments.extend(is_switch.then(|| format!("--{name}").into()));
            for value in values {
                let mut argument = OsString::from(format!("--{name}="));
                argument.push(value);
                arguments.push(argument);
            }
        }
        arguments.push("--".into());
        arguments.extend(self.patterns.iter().cloned());
        arguments::parse_generate(arguments).map_err(|error| reason(&error))
    }
}

/// Returns the reason of an error of clap in one line, without the advice about the command line.
fn reason(error: &clap::Error) -> String {
    let text = error.to_string();
    let lines = text.lines().take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
    let lines: Vec<&str> = lines.map(str::trim).filter(|line| !line.is_empty()).collect();
    let text = lines.join("; ");
    let text = text.strip_prefix("error: ").unwrap_or(&text).replacen("; [", " [", 1);
    match error.get(ContextKind::InvalidArg) {
        Some(option) if matches!(error.kind(), ErrorKind::InvalidValue | ErrorKind::ValueValidation) => {
            text.replacen(&format!(" for '{option}'"), "", 1)
        }
        _ => text,
    }
}
