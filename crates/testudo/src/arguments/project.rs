//! Arguments for the project whose build delivers the classes.

use clap::Args;
use maintain::Shard;
use project::LoadOptions;
use strum::{EnumMessage, EnumString, IntoStaticStr, VariantArray};

use super::variant;

/// The project, and what its build is told. The options apply without `--classpath` only.
#[derive(Clone, Debug, Default, Args)]
pub struct Project {
    /// Profile of Maven; repeat the option for more profiles
    #[arg(long, short = 'P', value_name = "NAME", conflicts_with = "classpath")]
    pub profile: Vec<String>,
    /// Property for the build of the project
    #[arg(long = "define", short = 'D', value_name = "NAME=VALUE", value_parser = property, conflicts_with = "classpath")]
    pub properties: Vec<(String, String)>,
    /// Run the build of the project without network
    #[arg(long, conflicts_with = "classpath")]
    pub offline: bool,
    /// Only classes whose source has changed since a git revision
    #[arg(long, value_name = "REVISION", conflicts_with = "classpath")]
    pub since: Option<String>,
    /// Only part I of N parts of the classes, for several machines
    #[arg(long, value_name = "I/N", value_parser = shard, conflicts_with = "classpath")]
    pub shard: Option<Shard>,
    /// Do not run the new tests in the project's build
    #[arg(long, conflicts_with = "classpath")]
    pub no_build_check: bool,
    /// Change earlier tests that no longer pass: expect new behaviour
    #[arg(long, conflicts_with = "classpath")]
    pub accept: bool,
    /// Print findings as annotations for a CI service: github
    #[arg(long, value_name = "NAME", value_parser = variant::<Ci>(), hide_possible_values = true, conflicts_with = "classpath")]
    pub ci: Option<Ci>,
}

/// A CI service that shows annotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumMessage, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Ci {
    /// GitHub Actions
    Github,
}

impl Project {
    /// Returns the options of the build.
    pub fn load_options(&self) -> LoadOptions {
        LoadOptions {
            profiles: self.profile.clone(),
            properties: self.properties.clone(),
            offline: self.offline,
        }
    }
}

/// Parses a property. Without a value, the value is `true`, as for Maven.
fn property(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, "true"));
    if name.is_empty() {
        return Err("a property needs a name; write NAME=VALUE".to_owned());
    }
    Ok((name.to_owned(), value.to_owned()))
}

/// Parses a shard, such as `3/16`.
fn shard(text: &str) -> Result<Shard, String> {
    let parse = || {
        let (index, count) = text.split_once('/')?;
        Shard::new(index.parse().ok()?, count.parse().ok()?)
    };
    parse().ok_or_else(|| {
        "a shard is a number and the number of shards, such as 1/4, 2/4, 3/4 and 4/4".to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shard_that_does_not_exist_is_refused() {
        assert!(shard("4/4").is_ok());
        for text in ["0/4", "5/4", "1/0", "1", "a/b", ""] {
            assert!(shard(text).unwrap_err().contains("1/4"), "{text}");
        }
    }

    #[test]
    fn a_property_without_a_value_is_true() {
        assert_eq!(property("a=b=c"), Ok(("a".to_owned(), "b=c".to_owned())));
        assert_eq!(property("a"), Ok(("a".to_owned(), "true".to_owned())));
        assert!(property("=b").unwrap_err().contains("NAME=VALUE"));
    }
}
