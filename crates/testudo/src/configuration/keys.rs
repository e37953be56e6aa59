//! The keys of `testudo.toml`. They are the options of `testudo generate`, so that there is one list of
//! options.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use clap::{Arg, ArgAction, ArgGroup, Command, CommandFactory};

use crate::arguments::Cli;

/// Options that are no keys: options of `--classpath`, and the help.
const NOT_IN_FILE: [&str; 8] = [
    "classpath",
    "class",
    "test-classpath",
    "existing-tests",
    "nested",
    "search-only",
    "timeline",
    "help-research",
];

/// Keys that concern the whole project, so that a section of a module must not contain them.
const WHOLE_PROJECT: [&str; 14] = [
    "profile",
    "define",
    "offline",
    "since",
    "shard",
    "no-build-check",
    "accept",
    "ci",
    "total-time",
    "jobs",
    "output",
    "force",
    "json",
    "report",
];

/// A key of `testudo.toml`.
pub struct Key {
    /// The name: the long name of the option.
    pub name: String,
    /// The type of the value.
    pub kind: Kind,
    /// Whether the key concerns the whole project.
    pub is_for_whole_project: bool,
    /// The names of the options that must not occur together with this one.
    pub conflicts: Vec<String>,
    /// The definition of the option.
    pub option: Arg,
}

/// The type of the value of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An option without a value: true or false.
    Switch,
    /// A boolean value.
    Boolean,
    /// A number.
    Number,
    /// A text.
    Text,
    /// A list of texts.
    List,
}

impl Key {
    /// Returns the key with a name.
    pub fn find(name: &str) -> Option<&'static Key> {
        keys().iter().find(|key| key.name == name)
    }
}

/// Returns all keys, in the order of the options.
pub fn keys() -> &'static [Key] {
    static KEYS: LazyLock<Vec<Key>> = LazyLock::new(|| {
        let command = command();
        let conflicts = conflicts(&command);
        let options = command.get_arguments().filter_map(|option| Some((option.get_long()?, option)));
        let options = options.filter(|(name, option)| {
            !option.is_global_set()
                && !NOT_IN_FILE.contains(name)
                && !matches!(option.get_action(), ArgAction::Help)
        });
        let key = |(name, option): (&str, &Arg)| Key {
            name: name.to_owned(),
            kind: kind(option),
            is_for_whole_project: WHOLE_PROJECT.contains(&name),
            conflicts: conflicts.get(name).cloned().unwrap_or_default(),
            option: option.clone(),
        };
        options.map(key).collect()
    });
    &KEYS
}

/// Returns the command `testudo generate`.
fn command() -> Command {
    let mut cli = Cli::command();
    cli.build();
    cli.find_subcommand("generate").expect("it is a command").clone()
}

fn kind(option: &Arg) -> Kind {
    let value = option.get_value_parser().type_id();
    let numbers = [
        TypeId::of::<u8>(),
        TypeId::of::<u16>(),
        TypeId::of::<u32>(),
        TypeId::of::<u64>(),
        TypeId::of::<f64>(),
    ];
    match option.get_action() {
        ArgAction::SetTrue => Kind::Switch,
        ArgAction::Append => Kind::List,
        _ if value == TypeId::of::<bool>() => Kind::Boolean,
        _ if numbers.iter().any(|&number| value == number) => Kind::Number,
        _ => Kind::Text,
    }
}

/// Returns for each option the options that must not occur together with it.
fn conflicts(command: &Command) -> BTreeMap<String, Vec<String>> {
    let name = |option: &Arg| option.get_long().map(str::to_owned);
    let of_options = command.get_arguments().flat_map(|option| {
        command.get_arg_conflicts_with(option).into_iter().map(move |other| (name(option), name(other)))
    });
    let exclusive = command.get_groups().filter(|group| !ArgGroup::is_multiple(&mut (*group).clone()));
    let of_groups = exclusive.flat_map(|group| {
        let members = || {
            let is_member = |option: &&Arg| group.get_args().any(|id| id == option.get_id());
            command.get_arguments().filter(is_member)
        };
        let pair = |option| members().map(move |other| (name(option), name(other)));
        members().flat_map(pair).filter(|(left, right)| left != right).collect::<Vec<_>>()
    });
    let mut conflicts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (left, right) in of_options.chain(of_groups) {
        let (Some(left), Some(right)) = (left, right) else { continue };
        conflicts.entry(left.clone()).or_default().push(right.clone());
        conflicts.entry(right).or_default().push(left);
    }
    conflicts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_for_projects_is_a_key_and_every_key_is_an_option() {
        let command = command();
        let options: Vec<&str> = command
            .get_arguments()
            .filter(|option| !option.is_global_set() && !matches!(option.get_action(), ArgAction::Help))
            .filter_map(Arg::get_long)
            .collect();
        let keys: Vec<&str> = keys().iter().map(|key| key.name.as_str()).collect();
        for option in &options {
            assert!(keys.contains(option) != NOT_IN_FILE.contains(option), "{option}");
        }
        let named = keys.iter().chain(&NOT_IN_FILE).chain(&WHOLE_PROJECT);
        named.for_each(|name| assert!(options.contains(name), "{name}"));
    }

    #[test]
    fn the_types_and_conflicts_of_keys_are_those_of_the_options() {
        let kind = |name| Key::find(name).unwrap().kind;
        assert_eq!([kind("offline"), kind("stop-when-stale")], [Kind::Switch, Kind::Boolean]);
        assert_eq!([kind("jobs"), kind("crossover-rate"), kind("seed")], [Kind::Number; 3]);
        assert_eq!([kind("time"), kind("framework"), kind("jdk")], [Kind::Text; 3]);
        assert_eq!([kind("profile"), kind("define"), kind("criteria")], [Kind::List; 3]);
        let conflicts = |name| &Key::find(name).unwrap().conflicts;
        for (left, right) in [("time", "tests"), ("tests", "total-time"), ("total-time", "tests")] {
            assert!(conflicts(left).iter().any(|it| it == right), "{left} {right}");
        }
        assert!(!conflicts("time").iter().any(|it| it == "total-time"));
    }
}
