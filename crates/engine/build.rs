//! Compiles the Java class that runs existing tests, and embeds it in the engine.

use std::path::Path;

fn main() {
    javajar::build(&Path::new(env!("CARGO_MANIFEST_DIR")).join("java"), "existing.jar", &[]);
}
