//! What the libraries of older releases had: a JDK describes it in the `ct.sym` that its compiler reads for `--release`.

use std::path::Path;

use rustc_hash::FxHashMap;

use crate::{Error, class_path::jar::Jar};

/// The public library of a Java release that a JDK knows. Its classes have no code.
pub struct Release {
    jar: Jar,
    /// Numbers of its entries, by the internal names of their classes.
    classes: FxHashMap<Box<str>, usize>,
}

impl Release {
    /// Opens a `ct.sym` at a release.
    ///
    /// # Errors
    /// The file cannot be read or is no archive.
    pub fn open(file: &Path, release: u32) -> Result<Release, Error> {
        let jar = Jar::open(file)?;
        let mark = char::from_digit(release, 36).map(|digit| digit.to_ascii_uppercase());
        let class_of = |(entry, path)| Some((class(path, mark?)?.into(), entry));
        let classes = jar.entries().filter_map(class_of).collect();
        Ok(Release { jar, classes })
    }

    /// Whether it has a class of that internal name for everybody to name.
    pub fn contains(&self, internal_name: &str) -> bool {
        self.classes.contains_key(internal_name)
    }

    /// The class file of a class by its internal name; `None` if the release does not have it or hides it.
    pub fn bytes(&self, internal_name: &str) -> Option<Vec<u8>> {
        self.jar.read(*self.classes.get(internal_name)?)
    }
}

/// The class that an entry is about if it is that of a release, which has a digit of 36: `8/java.base/java/lang/Object.sig` and
/// before JDK 12 `8/java/lang/Object.sig`, where `89A` stands for the releases 8 to 10.
fn class(path: &str, mark: char) -> Option<&str> {
    let (releases, rest) = path.strip_suffix(".sig")?.split_once('/')?;
    let (first, inside) = rest.split_once('/')?;
    let class = if first.contains('.') { inside } else { rest };
    releases.contains(mark).then_some(class)
}
