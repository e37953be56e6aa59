//! Compiles the test runner and the stand-ins for test libraries. Each of them becomes a jar, which this
//! crate embeds.

use std::path::Path;

fn main() {
    let java = Path::new(env!("CARGO_MANIFEST_DIR")).join("java");
    javajar::build(&java.join("verify"), "verify.jar", &[]);
    for library in ["junit5", "junit4", "testng", "assertj", "hamcrest"] {
        javajar::build(&java.join(library), &format!("{library}.jar"), &["verify.jar"]);
    }
}
