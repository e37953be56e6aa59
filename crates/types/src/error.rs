//! What can be wrong with a class path or a JDK.

use std::{io, path::PathBuf};

/// Why a class path or a JDK cannot be used, and what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A class path entry is not there.
    #[error("class path entry {} does not exist; build the project first or correct the class path", .path.display())]
    MissingEntry {
        /// The entry as given.
        path: PathBuf,
    },
    /// A file on the class path is no jar or is damaged.
    #[error("{} is not a jar or is damaged ({reason}); rebuild it or fetch it again", .path.display())]
    DamagedJar {
        /// The file.
        path: PathBuf,
        /// What the reader stumbled on.
        reason: String,
    },
    /// The system refused to read a file or a folder.
    #[error("cannot read {}: {source}; check that it exists and that you may read it", .path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// No JDK was named and none was found.
    #[error("no JDK found; install one (8 or newer), or set JAVA_HOME to the folder of one")]
    NoJdk,
    /// A folder holds no Java at all, or one of an unknown layout.
    #[error(
        "{} is not the folder of a JDK: neither lib/modules nor jre/lib/rt.jar is in it; name a JDK's folder",
        .home.display()
    )]
    NotAJdk {
        /// The folder.
        home: PathBuf,
    },
    /// A Java runtime without a compiler.
    #[error("{} is a Java runtime without javac; install a full JDK (8 or newer) and name its folder", .home.display())]
    NoCompiler {
        /// The folder.
        home: PathBuf,
    },
    /// A JDK older than 8.
    #[error("the JDK in {} is version {version}; use version 8 or newer", .home.display())]
    JdkTooOld {
        /// The folder.
        home: PathBuf,
        /// Its feature version.
        version: u32,
    },
    /// The class file image of a JDK cannot be read.
    #[error("{} is damaged ({reason}); reinstall the JDK", .path.display())]
    DamagedImage {
        /// `lib/modules`.
        path: PathBuf,
        /// What is wrong with it.
        reason: &'static str,
    },
}
