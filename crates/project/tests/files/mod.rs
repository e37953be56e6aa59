//! Folders with the files of small projects.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

/// A temporary folder.
pub struct Folder(TempDir);

impl Folder {
    /// Creates an empty folder.
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a temporary folder can be created"))
    }

    /// Returns the folder's path without links.
    pub fn root(&self) -> PathBuf {
        self.0.path().canonicalize().expect("the folder exists")
    }

    /// Returns the absolute path of a file.
    pub fn path(&self, name: &str) -> PathBuf {
        self.root().join(name)
    }

    /// Writes a file, and returns its path.
    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("the path has a folder")).expect("a folder can be created");
        fs::write(&path, text).expect("the file can be written");
        path
    }
}

/// Returns the names of the classes of a module that tests can be generated for.
pub fn class_names(module: &project::Module) -> Vec<String> {
    module.class_names(&project::ClassFiles::read(std::slice::from_ref(module)).unwrap())
}
