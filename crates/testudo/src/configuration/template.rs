//! The file that `testudo init` writes.

use super::keys::{Key, Kind, keys};

/// Values of keys without a default value, as examples.
const EXAMPLES: [(&str, &str); 17] = [
    ("profile", "[\"ci\"]"),
    ("define", "[\"skipChecks=true\"]"),
    ("since", "\"main\""),
    ("shard", "\"1/4\""),
    ("ci", "\"github\""),
    ("jdk", "\"/usr/lib/jvm/java-21\""),
    ("workers", "2"),
    ("time", "\"10s\""),
    ("tests", "10000"),
    ("total-time", "\"20m\""),
    ("jobs", "2"),
    ("output", "\"src/test/generated\""),
    ("framework", "\"junit5\""),
    ("assertions", "\"plain\""),
    ("mocks", "\"mockito\""),
    ("release", "17"),
    ("report", "\"target/testudo\""),
];

/// The part before the keys of the options.
const HEAD: &str = "\
# Configuration of `testudo generate` for this project. All settings are optional: remove the # in front of
# those that you need. An option of the command line has precedence over this file.

# Classes that get tests: names, or patterns in which * stands for any characters [default: all classes].
# Synthetic and generated classes never get tests: classes with an annotation @Generated, and classes whose
# sources the build generates.
#include = [\"com.acme.*\", \"Invoice\"]

# Classes that get no tests
#exclude = [\"com.acme.internal.*\"]
";

/// The part after the keys of the options.
const TAIL: &str = "
# `testudo generate --help-research` describes the options for research, which are keys, too.

# The settings of one module replace those above: classes, budget, style, JDK, workers and sandbox.
# The name is that of the module, or its last part: core for com.acme:core in Maven, or for :core in Gradle.
#[module.core]
#time = \"30s\"
#exclude = [\"com.acme.core.Main\"]
";

/// Returns the text of a file in which each setting is a comment.
pub fn template() -> String {
    let mut text = HEAD.to_owned();
    for key in keys().iter().filter(|key| !key.option.is_hide_set()) {
        let help = key.option.get_help().map(ToString::to_string).unwrap_or_default();
        text += &format!("\n# {help}\n#{} = {}\n", key.name, value(key));
    }
    text + TAIL
}

/// Returns the default value of a key, or an example.
fn value(key: &Key) -> String {
    let example = EXAMPLES.iter().find(|(name, _)| *name == key.name).map(|(_, value)| (*value).to_owned());
    let default = || {
        let text = key.option.get_default_values().first()?.to_str()?;
        Some(if key.kind == Kind::Number { text.to_owned() } else { format!("\"{text}\"") })
    };
    match key.kind {
        Kind::Switch => "true".to_owned(),
        _ => example.or_else(default).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::file::File;
    use super::*;

    #[test]
    fn the_template_is_valid_and_each_of_its_settings_is_valid_alone() {
        let text = template();
        assert!(File::parse(&text).unwrap().settings.values.names().next().is_none());
        let settings: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix('#').filter(|rest| !rest.starts_with(' ')))
            .collect();
        for setting in &settings {
            assert!(File::parse(setting).is_ok(), "{setting}: {:?}", File::parse(setting));
        }
        for key in keys().iter().filter(|key| !key.option.is_hide_set()) {
            assert!(settings.iter().any(|it| it.starts_with(&format!("{} = ", key.name))), "{}", key.name);
        }
    }
}
