//! Compiles the runner into a jar, and generates the constants of the protocol from the runner's
//! `Protocol.java`.

use std::fmt::Write;
use std::path::{Path, PathBuf};

fn main() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runner/src");
    javajar::build(&sources, "runner.jar", &[]);
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let table =
        std::fs::read_to_string(sources.join("testudo/runner/message/Protocol.java")).expect("a file");
    std::fs::write(out.join("protocol.rs"), rust(&table)).expect("OUT_DIR is writable");
}

/// Returns a Rust module for each interface in `Protocol.java`, and a list of all groups for a test.
///
/// # Panics
/// If a line of the file has another form than the file's own comment states.
fn rust(java: &str) -> String {
    let (mut modules, mut groups, mut in_group) = (String::new(), String::new(), false);
    for (index, line) in java.lines().enumerate() {
        let line = line.trim();
        let words: Vec<&str> = line.trim_end_matches(';').split_whitespace().collect();
        match words[..] {
            _ if line.is_empty() || ["package ", "/*", "*"].iter().any(|it| line.starts_with(it)) => {}
            ["public", "interface", "Protocol", "{"] => {}
            ["interface", name, "{"] if !in_group => {
                in_group = true;
                writeln!(modules, "pub mod {} {{", snake_case(name)).expect("a string");
                writeln!(groups, "    (\"{name}\", &[").expect("a string");
            }
            ["int", name, "=", number] if in_group && number.parse::<u8>().is_ok() => {
                writeln!(modules, "    pub const {name}: u8 = {number};").expect("a string");
                writeln!(groups, "        (\"{name}\", {number}),").expect("a string");
            }
            ["}"] if in_group => {
                in_group = false;
                modules.push_str("}\n\n");
                groups.push_str("    ]),\n");
            }
            ["}"] => {}
            _ => panic!("Protocol.java, line {}: expected `int NAME = number;`, found `{line}`", index + 1),
        }
    }
    format!("{modules}#[cfg(test)]\npub const GROUPS: &[(&str, &[(&str, u8)])] = &[\n{groups}];\n")
}

fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}
