//! The public classes of older Java releases, from the file `ct.sym`. The compiler of the JDK reads this file
//! for its option `--release`.

use std::path::Path;

use rustc_hash::FxHashMap;

use crate::{Error, class_path::jar::Jar};

/// The public library of an older Java release. Its classes have no code.
pub struct Release {
    jar: Jar,
    /// The index in the jar of each class, by the internal name of the class.
    classes: FxHashMap<Box<str>, usize>,
}

impl Release {
    /// Reads the names of the classes of a release from a `ct.sym`.
    ///
    /// # Errors
    /// If the file cannot be read or is not an archive.
    pub fn open(file: &Path, release: u32) -> Result<Release, Error> {
        let jar = Jar::open(file)?;
        let release_digit = char::from_digit(release, 36).map(|digit| digit.to_ascii_uppercase());
        let class_of = |(entry, path)| Some((class(path, release_digit?)?.into(), entry));
        let classes = jar.entries().filter_map(class_of).collect();
        Ok(Release { jar, classes })
    }

    /// Whether the release has a public class with the given internal name.
    pub fn contains(&self, internal_name: &str) -> bool {
        self.classes.contains_key(internal_name)
    }

    /// Reads the class file of a class by its internal name; `None` if the class is missing or not public in
    /// the release.
    pub fn bytes(&self, internal_name: &str) -> Option<Vec<u8>> {
        self.jar.read(*self.classes.get(internal_name)?)
    }
}

/// Returns the class that an entry describes, if the entry belongs to the release with the given digit.
///
/// The first folder of a path names the releases by digits in base 36. Entries in the folder `89A` belong to
/// the releases 8, 9 and 10. Paths have the form `8/java.base/java/lang/Object.sig`; before JDK 12, they have
/// the form `8/java/lang/Object.sig`.
fn class(path: &str, release_digit: char) -> Option<&str> {
    let (releases, rest) = path.strip_suffix(".sig")?.split_once('/')?;
    let (folder, path_in_folder) = rest.split_once('/')?;
    let class = if folder.contains('.') { path_in_folder } else { rest };
    releases.contains(release_digit).then_some(class)
}
