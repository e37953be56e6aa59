//! The class path of the project under test: jars and folders.

use std::{
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
};

use rustc_hash::{FxBuildHasher, FxHashMap};

pub(crate) mod jar;

use self::jar::Jar;
use crate::Error;

/// The class path of the project under test, with an index of its files. Several threads can read from it at
/// the same time.
///
/// If several entries have a class of the same name, the class path uses the class of the first entry. Of a
/// multi-release jar, the class path reads only the base version.
pub struct ClassPath {
    paths: Vec<PathBuf>,
    /// The canonical paths of the entries.
    canonical_paths: Vec<PathBuf>,
    sources: Vec<Source>,
    /// Number of entries that the user named. These entries come first. The manifests of jars name the other
    /// entries.
    named_count: usize,
    /// For each path of a file, the index in `sources` of the entry that contains the file.
    files: indexmap::IndexMap<Box<str>, u32, FxBuildHasher>,
}

/// One entry of a class path.
pub enum Source {
    /// A jar.
    Jar(Jar),
    /// A folder, with a canonical path.
    Folder(PathBuf),
    /// Files in memory, by path.
    Memory(FxHashMap<String, Vec<u8>>),
}

/// Maximum size of a file in a folder that a class path reads, in bytes.
const MAX_FILE_SIZE: u64 = 64 << 20;
impl Source {
    /// Reads a file by its path in the entry. Returns `None` if the entry has no such regular file, or if the
    /// file is too large. A file outside of a folder is not a file of the folder, even if a link refers to
    /// it.
    pub fn read(&self, path: &str) -> Option<Vec<u8>> {
        match self {
            Source::Jar(jar) => jar.read(jar.find(path)?),
            Source::Folder(folder) => read_inside(folder, path),
            Source::Memory(files) => files.get(path).cloned(),
        }
    }
}

/// Reads a regular file inside a folder.
fn read_inside(folder: &Path, path: &str) -> Option<Vec<u8>> {
    let file = regular_file(folder, &folder.join(path))?;
    let mut bytes = Vec::new();
    fs::File::open(file).ok()?.take(MAX_FILE_SIZE + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= MAX_FILE_SIZE).then_some(bytes)
}

/// Returns the canonical path of a file if it is a regular file inside a folder.
fn regular_file(folder: &Path, path: &Path) -> Option<PathBuf> {
    let file = fs::canonicalize(path).ok()?;
    (file.starts_with(folder) && file.is_file()).then_some(file)
}

impl ClassPath {
    /// Opens the jars and folders in `entries`, and the jars and folders that the manifests of jars name in
    /// `Class-Path`. Ignores a missing jar or folder that a manifest names.
    ///
    /// # Errors
    /// If an element of `entries` does not exist, a jar is damaged, or a jar or folder cannot be read.
    pub fn open(entries: &[PathBuf]) -> Result<ClassPath, Error> {
        let (paths, canonical_paths, sources) = (Vec::new(), Vec::new(), Vec::new());
        let mut class_path =
            ClassPath { paths, canonical_paths, sources, named_count: 0, files: Default::default() };
        for entry in entries {
            if !entry.exists() {
                return Err(Error::MissingEntry { path: entry.clone() });
            }
            class_path.add(entry)?;
        }
        class_path.named_count = class_path.sources.len();
        let mut source = 0;
        while source < class_path.sources.len() {
            for entry in class_path.manifest_class_path(source) {
                class_path.add(&entry)?;
            }
            source += 1;
        }
        Ok(class_path)
    }

    /// Returns the class path with further classes, which exist only in memory. `classes` are the internal
    /// names and the class files. [`ClassPath::names`] and [`ClassPath::entries`] exclude these classes.
    pub fn with_classes(mut self, classes: impl IntoIterator<Item = (String, Vec<u8>)>) -> ClassPath {
        let source = self.sources.len() as u32;
        let mut files = FxHashMap::default();
        for (name, bytes) in classes {
            let path = format!("{name}.class");
            self.files.entry(path.as_str().into()).or_insert(source);
            files.insert(path, bytes);
        }
        self.sources.push(Source::Memory(files));
        self
    }

