//! Compiles the runner into a jar, and generates the constants of the protocol from the runner's
//! `Protocol.java`.

use std::fmt::Write;
use std::path::{Path, PathBuf};

fn main() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runner/src");
    javajar::build(&sources, "runner.jar", &[]);
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let protocol = std::fs::read_to_string(sources.join("testudo/runner/message/Protocol.java"))
        .expect("cannot read Protocol.java; check out the folder `runner`");
    std::fs::write(out.join("protocol.rs"), rust_code(&protocol)).expect("OUT_DIR is writable");
}

/// Returns the Rust code for `Protocol.java`: a module of constants for each nested interface, and a list of
/// all constants, which a unit test checks.
///
/// # Panics
/// If a line has none of the forms that the comment at the start of `Protocol.java` describes.
fn rust_code(java: &str) -> String {
    let (mut modules, mut groups, mut in_group) = (String::new(), String::new(), false);
    for (index, line) in java.lines().enumerate() {
        let line = line.trim();
        let words: Vec<&str> = line.trim_end_matches(';').split_whitespace().collect();
        match words[..] {
            _ if line.is_empty() || ["package ", "/*", "*"].iter().any(|it| line.starts_with(it)) => {}
            ["public", "interface", "Protocol", "{"] => {}
            ["interface", name, "{"] if !in_group => {
                in_group = true;
                writeln!(modules, "pub mod {} {{", snake_case(name))
                    .expect("writing to a string does not fail");
                writeln!(groups, "    (\"{name}\", &[").expect("writing to a string does not fail");
            }
            ["int", name, "=", number] if in_group && number.parse::<u8>().is_ok() => {
                writeln!(modules, "    pub const {name}: u8 = {number};")
                    .expect("writing to a string does not fail");
                writeln!(groups, "        (\"{name}\", {number}),")
                    .expect("writing to a string does not fail");
            }
            ["}"] if in_group => {
                in_group = false;
                modules.push_str("}\n\n");
                groups.push_str("    ]),\n");
            }
            ["}"] => {}
            _ => panic!(
                "Protocol.java, line {}: expected a comment, an interface or \
                 `int NAME = number;` with a number below 256, found `{line}`",
                index + 1
            ),
        }
    }
    format!("{modules}#[cfg(test)]\npub const GROUPS: &[(&str, &[(&str, u8)])] = &[\n{groups}];\n")
}

/// Returns a name such as `MemberKind` in snake case: `member_kind`.
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
