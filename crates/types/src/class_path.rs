//! The user's classes: jars and folders.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use rustc_hash::{FxBuildHasher, FxHashMap};

pub(crate) mod jar;

use self::jar::Jar;
use crate::Error;

/// The class path of the project under test, indexed once; reading is possible from many threads.
///
/// Where two entries hold a class of one name, the first wins. Of multi-release jars the base is read.
pub struct ClassPath {
    paths: Vec<PathBuf>,
    /// The same without detours.
    places: Vec<PathBuf>,
    sources: Vec<Source>,
    /// So many the user named, rather than the manifest of another jar: the first ones.
    named: usize,
    /// The number of the source that each file is in.
    files: indexmap::IndexMap<Box<str>, u32, FxBuildHasher>,
}

/// One entry of a class path.
pub enum Source {
    /// A jar.
    Jar(Jar),
    /// A folder.
    Folder(PathBuf),
}

impl Source {
    /// A file of it by its path in it.
    pub fn read(&self, path: &str) -> Option<Vec<u8>> {
        match self {
            Source::Jar(jar) => jar.read(jar.find(path)?),
            Source::Folder(folder) => fs::read(folder.join(path)).ok(),
        }
    }
}

impl ClassPath {
    /// Opens jars and folders. The jars that a jar's manifest names in `Class-Path` are appended to the
    /// class path where they exist.
    ///
    /// # Errors
    /// An entry that does not exist, a damaged jar, an unreadable folder.
    pub fn open(entries: &[PathBuf]) -> Result<ClassPath, Error> {
        let (paths, places, sources) = (Vec::new(), Vec::new(), Vec::new());
        let mut path = ClassPath { paths, places, sources, named: 0, files: Default::default() };
        for entry in entries {
            if !entry.exists() {
                return Err(Error::MissingEntry { path: entry.clone() });
            }
            path.add(entry)?;
        }
        path.named = path.sources.len();
        let mut next = 0;
        while next < path.sources.len() {
            for entry in path.manifest_class_path(next) {
                path.add(&entry)?;
            }
            next += 1;
        }
        Ok(path)
    }

    /// The entries in order, those that manifests name at the end: what to give to `java -cp`.
    pub fn entries(&self) -> &[PathBuf] {
        &self.paths
    }

    /// The class file of a class by its internal name, `java/util/Map$Entry`.
    pub fn bytes(&self, internal_name: &str) -> Option<Vec<u8>> {
        self.resource(&format!("{internal_name}.class"))
    }

    /// A file by its path in a jar or folder, `META-INF/MANIFEST.MF`.
    pub fn resource(&self, path: &str) -> Option<Vec<u8>> {
        let source = *self.files.get(path)?;
        self.sources[source as usize].read(path)
    }

    /// The files of that path in all entries, in their order.
    pub fn resources(&self, path: &str) -> impl Iterator<Item = Vec<u8>> {
        self.sources.iter().filter_map(move |source| source.read(path))
    }

    /// Whether there is a class of that internal name.
    pub fn contains(&self, internal_name: &str) -> bool {
        self.files.contains_key(format!("{internal_name}.class").as_str())
    }

    /// The internal names of all classes of the entries the user named (not of those that a manifest adds), entry
    /// by entry, in the order of the jar's directory or by name in a folder.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let named = |source: u32| (source as usize) < self.named;
        self.files.iter().filter(move |(_, source)| named(**source)).filter_map(|(path, _)| class_name(path))
    }

    /// The entries that the user named, by their numbers.
    pub(crate) fn named_sources(&self) -> impl Iterator<Item = (usize, &Source)> {
        self.sources.iter().take(self.named).enumerate()
    }

    /// The internal names of the classes of an entry: of a jar all, so that what is found in it hangs on nothing else; of a
    /// folder those that no entry before it has.
    pub(crate) fn classes(&self, number: usize) -> Vec<&str> {
        let of_folder = || self.files.iter().filter(|(_, source)| **source as usize == number);
        match &self.sources[number] {
            Source::Jar(jar) => jar.entries().filter_map(|(_, path)| class_name(path)).collect(),
            Source::Folder(_) => of_folder().filter_map(|(path, _)| class_name(path)).collect(),
        }
    }

    /// Whether it is this entry that a class is taken from.
    pub(crate) fn is_from(&self, number: usize, internal_name: &str) -> bool {
        let source = self.files.get(format!("{internal_name}.class").as_str());
        source.is_some_and(|source| *source as usize == number)
    }

    fn add(&mut self, path: &Path) -> Result<(), Error> {
        let unreadable = |source| Error::Unreadable { path: path.to_owned(), source };
        // The manifest of a jar may name itself by ever longer detours.
        let place = fs::canonicalize(path).map_err(unreadable)?;
        if self.places.contains(&place) {
            return Ok(());
        }
        let source = self.sources.len() as u32;
        self.paths.push(path.to_owned());
        self.places.push(place);
        if path.is_dir() {
            let mut found = Vec::new();
            walk(path, "", &mut Vec::new(), &mut found).map_err(unreadable)?;
            for name in found {
                self.files.entry(name.into()).or_insert(source);
            }
            self.sources.push(Source::Folder(path.to_owned()));
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

    fn manifest_class_path(&self, source: usize) -> Vec<PathBuf> {
        let Source::Jar(jar) = &self.sources[source] else { return Vec::new() };
        let Some(manifest) = jar.find("META-INF/MANIFEST.MF").and_then(|e| jar.read(e)) else {
            return Vec::new();
        };
        let folder = self.paths[source].parent().unwrap_or(Path::new("")).to_owned();
        let attributes = manifest_attributes(&String::from_utf8_lossy(&manifest));
        let entries = attributes.get("Class-Path").map_or("", String::as_str);
        entries
            .split_ascii_whitespace()
            .filter(|url| !url.contains(':') && !url.contains('%'))
            .map(|url| folder.join(url))
            .filter(|path| path.exists())
            .collect()
    }
}

/// The class of a class file's path; none of descriptions of packages and modules, and of versions in `META-INF`.
fn class_name(path: &str) -> Option<&str> {
    let name = path.strip_suffix(".class")?;
    let simple = name.rsplit('/').next().unwrap_or(name);
    let description = simple == "module-info" || simple == "package-info";
    (!description && !name.starts_with("META-INF/")).then_some(name)
}

/// The main attributes of a manifest, continuation lines joined.
fn manifest_attributes(text: &str) -> FxHashMap<String, String> {
    let unfolded = text.replace("\r\n", "\n").replace("\n ", "");
    let main = unfolded.split("\n\n").next().unwrap_or_default();
    main.lines()
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

/// Paths of all files below a folder, by name, with slashes. A link to a folder `above` leads nowhere new.
fn walk(folder: &Path, prefix: &str, above: &mut Vec<PathBuf>, found: &mut Vec<String>) -> io::Result<()> {
    let place = fs::canonicalize(folder)?;
    if above.contains(&place) {
        return Ok(());
    }
    above.push(place);
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let Ok(name) = entry.file_name().into_string() else { continue };
        let path = entry.path();
        if path.is_dir() {
            walk(&path, &format!("{prefix}{name}/"), above, found)?;
        } else {
            found.push(format!("{prefix}{name}"));
        }
    }
    above.pop();
    Ok(())
}