    /// Returns the entries in order, as for `java -cp`. The entries that manifests name come last.
    pub fn entries(&self) -> &[PathBuf] {
        &self.paths
    }

    /// Reads the class file of a class by its internal name, such as `java/util/Map$Entry`.
    pub fn bytes(&self, internal_name: &str) -> Option<Vec<u8>> {
        self.resource(&format!("{internal_name}.class"))
    }

    /// Reads a file by its path in a jar or folder, such as `META-INF/MANIFEST.MF`.
    pub fn resource(&self, path: &str) -> Option<Vec<u8>> {
        let source = *self.files.get(path)?;
        self.sources[source as usize].read(path)
    }

    /// Reads the file with the given path in each entry that has such a file, in the order of the entries.
    pub fn resources(&self, path: &str) -> impl Iterator<Item = Vec<u8>> {
        self.sources.iter().filter_map(move |source| source.read(path))
    }

    /// Whether the class path has the class with the given internal name.
    pub fn contains(&self, internal_name: &str) -> bool {
        self.source_of(internal_name).is_some()
    }

    /// Whether an entry has the class with the given internal name. Ignores classes that exist only in
    /// memory.
    pub fn entries_contain(&self, internal_name: &str) -> bool {
        let source = self.source_of(internal_name);
        source.is_some_and(|source| !matches!(self.sources[source], Source::Memory(_)))
    }

    /// Returns the internal names of all classes in the entries that the user named, entry by entry.
    ///
    /// The names in a jar are in the order of the central directory. The names in a folder are sorted. The
    /// result excludes the entries that manifests name.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let is_named = |source: u32| (source as usize) < self.named_count;
        self.files
            .iter()
            .filter(move |(_, source)| is_named(**source))
            .filter_map(|(path, _)| class_name(path))
    }

    /// Returns the entries that the user named, with their indexes.
    pub(crate) fn named_sources(&self) -> impl Iterator<Item = (usize, &Source)> {
        self.sources.iter().take(self.named_count).enumerate()
    }

    /// Returns the internal names of the classes in an entry.
    ///
    /// For a jar, these are all its classes, so that the result depends only on the jar. For a folder, these
    /// are the classes that no earlier entry has.
    pub(crate) fn classes(&self, number: usize) -> Vec<&str> {
        let folder_files = || self.files.iter().filter(|(_, source)| **source as usize == number);
        match &self.sources[number] {
            Source::Jar(jar) => jar.entries().filter_map(|(_, path)| class_name(path)).collect(),
            Source::Folder(_) | Source::Memory(_) => {
                folder_files().filter_map(|(path, _)| class_name(path)).collect()
            }
        }
    }

    /// Whether an entry has a class, and no earlier entry has the class.
    pub(crate) fn is_from(&self, number: usize, internal_name: &str) -> bool {
        self.source_of(internal_name) == Some(number)
    }

    /// Returns the index in `sources` of the entry that contains a class.
    fn source_of(&self, internal_name: &str) -> Option<usize> {
        self.files.get(format!("{internal_name}.class").as_str()).map(|source| *source as usize)
    }

    /// Adds an entry, unless the class path has the same file or folder already.
    fn add(&mut self, path: &Path) -> Result<(), Error> {
        let unreadable = |source| Error::Unreadable { path: path.to_owned(), source };
        // The manifest of a jar can name the jar itself by other paths, such as `../lib/a.jar`.
        let canonical_path = fs::canonicalize(path).map_err(unreadable)?;
        if self.canonical_paths.contains(&canonical_path) {
            return Ok(());
        }
        let source = self.sources.len() as u32;
        self.paths.push(path.to_owned());
        self.canonical_paths.push(canonical_path.clone());
        if path.is_dir() {
            let mut names = Vec::new();
            list_files(&canonical_path, &canonical_path, "", &mut Vec::new(), &mut names)
                .map_err(unreadable)?;
            for name in names {
                self.files.entry(name.into()).or_insert(source);
            }
            self.sources.push(Source::Folder(canonical_path));
        } else {
            let jar = Jar::open(path)?;
            self.files.reserve(jar.entries().count());
            for (_, name) in jar.entries().filter(|(_, name)| !name.ends_with('/')) {
                self.files.entry(name.into()).or_insert(source);
            }
            self.sources.push(Source::Jar(jar));
        }
        Ok(())
    }

    /// Returns the jars and folders that exist and are listed in the `Class-Path` of a jar's manifest. Code
    /// on the class path can read all entries of the class path. Therefore this function ignores folders
    /// outside of the jar's own folder, and files that are not named `*.jar`. It also ignores URLs with a
    /// scheme or with encoded characters.
    fn manifest_class_path(&self, source: usize) -> Vec<PathBuf> {
        let Source::Jar(jar) = &self.sources[source] else { return Vec::new() };
        let Some(manifest) = jar.find("META-INF/MANIFEST.MF").and_then(|entry| jar.read(entry)) else {
            return Vec::new();
        };
        let folder = self.paths[source].parent().unwrap_or(Path::new("")).to_owned();
        let attributes = manifest_attributes(&String::from_utf8_lossy(&manifest));
        let entries = attributes.get("Class-Path").map_or("", String::as_str);
        entries
            .split_ascii_whitespace()
            .filter(|url| !url.contains(':') && !url.contains('%'))
            .map(|url| folder.join(url))
            .filter(|path| is_jar(path) || is_folder_inside(path, &folder))
            .collect()
    }
}

