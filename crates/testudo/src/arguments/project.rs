//! Arguments for the project whose build delivers the classes.

use clap::Args;
use project::LoadOptions;

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
    /// Do not run the new tests in the build of the project
    #[arg(long, conflicts_with = "classpath")]
    pub no_build_check: bool,
    /// Change earlier tests that no longer pass, so that they expect the new behaviour
    #[arg(long, conflicts_with = "classpath")]
    pub accept: bool,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_property_without_a_value_is_true() {
        assert_eq!(property("a=b=c"), Ok(("a".to_owned(), "b=c".to_owned())));
        assert_eq!(property("a"), Ok(("a".to_owned(), "true".to_owned())));
        assert!(property("=b").unwrap_err().contains("NAME=VALUE"));
    }
}
