//! Translates tables of constants in Java sources into Rust code.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Translates a table of constants in a Java source into Rust code, and writes the code to `$OUT_DIR/<name>`.
/// The table is an interface that contains interfaces. Each nested interface becomes a module. Each line must
/// be a comment, an interface or `int NAME = number;`. The function also instructs Cargo to run the build
/// script again if the table or `build.rs` changes.
///
/// # Panics
/// If the table cannot be read or contains another line, or if two constants of a nested interface have the
/// same number. The build then fails.
pub fn generate_constants(table: &Path, name: &str) {
    println!("cargo:rerun-if-changed={}", table.display());
    println!("cargo:rerun-if-changed=build.rs");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let java = fs::read_to_string(table).unwrap_or_else(|error| {
        panic!("cannot read {}: {error}; check out the folder of the Java sources", table.display())
    });
    let code = rust_code(&java).unwrap_or_else(|error| panic!("{}, {error}", table.display()));
    fs::write(out.join(name), code).expect("OUT_DIR is writable");
}

/// Returns the Rust code for a table. The error contains the number of the line that is not permitted.
fn rust_code(java: &str) -> Result<String, String> {
    let (mut code, mut group) = (String::new(), None);
    for (index, line) in java.lines().map(str::trim).enumerate() {
        let is_comment = ["package ", "/*", "*"].iter().any(|start| line.starts_with(start));
        if !line.is_empty() && !is_comment && !translate(line, &mut group, &mut code) {
            return Err(format!(
                "line {}: expected a comment, an interface or `int NAME = number;` with a number below 256 \
                 that is new in the interface, found `{line}`",
                index + 1
            ));
        }
    }
    Ok(code)
}

/// Adds the translation of a line to the code. `group` contains the numbers of the nested interface that the
/// line belongs to. Returns false if the line is not permitted.
fn translate(line: &str, group: &mut Option<BTreeSet<u8>>, code: &mut String) -> bool {
    let words: Vec<&str> = line.trim_end_matches(';').split_whitespace().collect();
    match (&words[..], &mut *group) {
        (["public", "interface", _, "{"] | ["}"], None) => {}
        (["interface", name, "{"], None) => {
            *group = Some(BTreeSet::new());
            *code += &format!("pub mod {} {{\n", snake_case(name));
        }
        (["int", name, "=", number], Some(numbers)) => {
            let is_new = number.parse().is_ok_and(|number| numbers.insert(number));
            *code += &format!("    pub const {name}: u8 = {number};\n");
            return is_new;
        }
        (["}"], Some(_)) => {
            *group = None;
            *code += "}\n\n";
        }
        _ => return false,
    }
    true
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

#[cfg(test)]
mod tests {
    use super::rust_code;

    /// Returns a table with one group that contains these lines.
    fn table(lines: &str) -> String {
        format!("public interface Table {{\n    interface MemberKind {{\n{lines}    }}\n}}\n")
    }

    #[test]
    fn an_interface_becomes_a_module() {
        let java = table("        /** A method. */\n        int METHOD = 0;\n        int FIELD = 2;\n");
        let rust =
            "pub mod member_kind {\n    pub const METHOD: u8 = 0;\n    pub const FIELD: u8 = 2;\n}\n\n";
        assert_eq!(rust_code(&java), Ok(rust.to_owned()));
    }

    #[test]
    fn other_lines_and_repeated_numbers_are_refused() {
        for line in ["int METHOD = 1;", "int LARGE = 256;", "int SUM = 1 + 2;", "long COUNT = 3;"] {
            let error = rust_code(&table(&format!("int FIELD = 1;\n{line}\n"))).unwrap_err();
            assert!(error.starts_with("line 4: ") && error.contains(line), "{error}");
        }
    }
}
