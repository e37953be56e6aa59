//! Reads the top-level modules of crates and their dependencies from the sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::Graph;

/// Returns the Rust source files below a folder, sorted by path.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        match path.is_dir() {
            true => files.extend(sources(&path)),
            false if path.extension().is_some_and(|it| it == "rs") => files.push(path),
            false => {}
        }
    }
    files
}

/// Returns the name of the top-level module that a file belongs to; `None` if the file is the root of the
/// crate.
fn module_of(source: &Path, folder: &Path) -> Option<String> {
    let entry = source.strip_prefix(folder).ok()?.iter().next()?.to_str()?;
    let name = entry.strip_suffix(".rs").unwrap_or(entry);
    (!["lib", "main"].contains(&name)).then(|| name.to_owned())
}

/// Returns the top-level modules of a crate, each with the modules that it uses. Ignores comments and unit
/// tests.
pub fn dependencies(folder: &Path) -> Graph {
    let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for source in sources(folder) {
        let Some(module) = module_of(&source, folder) else { continue };
        let text = fs::read_to_string(&source).expect("a source file");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        let used = lines.flat_map(|line| line.split("crate::").skip(1).map(first_word).collect::<Vec<_>>());
        graph.entry(module).or_default().extend(used);
    }
    let modules: BTreeSet<String> = graph.keys().cloned().collect();
    for (module, used) in &mut graph {
        used.retain(|it| modules.contains(it) && it != module);
    }
    graph
}

fn first_word(text: &str) -> String {
    text.chars().take_while(|it| it.is_ascii_alphanumeric() || *it == '_').collect()
}

/// Returns a section for each crate: the first sentence of the documentation of the crate and of each of its
/// top-level modules.
pub fn map<'a>(root: &Path, crates: impl Iterator<Item = &'a String>) -> String {
    let mut map = String::new();
    for name in crates {
        let folder = root.join("crates").join(name).join("src");
        let file = ["lib.rs", "main.rs"].map(|file| folder.join(file)).into_iter().find(|it| it.exists());
        let purpose = summary(&file.expect("a crate has a root"));
        map += &format!("\n### {name}\n\n{purpose}\n\n");
        for module in dependencies(&folder).keys() {
            let candidates = [folder.join(format!("{module}.rs")), folder.join(module).join("mod.rs")];
            let file = candidates.into_iter().find(|it| it.exists()).expect("a module has a file");
            map += &format!("- `{module}`: {}\n", summary(&file));
        }
    }
    map + "\n"
}

/// Returns the first sentence of the documentation of a module, without links.
fn summary(file: &Path) -> String {
    let text = fs::read_to_string(file).expect("a source file");
    let lines = text.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim);
    let paragraph: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    assert!(
        !paragraph.is_empty(),
        "{} has no documentation; add a comment that begins with //!",
        file.display()
    );
    let paragraph = paragraph.join(" ");
    let sentence = paragraph.split_once(". ").map_or(&*paragraph, |(sentence, _)| sentence);
    format!("{}.", without_links(sentence).trim_end_matches('.'))
}

/// Replaces links such as ``[`Problem`](path)`` by their texts.
fn without_links(text: &str) -> String {
    let mut plain = String::new();
    let mut unread = text;
    while let Some((before, after)) = unread.split_once("[`") {
        let Some((name, after_name)) = after.split_once("`]") else { break };
        plain += &format!("{before}`{name}`");
        let path = after_name.strip_prefix('(').and_then(|it| it.split_once(')'));
        unread = path.map_or(after_name, |(_, after_path)| after_path);
    }
    plain + unread
}
