//! Embeds the stand-in for JUnit and what runs tests against it.

use std::path::Path;

fn main() {
    javajar::build(&Path::new(env!("CARGO_MANIFEST_DIR")).join("java"), "verify.jar");
}
