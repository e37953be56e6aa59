//! Errors of a run.

use std::path::Path;
use std::{fmt, io};

use serde::Serialize;

/// Why no tests were written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "error")]
pub enum Error {
    /// The user can remove the cause.
    User {
        /// What is wrong.
        cause: Cause,
        /// What failed, and why.
        message: String,
        /// What the user can do; empty if the message contains the remedy.
        remedy: String,
    },
    /// Testudo failed, or the system did.
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
    /// There is no usable JDK, the sandbox is not available, or there is no room for temporary files.
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
    /// Returns an error that the user can correct. A message of the form "what failed; what to do" is split
    /// at the last semicolon.
    pub(crate) fn user(cause: Cause, message: &dyn fmt::Display) -> Error {
        let text = message.to_string();
        match text.rsplit_once("; ") {
            Some((message, remedy)) => {
                Error::User { cause, message: message.to_owned(), remedy: remedy.to_owned() }
            }
            None => Error::User { cause, message: text, remedy: String::new() },
        }
    }

    /// Returns the error of a folder for temporary files that cannot be written to.
    pub fn no_room(folder: &Path, error: &io::Error) -> Error {
        let message = format!(
            "cannot write temporary files to {}: {error}; set TMPDIR to a folder with free space",
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
            vm::Error::Scratch { .. } | vm::Error::Launch { .. } | vm::Error::Start { .. } => {
                Error::user(Cause::Environment, &error)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_of_the_user_separates_the_remedy() {
        let error = Error::user(Cause::ClassPath, &"a.jar is missing; check --classpath");
        let Error::User { message, remedy, .. } = &error else { panic!("{error}") };
        assert_eq!((&**message, &**remedy), ("a.jar is missing", "check --classpath"));
        assert_eq!(error.to_string(), "a.jar is missing; check --classpath");
    }
}
