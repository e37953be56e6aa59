//! The public classes of older Java releases. The JDK's compiler reads their description, `ct.sym`, for
//! `--release`.

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
    /// Opens a `ct.sym` for a release.
    ///
    /// # Errors
    /// If the file cannot be read or is not an archive.
    pub fn open(file: &Path, release: u32) -> Result<Release, Error> {
        let jar = Jar::open(file)?;
        let mark = char::from_digit(release, 36).map(|digit| digit.to_ascii_uppercase());
        let class_of = |(entry, path)| Some((class(path, mark?)?.into(), entry));
        let classes = jar.entries().filter_map(class_of).collect();
        Ok(Release { jar, classes })
    }

    /// Whether the release has a public class of an internal name.
    pub fn contains(&self, internal_name: &str) -> bool {
        self.classes.contains_key(internal_name)
    }

    /// Reads the class file of a class by its internal name; `None` if the class is missing or not public in
    /// the release.
    pub fn bytes(&self, internal_name: &str) -> Option<Vec<u8>> {
        self.jar.read(*self.classes.get(internal_name)?)
    }
}

/// Returns the class that an entry describes, if the entry belongs to the release with the digit `mark`.
///
/// Releases are digits in base 36: `89A` stands for the releases 8 to 10. Paths have the form
/// `8/java.base/java/lang/Object.sig`; before JDK 12, `8/java/lang/Object.sig`.
fn class(path: &str, mark: char) -> Option<&str> {
    let (releases, rest) = path.strip_suffix(".sig")?.split_once('/')?;
    let (first, inside) = rest.split_once('/')?;
    let class = if first.contains('.') { inside } else { rest };
    releases.contains(mark).then_some(class)
}
