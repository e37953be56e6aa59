//! Checks that the diagrams and the map of modules in `docs/architecture.md` agree with the sources.
//!
//! `UPDATE_GOLDEN=1` rewrites the diagrams and the map.

mod modules;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// A directed graph: for each node the nodes that it uses.
type Graph = BTreeMap<String, BTreeSet<String>>;

/// Returns the root folder of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the crates of the workspace, each with the crates of the workspace that it depends on.
/// Dependencies of tests and benchmarks are excluded.
fn crates() -> Graph {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON");
    let packages = metadata["packages"].as_array().expect("a list of packages");
    let name = |package: &Value| package["name"].as_str().expect("a name").to_owned();
    let members: BTreeSet<String> = packages.iter().map(name).collect();
    let dependencies = |package: &Value| {
        let all = package["dependencies"].as_array().expect("a list of dependencies");
        let normal = all.iter().filter(|dependency| dependency["kind"].is_null());
        normal.map(name).filter(|name| members.contains(name)).collect()
    };
    packages.iter().map(|package| (name(package), dependencies(package))).collect()
}

/// Returns all nodes that a node uses directly or indirectly.
fn reachable(graph: &Graph, node: &str) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut unvisited: Vec<&String> = graph[node].iter().collect();
    while let Some(used) = unvisited.pop() {
        if reached.insert(used.clone()) {
            unvisited.extend(&graph[used]);
        }
    }
    reached
}

/// Returns the arrows of a graph, one on each line. Omits an arrow if a longer path connects the same nodes.
fn arrows(graph: &Graph) -> String {
    let mut lines = String::new();
    for (node, used) in graph {
        let indirect: BTreeSet<String> = used.iter().flat_map(|it| reachable(graph, it)).collect();
        used.difference(&indirect).for_each(|used| lines += &format!("    {node} --> {used}\n"));
    }
    lines
}

/// Checks that a part of `docs/architecture.md` has the expected text. Two comments with the name of the part
/// delimit the part. With `UPDATE_GOLDEN`, rewrites the part instead.
#[track_caller]
fn check_part(part: &str, expected: &str) {
    let path = root().join("docs/architecture.md");
    let text = std::fs::read_to_string(&path).expect("the document");
    let (begin, end) = (format!("<!-- {part} -->\n"), format!("<!-- end of {part} -->"));
    let (before, rest) = text.split_once(&begin).expect("the part begins");
    let (found, after) = rest.split_once(&end).expect("the part ends");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, format!("{before}{begin}{expected}{end}{after}"))
            .expect("the document is written");
    } else {
        let outdated = found.lines().find(|line| !expected.contains(line));
        let missing = expected.lines().find(|line| !found.contains(line));
        assert!(
            found == expected,
            "{part} of docs/architecture.md differs from the sources; update it with UPDATE_GOLDEN=1; \
             first outdated line: {outdated:?}, first missing line: {missing:?}"
        );
    }
}

fn diagram(graph: &Graph) -> String {
    format!("\n```mermaid\nflowchart TD\n{}```\n\n", arrows(graph))
}

/// Checks that no node uses itself indirectly.
#[track_caller]
fn assert_acyclic(graph: &Graph) {
    let cyclic: Vec<&String> = graph.keys().filter(|node| reachable(graph, node).contains(*node)).collect();
    assert!(
        cyclic.is_empty(),
        "these crates or modules depend on themselves: {cyclic:?}; remove a dependency"
    );
}

/// Checks all parts of the document in one test, because separate tests could rewrite the document at the
/// same time.
#[test]
fn architecture_md_shows_the_crates_and_modules() {
    let crates = crates();
    assert_acyclic(&crates);
    check_part("diagram of crates", &diagram(&crates));
    let engine = modules::dependencies(&root().join("crates/engine/src"));
    assert_acyclic(&engine);
    check_part("diagram of the engine", &diagram(&engine));
    check_part("map", &modules::map(&root(), crates.keys()));
}
