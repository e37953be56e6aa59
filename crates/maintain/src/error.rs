//! Errors of this crate.

use std::io;
use std::path::{Path, PathBuf};

/// The reason why a plan or a check failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The project's own build failed.
    #[error(transparent)]
    Project(#[from] project::Error),
    /// No class of the project matches a pattern.
    #[error("{}no class of the project matches {pattern}{}", prefix(place.as_deref()), advice(suggestion.as_deref()))]
    NoMatch {
        /// The pattern.
        pattern: String,
        /// The place of the pattern, if it is in a file.
        place: Option<String>,
        /// The class with the most similar name.
        suggestion: Option<String>,
    },
    /// A pattern matches only classes that another pattern excludes.
    #[error(
        "{place}: this pattern excludes all classes that match {pattern}, such as {class}; change one of the patterns"
    )]
    Excluded {
        /// The pattern.
        pattern: String,
        /// A class that matches the pattern.
        class: String,
        /// The place of the other pattern.
        place: String,
    },
    /// The changes since a revision of git are unknown.
    #[error("--since {revision}: {reason}; name a commit, tag or branch of the repository of this project")]
    Revision {
        /// The revision.
        revision: String,
        /// Why the changes are unknown.
        reason: String,
    },
    /// A test file contains a syntax error, so new tests cannot be added to it.
    #[error("{} contains a syntax error, so new tests cannot be added; correct the file, or replace it with --force", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
    },
    /// A file cannot be read or written.
    #[error("cannot {action} {}: {error}", path.display())]
    Io {
        /// The verb: `read`, `write` or `remove`.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// Error of the operating system.
        error: io::Error,
    },
}

fn prefix(place: Option<&str>) -> String {
    place.map_or_else(String::new, |place| format!("{place}: "))
}

fn advice(suggestion: Option<&str>) -> String {
    match suggestion {
        Some(name) => format!("; did you mean {name}?"),
        None => "; name a class, or write a pattern such as 'com.acme.*'".to_owned(),
    }
}

impl Error {
    /// Returns a function that converts an I/O error.
    pub(crate) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Error {
        let path = path.to_owned();
        move |error| Error::Io { action, path, error }
    }
}
