//! Compiles the test runner and the stand-ins for test libraries. This crate embeds the results: one jar for
//! the test runner, and one jar for each library.

use std::path::Path;

fn main() {
    let java = Path::new(env!("CARGO_MANIFEST_DIR")).join("java");
    javajar::build(&java.join("verify"), "verify.jar", &[]);
    for library in ["junit5", "junit4", "testng", "assertj", "hamcrest"] {
        javajar::build(&java.join(library), &format!("{library}.jar"), &["verify.jar"]);
    }
}