/// Returns whether a path leads to a regular file that is named `*.jar`.
fn is_jar(path: &Path) -> bool {
    fs::canonicalize(path).is_ok_and(|file| file.is_file() && file.extension().is_some_and(|it| it == "jar"))
}

/// Returns whether a path leads to a folder inside another folder.
fn is_folder_inside(path: &Path, outer: &Path) -> bool {
    let outer = if outer.as_os_str().is_empty() { Path::new(".") } else { outer };
    match (fs::canonicalize(path), fs::canonicalize(outer)) {
        (Ok(path), Ok(outer)) => path.is_dir() && path != outer && path.starts_with(outer),
        _ => false,
    }
}

/// Returns the internal name of the class in the class file at a path. Returns `None` for other files, for
/// package and module descriptions, and for classes in `META-INF`, which belong to newer Java versions.
fn class_name(path: &str) -> Option<&str> {
    let name = path.strip_suffix(".class")?;
    let simple_name = name.rsplit('/').next().unwrap_or(name);
    let is_description = simple_name == "module-info" || simple_name == "package-info";
    (!is_description && !name.starts_with("META-INF/")).then_some(name)
}

/// Returns the main attributes of a manifest. Joins continuation lines.
fn manifest_attributes(text: &str) -> FxHashMap<String, String> {
    let joined_lines = text.replace("\r\n", "\n").replace("\n ", "");
    let main_section = joined_lines.split("\n\n").next().unwrap_or_default();
    main_section
        .lines()
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

/// Appends the paths of all regular files below `folder` to `paths`, sorted, with slashes. Each path begins
/// with `prefix`.
///
/// Skips links to the enclosing folders, whose canonical paths are `enclosing_folders`, and links to files or
/// folders outside of `entry`, which is the canonical path of the class path entry.
fn list_files(
    entry: &Path,
    folder: &Path,
    prefix: &str,
    enclosing_folders: &mut Vec<PathBuf>,
    paths: &mut Vec<String>,
) -> io::Result<()> {
    let canonical_path = fs::canonicalize(folder)?;
    if enclosing_folders.contains(&canonical_path) || !canonical_path.starts_with(entry) {
        return Ok(());
    }
    enclosing_folders.push(canonical_path);
    let mut children = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    children.sort_by_key(fs::DirEntry::file_name);
    for child in children {
        let Ok(name) = child.file_name().into_string() else { continue };
        let path = child.path();
        if path.is_dir() {
            list_files(entry, &path, &format!("{prefix}{name}/"), enclosing_folders, paths)?;
        } else if child.file_type().is_ok_and(|it| it.is_file()) || regular_file(entry, &path).is_some() {
            paths.push(format!("{prefix}{name}"));
        }
    }
    enclosing_folders.pop();
    Ok(())
}
