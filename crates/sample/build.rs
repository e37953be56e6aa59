//! Compiles the sample class.

use std::path::Path;

fn main() {
    javajar::build(&Path::new(env!("CARGO_MANIFEST_DIR")).join("java"), "sample.jar", &[]);
}
