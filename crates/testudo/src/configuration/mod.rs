//! The configuration of a run for a project: the command line, and the file `testudo.toml` at the root of the
//! project.
//!
//! The keys of the file are the options of `testudo generate`. An option of the command line has precedence
//! over the file, and the section of a module has precedence over the settings for all modules.

mod file;
mod keys;
mod reader;
mod template;
mod values;

use std::path::Path;

use clap::ArgMatches;
use maintain::Pattern;

use crate::arguments::Generate;
pub use file::NAME;
use file::{File, Section};
pub use template::template;
use values::Values;

/// The configuration of a run for a project.
pub struct Configuration {
    /// The options for the whole project.
    pub whole: Generate,
    command_line: Values,
    /// The patterns of the command line.
    patterns: Vec<Pattern>,
    file: File,
}

/// The options for one module.
pub struct ModuleConfiguration {
    /// The options.
    pub options: Generate,
    /// Patterns of the classes that get tests. Empty: all classes.
    pub include: Vec<Pattern>,
    /// Patterns of the classes that get no tests.
    pub exclude: Vec<Pattern>,
}

impl Configuration {
    /// Reads the configuration of the project in a folder. `matches` is the parsed command line of
    /// `testudo generate`.
    ///
    /// # Errors
    /// Returns a message if the file is invalid, or if options contradict each other.
    pub fn read(root: &Path, matches: &ArgMatches) -> Result<Configuration, String> {
        let file = File::read(root)?;
        let command_line = Values::of_command_line(matches);
        let whole = file.settings.values.clone().overridden_by(&command_line).parse()?;
        let patterns = whole.patterns.iter().map(|text| Pattern::new(text)).collect();
        let configuration = Configuration { whole, command_line, patterns, file };
        let sections = &configuration.file.modules;
        let places = std::iter::once(None).chain(sections.iter().map(|module| Some(&module.section)));
        for section in places {
            configuration.options(section)?.configuration()?;
        }
        Ok(configuration)
    }

    /// Returns the options of each module of a project. `modules` are the names of the modules.
    ///
    /// # Errors
    /// Returns a message if the file has a section for a module that does not exist. If `is_complete` is
    /// false, the project can have further modules, and such a section is no error.
    pub fn of_modules(
        &self,
        modules: &[&str],
        is_complete: bool,
    ) -> Result<Vec<ModuleConfiguration>, String> {
        let sections = self.file.sections_of(modules, is_complete)?;
        sections.into_iter().map(|section| self.of_module(section)).collect()
    }

    fn of_module(&self, section: Option<&Section>) -> Result<ModuleConfiguration, String> {
        let top = &self.file.settings;
        let of_file = |list: fn(&Section) -> &Option<Vec<Pattern>>| {
            section
                .and_then(|section| list(section).clone())
                .or_else(|| list(top).clone())
                .unwrap_or_default()
        };
        let include = if self.patterns.is_empty() {
            of_file(|section| &section.include)
        } else {
            self.patterns.clone()
        };
        let exclude = of_file(|section| &section.exclude);
        Ok(ModuleConfiguration { options: self.options(section)?, include, exclude })
    }

    fn options(&self, section: Option<&Section>) -> Result<Generate, String> {
        let mut values = self.file.settings.values.clone();
        if let Some(section) = section {
            values = values.overridden_by(&section.values);
        }
        values.overridden_by(&self.command_line).parse()
    }
}
