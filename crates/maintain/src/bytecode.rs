//! The class files of a project: their size, their content, and the classes that they mention.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound::{Included, Unbounded};
use std::path::{Path, PathBuf};

use classfile::{Attribute, ClassFile, Constant};
use project::{ClassFiles, Module};

/// A class file of the project.
pub(crate) struct ClassFacts {
    /// Hash of the content.
    pub hash: blake3::Hash,
    /// Number of bytes.
    pub size: usize,
    /// Whether a method has code.
    pub has_code: bool,
    /// The internal names of the classes in any folder of the project that the class file mentions.
    mentions: Vec<String>,
}

/// The class files of all modules of a project, by folder and internal name.
pub(crate) struct ProjectBytecode {
    folders: BTreeMap<PathBuf, BTreeMap<String, ClassFacts>>,
}

impl ProjectBytecode {
    pub(crate) fn new(files: &ClassFiles) -> ProjectBytecode {
        let names: BTreeSet<&str> =
            files.folders().flat_map(|(_, files)| files).map(|file| file.name.as_str()).collect();
        let facts_of = |files: &[project::ClassFile]| {
            files.iter().map(|file| (file.name.clone(), facts(&file.content, &names))).collect()
        };
        let folders = files.folders().map(|(folder, files)| (folder.to_owned(), facts_of(files)));
        ProjectBytecode { folders: folders.collect() }
    }

    /// Returns the class files that the main classes of a module use. If several folders contain a class, the
    /// first one counts.
    pub(crate) fn of_module(&self, module: &Module) -> Bytecode<'_> {
        let mut classes = BTreeMap::new();
        for folder in module.class_folders() {
            for (name, facts) in self.folders.get::<Path>(folder).into_iter().flatten() {
                classes.entry(name.as_str()).or_insert(facts);
            }
        }
        Bytecode { classes }
    }
}

/// The class files that the main classes of a module use, by internal name.
pub(crate) struct Bytecode<'p> {
    pub classes: BTreeMap<&'p str, &'p ClassFacts>,
}

impl<'p> Bytecode<'p> {
    /// Returns the class files of a top-level class: its own and those of its nested classes.
    pub(crate) fn files_of(&self, class: &str) -> impl Iterator<Item = (&'p str, &'p ClassFacts)> {
        let is_part = move |name: &str| {
            name.strip_prefix(class).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
        };
        let candidates = self
            .classes
            .range::<str, _>((Included(class), Unbounded))
            .take_while(move |(name, _)| name.starts_with(class));
        candidates.filter(move |(name, _)| is_part(name)).map(|(name, facts)| (*name, *facts))
    }

    /// Returns the internal names of all classes of the project that a top-level class reaches: its class
    /// files, the classes that these mention, and so on.
    pub(crate) fn reachable(&self, class: &str) -> BTreeSet<&'p str> {
        let mut found: BTreeSet<&str> = self.files_of(class).map(|(name, _)| name).collect();
        let mut open: Vec<&str> = found.iter().copied().collect();
        while let Some(name) = open.pop() {
            for mentioned in &self.classes[name].mentions {
                if self.classes.contains_key(mentioned.as_str()) && found.insert(mentioned) {
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
