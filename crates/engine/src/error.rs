//! Errors of a run.

use std::path::Path;
use std::{fmt, io};

use serde::Serialize;

/// The reason why no tests were written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "error")]
pub enum Error {
    /// An error whose cause the user can remove.
    User {
        /// Kind of the cause.
        cause: Cause,
        /// What failed, and why.
        message: String,
        /// What the user can do to remove the cause; empty if no remedy is known.
        remedy: String,
    },
    /// A failure of Testudo or of the operating system.
    Internal {
        /// What failed, and why.
        message: String,
    },
}

/// Causes that the user can remove.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// Options contradict each other.
    Options,
    /// There is no usable JDK, no worker JVM starts, the sandbox is not available, or temporary files cannot
    /// be written.
    Environment,
    /// An entry of a class path is missing or cannot be read, or a library is missing.
    ClassPath,
    /// The class is not on the class path.
    ClassNotFound,
    /// The class has nothing that a test could call.
    NothingToTest,
    /// The class cannot be read, loaded, verified or initialised.
    DoesNotLoad,
    /// The test file cannot be written, or was edited by a person.
    Output,
}

impl Error {
    /// Returns an error whose cause the user can remove. `remedy` is empty if no remedy is known.
    pub(crate) fn with_remedy(cause: Cause, message: String, remedy: String) -> Error {
        Error::User { cause, message, remedy }
    }

    /// Returns an error whose cause the user can remove. A message of the form "what failed; what to do" is
    /// split at the last semicolon. So the message must not end with text from outside the program.
    pub(crate) fn user(cause: Cause, message: &dyn fmt::Display) -> Error {
        let text = message.to_string();
        match text.rsplit_once("; ") {
            Some((message, remedy)) => {
                Error::User { cause, message: message.to_owned(), remedy: remedy.to_owned() }
            }
            None => Error::User { cause, message: text, remedy: String::new() },
        }
    }

    /// Returns the error that Testudo cannot write temporary files to `folder`.
    pub fn unwritable_temporary_folder(folder: &Path, error: &io::Error) -> Error {
        let message = format!(
            "cannot write temporary files to {}: {error}; set TMPDIR to a writable folder with free space",
            folder.display()
        );
        Error::user(Cause::Environment, &message)
    }

    /// Returns the cause that the user can remove, if there is one.
    pub fn cause(&self) -> Option<Cause> {
        match self {
            Error::User { cause, .. } => Some(*cause),
            Error::Internal { .. } => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Error::User { message, remedy, .. } if !remedy.is_empty() => write!(out, "{message}; {remedy}"),
            Error::User { message, .. } | Error::Internal { message } => out.write_str(message),
        }
    }
}

impl std::error::Error for Error {}

impl From<vm::Error> for Error {
    fn from(error: vm::Error) -> Error {
        match error {
            vm::Error::Poll(_) => Error::Internal { message: error.to_string() },
            vm::Error::Scratch { .. } | vm::Error::Launch { .. } | vm::Error::Confine { .. } => {
                Error::user(Cause::Environment, &error)
            }
            vm::Error::Start { .. } => {
                let remedy = "check that this JDK works and that enough memory is free";
                Error::with_remedy(Cause::Environment, error.to_string(), remedy.to_owned())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_error_separates_the_remedy_from_the_message() {
        let error = Error::user(Cause::ClassPath, &"a.jar is missing; check --classpath");
        let Error::User { message, remedy, .. } = &error else { panic!("{error}") };
        assert_eq!((&**message, &**remedy), ("a.jar is missing", "check --classpath"));
        assert_eq!(error.to_string(), "a.jar is missing; check --classpath");
    }

    #[test]
    fn the_output_of_a_worker_is_not_a_remedy() {
        let output = "first line\nmmap failed; errno=12".to_owned();
        let error = Error::from(vm::Error::Start { java: "java".into(), attempts: 3, output });
        let Error::User { message, remedy, .. } = &error else { panic!("{error}") };
        assert!(message.ends_with("mmap failed; errno=12"), "{message}");
        assert_eq!(remedy, "check that this JDK works and that enough memory is free");
    }
}
