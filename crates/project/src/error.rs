//! Errors of builds.

use std::io;
use std::path::PathBuf;

use crate::CompileError;

/// The failure of a build.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the project's build failed; {}, then run Testudo again; this command repeats the build: {command}; {}",
    self.remedy(),
    self.shown_output()
)]
pub struct BuildFailure {
    /// A shell command that repeats the build.
    pub command: String,
    /// The last 40 lines of the output of the build, without stack frames of Java exceptions.
    pub output: String,
    /// The compile errors.
    pub compile_errors: Vec<CompileError>,
    /// The oldest version of Java that the build needs, if the JDK is older.
    pub needed_java: Option<u32>,
}

impl BuildFailure {
    fn shown_output(&self) -> String {
        match self.output.is_empty() {
            true => "it printed nothing".to_owned(),
            false => format!("the last lines of its output:\n{}", self.output),
        }
    }

    fn remedy(&self) -> String {
        match self.needed_java {
            Some(version) => format!("it needs a newer JDK: set JAVA_HOME to a JDK {version} or later"),
            None => "correct the errors that it reports".to_owned(),
        }
    }
}

/// The reason why a build delivered no facts or no test results.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The folder has no build file.
    #[error(
        "the folder {} contains no build file: neither pom.xml nor build.gradle, build.gradle.kts, \
         settings.gradle or settings.gradle.kts; run Testudo in the folder of a Maven or Gradle project, or \
         name the compiled classes with --classpath",
        folder.display()
    )]
    NoBuildFile {
        /// The folder that the build file was expected in.
        folder: PathBuf,
    },
    /// The project has no wrapper, and the build tool is not on the `PATH`.
    #[error(
        "the project needs {tool}, but there is no program {program} on the PATH; install {tool} (for example \
         with `apt-get install {package}` or `brew install {package}`), or add the wrapper of {tool} to the \
         project with `{program} {wrapper_task}`"
    )]
    MissingTool {
        /// The name of the build tool: `Maven` or `Gradle`.
        tool: &'static str,
        /// The program: `mvn` or `gradle`.
        program: &'static str,
        /// The name of the package that contains the build tool.
        package: &'static str,
        /// The argument of the program that creates the wrapper.
        wrapper_task: &'static str,
    },
    /// The options name profiles, but the project uses Gradle.
    #[error("Gradle has no profiles, but the options name the profile {profile}; remove the option")]
    ProfileForGradle {
        /// The first profile that the options name.
        profile: String,
    },
    /// The build ended with an error, before it compiled a module.
    #[error("{0}")]
    BuildFailed(BuildFailure),
    /// The run of tests ended before all tests.
    #[error(
        "a test does not end, or the JVM of the tests ends early; this command repeats the run: {}; {}",
        .0.command, .0.shown_output()
    )]
    EndedEarly(BuildFailure),
    /// The build succeeded, but the facts are missing or cannot be read.
    #[error(
        "the project's build succeeded, but {problem}; the build tool may be older than Maven 3.6 or Gradle \
         4.4; update it, or name the compiled classes with --classpath; this was the build: {command}"
    )]
    NoFacts {
        /// What is missing or cannot be read.
        problem: String,
        /// The shell command that runs the same build.
        command: String,
    },
    /// The caller cancelled the build.
    #[error("the project's build was cancelled")]
    Cancelled,
    /// A file or folder cannot be read or written, or a program cannot be started.
    #[error("cannot {action}: {error}")]
    Io {
        /// What failed, in the infinitive: `read the folder /a`.
        action: String,
        /// Why it failed.
        error: io::Error,
    },
}

impl Error {
    /// Returns a function that converts an I/O error. `action` states what failed, in the infinitive.
    pub(crate) fn io(action: impl Into<String>) -> impl FnOnce(io::Error) -> Error {
        move |error| Error::Io { action: action.into(), error }
    }
}
