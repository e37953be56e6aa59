//! Literate tests: Markdown files whose sections contain a Java source and the expected result for the
//! source.
//!
//! A section is a `##` heading with a ```` ```java ```` block followed by a ```` ```text ```` block. Prose
//! can occur anywhere. `UPDATE_EXPECT=1` writes the actual results into the files.

use std::path::{Path, PathBuf};
use std::{env, fs};

use classfile::ClassFile;
use fixtures::JavaSources;

/// A section of a file.
pub struct Section {
    /// The Java source. It declares one top-level class, and all other classes are nested in this class.
    pub java: String,
    /// The lines of the ```` ```text ```` block, each with a line feed at the end.
    pub expected: String,
    /// The compiled classes: the top-level class, then its nested classes in the order of their names.
    pub classes: Vec<ClassFile>,
}

/// Compares the result of `describe` with the expected block, for every section of all Markdown files in a
/// folder. Returns the number of sections.
pub fn check(folder: &Path, describe: impl Fn(&Section) -> String) -> usize {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    files.sort();
    let texts: Vec<String> = files.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let mut sections: Vec<Vec<Section>> = texts.iter().map(|text| split(text)).collect();
    compile(sections.iter_mut().flatten());
    let mut differences = String::new();
    for ((path, text), sections) in files.iter().zip(texts).zip(&sections) {
        let updated = compare(path, text, sections, &describe, &mut differences);
        if env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(path, updated).unwrap();
        }
    }
    assert!(
        differences.is_empty() || env::var_os("UPDATE_EXPECT").is_some(),
        "{differences}\nIf the actual results are right, run the test with UPDATE_EXPECT=1 to write them into the files."
    );
    sections.iter().map(Vec::len).sum()
}

/// Compares the actual and expected results of the sections of a file. Appends the differences to
/// `differences`. Returns the text of the file with the actual results.
fn compare(
    path: &Path,
    mut text: String,
    sections: &[Section],
    describe: impl Fn(&Section) -> String,
    differences: &mut String,
) -> String {
    for section in sections {
        let actual = describe(section);
        if actual != section.expected {
            let name = first_class(&section.java);
            let expected = &section.expected;
            *differences += &format!("{}, {name}: expected\n{expected}\nactual\n{actual}\n", path.display());
            let start = text.find(&section.java).unwrap();
            let expected_at = start + text[start..].find("```text\n").unwrap() + "```text\n".len();
            text.replace_range(expected_at..expected_at + expected.len(), &actual);
        }
    }
    text
}

fn split(text: &str) -> Vec<Section> {
    text.split("```java\n").skip(1).map(section).collect()
}

fn section(text: &str) -> Section {
    let (java, rest) = text.split_once("```\n").expect("a java block has an end");
    let expected = rest.split_once("```text\n").expect("a text block follows a java block").1;
    let expected = &expected[..expected.find("```").expect("a text block has an end")];
    Section { java: java.to_owned(), expected: expected.to_owned(), classes: Vec::new() }
}

fn first_class(java: &str) -> &str {
    let mut words = java.split_whitespace().skip_while(|word| !["class", "enum", "interface"].contains(word));
    words.nth(1).expect("the source declares a class")
}

/// Compiles the sources of all sections with one start of the compiler, because the start takes longer than
/// the compilation.
fn compile<'a>(sections: impl Iterator<Item = &'a mut Section>) {
    let sections: Vec<&mut Section> = sections.collect();
    let mut sources = JavaSources::new().options(&["-g", "-nowarn"]);
    for (index, section) in sections.iter().enumerate() {
        sources = sources.text(&format!("Section{index}.java"), &section.java);
    }
    let files = sources.class_files();
    for section in sections {
        let name = first_class(&section.java);
        let (top_level_file, nested_prefix) = (format!("{name}.class"), format!("{name}$"));
        let files =
            files.iter().filter(|(file, _)| *file == top_level_file || file.starts_with(&nested_prefix));
        section.classes = files.map(|(_, bytes)| ClassFile::read(bytes).unwrap()).collect();
        section.classes.sort_by_key(|class| class.name().unwrap().to_str() != name);
    }
}
