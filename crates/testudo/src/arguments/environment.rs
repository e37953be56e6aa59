//! Arguments for the environment of the code under test: JDK, workers and sandbox.

use std::path::PathBuf;

use clap::Args;
use engine::{PlatformRequest, Sandbox};

use super::variant;

/// The environment of the code under test.
#[derive(Clone, Debug, Args)]
pub struct Environment {
    /// JDK, version 8 or later [default: of the build, or JAVA_HOME]
    #[arg(long, value_name = "DIR")]
    pub jdk: Option<PathBuf>,
    /// Number of worker JVMs per class [default: by number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub workers: Option<u16>,
    /// Sandbox for the code under test: on, weak or off
    #[arg(long, value_name = "MODE", default_value = "on", value_parser = variant::<Sandbox>(), hide_possible_values = true)]
    pub sandbox: Sandbox,
}

impl Environment {
    /// Returns the request for a platform with the JDK, the workers and the sandbox.
    pub fn platform(&self) -> PlatformRequest {
        PlatformRequest {
            jdk: self.jdk.clone(),
            workers: self.workers.map(usize::from),
            sandbox: self.sandbox,
            ..PlatformRequest::default()
        }
    }
}
