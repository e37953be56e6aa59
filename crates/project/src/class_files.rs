//! The class files of a project. Each file is read once, also if several modules use it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::files::files;
use crate::{Error, Module};

/// The class files in the folders of the class paths of some modules.
#[derive(Clone, Debug, Default)]
pub struct ClassFiles {
    folders: BTreeMap<PathBuf, Vec<ClassFile>>,
}

/// A class file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassFile {
    /// The path below the folder, with slashes and without `.class`. Usually it is the internal name of the
    /// class.
    pub name: String,
    /// The content.
    pub content: Vec<u8>,
}

impl ClassFiles {
    /// Reads the main classes of modules, and the folders on the class paths of their main classes.
    ///
    /// # Errors
    /// Returns an error if a folder or file cannot be read.
    pub fn read(modules: &[Module]) -> Result<ClassFiles, Error> {
        let mut found = ClassFiles::default();
        for folder in modules.iter().flat_map(Module::class_folders) {
            if !found.folders.contains_key(folder) {
                found.folders.insert(folder.clone(), read_folder(folder)?);
            }
        }
        Ok(found)
    }

    /// Returns the folders and their class files, both sorted by path.
    pub fn folders(&self) -> impl Iterator<Item = (&Path, &[ClassFile])> {
        self.folders.iter().map(|(folder, files)| (folder.as_path(), files.as_slice()))
    }

    /// Returns the class files in a folder, sorted by path. Returns nothing if no module uses the folder.
    pub fn in_folder(&self, folder: &Path) -> &[ClassFile] {
        self.folders.get(folder).map(Vec::as_slice).unwrap_or_default()
    }
}

impl Module {
    /// Returns the folders with classes that the main classes of the module use: first its own folders, then
    /// those of its class path.
    pub fn class_folders(&self) -> impl Iterator<Item = &PathBuf> {
        self.classes.iter().chain(&self.class_path).filter(|entry| entry.is_dir())
    }
}

/// Reads all class files below a folder, sorted by path.
fn read_folder(folder: &Path) -> Result<Vec<ClassFile>, Error> {
    let paths = files(folder, "class")
        .map_err(|(folder, error)| Error::io(format!("read the folder {}", folder.display()))(error))?;
    let read = |path: &PathBuf| {
        let name = path.strip_prefix(folder).expect("the file is below the folder").with_extension("");
        let content = fs::read(path).map_err(Error::io(format!("read {}", path.display())))?;
        Ok(ClassFile { name: name.to_string_lossy().replace('\\', "/"), content })
    };
    paths.iter().map(read).collect()
}
