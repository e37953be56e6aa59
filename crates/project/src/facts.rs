//! The facts that the extensions of the build tools write: one JSON object per module.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::Module;

/// One line of the file with the facts.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Line {
    /// The facts about one module.
    Module(Box<Facts>),
    /// The extension failed.
    Error {
        /// What failed.
        error: String,
    },
}

/// The facts about one module. Entries of class paths may be missing on disk, and lists may contain
/// duplicates.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Facts {
    /// The position of the module in the list of the build.
    pub(crate) index: usize,
    name: String,
    folder: PathBuf,
    /// The folder for everything that the build creates.
    build_folder: PathBuf,
    classes: Vec<PathBuf>,
    test_classes: Vec<PathBuf>,
    /// The class paths of the main classes at compile time and at run time.
    main_class_path: Vec<PathBuf>,
    /// The class path of the tests at run time.
    all_class_path: Vec<PathBuf>,
    test_platform: Option<Vec<PathBuf>>,
    source_roots: Vec<PathBuf>,
    test_source_roots: Vec<PathBuf>,
    test_source_root: Option<PathBuf>,
    /// A Java version such as `1.8` or `17`.
    release: Option<String>,
    java_home: Option<PathBuf>,
    /// Arguments of the JVM in one text, as in a shell.
    argument_line: Option<String>,
    /// Further arguments of the JVM.
    arguments: Vec<String>,
    reports: PathBuf,
    #[serde(default)]
    test_includes: Vec<String>,
    /// The jars that the build makes from the main classes.
    #[serde(default)]
    jars: Vec<PathBuf>,
}

/// Reads the facts of all modules, in the order of the build. The error states what cannot be read.
pub(crate) fn parse(text: &str) -> Result<Vec<Facts>, String> {
    let mut modules = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        match serde_json::from_str(line) {
            Ok(Line::Module(facts)) => modules.push(*facts),
            Ok(Line::Error { error }) => return Err(format!("the extension of the build failed: {error}")),
            Err(error) => return Err(format!("the facts are invalid: {error}: {line}")),
        }
    }
    modules.sort_by_key(|facts| facts.index);
    Ok(modules)
}

/// Converts facts to modules, in build order. A jar that another module makes becomes the class folders of
/// that module.
pub(crate) fn modules(facts: &[Facts]) -> Vec<Module> {
    build_order(facts).into_iter().map(|it| module(it, facts)).collect()
}

/// Sorts modules so that each follows the modules that it depends on. Otherwise keeps the order.
fn build_order(facts: &[Facts]) -> Vec<&Facts> {
    let mut rest: Vec<&Facts> = facts.iter().collect();
    let mut sorted = Vec::new();
    while !rest.is_empty() {
        let is_ready = |it: &&Facts| !rest.iter().any(|other| other.index != it.index && it.uses(other));
        // Tests can make modules depend on each other. Then the first module is next.
        let next = rest.iter().position(is_ready).unwrap_or(0);
        sorted.push(rest.remove(next));
    }
    sorted
}

impl Facts {
    fn uses(&self, other: &Facts) -> bool {
        let outputs = [&other.classes, &other.test_classes, &other.jars];
        self.all_class_path.iter().any(|entry| outputs.iter().any(|output| output.contains(entry)))
    }
}

fn module(facts: &Facts, all: &[Facts]) -> Module {
    let resolved = |entries: &[PathBuf]| -> Vec<PathBuf> {
        let mut resolved = Vec::new();
        for entry in entries {
            let maker = all.iter().find(|module| module.jars.contains(entry));
            resolved
                .extend(maker.map_or(std::slice::from_ref(entry), |maker| &maker.classes).iter().cloned());
        }
        resolved.retain(|entry| !facts.classes.contains(entry) && !facts.test_classes.contains(entry));
        existing(resolved)
    };
    let main = resolved(&facts.main_class_path);
    let (mut class_path, test_class_path): (Vec<_>, Vec<_>) =
        resolved(&facts.all_class_path).into_iter().partition(|entry| main.contains(entry));
    // A library that only the compiler needs is not on the class path of the tests.
    class_path.extend(main.into_iter().filter(|entry| !class_path.contains(entry)).collect::<Vec<_>>());
    let is_generated = |root: &PathBuf| root.starts_with(&facts.build_folder);
    let (generated_source_roots, source_roots) =
        existing(facts.source_roots.clone()).into_iter().partition(is_generated);
    let (_, test_source_roots): (Vec<_>, Vec<_>) =
        existing(facts.test_source_roots.clone()).into_iter().partition(is_generated);
    let test_source_root = facts.test_source_root.clone().unwrap_or_else(|| {
        let root = test_source_roots.first().cloned();
        root.unwrap_or_else(|| facts.folder.join("src/test/java"))
    });
    Module {
        name: facts.name.clone(),
        folder: facts.folder.clone(),
        classes: existing(facts.classes.clone()),
        test_classes: existing(facts.test_classes.clone()),
        class_path,
        test_class_path,
        test_platform: facts.test_platform.clone(),
        source_roots,
        generated_source_roots,
        test_source_roots,
        test_source_root,
        release: facts.release.as_deref().and_then(release),
        java_home: facts.java_home.as_deref().map(jdk),
        test_arguments: test_arguments(facts),
        test_includes: facts.test_includes.clone(),
        reports: facts.reports.clone(),
    }
}

/// Returns the paths that exist, without duplicates.
fn existing(paths: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut existing: Vec<PathBuf> = Vec::new();
    for path in paths {
        if !existing.contains(&path) && path.exists() {
            existing.push(path);
        }
    }
    existing
}

/// Returns the number of a release: 8 for `1.8` or `8`.
fn release(version: &str) -> Option<u8> {
    let version = version.trim();
    version.strip_prefix("1.").unwrap_or(version).parse().ok()
}

/// Returns the JDK of a Java home. In JDK 8, the program `java` belongs to the JRE in the folder `jre`.
fn jdk(home: &Path) -> PathBuf {
    match home.parent() {
        Some(parent) if home.ends_with("jre") && parent.join("bin/javac").exists() => parent.to_owned(),
        _ => home.to_owned(),
    }
}

/// Returns the arguments of the JVM without agents that measure coverage: such an agent would overwrite the
/// build's own measurement.
fn test_arguments(facts: &Facts) -> Vec<String> {
    let line = facts.argument_line.as_deref().unwrap_or_default();
    let is_coverage_agent = |argument: &String| {
        argument.starts_with("-javaagent:")
            && ["jacoco", "kover", "clover"].iter().any(|it| argument.contains(it))
    };
    let arguments = words(line).into_iter().chain(facts.arguments.iter().cloned());
    arguments.filter(|argument| !is_coverage_agent(argument)).collect()
}

/// Splits a command line into words. Single or double quotes enclose spaces; there is no escape character.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in line.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_argument_line_is_split_at_spaces_outside_quotes() {
        assert_eq!(words(" -Xmx1g  '-Da=b c' -Dd=\"e f\"g\n\"\""), ["-Xmx1g", "-Da=b c", "-Dd=e fg", ""]);
    }

    #[test]
    fn a_release_has_one_or_two_numbers() {
        assert_eq!(["1.8", "8", "17", "25", "x"].map(release), [Some(8), Some(8), Some(17), Some(25), None]);
    }
}
