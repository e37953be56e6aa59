//! File names of pages.

use std::collections::BTreeSet;

/// Maximum length of a file name, without the number that makes it unique and without the extension.
const MAX_LENGTH: usize = 120;

/// The file names in use in one folder, in lower case, because some file systems ignore case.
pub struct FileNames {
    used: BTreeSet<String>,
}

impl FileNames {
    /// Returns the names of a folder that already contains some files.
    pub fn with(files: &[&str]) -> FileNames {
        FileNames { used: files.iter().map(|&file| file.to_owned()).collect() }
    }

    /// Returns a new file name, without extension, that resembles a name with arbitrary characters.
    pub fn choose(&mut self, name: &str) -> String {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
        let plain = name.chars().map(|c| if is_plain(c) { c } else { '_' }).take(MAX_LENGTH);
        let plain = plain.collect::<String>().trim_matches('.').to_owned();
        let plain = if plain.is_empty() { "_".to_owned() } else { plain };
        let numbered = (2..).map(|number| format!("{plain}-{number}"));
        let mut candidates = std::iter::once(plain.clone()).chain(numbered);
        candidates.find(|name| self.used.insert(name.to_lowercase())).expect("a free number exists")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_are_unique_plain_and_short() {
        let mut names = FileNames::with(&["index"]);
        assert_eq!(names.choose("Foo$Bar<é>"), "Foo_Bar___");
        assert_eq!(names.choose("FOO$Bar<é>"), "FOO_Bar___-2");
        assert_eq!(names.choose("Index"), "Index-2");
        assert_eq!(names.choose(".."), "_");
        assert_eq!(names.choose(&"x".repeat(1000)).len(), MAX_LENGTH);
    }
}
