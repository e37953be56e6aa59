//! Errors of class paths and JDKs.

use std::{io, path::PathBuf};

/// The reason why a class path or a JDK cannot be used, and the remedy.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A class path entry does not exist.
    #[error("class path entry {} does not exist; build the project first, or correct the class path", .path.display())]
    MissingEntry {
        /// The entry, as the user wrote it.
        path: PathBuf,
    },
    /// A file on the class path is not a jar, or is damaged.
    #[error("{} is not a jar, or is damaged ({reason}); build or download it again", .path.display())]
    DamagedJar {
        /// The file.
        path: PathBuf,
        /// The message of the zip reader.
        reason: String,
    },
    /// The system refused to read a file or a folder.
    #[error("cannot read {}: {source}; check that it exists and that its permissions allow reading", .path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The user named no JDK, and the search found none.
    #[error("no JDK found; install one (8 or newer), or set JAVA_HOME to the folder of a JDK")]
    NoJdk,
    /// A folder is not a Java installation, or has an unknown layout.
    #[error(
        "{} is not the folder of a JDK: it has neither lib/modules nor jre/lib/rt.jar; name another folder with --jdk or JAVA_HOME",
        .home.display()
    )]
    NotAJdk {
        /// The folder.
        home: PathBuf,
    },
    /// A Java installation has no compiler.
    #[error("{} is a Java runtime without javac; install a full JDK (8 or newer), and name its folder with --jdk or JAVA_HOME", .home.display())]
    NoCompiler {
        /// The folder.
        home: PathBuf,
    },
    /// A JDK is older than version 8.
    #[error("the JDK in {} is version {version}; use version 8 or newer", .home.display())]
    JdkTooOld {
        /// The folder.
        home: PathBuf,
        /// The feature version of the JDK.
        version: u32,
    },
    /// The class file image of a JDK cannot be read.
    #[error("{} is damaged ({reason}); reinstall the JDK", .path.display())]
    DamagedImage {
        /// The path of `lib/modules`.
        path: PathBuf,
        /// The damage, such as `truncated header`.
        reason: &'static str,
    },
}
