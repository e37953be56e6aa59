//! The class files of a project: their size, their content, and the classes that they mention.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use classfile::{Attribute, ClassFile, Constant};

use crate::Error;
use crate::files::files;

/// A class file of the project.
pub(crate) struct ClassFacts {
    /// Hash of the content.
    pub hash: blake3::Hash,
    /// Number of bytes.
    pub size: usize,
    /// Whether a method has code.
    pub has_code: bool,
    /// The internal names of the project's classes that the class file mentions.
    pub mentions: Vec<String>,
}

/// The class files in some folders, by internal name.
pub(crate) struct Bytecode {
    pub classes: BTreeMap<String, ClassFacts>,
}

impl Bytecode {
    /// Reads all class files in folders. If several folders contain a class, the first one counts.
    pub(crate) fn read<'p>(folders: impl IntoIterator<Item = &'p PathBuf>) -> Result<Bytecode, Error> {
        let mut file_by_name: BTreeMap<String, PathBuf> = BTreeMap::new();
        for folder in folders {
            for file in files(folder, "class")? {
                let name =
                    file.strip_prefix(folder).expect("the file is below the folder").with_extension("");
                file_by_name.entry(name.to_string_lossy().replace('\\', "/")).or_insert(file);
            }
        }
        let names: BTreeSet<&str> = file_by_name.keys().map(String::as_str).collect();
        let mut classes = BTreeMap::new();
        for (name, file) in &file_by_name {
            let bytes = fs::read(file).map_err(Error::io("read", file))?;
            classes.insert(name.clone(), facts(&bytes, &names));
        }
        Ok(Bytecode { classes })
    }

    /// Returns the class files of a top-level class: its own and those of its nested classes.
    pub(crate) fn files_of<'a>(&'a self, class: &str) -> impl Iterator<Item = (&'a str, &'a ClassFacts)> {
        let is_part = move |name: &str| {
            name.strip_prefix(class).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
        };
        let candidates =
            self.classes.range(class.to_owned()..).take_while(move |(name, _)| name.starts_with(class));
        candidates.filter(move |(name, _)| is_part(name)).map(|(name, facts)| (name.as_str(), facts))
    }

    /// Returns the internal names of all classes of the project that a top-level class reaches: its class
    /// files, the classes that these mention, and so on.
    pub(crate) fn reachable<'a>(&'a self, class: &str) -> BTreeSet<&'a str> {
        let mut found: BTreeSet<&str> = self.files_of(class).map(|(name, _)| name).collect();
        let mut open: Vec<&str> = found.iter().copied().collect();
        while let Some(name) = open.pop() {
            for mentioned in &self.classes[name].mentions {
                if found.insert(mentioned) {
                    open.push(mentioned);
                }
            }
        }
        found
    }
}

fn facts(bytes: &[u8], names: &BTreeSet<&str>) -> ClassFacts {
    let file = ClassFile::read(bytes).ok();
    let mentions = file.as_ref().map(|file| mentions(file, names)).unwrap_or_default();
    // A damaged file counts as code, so that the user gets a report about it.
    let has_code = file.is_none_or(|file| {
        file.methods
            .iter()
            .any(|method| Attribute::find(&method.attributes, "Code", &file.constants).is_some())
    });
    ClassFacts { hash: blake3::hash(bytes), size: bytes.len(), has_code, mentions }
}

/// Returns the names that occur in a class file as names of classes or in descriptors.
fn mentions(file: &ClassFile, names: &BTreeSet<&str>) -> Vec<String> {
    let mut found = BTreeSet::new();
    for (_, constant) in file.constants.iter() {
        let Constant::Utf8(text) = constant else { continue };
        let text = text.to_str();
        let parts = text.split(['(', ')', '[', ';', '<', '>', ':']);
        let candidates =
            parts.flat_map(|part| [part, part.trim_start_matches(|c: char| "BCDFIJSZV+-*".contains(c))]);
        for candidate in candidates.flat_map(|part| [part, part.strip_prefix('L').unwrap_or(part)]) {
            if let Some(name) = names.get(candidate) {
                found.insert((*name).to_owned());
            }
        }
    }
    found.into_iter().collect()
}
