//! Embeds what runs tests, and the stand-ins for the libraries that they use, each in a jar of its own.

use std::path::Path;

fn main() {
    let java = Path::new(env!("CARGO_MANIFEST_DIR")).join("java");
    javajar::build(&java.join("verify"), "verify.jar", &[]);
    for library in ["junit5", "junit4", "testng", "assertj", "hamcrest"] {
        javajar::build(&java.join(library), &format!("{library}.jar"), &["verify.jar"]);
    }
}
