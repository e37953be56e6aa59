//! Literate tests: Markdown files whose sections hold a Java source and, beside it, what is expected of it.
//!
//! A section is a `##` heading with a ```` ```java ```` block followed by a ```` ```text ```` block; prose may stand
//! anywhere. `UPDATE_EXPECT=1` writes what was found into the files.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use classfile::ClassFile;

/// A section of a file.
pub struct Section {
    /// The Java source. Its first class names the section's classes.
    pub java: String,
    /// The lines between ```` ```text ```` and its end, each ending in a line feed.
    pub expected: String,
    /// Its classes, the first class and then the nested ones in order of name.
    pub classes: Vec<ClassFile>,
}

/// Checks what `find` finds of every section of all Markdown files of a folder, and returns how many there are.
pub fn check(folder: &Path, find: impl Fn(&Section) -> String) -> usize {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    files.sort();
    let texts: Vec<String> = files.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let mut sections: Vec<Vec<Section>> = texts.iter().map(|text| split(text)).collect();
    compile(sections.iter_mut().flatten());
    let mut wrong = String::new();
    for ((path, text), sections) in files.iter().zip(texts).zip(&sections) {
        let updated = compare(path, text, sections, &find, &mut wrong);
        if env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(path, updated).unwrap();
        }
    }
    assert!(wrong.is_empty() || env::var_os("UPDATE_EXPECT").is_some(), "{wrong}");
    sections.iter().map(Vec::len).sum()
}

fn compare(
    path: &Path,
    mut text: String,
    sections: &[Section],
    find: impl Fn(&Section) -> String,
    wrong: &mut String,
) -> String {
    for section in sections {
        let found = find(section);
        if found != section.expected {
            let name = first_class(&section.java);
            let expected = &section.expected;
            *wrong += &format!("{}, {name}: expected\n{expected}\nfound\n{found}\n", path.display());
            let start = text.find(&section.java).unwrap();
            let expected_at = start + text[start..].find("```text\n").unwrap() + "```text\n".len();
            text.replace_range(expected_at..expected_at + expected.len(), &found);
        }
    }
    text
}

fn split(text: &str) -> Vec<Section> {
    text.split("```java\n").skip(1).map(section).collect()
}

fn section(text: &str) -> Section {
    let (java, rest) = text.split_once("```\n").expect("a java block ends");
    let expected = rest.split_once("```text\n").expect("a text block follows a java block").1;
    let expected = &expected[..expected.find("```").expect("a text block ends")];
    Section { java: java.to_owned(), expected: expected.to_owned(), classes: Vec::new() }
}

fn first_class(java: &str) -> &str {
    let mut words = java.split_whitespace().skip_while(|word| !["class", "enum", "interface"].contains(word));
    words.nth(1).expect("a class is declared")
}

/// Compiles all sections by one start of the compiler, which takes longer to start than to compile.
fn compile<'a>(sections: impl Iterator<Item = &'a mut Section>) {
    let folder = tempfile::tempdir().unwrap();
    let sections: Vec<_> = sections.collect();
    let sources: Vec<_> =
        (0..sections.len()).map(|index| folder.path().join(format!("Section{index}.java"))).collect();
    for (section, path) in sections.iter().zip(&sources) {
        fs::write(path, &section.java).unwrap();
    }
    let output =
        Command::new(javac()).args(["-g", "-nowarn", "-d"]).arg(folder.path()).args(&sources).output();
    let output = output.expect("javac is on the PATH or in JAVA_HOME");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut files: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    for section in sections {
        let name = first_class(&section.java);
        let (own, nested) = (format!("{name}.class"), format!("{name}$"));
        let of_section = files.iter().filter(|file| **file == own || file.starts_with(&nested));
        section.classes = of_section.map(|file| read(&folder.path().join(file))).collect();
        section.classes.sort_by_key(|class| class.name().unwrap().to_str() != name);
    }
}

fn javac() -> PathBuf {
    env::var_os("JAVA_HOME").map_or("javac".into(), |home| Path::new(&home).join("bin/javac"))
}

fn read(path: &Path) -> ClassFile {
    ClassFile::read(&fs::read(path).unwrap()).unwrap()
}
