//! Arguments for the code under test and its environment: class path, classes, JDK, workers and sandbox.

use std::path::PathBuf;

use clap::Args;
use engine::{PlatformRequest, Sandbox};

use super::{files, variant};

/// The code under test and its environment.
#[derive(Clone, Debug, Args)]
pub struct Code {
    /// Jars and folders with the classes; @FILE reads the list from a file
    #[arg(long, short = 'c', value_name = "PATH", required = true, value_parser = files::class_path)]
    pub classpath: files::ClassPath,
    /// Fully qualified name of a class; repeat the option for more classes
    #[arg(long = "class", value_name = "NAME", required = true)]
    pub classes: Vec<String>,
    /// JDK, version 8 or later [default: JAVA_HOME, javac on the PATH, or
    /// a standard folder]
    #[arg(long, value_name = "DIR")]
    pub jdk: Option<PathBuf>,
    /// Number of worker JVMs; affects speed only [default: cores minus one]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub workers: Option<u16>,
    /// Sandbox for the code under test: on, weak (also run code if a part is missing) or off
    #[arg(long, value_name = "MODE", default_value = "on", value_parser = variant::<Sandbox>(), hide_possible_values = true)]
    pub sandbox: Sandbox,
}

impl Code {
    /// Returns the request for the platform: the class path, the JDK, the workers and the sandbox.
    pub fn platform(&self) -> PlatformRequest {
        PlatformRequest {
            class_path: self.classpath.0.clone(),
            classes: self.classes.clone(),
            jdk: self.jdk.clone(),
            workers: self.workers.map(usize::from),
            sandbox: self.sandbox,
            ..PlatformRequest::default()
        }
    }
}
